//! Replaying a [`Flow`]: each element is found by its selector **and** has to be what was recorded; each step has to do
//! what it did then.

use std::time::Instant;

use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_page::NodeId;
use surefoot_snapshot::{Context, Item};
use surefoot_view::line_of;

use crate::flow::{self, Expected, Flow, FlowElement, FlowStep, ReplayAnswer, StepAnswer};
use crate::session::Look;
use crate::{Answer, Session};

/// What a replay does after a step that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterFailure {
    /// Ends.
    Stop,
    /// Goes on with the next one.
    GoOn,
}

/// An element of a flow that was found.
struct Met {
    /// The target that names it.
    target: String,
    /// Why it was not found by its selector.
    healed: Option<String>,
}

impl Session {
    /// Does the steps of a flow again.
    pub(crate) async fn replay(
        &mut self,
        flow: Flow,
        after: AfterFailure,
        limits: Limits,
    ) -> Result<Answer> {
        if self.recorder.is_some() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "a recording is under way: a flow that is replayed would become part of it",
            )
            .with_hint("`record stop` ends it"));
        }
        let mut answer = ReplayAnswer {
            steps: Vec::new(),
            total: flow.steps.len(),
        };
        for (at, step) in flow.steps.into_iter().enumerate() {
            let step = self.again(at + 1, step, limits).await;
            let has_failed = step.has_failed();
            answer.steps.push(step);
            if has_failed && after == AfterFailure::Stop {
                break;
            }
        }
        Ok(Answer::Replayed(answer))
    }

    /// Does a step again.
    async fn again(&mut self, number: usize, step: FlowStep, limits: Limits) -> StepAnswer {
        let mut told = StepAnswer {
            number,
            what: step.what(),
            healed: None,
            differences: Vec::new(),
            error: None,
        };
        // What is given a ref here was not shown to anybody.
        let registry = self.registry.clone();
        let mut command = step.command;
        let mut targets = Vec::new();
        for element in &step.elements {
            match self.meet(element, limits).await {
                Ok(met) => {
                    targets.push(met.target);
                    told.healed = told.healed.or(met.healed);
                }
                Err(error) => {
                    told.error = Some(error);
                    return told;
                }
            }
        }
        flow::set_targets(&mut command, targets);
        match Box::pin(self.prepared(command, limits)).await {
            Ok(answer) => {
                self.registry = registry;
                let mut observed = match answer {
                    Answer::Action(action) => Expected::of(&action.effects),
                    _ => Expected::default(),
                };
                let mut expected = step.expected;
                if step.elements.iter().any(|element| element.secret) {
                    expected.value = None;
                    observed.value = None;
                }
                // Of a page that was left nothing can be compared; and a first page may have been there before.
                if expected.url.is_some() || observed.url.is_some() {
                    expected.changes = None;
                    observed.changes = None;
                }
                told.differences = expected.differences(&observed);
            }
            Err(error) => told.error = Some(error),
        }
        told
    }

    /// Finds an element of a flow. One that is not there yet is waited for while the page is moving.
    async fn meet(&mut self, wanted: &FlowElement, limits: Limits) -> Result<Met> {
        let until = (Instant::now() + limits.patience).min(limits.deadline);
        loop {
            let look = self.look(limits).await?;
            self.before_candidates = None;
            match self.met(wanted, &look, limits).await {
                Ok(met) => return Ok(met),
                Err(error) => {
                    drop(look);
                    let may_come = matches!(
                        error.kind(),
                        ErrorKind::NotFound | ErrorKind::StaleRef | ErrorKind::Ambiguous
                    );
                    if !may_come || !self.moved(until, limits).await? {
                        return Err(error);
                    }
                    self.take_back_candidates();
                }
            }
        }
    }

    async fn met(&mut self, wanted: &FlowElement, look: &Look, limits: Limits) -> Result<Met> {
        let by_selector: Vec<NodeId> = match &wanted.selector {
            Some(css) => self.meant(css, look, limits).await?,
            None => Vec::new(),
        };
        let items = &look.outline.items;
        let at_selector = match by_selector.as_slice() {
            [only] => items.iter().position(|item| item.node == *only),
            _ => None,
        };
        if let Some(at) = at_selector.filter(|&at| is_it(&items[at], wanted)) {
            return Ok(Met {
                target: self.target_at(at, look)?,
                healed: None,
            });
        }
        // What nobody sees, as a file input behind a button, has only its selector and its tag.
        if let ([only], None, Some(css)) = (by_selector.as_slice(), at_selector, &wanted.selector) {
            let tag = look.page.name_str(look.page.tag(*only));
            if wanted.name.is_empty() && tag == wanted.role {
                return Ok(Met {
                    target: format!("css={css}"),
                    healed: None,
                });
            }
        }
        let now = Self::what_is_there(wanted, &by_selector, at_selector, look);
        let alike: Vec<usize> = (0..items.len())
            .filter(|&at| is_it(&items[at], wanted))
            .collect();
        match alike.as_slice() {
            [only] if !wanted.name.is_empty() => Ok(Met {
                target: self.target_at(*only, look)?,
                healed: Some(now),
            }),
            [] | [_] => {
                let near = near(items, wanted, at_selector);
                let candidates = self.candidates(&near, None, look);
                Err(Error::new(
                    ErrorKind::NotFound,
                    format!("expected {}, but {now}", expected(wanted)),
                )
                .with_hint(if candidates.is_empty() {
                    "take a `snapshot` to see what is there, and record the flow anew"
                } else {
                    "one of these may be what it is now; record the flow anew if it is"
                })
                .with_candidates(candidates))
            }
            several => {
                let first: Vec<usize> = several.iter().take(5).copied().collect();
                let candidates = self.candidates(&first, None, look);
                Err(Error::new(
                    ErrorKind::Ambiguous,
                    format!(
                        "expected {}, but {now}, and {} elements read like it",
                        expected(wanted),
                        several.len()
                    ),
                )
                .with_hint("record the flow anew: nothing tells which of these is meant")
                .with_candidates(candidates))
            }
        }
    }

    /// What the selector leads to now, in words.
    fn what_is_there(
        wanted: &FlowElement,
        by_selector: &[NodeId],
        at: Option<usize>,
        look: &Look,
    ) -> String {
        let Some(css) = &wanted.selector else {
            return "it was recorded without a selector".to_owned();
        };
        match (by_selector, at.and_then(|at| look.outline.items.get(at))) {
            ([], _) => format!("{css} matches nothing now"),
            ([_], Some(item)) => {
                let context = item.context.as_deref().map(Context::name);
                let inside = context.map_or(String::new(), |c| format!(" in {c:?}"));
                let line = line_of(None, item.role_name(), item.label());
                format!("{css} is {line}{inside} now")
            }
            ([_], None) => format!("what {css} matches cannot be seen now"),
            (several, _) => format!("{css} matches {} elements now", several.len()),
        }
    }

    /// A target that names exactly the item there.
    fn target_at(&mut self, at: usize, look: &Look) -> Result<String> {
        self.registry.assign_at(&look.outline, &[at]);
        let key = look.outline.items.get(at).map(|item| item.key);
        key.and_then(|key| self.registry.reference(key))
            .map(|reference| format!("@e{reference}"))
            .ok_or_else(|| Error::new(ErrorKind::StaleRef, "the element has gone"))
    }
}

/// Whether an item reads as what was recorded.
fn is_it(item: &Item, wanted: &FlowElement) -> bool {
    item.role_name() == wanted.role
        && item.label() == wanted.name
        && item.context.as_deref().map(Context::name) == wanted.context.as_deref()
}

fn expected(wanted: &FlowElement) -> String {
    match &wanted.context {
        Some(context) => format!("{} in {context:?}", wanted.described()),
        None => wanted.described(),
    }
}

/// What may be what was recorded: what its selector leads to, what is called the same, what has the role and shares a
/// word.
fn near(items: &[Item], wanted: &FlowElement, at_selector: Option<usize>) -> Vec<usize> {
    const MOST: usize = 5;
    let shares = |label: &str| {
        let mut words = wanted.name.split_whitespace().filter(|word| word.len() > 2);
        words.any(|word| {
            label
                .split_whitespace()
                .any(|other| other.eq_ignore_ascii_case(word))
        })
    };
    let is_named = |item: &Item| !wanted.name.is_empty() && item.label() == wanted.name;
    let is_near = |item: &Item| item.role_name() == wanted.role && shares(item.label());
    let mut found: Vec<usize> = at_selector.into_iter().collect();
    for test in [&is_named as &dyn Fn(&Item) -> bool, &is_near] {
        for at in (0..items.len()).filter(|&at| test(&items[at])) {
            if found.len() < MOST && !found.contains(&at) {
                found.push(at);
            }
        }
    }
    found
}

//! The act loop: find the target, check it, do, observe.

use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_engine::{Capabilities, Error, ErrorKind, Limits, Outcome, Result};
use surefoot_page::{DocumentId, MASK, NodeKey};
use surefoot_snapshot::Snapshot;
use surefoot_view::line_of;

use crate::find::Element;
use crate::observe::Before;
use crate::prepare::merge;
use crate::session::Look;
use crate::step::Step;
use crate::{ActionAnswer, Command, ElementLabel, Session};

/// How long a page that has just changed may take to count as being at rest.
const REST: Duration = Duration::from_millis(120);

/// How often the page is looked at for one action, when it changes around the element between the look and the action.
const LOOKS: u32 = 8;

/// What is to be done, and the page as it was when that was found out.
struct Aim {
    step: Step,
    before: Before,
    /// Whether what it is done to holds a password.
    is_password: bool,
}

impl Session {
    /// Does something and answers what was observed.
    pub(crate) async fn act(&mut self, command: Command, limits: Limits) -> Result<ActionAnswer> {
        let mut verb = command.past();
        let argument = command.argument();
        let asked = command.asked_value().map(ToOwned::to_owned);
        let mut looks = 1;
        let (before, is_password, target, outcome) = loop {
            let Aim {
                step,
                before,
                is_password,
            } = self.aim(command.clone(), limits).await?;
            let tab = &mut self.tabs.current_mut().tab;
            match step {
                Step::Go(destination) => {
                    let outcome = tab.navigate(destination, limits).await?;
                    if outcome.navigation.is_none() && !outcome.downloads.is_empty() {
                        verb = "downloaded";
                    }
                    break (before, is_password, None, outcome);
                }
                Step::Do(action, element) => match tab.perform(action, limits).await {
                    Ok(outcome) => break (before, is_password, element, outcome),
                    // Whether it is still what was meant shows the next look.
                    Err(error) if error.is_outdated() && looks < LOOKS => looks += 1,
                    Err(error) => return Err(self.named(error, element.as_ref(), limits).await),
                },
            }
        };
        let outcome = self.moved_if_needed(outcome, limits).await;
        let mut target = target;
        let mut effects = self
            .observe(before, outcome, target.as_ref(), limits)
            .await?;
        if let Some(target) = &mut target
            && target.label.reference.is_none()
        {
            target.label.reference = target.item.and_then(|key| self.registry.reference(key));
        }
        if effects.checked.is_some() {
            // An engine may put the same into words.
            effects.value = None;
        }
        if let (Some(value), Some(asked)) = (&effects.value, asked)
            && *value != asked
        {
            effects.value_asked = Some(asked);
        }
        if is_password {
            effects.value = effects.value.map(|v| mask(&v));
            effects.value_asked = effects.value_asked.map(|v| mask(&v));
        }
        self.note_action(&command, &effects);
        let reattached = target.as_ref().is_some_and(|t| t.reattached);
        Ok(ActionAnswer {
            verb,
            argument,
            target: target.map(|t| t.label),
            reattached,
            snapshot: None,
            effects,
        })
    }

    /// Finds out what a command comes down to on the page as it is now. An element that is not there yet is waited for
    /// while the page is moving, and no longer.
    async fn aim(&mut self, command: Command, limits: Limits) -> Result<Aim> {
        if command.goes() && self.has(Capabilities::SCRIPTS) {
            // It leads elsewhere, whatever is there now; and a page that hangs shall be left.
            let before = self.before_leaving();
            let step = Step::going(command)?;
            return Ok(Aim {
                step,
                before,
                is_password: false,
            });
        }
        let until = (Instant::now() + limits.patience).min(limits.deadline);
        let mut command = command;
        loop {
            let look = self.look(limits).await?;
            self.before_candidates = None;
            match self.step(command, &look, limits).await {
                Ok(step) => {
                    // The engine must be the only holder of the page when it changes it, or it would have to copy it.
                    let Look { page, outline, .. } = look;
                    let is_password = step
                        .element()
                        .is_some_and(|e| page.input_type(e.node) == "password");
                    let before = Before {
                        url: self.tabs.current().tab.url().to_owned(),
                        outline,
                        document: page.documents().first().map(|d| d.id),
                    };
                    return Ok(Aim {
                        step,
                        before,
                        is_password,
                    });
                }
                Err((error, again)) => {
                    let may_come =
                        matches!(error.kind(), ErrorKind::NotFound | ErrorKind::StaleRef);
                    if !may_come || !self.moved(until, limits).await? {
                        return Err(error);
                    }
                    self.take_back_candidates();
                    command = again;
                }
            }
        }
    }

    /// Waits until a page that is moving has moved on; `false`: it stands still, or the time is over.
    pub(crate) async fn moved(&mut self, until: Instant, limits: Limits) -> Result<bool> {
        if Instant::now() >= until {
            return Ok(false);
        }
        let tab = &mut self.tabs.current_mut().tab;
        if tab.is_quiet(limits).await? {
            return Ok(false);
        }
        // What is not at rest only because it has just changed comes to rest without an event.
        let limits = Limits {
            deadline: until.min(Instant::now() + REST),
            ..limits
        };
        match tab.next_change(limits).await {
            Ok(Some(outcome)) => {
                self.keep(outcome);
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(error) if error.kind() == ErrorKind::Timeout => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Keeps what was observed while waiting, to be told with what the command does.
    pub(crate) fn keep(&mut self, outcome: Outcome) {
        if let Some(navigation) = &outcome.navigation {
            self.tabs.current_mut().remember(navigation);
        }
        merge(&mut self.meanwhile, outcome);
    }

    /// What is known of the page that is about to be left, without looking.
    pub(crate) fn before_leaving(&self) -> Before {
        let (outline, document): (Arc<Snapshot>, Option<DocumentId>) = match &self.seen {
            Some(seen) => (Arc::clone(&seen.outline), seen.document),
            None => (Arc::default(), None),
        };
        Before {
            url: self.tabs.current().tab.url().to_owned(),
            outline,
            document,
        }
    }
}

/// An element as messages name it.
pub(crate) fn described(label: &ElementLabel) -> String {
    line_of(label.reference, &label.role, &label.name)
}

/// The identity of an element that was found.
pub(crate) fn key(element: &Element, look: &Look) -> Result<NodeKey> {
    look.page
        .key(element.node)
        .ok_or_else(|| Error::new(ErrorKind::StaleRef, "the element is not part of the page"))
}

/// A password as it is shown: that there is one, nothing else.
fn mask(value: &str) -> String {
    if value.is_empty() {
        String::new()
    } else {
        MASK.to_owned()
    }
}

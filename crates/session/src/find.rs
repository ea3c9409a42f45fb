//! From a target as written to one element, with errors that offer what may be meant.

use surefoot_engine::{Candidate, Error, ErrorKind, Limits, Result};
use surefoot_locate::{Found, Miss, Purpose, Staleness, Target, choose, nth, plain, resolve_ref};
use surefoot_page::{Facts, NodeId, NodeKey, NodeKind};
use surefoot_snapshot::{Context, Item, Shown};
use surefoot_view::line_of;

use crate::matched::Breadth;
use crate::session::Look;
use crate::{ElementLabel, Session};

/// An element that was found for a target.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Where it is in the page that was looked at.
    pub(crate) node: NodeId,
    /// Its identity, by which it is found in a later look at the page.
    pub(crate) key: Option<NodeKey>,
    /// The identity of what it is shown as: of a run of text, where that is what stands for it.
    pub(crate) item: Option<NodeKey>,
    /// Its position in the outline, if it is shown.
    pub(crate) shown: Option<usize>,
    /// What answers call it.
    pub(crate) label: ElementLabel,
    /// Whether it replaced the one that was shown.
    pub(crate) reattached: bool,
}

/// Where nothing matches, what was asked for, so that the error can say it.
enum Asked<'t> {
    /// A selector or a locator.
    Query(&'t str),
    /// A label phrase.
    Words(&'t str),
}

impl Session {
    /// Makes one element of a target. What it is needed for decides between elements of one name.
    pub(crate) async fn find(
        &mut self,
        target: &str,
        purpose: Purpose,
        look: &Look,
        limits: Limits,
    ) -> Result<Element> {
        self.before_candidates = None;
        match parse(target)? {
            Target::Ref(reference) => self.find_ref(target, reference, look),
            Target::Nth(of, number) => {
                let matches = self
                    .matched(&of, purpose, Breadth::All, look, limits)
                    .await?;
                match nth(&matches, number) {
                    Some(node) => Ok(self.element(node, None, false, look)),
                    None => Err(no_such_number(target, number, matches.all.len())),
                }
            }
            parsed => {
                let matches = self
                    .matched(&parsed, purpose, Breadth::One, look, limits)
                    .await?;
                let node = choose(&matches, &look.page, &look.outline).map_err(|miss| {
                    let (miss, asked) = match (miss, &parsed) {
                        (Miss::NotFound { .. }, Target::Words(text)) => (
                            plain::nothing_like(text, purpose, &look.page, &look.outline),
                            Asked::Words(text),
                        ),
                        (Miss::NotFound { .. }, Target::Locator(locator)) => {
                            let said = locator.name.as_ref().unwrap_or(&locator.value);
                            let page = &look.page;
                            let near =
                                plain::nothing_like(&said.text, purpose, page, &look.outline);
                            (near, Asked::Query(target))
                        }
                        (miss, _) => (miss, Asked::Query(target)),
                    };
                    self.explain_match(&asked, miss, look)
                })?;
                Ok(self.element(node, None, false, look))
            }
        }
    }

    fn find_ref(&mut self, target: &str, reference: u32, look: &Look) -> Result<Element> {
        let found = resolve_ref(reference, &self.registry, &look.page, &look.outline)
            .map_err(|miss| self.explain(target, Some(reference), miss, look))?;
        if let Found::Reattached(node) = found
            && let Some(key) = look.page.key(node)
        {
            self.registry.reattach(reference, key);
        }
        let reattached = matches!(found, Found::Reattached(_));
        let element = self.element(found.node(), Some(reference), reattached, look);
        if matches!(found, Found::Recounted(_)) {
            self.say(format!(
                "@e{reference} is now called {:?}",
                element.label.name
            ));
        }
        Ok(element)
    }

    /// All elements that a target names: one for a ref, any number for anything else.
    pub(crate) async fn find_all(
        &mut self,
        target: &str,
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<NodeId>> {
        self.before_candidates = None;
        match parse(target)? {
            Target::Ref(reference) => Ok(vec![self.find_ref(target, reference, look)?.node]),
            Target::Nth(of, number) => {
                let matches = self
                    .matched(&of, Purpose::Read, Breadth::All, look, limits)
                    .await?;
                Ok(nth(&matches, number).into_iter().collect())
            }
            // A phrase that fits one thing well does not mean all that has its words besides.
            words @ Target::Words(_) => {
                let matches = self
                    .matched(&words, Purpose::Read, Breadth::All, look, limits)
                    .await?;
                Ok(matches.best)
            }
            parsed => Ok(self
                .matched(&parsed, Purpose::Read, Breadth::All, look, limits)
                .await?
                .all),
        }
    }

    /// What has the focus, for what is done without naming an element.
    pub(crate) fn focused(&self, look: &Look) -> Option<Element> {
        let page = &look.page;
        let node = page
            .ids()
            .find(|&n| page.facts(n).contains(Facts::FOCUSED) && page.is_attached(n))?;
        Some(self.element(node, None, false, look))
    }

    pub(crate) fn element(
        &self,
        node: NodeId,
        reference: Option<u32>,
        reattached: bool,
        look: &Look,
    ) -> Element {
        let key = look.page.key(node);
        let shown = key.and_then(|k| look.outline.position(k));
        // A run of text stands for the element it is in.
        let acted_on = match look.page.kind(node) {
            NodeKind::Text => look.page.flat_parent(node).unwrap_or(node),
            _ => node,
        };
        let mut label = match shown.and_then(|at| look.outline.items.get(at)) {
            Some(item) => self.label(item),
            None => ElementLabel {
                reference: None,
                role: look.page.name_str(look.page.tag(acted_on)).to_owned(),
                name: String::new(),
            },
        };
        label.reference = reference.or_else(|| key.and_then(|k| self.registry.reference(k)));
        Element {
            node: acted_on,
            key: look.page.key(acted_on),
            item: key,
            shown,
            label,
            reattached,
        }
    }

    /// What answers call an item.
    pub(crate) fn label(&self, item: &Item) -> ElementLabel {
        ElementLabel {
            reference: item.reference.or_else(|| self.registry.reference(item.key)),
            role: item.role_name().to_owned(),
            name: item.label().to_owned(),
        }
    }

    /// What answers call an element known by its identity.
    pub(crate) fn label_of(&self, key: NodeKey, look: &Look) -> ElementLabel {
        match look
            .outline
            .position(key)
            .and_then(|at| look.outline.items.get(at))
        {
            Some(item) => self.label(item),
            None => {
                let role = look
                    .page
                    .find(key)
                    .map_or("", |n| look.page.name_str(look.page.tag(n)));
                ElementLabel {
                    reference: self.registry.reference(key),
                    role: role.to_owned(),
                    name: String::new(),
                }
            }
        }
    }

    /// Candidates for an error. They get refs, so that the next command can name them; what was called by `retired` gets
    /// another one.
    pub(crate) fn candidates(
        &mut self,
        positions: &[usize],
        retired: Option<u32>,
        look: &Look,
    ) -> Vec<Candidate> {
        self.before_candidates = Some(self.registry.clone());
        if let Some(reference) = retired {
            self.registry.retire(reference);
        }
        self.registry.assign_at(&look.outline, positions);
        positions
            .iter()
            .filter_map(|&at| look.outline.items.get(at))
            .map(|item| candidate(self.label(item), Some(item)))
            .collect()
    }

    /// Takes back the refs that the last error gave to its candidates: it is not told, so they were not shown. What was
    /// not shown must not count as shown: the next look would take a recycled element for the one that is meant.
    pub(crate) fn take_back_candidates(&mut self) {
        if let Some(registry) = self.before_candidates.take() {
            self.registry = registry;
        }
    }

    fn explain(&mut self, target: &str, reference: Option<u32>, miss: Miss, look: &Look) -> Error {
        let number = reference.map_or_else(|| target.to_owned(), |r| format!("@e{r}"));
        match miss {
            Miss::UnknownRef => {
                let last = self.registry.last();
                let known = if last == 0 {
                    "no refs were given yet".to_owned()
                } else {
                    format!("refs go up to @e{last}")
                };
                Error::new(
                    ErrorKind::UnknownRef,
                    format!("no element was ever shown as {number}; {known}"),
                )
                .with_hint("take a `snapshot` and use a ref from it")
            }
            Miss::Folded(fold) => Error::new(
                ErrorKind::WrongKind,
                format!(
                    "{number} is no element: it stands for {} {} that were not shown",
                    fold.count,
                    fold.what.trim_end_matches(" like these")
                ),
            )
            .with_hint(format!(
                "`snapshot --expand {}` shows them, with their refs",
                number.trim_start_matches("@e")
            )),
            Miss::Forgotten => Error::new(
                ErrorKind::StaleRef,
                format!("{number} belonged to a page that is long gone"),
            )
            .with_hint("take a `snapshot` and use a ref from it"),
            Miss::Stale {
                was,
                reason,
                now,
                candidates,
            } => {
                // What stands there now is another thing: whoever repeats the command must not meet it.
                let retired = reference.filter(|_| now.is_some());
                let candidates = self.candidates(&candidates, retired, look);
                stale(
                    &number,
                    &was,
                    reason,
                    now.and_then(|at| look.outline.items.get(at)),
                )
                .with_hint(if candidates.is_empty() {
                    "take a `snapshot` to see what is there now"
                } else {
                    "one of these may be meant; a `snapshot` shows the rest"
                })
                .with_candidates(candidates)
            }
            miss => self.explain_match(&Asked::Query(target), miss, look),
        }
    }

    /// Why nothing that matches is the element that was meant.
    fn explain_match(&mut self, asked: &Asked<'_>, miss: Miss, look: &Look) -> Error {
        let (Asked::Query(text) | Asked::Words(text)) = asked;
        match miss {
            Miss::Ambiguous { count, candidates } => {
                let candidates = self.candidates(&candidates, None, look);
                let hint = match candidates.as_slice() {
                    [] => "write a target that only the one that is meant matches",
                    _ => "use the ref of the one that is meant, or a target that only it matches",
                };
                Error::new(
                    ErrorKind::Ambiguous,
                    format!("{count} elements match {text:?}"),
                )
                .with_hint(hint)
                .with_candidates(candidates)
            }
            Miss::TooMany { count } => Error::new(
                ErrorKind::Ambiguous,
                format!("{count} elements match {text:?}, far too many to be one of them"),
            )
            .with_hint("name the element by the ref that a `snapshot` shows, or say which one: `TARGET >> nth=0` is the first"),
            other => {
                let candidates = match other {
                    Miss::NotFound { candidates } => self.candidates(&candidates, None, look),
                    _ => Vec::new(),
                };
                let message = match asked {
                    Asked::Words(text) if plain::looks_like_css(text) => {
                        format!("nothing on the page matches {text:?}, read as a CSS selector or as a label")
                    }
                    Asked::Words(text) => format!("nothing on the page is called {text:?}"),
                    Asked::Query(text) => format!("nothing on the page matches {text:?}"),
                };
                Error::new(ErrorKind::NotFound, message)
                    .with_hint(if candidates.is_empty() {
                        "take a `snapshot` and use a ref from it, as in `click 5`"
                    } else {
                        "use the ref of the one that is meant"
                    })
                    .with_candidates(candidates)
            }
        }
    }
}

/// That there are not so many.
fn no_such_number(target: &str, number: i32, count: usize) -> Error {
    Error::new(
        ErrorKind::NotFound,
        format!("{target:?} is not on the page: {count} elements match, and number {number} is not among them"),
    )
    .with_hint("they are counted from 0; -1 is the last")
}

/// An element that may be meant, as errors offer it.
pub(crate) fn candidate(label: ElementLabel, item: Option<&Item>) -> Candidate {
    let context = item.and_then(|item| item.context.as_deref());
    Candidate {
        reference: label.reference,
        role: label.role,
        name: label.name,
        context: context.map(|context| context.name().to_owned()),
    }
}

/// Where something is.
fn inside(context: Option<&str>) -> String {
    context.map_or_else(
        || " in nothing in particular".to_owned(),
        |c| format!(" in {c:?}"),
    )
}

fn parse(target: &str) -> Result<Target> {
    Target::parse(target).map_err(|error| {
        Error::new(ErrorKind::InvalidArgument, error.to_string()).with_hint(
            "a target is a ref from a snapshot (5, @e5), a label (\"the Sign In button\"), text=, role=, label= …, or a CSS selector",
        )
    })
}

fn stale(number: &str, was: &Shown, reason: Staleness, now: Option<&Item>) -> Error {
    let what = format!("{number} was {}", line_of(None, was.role_name, &was.label));
    let message = match (reason, now) {
        (Staleness::OtherDocument, _) => {
            format!("{what} on {}, which is not the page any more", was.url)
        }
        (Staleness::Changed, Some(item)) => {
            format!(
                "{what}, but what stands there now is {}",
                line_of(None, item.role_name(), item.label())
            )
        }
        (Staleness::Elsewhere, Some(item)) => {
            format!(
                "{what}{}, but stands{} now",
                inside(was.context.as_deref().map(Context::name)),
                inside(item.context.as_deref().map(Context::name))
            )
        }
        _ => format!("{what}, which is not on the page any more"),
    };
    Error::new(ErrorKind::StaleRef, message)
}

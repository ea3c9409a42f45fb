//! Errors of engines in the agent's words: engines know elements by identity, agents by ref, role and name. What covers
//! an element is named, with the control that makes it go away.

use surefoot_engine::{Error, ErrorKind, Limits};
use surefoot_page::NodeKey;
use surefoot_snapshot::facts::{DismissFrom, way_out};
use surefoot_snapshot::{Item, Role};
use surefoot_view::line_of;

use crate::Session;
use crate::act::described;
use crate::find::{Element, candidate};
use crate::session::Look;

/// Whether it stands in front of the page as a whole.
fn is_dialog(item: &Item) -> bool {
    matches!(item.role, Role::Dialog | Role::Alertdialog)
}

impl Session {
    /// An engine's error with the elements as the agent knows them.
    pub(crate) async fn named(
        &mut self,
        error: Error,
        element: Option<&Element>,
        limits: Limits,
    ) -> Error {
        let Some(culprit) = error.culprit() else {
            return naming(error, element);
        };
        let Ok(look) = self.look(limits).await else {
            return naming(error, element);
        };
        let Some(Cover { at, inside }) = shown(culprit, &look) else {
            return naming(error, element);
        };
        let exit = exit(&look, culprit, &inside);
        let positions: Vec<usize> = std::iter::once(at).chain(exit).collect();
        self.registry.assign_at(&look.outline, &positions);
        let called = |at: usize| look.outline.items.get(at).map(|item| self.label(item));
        let Some(culprit) = called(at) else {
            return naming(error, element);
        };
        let subject = element.map_or_else(|| "it".to_owned(), |e| described(&e.label));
        let message = match error.kind() {
            ErrorKind::Obscured => format!("{subject} is obscured by {}", described(&culprit)),
            _ => format!("{subject}: {}, by {}", error.message(), described(&culprit)),
        };
        let mut named = Error::new(error.kind(), message);
        let mut candidates = Vec::new();
        match exit.and_then(called) {
            Some(control) => {
                let by = control
                    .reference
                    .map_or_else(|| "it".to_owned(), |r| r.to_string());
                named = named.with_hint(format!(
                    "`click {by}` ({}) may make it go away; --force acts regardless",
                    line_of(None, &control.role, &control.name)
                ));
                candidates.push(candidate(control, None));
            }
            None => {
                named = named.with_hint(
                    error
                        .hint()
                        .unwrap_or(
                            "scroll, or close what is in front; a `snapshot` shows what is there",
                        )
                        .to_owned(),
                );
            }
        }
        candidates.push(candidate(culprit, None));
        named.with_candidates(candidates)
    }
}

/// What covers something, as the outline has it.
struct Cover {
    /// The item it is called by.
    at: usize,
    /// The items inside of it.
    inside: Vec<usize>,
}

/// The control that makes go away what covers something: that of the overlay it is in, if it is in one, as snapshots say.
fn exit(look: &Look, culprit: NodeKey, inside: &[usize]) -> Option<usize> {
    let outline = &look.outline;
    let first = inside.first().and_then(|&at| outline.items.get(at));
    let first = first.map(|item| item.key);
    let overlay = outline.overlays.iter().find(|overlay| {
        overlay.node == culprit || first.is_some_and(|key| overlay.inside.contains(&key))
    });
    match overlay.and_then(|overlay| overlay.dismiss) {
        Some(dismiss) => outline.position(dismiss),
        None => way_out(outline, inside, DismissFrom::Anything),
    }
}

/// Where the outline shows an element. A dialog around it stands for it: that is what has to be closed. One without a
/// meaning of its own is called by the first thing inside it, or else by what it is in.
fn shown(key: NodeKey, look: &Look) -> Option<Cover> {
    let page = &look.page;
    let items = &look.outline.items;
    let node = page.find(key)?;
    let position = |node| look.outline.position(page.key(node)?);
    let mut inside = Vec::new();
    for step in page.walk(node) {
        if let surefoot_page::Step::Enter(node) = step {
            inside.extend(position(node));
        }
    }
    let mut around = std::iter::successors(Some(node), |&n| page.flat_parent(n));
    let nearest = position(node).or_else(|| around.find_map(position));
    let parents = std::iter::successors(nearest, |&at| {
        items.get(at)?.parent.map(|parent| parent as usize)
    });
    let dialog = parents
        .into_iter()
        .find(|&at| items.get(at).is_some_and(is_dialog));
    match dialog {
        Some(at) => Some(Cover {
            at,
            inside: (at..look.outline.end_of(at)).collect(),
        }),
        None => {
            let at = position(node)
                .or_else(|| inside.first().copied())
                .or(nearest)?;
            Some(Cover { at, inside })
        }
    }
}

/// An engine's error with the element as the agent knows it: the engine has only its tag.
fn naming(error: Error, element: Option<&Element>) -> Error {
    let about_it = matches!(
        error.kind(),
        ErrorKind::WrongKind
            | ErrorKind::NotEditable
            | ErrorKind::NotVisible
            | ErrorKind::Obscured
            | ErrorKind::InvalidArgument
            | ErrorKind::Unsupported
            | ErrorKind::NotFound
            | ErrorKind::StaleRef
            | ErrorKind::Disabled
    );
    match element.map(|e| &e.label) {
        Some(label) if about_it && (label.reference.is_some() || !label.name.is_empty()) => {
            let mut named = Error::new(
                error.kind(),
                format!("{}: {}", described(label), error.message()),
            )
            .with_candidates(error.candidates().to_vec());
            if let Some(hint) = error.hint() {
                named = named.with_hint(hint);
            }
            named
        }
        _ => error,
    }
}

//! Errors of engines in the agent's words: engines know elements by identity, agents by ref, role and name. What covers
//! an element is named, with the control that makes it go away.

use surefoot_engine::{Candidate, Error, ErrorKind, Limits};
use surefoot_page::NodeKey;
use surefoot_snapshot::{Item, Role, Snapshot};
use surefoot_view::line_of;

use crate::act::described;
use crate::find::Element;
use crate::session::Look;
use crate::{ElementLabel, Session};

/// What is written on controls that make something go away, likeliest first. In front of a page, a way out is better
/// than an agreement.
const CLOSING: &[&str] = &[
    "close",
    "×",
    "✕",
    "✖",
    "x",
    "dismiss",
    "no thanks",
    "no, thanks",
    "not now",
    "maybe later",
    "later",
    "reject all",
    "reject",
    "decline",
    "only necessary",
    "necessary only",
    "got it",
    "ok",
    "okay",
    "i understand",
    "understood",
    "accept all",
    "accept",
    "agree",
    "i agree",
    "allow",
    "cancel",
    "skip",
    "continue",
    "done",
];

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
        let Some(at) = shown(culprit, &look) else {
            return naming(error, element);
        };
        let exit = way_out(&look.outline, at);
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
                candidates.push(candidate(control));
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
        candidates.push(candidate(culprit));
        named.with_candidates(candidates)
    }
}

fn candidate(label: ElementLabel) -> Candidate {
    Candidate {
        reference: label.reference,
        role: label.role,
        name: label.name,
    }
}

/// Where the outline shows an element, or what it is inside of. A dialog around it stands for it: that is what has to be
/// closed.
fn shown(key: NodeKey, look: &Look) -> Option<usize> {
    let page = &look.page;
    let items = &look.outline.items;
    let node = page.find(key)?;
    let around = std::iter::successors(Some(node), |&n| page.flat_parent(n));
    let at = around
        .filter_map(|n| look.outline.position(page.key(n)?))
        .next()
        // Something without a meaning of its own, which has things inside that have.
        .or_else(|| {
            let mut walk = page.walk(node);
            std::iter::from_fn(move || walk.next())
                .filter_map(|step| match step {
                    surefoot_page::Step::Enter(n) => look.outline.position(page.key(n)?),
                    surefoot_page::Step::Leave(_) => None,
                })
                .next()
        })?;
    let parents = std::iter::successors(Some(at), |&at| {
        items.get(at)?.parent.map(|parent| parent as usize)
    });
    let dialog = parents
        .into_iter()
        .find(|&at| items.get(at).is_some_and(is_dialog));
    Some(dialog.unwrap_or(at))
}

/// The control inside an item that makes it go away: one that says so, or the only button.
fn way_out(outline: &Snapshot, at: usize) -> Option<usize> {
    let buttons: Vec<usize> = (at..outline.end_of(at))
        .filter(|&at| {
            outline.items.get(at).is_some_and(|item| {
                matches!(item.role, Role::Button | Role::Link) || item.is_cursor_interactive()
            })
        })
        .filter(|&at| outline.items.get(at).is_some_and(|i| !i.states.disabled))
        .collect();
    let label = |at: usize| {
        outline
            .items
            .get(at)
            .map(|item| item.label().trim().to_lowercase())
            .unwrap_or_default()
    };
    let rank = |at: usize| {
        let label = label(at);
        CLOSING
            .iter()
            .position(|&word| label == word)
            .map(|rank| (0, rank))
            .or_else(|| {
                CLOSING
                    .iter()
                    .position(|&word| word.len() > 2 && starts_with_word(&label, word))
                    .map(|rank| (1, rank))
            })
    };
    let said = buttons
        .iter()
        .filter_map(|&at| rank(at).map(|rank| (rank, at)))
        .min()
        .map(|(_, at)| at);
    let real: Vec<usize> = buttons
        .iter()
        .copied()
        .filter(|&at| {
            outline
                .items
                .get(at)
                .is_some_and(|item| item.role == Role::Button)
        })
        .collect();
    said.or(match real.as_slice() {
        [only] => Some(*only),
        _ => None,
    })
}

/// Whether a label begins with a word: `close dialog` with `close`, `closest shop` not.
fn starts_with_word(label: &str, word: &str) -> bool {
    label
        .strip_prefix(word)
        .is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
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

#[cfg(test)]
mod tests {
    use super::starts_with_word;

    #[test]
    fn a_word_ends_where_letters_do() {
        for (label, word, expected) in [
            ("close dialog", "close", true),
            ("closest shop", "close", false),
            ("close", "close", false),
            ("accept all cookies", "accept all", true),
        ] {
            assert_eq!(starts_with_word(label, word), expected, "{label}");
        }
    }
}

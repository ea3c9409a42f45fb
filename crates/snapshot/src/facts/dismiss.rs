//! [`way_out`]: the control that makes what it is in go away.

use crate::{Item, Role, Snapshot};

/// What is written on controls that make something go away, likeliest first. In front of a page, a way out is better
/// than an agreement.
const CLOSING: &[&str] = &[
    "close",
    "×",
    "✕",
    "✖",
    "x",
    "dismiss",
    "schließen",
    "fermer",
    "cerrar",
    "chiudi",
    "sluiten",
    "fechar",
    "关闭",
    "閉じる", // answers follow
    "no thanks",
    "no, thanks",
    "not now",
    "maybe later",
    "later",
    "reject all",
    "reject",
    "decline",
    "refuse",
    "only necessary",
    "necessary only",
    "alle ablehnen",
    "ablehnen",
    "tout refuser",
    "refuser",
    "rechazar",
    "rifiuta",
    "weigeren",
    "rejeitar",
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
    "allow all",
    "alle akzeptieren",
    "akzeptieren",
    "zustimmen",
    "verstanden",
    "tout accepter",
    "accepter",
    "aceptar",
    "accetta",
    "accepteren",
    "aceitar",
    "同意",
    "接受",
    "同意する", // the rest follows
    "cancel",
    "skip",
    "continue",
    "done",
];

/// Where in [`CLOSING`] the answers to a question begin and end.
const ANSWERS: std::ops::Range<usize> = 14..CLOSING.len() - 4;

/// What a way out is looked for in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// Something that is in the way.
    Anything,
    /// A question for consent: any answer makes it go away, so the page's first is as good as any.
    Question,
}

/// The control among these items that makes what they are in go away, as an index into the items of the outline: one
/// that says so, or the only button.
pub fn way_out(outline: &Snapshot, inside: &[usize], from: From) -> Option<usize> {
    among(&outline.items, &inside.iter().copied(), from)
}

pub(crate) fn among(
    items: &[Item],
    inside: &(impl Iterator<Item = usize> + Clone),
    from: From,
) -> Option<usize> {
    let usable = |item: &Item| {
        let is_control =
            matches!(item.role, Role::Button | Role::Link) || item.is_cursor_interactive();
        is_control && !item.states.disabled
    };
    let controls = || {
        inside
            .clone()
            .filter_map(|at| items.get(at).map(|item| (at, item)))
            .filter(|(_, item)| usable(item))
    };
    let said = controls()
        .filter_map(|(at, item)| {
            rank(item.label(), from)
                .or_else(|| rank(&item.clue, from))
                .map(|rank| (rank, at))
        })
        .min();
    if let Some((_, at)) = said {
        return Some(at);
    }
    let mut buttons = controls().filter(|(_, item)| item.role == Role::Button);
    match (buttons.next(), buttons.next()) {
        (Some((only, _)), None) => Some(only),
        _ => None,
    }
}

/// How likely what is written on a control means that it makes something go away; the lower, the likelier.
fn rank(label: &str, from: From) -> Option<(u8, usize)> {
    if label.len() > LONGEST {
        return None;
    }
    let label = label.trim().to_lowercase();
    let exactly = CLOSING.iter().position(|&word| label == word);
    let begins = |word: &&str| word.len() > 2 && starts_with_word(&label, word);
    let found = exactly
        .map(|rank| (0, rank))
        .or_else(|| CLOSING.iter().position(begins).map(|rank| (1, rank)));
    found.map(|(kind, rank)| match from {
        From::Question if ANSWERS.contains(&rank) => (kind, ANSWERS.start),
        _ => (kind, rank),
    })
}

/// What is longer than this, in bytes, is no label of a control that closes.
const LONGEST: usize = 100;

/// Whether a label begins with a word: `close dialog` with `close`, `closest shop` not.
fn starts_with_word(label: &str, word: &str) -> bool {
    label
        .strip_prefix(word)
        .is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn answers_are_alike_in_a_question() {
        assert_eq!(CLOSING[ANSWERS.start], "no thanks");
        assert_eq!(CLOSING[ANSWERS.end], "cancel");
        assert!(rank("Reject all", From::Anything) < rank("Accept all", From::Anything));
        assert_eq!(
            rank("Reject all", From::Question),
            rank("Accept all", From::Question)
        );
        assert!(rank("Close", From::Question) < rank("OK", From::Question));
        assert_eq!(rank("Settings", From::Question), None);
    }
}

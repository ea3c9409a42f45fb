//! [`Alert`]: messages that can be seen now.

use rustc_hash::FxHashSet;
use surefoot_aria::Role;
use surefoot_page::{NodeId, NodeKey, collapsed, name};

use super::scene::Scene;
use super::{Input, words};

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AlertKind {
    /// Something went wrong.
    Error,
    /// Something was done.
    Success,
    /// Something is to be heeded.
    Warning,
    /// Anything else.
    Info,
}

impl AlertKind {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            AlertKind::Error => "error",
            AlertKind::Success => "success",
            AlertKind::Warning => "warning",
            AlertKind::Info => "info",
        }
    }
}

/// A message that can be seen now (S3-28 to S3-30).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alert {
    /// What it is about.
    pub kind: AlertKind,
    /// What it says, white space collapsed; at most 500 characters.
    pub text: Box<str>,
    /// The element that says it.
    pub node: NodeKey,
}

/// The longest text of a message, in characters.
const LONGEST: usize = 500;
/// So many messages are told of.
const MOST: usize = 50;

/// Words in classes that say of what kind a message is.
const KINDS: &[(AlertKind, &[&str])] = &[
    (
        AlertKind::Error,
        &[
            "error",
            "errors",
            "errorlist",
            "errormessage",
            "danger",
            "failure",
            "invalid",
            "fail",
        ],
    ),
    (
        AlertKind::Success,
        &["success", "ok", "confirmation", "positive"],
    ),
    (AlertKind::Warning, &["warning", "warn", "caution"]),
    (AlertKind::Info, &["info", "information", "notice", "note"]),
];

/// Words in classes that say that it is a message at all.
const MESSAGES: &[&str] = &[
    "alert",
    "flash",
    "toast",
    "message",
    "messages",
    "msg",
    "feedback",
    "notification",
    "banner",
    "callout",
    "snackbar",
];

/// Words that with one for an error say so, too; a `text-success` is but green.
const OF_ERRORS: &[&str] = &["text", "label", "box", "summary", "list"];

/// Classes that are messages by themselves.
const ALONE: &[&str] = &[
    "alert",
    "flash",
    "toast",
    "snackbar",
    "error",
    "errors",
    "errorlist",
    "errormessage",
];

/// What is written in messages of each kind, where nothing else says it.
const WRITTEN: &[(AlertKind, &[&str])] = &[
    (
        AlertKind::Error,
        &[
            "invalid",
            "incorrect",
            "error",
            "errors",
            "failed",
            "wrong",
            "denied",
            "required",
            "must",
            "cannot",
            "can't",
            "could not",
            "couldn't",
            "not found",
            "expired",
            "unable",
            "does not match",
            "don't match",
            "do not match",
            "not valid",
            "too short",
            "too long",
            "already taken",
            "already exists",
            "ungültig",
            "fehler",
            "erreur",
        ],
    ),
    (
        AlertKind::Success,
        &[
            "success",
            "successfully",
            "saved",
            "thank you",
            "thanks",
            "created",
            "updated",
            "deleted",
            "sent",
            "added",
            "removed",
            "complete",
            "completed",
            "confirmed",
            "erfolgreich",
        ],
    ),
    (
        AlertKind::Warning,
        &["warning", "caution", "careful", "attention"],
    ),
];

/// The messages of a page, in document order; what is wrong with a field is one, too (S3-43).
pub(super) fn alerts(scene: &Scene<'_, '_>, inputs: &[Input]) -> Vec<Alert> {
    let page = scene.page;
    let mut found = Vec::new();
    let mut said: FxHashSet<Box<str>> = FxHashSet::default();
    // The elements come parents first; what is in a message is part of it.
    let mut taken = vec![false; page.len()];
    for &node in &scene.elements {
        let is_inside = page
            .parent(node)
            .is_some_and(|parent| taken[parent.index()]);
        taken[node.index()] = is_inside;
        if is_inside || found.len() >= MOST || scene.semantics.is_excluded(node) {
            continue;
        }
        let Some(kind) = marked(scene, node) else {
            continue;
        };
        if !scene.is_seen(node) {
            continue;
        }
        taken[node.index()] = true;
        let text = collapsed(&page.rendered_text(node));
        let (text, was_cut) = words::cut(&text, LONGEST);
        // Half a page is no message, whatever its class is called.
        if was_cut && !is_by_role(scene, node) {
            continue;
        }
        let Some(key) = page
            .key(node)
            .filter(|_| text.contains(char::is_alphabetic))
        else {
            continue;
        };
        if said.insert(text.into()) {
            found.push(Alert {
                kind: kind.unwrap_or_else(|| written(text)),
                text: text.into(),
                node: key,
            });
        }
    }
    for input in inputs.iter().filter(|input| !input.error.is_empty()) {
        let is_new = !said.iter().any(|text| text.contains(&*input.error));
        if is_new && found.len() < MOST {
            said.insert(input.error.clone());
            found.push(Alert {
                kind: AlertKind::Error,
                text: input.error.clone(),
                node: input.node,
            });
        }
    }
    found
}

/// Whether the markup says that an element is a message, and if it does, of which kind.
#[expect(
    clippy::option_option,
    reason = "no message, one of no kind, one of a kind"
)]
fn marked(scene: &Scene<'_, '_>, node: NodeId) -> Option<Option<AlertKind>> {
    let page = scene.page;
    let role = scene.semantics.role(node);
    if role.is_interactive() || matches!(role, Role::Alertdialog | Role::Dialog | Role::Heading) {
        return None;
    }
    if matches!(
        page.html_tag(node),
        name::HTML | name::BODY | name::MAIN | name::FORM | name::INPUT
    ) {
        return None;
    }
    let classes = page.attr(node, name::CLASS).unwrap_or_default();
    let class_says = || {
        classes
            .split_ascii_whitespace()
            .take(20)
            .find_map(class_kind)
    };
    if is_by_role(scene, node) {
        return Some(class_says().flatten());
    }
    match role {
        // In a menu, a table or a text such words mean something else.
        Role::Listitem | Role::Cell | Role::Row | Role::Code | Role::Navigation => None,
        _ => class_says(),
    }
}

/// Whether its role says that it is a message.
fn is_by_role(scene: &Scene<'_, '_>, node: NodeId) -> bool {
    let live = scene.page.attr(node, name::ARIA_LIVE);
    matches!(scene.semantics.role(node), Role::Alert | Role::Status)
        || live.is_some_and(|live| live.eq_ignore_ascii_case("assertive"))
}

/// Whether a class is that of a message, and of which kind.
#[expect(
    clippy::option_option,
    reason = "no message, one of no kind, one of a kind"
)]
fn class_kind(class: &str) -> Option<Option<AlertKind>> {
    let parts: Vec<String> = words::parts(class).collect();
    let kind = KINDS.iter().find_map(|(kind, words)| {
        parts
            .iter()
            .any(|part| words.contains(&part.as_str()))
            .then_some(*kind)
    });
    let named = |part: &String| {
        MESSAGES.contains(&part.as_str())
            || kind == Some(AlertKind::Error) && OF_ERRORS.contains(&part.as_str())
    };
    let is_alone = |part: &String| ALONE.contains(&part.as_str());
    let is_message = match parts.as_slice() {
        [only] => is_alone(only),
        // `alert-danger`, `error-message`, `form-error`, but neither `alert-link` nor `btn-success`.
        [first, last] => {
            kind.is_some() && (named(first) || named(last))
                || matches!(first.as_str(), "form" | "field" | "input" | "page")
                    && matches!(last.as_str(), "error" | "errors" | "success" | "alert")
        }
        // BEM and the like: `form-field__error-message`, `c-alert--error`.
        [.., before, last] => kind.is_some() && (named(before) || named(last)),
        [] => false,
    };
    is_message.then_some(kind)
}

fn written(text: &str) -> AlertKind {
    let text = text.to_lowercase();
    WRITTEN
        .iter()
        .find(|(_, phrases)| words::has_any(&text, phrases))
        .map_or(AlertKind::Info, |(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_messages() {
        let check = |class: &str, expected: Option<Option<AlertKind>>| {
            assert_eq!(class_kind(class), expected, "{class}");
        };
        check("alert", Some(None));
        check("alert-danger", Some(Some(AlertKind::Error)));
        check("errorMessage", Some(Some(AlertKind::Error)));
        check("form-error", Some(Some(AlertKind::Error)));
        check("c-alert--success", Some(Some(AlertKind::Success)));
        check("invalid-feedback", Some(Some(AlertKind::Error)));
        check("alert-link", None);
        check("btn-success", None);
        check("message", None);
        check("info", None);
        check("text-success", None);
        check("text-error", Some(Some(AlertKind::Error)));
    }
}

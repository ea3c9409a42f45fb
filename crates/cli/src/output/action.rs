//! The answer to an action as text: what was done, then a line for each effect that was observed.

use std::time::SystemTime;

use surefoot_engine::{ContentKind, Navigation, NavigationKind};
use surefoot_session::{ActionAnswer, ChangeLine, Effects, ElementLabel};
use surefoot_snapshot::{Item, Snapshot};
use surefoot_view::escape::{line_safe, quoted};
use surefoot_view::{Format, Meta, line_of, render};

use super::{Speech, around};
use crate::words::size;

/// What does nothing to the page, so that nothing is to be observed of it.
const QUIET: [&str; 5] = [
    "waited",
    "moved the mouse",
    "held down",
    "released",
    "wrote to the clipboard",
];

/// The lines.
pub(super) fn text(action: &ActionAnswer, speech: Speech) -> String {
    let effects = &action.effects;
    let mut lines = vec![first_line(action)];
    if let Some(navigation) = &effects.navigation {
        navigated(
            &mut lines,
            navigation,
            effects.url.as_ref().map(|(before, _)| before.as_str()),
        );
    } else if let Some((before, after)) = &effects.url {
        lines.push(format!(
            "url: {} (was {})",
            line_safe(after),
            line_safe(before)
        ));
    }
    if let Some(title) = &effects.title {
        lines.push(format!("title: {}", quoted(title)));
    }
    if let Some(checked) = effects.checked {
        lines.push(format!("checked: {checked}"));
    }
    if let Some(value) = &effects.value {
        lines.push(match &effects.value_asked {
            Some(asked) => format!("value: {} (asked for {})", quoted(value), quoted(asked)),
            None => format!("value: {}", quoted(value)),
        });
    }
    if let Some(focus) = effects
        .focus
        .as_ref()
        .filter(|focus| says_more(focus, action))
    {
        lines.push(format!("focus: {}", label(focus)));
    }
    for (control, message) in &effects.validation {
        lines.push(format!(
            "invalid: {}: {}",
            label(control),
            line_safe(message)
        ));
    }
    for alert in &effects.alerts {
        lines.push(format!("alert: {}", quoted(alert)));
    }
    for dialog in &effects.dialogs {
        lines.push(format!("dialog: {}", around::dialog(dialog, speech)));
    }
    if let Some((control, multiple)) = &effects.chooser {
        let of = control
            .as_ref()
            .map(|control| format!(" of {}", label(control)))
            .unwrap_or_default();
        let files = if *multiple { "files" } else { "a file" };
        lines.push(format!(
            "file chooser{of} waits for {files}: {}",
            speech.say("`upload --chooser FILE`")
        ));
    }
    if let Some(to) = effects.scrolled {
        lines.push(format!("scrolled: {}", around::scrolled(to)));
    }
    for download in &effects.downloads {
        let path = download.path.to_string_lossy();
        lines.push(format!(
            "download: {} ({}, {})",
            line_safe(&path),
            size(download.size),
            line_safe(&download.mime)
        ));
    }
    for tab in &effects.opened {
        let behind = if tab.current {
            String::new()
        } else {
            let how = format!("`tab {}` goes there", tab.number);
            format!(" (behind this one; {})", speech.say(&how))
        };
        lines.push(format!(
            "new tab: {}: {} {}{behind}",
            tab.number,
            quoted(&tab.title),
            line_safe(&tab.url)
        ));
    }
    for tab in &effects.closed {
        lines.push(format!(
            "tab closed: {}: {}",
            tab.number,
            line_safe(&tab.url)
        ));
    }
    // A delta of the page says all that.
    let delta = action
        .snapshot
        .as_ref()
        .and_then(|shot| shot.since.as_ref());
    if let Some(changes) = effects.changes.as_ref().filter(|_| delta.is_none()) {
        lines.push(super::delta::summary(changes));
        lines.extend(
            changes
                .lines
                .iter()
                .map(|line| format!("  {}", change(line))),
        );
        let more = (changes.added + changes.removed + changes.changed + changes.moved)
            .saturating_sub(changes.lines.len());
        if more > 0 {
            lines.push(format!(
                "  … {more} more: {}",
                speech.say("`surefoot snapshot` shows the page")
            ));
        }
    }
    if effects.is_empty() && !QUIET.contains(&action.verb) {
        lines.push("no observable effect".to_owned());
    }
    lines.extend(
        effects
            .notes
            .iter()
            .map(|note| format!("note: {}", line_safe(&speech.say(&note.text)))),
    );
    let mut out = lines.join("\n");
    out.push('\n');
    if let Some(shot) = &action.snapshot {
        out.push_str(&super::snapshot::after(shot, speech));
    }
    out
}

/// Whether it is worth a line where the focus is: on another element than those that are named anyway, or nothing else
/// was seen.
fn says_more(focus: &ElementLabel, action: &ActionAnswer) -> bool {
    let only = Effects {
        focus: Some(focus.clone()),
        ..Effects::default()
    };
    let refused = action.effects.validation.iter().map(|(control, _)| control);
    action.effects == only
        || !action
            .target
            .iter()
            .chain(refused)
            .any(|named| named == focus)
}

/// `clicked @e5 button "Sign in"`.
fn first_line(action: &ActionAnswer) -> String {
    let mut line = action.verb.to_owned();
    if let Some(argument) = &action.argument {
        line.push(' ');
        line.push_str(&quoted(argument));
    }
    if let Some(target) = &action.target {
        line.push_str(preposition(action.verb));
        line.push_str(&label(target));
    }
    if action.reattached {
        line.push_str(" (reattached: the page had replaced it by an equal element)");
    }
    line
}

fn navigated(lines: &mut Vec<String>, navigation: &Navigation, before: Option<&str>) {
    let url = line_safe(&navigation.url);
    lines.push(
        match before.filter(|before| *before != navigation.url && *before != "about:blank") {
            Some(before) => format!("url: {url} (was {})", line_safe(before)),
            None => format!("url: {url}"),
        },
    );
    for hop in &navigation.redirects {
        // A page that moves on by itself answered well.
        let how = match hop.status {
            300..400 => hop.status.to_string(),
            _ => "refresh".to_owned(),
        };
        lines.push(format!("redirect: {how} from {}", line_safe(&hop.url)));
    }
    if let Some(status) = navigation.status.filter(|&status| status >= 400) {
        lines.push(format!("status: {}", status_line(status)));
    }
    if navigation.kind == NavigationKind::Document && navigation.content.kind != ContentKind::Html {
        let content = &navigation.content;
        let about = content
            .about
            .as_ref()
            .map(|about| format!(", {}", line_safe(about)))
            .unwrap_or_default();
        lines.push(format!(
            "content: {}{about}, {}",
            line_safe(&content.mime),
            size(content.size)
        ));
    }
    lines.extend(
        navigation
            .notes
            .iter()
            .map(|note| format!("note: {}", line_safe(&note.text))),
    );
}

/// What stands between a verb and the element it was done to.
fn preposition(verb: &str) -> &'static str {
    match verb {
        "pressed" => " on ",
        "typed" => " into ",
        "selected" => " in ",
        "uploaded" => " to ",
        _ => " ",
    }
}

/// `+ @e9 checkbox "Milk" checked`: the line of the element as `compact` has it, with the ref as messages write it.
fn change(line: &ChangeLine) -> String {
    let item = Item {
        reference: None,
        depth: 0,
        parent: None,
        ..line.item.clone()
    };
    let alone = Snapshot {
        items: vec![item],
        ..Snapshot::default()
    };
    let meta = Meta {
        timestamp: SystemTime::UNIX_EPOCH,
        engine: "",
        generation: 0,
        notes: Vec::new(),
    };
    let text = render(Format::Compact, &alone, &meta);
    let reference = line
        .item
        .reference
        .map(|reference| format!("@e{reference} "))
        .unwrap_or_default();
    let moved = if line.moved { " (moved)" } else { "" };
    let text = text.trim_end_matches('\n');
    format!("{} {reference}{text}{moved}", line.sign)
}

fn label(element: &ElementLabel) -> String {
    line_of(element.reference, &element.role, &element.name)
}

/// `404 Not Found`.
pub(super) fn status_line(status: u16) -> String {
    /// The reasons of RFC 9110 and of the statuses registered since.
    const REASONS: &[(u16, &str)] = &[
        (400, "Bad Request"),
        (401, "Unauthorized"),
        (402, "Payment Required"),
        (403, "Forbidden"),
        (404, "Not Found"),
        (405, "Method Not Allowed"),
        (406, "Not Acceptable"),
        (407, "Proxy Authentication Required"),
        (408, "Request Timeout"),
        (409, "Conflict"),
        (410, "Gone"),
        (411, "Length Required"),
        (412, "Precondition Failed"),
        (413, "Content Too Large"),
        (414, "URI Too Long"),
        (415, "Unsupported Media Type"),
        (416, "Range Not Satisfiable"),
        (417, "Expectation Failed"),
        (421, "Misdirected Request"),
        (422, "Unprocessable Content"),
        (423, "Locked"),
        (424, "Failed Dependency"),
        (425, "Too Early"),
        (426, "Upgrade Required"),
        (428, "Precondition Required"),
        (429, "Too Many Requests"),
        (431, "Request Header Fields Too Large"),
        (451, "Unavailable For Legal Reasons"),
        (500, "Internal Server Error"),
        (501, "Not Implemented"),
        (502, "Bad Gateway"),
        (503, "Service Unavailable"),
        (504, "Gateway Timeout"),
        (505, "HTTP Version Not Supported"),
        (507, "Insufficient Storage"),
        (508, "Loop Detected"),
        (511, "Network Authentication Required"),
    ];
    match REASONS.iter().find(|(known, _)| *known == status) {
        Some((_, reason)) => format!("{status} {reason}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use surefoot_engine::{Content, Hop, Note, NoteKind};
    use surefoot_session::{ChangeSummary, Effects};

    use super::*;

    fn element(reference: u32, role: &str, name: &str) -> ElementLabel {
        ElementLabel {
            reference: Some(reference),
            role: role.into(),
            name: name.into(),
        }
    }

    #[track_caller]
    fn check(action: &ActionAnswer, expected: &str) {
        assert_eq!(text(action, Speech::Shell), expected);
    }

    #[test]
    fn nothing_observed_is_said() {
        let mut action = ActionAnswer {
            verb: "clicked",
            argument: None,
            target: Some(element(5, "button", "Save")),
            reattached: false,
            effects: Effects::default(),
            snapshot: None,
        };
        check(
            &action,
            "clicked @e5 button \"Save\"\nno observable effect\n",
        );
        action.effects.notes.push(Note {
            kind: NoteKind::Other,
            text: "a\nb".into(),
        });
        check(
            &action,
            "clicked @e5 button \"Save\"\nno observable effect\nnote: a\\nb\n",
        );
    }

    #[test]
    fn each_effect_is_a_line() {
        let content = Content {
            kind: ContentKind::Html,
            mime: "text/html".into(),
            about: None,
            size: 10,
        };
        let action = ActionAnswer {
            verb: "clicked",
            argument: None,
            target: Some(element(5, "link", "Next")),
            reattached: true,
            effects: Effects {
                navigation: Some(Navigation {
                    url: "https://a/2".into(),
                    kind: NavigationKind::Document,
                    status: Some(404),
                    redirects: vec![Hop {
                        url: "https://a/1".into(),
                        status: 302,
                    }],
                    content,
                    notes: Vec::new(),
                }),
                url: Some(("https://a/0".into(), "https://a/2".into())),
                title: Some("Not \"here\"".into()),
                validation: vec![(
                    element(3, "textbox", "Email"),
                    "Please fill\nthis in".into(),
                )],
                changes: Some(ChangeSummary {
                    added: 2,
                    removed: 1,
                    changed: 0,
                    moved: 0,
                    lines: Vec::new(),
                }),
                ..Effects::default()
            },
            snapshot: None,
        };
        check(
            &action,
            "clicked @e5 link \"Next\" (reattached: the page had replaced it by an equal element)\n\
             url: https://a/2 (was https://a/0)\nredirect: 302 from https://a/1\nstatus: 404 Not Found\n\
             title: \"Not \\\"here\\\"\"\ninvalid: @e3 textbox \"Email\": Please fill\\nthis in\n\
             changed: +2 -1 ~0\n  … 3 more: `surefoot snapshot` shows the page\n",
        );
    }
}

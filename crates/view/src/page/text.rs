//! Writing a page as text (S3-33 to S3-39).
//!
//! ```text
//! URL: https://example.com/login
//! TITLE: Sign In
//! CONTENT:
//! Welcome back.
//! INPUTS:
//! [email-field] Email address (text, empty)
//! ACTIONS:
//! [sign-in-btn] Sign In (button, primary)
//! NAVIGATION:
//! Home | Products
//! FORMS:
//! [login-form] fields: email-field -> submit: sign-in-btn
//! ALERTS:
//! (none)
//! ```
//!
//! Text of the page stands bare where nobody could take it for anything else; any other stands in quotes, as in the other
//! formats. A line of the content that looks like a part of the format begins with an escape. So no page text makes a
//! line, an id or a section.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{ActionView, FormView, InputView, PageView, page_of};
use crate::escape::{Quoting, is_hidden, push_bare, push_quoted};
use crate::fold;
use crate::list::{WARNING, WARNING_END, is_kind, push_url};
use crate::model::{FoldData, Source};

/// What stands for a section that has nothing.
pub(super) const NONE: &str = "(none)";
/// Between things on one line.
pub(super) const BETWEEN: &str = " | ";
/// Between what is said of an input or action.
pub(super) const ALSO: &str = ", ";
/// Before what is said of an input or action.
pub(super) const OPEN: &str = " (";
/// The title of what was left out.
pub(super) const MORE: &str = "MORE:";
/// Before the options of a select.
pub(super) const OPTIONS: &str = "; options: ";

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    push(out, &page_of(source));
}

fn push(out: &mut String, page: &PageView) {
    for overlay in page.overlays.iter().filter(|overlay| overlay.blocking) {
        out.push_str(WARNING);
        let is_word = !overlay.kind.is_empty() && overlay.kind.bytes().all(is_kind);
        out.push_str(if is_word { &overlay.kind } else { "overlay" });
        out.push_str("] ");
        push_quoted(out, &overlay.title, Quoting::Go);
        if let Some(dismiss) = &overlay.dismiss {
            out.push(' ');
            push_id(out, dismiss);
        }
        out.push_str(WARNING_END);
        out.push('\n');
    }
    out.push_str("URL: ");
    push_url(out, &page.url);
    out.push_str("\nTITLE: ");
    push_text(out, &page.title, &[]);
    out.push_str(if page.content_truncated {
        "\nCONTENT (truncated):\n"
    } else {
        "\nCONTENT:\n"
    });
    push_lines(
        out,
        page.content.lines().filter(|line| !line.is_empty()),
        push_content,
    );
    out.push_str("INPUTS:\n");
    push_lines(out, page.inputs.iter(), push_input);
    out.push_str("ACTIONS:\n");
    push_lines(out, page.actions.iter(), push_action);
    out.push_str("NAVIGATION:\n");
    push_lines(
        out,
        Some(&page.navigation).into_iter().filter(|n| !n.is_empty()),
        |out, labels| {
            push_row(out, labels);
        },
    );
    out.push_str("FORMS:\n");
    push_lines(out, page.forms.iter(), push_form);
    out.push_str("ALERTS:\n");
    push_lines(out, page.alerts.iter(), |out, alert| {
        let is_word = !alert.kind.is_empty() && alert.kind.bytes().all(|b| b.is_ascii_lowercase());
        out.push_str(if is_word { &alert.kind } else { "info" });
        out.push_str(": ");
        push_text(out, &alert.text, &[]);
    });
    push_data(out, page);
}

/// The sections that are there only where they have something.
fn push_data(out: &mut String, page: &PageView) {
    if !page.tables.is_empty() {
        out.push_str("TABLES:\n");
    }
    for table in &page.tables {
        out.push_str("table ");
        push_quoted(out, &table.caption, Quoting::Go);
        // Writing to a string cannot fail.
        let _ = writeln!(out, " ({} rows)", table.total_rows);
        if !table.headers.is_empty() {
            out.push_str("= ");
            push_row(out, &table.headers);
            out.push('\n');
        }
        for row in &table.rows {
            out.push_str("- ");
            push_row(out, row);
            out.push('\n');
        }
    }
    if !page.lists.is_empty() {
        out.push_str("LISTS:\n");
    }
    for list in &page.lists {
        out.push_str("list ");
        push_quoted(out, &list.label, Quoting::Go);
        let _ = writeln!(out, " ({} items)", list.total);
        for item in &list.items {
            out.push_str("- ");
            push_text(out, item, &[]);
            out.push('\n');
        }
    }
    if !page.frames.is_empty() {
        out.push_str("FRAMES:\n");
    }
    for frame in &page.frames {
        out.push_str("- ");
        push_url(out, frame);
        out.push('\n');
    }
    if !page.more.is_empty() {
        out.push_str(MORE);
        out.push('\n');
    }
    for more in &page.more {
        let fold = FoldData {
            count: more.count,
            what: Cow::Borrowed(&more.what),
            page: more.page,
        };
        fold::push(out, &fold, more.expand, "");
        out.push('\n');
    }
}

/// Writes each thing on a line, or that there is none.
fn push_lines<T>(
    out: &mut String,
    things: impl Iterator<Item = T>,
    mut push: impl FnMut(&mut String, T),
) {
    let before = out.len();
    for thing in things {
        push(out, thing);
        out.push('\n');
    }
    if out.len() == before {
        out.push_str(NONE);
        out.push('\n');
    }
}

/// A text of the page, bare if it can stand so and has none of `ends` in it, which end it.
pub(super) fn push_text(out: &mut String, text: &str, ends: &[&str]) {
    if is_plain(text, ends) {
        out.push_str(text);
    } else {
        push_quoted(out, text, Quoting::Go);
    }
}

fn is_plain(text: &str, ends: &[&str]) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| !matches!(c, '"' | '[' | '(' | '\\' | '-' | '=' | '\u{26a0}'))
        && text.trim() == text
        && !text.ends_with(':')
        && !text.contains(is_hidden)
        && !ends.iter().any(|end| text.contains(end))
}

/// Cells, or labels of links.
fn push_row(out: &mut String, cells: &[String]) {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            out.push_str(BETWEEN);
        }
        // A bar at an end would join the one between.
        push_text(out, cell, &["|"]);
    }
}

/// A line of the content. One that looks like a part of the format begins with an escape.
fn push_content(out: &mut String, line: &str) {
    let looks_like_more = line.starts_with(['[', '(', '\u{26a0}', '"', '=']) || {
        let word = line.trim_start_matches(|c: char| c.is_ascii_uppercase());
        // No title of a section is shorter than that of the address.
        line.len() - word.len() >= "URL".len() && (word.starts_with(':') || word.starts_with(" ("))
    };
    let mut rest = line;
    if looks_like_more || line.starts_with(' ') {
        let mut chars = line.chars();
        if let Some(first) = chars.next() {
            let code = u32::from(first);
            let _ = match code {
                0..0x80 => write!(out, "\\x{code:02x}"),
                _ => write!(out, "\\u{code:04x}"),
            };
        }
        rest = chars.as_str();
    }
    push_bare(out, rest);
}

/// An id: letters, digits, `-` and `_`, whatever was put in its place.
fn push_id(out: &mut String, id: &str) {
    let before = out.len();
    let is_fit = |c: &char| (c.is_alphanumeric() || matches!(c, '-' | '_')) && !is_hidden(*c);
    out.extend(id.chars().filter(is_fit));
    if out.len() == before {
        out.push_str("unnamed");
    }
}

fn push_name(out: &mut String, id: &str, label: &str) {
    out.push('[');
    push_id(out, id);
    out.push_str("] ");
    push_text(out, label, &[OPEN]);
    out.push_str(OPEN);
}

fn push_word(out: &mut String, word: &str, otherwise: &str) {
    let is_word = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    out.push_str(if is_word { word } else { otherwise });
}

/// What is said of an input in words.
pub(super) const INPUT_WORDS: &[InputWord] = &[
    InputWord {
        word: "required",
        get: |i| i.required,
        set: |i| i.required = true,
    },
    InputWord {
        word: "disabled",
        get: |i| i.disabled,
        set: |i| i.disabled = true,
    },
    InputWord {
        word: "readonly",
        get: |i| i.readonly,
        set: |i| i.readonly = true,
    },
];

pub(super) struct InputWord {
    pub(super) word: &'static str,
    pub(super) get: fn(&InputView) -> bool,
    pub(super) set: fn(&mut InputView),
}

/// What is said of an input in quotes, by name.
pub(super) const INPUT_TEXTS: &[InputText] = &[
    InputText {
        name: "placeholder",
        of: |i| &mut i.placeholder,
    },
    InputText {
        name: "pattern",
        of: |i| &mut i.pattern,
    },
    InputText {
        name: "min",
        of: |i| &mut i.min,
    },
    InputText {
        name: "max",
        of: |i| &mut i.max,
    },
    InputText {
        name: "step",
        of: |i| &mut i.step,
    },
    InputText {
        name: "min_length",
        of: |i| &mut i.min_length,
    },
    InputText {
        name: "max_length",
        of: |i| &mut i.max_length,
    },
    InputText {
        name: "error",
        of: |i| &mut i.error,
    },
];

pub(super) struct InputText {
    pub(super) name: &'static str,
    pub(super) of: fn(&mut InputView) -> &mut Option<String>,
}

fn push_input(out: &mut String, input: &InputView) {
    push_name(out, &input.id, &input.label);
    push_word(out, &input.kind, "text");
    out.push_str(ALSO);
    push_state(out, input);
    for word in INPUT_WORDS.iter().filter(|word| (word.get)(input)) {
        out.push_str(ALSO);
        out.push_str(word.word);
    }
    let mut input = input.clone();
    for text in INPUT_TEXTS {
        if let Some(said) = (text.of)(&mut input) {
            out.push_str(ALSO);
            out.push_str(text.name);
            out.push('=');
            push_quoted(out, said, Quoting::Go);
        }
    }
    out.push(')');
}

/// What a field holds (S3-34, S3-35, resolution D3).
fn push_state(out: &mut String, input: &InputView) {
    let value = input.value.as_deref().unwrap_or_default();
    match (input.checked, input.kind.as_str()) {
        (Some(true), _) => return out.push_str("checked"),
        (Some(false), _) => return out.push_str("unchecked"),
        (None, _) if value.is_empty() => out.push_str("empty"),
        (None, "password") => out.push_str("filled"),
        (None, "select") => {
            out.push_str("selected: ");
            push_text(out, value, CHOICE_ENDS);
        }
        (None, _) => {
            out.push_str("value=");
            push_quoted(out, value, Quoting::Go);
        }
    }
    if input.kind == "select"
        && let Some(options) = input
            .options
            .as_deref()
            .filter(|options| !options.is_empty())
    {
        out.push_str(OPTIONS);
        for (at, option) in options.iter().enumerate() {
            if at > 0 {
                out.push_str(BETWEEN);
            }
            push_text(out, option, CHOICE_ENDS);
        }
    }
}

/// What ends a choice.
pub(super) const CHOICE_ENDS: &[&str] = &["|", ";", ",", ")"];

fn push_action(out: &mut String, action: &ActionView) {
    push_name(out, &action.id, &action.label);
    push_word(out, &action.kind, "button");
    if let Some(href) = &action.href {
        out.push_str(" -> ");
        push_text(out, href, HREF_ENDS);
    }
    for (is, word) in [(action.primary, "primary"), (action.disabled, "disabled")] {
        if is {
            out.push_str(ALSO);
            out.push_str(word);
        }
    }
    out.push(')');
}

/// What ends an address.
pub(super) const HREF_ENDS: &[&str] = &[" ", ",", ")"];

fn push_form(out: &mut String, form: &FormView) {
    out.push('[');
    push_id(out, &form.id);
    out.push_str("] fields: ");
    for (at, field) in form.fields.iter().enumerate() {
        if at > 0 {
            out.push_str(ALSO);
        }
        push_id(out, field);
    }
    if form.fields.is_empty() {
        out.push_str(NONE);
    }
    if let Some(submit) = &form.submit {
        out.push_str(" -> submit: ");
        push_id(out, submit);
    }
}

//! The entry list of a form (HTML, "constructing the entry list").

use std::path::{Path, PathBuf};

use surefoot_page::{Facts, NodeId, Page, name};

use super::{Controls, button_kind, in_datalist};

/// The button a submission began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Submitter {
    /// The button.
    pub(crate) node: NodeId,
    /// Where an image button was hit, in CSS pixels from its top left corner. Without layout that is its origin.
    pub(crate) at: (u32, u32),
}

/// What an entry holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// Text.
    Text(String),
    /// A file of the user; `None`: a file input without a file.
    File(Option<PathBuf>),
}

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) value: Value,
}

impl Entry {
    fn text(name: &str, value: impl Into<String>) -> Entry {
        Entry {
            name: name.to_owned(),
            value: Value::Text(value.into()),
        }
    }

    /// The value where only text can be sent: of a file its name.
    pub(crate) fn as_text(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            Value::File(path) => path.as_deref().map(file_name).unwrap_or_default(),
        }
    }
}

/// The last part of a path as text.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The entries that submitting `form` sends. `encoding` is the name of the encoding used, for `_charset_`.
pub(crate) fn entry_list(
    page: &Page,
    controls: &Controls,
    form: NodeId,
    submitter: Option<Submitter>,
    encoding: &str,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for field in controls.of_form(page, form) {
        let is_submitter = submitter.is_some_and(|s| s.node == field);
        if page.facts(field).contains(Facts::DISABLED)
            || (button_kind(page, field).is_some() && !is_submitter)
            || in_datalist(page, field)
        {
            continue;
        }
        let kind = page.input_type(field);
        let field_name = page.attr(field, name::NAME).unwrap_or("");
        if kind == "image" {
            push_point(&mut entries, field_name, submitter);
            continue;
        }
        if field_name.is_empty() {
            continue;
        }
        match (page.html_tag(field), kind) {
            (name::SELECT, _) => {
                for option in page.options(field) {
                    let facts = page.facts(option);
                    if facts.contains(Facts::SELECTED) && !facts.contains(Facts::DISABLED) {
                        entries.push(Entry::text(field_name, value(page, option)));
                    }
                }
            }
            (name::INPUT, "checkbox" | "radio") => {
                if page.facts(field).contains(Facts::CHECKED) {
                    entries.push(Entry::text(field_name, value(page, field)));
                }
            }
            (name::INPUT, "file") => push_files(&mut entries, field_name, controls, field),
            (name::INPUT, "hidden") if field_name.eq_ignore_ascii_case("_charset_") => {
                entries.push(Entry::text(field_name, encoding));
            }
            (name::INPUT | name::BUTTON | name::TEXTAREA, _) => {
                entries.push(Entry::text(field_name, value(page, field)));
            }
            _ => continue,
        }
        if let Some(key) = dirname(page, field, kind) {
            entries.push(Entry::text(key, direction(page, field)));
        }
    }
    entries
}

fn value(page: &Page, control: NodeId) -> String {
    page.value(control).unwrap_or_default().into_owned()
}

fn push_point(entries: &mut Vec<Entry>, field_name: &str, submitter: Option<Submitter>) {
    let (x, y) = submitter.map_or((0, 0), |s| s.at);
    let prefix = if field_name.is_empty() {
        String::new()
    } else {
        format!("{field_name}.")
    };
    entries.push(Entry::text(&format!("{prefix}x"), x.to_string()));
    entries.push(Entry::text(&format!("{prefix}y"), y.to_string()));
}

fn push_files(entries: &mut Vec<Entry>, field_name: &str, controls: &Controls, field: NodeId) {
    let chosen = controls.files.get(&field).map_or(&[][..], Vec::as_slice);
    let file = |path: Option<&PathBuf>| Entry {
        name: field_name.to_owned(),
        value: Value::File(path.cloned()),
    };
    if chosen.is_empty() {
        entries.push(file(None));
    }
    entries.extend(chosen.iter().map(|p| file(Some(p))));
}

/// The value of `dirname` where the control supports it.
fn dirname<'p>(page: &'p Page, field: NodeId, kind: &str) -> Option<&'p str> {
    let supported = page.html_tag(field) == name::TEXTAREA
        || matches!(
            kind,
            "hidden"
                | "text"
                | "search"
                | "tel"
                | "url"
                | "email"
                | "password"
                | "submit"
                | "reset"
                | "button"
        );
    page.lookup("dirname")
        .filter(|_| supported)
        .and_then(|key| page.attr(field, key))
        .filter(|v| !v.is_empty())
}

/// The directionality of a control: the nearest `dir` around it (`auto` by its first strong letter), else `ltr`.
fn direction(page: &Page, field: NodeId) -> &'static str {
    for node in std::iter::once(field).chain(page.ancestors(field)) {
        match page.attr(node, name::DIR) {
            Some(d) if d.eq_ignore_ascii_case("rtl") => return "rtl",
            Some(d) if d.eq_ignore_ascii_case("ltr") => return "ltr",
            Some(d) if d.eq_ignore_ascii_case("auto") => return direction_of(&value(page, field)),
            _ => {}
        }
    }
    "ltr"
}

/// By the first letter: right to left for the Hebrew and Arabic blocks and what follows them up to Thaana and N'Ko.
fn direction_of(text: &str) -> &'static str {
    match text.chars().find(|c| c.is_alphabetic()) {
        Some('\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}') => "rtl",
        _ => "ltr",
    }
}

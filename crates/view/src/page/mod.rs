//! [`PageView`]: a page as S3 has it: what can be read, filled in and pressed, by sections. `page` writes it as text,
//! `page-json` as JSON.
//!
//! Both are written from the page facts of a snapshot. Of a snapshot without facts, or one that was read back from another
//! format, they say what its elements say.

mod elements;
pub(crate) mod made;
mod parse;
mod text;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::model::Source;
use crate::{Format, ParseError, Parsed, json};

pub(crate) use made::view_of;
pub(crate) use parse::parse;
pub(crate) use text::render;

/// A page by sections (S3-3 to S3-12); the members and their order are the wire format. What follows the lists are
/// extensions, absent where they have nothing to say.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PageView {
    /// The URL.
    pub url: String,
    /// The title.
    pub title: String,
    /// The text that one would come to read, its paragraphs on lines of their own.
    pub content: String,
    /// What can be filled in.
    pub inputs: Vec<InputView>,
    /// What can be pressed.
    pub actions: Vec<ActionView>,
    /// The labels of the links of the navigation.
    pub navigation: Vec<String>,
    /// The messages that can be seen.
    pub alerts: Vec<AlertView>,
    /// The forms.
    pub forms: Vec<FormView>,
    /// The tables of data.
    pub tables: Vec<TableView>,
    /// The lists.
    pub lists: Vec<ListView>,
    /// Whether there is more of the content.
    #[serde(skip_serializing_if = "is_false")]
    pub content_truncated: bool,
    /// What stands in front of the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<OverlayView>,
    /// The URLs of the documents in frames.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// What was left out so that it fits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<MoreView>,
}

/// Something that was left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MoreView {
    /// How many of what [`MoreView::what`] says.
    pub count: u32,
    /// What they are, in words of surefoot's: lower-case letters, digits, blanks, commas and hyphens.
    pub what: String,
    /// The ref to expand to see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expand: Option<u32>,
    /// The page to ask for, where it is the rest of what is shown in pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

/// A field (S3-13 to S3-18).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct InputView {
    /// Its slug.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// Its kind: `text`, `email`, `password`, `checkbox`, `radio`, `select`, `textarea`, or another type of `input`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it holds; absent from what can only be ticked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is ticked, if it can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// What can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// Whether it must be filled in.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// Whether it cannot be used.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Whether it can be read but not changed.
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    /// Its placeholder, if that is not the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The regular expression that its value has to match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// The least value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The greatest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The step between values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The least number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<String>,
    /// The greatest number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<String>,
    /// What the page says is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Something that can be pressed (S3-19 to S3-23).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActionView {
    /// Its slug.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// `button`, `link`, `tab` or `menu-item`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where a link leads, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Whether it is what the page is there for.
    #[serde(skip_serializing_if = "is_false")]
    pub primary: bool,
    /// Whether it cannot be used.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
}

/// A message (S3-28, S3-29).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AlertView {
    /// What it says.
    pub text: String,
    /// `error`, `success`, `warning` or `info`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A form (S3-24 to S3-26).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FormView {
    /// Its slug.
    pub id: String,
    /// The slugs of its fields.
    pub fields: Vec<String>,
    /// The slug of what sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<String>,
}

/// A table of data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TableView {
    /// What it is called; empty if nothing says it.
    pub caption: String,
    /// What its columns are called.
    pub headers: Vec<String>,
    /// The texts of its cells.
    pub rows: Vec<Vec<String>>,
    /// How many rows it has, headers not counted.
    pub total_rows: u32,
    /// The cells that take several places: row, column, rows, columns, the first two from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<[u32; 4]>,
}

/// A list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ListView {
    /// What it is called; empty if nothing says it.
    pub label: String,
    /// The texts of its items.
    pub items: Vec<String>,
    /// How many items it has.
    pub total: u32,
}

/// Something that stands in front of the page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OverlayView {
    /// What it is: `cookie_banner`, `dialog` …; lower-case letters and underscores.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is called, or says.
    pub title: String,
    /// Whether the page behind it cannot be used while it is there.
    pub blocking: bool,
    /// The slug of what makes it go away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dismiss: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_false(is: &bool) -> bool {
    !is
}

/// The page of a source: its own, or what its elements say.
fn page_of(source: &dyn Source) -> Cow<'_, PageView> {
    source
        .page()
        .unwrap_or_else(|| Cow::Owned(elements::view(source)))
}

/// Writes the page as JSON (S3-3 to S3-32).
pub(crate) fn render_json(source: &dyn Source, out: &mut String) {
    out.push_str(&json::indented(&*page_of(source)));
    out.push('\n');
}

/// Reads what [`render_json`] wrote.
pub(crate) fn parse_json(text: &str) -> Result<Parsed, ParseError> {
    let view: PageView =
        serde_json::from_str(text).map_err(|error| json::wrong(Format::PageJson, text, &error))?;
    Ok(elements::parsed(view))
}

/// The page as a value to put into another answer.
pub fn page_data(snapshot: &surefoot_snapshot::Snapshot) -> impl Serialize + use<'_> {
    match view_of(snapshot) {
        Some(view) => view,
        None => elements::view(&Parsed {
            url: snapshot.url.clone(),
            title: snapshot.title.clone(),
            ..Parsed::default()
        }),
    }
}

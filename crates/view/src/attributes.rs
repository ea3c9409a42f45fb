//! What the text formats say of an element after its name, value and states, as one table: `name="…"`.
//!
//! The reference documents know a value only. A model needs more to act: what is expected in an empty field, which kind
//! of text, what is wrong with it, how a column is sorted, and where a link leads, if that was asked for.

use std::borrow::Cow;

use crate::escape::cut;
use crate::style::Addresses;
use crate::{Element, Style};

/// An attribute of the text formats.
pub(crate) struct Attribute {
    /// What stands before the equals sign.
    pub(crate) name: &'static str,
    /// What it says, if it says anything. `label` is what the element is called on its line.
    shown: for<'e> fn(&'e Element<'_>, label: &str, Style) -> Option<Cow<'e, str>>,
    /// Takes what was read.
    pub(crate) set: fn(&mut Element<'static>, String),
}

impl Attribute {
    /// What it says of an element, if it says anything.
    pub(crate) fn of<'e>(
        &self,
        element: &'e Element<'_>,
        label: &str,
        style: Style,
    ) -> Option<Cow<'e, str>> {
        (self.shown)(element, label, style).filter(|text| !text.is_empty())
    }
}

/// The longest placeholder, in Unicode scalar values.
const PLACEHOLDER: usize = 50;
/// The longest address: one that is longer holds data rather than leading somewhere.
const ADDRESS: usize = 2_000;

/// The attributes, in the order they are written.
pub(crate) const ATTRIBUTES: &[Attribute] = &[TYPE, PLACEHOLDERS, ERROR, SORT, HREF];

/// The same for `list`, whose role says the type, and which writes placeholders itself.
pub(crate) const LIST_ATTRIBUTES: &[Attribute] = &[ERROR, SORT, HREF];

const TYPE: Attribute = Attribute {
    name: "type",
    shown: |element, label, _| input_type(element, label).map(Cow::Borrowed),
    set: |element, text| element.input_type = Some(Cow::Owned(text)),
};

const PLACEHOLDERS: Attribute = Attribute {
    name: "placeholder",
    shown: |element, label, _| {
        let is_empty = element.value.as_deref().is_none_or(str::is_empty);
        let text = element.placeholder.as_deref().filter(|_| is_empty)?;
        let text = cut(text, PLACEHOLDER);
        (text != element.label() && text != label).then_some(text)
    },
    set: |element, text| element.placeholder = Some(Cow::Owned(text)),
};

const ERROR: Attribute = Attribute {
    name: "error",
    shown: |element, _, _| Some(Cow::Borrowed(&element.error)),
    set: |element, text| element.error = Cow::Owned(text),
};

const SORT: Attribute = Attribute {
    name: "sort",
    shown: |element, _, _| {
        let sort = element.states.sort.as_deref()?;
        (sort != "none").then_some(Cow::Borrowed(sort))
    },
    set: |element, text| element.states.sort = Some(Cow::Owned(text)),
};

const HREF: Attribute = Attribute {
    name: "href",
    shown: |element, _, style| {
        let href = element.href.as_deref()?;
        (style.addresses == Addresses::Shown).then(|| cut(href, ADDRESS))
    },
    set: |element, text| element.href = Some(Cow::Owned(text)),
};

/// The kinds of `input` that say more than the role of the control does.
const TELLING: &[&str] = &[
    "color",
    "date",
    "datetime-local",
    "email",
    "file",
    "month",
    "password",
    "tel",
    "time",
    "url",
    "week",
];

/// The kind of an `input`, where neither its role nor what it is called says so already: "Email" is an e-mail address.
fn input_type<'e>(element: &'e Element<'_>, label: &str) -> Option<&'e str> {
    let kind = element.input_type.as_deref()?;
    let is_said =
        |text: &str| !text.is_empty() && text.to_lowercase().replace('-', "").contains(kind);
    // A mask says what is behind it.
    let is_masked = kind == "password" && element.value.as_deref().is_some_and(|v| !v.is_empty());
    let is_telling = TELLING.contains(&kind) && !is_masked;
    (is_telling && !is_said(element.label()) && !is_said(label)).then_some(kind)
}

//! What the renderers see and the parsers make: [`Element`], [`Head`], [`Source`] and [`Parsed`].
//!
//! A renderer asks a [`Source`] for one element after the other; a snapshot answers with elements that borrow from it,
//! so no text is copied on the way. The same types, owned, are what a parser returns, and what `json` writes: their
//! members and the order of them are the wire format (design, "Formats").

use std::borrow::Cow;
use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use surefoot_snapshot::{Control, Hints, Role, repeated};

use crate::{States, Style};

/// One element as a format shows it. Absent members are left out of `json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Element<'a> {
    /// Its ref, if it has one.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// The word for what it is: lower-case letters and hyphens, never empty.
    pub role: Cow<'a, str>,
    /// Its accessible name; empty if it has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: Cow<'a, str>,
    /// The text inside, where that is all there is inside and it is not the name; else empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub text: Cow<'a, str>,
    /// What it holds. Passwords are masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Cow<'a, str>>,
    /// Its states.
    #[serde(skip_serializing_if = "States::is_empty")]
    pub states: States<'a>,
    /// The level of a heading or tree item, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The address of a link, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<Cow<'a, str>>,
    /// The placeholder of a control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<Cow<'a, str>>,
    /// The accessible description; empty if it has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Cow<'a, str>,
    /// What the page says is wrong with what it holds; empty if nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub error: Cow<'a, str>,
    /// What its markup calls it, where it can be acted on and nothing else says what it is; else empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub clue: Cow<'a, str>,
    /// What the row, list item, card, form … around it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Cow<'a, str>>,
    /// The tag name; empty for text.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tag: Cow<'a, str>,
    /// The kind of an `input`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub input_type: Option<Cow<'a, str>>,
    /// A CSS selector that matches nothing else of its document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<Cow<'a, str>>,
    /// Where it is drawn, as x, y, width and height in CSS pixels of the page, to a hundredth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 4]>,
    /// The ref of what would take a click at its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obscured_by: Option<u32>,
    /// What makes it interactive besides its role.
    #[serde(skip_serializing_if = "HintSet::is_empty")]
    pub hints: HintSet,
    /// How many characters of its longest text are not shown; 0: all are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: u32,
    /// What it stands for, if it is no element but stands where some were left out. Its role is then `fold`, and its ref
    /// is what they are asked for by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<FoldData<'a>>,
    /// How many elements it is inside of.
    pub depth: u32,
    /// The element it is inside of, as an index into the elements from 0: elements without a ref are parents too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Its document, as an index into [`PageMeta::frames`]; absent for the main document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
}

/// What was left out where a fold stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FoldData<'a> {
    /// How many of what [`FoldData::what`] says.
    pub count: u32,
    /// What they are, in words of surefoot's.
    pub what: Cow<'a, str>,
    /// The page to ask for, where it stands for the rest of a list that is shown in pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

impl FoldData<'_> {
    pub(crate) fn borrowed(&self) -> FoldData<'_> {
        FoldData {
            what: Cow::Borrowed(&self.what),
            ..*self
        }
    }
}

impl Element<'_> {
    /// The name, or the text inside where it has none.
    pub fn label(&self) -> &str {
        if self.name.is_empty() {
            &self.text
        } else {
            &self.name
        }
    }

    /// What it is called, or else what its markup calls it.
    pub(crate) fn called(&self) -> &str {
        let label = [self.label(), self.clue.as_ref()];
        label
            .into_iter()
            .find(|l| !l.is_empty())
            .unwrap_or_default()
    }

    /// Whether it is a run of text.
    pub fn is_text(&self) -> bool {
        self.role == Role::Text.as_str()
    }

    /// Whether it can be acted on.
    pub fn is_interactive(&self) -> bool {
        !self.hints.is_empty() || self.has_interactive_role()
    }

    /// Whether only its cursor, listeners or tabindex make it interactive (S1-19 to S1-21).
    pub fn is_cursor_interactive(&self) -> bool {
        !self.hints.is_empty() && !self.has_interactive_role()
    }

    /// S1-22's word for what has hints and no role of its own.
    pub(crate) fn clickable(&self) -> &'static str {
        if self.hints.0 == Hints::TABINDEX {
            "focusable"
        } else {
            "clickable"
        }
    }

    fn has_interactive_role(&self) -> bool {
        Role::parse(&self.role).is_some_and(Role::is_interactive)
    }

    /// Its role and label, if its role says that it can be acted on: what several controls may have in common.
    fn control(&self) -> Option<Control<'_>> {
        let is_control =
            self.has_interactive_role() || matches!(self.role.as_ref(), "clickable" | "focusable");
        is_control.then(|| self.as_control(self.role.as_ref(), self.called()))
    }

    /// What tells it from other controls, where a format calls it so.
    pub(crate) fn as_control<'e>(&'e self, role: &'e str, label: &'e str) -> Control<'e> {
        Control {
            role,
            label,
            context: self
                .context
                .as_deref()
                .map(crate::compact::shown_of_context),
            href: self.href.as_deref(),
        }
    }
}

/// What a snapshot says besides its elements.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Head<'a> {
    /// The URL of the main document; empty where the format does not say.
    pub url: &'a str,
    /// The title of the page; empty if it has none.
    pub title: &'a str,
    /// When the snapshot was taken, as RFC 3339 writes it.
    pub timestamp: Option<Cow<'a, str>>,
    /// The engine it came from.
    pub engine: Option<&'a str>,
    /// How many snapshots of the session came before, and this one.
    pub generation: Option<u64>,
    /// The rest.
    pub meta: Cow<'a, PageMeta>,
}

/// What there is to say about the page as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PageMeta {
    /// What the reader should know, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What stands in front of the page, what blocks it first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
    /// What could not be looked at, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<String>,
    /// The URLs of the documents, the main one first; absent if there is no other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// What is known about the page, where it was asked for.
    #[serde(flatten)]
    pub facts: crate::FactsMeta,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Something that stands in front of the page: a dialog, a cookie banner (S0-37, S0-53).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Overlay {
    /// The ref of what is best acted on to be rid of it.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// What it is: `cookie_banner`, `dialog`, `modal` …; lower-case letters and underscores.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is called, or says.
    pub title: String,
    /// Whether the page behind it can still be used. `list` warns only of what blocks it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passable: bool,
    /// The ref of the element that it is, if that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<u32>,
}

/// Something that can be rendered: a snapshot, or what was parsed.
pub trait Source {
    /// What it says besides its elements.
    fn head(&self) -> Head<'_>;
    /// How many elements it has.
    fn len(&self) -> usize;
    /// The element at an index below [`Source::len`].
    fn element(&self, index: usize) -> Element<'_>;
    /// Of each element, whether it is a control and another one has the same role and label: then the text formats
    /// say its context.
    fn repeated(&self) -> Vec<bool>;
    /// The page by sections, if it has one; else formats make one of its elements.
    fn page(&self) -> Option<Cow<'_, crate::PageView>> {
        None
    }
    /// What was chosen about how it is written. What [`Source::element`] answers is as that has it.
    fn style(&self) -> Style {
        Style::default()
    }
    /// Whether it has no elements.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A snapshot as it was read back from text.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Parsed {
    /// The URL; empty where the format does not say.
    pub url: String,
    /// The title; empty if there is none, or the format does not say.
    pub title: String,
    /// When it was taken, as RFC 3339 writes it.
    pub timestamp: Option<String>,
    /// The engine it came from.
    pub engine: Option<String>,
    /// Which snapshot of its session it is.
    pub generation: Option<u64>,
    /// What there is to say about the page as a whole.
    pub meta: PageMeta,
    /// The elements, in the order they were written.
    pub elements: Vec<Element<'static>>,
    /// The page by sections, if the format says it so.
    #[serde(skip)]
    pub page: Option<Box<crate::PageView>>,
}

impl Source for Parsed {
    fn head(&self) -> Head<'_> {
        Head {
            url: &self.url,
            title: &self.title,
            timestamp: self.timestamp.as_deref().map(Cow::Borrowed),
            engine: self.engine.as_deref(),
            generation: self.generation,
            meta: Cow::Borrowed(&self.meta),
        }
    }

    fn len(&self) -> usize {
        self.elements.len()
    }

    fn repeated(&self) -> Vec<bool> {
        repeated(self.elements.iter().map(Element::control))
    }

    fn page(&self) -> Option<Cow<'_, crate::PageView>> {
        self.page.as_deref().map(Cow::Borrowed)
    }

    fn element(&self, index: usize) -> Element<'_> {
        self.elements[index].borrowed()
    }
}

/// What was read back, to be written in a style.
pub(crate) struct Styled<'a> {
    pub(crate) parsed: &'a Parsed,
    pub(crate) style: Style,
}

impl Source for Styled<'_> {
    fn head(&self) -> Head<'_> {
        self.parsed.head()
    }

    fn len(&self) -> usize {
        self.parsed.len()
    }

    fn repeated(&self) -> Vec<bool> {
        self.parsed.repeated()
    }

    fn page(&self) -> Option<Cow<'_, crate::PageView>> {
        self.parsed.page()
    }

    fn style(&self) -> Style {
        self.style
    }

    fn element(&self, index: usize) -> Element<'_> {
        self.style.applied(self.parsed.element(index))
    }
}

impl Element<'_> {
    /// The same element, borrowed.
    fn borrowed(&self) -> Element<'_> {
        let e = self;
        Element {
            reference: e.reference,
            role: Cow::Borrowed(&e.role),
            name: Cow::Borrowed(&e.name),
            text: Cow::Borrowed(&e.text),
            value: e.value.as_deref().map(Cow::Borrowed),
            states: e.states.borrowed(),
            level: e.level,
            href: e.href.as_deref().map(Cow::Borrowed),
            placeholder: e.placeholder.as_deref().map(Cow::Borrowed),
            description: Cow::Borrowed(&e.description),
            error: Cow::Borrowed(&e.error),
            clue: Cow::Borrowed(&e.clue),
            context: e.context.as_deref().map(Cow::Borrowed),
            tag: Cow::Borrowed(&e.tag),
            input_type: e.input_type.as_deref().map(Cow::Borrowed),
            selector: e.selector.as_deref().map(Cow::Borrowed),
            bounds: e.bounds,
            obscured_by: e.obscured_by,
            hints: e.hints,
            more: e.more,
            fold: e.fold.as_ref().map(FoldData::borrowed),
            depth: e.depth,
            parent: e.parent,
            frame: e.frame,
        }
    }
}

/// The hints of an element, as the words that formats write for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HintSet(pub Hints);

/// The word of each hint, in the order of S1-23; those after the third are extensions.
const HINT_WORDS: &[(Hints, &str)] = &[
    (Hints::POINTER, "cursor:pointer"),
    (Hints::ONCLICK, "onclick"),
    (Hints::TABINDEX, "tabindex"),
    (Hints::LABEL, "label"),
    (Hints::EDITABLE, "contenteditable"),
];

impl HintSet {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words, in their order.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        HINT_WORDS
            .iter()
            .filter(move |(hint, _)| self.0.contains(*hint))
            .map(|&(_, word)| word)
    }

    /// Adds the hint of that word; `false` if there is no such word.
    pub fn insert(&mut self, word: &str) -> bool {
        let known = HINT_WORDS.iter().find(|(_, known)| *known == word);
        if let Some((hint, _)) = known {
            self.0 |= *hint;
        }
        known.is_some()
    }
}

impl Serialize for HintSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for word in self.words() {
            seq.serialize_element(word)?;
        }
        seq.end()
    }
}

impl<'de> Deserialize<'de> for HintSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HintSet, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = HintSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of hints")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<HintSet, A::Error> {
                let mut hints = HintSet::default();
                // A word of a later version is left out rather than refused.
                while let Some(word) = seq.next_element::<Cow<'de, str>>()? {
                    hints.insert(&word);
                }
                Ok(hints)
            }
        }
        deserializer.deserialize_seq(Words)
    }
}

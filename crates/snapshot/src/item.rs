//! [`Item`] and [`Snapshot`]: what is kept of a page.

use std::borrow::Cow;
use std::sync::Arc;

use surefoot_aria::{Role, States};
use surefoot_page::{NodeId, NodeKey, Rect};

use crate::{Context, Cut, Fold};

bitflags::bitflags! {
    /// What makes an element interactive that has no interactive role (S1-19 to S1-21).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Hints: u8 {
        /// The pointer turns to a hand over it.
        const POINTER = 1;
        /// It has an `onclick`, or a listener for clicks sits on it.
        const ONCLICK = 1 << 1;
        /// It has a `tabindex` other than -1.
        const TABINDEX = 1 << 2;
        /// It is the label of a control that is itself not shown.
        const LABEL = 1 << 3;
        /// Its content can be edited.
        const EDITABLE = 1 << 4;
    }
}

/// Something that can be read or acted on.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The element, or the first text node of a run of text, in the page this came from.
    pub node: NodeId,
    /// Its identity across captures.
    pub key: NodeKey,
    /// Its ref, once it was given one.
    pub reference: Option<u32>,
    /// Its role; [`Role::Text`] for a run of text.
    pub role: Role,
    /// Its accessible name, white space collapsed; for a run of text the text.
    pub name: Box<str>,
    /// The text inside, where that is all there is inside and it is not the name already.
    pub text: Box<str>,
    /// For what can be acted on and has neither name nor text of its own: the first name or text inside it.
    pub inner: Box<str>,
    /// What it holds now, where it is a control or an image. Passwords are masked here already.
    pub value: Option<Box<str>>,
    /// Its states.
    pub states: States,
    /// The address of a link, as written.
    pub href: Option<Box<str>>,
    /// The placeholder of a control.
    pub placeholder: Option<Box<str>>,
    /// The kind of an `input`: `email`, `password` …
    pub input_type: Option<&'static str>,
    /// The accessible description.
    pub description: Box<str>,
    /// What the page says is wrong with what it holds, where it is called invalid.
    pub error: Box<str>,
    /// For what can be acted on and nothing else says what it is: what its markup calls it, such as the name of an icon.
    pub clue: Box<str>,
    /// The tag name.
    pub tag: Cow<'static, str>,
    /// A CSS selector that matches nothing else of its document, where one was asked for.
    pub selector: Option<Box<str>>,
    /// Where it is drawn, in CSS pixels of the page; `None` where the engine has no layout, and for runs of text.
    pub bounds: Option<Rect>,
    /// What would take a click at its middle, if that is something else: the nearest item at or around that.
    pub cover: Option<NodeKey>,
    /// The ref of that, once both were given one.
    pub obscured_by: Option<u32>,
    /// Whether nobody can see it: such items are only there where hidden elements were asked for.
    pub hidden: bool,
    /// What it stands for, if it is no element but stands where some were left out: then nothing else is said of it, and
    /// its ref is no element's.
    pub fold: Option<Arc<Fold>>,
    /// The part of its longest text that is shown; `None`: all.
    pub cut: Option<Cut>,
    /// What the row, list item, card, form … around it is called.
    pub context: Option<Arc<Context>>,
    /// What makes it interactive without an interactive role.
    pub hints: Hints,
    /// The item it is inside of, as an index; always before it.
    pub parent: Option<u32>,
    /// How many items it is inside of.
    pub depth: u32,
    /// Its document, as an index into [`Snapshot::frames`].
    pub frame: u32,
}

impl Item {
    /// Whether it can be acted on: by its role, or by what its cursor, listeners or tabindex say.
    pub fn is_interactive(&self) -> bool {
        self.role.is_interactive() || !self.hints.is_empty()
    }

    /// Whether only its cursor, listeners or tabindex make it interactive.
    pub fn is_cursor_interactive(&self) -> bool {
        !self.role.is_interactive() && !self.hints.is_empty()
    }

    /// The word for what it is: its role, or S1-22's `clickable` and `focusable` where it has none of its own.
    pub fn role_name(&self) -> &'static str {
        match self.role {
            Role::Generic | Role::None if self.hints == Hints::TABINDEX => "focusable",
            Role::Generic | Role::None if !self.hints.is_empty() => "clickable",
            role => role.as_str(),
        }
    }

    /// The item in a flat list, where nothing is inside of another: it is called by what it holds if nothing else.
    #[must_use]
    pub fn alone(&self) -> Item {
        let mut item = self.clone();
        (item.parent, item.depth) = (None, 0);
        item.call_by_inner();
        item
    }

    /// Calls it by what it holds, where that is not shown.
    pub(crate) fn call_by_inner(&mut self) {
        if self.name.is_empty() && self.text.is_empty() {
            self.name = std::mem::take(&mut self.inner);
        }
    }

    /// What it would be called: its name, else the text inside, else what is first inside. Together with role and
    /// context it is what makes an element the one that was meant.
    pub fn label(&self) -> &str {
        [&self.name, &self.text, &self.inner]
            .into_iter()
            .find(|l| !l.is_empty())
            .map_or("", |l| l)
    }

    /// Whether it can be read or acted on, rather than only hold what can.
    pub fn says_something(&self) -> bool {
        self.is_interactive() || !self.label().is_empty()
    }
}

/// A document of the page: the main one, or that of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its URL.
    pub url: String,
    /// The highest serial of a node in it: nodes with higher ones come later.
    pub newest: u32,
}

/// What an agent gets to see of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// The URL of the main document.
    pub url: String,
    /// Its title, white space collapsed; empty if it has none.
    pub title: String,
    /// What can be read or acted on, in document order.
    pub items: Vec<Item>,
    /// The documents, the main one first.
    pub frames: Vec<Frame>,
    /// What could not be looked at, and why.
    pub diagnostics: Vec<String>,
    /// What stands in front of the page, what blocks it first.
    pub overlays: Vec<crate::Overlay>,
    /// What is known about the page as a whole, where it was asked for.
    pub facts: Option<Arc<crate::PageFacts>>,
}

impl Snapshot {
    /// The same page with other items.
    #[must_use]
    pub fn with_items(&self, items: Vec<Item>) -> Snapshot {
        Snapshot {
            url: self.url.clone(),
            title: self.title.clone(),
            items,
            frames: self.frames.clone(),
            diagnostics: self.diagnostics.clone(),
            overlays: self.overlays.clone(),
            facts: self.facts.clone(),
        }
    }

    /// The position of the item of that identity.
    pub fn position(&self, key: NodeKey) -> Option<usize> {
        self.items.iter().position(|item| item.key == key)
    }

    /// The position of the item with that ref.
    pub fn position_of_ref(&self, reference: u32) -> Option<usize> {
        self.items
            .iter()
            .position(|item| item.reference == Some(reference))
    }

    /// The position after the last item inside each.
    pub(crate) fn ends(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = (1..=self.items.len()).collect();
        for (at, item) in self.items.iter().enumerate().rev() {
            let end = ends[at];
            if let Some(parent) = item.parent.and_then(|p| ends.get_mut(p as usize)) {
                *parent = end.max(*parent);
            }
        }
        ends
    }

    /// The position after the last item inside the one at `index`.
    pub fn end_of(&self, index: usize) -> usize {
        let Some(item) = self.items.get(index) else {
            return index;
        };
        let inside = self.items[index + 1..]
            .iter()
            .take_while(|i| i.depth > item.depth)
            .count();
        index + 1 + inside
    }
}

/// Fills in what the markup says of an element besides its role and name.
pub(crate) fn describe(item: &mut Item, semantics: &surefoot_aria::Semantics<'_>) {
    use surefoot_page::name;
    let page = semantics.page();
    let node = item.node;
    item.states = semantics.states(node);
    item.value = value(item.role, node, semantics);
    let tag = page.tag(node);
    item.tag = match name::well_known_text(tag) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(page.name_str(tag).to_owned()),
    };
    if item.role == Role::Link {
        item.href = page
            .attr(node, name::HREF)
            .or_else(|| page.attr(node, name::XLINK_HREF))
            .map(Box::from);
    }
    item.placeholder = page
        .attr(node, name::PLACEHOLDER)
        .or_else(|| page.attr(node, name::ARIA_PLACEHOLDER))
        .filter(|p| !p.trim().is_empty())
        .map(|p| surefoot_page::collapsed(p).into());
    item.input_type = Some(page.input_type(node)).filter(|t| !t.is_empty());
    item.description = semantics.description(node).into();
    if item.states.invalid.is_some() {
        item.error = error(node, semantics).into();
    }
    item.bounds = page.bounds(node);
}

/// What the page says is wrong with what a control holds: what `aria-errormessage` names.
fn error(node: NodeId, semantics: &surefoot_aria::Semantics<'_>) -> String {
    use surefoot_page::{collapsed, name};
    let page = semantics.page();
    let texts: Vec<String> = semantics
        .references(node, name::ARIA_ERRORMESSAGE)
        .into_iter()
        .map(|message| collapsed(&page.rendered_text(message)))
        .filter(|text| !text.is_empty())
        .collect();
    texts.join(" ")
}

/// What a control or image holds, as a person would see it.
fn value(role: Role, node: NodeId, semantics: &surefoot_aria::Semantics<'_>) -> Option<Box<str>> {
    use surefoot_page::{MASK, name};
    let page = semantics.page();
    if role == Role::Img {
        let source = page
            .attr(node, name::SRC)
            .filter(|s| !s.trim_start().starts_with("data:"));
        return source.filter(|s| !s.is_empty()).map(Box::from);
    }
    if page.input_type(node) == "password" {
        return page
            .value(node)
            .filter(|v| !v.is_empty())
            .map(|_| MASK.into());
    }
    semantics
        .shown_value(node)
        .filter(|v| !v.is_empty())
        .map(Box::from)
}

//! Every element that has a meaning, in one table: its implicit role, or the rule that finds it, what may name it, and what
//! becomes of its content (HTML-AAM 1.0 sections 3.5 and 4.1, SVG-AAM 1.0).
//!
//! Where HTML-AAM says "no corresponding role", the choices are: wrappers are [`Role::Generic`]; `<canvas>` is an image,
//! `<video>` and `<audio>` are groups; `<summary>` is a button as Chromium shows it; inputs for files and colours are
//! buttons, those for dates and times text boxes; `<svg>` is an image rather than SVG-AAM's `graphics-document`.

use std::borrow::Cow;
use std::sync::LazyLock;

use surefoot_page::{Name, Namespace, NodeId, Page, name as n};

use crate::Role;

/// How the implicit role of an element is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoleRule {
    /// Always this one.
    Is(Role),
    /// The first with a target (`href`), the second without.
    Link,
    /// `<aside>`: complementary, but in sectioning content only with a name.
    Aside,
    /// This one unless in sectioning content, where it is a wrapper.
    OfPage(Role),
    /// `<section>`: a region if it has a name.
    Section,
    /// `<img>`: presentational with an empty `alt`.
    Image,
    /// `<input>`: by its type, see [`input`].
    Input,
    /// `<li>`: a list item in a list.
    ListItem,
    /// `<select>`: a listbox when several options show or can be chosen, else a combobox.
    Select,
    /// `<summary>`: a button if it is the first of its `<details>`.
    Summary,
    /// `<td>`: a cell of the kind its table has.
    DataCell,
    /// `<th>`: a header, by `scope` and place.
    HeaderCell,
    /// This one in a table that is a table, else a wrapper.
    InTable(Role),
    /// An SVG shape or group: in the tree, as an image, only with a name of its own (SVG-AAM 5.1.2).
    Shape,
}

/// Where an element takes its name from, in the order tried (HTML-AAM 4.1). ARIA attributes come before all of them,
/// content and `title` after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Its `<label>`s.
    Labels,
    /// An attribute, if not blank.
    Attr(Name),
    /// An `alt` attribute; what is presentational, say because its `alt` is empty, has no name at all.
    Alt,
    /// The first child element of that tag.
    Child(Name),
    /// The text of the first `<title>` child of an SVG element.
    SvgTitle,
    /// MathML as a line of text.
    MathText,
    /// A fixed text, what browsers show on a button without a caption.
    Default(&'static str),
}

/// The content is not part of the element: a fallback, or raw text. A frame's document still is.
const REPLACED: u16 = 1;
/// Neither the element nor its content is ever shown.
const NO_CONTENT: u16 = 1 << 1;
/// Can have a `<label>`.
const LABELABLE: u16 = 1 << 2;
/// Can take the focus unless disabled.
const FOCUSABLE: u16 = 1 << 3;
/// Can take the focus if it has a target.
const FOCUSABLE_LINK: u16 = 1 << 4;
/// Sectioning content, or `<main>`.
const SECTIONING: u16 = 1 << 5;
/// Only a place for others: its own attributes name nothing.
const TRANSPARENT: u16 = 1 << 6;
/// Starts a new line whatever its style says.
const BREAK: u16 = 1 << 7;
/// An inline block by default: names put blanks around it.
const APART: u16 = 1 << 8;

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Element {
    tag: Name,
    pub(crate) role: RoleRule,
    pub(crate) sources: &'static [Source],
    flags: u16,
}

const fn row(tag: Name, role: RoleRule, sources: &'static [Source], flags: u16) -> Element {
    Element {
        tag,
        role,
        sources,
        flags,
    }
}

const fn plain(tag: Name, role: Role) -> Element {
    row(tag, RoleRule::Is(role), &[], 0)
}

/// An element that is never shown.
const fn unseen(tag: Name) -> Element {
    row(tag, RoleRule::Is(Role::None), &[], NO_CONTENT)
}

use RoleRule::{
    Aside, DataCell, HeaderCell, Image, InTable, Input, Is, Link, ListItem, OfPage, Section,
    Select, Shape, Summary,
};
use Source::{Alt, Attr, Child, Default, Labels, MathText, SvgTitle};

/// What any other element is.
static OTHER: Element = plain(n::EMPTY, Role::Generic);

static HTML: &[Element] = &[
    row(n::A, Link, &[], FOCUSABLE_LINK),
    plain(n::ADDRESS, Role::Group),
    row(n::AREA, Link, &[Attr(n::ALT)], FOCUSABLE_LINK),
    row(n::ARTICLE, Is(Role::Article), &[], SECTIONING),
    row(n::ASIDE, Aside, &[], SECTIONING),
    row(n::AUDIO, Is(Role::Group), &[], REPLACED),
    unseen(n::BASE),
    plain(n::BLOCKQUOTE, Role::Blockquote),
    row(n::BR, Is(Role::None), &[], BREAK),
    row(
        n::BUTTON,
        Is(Role::Button),
        &[Labels],
        APART | LABELABLE | FOCUSABLE,
    ),
    plain(n::CANVAS, Role::Img),
    row(n::CAPTION, InTable(Role::Caption), &[], 0),
    plain(n::CODE, Role::Code),
    unseen(n::COL),
    unseen(n::COLGROUP),
    plain(n::DATALIST, Role::Listbox),
    plain(n::DD, Role::Definition),
    plain(n::DEL, Role::Deletion),
    plain(n::DETAILS, Role::Group),
    plain(n::DFN, Role::Term),
    plain(n::DIALOG, Role::Dialog),
    plain(n::DIR, Role::List),
    plain(n::DT, Role::Term),
    plain(n::EM, Role::Emphasis),
    row(n::EMBED, Is(Role::Generic), &[], REPLACED),
    row(n::FIELDSET, Is(Role::Group), &[Child(n::LEGEND)], 0),
    row(n::FIGURE, Is(Role::Figure), &[Child(n::FIGCAPTION)], 0),
    row(n::FOOTER, OfPage(Role::Contentinfo), &[], 0),
    plain(n::FORM, Role::Form),
    row(n::FRAME, Is(Role::Iframe), &[], REPLACED | FOCUSABLE),
    plain(n::H1, Role::Heading),
    plain(n::H2, Role::Heading),
    plain(n::H3, Role::Heading),
    plain(n::H4, Role::Heading),
    plain(n::H5, Role::Heading),
    plain(n::H6, Role::Heading),
    unseen(n::HEAD),
    row(n::HEADER, OfPage(Role::Banner), &[], 0),
    plain(n::HGROUP, Role::Group),
    plain(n::HR, Role::Separator),
    row(n::IFRAME, Is(Role::Iframe), &[], REPLACED | FOCUSABLE),
    row(n::IMG, Image, &[Alt], REPLACED),
    row(n::INPUT, Input, &[], APART | REPLACED),
    plain(n::INS, Role::Insertion),
    row(n::LI, ListItem, &[], 0),
    unseen(n::LINK),
    row(n::MAIN, Is(Role::Main), &[], SECTIONING),
    plain(n::MARK, Role::Mark),
    plain(n::MENU, Role::List),
    unseen(n::META),
    row(
        n::METER,
        Is(Role::Meter),
        &[Labels],
        APART | LABELABLE | REPLACED,
    ),
    row(n::NAV, Is(Role::Navigation), &[], SECTIONING),
    unseen(n::NOEMBED),
    unseen(n::NOFRAMES),
    plain(n::OL, Role::List),
    row(n::OPTGROUP, Is(Role::Group), &[Attr(n::LABEL)], 0),
    row(n::OPTION, Is(Role::Option), &[Attr(n::LABEL)], 0),
    row(n::OUTPUT, Is(Role::Status), &[Labels], LABELABLE),
    plain(n::P, Role::Paragraph),
    unseen(n::PARAM),
    row(
        n::PROGRESS,
        Is(Role::Progressbar),
        &[Labels],
        APART | LABELABLE | REPLACED,
    ),
    plain(n::S, Role::Deletion),
    unseen(n::SCRIPT),
    plain(n::SEARCH, Role::Search),
    row(n::SECTION, Section, &[], SECTIONING),
    row(n::SELECT, Select, &[Labels], APART | LABELABLE | FOCUSABLE),
    row(n::SLOT, Is(Role::Generic), &[], TRANSPARENT),
    unseen(n::SOURCE),
    plain(n::STRONG, Role::Strong),
    unseen(n::STYLE),
    plain(n::SUB, Role::Subscript),
    row(n::SUMMARY, Summary, &[], 0),
    plain(n::SUP, Role::Superscript),
    row(n::TABLE, Is(Role::Table), &[Child(n::CAPTION)], 0),
    row(n::TBODY, InTable(Role::Rowgroup), &[], 0),
    row(n::TD, DataCell, &[], 0),
    unseen(n::TEMPLATE),
    row(
        n::TEXTAREA,
        Is(Role::Textbox),
        &[Labels],
        APART | LABELABLE | FOCUSABLE | REPLACED,
    ),
    row(n::TFOOT, InTable(Role::Rowgroup), &[], 0),
    row(n::TH, HeaderCell, &[], 0),
    row(n::THEAD, InTable(Role::Rowgroup), &[], 0),
    plain(n::TIME, Role::Time),
    unseen(n::TITLE),
    row(n::TR, InTable(Role::Row), &[], 0),
    unseen(n::TRACK),
    plain(n::UL, Role::List),
    row(n::VIDEO, Is(Role::Group), &[], REPLACED),
];

static SVG: &[Element] = &[
    row(n::A, Link, &[SvgTitle], FOCUSABLE_LINK),
    row(n::CIRCLE, Shape, &[SvgTitle], 0),
    unseen(n::DEFS),
    unseen(n::DESC),
    row(n::ELLIPSE, Shape, &[SvgTitle], 0),
    row(n::G, Shape, &[SvgTitle], 0),
    row(n::IMAGE, Is(Role::Img), &[SvgTitle], 0),
    row(n::LINE, Shape, &[SvgTitle], 0),
    unseen(n::METADATA),
    row(n::PATH, Shape, &[SvgTitle], 0),
    row(n::POLYGON, Shape, &[SvgTitle], 0),
    row(n::POLYLINE, Shape, &[SvgTitle], 0),
    row(n::RECT, Shape, &[SvgTitle], 0),
    unseen(n::SCRIPT),
    unseen(n::STYLE),
    row(n::SVG, Is(Role::Img), &[SvgTitle], 0),
    unseen(n::SYMBOL),
    unseen(n::TITLE),
    row(n::USE, Shape, &[SvgTitle], 0),
];

static MATH_ML: &[Element] = &[
    row(n::MATH, Is(Role::Math), &[Attr(n::ALTTEXT), MathText], 0),
    unseen(n::ANNOTATION),
];

/// What the value of an input is to a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// What someone typed or chose.
    Shown,
    /// The same, but not for others to see.
    Secret,
    /// Its caption, or something only the server reads.
    Internal,
}

/// One `type` of `<input>`.
#[derive(Debug)]
pub(crate) struct InputKind {
    kind: &'static str,
    /// Its role; one that takes suggestions (`list`) is a combobox instead where `suggests`.
    pub(crate) role: Role,
    pub(crate) suggests: bool,
    pub(crate) sources: &'static [Source],
    /// What its value is to a reader.
    pub(crate) value: Value,
}

const fn field(kind: &'static str, role: Role) -> InputKind {
    InputKind {
        kind,
        role,
        suggests: false,
        sources: &[Labels],
        value: Value::Shown,
    }
}

const fn suggesting(kind: &'static str, role: Role) -> InputKind {
    InputKind {
        suggests: true,
        ..field(kind, role)
    }
}

const fn captioned(kind: &'static str, role: Role, sources: &'static [Source]) -> InputKind {
    InputKind {
        sources,
        value: Value::Internal,
        ..field(kind, role)
    }
}

const IMAGE_SOURCES: &[Source] = &[
    Labels,
    Attr(n::ALT),
    Attr(n::VALUE),
    Attr(n::TITLE),
    Default("Submit"),
];
const SUBMIT_SOURCES: &[Source] = &[Labels, Attr(n::VALUE), Attr(n::TITLE), Default("Submit")];
const RESET_SOURCES: &[Source] = &[Labels, Attr(n::VALUE), Attr(n::TITLE), Default("Reset")];

static INPUTS: &[InputKind] = &[
    suggesting("text", Role::Textbox),
    captioned("button", Role::Button, &[Labels, Attr(n::VALUE)]),
    captioned("checkbox", Role::Checkbox, &[Labels]),
    field("color", Role::Button),
    field("date", Role::Textbox),
    field("datetime-local", Role::Textbox),
    suggesting("email", Role::Textbox),
    field("file", Role::Button),
    captioned("hidden", Role::None, &[]),
    captioned("image", Role::Button, IMAGE_SOURCES),
    field("month", Role::Textbox),
    field("number", Role::Spinbutton),
    InputKind {
        value: Value::Secret,
        ..field("password", Role::Textbox)
    },
    captioned("radio", Role::Radio, &[Labels]),
    field("range", Role::Slider),
    captioned("reset", Role::Button, RESET_SOURCES),
    suggesting("search", Role::Searchbox),
    captioned("submit", Role::Button, SUBMIT_SOURCES),
    suggesting("tel", Role::Textbox),
    field("time", Role::Textbox),
    suggesting("url", Role::Textbox),
    field("week", Role::Textbox),
];

/// Whether what an element holds must not be shown.
pub(crate) fn is_secret(page: &Page, node: NodeId) -> bool {
    input(page, node).is_some_and(|kind| kind.value == Value::Secret)
}

/// What an `<input>`, `<textarea>`, `<progress>` or `<meter>` holds, if that is for others to see and not empty.
pub(crate) fn open_value(page: &Page, node: NodeId) -> Option<Cow<'_, str>> {
    let is_open = match page.html_tag(node) {
        n::INPUT => input(page, node).is_some_and(|kind| kind.value == Value::Shown),
        n::TEXTAREA | n::PROGRESS | n::METER => true,
        _ => false,
    };
    if !is_open {
        return None;
    }
    let value = page.value(node)?;
    (!value.is_empty()).then_some(value)
}

/// The kind of an `<input>`; `None` for other elements.
pub(crate) fn input(page: &Page, node: NodeId) -> Option<&'static InputKind> {
    let kind = page.input_type(node);
    INPUTS.iter().find(|row| row.kind == kind)
}

impl Element {
    fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub(crate) fn is_replaced(&self) -> bool {
        self.has(REPLACED)
    }

    pub(crate) fn is_never_shown(&self) -> bool {
        self.has(NO_CONTENT)
    }

    pub(crate) fn is_sectioning(&self) -> bool {
        self.has(SECTIONING)
    }

    pub(crate) fn is_transparent(&self) -> bool {
        self.has(TRANSPARENT)
    }

    pub(crate) fn stands_apart(&self) -> bool {
        self.has(BREAK | APART)
    }
}

/// Rows by tag: a table over the well-known names.
struct ByTag(Vec<Option<&'static Element>>);

impl ByTag {
    fn new(rows: &'static [Element]) -> ByTag {
        let len = rows
            .iter()
            .map(|row| row.tag.index() + 1)
            .max()
            .unwrap_or(0);
        let mut table = vec![None; len];
        for row in rows {
            table[row.tag.index()] = Some(row);
        }
        ByTag(table)
    }

    fn get(&self, tag: Name) -> &'static Element {
        self.0.get(tag.index()).copied().flatten().unwrap_or(&OTHER)
    }
}

static BY_TAG: LazyLock<[ByTag; 3]> =
    LazyLock::new(|| [ByTag::new(HTML), ByTag::new(SVG), ByTag::new(MATH_ML)]);

/// The line of the table for an element; that of any unknown element for other nodes.
pub(crate) fn element(page: &Page, node: NodeId) -> &'static Element {
    let table = match page.namespace(node) {
        Namespace::Html => &BY_TAG[0],
        Namespace::Svg => &BY_TAG[1],
        Namespace::MathMl => &BY_TAG[2],
        Namespace::Other => return &OTHER,
    };
    table.get(page.tag(node))
}

/// Where an element takes its name from.
pub(crate) fn sources(page: &Page, node: NodeId) -> &'static [Source] {
    input(page, node).map_or_else(|| element(page, node).sources, |kind| kind.sources)
}

/// Whether an element can have a `<label>` (HTML, "labelable element").
pub(crate) fn is_labelable(page: &Page, node: NodeId) -> bool {
    match page.input_type(node) {
        "" => element(page, node).has(LABELABLE),
        kind => kind != "hidden",
    }
}

/// Whether nothing at all could name an element that takes no name from its content.
pub(crate) fn has_no_name(page: &Page, node: NodeId) -> bool {
    sources(page, node).is_empty() && page.attrs(node).all(|a| !NAMING.contains(&a.name))
}

/// The attributes that can give any element a name.
const NAMING: [Name; 4] = [
    n::ARIA_LABEL,
    n::ARIA_LABELLEDBY,
    n::TITLE,
    n::ARIA_PLACEHOLDER,
];

/// Whether a link has somewhere to go.
pub(crate) fn has_target(page: &Page, node: NodeId) -> bool {
    page.has_attr(node, n::HREF)
        || (page.namespace(node) == Namespace::Svg && page.has_attr(node, n::XLINK_HREF))
}

/// Whether an element can take the focus: what the engine says, or else what its markup says.
pub(crate) fn is_focusable(page: &Page, node: NodeId) -> bool {
    use surefoot_page::Facts;
    let facts = page.facts(node);
    if facts.contains(Facts::FOCUSABLE) {
        return true;
    }
    let row = element(page, node);
    let natively = match page.input_type(node) {
        "" => row.has(FOCUSABLE) || (row.has(FOCUSABLE_LINK) && has_target(page, node)),
        kind => kind != "hidden",
    };
    if natively {
        return !facts.contains(Facts::DISABLED);
    }
    let tabindex = page.attr(node, n::TABINDEX);
    tabindex.is_some_and(|t| t.trim().parse::<i32>().is_ok()) || is_editing_host(page, node)
}

/// Whether an element makes its content editable.
pub(crate) fn is_editing_host(page: &Page, node: NodeId) -> bool {
    page.namespace(node) == Namespace::Html
        && page.attr(node, n::CONTENTEDITABLE).is_some_and(|value| {
            ["", "true", "plaintext-only"]
                .iter()
                .any(|v| v.eq_ignore_ascii_case(value))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_element_stands_twice() {
        for table in [HTML, SVG, MATH_ML] {
            let mut tags: Vec<_> = table.iter().map(|row| row.tag).collect();
            tags.sort();
            tags.dedup();
            assert_eq!(tags.len(), table.len());
        }
    }

    #[test]
    fn every_input_type_has_a_line() {
        let mut page = Page::new();
        let node = page.create_element(Namespace::Html, n::INPUT);
        for row in INPUTS {
            page.set_attr(node, n::TYPE, row.kind);
            assert_eq!(input(&page, node).map(|k| k.kind), Some(row.kind));
        }
        page.set_attr(node, n::TYPE, "nonsense");
        assert_eq!(input(&page, node).map(|k| k.kind), Some("text"));
        let div = page.create_element(Namespace::Html, n::DIV);
        assert!(input(&page, div).is_none());
    }
}

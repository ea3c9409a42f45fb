//! What the browser's own style sheet and HTML itself say (HTML, "Rendering").

use std::sync::LazyLock;

use surefoot_page::{Facts, Name, Namespace, NodeId, Page, name};

use super::declaration::Display;

/// `display` by HTML element, for those that are not inline.
const HTML: &[(Display, &[Name])] = &[
    (
        Display::None,
        &[
            name::AREA,
            name::BASE,
            name::DATALIST,
            name::HEAD,
            name::LINK,
            name::META,
            name::NOEMBED,
            name::NOFRAMES,
            name::PARAM,
            name::RP,
            name::SCRIPT,
            name::SOURCE,
            name::STYLE,
            name::TEMPLATE,
            name::TITLE,
            name::TRACK,
        ],
    ),
    (Display::Contents, &[name::SLOT]),
    (
        Display::Block,
        &[
            name::ADDRESS,
            name::ARTICLE,
            name::ASIDE,
            name::BLOCKQUOTE,
            name::BODY,
            name::CAPTION,
            name::CENTER,
            name::COL,
            name::COLGROUP,
            name::DD,
            name::DETAILS,
            name::DIALOG,
            name::DIR,
            name::DIV,
            name::DL,
            name::DT,
            name::FIELDSET,
            name::FIGCAPTION,
            name::FIGURE,
            name::FOOTER,
            name::FORM,
            name::FRAME,
            name::FRAMESET,
            name::H1,
            name::H2,
            name::H3,
            name::H4,
            name::H5,
            name::H6,
            name::HEADER,
            name::HGROUP,
            name::HR,
            name::HTML,
            name::LEGEND,
            name::LI,
            name::MAIN,
            name::MENU,
            name::NAV,
            name::OL,
            name::OPTGROUP,
            name::OPTION,
            name::P,
            name::PLAINTEXT,
            name::PRE,
            name::SEARCH,
            name::SECTION,
            name::SUMMARY,
            name::TABLE,
            name::TBODY,
            name::TD,
            name::TFOOT,
            name::TH,
            name::THEAD,
            name::TR,
            name::UL,
            name::XMP,
        ],
    ),
];

/// The same for SVG: the elements that are never drawn themselves, and those that start a text of their own.
const SVG: &[(Display, &[Name])] = &[
    (
        Display::None,
        &[
            name::DEFS,
            name::DESC,
            name::METADATA,
            name::SCRIPT,
            name::STYLE,
            name::SYMBOL,
            name::TITLE,
        ],
    ),
    (Display::Block, &[name::FOREIGN_OBJECT, name::TEXT]),
];

/// A table by the number of the name.
struct ByName(Vec<Display>);

impl ByName {
    fn new(lists: &[(Display, &[Name])]) -> ByName {
        let names = || {
            lists
                .iter()
                .flat_map(|(d, names)| names.iter().map(|n| (n.index(), *d)))
        };
        let len = names().map(|(at, _)| at + 1).max().unwrap_or(0);
        let mut table = vec![Display::Inline; len];
        for (at, display) in names() {
            table[at] = display;
        }
        ByName(table)
    }

    fn get(&self, tag: Name) -> Display {
        self.0.get(tag.index()).copied().unwrap_or_default()
    }
}

static HTML_DISPLAY: LazyLock<ByName> = LazyLock::new(|| ByName::new(HTML));
static SVG_DISPLAY: LazyLock<ByName> = LazyLock::new(|| ByName::new(SVG));

/// What the browser's sheet says about `display`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Default {
    /// Authors may say otherwise.
    Normal(Display),
    /// Not rendered, whatever authors say.
    NeverRendered,
}

/// The browser's `display` of an element.
pub(super) fn display(page: &Page, element: NodeId) -> Default {
    let tag = page.tag(element);
    let attributed = page.attrs(element).next().is_some();
    match page.namespace(element) {
        Namespace::Html if attributed => with_attributes(page, element, tag),
        Namespace::Html if tag == name::AUDIO => Default::NeverRendered,
        Namespace::Html if tag == name::DIALOG => Default::Normal(Display::None),
        Namespace::Html => Default::Normal(HTML_DISPLAY.get(tag)),
        Namespace::Svg => Default::Normal(SVG_DISPLAY.get(tag)),
        Namespace::MathMl | Namespace::Other => Default::Normal(Display::Inline),
    }
}

fn with_attributes(page: &Page, element: NodeId, tag: Name) -> Default {
    let is_closed = match tag {
        name::INPUT if page.input_type(element) == "hidden" => return Default::NeverRendered,
        name::AUDIO if !page.has_attr(element, name::CONTROLS) => return Default::NeverRendered,
        name::DIALOG => !page.has_attr(element, name::OPEN),
        _ => false,
    };
    let is_closed_popover = page.has_attr(element, name::POPOVER)
        && !page.facts(element).contains(Facts::TOP_LAYER)
        && !(tag == name::DIALOG && page.has_attr(element, name::OPEN));
    if is_closed || is_closed_popover || page.has_attr(element, name::HIDDEN) {
        Default::Normal(Display::None)
    } else {
        Default::Normal(HTML_DISPLAY.get(tag))
    }
}

/// Which children of an element are not rendered, whatever style sheets say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Children {
    /// None of them is left out for that reason.
    Shown,
    /// All but this one: the summary of a closed `<details>`.
    Only(Option<NodeId>),
    /// All but the documents of frames: what stands in `<video>`, `<iframe>` … is for browsers that do not know these.
    OnlyDocuments,
}

/// What HTML says about an element's children.
pub(super) fn children(page: &Page, element: NodeId) -> Children {
    match page.html_tag(element) {
        name::DETAILS if !page.has_attr(element, name::OPEN) => Children::Only(
            page.children(element)
                .find(|&child| page.html_tag(child) == name::SUMMARY),
        ),
        name::AUDIO | name::CANVAS | name::IFRAME | name::VIDEO => Children::OnlyDocuments,
        // Fallback content is shown unless the object itself is, which takes a type and a source.
        name::OBJECT if page.content_document(element).is_some() => Children::OnlyDocuments,
        _ => Children::Shown,
    }
}

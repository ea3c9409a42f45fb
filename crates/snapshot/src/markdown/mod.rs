//! A part of a page as Markdown, for reading: headings, paragraphs, lists, tables, links, code. Controls are left out.
//!
//! One walk over the flat tree, without recursion; what is open is on a stack. Where the text one came for stands,
//! [`main_part`] says by the landmarks of the page.

mod blocks;
mod table;

use surefoot_aria::{Role, Semantics};
use surefoot_page::{Facts, Name, NodeId, NodeKind, Page, Step, name};

use blocks::Blocks;
use table::layout_tables;

/// What is read of a page when nothing is named: its main part, if it says which that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    root: NodeId,
    frame: FrameOfPage,
}

/// Whether what stands around the content of a page is read, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FrameOfPage {
    Read,
    Left,
}

impl Part {
    /// All of an element.
    pub fn element(root: NodeId) -> Part {
        Part {
            root,
            frame: FrameOfPage::Read,
        }
    }
}

/// Where the text stands that one would come to read: the main landmark, else the only article, else the page without its
/// navigation, header and footer. `None`: there is no page.
pub fn main_part(semantics: &Semantics<'_>) -> Option<Part> {
    let page = semantics.page();
    let root = page.root()?;
    let mut main = None;
    let mut articles = Vec::new();
    let mut walk = page.walk(root);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if is_unread(page, node) || page.kind(node) == NodeKind::Document && node != root {
            walk.skip_children();
            continue;
        }
        match semantics.role(node) {
            Role::Main if main.is_none() => main = Some(node),
            Role::Article => {
                articles.push(node);
                walk.skip_children();
            }
            _ => {}
        }
    }
    let only = |articles: &[NodeId]| match articles {
        [article] => Some(*article),
        _ => None,
    };
    // A main part that says nothing is a frame for what a script would have put there.
    let main = main.filter(|&main| !page.rendered_text(main).is_empty());
    let root = main.or_else(|| only(&articles)).unwrap_or(root);
    Some(Part {
        root,
        frame: FrameOfPage::Left,
    })
}

/// A part of a page as Markdown. `address` makes an address that can be gone to of what a link says.
pub fn markdown(
    semantics: &Semantics<'_>,
    part: Part,
    address: &dyn Fn(&str) -> Option<String>,
) -> String {
    let page = semantics.page();
    let layout = layout_tables(page, part.root);
    let mut blocks = Blocks::new(layout);
    let mut walk = page.walk(part.root);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) if is_left_out(semantics, node, part) => {
                blocks.note_gap(page, node);
                walk.skip_children();
            }
            Step::Enter(node) if page.kind(node) == NodeKind::Text => {
                if !page.facts(node).contains(Facts::INVISIBLE) {
                    blocks.text(page.text(node));
                }
            }
            Step::Enter(node) => blocks.enter(page, node, address),
            Step::Leave(node) if page.kind(node) == NodeKind::Text => {}
            Step::Leave(node) => blocks.leave(page, node),
        }
    }
    blocks.finish()
}

/// Elements that are used, not read, and such as are no text.
const UNREAD: &[Name] = &[
    name::SCRIPT,
    name::STYLE,
    name::TEMPLATE,
    name::NOSCRIPT,
    name::HEAD,
    name::IFRAME,
    name::BUTTON,
    name::INPUT,
    name::SELECT,
    name::TEXTAREA,
    name::SVG,
    name::CANVAS,
    name::VIDEO,
    name::AUDIO,
    name::OBJECT,
    name::EMBED,
];

/// Whether an element is no part of any text, with all that is in it.
pub(crate) fn is_unread(page: &Page, node: NodeId) -> bool {
    page.facts(node).contains(Facts::NOT_RENDERED) || UNREAD.contains(&page.html_tag(node))
}

fn is_left_out(semantics: &Semantics<'_>, node: NodeId, part: Part) -> bool {
    let page = semantics.page();
    if node == part.root {
        return false;
    }
    if page.kind(node) == NodeKind::Document || is_unread(page, node) {
        return true;
    }
    if page.kind(node) == NodeKind::Text {
        return false;
    }
    if semantics.is_aria_hidden(node) {
        return true;
    }
    let role = semantics.role(node);
    match part.frame {
        FrameOfPage::Read => false,
        FrameOfPage::Left => matches!(
            role,
            Role::Navigation
                | Role::Banner
                | Role::Contentinfo
                | Role::Search
                | Role::Dialog
                | Role::Alertdialog
                | Role::Menu
                | Role::Menubar
                | Role::Toolbar
                | Role::Tablist
        ),
    }
}

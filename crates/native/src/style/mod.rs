//! What of a page is rendered, as far as markup and style sheets decide it without layout.
//!
//! Sources: the browser's own sheet ([`browser`]), `<style>` elements of each document and shadow tree ([`sheet`]),
//! and `style` attributes. Linked sheets are not fetched. A few properties count ([`declaration`]); how they
//! combine follows CSS Cascade 5: origin, importance, tree, `style` attribute, layer, specificity, order. What is
//! moved out of view or clipped stays visible here: that is how pages address readers that do not look.

mod browser;
mod cascade;
mod condition;
mod declaration;
mod generated;
mod sheet;

use rustc_hash::FxHashMap;
use surefoot_page::{Facts, NodeId, NodeKind, Page, RuleSet, Step, name};

use browser::Children;
use cascade::{Authored, authored};
use declaration::{Display, Property, Value};
use sheet::Sheets;

/// The facts that are decided here.
const DECIDED: Facts = Facts::NOT_RENDERED
    .union(Facts::INVISIBLE)
    .union(Facts::BLOCK)
    .union(Facts::APART)
    .union(Facts::TRANSPARENT)
    .union(Facts::NO_POINTER_EVENTS)
    .union(Facts::INERT);

/// What could not be taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct StyleReport {
    /// Rules that matter whose selectors are not understood.
    pub(crate) unread_selectors: usize,
    /// `@container`, `@scope` and `@import` rules, which are passed over.
    pub(crate) skipped_blocks: usize,
    /// Rules whose selectors took too many steps on this page.
    pub(crate) costly_rules: usize,
    /// Whether so many were costly that matching ended before the last element.
    pub(crate) ended_early: bool,
}

/// Decides for every node whether it is rendered, visible, transparent, inert, open to the pointer and a block, and which
/// text is generated around its content.
///
/// Replaces what was decided before, so it is called again whenever attributes, facts or nodes have changed. The page
/// must be finished ([`Page::finish`]). Takes time linear in the size of page and sheets, with a limit on matching.
pub(crate) fn apply(page: &mut Page) -> StyleReport {
    let mut sheets = read_sheets(page);
    let mut report = StyleReport {
        unread_selectors: sheets.unread_selectors,
        skipped_blocks: sheets.skipped_blocks,
        ..StyleReport::default()
    };
    let mut rules = RuleSet::new(page);
    for (number, rule) in (0..).zip(&sheets.rules) {
        rules.insert(rule.tree, &rule.selector, number);
    }
    let matches = rules.matches();
    report.costly_rules = matches.given_up.len();
    report.ended_early = matches.ended_early;
    let styles = authored(page, &mut sheets, &matches.found);
    let facts = decide(page, &styles.elements);
    for (node, facts) in page.ids().zip(facts) {
        page.remove_facts(node, DECIDED);
        page.add_facts(node, facts);
    }
    page.replace_generated(generated::generated(page, &styles));
    report
}

/// Reads the `<style>` elements that apply, in tree order.
fn read_sheets(page: &Page) -> Sheets {
    let mut sheets = Sheets::default();
    let styles = page
        .in_tree_order()
        .filter(|&n| page.is_element(n) && page.tag(n) == name::STYLE);
    for node in styles {
        let is_css = page
            .attr(node, name::TYPE)
            .is_none_or(|t| t.is_empty() || t.eq_ignore_ascii_case("text/css"));
        let media = page.attr(node, name::MEDIA);
        // The content of a template is no part of the page yet.
        if let Some(tree) = page.scope(node)
            && page.kind(tree) != NodeKind::Fragment
            && is_css
            && media.is_none_or(condition::media_attribute)
        {
            sheets.read(tree, &page.text_content(node));
        }
    }
    sheets
}

/// What holds for the children of an open node.
#[derive(Clone, Copy)]
struct Open {
    /// Facts that pass on to everything below.
    passed_on: Facts,
    /// `visibility` and `pointer-events` as computed, which a descendant may undo.
    hidden: bool,
    no_pointer: bool,
    display: Display,
    content_hidden: bool,
    /// Whether children are flex or grid items: that of the nearest ancestor that has a box.
    items: bool,
    children: Children,
}

const OUTERMOST: Open = Open {
    passed_on: Facts::empty(),
    hidden: false,
    no_pointer: false,
    display: Display::Block,
    content_hidden: false,
    items: false,
    children: Children::Shown,
};

/// The decided facts of every node, in the order of [`Page::ids`].
fn decide(page: &Page, authored: &FxHashMap<NodeId, Authored>) -> Vec<Facts> {
    let Some(root) = page.root() else {
        return Vec::new();
    };
    // What the flat tree does not reach is not rendered: children of a host without a slot for them, templates …
    let mut facts = vec![Facts::NOT_RENDERED; page.len()];
    let modal = topmost_modal(page);
    let mut open = vec![Open {
        passed_on: if modal.is_some() {
            Facts::INERT
        } else {
            Facts::empty()
        },
        ..OUTERMOST
    }];
    for step in page.walk(root) {
        match step {
            Step::Enter(node) => {
                let parent = open.last().copied().unwrap_or(OUTERMOST);
                let kind = page.kind(node);
                let own = if kind == NodeKind::Text {
                    // Half of all nodes, and nothing stands inside them.
                    not_an_element(kind, node, &parent, parent.passed_on).0
                } else {
                    let (own, inside) = one(page, node, &parent, authored.get(&node), modal);
                    open.push(inside);
                    own
                };
                if let Some(slot) = facts.get_mut(node.index()) {
                    *slot = own;
                }
            }
            Step::Leave(node) => {
                if page.kind(node) != NodeKind::Text {
                    open.pop();
                }
            }
        }
    }
    facts
}

/// The open modal dialog on top, behind which all is inert (HTML, "blocked by a modal dialog").
fn topmost_modal(page: &Page) -> Option<NodeId> {
    page.ids()
        .filter(|&n| page.html_tag(n) == name::DIALOG && page.is_attached(n))
        .filter(|&n| page.facts(n).contains(Facts::TOP_LAYER) && page.has_attr(n, name::OPEN))
        .last()
}

/// The facts of one node, and what holds for its children.
fn one(
    page: &Page,
    node: NodeId,
    parent: &Open,
    authored: Option<&Authored>,
    modal: Option<NodeId>,
) -> (Facts, Open) {
    let kind = page.kind(node);
    let mut facts = parent.passed_on;
    if kind != NodeKind::Element {
        return not_an_element(kind, node, parent, facts);
    }
    let value = |property: Property| authored.and_then(|a| a.value(property));
    let off = |property, inherited| match value(property) {
        Some(Value::Off(off)) => off,
        Some(Value::Inherit) => inherited,
        Some(_) => false,
        None => inherited,
    };
    let display = display_of(page, node, value(Property::Display), parent);
    let hidden = off(Property::Visibility, parent.hidden);
    let no_pointer = off(Property::PointerEvents, parent.no_pointer);
    if display == Display::None || !is_shown(node, kind, parent) {
        facts |= Facts::NOT_RENDERED;
    }
    if value(Property::Opacity) == Some(Value::Off(true)) {
        facts |= Facts::TRANSPARENT;
    }
    if modal == Some(node) {
        facts -= Facts::INERT;
    }
    if page.has_attr(node, name::INERT) {
        facts |= Facts::INERT;
    }
    let inside = Open {
        passed_on: facts,
        hidden,
        no_pointer,
        display,
        content_hidden: value(Property::ContentVisibility) == Some(Value::Off(true)),
        items: match display {
            Display::Flex | Display::InlineFlex => true,
            Display::Contents => parent.items,
            _ => false,
        },
        children: browser::children(page, node),
    };
    facts.set(Facts::INVISIBLE, hidden);
    facts.set(Facts::NO_POINTER_EVENTS, no_pointer);
    facts.set(
        Facts::BLOCK,
        matches!(display, Display::Block | Display::Flex),
    );
    facts.set(
        Facts::APART,
        matches!(display, Display::InlineBlock | Display::InlineFlex),
    );
    (facts, inside)
}

fn not_an_element(kind: NodeKind, node: NodeId, parent: &Open, mut facts: Facts) -> (Facts, Open) {
    if !is_shown(node, kind, parent) {
        facts |= Facts::NOT_RENDERED;
    }
    if kind == NodeKind::Document {
        // Nothing inherits into a frame; but a hidden frame shows nothing of its document, whatever that says.
        if parent.hidden {
            facts |= Facts::NOT_RENDERED;
        }
        return (
            facts,
            Open {
                passed_on: facts,
                no_pointer: parent.no_pointer,
                ..OUTERMOST
            },
        );
    }
    let inside = Open {
        passed_on: facts,
        ..*parent
    };
    facts.set(Facts::INVISIBLE, parent.hidden);
    facts.set(Facts::NO_POINTER_EVENTS, parent.no_pointer);
    (facts, inside)
}

/// Whether the parent shows this child at all.
fn is_shown(node: NodeId, kind: NodeKind, parent: &Open) -> bool {
    !parent.content_hidden
        && match parent.children {
            Children::Shown => true,
            Children::Only(only) => only == Some(node),
            Children::OnlyDocuments => kind == NodeKind::Document,
        }
}

fn display_of(page: &Page, node: NodeId, value: Option<Value>, parent: &Open) -> Display {
    let display = match (browser::display(page, node), value) {
        (browser::Default::NeverRendered, _) => Display::None,
        (_, Some(Value::Display(display))) => display,
        (_, Some(Value::Initial)) => Display::Inline,
        (_, Some(Value::Inherit)) => parent.display,
        (browser::Default::Normal(display), _) => display,
    };
    match display {
        Display::Inline | Display::InlineBlock if parent.items => Display::Block,
        Display::InlineFlex if parent.items => Display::Flex,
        _ => display,
    }
}

#[cfg(test)]
mod tests;

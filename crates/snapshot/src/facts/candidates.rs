//! What may stand in front of a page, before it is looked into: layers that an engine found by geometry, open dialogs,
//! and without layout what its own style lays over everything.

use surefoot_aria::Semantics;
use surefoot_page::{Facts, NodeId, Page, Place, Rect, name};

use crate::{Item, Role};

/// So many candidates are looked into at most.
const MOST: usize = 12;

/// Something that may be an overlay.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    /// A dialog that it is, or that is in it.
    pub(super) dialog: Option<u32>,
    pub(super) middle: bool,
    pub(super) hits: u32,
    pub(super) at_edge: bool,
    pub(super) behind: Vec<NodeId>,
    /// It keeps all else from being used, whatever the geometry.
    pub(super) modal: bool,
}

impl Candidate {
    fn new(node: NodeId) -> Candidate {
        Candidate {
            node,
            dialog: None,
            middle: false,
            hits: 0,
            at_edge: false,
            behind: Vec::new(),
            modal: false,
        }
    }
}

/// All that may stand in front of a page.
pub(super) fn candidates(semantics: &Semantics<'_>, items: &[Item]) -> Vec<Candidate> {
    let page = semantics.page();
    let has_layout = page.viewport().is_some();
    let mut candidates = layers(page);
    add_dialogs(semantics, items, has_layout, &mut candidates);
    if !has_layout {
        add_styled(semantics, items, &mut candidates);
    }
    candidates.truncate(MOST);
    candidates
}

/// The layers that an engine found in front.
fn layers(page: &Page) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for front in page.fronts() {
        let at = candidates.iter().position(|c| c.node == front.layer);
        let at = at.unwrap_or_else(|| {
            candidates.push(Candidate::new(front.layer));
            candidates.len() - 1
        });
        let candidate = &mut candidates[at];
        match front.place {
            Place::Middle => {
                candidate.middle = true;
                candidate.hits += 1;
            }
            Place::Inner => candidate.hits += 1,
            Place::Edge => candidate.at_edge = true,
        }
        if front.place != Place::Edge {
            candidate.behind.extend_from_slice(&front.behind);
        }
    }
    candidates
}

/// Dialogs: those in a layer say what the layer is, others are candidates of their own.
fn add_dialogs(
    semantics: &Semantics<'_>,
    items: &[Item],
    has_layout: bool,
    candidates: &mut Vec<Candidate>,
) {
    let page = semantics.page();
    let dialogs = (0u32..)
        .zip(items)
        .filter(|(_, item)| matches!(item.role, Role::Dialog | Role::Alertdialog))
        .take(MOST);
    for (index, item) in dialogs {
        let on_top = page.facts(item.node).contains(Facts::TOP_LAYER);
        let says_modal = item.states.modal;
        let is_modal = match has_layout {
            _ if on_top => says_modal,
            true => says_modal && is_in_view(page, item.node),
            false => says_modal && is_surely_shown(page, item.node),
        };
        let around = std::iter::successors(Some(item.node), |&n| page.flat_parent(n));
        let layer = around
            .take(MOST_AROUND)
            .find_map(|node| candidates.iter().position(|c| c.node == node));
        let inner = || {
            candidates
                .iter()
                .position(|c| page.contains(item.node, c.node))
        };
        match layer.or_else(inner) {
            Some(at) => {
                let candidate = &mut candidates[at];
                candidate.dialog.get_or_insert(index);
                candidate.modal |= is_modal;
            }
            None if is_modal => candidates.push(Candidate {
                dialog: Some(index),
                modal: true,
                ..Candidate::new(item.node)
            }),
            None => {}
        }
    }
}

/// So many elements around a dialog are looked at for its layer.
const MOST_AROUND: usize = 200;

/// Whether a part of the element is in view and can be seen.
fn is_in_view(page: &Page, node: NodeId) -> bool {
    let (Some(bounds), Some(view)) = (page.bounds(node), page.viewport()) else {
        return false;
    };
    let facts = page.facts(node);
    bounds.width > 0.0
        && bounds.height > 0.0
        && overlaps(bounds, view)
        && !facts.intersects(Facts::TRANSPARENT | Facts::NOT_RENDERED | Facts::INVISIBLE)
}

fn overlaps(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

pub(super) fn has_middle_in(inner: Rect, outer: Rect) -> bool {
    let (x, y) = (inner.x + inner.width / 2.0, inner.y + inner.height / 2.0);
    x >= outer.x && y >= outer.y && x <= outer.x + outer.width && y <= outer.y + outer.height
}

/// Without layout: whether the markup makes sure that a modal dialog is shown. Many pages keep closed ones in their
/// markup, which only style sheets hide that this engine does not read.
fn is_surely_shown(page: &Page, node: NodeId) -> bool {
    if page.html_tag(node) == name::DIALOG && page.has_attr(node, name::OPEN) {
        return true;
    }
    let style = page.attr(node, name::STYLE).unwrap_or_default();
    let shown_by_style = declared(style, "display").is_some_and(|display| display != "none");
    let classes = page.attr(node, name::CLASS).unwrap_or_default();
    let shown_by_class = classes.split_ascii_whitespace().any(|class| {
        let class = class.to_ascii_lowercase();
        SHOWN.contains(&class.as_str()) || SHOWN_ENDS.iter().any(|end| class.ends_with(end))
    });
    shown_by_style || shown_by_class || covers_by_style(page, node)
}

/// Classes that say that something is open.
const SHOWN: &[&str] = &[
    "show",
    "shown",
    "open",
    "opened",
    "visible",
    "active",
    "is-open",
    "is-active",
    "is-visible",
];
const SHOWN_ENDS: &[&str] = &["--open", "--visible", "--active", "--shown", "-open"];

/// What is put in front of everything by its own style.
fn add_styled(semantics: &Semantics<'_>, items: &[Item], candidates: &mut Vec<Candidate>) {
    let page = semantics.page();
    let mut last: Option<NodeId> = None;
    for node in page.in_tree_order() {
        let covers = covers_by_style(page, node)
            && !semantics.is_hidden(node)
            && !page.facts(node).contains(Facts::TRANSPARENT);
        if !covers || last.is_some_and(|last| page.contains(last, node)) {
            continue;
        }
        last = Some(node);
        match candidates.iter_mut().find(|c| page.contains(node, c.node)) {
            Some(candidate) => candidate.modal = true,
            None => candidates.push(Candidate {
                modal: true,
                dialog: dialog_in(page, items, node),
                ..Candidate::new(node)
            }),
        }
        if candidates.len() >= MOST {
            return;
        }
    }
}

fn dialog_in(page: &Page, items: &[Item], node: NodeId) -> Option<u32> {
    (0u32..)
        .zip(items)
        .filter(|(_, item)| matches!(item.role, Role::Dialog | Role::Alertdialog))
        .take(MOST)
        .find(|(_, item)| page.contains(node, item.node))
        .map(|(index, _)| index)
}

/// Whether the style of an element, as its markup has it, lays it over all of the view.
fn covers_by_style(page: &Page, node: NodeId) -> bool {
    let Some(style) = page.attr(node, name::STYLE) else {
        return false;
    };
    if declared(style, "position").as_deref() != Some("fixed")
        || declared(style, "display").as_deref() == Some("none")
        || declared(style, "visibility").as_deref() == Some("hidden")
        || declared(style, "pointer-events").as_deref() == Some("none")
        || declared(style, "opacity").as_deref() == Some("0")
    {
        return false;
    }
    let is_zero = |property| declared(style, property).is_some_and(|v| v == "0" || v == "0px");
    let is_full = |property| {
        declared(style, property).is_some_and(|v| v.starts_with("100") && !v.ends_with("px"))
    };
    let wide = is_zero("left") && is_zero("right") || is_full("width");
    let high = is_zero("top") && is_zero("bottom") || is_full("height");
    is_zero("inset") || wide && high
}

/// What a style attribute says of a property, in lower case.
fn declared(style: &str, property: &str) -> Option<String> {
    let mut declarations = style.split(';').filter_map(|d| d.split_once(':'));
    declarations
        .rfind(|(name, _)| name.trim().eq_ignore_ascii_case(property))
        .map(|(_, value)| {
            let value = value.trim().to_ascii_lowercase();
            value.trim_end_matches("!important").trim_end().to_owned()
        })
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn styles_are_read() {
        let style = "POSITION: fixed !important; top:0;Top : 5px; background:url(a;b)";
        assert_eq!(declared(style, "position").as_deref(), Some("fixed"));
        assert_eq!(declared(style, "top").as_deref(), Some("5px"));
        assert_eq!(declared(style, "left"), None);
    }
}

//! What holds for a node because of those around it in the flat tree.

use rustc_hash::FxHashMap;
use surefoot_page::{Facts, NodeId, NodeKind, Page, Rect, Step, name};

use super::rows::{Document, Marks};

/// Facts that hold for everything below, too.
const PASSED_ON: Facts = Facts::NOT_RENDERED
    .union(Facts::TRANSPARENT)
    .union(Facts::INERT);

/// Facts that a text has from the element it is in.
const OF_TEXT: Facts = PASSED_ON
    .union(Facts::INVISIBLE)
    .union(Facts::NO_POINTER_EVENTS);

/// What holds for the children of an open node.
#[derive(Clone, Copy, Debug)]
struct Open {
    facts: Facts,
    /// Whether the pointer is a hand over it.
    pointer: bool,
    editable: bool,
    /// Whether texts in it are not rendered.
    skips: bool,
    /// What can be seen of the document's view, in the page.
    view: Option<Rect>,
}

/// What a modal dialog makes of a node; all else in its document is inert (HTML, "blocked by a modal dialog").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Blocked {
    /// It is the dialog.
    Modal,
    /// The dialog is in it: it is not inert itself, or the dialog could not be told of, but all else in it is.
    Around,
}

/// The modal dialogs on top, and what is around them, the document included. Of several the last in the tree counts: in
/// which order they were opened no script can tell.
fn blocked(page: &Page, marks: &Marks) -> FxHashMap<NodeId, Blocked> {
    let mut blocked = FxHashMap::default();
    if marks.modals.is_empty() {
        return blocked;
    }
    let mut topmost = FxHashMap::default();
    for node in page.in_tree_order().filter(|n| marks.modals.contains(n)) {
        if let Some(root) = page.document_of(node).and_then(|d| d.root) {
            topmost.insert(root, node);
        }
    }
    for (root, modal) in topmost {
        blocked.insert(modal, Blocked::Modal);
        let mut at = page.flat_parent(modal);
        while let Some(node) = at {
            blocked.entry(node).or_insert(Blocked::Around);
            at = (node != root).then(|| page.flat_parent(node)).flatten();
        }
    }
    blocked
}

/// Completes the facts of a page whose nodes have only those of their own. It must be finished.
pub(super) fn derive(page: &mut Page, documents: &[Document], marks: &Marks) {
    let Some(root) = page.root() else { return };
    let blocked = blocked(page, marks);
    // What the flat tree does not reach is not rendered.
    let mut facts = vec![Facts::NOT_RENDERED; page.len()];
    let mut open = vec![Open {
        facts: Facts::empty(),
        pointer: false,
        editable: false,
        skips: false,
        view: page.viewport(),
    }];
    for step in page.walk(root) {
        match step {
            Step::Enter(node) => {
                let Some(outer) = open.last().copied() else {
                    break;
                };
                if page.kind(node) == NodeKind::Text {
                    // Half of all nodes, and nothing stands inside them.
                    if let Some(slot) = facts.get_mut(node.index()) {
                        *slot = outer.facts & OF_TEXT;
                        slot.set(
                            Facts::NOT_RENDERED,
                            slot.contains(Facts::NOT_RENDERED) || outer.skips,
                        );
                    }
                    continue;
                }
                let (own, inside) = match page.kind(node) {
                    NodeKind::Element => element(page, node, &outer, marks, &blocked),
                    NodeKind::Document => document(page, node, &outer, documents, &blocked),
                    _ => (outer.facts & PASSED_ON, outer),
                };
                if let Some(slot) = facts.get_mut(node.index()) {
                    *slot = own;
                }
                open.push(inside);
            }
            Step::Leave(node) => {
                if page.kind(node) != NodeKind::Text {
                    open.pop();
                }
            }
        }
    }
    for (node, derived) in page.ids().zip(facts) {
        page.remove_facts(node, Facts::POINTER_CURSOR);
        page.add_facts(node, derived);
    }
    if let Some(focused) = focused(page, documents) {
        page.add_facts(focused, Facts::FOCUSED);
    }
}

fn element(
    page: &Page,
    node: NodeId,
    outer: &Open,
    marks: &Marks,
    blocked: &FxHashMap<NodeId, Blocked>,
) -> (Facts, Open) {
    let told = page.facts(node);
    let mut own = told | outer.facts & PASSED_ON;
    let mut inside_inert = own.contains(Facts::INERT);
    match blocked.get(&node) {
        Some(Blocked::Modal) => {
            inside_inert = false;
            own -= Facts::INERT;
        }
        Some(Blocked::Around) => own -= Facts::INERT,
        None => {}
    }
    if page.has_attr(node, name::INERT) {
        inside_inert = true;
        own |= Facts::INERT;
    }
    let pointer = told.contains(Facts::POINTER_CURSOR);
    own.set(Facts::POINTER_CURSOR, pointer && !outer.pointer);
    let editable = match page.attr(node, name::CONTENTEDITABLE).and_then(editing) {
        Some(editable) => editable,
        None => outer.editable,
    };
    own.set(Facts::EDITABLE, editable);
    if let (Some(bounds), Some(view)) = (page.bounds(node), outer.view)
        && intersection(bounds, view).is_none()
    {
        own |= Facts::OFFSCREEN;
    }
    let mut passed_on = own;
    passed_on.set(Facts::INERT, inside_inert);
    let inside = Open {
        facts: passed_on,
        pointer,
        editable,
        skips: marks.skips.contains(&node),
        view: outer.view,
    };
    (own, inside)
}

/// What holds in a document: what its frame passes on, and its own.
fn document(
    page: &Page,
    node: NodeId,
    outer: &Open,
    documents: &[Document],
    blocked: &FxHashMap<NodeId, Blocked>,
) -> (Facts, Open) {
    let mut facts = outer.facts & PASSED_ON;
    // Nothing inherits into a frame; but a hidden frame shows nothing of its document, whatever that says.
    if outer.facts.contains(Facts::INVISIBLE) {
        facts |= Facts::NOT_RENDERED;
    }
    let own = documents.iter().find(|d| d.root == node);
    let is_frame = page.parent(node).is_some();
    let view = match own {
        Some(own) if is_frame => outer.view.and_then(|view| {
            page.bounds(page.parent(node)?)?;
            intersection(own.view, view)
        }),
        _ => outer.view,
    };
    let has_modal = blocked.contains_key(&node);
    let inside = Open {
        facts: if has_modal {
            facts | Facts::INERT
        } else {
            facts
        },
        pointer: false,
        editable: own.is_some_and(|d| d.design),
        skips: false,
        view,
    };
    (facts, inside)
}

/// What a value of `contenteditable` switches; `None`: nothing, it is inherited.
fn editing(value: &str) -> Option<bool> {
    const ON: [&str; 3] = ["", "true", "plaintext-only"];
    if ON.iter().any(|on| value.eq_ignore_ascii_case(on)) {
        Some(true)
    } else {
        value.eq_ignore_ascii_case("false").then_some(false)
    }
}

fn intersection(a: Rect, b: Rect) -> Option<Rect> {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let width = (a.x + a.width).min(b.x + b.width) - x;
    let height = (a.y + a.height).min(b.y + b.height) - y;
    (width >= 0.0 && height >= 0.0).then_some(Rect {
        x,
        y,
        width,
        height,
    })
}

/// The element that has the focus: in the main document, or in the frame that has it there, and so on.
fn focused(page: &Page, documents: &[Document]) -> Option<NodeId> {
    let of = |root| documents.iter().find(|d| d.root == root)?.focused;
    let mut focused = of(page.root()?)?;
    while let Some(inner) = page.content_document(focused).and_then(of) {
        focused = inner;
    }
    Some(focused)
}

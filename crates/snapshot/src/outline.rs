//! [`outline`]: from a page with roles and names to the items a person could read or act on.
//!
//! One walk over the accessibility tree. Text is gathered into a run until something ends it: a block, an item, the end
//! of its container. Whether a container is worth a line is known only when it ends, so it is pushed when it begins and
//! popped, merged with its text, or marked as dissolved when it ends; a last pass closes the gaps.

mod text;

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_aria::{Role, Semantics};
use surefoot_page::{DocumentId, Facts, Namespace, NodeId, NodeKind, Page, Step, name};

use crate::clue::clue;
use crate::context::set_contexts;
use crate::covers::set_covers;
use crate::facts::overlays;
use crate::gaps::Gaps;
use crate::keep::{Treatment, treatment};
use crate::{Frame, Hints, Item, Snapshot, item};

/// What can be read or acted on, without refs.
pub fn outline(semantics: &Semantics<'_>) -> Snapshot {
    outlined(Outliner::new(semantics))
}

/// The same of a page in which nothing is hidden, beside the one that it was made of: no run of text has both what is
/// hidden there and what is not.
pub(crate) fn outline_beside(semantics: &Semantics<'_>, seen: &Semantics<'_>) -> Snapshot {
    outlined(Outliner {
        seen: Some(seen),
        ..Outliner::new(semantics)
    })
}

fn outlined(mut outliner: Outliner<'_, '_>) -> Snapshot {
    let semantics = outliner.semantics;
    let page = semantics.page();
    if let Some(root) = page.root() {
        outliner.walk(root);
    }
    let mut snapshot = Snapshot {
        url: page.url().to_owned(),
        title: page.title(),
        items: outliner.items,
        frames: page
            .documents()
            .iter()
            .zip(newest(page))
            .map(|(d, newest)| Frame {
                url: d.url.clone(),
                newest,
            })
            .collect(),
        diagnostics: semantics
            .diagnostics()
            .iter()
            .map(ToString::to_string)
            .collect(),
        overlays: Vec::new(),
        facts: None,
    };
    snapshot.diagnostics.extend_from_slice(page.notes());
    if page.is_cut_off() {
        snapshot
            .diagnostics
            .push("the page has more nodes or text than fit; the rest was left out".to_owned());
    }
    close_gaps(&mut snapshot.items);
    label_from_inside(&mut snapshot.items);
    add_clues(&mut snapshot.items, page);
    set_covers(&mut snapshot.items, page);
    set_contexts(&mut snapshot.items);
    snapshot.overlays = overlays(semantics, &snapshot.items);
    snapshot
}

/// The highest serial of a node in each document.
fn newest(page: &Page) -> Vec<u32> {
    let mut newest = vec![0; page.documents().len()];
    let at: FxHashMap<DocumentId, usize> = page.documents().iter().map(|d| d.id).zip(0..).collect();
    for key in page.ids().filter_map(|node| page.key(node)) {
        if let Some(newest) = at.get(&key.document).and_then(|&at| newest.get_mut(at)) {
            *newest = key.serial.max(*newest);
        }
    }
    newest
}

/// Calls what can be acted on and has no label of its own by the first label inside it.
fn label_from_inside(items: &mut [Item]) {
    for index in 0..items.len() {
        let mut around = items[index].parent;
        while let Some(at) = around {
            let outer = at as usize;
            if !items[outer].is_interactive()
                || !items[outer].label().is_empty()
                || items[index].label().is_empty()
            {
                break;
            }
            items[outer].inner = items[index].label().into();
            around = items[outer].parent;
        }
    }
}

/// Looks for a clue to what can be acted on and says in no other way what it is.
fn add_clues(items: &mut [Item], page: &Page) {
    let says_nothing = |item: &Item| {
        item.label().is_empty()
            && item.description.is_empty()
            && item.placeholder.is_none()
            && item.value.is_none()
    };
    for item in items {
        if item.is_interactive() && says_nothing(item) {
            item.clue = clue(page, item.node).unwrap_or_default().into();
        }
    }
}

/// The tag of an item that turned out not to be worth a line. No element can have it.
const DISSOLVED: &str = "<dissolved>";

/// What is wanted of the nodes below an open element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Everything.
    All,
    /// What can be acted on: the text is somebody's name already.
    Controls,
    /// What can be acted on in a picture, with its text.
    Pictured,
}

/// A node that was entered and not yet left.
#[derive(Clone, Copy)]
struct Open {
    treatment: Treatment,
    /// Whether it was given an item: then it is the last of the holders.
    holds: bool,
    /// Whether runs of text end with it.
    block: bool,
    wanted: Wanted,
}

/// An open element that was given an item.
#[derive(Clone, Copy)]
struct Holder {
    item: u32,
    /// How many items are right inside it so far.
    children: u32,
    /// How many of these are text.
    texts: u32,
}

struct Outliner<'a, 'p> {
    semantics: &'a Semantics<'p>,
    page: &'p Page,
    /// The page as it can be seen, if this one is a copy in which nothing is hidden.
    seen: Option<&'a Semantics<'a>>,
    /// Whether the text gathered so far cannot be seen there.
    run_is_hidden: bool,
    items: Vec<Item>,
    open: Vec<Open>,
    holders: Vec<Holder>,
    frames: FxHashMap<DocumentId, u32>,
    /// What the names of elements were made of, for those that were asked about: one element can have all labels.
    named_by: FxHashMap<NodeId, FxHashSet<NodeId>>,
    /// The text gathered so far, and its first node.
    run: String,
    run_start: Option<NodeId>,
}

impl<'a, 'p> Outliner<'a, 'p> {
    fn new(semantics: &'a Semantics<'p>) -> Self {
        let page = semantics.page();
        Outliner {
            semantics,
            page,
            seen: None,
            run_is_hidden: false,
            items: Vec::with_capacity(page.len() / 4),
            open: Vec::new(),
            holders: Vec::new(),
            frames: page
                .documents()
                .iter()
                .zip(0..)
                .map(|(d, i)| (d.id, i))
                .collect(),
            named_by: FxHashMap::default(),
            run: String::new(),
            run_start: None,
        }
    }

    fn walk(&mut self, root: NodeId) {
        let mut walk = self.semantics.walk(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) => {
                    if !self.enter(node) {
                        walk.skip_children();
                    }
                }
                Step::Leave(_) => self.leave(),
            }
        }
        self.end_run();
    }

    /// Enters a node; the answer is whether what is below it is of interest.
    fn enter(&mut self, node: NodeId) -> bool {
        let wanted = self.open.last().map_or(Wanted::All, |o| o.wanted);
        let mut open = Open {
            treatment: Treatment::Dissolve,
            holds: false,
            block: false,
            wanted,
        };
        let descend = match self.page.kind(node) {
            NodeKind::Text => {
                if wanted == Wanted::All {
                    self.add_text(node);
                }
                false
            }
            NodeKind::Element => self.enter_element(node, &mut open),
            NodeKind::Document => {
                self.end_run();
                open.block = true;
                open.wanted = Wanted::All;
                true
            }
            NodeKind::ShadowRoot | NodeKind::Fragment => true,
        };
        self.open.push(open);
        descend
    }

    fn enter_element(&mut self, node: NodeId, open: &mut Open) -> bool {
        let page = self.page;
        if self.semantics.is_excluded(node) {
            return false;
        }
        if page.html_tag(node) == name::BR {
            self.add_blank();
            return false;
        }
        open.block = page.facts(node).contains(Facts::BLOCK);
        if open.block {
            self.end_run();
        }
        // `visibility: hidden` hides the element itself, yet not descendants that are visible again.
        if page.facts(node).contains(Facts::INVISIBLE) {
            return true;
        }
        let role = self.role(node);
        let hints = self.hints(node, role);
        if role == Role::Math && page.namespace(node) == Namespace::MathMl && hints.is_empty() {
            if open.wanted == Wanted::All {
                self.add_written(node, &self.semantics.name(node));
            }
            return false;
        }
        if self.is_face_of_select(node) {
            return false;
        }
        open.treatment = match treatment(role) {
            Treatment::Dissolve | Treatment::TextBlock | Treatment::Heading
                if !hints.is_empty() =>
            {
                Treatment::Structure
            }
            Treatment::Dissolve if self.names_its_control(node) => {
                open.wanted = Wanted::Controls;
                Treatment::Dissolve
            }
            Treatment::Rule if page.facts(node).contains(Facts::FOCUSABLE) => Treatment::Gauge,
            treatment => treatment,
        };
        match open.treatment {
            Treatment::Dissolve => true,
            Treatment::Rule => false,
            Treatment::Control | Treatment::Choices | Treatment::Gauge => {
                self.push(node, role, hints, open);
                if open.treatment == Treatment::Control {
                    open.wanted = Wanted::Controls;
                }
                open.treatment != Treatment::Gauge
            }
            Treatment::Structure if !hints.is_empty() => {
                self.push(node, role, hints, open);
                if open.wanted == Wanted::Pictured {
                    open.wanted = Wanted::All;
                }
                true
            }
            Treatment::Image => {
                let name = self.semantics.name(node);
                let is_part = open.wanted != Wanted::All;
                if self.is_drawing(node, &name) && hints.is_empty() && !is_part {
                    return true;
                }
                if !hints.is_empty() || !is_part && !name.is_empty() {
                    self.push_named(node, role, hints, open, name);
                }
                if !is_part {
                    open.wanted = Wanted::Pictured;
                }
                true
            }
            _ if open.wanted != Wanted::All => true,
            Treatment::Heading => {
                self.push(node, role, hints, open);
                open.wanted = Wanted::Controls;
                true
            }
            Treatment::TextBlock | Treatment::Structure | Treatment::Cell | Treatment::Thin => {
                self.push(node, role, hints, open);
                true
            }
        }
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.block || open.holds {
            self.end_run();
        }
        if open.holds
            && let Some(holder) = self.holders.pop()
        {
            self.close(open.treatment, holder);
        }
    }

    /// Decides what becomes of an item now that all inside it is known.
    fn close(&mut self, treatment: Treatment, holder: Holder) {
        let index = holder.item as usize;
        if holder.children == 1 && holder.texts == 1 && treatment != Treatment::Choices {
            return self.merge_text(index);
        }
        let Some(item) = self.items.get_mut(index) else {
            return;
        };
        if !item.name.is_empty() || !item.hints.is_empty() {
            return;
        }
        let dissolves = match treatment {
            Treatment::TextBlock | Treatment::Heading => true,
            Treatment::Cell | Treatment::Thin => holder.children == 1,
            Treatment::Structure => false,
            _ => return,
        };
        if holder.children == 0 {
            self.items.pop();
            self.count(|h| h.children -= 1);
        } else if dissolves {
            item.tag = Cow::Borrowed(DISSOLVED);
            self.count(|h| {
                h.children += holder.children - 1;
                h.texts += holder.texts;
            });
        }
    }

    fn count(&mut self, change: impl FnOnce(&mut Holder)) {
        if let Some(holder) = self.holders.last_mut() {
            change(holder);
        }
    }

    /// Moves the text of the last item to the line of the item at `index`, its container.
    fn merge_text(&mut self, index: usize) {
        let Some(text) = self.items.pop() else { return };
        let Some(item) = self.items.get_mut(index) else {
            return;
        };
        if item.role.names_from_content() && item.name.is_empty()
            || item.is_cursor_interactive() && item.name.is_empty()
        {
            item.name = text.name;
        } else if item.name != text.name {
            item.text = text.name;
        }
    }

    /// Whether an element is an SVG drawing that nobody has named or made an image: then it is what is drawn in it
    /// (SVG-AAM 5.1.1).
    fn is_drawing(&self, node: NodeId, name: &str) -> bool {
        name.is_empty()
            && self.page.namespace(node) == Namespace::Svg
            && !self.page.has_attr(node, name::ROLE)
    }

    /// Whether an element is the button that a customized select shows itself with: it is no control of its own (HTML,
    /// "the select element", whose button is inert).
    fn is_face_of_select(&self, node: NodeId) -> bool {
        self.page.html_tag(node) == name::BUTTON
            && (self.page.parent(node))
                .is_some_and(|around| self.page.html_tag(around) == name::SELECT)
    }

    fn frame_of(&self, node: NodeId) -> u32 {
        self.page
            .document_of(node)
            .and_then(|d| self.frames.get(&d.id))
            .copied()
            .unwrap_or(0)
    }

    fn push(&mut self, node: NodeId, role: Role, hints: Hints, open: &mut Open) {
        // The name of a cell or row is its content: it is put together from what is found inside, not said twice.
        let from_content = (open.treatment == Treatment::Cell || role == Role::Row)
            && !self.page.has_attr(node, name::ARIA_LABEL)
            && !self.page.has_attr(node, name::ARIA_LABELLEDBY);
        let name = if from_content {
            String::new()
        } else {
            self.semantics.name(node)
        };
        self.push_named(node, role, hints, open, name);
    }

    fn push_named(
        &mut self,
        node: NodeId,
        role: Role,
        hints: Hints,
        open: &mut Open,
        name: String,
    ) {
        let Some(key) = self.page.key(node) else {
            return;
        };
        self.end_run();
        let mut item = blank_item(node, key, role);
        item.name = name.into();
        item.hints = hints;
        item.parent = self.holders.last().map(|h| h.item);
        item.frame = self.frame_of(node);
        item::describe(&mut item, self.semantics);
        self.count(|h| h.children += 1);
        self.holders.push(Holder {
            item: self.items.len() as u32,
            children: 0,
            texts: 0,
        });
        self.items.push(item);
        open.holds = true;
    }

    /// The role of an element. What is a menu item outside of any menu is no menu item by the specification, but it is
    /// still what people click.
    fn role(&self, node: NodeId) -> Role {
        let meant = self
            .semantics
            .orphaned_role(node)
            .filter(|r| r.is_interactive());
        meant.unwrap_or_else(|| self.semantics.role(node))
    }

    // ---- what else an element is ---------------------------------------------------------------------------------

    /// What makes an element interactive whose role does not.
    fn hints(&self, node: NodeId, role: Role) -> Hints {
        let page = self.page;
        if role.is_interactive() || matches!(page.html_tag(node), name::HTML | name::BODY) {
            return Hints::empty();
        }
        let facts = page.facts(node);
        let mut hints = Hints::empty();
        hints.set(Hints::POINTER, facts.contains(Facts::POINTER_CURSOR));
        hints.set(
            Hints::ONCLICK,
            facts.contains(Facts::CLICK_LISTENER) || page.has_attr(node, name::ONCLICK),
        );
        hints.set(
            Hints::TABINDEX,
            page.attr(node, name::TABINDEX)
                .is_some_and(|t| t.trim().parse::<i32>().is_ok_and(|t| t != -1)),
        );
        hints.set(
            Hints::EDITABLE,
            facts.contains(Facts::EDITABLE) && page.has_attr(node, name::CONTENTEDITABLE),
        );
        hints.set(Hints::LABEL, self.is_label_of_hidden(node));
        if role == Role::Iframe {
            hints -= Hints::TABINDEX;
        }
        hints
    }

    /// Whether the element is a label whose control is not shown: then the label is what people click.
    fn is_label_of_hidden(&self, node: NodeId) -> bool {
        self.page.html_tag(node) == name::LABEL
            && self.semantics.label_target(node).is_some_and(|control| {
                self.page.input_type(control) != "hidden" && self.semantics.is_excluded(control)
            })
    }

    /// Whether the text in this element is the name of something else that is shown: a label's, a legend's, a caption's.
    fn names_its_control(&mut self, node: NodeId) -> bool {
        let named = match self.page.html_tag(node) {
            name::LABEL => self.semantics.label_target(node),
            name::LEGEND | name::CAPTION | name::FIGCAPTION => self.page.parent(node),
            _ => None,
        };
        let Some(named) = named.filter(|&n| !self.semantics.is_excluded(n)) else {
            return false;
        };
        let semantics = self.semantics;
        self.named_by
            .entry(named)
            .or_insert_with(|| semantics.labelled_by(named).into_iter().collect())
            .contains(&node)
    }
}

pub(crate) fn blank_item(node: NodeId, key: surefoot_page::NodeKey, role: Role) -> Item {
    Item {
        node,
        key,
        reference: None,
        role,
        name: Box::default(),
        text: Box::default(),
        inner: Box::default(),
        value: None,
        states: surefoot_aria::States::default(),
        href: None,
        placeholder: None,
        input_type: None,
        description: Box::default(),
        error: Box::default(),
        clue: Box::default(),
        tag: Cow::Borrowed(""),
        selector: None,
        bounds: None,
        cover: None,
        obscured_by: None,
        hidden: false,
        fold: None,
        cut: None,
        context: None,
        hints: Hints::empty(),
        parent: None,
        depth: 0,
        frame: 0,
    }
}

/// Removes the items that turned out not to be worth a line.
fn close_gaps(items: &mut Vec<Item>) {
    let mut gaps = Gaps::with_capacity(items.len());
    items.retain_mut(|item| {
        let spot = gaps.place(item.parent, |_| item.tag != DISSOLVED);
        if let Some(spot) = spot {
            (item.parent, item.depth) = (spot.parent, spot.depth);
        }
        spot.is_some()
    });
}

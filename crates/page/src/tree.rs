//! Links between nodes: reading them, changing them, and what [`Page::finish`] derives from them.

use crate::node::{NodeKind, ShadowMode};
use crate::{NodeId, Page, name};

/// The light children of a node; see [`Page::children`].
#[derive(Clone, Debug)]
pub struct Children<'p> {
    page: &'p Page,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.page.next_sibling(node);
        Some(node)
    }
}

/// The ancestors of a node, nearest first; see [`Page::ancestors`].
#[derive(Clone, Debug)]
pub struct Ancestors<'p> {
    page: &'p Page,
    next: Option<NodeId>,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.page.parent(node);
        Some(node)
    }
}

impl Page {
    /// The parent in the light tree. That of a frame's document is the frame's element, that of a shadow root its host.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The parent, if it is an element of the same tree (not across a frame or shadow boundary).
    pub fn parent_element(&self, node: NodeId) -> Option<NodeId> {
        self.parent(node)
            .filter(|&p| self.is_element(p) && self.is_element_or_text(node))
    }

    fn is_element_or_text(&self, node: NodeId) -> bool {
        matches!(self.kind(node), NodeKind::Element | NodeKind::Text)
    }

    /// The ancestors in the light tree, nearest first, across frame and shadow boundaries.
    pub fn ancestors(&self, node: NodeId) -> Ancestors<'_> {
        Ancestors {
            page: self,
            next: self.parent(node),
        }
    }

    /// The parent in the flat tree: the slot of an assigned node, the host of a shadow root's child.
    pub fn flat_parent(&self, node: NodeId) -> Option<NodeId> {
        if let Some(&slot) = self.slot_of.get(&node) {
            return Some(slot);
        }
        let parent = self.parent(node)?;
        if self.kind(parent) == NodeKind::ShadowRoot {
            self.parent(parent)
        } else {
            Some(parent)
        }
    }

    /// The children in the light tree: elements and text, neither a shadow root nor a frame's document.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        let mut next = self.node(node).first_child;
        while let Some(n) = next
            && !self.is_element_or_text(n)
        {
            next = self.node(n).next;
        }
        Children { page: self, next }
    }

    /// The node before it in the light tree, text included.
    pub fn prev_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).prev.filter(|&n| self.is_element_or_text(n))
    }

    /// The node after it in the light tree, text included.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let mut next = self.node(node).next;
        while let Some(n) = next
            && !self.is_element_or_text(n)
        {
            next = self.node(n).next; // a frame's document stands after the frame's own fallback content
        }
        next
    }

    /// The shadow root of a host.
    pub fn shadow_root(&self, host: NodeId) -> Option<NodeId> {
        self.node(host)
            .first_child
            .filter(|&c| self.kind(c) == NodeKind::ShadowRoot)
    }

    /// Whether page script could reach into a shadow root; `None` if `node` is not one.
    pub fn shadow_mode(&self, node: NodeId) -> Option<ShadowMode> {
        self.shadow_modes.get(&node).copied()
    }

    /// The document shown in a frame's element, where the engine could read it.
    pub fn content_document(&self, frame: NodeId) -> Option<NodeId> {
        let mut next = self.node(frame).first_child;
        while let Some(child) = next {
            if self.kind(child) == NodeKind::Document {
                return Some(child);
            }
            next = self.node(child).next;
        }
        None
    }

    /// The nodes shown in a slot, in order; empty where its own children are shown.
    pub fn assigned_nodes(&self, slot: NodeId) -> &[NodeId] {
        self.assigned.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// The root of the tree the node is in: a document, a shadow root or a fragment. Right after [`Page::finish`].
    pub fn scope(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).scope
    }

    /// Whether the node was part of a document at the last [`Page::finish`].
    pub fn is_attached(&self, node: NodeId) -> bool {
        self.node(node).scope.is_some()
    }

    /// Every node that is linked to the main document, in tree order: a shadow tree before its host's children, the
    /// content of a frame or template within it.
    pub fn in_tree_order(&self) -> impl Iterator<Item = NodeId> + '_ {
        let root = self.root();
        std::iter::successors(root, move |&node| self.after(node, root?))
    }

    /// Whether `ancestor` is `node` itself or above it in the light tree.
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor == node || self.ancestors(node).any(|a| a == ancestor)
    }

    // ---- changing the tree ---------------------------------------------------------------------------------------

    /// Appends `child`, which is taken from wherever it was.
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        self.detach(child);
        let last = self.node(parent).last_child;
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.prev = last;
        match last {
            Some(last) => self.node_mut(last).next = Some(child),
            None => self.node_mut(parent).first_child = Some(child),
        }
        self.node_mut(parent).last_child = Some(child);
    }

    /// Inserts `child` before `sibling`, taking it from wherever it was. Nothing happens if `sibling` has no parent.
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        if sibling == child {
            return;
        }
        self.detach(child);
        let Some(parent) = self.node(sibling).parent else {
            return;
        };
        let prev = self.node(sibling).prev;
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.prev = prev;
        node.next = Some(sibling);
        match prev {
            Some(prev) => self.node_mut(prev).next = Some(child),
            None => self.node_mut(parent).first_child = Some(child),
        }
        self.node_mut(sibling).prev = Some(child);
    }

    /// Takes a node, with all below it, out of its parent.
    pub fn detach(&mut self, node: NodeId) {
        let (parent, prev, next) = {
            let n = self.node_mut(node);
            (n.parent.take(), n.prev.take(), n.next.take())
        };
        match (prev, parent) {
            (Some(prev), _) => self.node_mut(prev).next = next,
            (None, Some(parent)) => self.node_mut(parent).first_child = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.node_mut(next).prev = prev,
            (None, Some(parent)) => self.node_mut(parent).last_child = prev,
            (None, None) => {}
        }
    }

    /// Moves all light children of `from` to the end of `to`.
    pub fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        let mut next = self.children(from).next();
        while let Some(child) = next {
            next = self.node(child).next;
            self.append(to, child);
        }
    }

    /// Computes what depends on the whole tree: the scope and document of each node, and what each slot shows.
    pub fn finish(&mut self) {
        for node in &mut self.nodes {
            node.scope = None;
        }
        self.assigned.clear();
        self.slot_of.clear();
        self.by_serial.take();
        let mut hosts = Vec::new();
        let Some(root) = self.root() else { return };
        let mut next = Some(root);
        while let Some(node) = next {
            let parent = self.node(node).parent;
            let kind = self.kind(node);
            let (scope, document) = match (kind, parent) {
                (NodeKind::Document, _) => (Some(node), self.node(node).payload.start),
                (NodeKind::ShadowRoot | NodeKind::Fragment, Some(host)) => {
                    (Some(node), self.node(host).document)
                }
                (_, Some(parent)) => (self.node(parent).scope, self.node(parent).document),
                (_, None) => (Some(node), 0),
            };
            if kind == NodeKind::ShadowRoot {
                hosts.extend(parent.map(|host| (host, node)));
            }
            let n = self.node_mut(node);
            n.scope = scope;
            n.document = document;
            next = self.after(node, root);
        }
        for (host, shadow) in hosts {
            self.assign_slots(host, shadow);
        }
    }

    /// The next node in tree order below `root`, over every kind of node.
    pub(crate) fn after(&self, node: NodeId, root: NodeId) -> Option<NodeId> {
        if let Some(child) = self.node(node).first_child {
            return Some(child);
        }
        let mut at = node;
        loop {
            if at == root {
                return None;
            }
            if let Some(next) = self.node(at).next {
                return Some(next);
            }
            at = self.node(at).parent?;
        }
    }

    /// Assigns the light children of `host` to the slots of its shadow tree by name (DOM standard, "find a slot").
    fn assign_slots(&mut self, host: NodeId, shadow: NodeId) {
        let mut slots: rustc_hash::FxHashMap<&str, NodeId> = rustc_hash::FxHashMap::default();
        let mut next = Some(shadow);
        while let Some(node) = next {
            if self.html_tag(node) == name::SLOT && self.scope(node) == Some(shadow) {
                slots
                    .entry(self.attr(node, name::NAME).unwrap_or(""))
                    .or_insert(node);
            }
            next = self.after(node, shadow);
        }
        if slots.is_empty() {
            return;
        }
        let pairs: Vec<_> = self
            .children(host)
            .filter_map(|child| {
                Some((
                    child,
                    *slots.get(self.attr(child, name::SLOT).unwrap_or(""))?,
                ))
            })
            .collect();
        for (child, slot) in pairs {
            self.assigned.entry(slot).or_default().push(child);
            self.slot_of.insert(child, slot);
        }
    }
}

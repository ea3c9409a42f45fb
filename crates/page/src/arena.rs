//! [`Page`]: the arena itself, and how an engine fills it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::node::{Namespace, Node, NodeKind, ShadowMode, Span, StoredAttribute};
use crate::{Attribute, DocumentInfo, Facts, Name, NodeId, Scroll, name};

/// A box in CSS pixels of the page: `x` and `y` count from the top left corner of the main document, not of the view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// The captured page. See the crate's documentation.
///
/// Fill it with the `create_*`, `append*` and `set_*` methods, then call [`Page::finish`] once (and again after
/// nodes were added, moved or removed): it computes what depends on the whole tree. Changing attributes, facts and
/// values needs no `finish`.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<StoredAttribute>,
    pub(crate) strings: String,
    pub(crate) names: name::Interner,
    pub(crate) documents: Vec<DocumentInfo>,
    pub(crate) boxes: Vec<Option<Rect>>,
    /// Live values of form controls, where they differ from what the markup says.
    pub(crate) values: FxHashMap<NodeId, Box<str>>,
    pub(crate) shadow_modes: FxHashMap<NodeId, ShadowMode>,
    /// Nodes assigned to each slot, in order; computed by `finish`.
    pub(crate) assigned: FxHashMap<NodeId, Vec<NodeId>>,
    /// The slot each assigned node is shown in; computed by `finish`.
    pub(crate) slot_of: FxHashMap<NodeId, NodeId>,
    /// Text of `::before` and `::after`.
    pub(crate) generated: FxHashMap<NodeId, [Span; 2]>,
    pub(crate) viewport: Option<Rect>,
    pub(crate) scrolls: FxHashMap<NodeId, Scroll>,
    /// What covers the middle of a node.
    pub(crate) covers: FxHashMap<NodeId, NodeId>,
    /// The elements that attributes refer to by other means than ids.
    pub(crate) references: FxHashMap<(NodeId, Name), Vec<NodeId>>,
    /// What stands in front of the page.
    pub(crate) fronts: Vec<crate::Front>,
    /// Attached nodes by document and serial, for engines whose serials are no indices; made when first needed.
    pub(crate) by_serial: OnceLock<FxHashMap<(u32, u32), NodeId>>,
    pub(crate) full: bool,
    /// What the engine says of the capture, in sentences.
    pub(crate) notes: Vec<String>,
}

impl Page {
    /// An empty page, without any document yet.
    pub fn new() -> Page {
        Page::default()
    }

    /// An empty page with room for `nodes` nodes and `bytes` bytes of strings.
    pub fn with_capacity(nodes: usize, bytes: usize) -> Page {
        Page {
            nodes: Vec::with_capacity(nodes),
            strings: String::with_capacity(bytes),
            ..Page::default()
        }
    }

    // ---- creating nodes ------------------------------------------------------------------------------------------

    /// A new document. The first one is the main document; one for a frame is then appended to the frame's element.
    pub fn create_document(&mut self, mut info: DocumentInfo) -> NodeId {
        let index = u32::try_from(self.documents.len()).unwrap_or(u32::MAX);
        let node = self.push(
            NodeKind::Document,
            Namespace::Other,
            name::EMPTY,
            Span {
                start: index,
                len: 0,
            },
        );
        info.root = Some(node);
        self.documents.push(info);
        node
    }

    /// A new element without parent or attributes.
    pub fn create_element(&mut self, namespace: Namespace, name: Name) -> NodeId {
        self.push(NodeKind::Element, namespace, name, Span::default())
    }

    /// A new text node without parent.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        let span = self.store(text);
        self.push(NodeKind::Text, Namespace::Other, name::EMPTY, span)
    }

    /// A new root outside any document: the contents of a `<template>`.
    pub fn create_fragment(&mut self) -> NodeId {
        self.push(
            NodeKind::Fragment,
            Namespace::Other,
            name::EMPTY,
            Span::default(),
        )
    }

    /// A new shadow root of `host`, linked as its first child. A host that has one already keeps it, and that is returned.
    pub fn create_shadow_root(&mut self, host: NodeId, mode: ShadowMode) -> NodeId {
        if let Some(existing) = self.shadow_root(host) {
            return existing;
        }
        let root = self.push(
            NodeKind::ShadowRoot,
            Namespace::Other,
            name::EMPTY,
            Span::default(),
        );
        self.shadow_modes.insert(root, mode);
        match self.node(host).first_child {
            Some(first) => self.insert_before(first, root),
            None => self.append(host, root),
        }
        root
    }

    fn push(&mut self, kind: NodeKind, namespace: Namespace, name: Name, payload: Span) -> NodeId {
        // The last index is kept for "full": every node created from then on is that one spare node, which is never linked.
        let index = self.nodes.len().min(u32::MAX as usize - 2);
        let Some(id) = NodeId::from_index(index) else {
            unreachable!("the index is bounded above")
        };
        let node = Node {
            parent: None,
            first_child: None,
            last_child: None,
            prev: None,
            next: None,
            payload,
            scope: None,
            document: 0,
            serial: index as u32,
            name,
            facts: Facts::empty(),
            kind,
            namespace,
        };
        if index < self.nodes.len() {
            self.full = true;
            self.nodes[index] = node;
        } else {
            self.nodes.push(node);
        }
        id
    }

    /// Puts `text` into the string buffer. Past 4 GiB the text is dropped and the page marked as cut off.
    fn store(&mut self, text: &str) -> Span {
        let start = self.strings.len();
        if start + text.len() > u32::MAX as usize {
            self.full = true;
            return Span::default();
        }
        self.strings.push_str(text);
        Span {
            start: start as u32,
            len: text.len() as u32,
        }
    }

    // ---- strings, names, attributes ------------------------------------------------------------------------------

    /// The interned form of `text`.
    pub fn intern(&mut self, text: &str) -> Name {
        self.names.intern(text)
    }

    /// The interned form of `text` if this page knows the name at all.
    pub fn lookup(&self, text: &str) -> Option<Name> {
        self.names.lookup(text)
    }

    /// The text of a name.
    pub fn name_str(&self, name: Name) -> &str {
        self.names.resolve(name)
    }

    /// Adds characters at the end of `parent`: to its last text node where that is cheap, else as a new text node.
    pub fn append_text(&mut self, parent: NodeId, text: &str) {
        if let Some(last) = self.node(parent).last_child
            && self.extend_text(last, text)
        {
            return;
        }
        let node = self.create_text(text);
        self.append(parent, node);
    }

    /// Adds characters before `sibling`.
    pub fn insert_text_before(&mut self, sibling: NodeId, text: &str) {
        if let Some(previous) = self.node(sibling).prev
            && self.extend_text(previous, text)
        {
            return;
        }
        let node = self.create_text(text);
        self.insert_before(sibling, node);
    }

    /// Extends a text node in place if its characters end the buffer; copying it elsewhere could go quadratic.
    fn extend_text(&mut self, node: NodeId, text: &str) -> bool {
        let Node { kind, payload, .. } = *self.node(node);
        if kind != NodeKind::Text || payload.range().end != self.strings.len() {
            return false;
        }
        let added = self.store(text);
        self.node_mut(node).payload.len += added.len;
        true
    }

    /// Sets an attribute, replacing one of that name.
    pub fn set_attr(&mut self, element: NodeId, name: Name, value: &str) {
        let value = self.store(value);
        let run = self.node(element).payload.range();
        if let Some(attribute) = self
            .attributes
            .get_mut(run.clone())
            .and_then(|a| a.iter_mut().find(|a| a.name == name))
        {
            attribute.value = value;
            return;
        }
        if run.end != self.attributes.len() {
            let start = self.attributes.len() as u32;
            self.attributes.extend_from_within(run);
            self.node_mut(element).payload.start = start;
        } else if run.is_empty() {
            self.node_mut(element).payload.start = run.end as u32;
        }
        self.attributes.push(StoredAttribute { name, value });
        self.node_mut(element).payload.len += 1;
    }

    /// The elements that an attribute refers to, where a script has set them and not their ids (HTML, "reflecting content
    /// attributes in IDL attributes", for elements).
    pub fn references(&self, element: NodeId, attribute: Name) -> Option<&[NodeId]> {
        let found = self.references.get(&(element, attribute));
        found.map(Vec::as_slice)
    }

    /// Says which elements an attribute refers to.
    pub fn set_references(&mut self, element: NodeId, attribute: Name, targets: Vec<NodeId>) {
        self.references.insert((element, attribute), targets);
    }

    /// Removes an attribute; nothing happens where there is none.
    pub fn remove_attr(&mut self, element: NodeId, name: Name) {
        let run = self.node(element).payload.range();
        let Some(attributes) = self.attributes.get_mut(run) else {
            return;
        };
        if let Some(at) = attributes.iter().position(|a| a.name == name) {
            attributes[at..].rotate_left(1);
            self.node_mut(element).payload.len -= 1;
        }
    }

    /// The value of an attribute.
    pub fn attr(&self, element: NodeId, name: Name) -> Option<&str> {
        self.stored_attributes(element)
            .iter()
            .find(|a| a.name == name)
            .map(|a| &self.strings[a.value.range()])
    }

    /// Whether an attribute is there, whatever its value.
    pub fn has_attr(&self, element: NodeId, name: Name) -> bool {
        self.stored_attributes(element)
            .iter()
            .any(|a| a.name == name)
    }

    /// The attributes of an element, in source order.
    pub fn attrs(&self, element: NodeId) -> impl Iterator<Item = Attribute<'_>> {
        self.stored_attributes(element).iter().map(|a| Attribute {
            name: a.name,
            value: &self.strings[a.value.range()],
        })
    }

    pub(crate) fn span_str(&self, span: Span) -> &str {
        self.strings.get(span.range()).unwrap_or("")
    }

    pub(crate) fn stored_attributes(&self, element: NodeId) -> &[StoredAttribute] {
        let node = self.node(element);
        if node.kind == NodeKind::Element {
            self.attributes
                .get(node.payload.range())
                .unwrap_or_default()
        } else {
            &[]
        }
    }

    // ---- facts, boxes, generated text ----------------------------------------------------------------------------

    /// The facts of a node.
    pub fn facts(&self, node: NodeId) -> Facts {
        self.node(node).facts
    }

    /// Adds facts to a node.
    pub fn add_facts(&mut self, node: NodeId, facts: Facts) {
        self.node_mut(node).facts |= facts;
    }

    /// Takes facts from a node.
    pub fn remove_facts(&mut self, node: NodeId, facts: Facts) {
        self.node_mut(node).facts -= facts;
    }

    /// Where the node is drawn; `None` where the engine has no layout, or the node no box.
    pub fn bounds(&self, node: NodeId) -> Option<Rect> {
        self.boxes.get(node.index()).copied().flatten()
    }

    /// Says where the node is drawn.
    pub fn set_bounds(&mut self, node: NodeId, bounds: Rect) {
        if self.boxes.len() <= node.index() {
            self.boxes.resize(self.nodes.len(), None);
        }
        self.boxes[node.index()] = Some(bounds);
    }

    /// The part of the page that is in view; `None` where the engine has no layout.
    pub fn viewport(&self) -> Option<Rect> {
        self.viewport
    }

    /// Says which part of the page is in view.
    pub fn set_viewport(&mut self, viewport: Rect) {
        self.viewport = Some(viewport);
    }

    /// The text that style sheets put before and after an element's content.
    pub fn generated(&self, element: NodeId) -> [&str; 2] {
        self.generated
            .get(&element)
            .map_or([""; 2], |spans| spans.map(|s| &self.strings[s.range()]))
    }

    /// Says which text style sheets put before and after an element's content.
    pub fn set_generated(&mut self, element: NodeId, before: &str, after: &str) {
        let spans = [self.store(before), self.store(after)];
        self.generated.insert(element, spans);
    }

    /// Says which texts style sheets put before and after the content of all elements that have such.
    pub fn replace_generated(&mut self, texts: Vec<(NodeId, [String; 2])>) {
        let old = std::mem::take(&mut self.generated);
        for (element, [before, after]) in texts {
            // What is as it was needs no new room.
            let same = old.get(&element).filter(|spans| {
                spans.map(|span| &self.strings[span.range()]) == [before.as_str(), after.as_str()]
            });
            match same {
                Some(&spans) => {
                    self.generated.insert(element, spans);
                }
                None => self.set_generated(element, &before, &after),
            }
        }
    }

    // ---- nodes ---------------------------------------------------------------------------------------------------

    /// The number of nodes in the arena, detached ones included: the length of a table that runs parallel to it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Says that something was left out: the page has more nodes than its engine hands over.
    pub fn set_cut_off(&mut self) {
        self.full = true;
    }

    /// Adds something to say of the capture, in a sentence: a frame that did not answer, say.
    pub fn add_note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// What there is to say of the capture, in sentences.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether something was left out: because the arena or its strings would not fit 32-bit indices, or because the
    /// engine says so.
    pub fn is_cut_off(&self) -> bool {
        self.full
    }

    /// Every node of the arena in order of creation, detached ones included.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).filter_map(NodeId::from_index)
    }

    /// What the node is.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// Whether the node is an element.
    pub fn is_element(&self, node: NodeId) -> bool {
        self.node(node).kind == NodeKind::Element
    }

    /// The tag name of an element; [`name::EMPTY`] for other nodes.
    pub fn tag(&self, node: NodeId) -> Name {
        self.node(node).name
    }

    /// The tag name of an element **in the HTML namespace**; [`name::EMPTY`] for other nodes.
    pub fn html_tag(&self, node: NodeId) -> Name {
        let node = self.node(node);
        if node.namespace == Namespace::Html {
            node.name
        } else {
            name::EMPTY
        }
    }

    /// The namespace of an element.
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.node(node).namespace
    }

    /// The characters of a text node; empty for other nodes.
    pub fn text(&self, node: NodeId) -> &str {
        let node = self.node(node);
        if node.kind == NodeKind::Text {
            &self.strings[node.payload.range()]
        } else {
            ""
        }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_stays_small() {
        assert!(size_of::<Node>() <= 56, "{}", size_of::<Node>());
        assert!(
            size_of::<Node>() + size_of::<Option<Rect>>() + 2 * size_of::<StoredAttribute>() <= 120
        );
    }

    #[test]
    fn attributes_are_set_replaced_and_removed() {
        let mut page = Page::new();
        let a = page.create_element(Namespace::Html, name::A);
        let b = page.create_element(Namespace::Html, name::A);
        page.set_attr(a, name::HREF, "/x");
        page.set_attr(b, name::HREF, "/y");
        page.set_attr(a, name::TITLE, "t"); // a's run is no longer the last one
        page.set_attr(a, name::HREF, "/z");
        let got: Vec<_> = page
            .attrs(a)
            .map(|x| (page.name_str(x.name), x.value))
            .collect();
        assert_eq!(got, [("href", "/z"), ("title", "t")]);
        page.remove_attr(a, name::HREF);
        assert_eq!(page.attr(a, name::HREF), None);
        assert_eq!(page.attr(a, name::TITLE), Some("t"));
        assert_eq!(page.attr(b, name::HREF), Some("/y"));
    }

    #[test]
    fn text_grows_in_place_or_beside() {
        let mut page = Page::new();
        let p = page.create_element(Namespace::Html, name::P);
        page.append_text(p, "one ");
        page.append_text(p, "two");
        page.create_text("elsewhere");
        page.append_text(p, " three");
        let texts: Vec<_> = page.children(p).map(|c| page.text(c)).collect();
        assert_eq!(texts, ["one two", " three"]);
    }
}

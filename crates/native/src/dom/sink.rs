//! The [`TreeSink`]: the tree builder's calls, done on the arena.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use rustc_hash::FxHashMap;
use surefoot_page::{DocumentInfo, Name, Namespace, NodeId, Page, ShadowMode, name};

use super::names::{ElementName, Names};

/// A node as the tree builder holds it.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    /// `None`: a comment or processing instruction, which the arena does not keep.
    pub(super) node: Option<NodeId>,
    pub(super) name: Rc<ElementName>,
}

/// Builds one document.
pub(super) struct Sink {
    page: RefCell<Page>,
    names: RefCell<Names>,
    root: Handle,
    /// Depth of each node, by its index less `first`.
    depths: RefCell<Vec<u16>>,
    first: usize,
    /// The depth of the node that something was put into last: a lower bound for what the tree builder's stack holds.
    pub(super) last_depth: Cell<u16>,
    /// Elements created so far.
    pub(super) created: Cell<u64>,
    templates: RefCell<FxHashMap<NodeId, NodeId>>,
    owners: RefCell<Vec<(NodeId, NodeId)>>,
}

impl Sink {
    pub(super) fn new(mut page: Page, info: DocumentInfo, length: usize) -> Sink {
        if page.is_empty() {
            // Real pages have a node per 25 to 60 characters; what is too little here grows.
            page = Page::with_capacity(length / 50 + 16, length + length / 8);
        }
        let mut names = Names::default();
        let first = page.len();
        let root = page.create_document(info);
        let no_name = names.element(&mut page, QualName::new(None, ns!(), local_name!("")));
        Sink {
            page: RefCell::new(page),
            names: RefCell::new(names),
            root: Handle {
                node: Some(root),
                name: no_name,
            },
            depths: RefCell::new(vec![0]),
            first,
            last_depth: Cell::new(0),
            created: Cell::new(0),
            templates: RefCell::default(),
            owners: RefCell::default(),
        }
    }

    /// The page, the document, and the form owners that the tree does not show.
    pub(super) fn into_parts(self) -> (Page, NodeId, FxHashMap<NodeId, NodeId>) {
        let page = self.page.into_inner();
        let root = self.root.node.or(page.root());
        let Some(root) = root else {
            unreachable!("the document was created with the sink")
        };
        let owners = self
            .owners
            .into_inner()
            .into_iter()
            .filter(|&(control, form)| {
                let nearest = page
                    .ancestors(control)
                    .find(|&a| page.html_tag(a) == name::FORM);
                nearest != Some(form)
            })
            .collect();
        (page, root, owners)
    }

    /// Whether an element of this name was made.
    pub(super) fn has_made(&self, name: &LocalName) -> bool {
        self.names.borrow().has_element(name)
    }

    fn depth(&self, node: NodeId) -> u16 {
        let at = node.index().wrapping_sub(self.first);
        self.depths.borrow().get(at).copied().unwrap_or(0)
    }

    /// Notes that `child` was put into `parent`.
    fn placed(&self, parent: NodeId, child: Option<NodeId>) {
        let depth = self.depth(parent);
        self.last_depth.set(depth);
        if let Some(child) = child {
            let at = child.index().wrapping_sub(self.first);
            let mut depths = self.depths.borrow_mut();
            if depths.len() <= at {
                depths.resize(at + 1, 0);
            }
            depths[at] = depth.saturating_add(1);
        }
    }

    fn ignored(&self) -> Handle {
        Handle {
            node: None,
            name: Rc::clone(&self.root.name),
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Sink;
    type ElemName<'a> = &'a ElementName;

    fn finish(self) -> Sink {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.root.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a ElementName {
        &target.name
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.created.set(self.created.get() + 1);
        let mut page = self.page.borrow_mut();
        let mut names = self.names.borrow_mut();
        let name = names.element(&mut page, name);
        let node = page.create_element(name.namespace, name.name);
        for attribute in attrs {
            let key = names.attribute(&mut page, &attribute.name);
            page.set_attr(node, key, &attribute.value);
        }
        if flags.template {
            // A template's content belongs to no document, so it stays outside the tree.
            let content = page.create_fragment();
            self.templates.borrow_mut().insert(node, content);
        }
        Handle {
            node: Some(node),
            name,
        }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.ignored()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.ignored()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let Some(parent) = parent.node else { return };
        match child {
            NodeOrText::AppendNode(child) => {
                if let Some(child) = child.node {
                    self.page.borrow_mut().append(parent, child);
                    self.placed(parent, Some(child));
                }
            }
            NodeOrText::AppendText(text) => {
                self.page.borrow_mut().append_text(parent, &text);
                self.placed(parent, None);
            }
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = element
            .node
            .is_some_and(|n| self.page.borrow().parent(n).is_some());
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let content = target
            .node
            .and_then(|n| self.templates.borrow().get(&n).copied());
        Handle {
            node: content.or(target.node),
            name: Rc::clone(&self.root.name),
        }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.node == y.node
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        let mut page = self.page.borrow_mut();
        if let Some(document) = self.root.node.and_then(|n| page.document_mut(n)) {
            document.quirks = mode == QuirksMode::Quirks;
        }
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let Some(sibling) = sibling.node else { return };
        let mut page = self.page.borrow_mut();
        let parent = page.parent(sibling);
        let placed = match new_node {
            NodeOrText::AppendNode(child) => {
                let Some(child) = child.node else { return };
                page.insert_before(sibling, child);
                Some(child)
            }
            NodeOrText::AppendText(text) => {
                page.insert_text_before(sibling, &text);
                None
            }
        };
        if let Some(parent) = parent {
            self.placed(parent, placed);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let Some(node) = target.node else { return };
        let mut page = self.page.borrow_mut();
        let mut names = self.names.borrow_mut();
        for attribute in attrs {
            let key = names.attribute(&mut page, &attribute.name);
            if !page.has_attr(node, key) {
                page.set_attr(node, key, &attribute.value);
            }
        }
    }

    fn associate_with_form(&self, target: &Handle, form: &Handle, _: (&Handle, Option<&Handle>)) {
        if let (Some(target), Some(form)) = (target.node, form.node) {
            self.owners.borrow_mut().push((target, form));
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        if let Some(node) = target.node {
            self.page.borrow_mut().detach(node);
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        if let (Some(from), Some(to)) = (node.node, new_parent.node) {
            self.page.borrow_mut().reparent_children(from, to);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        let page = self.page.borrow();
        let Some(node) = handle.node else {
            return false;
        };
        let encoding = page
            .lookup("encoding")
            .and_then(|name| page.attr(node, name));
        encoding.is_some_and(|e| {
            e.eq_ignore_ascii_case("text/html") || e.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    fn attach_declarative_shadow(
        &self,
        location: &Handle,
        template: &Handle,
        attrs: &[Attribute],
    ) -> bool {
        let (Some(host), Some(template)) = (location.node, template.node) else {
            return false;
        };
        let mut page = self.page.borrow_mut();
        if !can_host_shadow(&page, host) || page.shadow_root(host).is_some() {
            return false;
        }
        let closed = attrs.iter().any(|a| {
            a.name.local == local_name!("shadowrootmode") && a.value.eq_ignore_ascii_case("closed")
        });
        let mode = if closed {
            ShadowMode::Closed
        } else {
            ShadowMode::Open
        };
        let root = page.create_shadow_root(host, mode);
        drop(page);
        self.placed(host, Some(root));
        self.templates.borrow_mut().insert(template, root);
        true
    }
}

/// Whether an element may have a shadow root (DOM, "valid shadow host name").
fn can_host_shadow(page: &Page, host: NodeId) -> bool {
    const HOSTS: [Name; 18] = [
        name::ARTICLE,
        name::ASIDE,
        name::BLOCKQUOTE,
        name::BODY,
        name::DIV,
        name::FOOTER,
        name::H1,
        name::H2,
        name::H3,
        name::H4,
        name::H5,
        name::H6,
        name::HEADER,
        name::MAIN,
        name::NAV,
        name::P,
        name::SECTION,
        name::SPAN,
    ];
    let tag = page.tag(host);
    page.namespace(host) == Namespace::Html
        && (HOSTS.contains(&tag) || page.name_str(tag).contains('-'))
}

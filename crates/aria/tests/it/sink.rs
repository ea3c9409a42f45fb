//! HTML into a page, as plainly as can be: these tests stand below the engines, so they bring their own sink.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, QualName, local_name, ns};
use surefoot_page::{DocumentInfo, Namespace, NodeId, Page, ShadowMode};

/// Parses a document.
pub(crate) fn parse(html: &str) -> Page {
    let mut page = Page::new();
    let root = page.create_document(DocumentInfo::new("about:blank"));
    let no_name = QualName::new(None, ns!(), local_name!(""));
    let sink = Sink {
        page: RefCell::new(page),
        root: Handle {
            node: Some(root),
            name: no_name,
        },
        templates: RefCell::default(),
    };
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let mut page = html5ever::parse_document(sink, options).one(html);
    page.finish();
    page
}

/// A node, or nothing for a comment.
#[derive(Clone)]
struct Handle {
    node: Option<NodeId>,
    name: QualName,
}

struct Sink {
    page: RefCell<Page>,
    root: Handle,
    /// Where the content of a template goes.
    templates: RefCell<HashMap<NodeId, NodeId>>,
}

impl Sink {
    fn nothing(&self) -> Handle {
        Handle {
            node: None,
            ..self.root.clone()
        }
    }

    fn set_missing(&self, node: NodeId, attributes: Vec<Attribute>) {
        let mut page = self.page.borrow_mut();
        for attribute in attributes {
            let name = page.intern(&attribute.name.local);
            if !page.has_attr(node, name) {
                page.set_attr(node, name, &attribute.value);
            }
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Page;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Page {
        self.page.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.root.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        &target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let namespace = match name.ns {
            ns!(html) => Namespace::Html,
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Other,
        };
        let node = {
            let mut page = self.page.borrow_mut();
            let tag = page.intern(&name.local);
            page.create_element(namespace, tag)
        };
        self.set_missing(node, attributes);
        if flags.template {
            let content = self.page.borrow_mut().create_fragment();
            self.templates.borrow_mut().insert(node, content);
        }
        Handle {
            node: Some(node),
            name,
        }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.nothing()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.nothing()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let Some(parent) = parent.node else { return };
        let mut page = self.page.borrow_mut();
        match child {
            NodeOrText::AppendNode(Handle {
                node: Some(child), ..
            }) => page.append(parent, child),
            NodeOrText::AppendNode(_) => {}
            NodeOrText::AppendText(text) => page.append_text(parent, &text),
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        if element
            .node
            .is_some_and(|n| self.page.borrow().parent(n).is_some())
        {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let node = target
            .node
            .map(|n| self.templates.borrow().get(&n).copied().unwrap_or(n));
        Handle {
            node,
            ..self.root.clone()
        }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.node == y.node
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let Some(sibling) = sibling.node else { return };
        let mut page = self.page.borrow_mut();
        match child {
            NodeOrText::AppendNode(Handle {
                node: Some(child), ..
            }) => page.insert_before(sibling, child),
            NodeOrText::AppendNode(_) => {}
            NodeOrText::AppendText(text) => page.insert_text_before(sibling, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        if let Some(node) = target.node {
            self.set_missing(node, attributes);
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

    fn attach_declarative_shadow(&self, host: &Handle, template: &Handle, _: &[Attribute]) -> bool {
        let (Some(host), Some(template)) = (host.node, template.node) else {
            return false;
        };
        let mut page = self.page.borrow_mut();
        if page.shadow_root(host).is_some() {
            return false;
        }
        let root = page.create_shadow_root(host, ShadowMode::Open);
        self.templates.borrow_mut().insert(template, root);
        true
    }
}

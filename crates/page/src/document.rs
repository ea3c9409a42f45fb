//! The documents of a page, and what identifies a node of theirs across captures.

use rustc_hash::FxHashMap;

use crate::node::Node;
use crate::{DocumentId, NodeId, NodeKey, Page};

/// What is known about a document of the page.
#[derive(Clone, Debug)]
pub struct DocumentInfo {
    /// Its identity.
    pub id: DocumentId,
    /// Its URL, fragment included.
    pub url: String,
    /// The URL that its relative links are resolved against.
    pub base_url: String,
    /// Whether it is in quirks mode, where ids and classes match without regard to case.
    pub quirks: bool,
    /// Its `Document` node. Set by [`Page::create_document`].
    pub root: Option<NodeId>,
}

impl DocumentInfo {
    /// A fresh document at `url`, in standards mode, with its own URL as base.
    pub fn new(url: impl Into<String>) -> DocumentInfo {
        let url = url.into();
        DocumentInfo {
            id: DocumentId::fresh(),
            base_url: url.clone(),
            url,
            quirks: false,
            root: None,
        }
    }
}

impl Page {
    /// The documents of the page; the first is the main one.
    pub fn documents(&self) -> &[DocumentInfo] {
        &self.documents
    }

    /// The document a node belongs to; `None` only in a page without documents.
    pub fn document_of(&self, node: NodeId) -> Option<&DocumentInfo> {
        self.documents.get(self.node(node).document as usize)
    }

    /// Changes what is known about the document whose root is `root`, say its base URL once it is parsed.
    pub fn document_mut(&mut self, root: NodeId) -> Option<&mut DocumentInfo> {
        self.documents.iter_mut().find(|d| d.root == Some(root))
    }

    /// The root of the main document; `None` in a page without documents.
    pub fn root(&self) -> Option<NodeId> {
        self.documents.first().and_then(|d| d.root)
    }

    /// The URL of the main document; empty in a page without documents.
    pub fn url(&self) -> &str {
        self.documents.first().map_or("", |d| &d.url)
    }

    /// Gives a node the engine's own number (native pages keep the default, the index in the arena).
    pub fn set_serial(&mut self, node: NodeId, serial: u32) {
        self.by_serial.take();
        self.node_mut(node).serial = serial;
    }

    /// The identity of a node; `None` only in a page without documents.
    pub fn key(&self, node: NodeId) -> Option<NodeKey> {
        self.document_of(node).map(|d| NodeKey {
            document: d.id,
            serial: self.node(node).serial,
        })
    }

    /// The node of that identity, if it is still part of a document of this page.
    pub fn find(&self, key: NodeKey) -> Option<NodeId> {
        let document = self.documents.iter().position(|d| d.id == key.document)? as u32;
        let is_it = |node: &Node| node.serial == key.serial && node.document == document;
        let node = match self.nodes.get(key.serial as usize) {
            Some(node) if is_it(node) => NodeId::from_index(key.serial as usize)?,
            _ => *self.by_serial().get(&(document, key.serial))?,
        };
        Some(node).filter(|&n| self.is_attached(n))
    }

    /// Attached nodes by document and serial.
    fn by_serial(&self) -> &FxHashMap<(u32, u32), NodeId> {
        self.by_serial.get_or_init(|| {
            let key = |id: NodeId| (self.node(id).document, self.node(id).serial);
            let attached = self.ids().filter(|&id| self.is_attached(id));
            attached.map(|id| (key(id), id)).collect()
        })
    }
}

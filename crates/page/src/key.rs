//! Identities: of a node in one arena, of a document, and of a node across captures.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

/// A node of one [`Page`](crate::Page): an index into its arena. It means nothing in another page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node at `index` of an arena; `None` when the index does not fit.
    pub(crate) fn from_index(index: usize) -> Option<NodeId> {
        u32::try_from(index)
            .ok()
            .and_then(|i| i.checked_add(1))
            .and_then(NonZeroU32::new)
            .map(NodeId)
    }

    /// Its index in the arena, from 0 in the order of creation: for tables that run parallel to a page's nodes.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A document, unique in this process: the main document of a navigation, or of a frame. A new navigation makes a new
/// one; a fragment navigation does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DocumentId(u32);

impl DocumentId {
    /// An identity that no document of this process has had before.
    pub fn fresh() -> DocumentId {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        DocumentId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The bare number, for logs and keys of maps outside.
    pub fn get(self) -> u32 {
        self.0
    }
}

/// What identifies a node from one capture to the next: its document, and a number that the engine gives each node of
/// that document once and never again. A node that stays keeps its key; a replaced node gets a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeKey {
    /// The document the node belongs to.
    pub document: DocumentId,
    /// The engine's number for the node within that document.
    pub serial: u32,
}

//! [`Memory`]: what captures of a tab remember from one to the next, so that a capture of a page that has hardly changed
//! asks for nothing twice.

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::runtime::RemoteObjectId;

use crate::frame::Frame;

/// What is remembered. Worlds are never the same again, so what is remembered of one is never wrong, only useless.
#[derive(Default, Debug)]
pub(crate) struct Memory {
    /// The document object of each page's own world, by the world.
    documents: FxHashMap<String, RemoteObjectId>,
    /// The serials of nodes that the browser has told of, by our world in their document; `None`: it has none there.
    serials: FxHashMap<String, FxHashMap<BackendNodeId, Option<u32>>>,
}

impl Memory {
    /// Forgets what is about other frames than these, as they are now.
    pub(super) fn keep(&mut self, frames: &[Frame]) {
        let pages: FxHashSet<_> = frames
            .iter()
            .filter_map(|f| f.main_world.as_ref())
            .collect();
        let ours: FxHashSet<_> = frames.iter().filter_map(|f| f.world.as_ref()).collect();
        self.documents.retain(|world, _| pages.contains(world));
        self.serials.retain(|world, _| ours.contains(world));
    }

    /// The document object of a page's own world.
    pub(super) fn document(&self, frame: &Frame) -> Option<RemoteObjectId> {
        self.documents.get(frame.main_world.as_ref()?).cloned()
    }

    pub(super) fn set_document(&mut self, frame: &Frame, object: RemoteObjectId) {
        if let Some(world) = &frame.main_world {
            self.documents.insert(world.clone(), object);
        }
    }

    /// Those of the nodes whose serials are not known.
    pub(super) fn unknown(&self, frame: &Frame, nodes: &[BackendNodeId]) -> Vec<BackendNodeId> {
        let known = frame.world.as_ref().and_then(|w| self.serials.get(w));
        nodes
            .iter()
            .filter(|node| known.is_none_or(|known| !known.contains_key(node)))
            .copied()
            .collect()
    }

    pub(super) fn set_serial(&mut self, frame: &Frame, node: BackendNodeId, serial: Option<u32>) {
        if let Some(world) = &frame.world {
            let known = self.serials.entry(world.clone()).or_default();
            known.insert(node, serial);
        }
    }

    /// The serials of nodes, as far as they have any.
    pub(super) fn serials(&self, frame: &Frame, nodes: &[BackendNodeId]) -> Vec<u32> {
        let known = frame.world.as_ref().and_then(|w| self.serials.get(w));
        let serial = |node| known.and_then(|known| *known.get(node)?);
        nodes.iter().filter_map(serial).collect()
    }
}

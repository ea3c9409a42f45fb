//! [`Memory`]: what captures of a tab remember from one to the next, so that a capture of a page that has hardly changed
//! asks for nothing twice.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::protocol::runtime::RemoteObjectId;
use surefoot_page::Page;

use super::activity::Activity;
use crate::frame::Frame;

/// What is remembered. Worlds are never the same again, so what is remembered of one is never wrong, only useless.
#[derive(Default, Debug)]
pub(crate) struct Memory {
    /// The document object of each page's own world, by the world.
    documents: FxHashMap<String, RemoteObjectId>,
    /// The serials of nodes that the browser has told of, by our world in their document; `None`: it has none there.
    serials: FxHashMap<String, FxHashMap<BackendNodeId, Option<u32>>>,
    /// The last capture.
    last: Option<Last>,
}

/// A capture, and what was counted when it was made.
#[derive(Debug)]
struct Last {
    page: Arc<Page>,
    frames: Vec<FrameState>,
    activity: Activity,
}

/// What tells a frame and its document from all others, and where it is shown.
type FrameState = (FrameId, Option<String>, Option<u32>);

fn states(frames: &[Frame]) -> impl Iterator<Item = FrameState> {
    let state = |frame: &Frame| (frame.id.clone(), frame.world.clone(), frame.owner);
    frames.iter().map(state)
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
        self.last
            .take_if(|last| !states(frames).eq(last.frames.iter().cloned()));
    }

    /// Whether these frames were captured, so that it is worth asking if they have changed.
    pub(super) fn has_last(&self) -> bool {
        self.last.is_some()
    }

    /// The last capture, if nothing was counted since.
    pub(super) fn last(&self, activity: &Activity) -> Option<Arc<Page>> {
        let last = self.last.as_ref().filter(|last| last.activity == *activity);
        last.map(|last| Arc::clone(&last.page))
    }

    /// Keeps a capture of these frames; `None`: what happened around it is not known, so that it is good for once only.
    pub(super) fn set_last(
        &mut self,
        page: &Arc<Page>,
        frames: &[Frame],
        activity: Option<Activity>,
    ) {
        self.last = activity.map(|activity| Last {
            page: Arc::clone(page),
            frames: states(frames).collect(),
            activity,
        });
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

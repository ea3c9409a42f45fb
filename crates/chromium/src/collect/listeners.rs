//! Listeners for clicks: which elements have one.
//!
//! Only the browser can tell: our world does not see the page's listeners. One command answers for a whole document. It
//! is asked of the document in the page's own world; asked of one in an isolated world, Chromium crashes. It names nodes
//! by the browser's own numbers, which are turned into serials once and remembered: on a page whose listeners have not
//! changed this costs no further round.

use std::time::Instant;

use bytes::Bytes;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use surefoot_cdp::Call;
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::dom_debugger::GetEventListeners;
use surefoot_cdp::protocol::runtime::{Evaluate, EvaluateReply, RemoteObjectId};

use super::objects;
use crate::frame::Frame;
use crate::live::Live;

/// Events that a click causes.
const CLICKS: [&str; 8] = [
    "click",
    "dblclick",
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "touchstart",
    "touchend",
];

/// An element that listens to so many kinds of events does it for what is inside of it, as the roots of frameworks do.
const DELEGATES: usize = 10;

/// At most so many nodes are turned into serials in one capture.
const MOST: usize = 2_000;

/// The reply, as far as it matters.
#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow)]
    listeners: Vec<Listener<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listener<'a> {
    #[serde(rename = "type", borrow)]
    kind: std::borrow::Cow<'a, str>,
    backend_node_id: Option<BackendNodeId>,
}

/// The question about one frame, under way.
#[derive(Debug)]
pub(super) enum Question {
    /// Its document object is asked for first.
    Document(Call<EvaluateReply>),
    Listeners(Call<Bytes>),
    /// The page has no world of its own there: it has no scripts.
    None,
}

/// Begins to ask about a frame.
pub(super) fn ask(live: &Live, frame: &Frame) -> Question {
    let known = live.state().remembered.document(frame);
    if let Some(document) = known {
        return Question::Listeners(listeners(frame, document));
    }
    let Some(world) = frame.main_world.clone() else {
        return Question::None;
    };
    let evaluate = Evaluate {
        unique_context_id: Some(world),
        silent: Some(true),
        ..Evaluate::new("document")
    };
    Question::Document(frame.session.call(&evaluate))
}

fn listeners(frame: &Frame, document: RemoteObjectId) -> Call<Bytes> {
    let command = GetEventListeners {
        depth: Some(-1),
        pierce: Some(true),
        ..GetEventListeners::new(document)
    };
    frame
        .session
        .call_raw("DOMDebugger.getEventListeners", &command)
}

/// Sends what could not be sent before the document object was known.
pub(super) async fn proceed(
    live: &Live,
    frame: &Frame,
    question: Question,
    by: Instant,
) -> Question {
    let Question::Document(call) = question else {
        return question;
    };
    let Some(object) = call
        .by(by.into())
        .await
        .ok()
        .and_then(|r| r.result.object_id)
    else {
        return Question::None;
    };
    live.state().remembered.set_document(frame, object.clone());
    Question::Listeners(listeners(frame, object))
}

/// The nodes that listen to clicks, each once, those in frames of the same process included.
pub(super) async fn nodes(question: Question, by: Instant) -> Vec<BackendNodeId> {
    let Question::Listeners(call) = question else {
        return Vec::new();
    };
    let Ok(bytes) = call.by(by.into()).await else {
        return Vec::new();
    };
    let Ok(reply) = serde_json::from_slice::<Reply<'_>>(&bytes) else {
        tracing::debug!("the listeners of a document make no sense");
        return Vec::new();
    };
    let mut of_nodes: FxHashMap<BackendNodeId, FxHashSet<&str>> = FxHashMap::default();
    let mut order = Vec::new();
    for listener in &reply.listeners {
        if let Some(node) = listener.backend_node_id {
            let kinds = of_nodes.entry(node).or_insert_with(|| {
                order.push(node);
                FxHashSet::default()
            });
            kinds.insert(&listener.kind);
        }
    }
    order.retain(|node| {
        of_nodes.get(node).is_some_and(|kinds| {
            kinds.len() < DELEGATES && CLICKS.iter().any(|click| kinds.contains(click))
        })
    });
    order
}

/// Takes from each frame's nodes those that are nodes of a frame in it, which are told for both.
pub(super) fn own_nodes(frames: &[Frame], nodes: &mut [Vec<BackendNodeId>]) {
    // Children stand after their parents, so a child's nodes are its own by the time its parent's turn comes, when those
    // of its children were told to all above it.
    for at in (0..frames.len()).rev() {
        let Some(inner) = nodes.get(at) else { continue };
        let inner: FxHashSet<BackendNodeId> = inner.iter().copied().collect();
        if inner.is_empty() {
            continue;
        }
        let mut parent = frames.get(at).and_then(|f| f.parent.clone());
        while let Some(id) = parent {
            let Some(outer) = frames.iter().position(|f| f.id == id) else {
                break;
            };
            if let Some(nodes) = nodes.get_mut(outer) {
                nodes.retain(|node| !inner.contains(node));
            }
            parent = frames.get(outer).and_then(|f| f.parent.clone());
        }
    }
}

/// What is known of who listens in a frame.
#[derive(Debug)]
pub(super) struct Listening {
    /// The serials of the elements that do.
    pub(super) serials: Vec<u32>,
    /// How many further ones there are, whose serials are found out in later captures.
    pub(super) left: usize,
}

/// The serials of nodes of a frame, finding out those that are not known.
pub(super) async fn serials(
    live: &Live,
    frame: &Frame,
    nodes: &[BackendNodeId],
    by: Instant,
) -> Listening {
    let mut unknown = live.state().remembered.unknown(frame, nodes);
    let left = unknown.len().saturating_sub(MOST);
    unknown.truncate(MOST);
    if !unknown.is_empty() {
        let found = objects::resolve(frame, &unknown, by).await;
        let (there, objects): (Vec<_>, Vec<_>) = unknown
            .iter()
            .zip(found)
            .filter_map(|(node, object)| Some((*node, object?)))
            .unzip();
        // A node of another document, as one of a frame in this one, has no serial here.
        let told = objects::call(
            frame,
            "function(...nodes){return nodes.map((node)=>surefoot.ownSerial(node)).join(' ')}",
            objects,
            by,
        )
        .await
        .unwrap_or_default();
        objects::release(frame);
        let told = told.split(' ').map(|serial| serial.parse().ok());
        let mut state = live.state();
        for (node, serial) in there.into_iter().zip(told) {
            let serial = serial.filter(|&serial| serial != 0);
            state.remembered.set_serial(frame, node, serial);
        }
    }
    Listening {
        serials: live.state().remembered.serials(frame, nodes),
        left,
    }
}

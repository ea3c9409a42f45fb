//! Taking over a page that was there before anybody looked: its frames are asked for, as nobody told when they came.

use std::sync::Arc;
use std::time::Duration;

use surefoot_cdp::protocol::page::{FrameTree, GetFrameTree};

use crate::frame::Frame;
use crate::live::Live;
use crate::owners;

/// How long a page may take to tell of its frames.
const TIME: Duration = Duration::from_secs(5);

/// Asks for the frames of a tab, in the background.
pub(crate) fn frames(live: &Arc<Live>) {
    let asked = live.session.call(&GetFrameTree {}).within(TIME);
    live.change(|state| state.going.note_adopted());
    let live = Arc::downgrade(live);
    tokio::spawn(async move {
        let tree = asked.await;
        if let (Ok(reply), Some(live)) = (tree, live.upgrade()) {
            note(&live, reply.frame_tree);
        }
    });
}

fn note(live: &Arc<Live>, tree: FrameTree) {
    let mut trees = vec![tree];
    while let Some(tree) = trees.pop() {
        let told = tree.frame;
        let id = told.id.clone();
        let is_new = live.change(|state| {
            let is_new = !state.frames.contains_key(&id);
            let frame = state
                .frames
                .entry(id.clone())
                .or_insert_with(|| Frame::new(id.clone(), told.parent_id, live.session.clone()));
            if frame.loader.is_empty() {
                frame.url = told.url + told.url_fragment.as_deref().unwrap_or("");
                frame.mime = told.mime_type;
                told.loader_id.as_str().clone_into(&mut frame.loader);
            }
            state.claim_worlds();
            is_new
        });
        if is_new {
            owners::ask(live, id);
        }
        trees.extend(tree.child_frames.unwrap_or_default());
    }
}

//! Finding the element that each frame is shown in.
//!
//! The browser tells of a frame's parent, not of its element; that is asked for in the background as soon as a frame is
//! there, so that a capture finds it known. The element stays the same for as long as the frame lives, whatever it shows
//! and in whichever process.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use surefoot_cdp::Session;
use surefoot_cdp::protocol::dom::ResolveNode;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::protocol::runtime::{CallFunctionOn, ExecutionContextId, ReleaseObject};
use surefoot_engine::Limits;

use crate::live::{Live, Look};
use crate::protocol::GetFrameOwner;

/// How long a capture waits for what is being asked.
const PATIENCE: Duration = Duration::from_millis(500);

/// How long the asking may take. A page that hangs does not answer.
const TIME: Duration = Duration::from_secs(10);

/// Finds out, in the background, which element a frame is shown in.
pub(crate) fn ask(live: &Arc<Live>, frame: FrameId) {
    live.change(|state| {
        if let Some(frame) = state.frames.get_mut(&frame) {
            frame.owner_is_asked = true;
        }
    });
    let live = Arc::downgrade(live);
    tokio::spawn(async move {
        let owner = find(&live, &frame).await;
        let Some(live) = live.upgrade() else {
            return;
        };
        live.change(|state| {
            if let Some(frame) = state.frames.get_mut(&frame) {
                frame.owner_is_asked = false;
                frame.owner = owner.or(frame.owner);
            }
        });
    });
}

async fn find(live: &Weak<Live>, frame: &FrameId) -> Option<u32> {
    let deadline = Instant::now() + TIME;
    let (session, world) = {
        let live = live.upgrade()?;
        parent_world(&live, frame, deadline).await?
    };
    let owner = session
        .call(&GetFrameOwner { frame_id: frame })
        .by(deadline.into())
        .await
        .ok()?;
    let resolve = ResolveNode {
        backend_node_id: Some(owner.backend_node_id),
        execution_context_id: Some(world),
        ..ResolveNode::default()
    };
    let resolved = session.call(&resolve).by(deadline.into()).await.ok()?;
    let object = resolved.object.object_id?;
    let serial = CallFunctionOn {
        object_id: Some(object.clone()),
        return_by_value: Some(true),
        silent: Some(true),
        ..CallFunctionOn::new("function(){return surefoot.serialOf(this)}")
    };
    let serial = session.call(&serial).by(deadline.into());
    session.call(&ReleaseObject::new(object)).forget();
    let serial = serial.await.ok()?.result.value?.as_u64()?;
    u32::try_from(serial).ok()
}

/// The session of a frame's parent, and our world in it, once it is there.
async fn parent_world(
    live: &Live,
    frame: &FrameId,
    deadline: Instant,
) -> Option<(Session, ExecutionContextId)> {
    live.watch(|state| {
        let parent = state
            .frames
            .get(frame)
            .and_then(|f| state.frames.get(f.parent.as_ref()?));
        match parent {
            Some(parent) => match (&parent.world, parent.world_number) {
                (Some(_), Some(number)) => Look::Found(Some((parent.session.clone(), number))),
                _ if Instant::now() < deadline && state.gone.is_none() => {
                    Look::Again(Some(deadline))
                }
                _ => Look::Found(None),
            },
            None => Look::Found(None),
        }
    })
    .await
}

impl Live {
    /// Waits until it is known, of each frame, which element it is shown in, as far as that is being found out; not for
    /// long.
    pub(crate) async fn owners_known(&self, limits: Limits) {
        let until = limits.deadline.min(Instant::now() + PATIENCE);
        self.watch(|state| {
            let waits = state.frames.values().any(|f| f.owner_is_asked);
            if waits && Instant::now() < until {
                Look::Again(Some(until))
            } else {
                Look::Found(())
            }
        })
        .await;
    }
}

//! Frames whose documents are replaced while they are asked. They are asked again once the new ones are there, so that
//! a frame is left out only if it really does not answer.

use std::time::Instant;

use crate::frame::{Frame, Lost};
use crate::live::{Live, Look, State};

/// Waits until the new documents of frames are there, `asked` being those frames as they were asked in vain. Answers
/// whether there is anything else to read now than before.
pub(super) async fn come(live: &Live, asked: &[Frame], until: Instant) -> bool {
    if asked.is_empty() {
        return false;
    }
    live.caught_up().await;
    live.watch(|state| {
        if Instant::now() < until && asked.iter().any(|before| comes(state, before)) {
            return Look::Again(Some(until));
        }
        Look::Found(asked.iter().any(|before| has_come(state, before)))
    })
    .await
}

/// Whether a new document of a frame is still to come.
fn comes(state: &State, before: &Frame) -> bool {
    state.frames.get(&before.id).is_some_and(|now| {
        now.lost != Some(Lost::Crashed) && (now.world.is_none() || now.world == before.world)
    })
}

/// Whether there is something else than before.
fn has_come(state: &State, before: &Frame) -> bool {
    match state.frames.get(&before.id) {
        Some(now) => now.world.is_some() && now.world != before.world,
        None => true,
    }
}

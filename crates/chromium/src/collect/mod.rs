//! Capturing: from the frames of a tab to a [`Page`], and finding elements by selectors.
//!
//! The nouns:
//! - The *collector* (`world/collect.js`) walks the document of one frame and says what it saw in one string.
//! - A *record* is that string, split: what is true of the document, its rows, and the strings they refer to
//!   (`record`). Rows become nodes of the page (`rows`).
//! - What is *derived* is what holds for a node because of those around it (`derive`): the collector tells of each
//!   element only what is its own.

mod derive;
mod query;
mod record;
mod rows;

use std::sync::Arc;

use surefoot_cdp::Call;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_page::Page;

pub(crate) use query::query;

use crate::errors;
use crate::frame::FrameHandle;
use crate::live::Live;

/// The page as it is now, all frames of it.
pub(crate) async fn capture(live: &Live, limits: Limits) -> Result<Arc<Page>> {
    let frames = live.frames();
    let calls: Vec<_> = frames
        .iter()
        .map(|frame| send(frame, "surefoot.collect()").map(|call| call.by(limits.deadline.into())))
        .collect();
    let mut assembly = rows::Assembly::default();
    for (at, (frame, call)) in frames.iter().zip(calls).enumerate() {
        let collected = match call {
            Some(call) => call.await.map_err(errors::about("the page cannot be read")),
            None => Err(no_world()),
        };
        let added = collected.and_then(|bytes| {
            let text = record::value(&bytes)?;
            let record = record::Record::read(&text).ok_or_else(malformed)?;
            assembly.add(live, frame, &record)
        });
        if let Err(error) = added {
            if at == 0 {
                return Err(error);
            }
            tracing::debug!(%error, url = frame.url, "a frame was left out");
        }
    }
    Ok(Arc::new(assembly.finish()))
}

/// Asks our world in a frame for a string; `None` if it is not there.
fn send(frame: &FrameHandle, expression: &str) -> Option<Call<bytes::Bytes>> {
    let world = frame.world.clone()?;
    let evaluate = Evaluate {
        unique_context_id: Some(world),
        return_by_value: Some(true),
        silent: Some(true),
        ..Evaluate::new(expression)
    };
    Some(frame.session.call_raw("Runtime.evaluate", &evaluate))
}

fn no_world() -> Error {
    Error::new(
        ErrorKind::PageCrashed,
        "the page cannot be read: its document is being replaced",
    )
    .with_hint("wait for it to load, then try again")
}

fn malformed() -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        "the page cannot be read: what was collected from it makes no sense",
    )
}

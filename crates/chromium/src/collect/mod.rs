//! Capturing: from the frames of a tab to a [`Page`], and finding elements by selectors.
//!
//! The nouns:
//! - The *collector* (`world/collect.js`) walks the document of one frame and says what it saw in one string.
//! - A *record* is that string, split: what is true of the document, its rows, and the strings they refer to
//!   (`record`). Rows become nodes of the page (`rows`).
//! - The *activity* of a tab tells whether there is anything new to capture (`activity`).
//! - What is *derived* is what holds for a node because of those around it (`derive`): the collector tells of each
//!   element only what is its own.

mod activity;
mod closed;
mod derive;
mod listeners;
mod memory;
mod objects;
mod placement;
mod query;
mod record;
mod rows;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use surefoot_cdp::Call;
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_page::Page;

use self::activity::Counting;
use crate::errors;
use crate::frame::{Frame, FrameHandle};
use crate::live::Live;

pub(crate) use activity::Enable as CountActivity;
pub(crate) use memory::Memory;
pub(crate) use query::query;

const COLLECT: &str = "surefoot.collect()";

/// How long frames are waited for once the main one has answered.
const FRAME_PATIENCE: Duration = Duration::from_secs(3);

/// A page that goes elsewhere while it is read is read again so many times.
const MOST_DOCUMENTS: u32 = 5;

/// Closed shadow roots in closed shadow roots are looked for so deep.
const MOST_ADOPTIONS: u32 = 4;

/// The page as it is now, all frames of it. What is asked for goes out at once, to all frames: what they hold, and who
/// listens to clicks. Only what is new, as elements that have begun to listen, takes further rounds.
pub(crate) async fn capture(live: &Live, limits: Limits) -> Result<Arc<Page>> {
    let capture = async {
        for _ in 0..MOST_DOCUMENTS {
            match try_capture(live, limits).await {
                // Its document was replaced: that of the new one is what is wanted.
                Err(error) if error.kind() == ErrorKind::StaleRef => {
                    live.caught_up().await;
                    live.ready(limits.deadline).await?;
                }
                answer => return answer,
            }
        }
        Err(Error::new(
            ErrorKind::Timeout,
            "the page cannot be read: its document is replaced again and again",
        )
        .with_hint("`wait` for it to come to rest"))
    };
    or_dialog(live, capture).await
}

/// What the page answers, unless a dialog opens, which nothing of the page can be asked behind.
async fn or_dialog<T>(live: &Live, answer: impl Future<Output = Result<T>>) -> Result<T> {
    match live.or_dialog(answer).await {
        Some(answer) => answer,
        None => Err(live.usable().err().unwrap_or_else(no_world)),
    }
}

async fn try_capture(live: &Live, limits: Limits) -> Result<Arc<Page>> {
    let frames = live.frames();
    let was_captured = {
        let mut state = live.state();
        state.remembered.keep(&frames);
        state.remembered.has_last()
    };
    if was_captured {
        let (is_same, activity) = activity::probe(&frames, limits.deadline).await;
        let last = activity.as_ref().filter(|_| is_same);
        if let Some(page) = last.and_then(|activity| live.state().remembered.last(activity)) {
            return Ok(page);
        }
    }
    let counting = Counting::begin(&frames);
    let questions: Vec<_> = frames.iter().map(|f| listeners::ask(live, f)).collect();
    let collecting: Vec<_> = frames.iter().map(|f| send(f, COLLECT)).collect();
    let asked = ask_listeners(live, &frames, questions, limits.deadline).await;

    let mut by = limits.deadline;
    let mut answers = Vec::with_capacity(frames.len());
    for call in collecting {
        let is_main = answers.is_empty();
        let answer = receive(call, by).await;
        if is_main {
            answers.push(Some(answer?));
            by = by.min(Instant::now() + FRAME_PATIENCE);
        } else {
            answers.push(answer.ok());
        }
    }
    let was_adopted = adopt_closed(&frames, &mut answers, by).await;
    // What is counted between this and the end may have changed what was collected.
    let before = counting.end(by).await;
    let counting = Counting::begin(&frames);
    let listening = who_listens(live, &frames, asked, by).await;
    live.owners_known(limits).await;

    let mut assembly = rows::Assembly::default();
    for ((frame, answer), listening) in frames.iter().zip(&answers).zip(listening) {
        let now = live.state().frames.get(&frame.id).cloned();
        match (answer, now) {
            (Some(answer), Some(now)) => {
                let record = record::Record::read(answer).ok_or_else(malformed)?;
                let [walk, hits] = record.times;
                tracing::debug!(walk, hits, bytes = answer.len(), "a document was collected");
                assembly.add(live, &now, &record, &listening)?;
            }
            (None, Some(now)) => assembly.leave_out(&now),
            // It is gone meanwhile.
            (_, None) => {}
        }
    }
    let page = Arc::new(assembly.finish());
    let after = counting.end(by).await;
    let activity = after.filter(|after| before.as_ref() == Some(after) && !was_adopted);
    live.state().remembered.set_last(&page, &frames, activity);
    Ok(page)
}

/// Has all questions about listeners sent.
async fn ask_listeners(
    live: &Live,
    frames: &[Frame],
    questions: Vec<listeners::Question>,
    by: Instant,
) -> Vec<listeners::Question> {
    let mut asked = Vec::with_capacity(questions.len());
    for (frame, question) in frames.iter().zip(questions) {
        asked.push(listeners::proceed(live, frame, question, by).await);
    }
    asked
}

/// The serials of the elements of each frame that listen to clicks.
async fn who_listens(
    live: &Live,
    frames: &[Frame],
    asked: Vec<listeners::Question>,
    by: Instant,
) -> Vec<Vec<u32>> {
    let mut nodes: Vec<Vec<BackendNodeId>> = Vec::with_capacity(frames.len());
    for question in asked {
        nodes.push(listeners::nodes(question, by).await);
    }
    listeners::own_nodes(frames, &mut nodes);
    let mut serials = Vec::with_capacity(frames.len());
    for (frame, nodes) in frames.iter().zip(&nodes) {
        serials.push(listeners::serials(live, frame, nodes, by).await);
    }
    serials
}

/// Captures frames again that turn out to have closed shadow roots; whether there were any.
async fn adopt_closed(frames: &[Frame], answers: &mut [Option<String>], by: Instant) -> bool {
    let mut any = false;
    for (frame, answer) in frames.iter().zip(answers) {
        for _ in 0..MOST_ADOPTIONS {
            let suspects = answer.as_deref().map_or(0, record::suspects);
            if suspects == 0 || !closed::adopt(frame, suspects, by).await {
                break;
            }
            any = true;
            *answer = receive(send(frame, COLLECT), by).await.ok();
        }
    }
    any
}

/// The answer of the collector.
async fn receive(call: Option<Call<Bytes>>, by: Instant) -> Result<String> {
    let Some(call) = call else {
        return Err(no_world());
    };
    match call.by(by.into()).await {
        Ok(bytes) => Ok(record::value(&bytes)?.into_owned()),
        // What is refused is refused because the world has gone with its document.
        Err(error) if matches!(error.kind(), surefoot_cdp::ErrorKind::Protocol { .. }) => {
            Err(no_world())
        }
        Err(error) => Err(errors::of(&error, "the page cannot be read")),
    }
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
        ErrorKind::StaleRef,
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

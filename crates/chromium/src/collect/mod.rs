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
mod internals;
mod listeners;
mod memory;
mod objects;
mod placement;
mod query;
mod record;
mod replaced;
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
use self::listeners::Listening;
use crate::errors;
use crate::frame::{Frame, FrameHandle};
use crate::live::Live;

pub(crate) use activity::Enable as CountActivity;
pub(crate) use memory::Memory;
pub(crate) use query::query;

const COLLECT: &str = "surefoot.collect()";

/// How long frames are waited for once the main one has answered.
const FRAME_PATIENCE: Duration = Duration::from_secs(3);

/// How long a frame is waited for that did not answer the time before.
const SILENT_PATIENCE: Duration = Duration::from_millis(100);

/// A page that goes elsewhere while it is read is read again so many times.
const MOST_DOCUMENTS: u32 = 5;

/// Closed shadow roots in closed shadow roots are looked for so deep.
const MOST_ADOPTIONS: u32 = 4;

/// The page as it is now, all frames of it. What is asked for goes out at once, to all frames: what they hold, and who
/// listens to clicks. Only what is new, as elements that have begun to listen, takes further rounds.
pub(crate) async fn capture(live: &Live, limits: Limits) -> Result<Arc<Page>> {
    let capture = async {
        for attempt in 1..=MOST_DOCUMENTS {
            let replaced = match attempt {
                1..MOST_DOCUMENTS => Replaced::AskAgain,
                _ => Replaced::LeaveOut,
            };
            match try_capture(live, replaced, limits).await {
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

/// What becomes of frames whose documents are replaced while they are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Replaced {
    /// The page is read again once the new ones are there.
    AskAgain,
    /// They are left out.
    LeaveOut,
}

async fn try_capture(live: &Live, replaced: Replaced, limits: Limits) -> Result<Arc<Page>> {
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
    let (collected, asked) = tokio::try_join!(
        receive_all(live, &frames, collecting, limits.deadline),
        async { Ok(ask_listeners(live, &frames, questions, limits.deadline).await) }
    )?;
    let Collected {
        mut answers,
        failed,
        by,
        has_silent_spoken,
    } = collected;
    if replaced == Replaced::AskAgain
        && (has_silent_spoken || replaced::come(live, &failed, by).await)
    {
        return Err(no_world());
    }
    let was_adopted = adopt_closed(&frames, &mut answers, by).await;
    // What is counted between this and the end may have changed what was collected.
    let before = counting.end(by).await;
    let counting = Counting::begin(&frames);
    let listening = who_listens(live, &frames, asked, by).await;
    let customs = internals::ask(&frames, &answers, by).await;
    let unknown: usize = listening.iter().map(|listening| listening.left).sum();
    live.owners_known(limits).await;

    let mut assembly = rows::Assembly::default();
    let known = listening.into_iter().zip(customs);
    for ((frame, answer), (listening, custom)) in frames.iter().zip(&answers).zip(known) {
        let now = live.state().frames.get(&frame.id).cloned();
        match (answer, now) {
            (Some(answer), Some(now)) => {
                let record = record::Record::read(answer).ok_or_else(malformed)?;
                let [walk, hits] = record.times;
                tracing::debug!(walk, hits, bytes = answer.len(), "a document was collected");
                assembly.add(live, &now, &record, &listening.serials, &custom)?;
            }
            (None, Some(now)) => assembly.leave_out(live, &now),
            // It is gone meanwhile.
            (_, None) => {}
        }
    }
    if unknown > 0 {
        assembly.note_unknown_listeners(unknown);
    }
    let page = Arc::new(assembly.finish());
    let after = counting.end(by).await;
    let has_silent = frames.iter().any(|frame| frame.is_silent);
    let is_whole = !was_adopted && !has_silent && unknown == 0;
    let activity = after.filter(|after| before.as_ref() == Some(after) && is_whole);
    live.state().remembered.set_last(&page, &frames, activity);
    Ok(page)
}

/// What frames have answered.
#[derive(Debug)]
struct Collected {
    /// What each holds; `None`: it was not told.
    answers: Vec<Option<String>>,
    /// Frames that could not be asked, as their documents were replaced meanwhile, say.
    failed: Vec<Frame>,
    /// By when all else that is asked of them has to be answered.
    by: Instant,
    /// Whether a frame that was silent before has answered: not all was asked of it.
    has_silent_spoken: bool,
}

/// Receives what frames hold. Only the main one is waited for until the deadline, and silent ones hardly.
async fn receive_all(
    live: &Live,
    frames: &[Frame],
    calls: Vec<Option<Call<Bytes>>>,
    deadline: Instant,
) -> Result<Collected> {
    let mut collected = Collected {
        answers: Vec::with_capacity(frames.len()),
        failed: Vec::new(),
        by: deadline,
        has_silent_spoken: false,
    };
    for (frame, call) in frames.iter().zip(calls) {
        let by = if frame.is_silent {
            collected.by.min(Instant::now() + SILENT_PATIENCE)
        } else {
            collected.by
        };
        let answer = receive(call, by).await;
        if frame.parent.is_none() {
            collected.answers.push(Some(answer?));
            collected.by = deadline.min(Instant::now() + FRAME_PATIENCE);
            continue;
        }
        let is_silent = answer
            .as_ref()
            .is_err_and(|e| e.kind() == ErrorKind::Timeout);
        if is_silent != frame.is_silent {
            note_silent(live, frame, is_silent);
            collected.has_silent_spoken |= answer.is_ok();
        }
        if answer.is_err() && !is_silent {
            collected.failed.push(frame.clone());
        }
        collected.answers.push(answer.ok());
    }
    Ok(collected)
}

/// Notes that a frame has not answered, or has again.
fn note_silent(live: &Live, frame: &Frame, is_silent: bool) {
    let mut state = live.state();
    let now = state.frames.get_mut(&frame.id);
    if let Some(now) = now.filter(|now| now.world == frame.world) {
        now.is_silent = is_silent;
    }
}

/// Has all questions about listeners sent.
async fn ask_listeners(
    live: &Live,
    frames: &[Frame],
    questions: Vec<listeners::Question>,
    deadline: Instant,
) -> Vec<listeners::Question> {
    let mut asked = Vec::with_capacity(questions.len());
    let mut by = deadline;
    for (frame, question) in frames.iter().zip(questions) {
        let question = if frame.is_silent {
            listeners::Question::None
        } else {
            listeners::proceed(live, frame, question, by).await
        };
        asked.push(question);
        if frame.parent.is_none() {
            by = deadline.min(Instant::now() + FRAME_PATIENCE);
        }
    }
    asked
}

/// The serials of the elements of each frame that listen to clicks.
async fn who_listens(
    live: &Live,
    frames: &[Frame],
    asked: Vec<listeners::Question>,
    by: Instant,
) -> Vec<Listening> {
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

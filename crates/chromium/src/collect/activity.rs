//! [`Activity`]: how much has happened in the processes of a tab, and whether its documents are as they were captured.
//!
//! A page that nothing has happened to needs no second capture. The proof has two halves: our world has seen no mutation
//! and finds what leaves no trace as it was (`world/same.js`), and the browser has since computed no style and no layout
//! anew and counts as many listeners. Our world first has all that is due computed, so that the counts, which are asked
//! for once it has answered, include it: the browser reads them out of turn, in the middle of a script even.

use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::target::SessionId;
use surefoot_cdp::{Call, Command, Empty};

use crate::frame::Frame;
use crate::world::{self, Promise};

/// How long a page that is busy is waited for before it counts as changed.
const PATIENCE: Duration = Duration::from_millis(250);

/// Has a session count.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Enable {}

impl Command for Enable {
    const METHOD: &'static str = "Performance.enable";
    type Reply = Empty;
}

/// The counts of one process, as far as they stand for something that a capture reads.
const COUNTED: [&str; 3] = ["LayoutCount", "RecalcStyleCount", "JSEventListeners"];

#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow)]
    metrics: Vec<Metric<'a>>,
}

#[derive(Deserialize)]
struct Metric<'a> {
    name: &'a str,
    value: f64,
}

/// What was counted, by process.
pub(super) type Activity = Vec<(Option<SessionId>, [u64; COUNTED.len()])>;

/// Questions for counts, under way.
pub(super) struct Counting(Vec<(Option<SessionId>, Call<Bytes>)>);

impl Counting {
    /// Asks each process once, but for those of frames that do not answer.
    pub(super) fn begin(frames: &[Frame]) -> Counting {
        let mut asked: Vec<(Option<SessionId>, Call<Bytes>)> = Vec::new();
        for session in answering(frames).map(|frame| &frame.session) {
            if asked.iter().all(|(id, _)| id.as_ref() != session.id()) {
                let call = session.call_raw("Performance.getMetrics", &Enable {});
                asked.push((session.id().cloned(), call));
            }
        }
        Counting(asked)
    }

    /// `None` if a process does not answer in time.
    pub(super) async fn end(self, by: Instant) -> Option<Activity> {
        let mut activity = Vec::with_capacity(self.0.len());
        for (session, call) in self.0 {
            let bytes = call.by(by.into()).await.ok()?;
            activity.push((session, counts(&bytes)?));
        }
        Some(activity)
    }
}

/// Those that it makes sense to ask.
fn answering(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    frames.iter().filter(|frame| !frame.is_silent)
}

fn counts(bytes: &[u8]) -> Option<[u64; COUNTED.len()]> {
    let reply: Reply<'_> = serde_json::from_slice(bytes).ok()?;
    let mut counts = [0; COUNTED.len()];
    for (count, name) in counts.iter_mut().zip(COUNTED) {
        let metric = reply.metrics.iter().find(|metric| metric.name == name)?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "they are counts"
        )]
        {
            *count = metric.value as u64;
        }
    }
    Some(counts)
}

/// Whether the documents of these frames say that they are as they were captured; and what was counted then.
pub(super) async fn probe(frames: &[Frame], by: Instant) -> (bool, Option<Activity>) {
    let by = by.min(Instant::now() + PATIENCE);
    let of_worlds = answering(frames).filter(|frame| frame.world.is_some());
    let ask = |frame| world::send(frame, "surefoot.isSame()".to_owned(), Promise::No);
    let asked: Vec<_> = of_worlds.map(ask).collect();
    let mut same = true;
    for call in asked {
        let answer = call.by(by.into()).await;
        same &= answer.is_ok_and(|reply| world::answer(reply).is_ok_and(|told| told == "same"));
    }
    (same, Counting::begin(frames).end(by).await)
}

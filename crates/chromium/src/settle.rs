//! Settling: waiting, by events, until what was started has come to rest.
//!
//! An action may start a navigation, change the document at once or with the next frames, or send a request and change
//! the document when the answer is there. Each is waited for by what tells of its end: the events of navigations, the
//! end of requests, and a promise in our world that resolves once the document has not changed for a frame.

use std::time::{Duration, Instant};

use surefoot_cdp::protocol::runtime::EvaluateReply;
use surefoot_engine::{Limits, LoadState, Outcome, Rest, Result};

use crate::effects;
use crate::frame::FrameHandle;
use crate::going::{Progress, Way};
use crate::live::{Live, Look, Mark, gone_error};
use crate::tab::ChromiumTab;
use crate::world::{self, Promise};

/// How long a document that changes without end is waited for.
const RESTLESS: Duration = Duration::from_millis(300);

/// How many frames are asked. A page with more is not watched as a whole.
const ASKED: usize = 16;

/// A promise in a page is not left open for longer.
const LONG: Duration = Duration::from_mins(10);

/// When no request has started or ended for so long, those under way are such as stay open.
pub(crate) const OPEN: Duration = Duration::from_secs(2);

/// Waits until what an action has started since a moment has come to rest, at most as long as the limits say, and tells
/// what came of it.
pub(crate) async fn settle(tab: &mut ChromiumTab, since: Mark, limits: Limits) -> Result<Outcome> {
    let deadline = limits.deadline.min(Instant::now() + limits.settle);
    let mut outcome = Outcome::default();
    come_to_rest(&tab.live, since, deadline, limits).await?;
    let went = {
        let state = tab.live.state();
        let going = state.going.started().is_some();
        if going {
            outcome.notes.push(effects::still_loading(&state));
        }
        effects::navigation(&state, since.going)
    };
    outcome.navigation = went;
    tab.add_effects(&mut outcome, since, limits).await;
    Ok(outcome)
}

/// Waits until the navigation is there that a script of the user's has started since a moment, if it has started one.
pub(crate) async fn after_script(live: &Live, since: Mark, limits: Limits) {
    live.caught_up().await;
    let goes = {
        let going = &live.state().going;
        going.under_way() != Way::Staying || going.arrived_since(since.going).is_some()
    };
    if goes {
        let deadline = limits.deadline.min(Instant::now() + limits.settle);
        // What went wrong with the page is told by what is asked of it next.
        let _ = come_to_rest(live, since, deadline, limits).await;
    }
}

/// What is seen of a tab while it settles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    /// Nothing is under way.
    Rest,
    /// Something of it can only be answered by the user, or is gone: there is nothing to wait for.
    Over,
    /// The time is over.
    Late,
}

/// Waits until the documents and what was started since a moment have come to rest, or the time is over.
pub(crate) async fn come_to_rest(
    live: &Live,
    since: Mark,
    deadline: Instant,
    limits: Limits,
) -> Result<()> {
    loop {
        let asked = live.mark();
        if !documents_rest(live, deadline).await {
            return Ok(());
        }
        live.caught_up().await;
        match under_way_ends(live, since, deadline, limits).await? {
            Seen::Over | Seen::Late => return Ok(()),
            Seen::Rest => {}
        }
        // What ended meanwhile may have changed the document: it is asked again.
        if live.mark() == asked || Instant::now() >= deadline {
            return Ok(());
        }
        if !live.state().traffic.ended_since(asked.traffic) && live.mark().going == asked.going {
            return Ok(());
        }
    }
}

/// Waits until navigations and requests that started since a moment have ended.
async fn under_way_ends(
    live: &Live,
    since: Mark,
    deadline: Instant,
    limits: Limits,
) -> Result<Seen> {
    live.watch(|state| {
        if let Some(gone) = state.gone {
            // A tab that closes itself is one of the things an action can do.
            return Look::Found(match gone {
                surefoot_engine::ErrorKind::NotFound => Ok(Seen::Over),
                gone => Err(gone_error(gone)),
            });
        }
        if state.dialogs.waiting().is_some() {
            return Look::Found(Ok(Seen::Over));
        }
        if Instant::now() >= deadline {
            return Look::Found(Ok(Seen::Late));
        }
        match state.going.under_way() {
            Way::Going => return Look::Again(Some(deadline)),
            Way::Asked(until) => return Look::Again(Some(until.min(deadline))),
            Way::Staying => {}
        }
        if state.going.arrived_since(since.going).is_some() {
            return match state.going.progress(limits.load, &state.traffic) {
                Progress::There | Progress::Enough => Look::Found(Ok(Seen::Rest)),
                Progress::Until(at) => {
                    Look::Again(Some(at.map_or(deadline, |at| at.min(deadline))))
                }
            };
        }
        let waits = limits.rest == Rest::Network;
        if waits && state.traffic.awaited_since(since.traffic) > 0 {
            return Look::Again(Some(deadline));
        }
        Look::Found(Ok(Seen::Rest))
    })
    .await
}

/// Waits until no document changes any more; whether there is more to wait for. A document that goes away meanwhile has
/// come to rest, too.
async fn documents_rest(live: &Live, deadline: Instant) -> bool {
    let left = deadline.saturating_duration_since(Instant::now());
    let most = left.min(RESTLESS).as_millis();
    let calls: Vec<_> = asked_frames(live)
        .iter()
        .map(|frame| {
            let expression = format!("surefoot.settled(-1,{most})");
            world::send(frame, expression, Promise::Awaited).by(deadline.into())
        })
        .collect();
    let all = async {
        for call in calls {
            // An error: the document is gone, or does not answer in time.
            let _: Result<EvaluateReply, _> = call.await;
        }
    };
    let leaves = async {
        live.watch(|state| {
            if state.going.started().is_some() || state.gone.is_some() {
                Look::Found(())
            } else {
                Look::Again(None)
            }
        })
        .await;
    };
    let rested = async {
        tokio::select! {
            () = all => {}
            () = leaves => {}
        }
    };
    live.or_dialog(rested).await.is_some()
}

/// The frames whose documents are asked.
fn asked_frames(live: &Live) -> Vec<FrameHandle> {
    let mut frames = live.frames();
    frames.retain(|frame| frame.world.is_some() && !frame.is_silent);
    frames.truncate(ASKED);
    frames
}

/// Waits until the page may have changed.
pub(crate) async fn next_change(tab: &mut ChromiumTab, limits: Limits) -> Result<Outcome> {
    let live = &tab.live;
    let since = live.mark();
    let left = limits.deadline.saturating_duration_since(Instant::now());
    let most = left.min(LONG).as_millis();
    let frames = asked_frames(live);
    let mut calls = tokio::task::JoinSet::new();
    for frame in &frames {
        let seen = tab
            .seen
            .get(&frame.id)
            .filter(|seen| Some(&seen.0) == frame.world.as_ref());
        let seen = seen.map_or(-1, |seen| seen.1);
        let expression = format!("surefoot.changed({seen},{most})");
        let call = world::send(frame, expression, Promise::Awaited).by(limits.deadline.into());
        let id = frame.id.clone();
        let world = frame.world.clone().unwrap_or_default();
        calls.spawn(async move { (id, world, call.await) });
    }
    let context = live.context.upgrade();
    let happens = live.watch(|state| {
        let arrived = state.going.arrived_since(since.going).is_some();
        let ended = state.traffic.ended_since(since.traffic);
        let asked = state.dialogs.count() != since.dialogs;
        let came = context.as_ref().is_some_and(|context| {
            let tab = &live.target;
            !context.opened_by(tab).is_empty() || context.read_downloads(|d| d.has_news(tab))
        });
        if arrived
            || ended
            || asked
            || came
            || state.gone.is_some()
            || Instant::now() >= limits.deadline
        {
            Look::Found(())
        } else {
            Look::Again(Some(limits.deadline))
        }
    });
    let changes = async {
        match calls.join_next().await {
            Some(Ok((id, world, Ok(reply)))) => {
                let count = world::answer(reply)
                    .ok()
                    .and_then(|text| text.parse::<i64>().ok());
                count.map(|count| (id, world, count))
            }
            // A document is gone, or nobody can be asked: something will happen, or the time ends.
            _ => None,
        }
    };
    let changed = tokio::select! {
        () = happens => None,
        changed = changes => changed,
    };
    if let Some((id, world, count)) = changed {
        tab.seen.insert(id, (world, count));
    }
    let live = &tab.live;
    if let Some(gone) = live.state().gone {
        return Err(gone_error(gone));
    }
    live.caught_up().await;
    let mut outcome = Outcome {
        navigation: effects::navigation(&live.state(), since.going),
        ..Outcome::default()
    };
    tab.add_effects(&mut outcome, since, limits).await;
    Ok(outcome)
}

/// Whether nothing is under way that could change the page.
pub(crate) async fn is_quiet(live: &Live, limits: Limits) -> Result<bool> {
    let is_still = |live: &Live| {
        let state = live.state();
        let loading = matches!(
            state.going.progress(LoadState::Load, &state.traffic),
            Progress::Until(_)
        );
        !loading && (state.traffic.awaited() == 0 || state.traffic.changed_at().elapsed() > OPEN)
    };
    if !is_still(live) {
        return Ok(false);
    }
    let calls: Vec<_> = asked_frames(live)
        .iter()
        .map(|frame| world::send(frame, "surefoot.quiet()".to_owned(), Promise::Awaited))
        .collect();
    for call in calls {
        let Some(reply) = live.or_dialog(call.by(limits.deadline.into())).await else {
            return Ok(true);
        };
        // A document that is gone is a change.
        let quiet = reply.is_ok_and(|reply| world::answer(reply).is_ok_and(|text| text == "quiet"));
        if !quiet {
            return Ok(false);
        }
    }
    live.caught_up().await;
    Ok(is_still(live))
}

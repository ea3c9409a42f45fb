//! Going somewhere because a user said so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::network::LoaderId;
use surefoot_cdp::protocol::page::{
    GetNavigationHistory, Navigate, NavigateToHistoryEntry, Reload, StopLoading,
};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{Destination, Error, ErrorKind, Limits, LoadState, Outcome, Result};
use url::Url;

use crate::dialogs;
use crate::effects;
use crate::errors;
use crate::going::{GoingMark, Progress};
use crate::intercept::{self, Interception};
use crate::live::{Live, Look, gone_error};
use crate::net_errors;
use crate::protocol::{SetDocumentContent, TerminateExecution};
use crate::tab::ChromiumTab;

/// How long a page may take to answer that it can be left. One that takes longer runs a script that does not end.
const BUSY: Duration = Duration::from_millis(500);

/// How long a script that does not end may take to be ended.
const ENDING: Duration = Duration::from_secs(1);

/// Which way through the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Back,
    Forward,
}

/// Goes somewhere, and waits until the page is as far as the limits say.
pub(crate) async fn navigate(
    tab: &mut ChromiumTab,
    to: Destination,
    limits: Limits,
) -> Result<Outcome> {
    check_open(&tab.live)?;
    if let Destination::Url(url) | Destination::Source { url, .. } = &to {
        check_url(url)?;
    }
    tab.make_answer(limits).await?;
    let live = Arc::clone(&tab.live);
    let mark = live.mark();
    let since = mark.going;
    live.change(|state| state.going.refused = None);
    let ended = match to {
        Destination::Url(url) => open(&live, &url, None, since, limits).await,
        Destination::Source { bytes, url } => source(&live, bytes, &url, since, limits).await,
        Destination::Back => traverse(&live, Direction::Back, since, limits).await,
        Destination::Forward => traverse(&live, Direction::Forward, since, limits).await,
        Destination::Reload => reload(&live, since, limits).await,
    };
    let mut outcome = Outcome::default();
    match ended {
        Ok(End::Arrived) => loaded(&live, since, limits, &mut outcome).await?,
        Ok(End::Stayed) => {}
        Err(error) => {
            // What came up is told with what is done next.
            return Err(error);
        }
    }
    tab.add_effects(&mut outcome, mark, limits).await;
    if outcome.navigation.is_none() && outcome.downloads.is_empty() && outcome.dialogs.is_empty() {
        return Err(Error::new(
            ErrorKind::NavigationFailed,
            "the server answered without a page (no content): the page that was there stays",
        ));
    }
    Ok(outcome)
}

/// How a navigation went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Something else is shown, or another place of it.
    Arrived,
    /// It ended, and the page that was there is still there.
    Stayed,
}

/// Fails if the tab cannot go anywhere. A page that has crashed can be left.
fn check_open(live: &Live) -> Result<()> {
    match live.usable() {
        Err(error) if error.kind() == ErrorKind::PageCrashed => Ok(()),
        result => result,
    }
}

/// Fails if there is nothing to open at a URL.
fn check_url(url: &str) -> Result<()> {
    let refused = |why: &str| {
        Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{url} cannot be opened: {why}"),
        )
        .with_hint("give a URL of a page, such as https://example.com/"))
    };
    let Ok(parsed) = Url::parse(url) else {
        return refused("it is no URL");
    };
    match parsed.scheme() {
        "http" | "https" | "file" | "data" | "about" | "blob" | "view-source" => Ok(()),
        "javascript" => Err(Error::new(
            ErrorKind::InvalidArgument,
            "a javascript: URL is a script, not a page",
        )
        .with_hint("`eval SCRIPT` runs a script in the page")),
        "chrome" | "chrome-extension" | "chrome-untrusted" | "devtools" => {
            refused("the browser's own pages are not for the web")
        }
        scheme => refused(&format!("nothing here knows {scheme}: URLs")),
    }
}

/// Opens a URL.
async fn open(
    live: &Arc<Live>,
    url: &str,
    source: Option<Vec<u8>>,
    since: GoingMark,
    limits: Limits,
) -> Result<End> {
    let interception = match source {
        Some(bytes) => Some(Interception::Source(bytes)),
        None => live.keeps_page().then_some(Interception::KeepPage),
    };
    let _intercepting = interception.map(|how| intercept::start(live, how));
    let call = live
        .session
        .call(&Navigate::new(url))
        .by(limits.deadline.into());
    let reply = match live.or_dialog(call).await {
        None => return leave_asked(live, since),
        Some(Err(error)) if error.kind() == surefoot_cdp::ErrorKind::Timeout => {
            live.session.call(&StopLoading {}).forget();
            return Err(no_answer(url));
        }
        Some(reply) => reply.map_err(errors::about("the page cannot be opened"))?,
    };
    live.caught_up().await;
    match reply.error_text {
        None => {
            let loader = reply.loader_id.as_ref().map(LoaderId::as_str);
            arrive(live, url, since, loader, limits).await
        }
        Some(text) => {
            if reply.is_download == Some(true) {
                live.change(|state| state.going.note_asked_download());
                return Ok(End::Stayed);
            }
            failed(live, url, &text, since).await
        }
    }
}

/// A navigation did not arrive where it was to.
async fn failed(live: &Arc<Live>, url: &str, text: &str, since: GoingMark) -> Result<End> {
    let refused = live.state().going.refused.take();
    if let Some(reason) = refused {
        return Err(net_errors::refused(url, &reason));
    }
    if text == net_errors::ABORTED {
        // An answer without content, a download that was not told as one, or another navigation that came between.
        let has_arrived = live.state().going.arrived_since(since).is_some();
        return Ok(if has_arrived {
            End::Arrived
        } else {
            End::Stayed
        });
    }
    step_back(live).await;
    Err(net_errors::failed(url, text))
}

/// Leaves the browser's page about an error: what was there before is shown again, loaded anew.
async fn step_back(live: &Live) {
    let wait = Instant::now() + ENDING;
    // The page about the error arrives after the answer that there was one. Before it is whole, the browser knows of no
    // page that has a history.
    let arrived = live
        .until(wait, "nothing came", |state| {
            let progress = state.going.progress(LoadState::Load, &state.traffic);
            let is_whole = state.main_frame()?.world.is_some() && progress == Progress::There;
            is_whole.then_some(())
        })
        .await;
    if arrived.is_err() {
        return;
    }
    let since = live.mark().going;
    let history = live.session.call(&GetNavigationHistory {}).by(wait.into());
    let Ok(history) = history.await else {
        return;
    };
    let before = usize::try_from(history.current_index - 1)
        .ok()
        .and_then(|at| history.entries.get(at));
    if let Some(entry) = before {
        let go = live.session.call(&NavigateToHistoryEntry::new(entry.id));
        if go.by(wait.into()).await.is_ok() {
            let _ = live
                .until(wait, "nothing came", |state| {
                    state.going.arrived_since(since).map(|_| ())
                })
                .await;
        }
    }
}

/// Shows a document that the user has given.
async fn source(
    live: &Arc<Live>,
    bytes: Vec<u8>,
    url: &str,
    since: GoingMark,
    limits: Limits,
) -> Result<End> {
    if url.starts_with("http:") || url.starts_with("https:") || url.starts_with("file:") {
        return open(live, url, Some(bytes), since, limits).await;
    }
    // Nothing is asked for such a URL that could be answered: the document is put in its place.
    let end = open(live, "about:blank", None, since, limits).await?;
    let frame_id = live.state().main.clone();
    let set = SetDocumentContent {
        frame_id: &frame_id,
        html: &String::from_utf8_lossy(&bytes),
    };
    let call = live.session.call(&set).by(limits.deadline.into());
    match live.or_dialog(call).await {
        Some(reply) => reply.map_err(errors::about("the page cannot be shown"))?,
        None => return Ok(end),
    };
    Ok(end)
}

async fn traverse(
    live: &Arc<Live>,
    direction: Direction,
    since: GoingMark,
    limits: Limits,
) -> Result<End> {
    let call = live.session.call(&GetNavigationHistory {});
    let history = call
        .by(limits.deadline.into())
        .await
        .map_err(errors::about("the history cannot be read"))?;
    let (to, which) = match direction {
        Direction::Back => (history.current_index - 1, "earlier"),
        Direction::Forward => (history.current_index + 1, "later"),
    };
    let entry = usize::try_from(to)
        .ok()
        .and_then(|at| history.entries.get(at));
    // The empty page that a tab begins with is no page of its history.
    let entry = entry.filter(|entry| to > 0 || entry.url != "about:blank");
    let Some(entry) = entry else {
        return Err(Error::new(
            ErrorKind::NavigationFailed,
            format!("there is no {which} page in the history of this tab"),
        ));
    };
    let go = live.session.call(&NavigateToHistoryEntry::new(entry.id));
    let go = go.by(limits.deadline.into());
    match live.or_dialog(go).await {
        None => return leave_asked(live, since),
        Some(reply) => reply.map_err(errors::about("the page cannot be opened"))?,
    };
    live.caught_up().await;
    arrive(live, &entry.url, since, None, limits).await
}

async fn reload(live: &Arc<Live>, since: GoingMark, limits: Limits) -> Result<End> {
    let url = live.state().main_frame().map(|f| f.url.clone());
    let url = url.unwrap_or_default();
    let reload = Reload {
        ignore_cache: Some(true),
        ..Reload::default()
    };
    let _intercepting = live
        .keeps_page()
        .then(|| intercept::start(live, Interception::KeepPage));
    let call = live.session.call(&reload).by(limits.deadline.into());
    match live.or_dialog(call).await {
        None => return leave_asked(live, since),
        Some(reply) => reply.map_err(errors::about("the page cannot be reloaded"))?,
    };
    live.caught_up().await;
    arrive(live, &url, since, None, limits).await
}

/// Waits until a navigation that was sent arrives, or ends.
async fn arrive(
    live: &Arc<Live>,
    url: &str,
    since: GoingMark,
    loader: Option<&str>,
    limits: Limits,
) -> Result<End> {
    enum Seen {
        End(End),
        Failed(String),
        Dialog,
        Late,
        Gone(ErrorKind),
    }
    let seen = live
        .watch(|state| {
            if let Some(arrived) = state.going.arrived_since(since) {
                // What came before the one that was asked for, if something did.
                let earlier =
                    loader.is_some_and(|l| arrived.loader != l) && state.going.started().is_some();
                if arrived.is_error {
                    let failure = state.traffic.document(&arrived.loader);
                    let text = failure.and_then(|d| d.failure.clone());
                    return Look::Found(Seen::Failed(text.unwrap_or_default()));
                }
                if !earlier {
                    return Look::Found(Seen::End(End::Arrived));
                }
            }
            if let Some(gone) = state
                .gone
                .filter(|gone| *gone != ErrorKind::PageCrashed || state.going.started().is_none())
            {
                return Look::Found(Seen::Gone(gone));
            }
            if state.dialogs.waiting().is_some() {
                return Look::Found(Seen::Dialog);
            }
            if state.going.started_since(since) && state.going.started().is_none() {
                return Look::Found(match state.going.refused.take() {
                    Some(reason) => Seen::Failed(reason),
                    None => Seen::End(End::Stayed),
                });
            }
            if Instant::now() >= limits.deadline {
                return Look::Found(Seen::Late);
            }
            Look::Again(Some(limits.deadline))
        })
        .await;
    match seen {
        Seen::End(end) => Ok(end),
        Seen::Dialog => leave_asked(live, since),
        Seen::Gone(gone) => Err(gone_error(gone)),
        Seen::Late => {
            live.session.call(&StopLoading {}).forget();
            Err(no_answer(url))
        }
        Seen::Failed(text) if text.starts_with("net::") || text.is_empty() => {
            step_back(live).await;
            Err(net_errors::failed(url, &text))
        }
        Seen::Failed(reason) => Err(net_errors::refused(url, &reason)),
    }
}

/// The page asks whether it may be left, or asks something else before the next one is there.
fn leave_asked(live: &Live, since: GoingMark) -> Result<End> {
    let state = live.state();
    if state.going.arrived_since(since).is_some() {
        return Ok(End::Arrived);
    }
    match state.dialogs.waiting() {
        Some(dialog) => Err(dialogs::open_error(dialog)),
        None => Ok(End::Stayed),
    }
}

fn no_answer(url: &str) -> Error {
    Error::new(
        ErrorKind::Timeout,
        format!("{url} did not answer in the time given: the page that was there stays"),
    )
    .with_hint("give it longer with --timeout")
}

/// Waits until the page is as far as the limits say, and tells of the navigation. Past the deadline, the page is there
/// as far as it came.
pub(crate) async fn loaded(
    live: &Live,
    since: GoingMark,
    limits: Limits,
    outcome: &mut Outcome,
) -> Result<()> {
    let is_there = live
        .watch(|state| {
            if let Some(gone) = state.gone {
                return Look::Found(Err(gone_error(gone)));
            }
            if state.dialogs.waiting().is_some() {
                return Look::Found(Ok(true));
            }
            match state.going.progress(limits.load, &state.traffic) {
                Progress::There => Look::Found(Ok(true)),
                Progress::Enough => Look::Found(Ok(false)),
                Progress::Until(_) if Instant::now() >= limits.deadline => Look::Found(Ok(false)),
                Progress::Until(at) => Look::Again(Some(
                    at.map_or(limits.deadline, |at| at.min(limits.deadline)),
                )),
            }
        })
        .await?;
    let state = live.state();
    outcome.navigation = effects::navigation(&state, since);
    if !is_there {
        outcome.notes.push(effects::still_loading(&state));
    }
    Ok(())
}

impl Live {
    /// Whether the page is kept when the next one cannot be had. Where requests are paused for credentials, Chromium
    /// would mix up the two.
    fn keeps_page(&self) -> bool {
        let has_credentials = self
            .context
            .upgrade()
            .is_some_and(|context| context.options().credentials.is_some());
        let state = self.state();
        !has_credentials && !state.going.is_untouched() && state.gone.is_none()
    }
}

impl ChromiumTab {
    /// Makes sure that the page can be left: a script that does not end is ended; a page that cannot be reached even so
    /// is given up for a new tab in its place.
    async fn make_answer(&mut self, limits: Limits) -> Result<()> {
        {
            let state = self.live.state();
            if state.going.is_untouched() || state.gone.is_some() {
                return Ok(());
            }
        }
        let ping = self.live.session.call(&Evaluate::new("0")).within(BUSY);
        if !is_timeout(&ping.await) {
            return Ok(());
        }
        let end = self
            .live
            .session
            .call(&TerminateExecution {})
            .within(ENDING);
        if !is_timeout(&end.await) {
            tracing::info!("a script that did not end was ended, to leave its page");
            return Ok(());
        }
        tracing::warn!("a page that did not answer was given up for a new tab");
        self.replace(limits.deadline).await
    }
}

fn is_timeout<T>(reply: &Result<T, surefoot_cdp::Error>) -> bool {
    matches!(reply, Err(error) if error.kind() == surefoot_cdp::ErrorKind::Timeout)
}

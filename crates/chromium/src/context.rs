//! [`Context`]: an isolated browsing context: its settings and its tabs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::browser::BrowserContextId;
use surefoot_cdp::protocol::target::{TargetId, TargetInfo};
use surefoot_cdp::{Session, Start};
use surefoot_engine::EngineOptions;
use tokio::sync::Notify;

use crate::around::agent::OwnAgent;
use crate::around::auth::Auth;
use crate::downloads::Downloads;
use crate::live::Live;
use crate::reading::CaughtUp;

/// An isolated browsing context of a browser.
#[derive(Debug)]
pub(crate) struct Context {
    ///
    /// `None`: the one that the browser has by itself.
    pub(crate) id: Option<BrowserContextId>,
    /// What its browser says it is.
    agent: OwnAgent,
    /// What answers servers that ask who is there.
    pub(crate) auth: Auth,
    /// To wait until events that have come are noted.
    pub(crate) reader: CaughtUp,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    /// What new tabs are set up with.
    options: EngineOptions,
    /// Tabs that are there, and nobody has taken yet.
    arrived: Vec<Arc<Live>>,
    /// All tabs.
    tabs: Vec<Weak<Live>>,
    /// Tabs whose pages have asked for a further one that has not arrived yet, and when.
    asking: Vec<(TargetId, Instant)>,
    /// Its downloads.
    downloads: Downloads,
}

/// How long after a page has asked for a tab one that names no opener is taken for it: a click with Control held down
/// opens such, and a link that keeps its opener to itself.
const ASKED: Duration = Duration::from_secs(2);

/// How long an action waits for a tab that its page has asked for.
const ARRIVING: Duration = Duration::from_secs(1);

impl Context {
    pub(crate) fn new(
        id: Option<BrowserContextId>,
        options: EngineOptions,
        agent: OwnAgent,
        reader: CaughtUp,
    ) -> Arc<Context> {
        Arc::new(Context {
            id,
            agent,
            auth: Auth::new(options.credentials.clone()),
            reader,
            state: Mutex::new(State {
                options,
                arrived: Vec::new(),
                tabs: Vec::new(),
                asking: Vec::new(),
                downloads: Downloads::default(),
            }),
            changed: Notify::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What its browser says it is.
    pub(crate) fn agent(&self) -> &OwnAgent {
        &self.agent
    }

    /// Its id, for commands to the browser.
    pub(crate) fn browser_context(&self) -> Option<BrowserContextId> {
        self.id.clone()
    }

    /// What its tabs are set up with.
    pub(crate) fn options(&self) -> EngineOptions {
        self.state().options.clone()
    }

    /// Changes what its tabs are set up with.
    pub(crate) fn change_options(&self, change: impl FnOnce(&mut EngineOptions)) {
        change(&mut self.state().options);
    }

    /// Its tabs.
    pub(crate) fn tabs(&self) -> Vec<Arc<Live>> {
        self.state().tabs.iter().filter_map(Weak::upgrade).collect()
    }

    /// A tab is there: opened by an engine, by a page, or before anybody connected.
    pub(crate) fn note_page(
        self: &Arc<Self>,
        session: &Session,
        target: &TargetInfo,
        start: Start,
    ) -> Arc<Live> {
        let opener = self.state().opener_of_next(target.opener_id.clone());
        let live = Live::new(session, target, opener, start, self);
        let mut state = self.state();
        state.tabs.retain(|tab| tab.strong_count() > 0);
        state.tabs.push(Arc::downgrade(&live));
        state.arrived.push(Arc::clone(&live));
        let opener = state.tabs.iter().filter_map(Weak::upgrade);
        let opener = opener
            .into_iter()
            .find(|tab| Some(&tab.target) == live.opener.get());
        drop(state);
        self.changed.notify_waiters();
        if let Some(opener) = opener {
            opener.note_other();
        }
        live
    }

    /// A page of a tab has asked for a further tab.
    pub(crate) fn note_asked(&self, by: &TargetId) {
        let mut state = self.state();
        // It may be here already: the browser tells of both in any order.
        let here = state.arrived.iter().find(|tab| tab.opener.get().is_none());
        if here.is_none_or(|tab| tab.opener.set(by.clone()).is_err()) {
            state.asking.push((by.clone(), Instant::now()));
        }
    }

    /// Waits until the tabs that a page has asked for are there; not for long, as one may be forbidden.
    pub(crate) async fn asked_tabs_arrive(&self, by: &TargetId, deadline: Instant) {
        let until = deadline.min(Instant::now() + ARRIVING);
        let arrive = async {
            loop {
                let changed = self.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if self.state().asking.iter().all(|(asking, _)| asking != by) {
                    return;
                }
                changed.await;
            }
        };
        if tokio::time::timeout_at(until.into(), arrive).await.is_err() {
            self.state().asking.retain(|(asking, _)| asking != by);
        }
    }

    /// Reads or changes what is known of its downloads, and tells those who wait.
    pub(crate) fn change_downloads<T>(&self, change: impl FnOnce(&mut Downloads) -> T) -> T {
        let (result, tabs) = {
            let mut state = self.state();
            let result = change(&mut state.downloads);
            (result, state.tabs.clone())
        };
        for tab in tabs.iter().filter_map(Weak::upgrade) {
            tab.note_other();
        }
        result
    }

    /// Its downloads, as they are known now.
    pub(crate) fn read_downloads<T>(&self, read: impl FnOnce(&Downloads) -> T) -> T {
        read(&self.state().downloads)
    }

    /// Takes a tab that was there before anybody connected: the one in front, as browsers list it first.
    pub(crate) fn take_early(&self) -> Option<Arc<Live>> {
        let mut state = self.state();
        let at = state
            .arrived
            .iter()
            .position(|tab| tab.opener.get().is_none())?;
        Some(state.arrived.remove(at))
    }

    /// Takes the tab of this target, once it is there.
    pub(crate) async fn take(&self, target: &TargetId) -> Arc<Live> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            {
                let mut state = self.state();
                if let Some(at) = state.arrived.iter().position(|tab| tab.target == *target) {
                    return state.arrived.swap_remove(at);
                }
            }
            changed.await;
        }
    }

    /// Whether pages of `opener` have opened tabs that nobody has taken yet.
    pub(crate) fn opened_by(&self, opener: &TargetId) -> Vec<Arc<Live>> {
        let state = self.state();
        let of_it = |tab: &&Arc<Live>| tab.opener.get() == Some(opener);
        state.arrived.iter().filter(of_it).cloned().collect()
    }

    /// Takes the tabs that pages of `opener` have opened.
    pub(crate) fn take_opened_by(&self, opener: &TargetId) -> Vec<Arc<Live>> {
        let mut state = self.state();
        let (opened, others) = std::mem::take(&mut state.arrived)
            .into_iter()
            .partition(|tab| match tab.opener.get() {
                Some(by) => by == opener,
                // It was there before, or the user of the browser has opened it.
                None => self.id.is_none(),
            });
        state.arrived = others;
        opened
    }
}

impl State {
    /// The opener of a tab that arrives: the one that is told, else the one that has asked for a tab.
    fn opener_of_next(&mut self, told: Option<TargetId>) -> Option<TargetId> {
        self.asking.retain(|(_, when)| when.elapsed() < ASKED);
        let at = match &told {
            Some(told) => self.asking.iter().position(|(by, _)| by == told),
            None => (!self.asking.is_empty()).then_some(0),
        };
        let asked = at.map(|at| self.asking.remove(at).0);
        told.or(asked)
    }
}

//! [`Going`]: where the main frame of a tab is going, and how far its document has come, kept up by events.
//!
//! A navigation is *asked* for by the page (told by its renderer), *starts* (told by the browser) and then either
//! *arrives*, at another document or at another place of the same one, or *ends* without: a download, an answer without
//! content, an error where the page stays.

use std::time::{Duration, Instant};

use surefoot_engine::{LoadState, NavigationKind};

use crate::around::traffic::Traffic;

/// How long a navigation that a page has asked for may take to start. It follows within a few milliseconds, or never.
const ASKED: Duration = Duration::from_millis(250);

/// How long what keeps loading is waited for, once there is a document to look at.
const LOADING: Duration = Duration::from_secs(5);

/// How long the network has to be quiet to be called idle.
const IDLE: Duration = Duration::from_millis(500);

/// Where the main frame is going.
#[derive(Debug, Default)]
pub(crate) struct Going {
    /// How many navigations have started.
    starts: u64,
    /// How many have arrived.
    arrivals: u64,
    /// When the page has asked for one that has not started yet.
    asked: Option<Instant>,
    /// The one under way.
    started: Option<Started>,
    /// The last that arrived.
    arrived: Option<Arrived>,
    /// How far the document is.
    reached: Reached,
    /// Whether a download is announced that has not begun yet.
    download: bool,
    /// Why the document of the last navigation did not come, where this was found out before the browser replaced the
    /// page that was there, in the protocol's words: `ConnectionRefused`.
    pub(crate) refused: Option<String>,
}

/// A navigation under way.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    /// The id of its loader.
    pub(crate) loader: String,
    /// Where it started to go.
    pub(crate) url: String,
    /// Whether it stays in the document.
    pub(crate) within: bool,
}

/// A navigation that has arrived.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    /// How the document changed.
    pub(crate) kind: NavigationKind,
    /// The loader of the document.
    pub(crate) loader: String,
    /// Whether it is the browser's page about an error, instead of what was wanted.
    pub(crate) is_error: bool,
}

/// How far a document is.
#[derive(Debug, Default)]
struct Reached {
    loader: String,
    begun: Option<Instant>,
    parsed: Option<Instant>,
    loaded: Option<Instant>,
}

/// Whether a page is being left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// It is not.
    Staying,
    /// It has asked to be, which counts until this moment.
    Asked(Instant),
    /// It is.
    Going,
}

/// Whether a document is as far as wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// It is.
    There,
    /// It is not, but it has been waited for long enough: it can be looked at.
    Enough,
    /// Not before something happens, or this moment comes.
    Until(Option<Instant>),
}

/// A moment, to ask later what has started and arrived since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GoingMark {
    starts: u64,
    arrivals: u64,
}

impl Going {
    /// Now.
    pub(crate) fn mark(&self) -> GoingMark {
        GoingMark {
            starts: self.starts,
            arrivals: self.arrivals,
        }
    }

    /// Whether nothing ever arrived: the tab is as it was opened.
    pub(crate) fn is_untouched(&self) -> bool {
        self.starts == 0 && self.arrivals == 0
    }

    /// Whether no page was ever shown.
    pub(crate) fn is_empty(&self) -> bool {
        self.arrivals == 0
    }

    /// Whether a download is announced that has not begun yet.
    pub(crate) fn awaits_download(&self) -> bool {
        self.download
    }

    /// What has arrived since a moment: the last of it.
    pub(crate) fn arrived_since(&self, mark: GoingMark) -> Option<&Arrived> {
        self.arrived
            .as_ref()
            .filter(|_| self.arrivals > mark.arrivals)
    }

    /// Whether a navigation has started since a moment.
    pub(crate) fn started_since(&self, mark: GoingMark) -> bool {
        self.starts > mark.starts
    }

    /// The navigation under way.
    pub(crate) fn started(&self) -> Option<&Started> {
        self.started.as_ref()
    }

    /// Whether a navigation is under way, or asked for; if asked for only, until when this counts.
    pub(crate) fn under_way(&self) -> Way {
        if self.started.is_some() {
            return Way::Going;
        }
        let until = self.asked.map(|asked| asked + ASKED);
        match until.filter(|until| Instant::now() < *until) {
            Some(until) => Way::Asked(until),
            None => Way::Staying,
        }
    }

    /// Whether the document is as far as wanted.
    pub(crate) fn progress(&self, wanted: LoadState, traffic: &Traffic) -> Progress {
        if self.is_untouched() && self.asked.is_none() {
            return Progress::There;
        }
        let now = Instant::now();
        let begun = self.reached.parsed.or(self.reached.begun);
        let enough = begun.map(|at| at + LOADING);
        if enough.is_some_and(|at| at <= now) {
            let there = match wanted {
                LoadState::Commit => true,
                LoadState::DomContentLoaded => self.reached.parsed.is_some(),
                LoadState::Load => self.reached.loaded.is_some(),
                // Not waited for endlessly either, as a page may never be quiet.
                LoadState::NetworkIdle => traffic.in_flight() == 0,
            };
            return if there {
                Progress::There
            } else {
                Progress::Enough
            };
        }
        match self.under_way() {
            Way::Going => return Progress::Until(enough),
            Way::Asked(until) => return Progress::Until(soonest(Some(until), enough)),
            Way::Staying => {}
        }
        let is_there = match wanted {
            LoadState::Commit => true,
            LoadState::DomContentLoaded => self.reached.parsed.is_some(),
            LoadState::Load => self.reached.loaded.is_some(),
            LoadState::NetworkIdle => {
                let idle = traffic.changed_at() + IDLE;
                if self.reached.loaded.is_some() && traffic.in_flight() == 0 && idle > now {
                    return Progress::Until(soonest(Some(idle), enough));
                }
                self.reached.loaded.is_some() && traffic.in_flight() == 0
            }
        };
        if is_there {
            Progress::There
        } else {
            Progress::Until(enough)
        }
    }

    /// The page asks to go elsewhere.
    pub(crate) fn note_asked(&mut self) {
        self.asked = Some(Instant::now());
    }

    /// The page asks for a file.
    pub(crate) fn note_asked_download(&mut self) {
        self.download = true;
    }

    /// A download has begun, or never will.
    pub(crate) fn note_download(&mut self) {
        self.download = false;
    }

    /// The page was there before anybody looked.
    pub(crate) fn note_adopted(&mut self) {
        self.arrivals += 1;
    }

    /// A navigation starts.
    pub(crate) fn note_started(&mut self, started: Started) {
        self.starts += 1;
        self.asked = None;
        self.started = Some(started);
    }

    /// Another document is there.
    pub(crate) fn note_document(&mut self, arrived: Arrived) {
        self.arrivals += 1;
        self.asked = None;
        self.started.take_if(|s| s.loader == arrived.loader);
        if self.reached.loader != arrived.loader {
            self.reached = Reached {
                loader: arrived.loader.clone(),
                ..Reached::default()
            };
        }
        self.reached.begun.get_or_insert_with(Instant::now);
        if arrived.kind == NavigationKind::Restored {
            // It is as it was left: loaded.
            self.reached.parsed = self.reached.begun;
            self.reached.loaded = self.reached.begun;
        }
        self.arrived = Some(arrived);
    }

    /// Another place of the same document is shown.
    pub(crate) fn note_within(&mut self) {
        self.arrivals += 1;
        self.started.take_if(|s| s.within);
        self.arrived = Some(Arrived {
            kind: NavigationKind::Fragment,
            loader: self.reached.loader.clone(),
            is_error: false,
        });
    }

    /// Nothing is loaded any more. If a navigation was under way and has nothing to wait for, it has ended.
    pub(crate) fn note_stopped(&mut self, traffic: &Traffic) {
        let Some(started) = &self.started else {
            return;
        };
        let document = traffic.document(&started.loader);
        if document.is_some_and(|document| document.failure.is_none()) {
            return;
        }
        // What came and is not shown is saved; but nothing came with these.
        let came = document.and_then(|document| document.status);
        self.download |= came.is_some_and(|status| status < 300 && status != 204 && status != 205);
        self.started = None;
    }

    /// A document has come further, in the words of `Page.lifecycleEvent`.
    pub(crate) fn note_reached(&mut self, loader: &str, what: &str) {
        if self.reached.loader != loader {
            if what != "init" && what != "commit" && !self.reached.loader.is_empty() {
                return;
            }
            self.reached = Reached {
                loader: loader.to_owned(),
                begun: Some(Instant::now()),
                ..Reached::default()
            };
        }
        let now = Some(Instant::now());
        match what {
            "DOMContentLoaded" => self.reached.parsed = now,
            "load" => self.reached.loaded = now,
            _ => {}
        }
    }

    /// Its renderer is gone: what was under way there is, too.
    pub(crate) fn note_crashed(&mut self) {
        self.asked = None;
        self.started = None;
        self.reached = Reached::default();
    }
}

/// The sooner of two moments.
fn soonest(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

//! [`Traffic`]: the requests of a tab, kept up by events: those under way, the latest ones, and how each document came.
//!
//! The id of a request is unique in the browser, and stays as a request goes from one process to another: a frame's
//! document is asked for by the process of its parent and read by its own. So all sessions of a tab feed one table.
//! Everything here is bounded, whatever a page asks for.

use std::collections::VecDeque;
use std::time::Instant;

use rustc_hash::FxHashMap;
use surefoot_cdp::RawEvent;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::protocol::target::SessionId;
use surefoot_engine::{Hop, Request};

use crate::around::network::{Failed, Finished, Received, Response, Sent};
use crate::around::text::{shortened_url, within};

/// The events that are read here.
pub(crate) const EVENTS: &[&str] = &[
    "Network.requestWillBeSent",
    "Network.responseReceived",
    "Network.loadingFinished",
    "Network.loadingFailed",
];

/// How many requests are remembered, and so how long the list of them is.
const REMEMBERED: usize = 1_000;

/// How many requests under way are followed. A page that has more is not quiet anyway.
const FOLLOWED: usize = 4_096;

/// How many documents are remembered besides the main frame's, of which as many.
const DOCUMENTS: usize = 64;

/// How many steps of a chain of redirects are remembered. Chromium gives up after 20.
const HOPS: usize = 32;

/// Kinds of requests that stay open, or that nothing of the page waits for.
const BY_THE_WAY: &[&str] = &[
    "EventSource",
    "WebSocket",
    "Ping",
    "CSPViolationReport",
    "Prefetch",
];

/// Kinds of requests for what a page shows when it is there, and does not wait for.
const SHOWN: &[&str] = &["Image", "Media", "Font", "TextTrack", "Manifest"];

/// The requests of a tab.
#[derive(Debug)]
pub(crate) struct Traffic {
    main: FrameId,
    /// The latest, numbered without gaps.
    list: VecDeque<Request>,
    /// The number of the last request.
    last: u64,
    /// How many have ended.
    ended: u64,
    running: FxHashMap<Box<str>, Running>,
    documents: VecDeque<Document>,
    changed_at: Instant,
}

/// A request under way.
#[derive(Debug)]
struct Running {
    /// Its number in the list; another one after each redirect.
    number: u64,
    /// The number it had before any redirect.
    first: u64,
    /// The clock of its start, in seconds.
    since: f64,
    /// Whether the page is not quiet before it has ended.
    counts: bool,
    /// Whether it is something to look at.
    is_shown: bool,
    frame: Option<FrameId>,
    loader: Box<str>,
    /// The session it was last heard of in.
    session: SessionId,
}

/// How a document came.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its loader.
    pub(crate) loader: Box<str>,
    /// Its frame.
    pub(crate) frame: FrameId,
    /// Where it was asked at last.
    pub(crate) url: String,
    /// The method it was asked with at last.
    pub(crate) method: String,
    /// The redirects on the way, first one first.
    pub(crate) redirects: Vec<Hop>,
    /// The HTTP status of its response, once there is one; `None` for what did not come over HTTP.
    pub(crate) status: Option<u16>,
    /// The content type of its response, without parameters.
    pub(crate) mime: Option<String>,
    /// Its size in bytes as it came, once all did.
    pub(crate) size: Option<u64>,
    /// Why it failed, in the browser's words: `net::ERR_CONNECTION_REFUSED`.
    pub(crate) failure: Option<String>,
}

/// A moment, to ask later what has started since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct TrafficMark(u64, u64);

/// How a request ended.
enum End<'a> {
    Finished { size: u64 },
    Failed { why: &'a str },
}

impl Traffic {
    /// None yet, of a tab with this main frame.
    pub(crate) fn new(main: FrameId) -> Traffic {
        Traffic {
            main,
            list: VecDeque::new(),
            last: 0,
            ended: 0,
            running: FxHashMap::default(),
            documents: VecDeque::new(),
            changed_at: Instant::now(),
        }
    }

    /// Now.
    pub(crate) fn mark(&self) -> TrafficMark {
        TrafficMark(self.last, self.ended)
    }

    /// How many requests are under way that the page is not quiet before.
    pub(crate) fn in_flight(&self) -> usize {
        self.running.values().filter(|r| r.counts).count()
    }

    /// How many requests are under way that a page waits for before it goes on: what scripts have asked for, scripts,
    /// styles, documents. Not pictures and the like, which it shows when they come.
    pub(crate) fn awaited(&self) -> usize {
        self.awaited_since(TrafficMark(0, 0))
    }

    /// How many of those have started since a moment.
    pub(crate) fn awaited_since(&self, mark: TrafficMark) -> usize {
        let awaited = |r: &&Running| r.counts && !r.is_shown && r.first > mark.0;
        self.running.values().filter(awaited).count()
    }

    /// Whether a request has ended since a moment.
    pub(crate) fn ended_since(&self, mark: TrafficMark) -> bool {
        self.ended > mark.1
    }

    /// The URLs of the requests under way that the page is not quiet before, the first `most`, oldest first.
    pub(crate) fn running_urls(&self, most: usize) -> Vec<String> {
        let mut numbers: Vec<u64> = self
            .running
            .values()
            .filter(|r| r.counts)
            .map(|r| r.number)
            .collect();
        numbers.sort_unstable();
        let urls = numbers
            .into_iter()
            .filter_map(|n| Some(self.entry(n)?.url.clone()));
        urls.take(most).collect()
    }

    /// When a request that counts last started or ended.
    pub(crate) fn changed_at(&self) -> Instant {
        self.changed_at
    }

    /// How the document of this loader came; `None` if nothing was asked for it (`about:blank`), or long ago.
    pub(crate) fn document(&self, loader: &str) -> Option<&Document> {
        self.documents.iter().rev().find(|d| &*d.loader == loader)
    }

    /// The latest requests, oldest first.
    pub(crate) fn list(&self) -> impl Iterator<Item = &Request> {
        self.list.iter()
    }

    /// Forgets the list. What is under way is still followed.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Notes what an event tells, if it is one of [`EVENTS`]; whether it is.
    pub(crate) fn note_event(&mut self, session: &SessionId, event: &RawEvent) -> bool {
        let params = &event.params;
        match &*event.method {
            "Network.requestWillBeSent" => {
                if let Ok(sent) = serde_json::from_slice(params) {
                    self.note_sent(session, &sent);
                }
            }
            "Network.responseReceived" => {
                if let Ok(received) = serde_json::from_slice(params) {
                    self.note_received(session, &received);
                }
            }
            "Network.loadingFinished" => {
                if let Ok(finished) = serde_json::from_slice::<Finished<'_>>(params) {
                    let size = bytes(finished.encoded_data_length);
                    self.note_end(
                        &finished.request_id,
                        finished.timestamp,
                        &End::Finished { size },
                    );
                }
            }
            "Network.loadingFailed" => {
                if let Ok(failed) = serde_json::from_slice::<Failed<'_>>(params) {
                    let why = failed.why();
                    self.note_end(
                        &failed.request_id,
                        failed.timestamp,
                        &End::Failed { why: &why },
                    );
                }
            }
            _ => return false,
        }
        true
    }

    /// A frame has another document: what the one before had under way is of no matter any more. Chromium does not tell
    /// the end of all of it.
    pub(crate) fn note_document(&mut self, frame: &FrameId, loader: &str) {
        let of_before = |r: &Running, id: &str| {
            // Not what the next navigation of the frame asks for: its loader's id is the request's own.
            r.frame.as_ref() == Some(frame) && &*r.loader != loader && &*r.loader != id
        };
        self.give_up(|id, running| of_before(running, id), "the page was left");
    }

    /// A frame is gone, and what it had under way.
    pub(crate) fn note_frame_gone(&mut self, frame: &FrameId) {
        self.give_up(|_, r| r.frame.as_ref() == Some(frame), "the frame is gone");
    }

    /// A session is gone: nothing will tell of the ends of its requests.
    pub(crate) fn note_session_gone(&mut self, session: &SessionId) {
        self.give_up(|_, r| r.session == *session, "the page or frame is gone");
    }

    fn give_up(&mut self, gone: impl Fn(&str, &Running) -> bool, why: &str) {
        let before = self.running.len();
        let mut ended = Vec::new();
        self.running.retain(|id, running| {
            let goes = gone(id, running);
            if goes {
                ended.push(running.number);
            }
            !goes
        });
        if self.running.len() != before {
            self.changed_at = Instant::now();
        }
        for number in ended {
            if let Some(entry) = self.entry_mut(number) {
                entry.failure = Some(why.to_owned());
            }
        }
    }

    fn note_sent(&mut self, session: &SessionId, sent: &Sent<'_>) {
        let before = self.running.remove(&*sent.request_id);
        if let (Some(before), Some(redirect)) = (&before, &sent.redirect_response) {
            let (number, took) = (before.number, took(before.since, sent.timestamp));
            if let Some(entry) = self.entry_mut(number) {
                entry.note_response(redirect);
                entry.size = Some(bytes(redirect.encoded_data_length));
                entry.took_ms = Some(took);
            }
        }
        self.last += 1;
        let number = self.last;
        let kind = sent.kind.as_deref().unwrap_or("Other");
        if self.list.len() == REMEMBERED {
            self.list.pop_front();
        }
        self.list.push_back(Request {
            number,
            method: within(&sent.request.method, 20),
            url: shortened_url(&sent.request.url),
            kind: kind.to_ascii_lowercase(),
            status: None,
            mime: None,
            size: None,
            failure: None,
            took_ms: None,
        });
        if sent.request_id == sent.loader_id {
            self.note_asked_document(sent);
        }
        if self.running.len() < FOLLOWED {
            let running = Running {
                number,
                first: before.as_ref().map_or(number, |b| b.first),
                since: sent.timestamp,
                counts: !BY_THE_WAY.contains(&kind),
                is_shown: SHOWN.contains(&kind),
                frame: sent.frame_id.clone(),
                loader: (*sent.loader_id).into(),
                session: session.clone(),
            };
            self.running.insert((*sent.request_id).into(), running);
        }
        self.changed_at = Instant::now();
    }

    /// A document is asked for, or asked for elsewhere after a redirect.
    fn note_asked_document(&mut self, sent: &Sent<'_>) {
        let Some(frame) = &sent.frame_id else {
            return;
        };
        let known = self
            .documents
            .iter_mut()
            .rev()
            .find(|d| *d.loader == *sent.loader_id);
        if let (Some(document), Some(redirect)) = (known, &sent.redirect_response) {
            if document.redirects.len() < HOPS {
                document.redirects.push(Hop {
                    url: shortened_url(&redirect.url),
                    status: u16::try_from(redirect.status).unwrap_or(0),
                });
            }
            document.url = shortened_url(&sent.request.url);
            document.method = within(&sent.request.method, 20);
            return;
        }
        let main = self.main.clone();
        let is_main = *frame == main;
        let alike = |d: &Document| (d.frame == main) == is_main;
        if self.documents.iter().filter(|d| alike(d)).count() >= DOCUMENTS
            && let Some(oldest) = self.documents.iter().position(alike)
        {
            self.documents.remove(oldest);
        }
        self.documents.push_back(Document {
            loader: (*sent.loader_id).into(),
            frame: frame.clone(),
            url: shortened_url(&sent.request.url),
            method: within(&sent.request.method, 20),
            redirects: Vec::new(),
            status: None,
            mime: None,
            size: None,
            failure: None,
        });
    }

    fn note_received(&mut self, session: &SessionId, received: &Received<'_>) {
        let response = &received.response;
        if let Some(document) = self.document_mut(&received.request_id) {
            document.status = status(response.status);
            document.mime = Some(within(&response.mime_type, 200));
        }
        if let Some(running) = self.running.get_mut(&*received.request_id) {
            running.session.clone_from(session);
            let number = running.number;
            if let Some(entry) = self.entry_mut(number) {
                entry.note_response(response);
            }
        }
    }

    fn note_end(&mut self, id: &str, at: f64, end: &End<'_>) {
        if let Some(document) = self.document_mut(id) {
            match end {
                End::Finished { size } => document.size = Some(*size),
                End::Failed { why } => document.failure = Some(within(why, 200)),
            }
        }
        let Some(running) = self.running.remove(id) else {
            return;
        };
        self.ended += 1;
        if running.counts {
            self.changed_at = Instant::now();
        }
        if let Some(entry) = self.entry_mut(running.number) {
            entry.took_ms = Some(took(running.since, at));
            match end {
                End::Finished { size } => entry.size = Some(*size),
                End::Failed { why } => entry.failure = Some(within(why, 200)),
            }
        }
    }

    fn document_mut(&mut self, loader: &str) -> Option<&mut Document> {
        self.documents
            .iter_mut()
            .rev()
            .find(|d| &*d.loader == loader)
    }

    fn entry(&self, number: u64) -> Option<&Request> {
        self.list.get(self.place(number)?)
    }

    fn entry_mut(&mut self, number: u64) -> Option<&mut Request> {
        let place = self.place(number)?;
        self.list.get_mut(place)
    }

    /// Where the request of this number stands in the list.
    fn place(&self, number: u64) -> Option<usize> {
        let first = self.list.front()?.number;
        usize::try_from(number.checked_sub(first)?).ok()
    }
}

/// What a response tells of a request.
trait NoteResponse {
    fn note_response(&mut self, response: &Response<'_>);
}

impl NoteResponse for Request {
    fn note_response(&mut self, response: &Response<'_>) {
        self.status = status(response.status);
        let mime = &*response.mime_type;
        self.mime = (!mime.is_empty()).then(|| within(mime, 200));
    }
}

/// The HTTP status, where there was HTTP.
fn status(told: i64) -> Option<u16> {
    u16::try_from(told).ok().filter(|&status| status != 0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of bytes, saturating"
)]
fn bytes(told: f64) -> u64 {
    told as u64
}

/// Milliseconds between two moments of the browser's clock, to the microsecond.
fn took(since: f64, at: f64) -> f64 {
    ((at - since) * 1e6).round().max(0.0) / 1e3
}

#[cfg(test)]
#[path = "traffic_tests.rs"]
mod tests;

//! Events and their subscriptions.
//!
//! A subscription is a queue that the connection fills and one reader empties. It holds so many events and bytes as the
//! [`Config`] says. A reader that is further behind loses the *newest* events, never silently: at the
//! place where some are missing it reads an error that says how many. So a reader that does nothing costs a bounded
//! amount of memory and stops nobody else.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

use crate::command::Event;
use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::protocol::target::SessionId;

/// An event as it came, its parameters unread.
#[derive(Debug, Clone)]
pub struct RawEvent {
    /// The session it happened in; `None` for that of the connection itself.
    pub session: Option<SessionId>,
    /// The name, `Domain.event`.
    pub method: Arc<str>,
    /// The parameters, a JSON object.
    pub params: Bytes,
}

impl RawEvent {
    /// Whether it is this event.
    #[must_use]
    pub fn is<E: Event>(&self) -> bool {
        &*self.method == E::METHOD
    }

    /// Its parameters, if it is this event; an error of the kind [`Decode`](ErrorKind::Decode) if they have another
    /// shape.
    #[must_use]
    pub fn read<E: Event>(&self) -> Option<Result<E, Error>> {
        self.is::<E>().then(|| {
            serde_json::from_slice(&self.params)
                .map_err(|error| Error::decode(&E::METHOD.into(), &error))
        })
    }
}

/// Which events a subscription wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interest<'a> {
    /// Every one.
    Every,
    /// Those of these names.
    Methods(&'a [&'a str]),
}

/// What waits in a queue.
#[derive(Debug)]
enum Item {
    Event(RawEvent),
    /// So many events would have come here.
    Gap(u64),
}

#[derive(Debug, Default)]
struct Waiting {
    items: VecDeque<Item>,
    bytes: usize,
    ended: bool,
}

impl Waiting {
    /// One event will not be here.
    fn miss(&mut self) {
        match self.items.back_mut() {
            Some(Item::Gap(missed)) => *missed += 1,
            _ => self.items.push_back(Item::Gap(1)),
        }
    }
}

/// The connection's end of a subscription.
#[derive(Debug)]
pub(crate) struct Queue {
    /// Sorted; `None` for every event.
    methods: Option<Vec<Box<str>>>,
    max_events: usize,
    max_bytes: usize,
    waiting: Mutex<Waiting>,
    changed: Notify,
}

impl Queue {
    pub(crate) fn new(interest: Interest<'_>, config: &Config) -> Arc<Self> {
        let methods = match interest {
            Interest::Every => None,
            Interest::Methods(names) => {
                let mut names: Vec<Box<str>> = names.iter().map(|&name| name.into()).collect();
                names.sort_unstable();
                Some(names)
            }
        };
        Arc::new(Self {
            methods,
            max_events: config.max_queued_events,
            max_bytes: config.max_queued_bytes,
            waiting: Mutex::default(),
            changed: Notify::new(),
        })
    }

    pub(crate) fn wants(&self, method: &str) -> bool {
        self.methods
            .as_ref()
            .is_none_or(|names| names.binary_search_by(|name| (**name).cmp(method)).is_ok())
    }

    pub(crate) fn push(&self, event: RawEvent) {
        let mut waiting = self.lock();
        let full = waiting.items.len() >= self.max_events
            || waiting.bytes + event.params.len() > self.max_bytes;
        // An event larger than the limit passes when nothing else waits, or it could never be read.
        if full && !waiting.items.is_empty() {
            waiting.miss();
        } else {
            waiting.bytes += event.params.len();
            waiting.items.push_back(Item::Event(event));
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// An event that may have been wanted could not be read.
    pub(crate) fn miss(&self) {
        self.lock().miss();
        self.changed.notify_one();
    }

    /// No more events will come; those that wait can still be read.
    pub(crate) fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscription: the events of one session, or of all, in the order in which the browser sent them. Ends when it is
/// dropped.
///
/// When a call is answered, every event that the browser sent before the answer is already here: [`Events::try_next`]
/// sees it.
#[derive(Debug)]
pub struct Events {
    queue: Arc<Queue>,
}

impl Events {
    pub(crate) fn new(queue: Arc<Queue>) -> Self {
        Self { queue }
    }

    /// The next event; `None` once the session or the connection is over. [`Lagged`](ErrorKind::Lagged) stands where
    /// events are missing because this was not read; reading on is possible. Can be dropped while it waits without
    /// losing anything.
    pub async fn next(&mut self) -> Option<Result<RawEvent, Error>> {
        loop {
            if let Some(item) = self.try_next() {
                return Some(item);
            }
            if self.is_over() {
                return None;
            }
            self.queue.changed.notified().await;
        }
    }

    /// The next event that is already here, without waiting.
    pub fn try_next(&mut self) -> Option<Result<RawEvent, Error>> {
        let mut waiting = self.queue.lock();
        Some(match waiting.items.pop_front()? {
            Item::Event(event) => {
                waiting.bytes -= event.params.len();
                Ok(event)
            }
            Item::Gap(missed) => Err(Error::new(
                ErrorKind::Lagged { missed },
                format!(
                    "{missed} events were left out: too large, or the ones before were not read in time"
                ),
            )),
        })
    }

    /// The next event of one type; others before it are dropped.
    pub async fn next_of<E: Event>(&mut self) -> Option<Result<E, Error>> {
        loop {
            match self.next().await? {
                Ok(event) => {
                    if let Some(read) = event.read() {
                        return Some(read);
                    }
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Whether nothing waits and nothing more will come.
    fn is_over(&self) -> bool {
        let waiting = self.queue.lock();
        waiting.ended && waiting.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{Events, Interest, Queue, RawEvent};
    use crate::config::Config;
    use crate::error::ErrorKind;
    use bytes::Bytes;

    fn event(method: &str, size: usize) -> RawEvent {
        RawEvent {
            session: None,
            method: method.into(),
            params: Bytes::from(vec![b' '; size]),
        }
    }

    fn drained(events: &mut Events) -> Vec<String> {
        std::iter::from_fn(|| events.try_next())
            .map(|item| match item {
                Ok(event) => event.method.to_string(),
                Err(error) => format!("{:?}", error.kind()),
            })
            .collect()
    }

    #[test]
    fn a_reader_that_is_behind_is_told_what_it_missed_and_where() {
        let config = Config {
            max_queued_events: 2,
            max_queued_bytes: 10,
            ..Config::new()
        };
        let queue = Queue::new(Interest::Every, &config);
        let mut events = Events::new(queue.clone());
        for name in ["a", "b", "c", "d"] {
            queue.push(event(name, 1));
        }
        assert_eq!(drained(&mut events), ["a", "b", "Lagged { missed: 2 }"]);
        queue.push(event("large", 50));
        queue.push(event("next", 1));
        assert_eq!(drained(&mut events), ["large", "Lagged { missed: 1 }"]);
        queue.push(event("e", 1));
        queue.end();
        assert!(!events.is_over());
        assert_eq!(drained(&mut events), ["e"]);
        assert!(events.is_over());
    }

    #[test]
    fn only_what_is_wanted() {
        let queue = Queue::new(Interest::Methods(&["B.b", "A.a"]), &Config::new());
        assert!(queue.wants("A.a") && queue.wants("B.b") && !queue.wants("A.b"));
        assert!(Queue::new(Interest::Every, &Config::new()).wants("any"));
    }

    #[test]
    fn the_wrong_shape_names_the_event() {
        use crate::protocol::page::{FrameDetached, LoadEventFired};
        let event = RawEvent {
            session: None,
            method: "Page.loadEventFired".into(),
            params: "{}".into(),
        };
        assert!(event.read::<FrameDetached>().is_none());
        let error = event.read::<LoadEventFired>().unwrap().unwrap_err();
        assert_eq!(
            (error.kind(), error.method()),
            (ErrorKind::Decode, Some("Page.loadEventFired"))
        );
    }
}

//! Where incoming messages go: answers to the calls that wait for them, events to the subscriptions that want them, and
//! the ends of sessions and of the connection to everyone concerned.
//!
//! A *session* is one attachment to one target; the connection itself is the session without an id. The router learns
//! of sessions from `Target.attachedToTarget` and forgets them with `Target.detachedFromTarget`, together with those
//! that were attached through them. A session whose renderer crashed stays, because it can be navigated again; until
//! then calls that only a renderer could answer are refused at once, since the browser would leave them without an
//! answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::error::{Error, ErrorKind, Method};
use crate::event::{Queue, RawEvent};
use crate::message::{Envelope, ID_MASK, id_of_head, repaired};
use crate::protocol::target::SessionId;

pub(crate) type Answer = Result<Bytes, Error>;

/// Which session: `None` is the connection itself.
pub(crate) type Place = Option<SessionId>;

/// Whose events a subscription wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope<'a> {
    /// One session's.
    Session(&'a Place),
    /// Every session's.
    Everywhere,
}

#[derive(Debug, Default)]
pub(crate) struct Router {
    next_id: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    pending: FxHashMap<u64, Pending>,
    root: Session,
    sessions: FxHashMap<SessionId, Session>,
    everywhere: Vec<Weak<Queue>>,
    closed: Option<Error>,
}

#[derive(Debug)]
struct Pending {
    place: Place,
    method: Method,
    answer: oneshot::Sender<Answer>,
}

#[derive(Debug, Default)]
struct Session {
    life: Life,
    target: String,
    parent: Place,
    children: FxHashSet<SessionId>,
    queues: Vec<Weak<Queue>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Life {
    #[default]
    Live,
    Crashed,
}

/// Commands that a session answers without a renderer: by whole domain, or one by one.
const WITHOUT_RENDERER: &[&str] = &[
    "Browser.",
    "Target.",
    "Storage.",
    "Page.navigate",
    "Page.reload",
    "Page.close",
    "Page.getNavigationHistory",
    "Page.navigateToHistoryEntry",
    "Page.handleJavaScriptDialog",
];

impl Router {
    /// Books a call: its number, and where its answer will come.
    pub(crate) fn book(
        &self,
        place: &Place,
        method: &Method,
    ) -> Result<(u64, oneshot::Receiver<Answer>), Error> {
        let mut state = self.lock();
        if let Some(closed) = &state.closed {
            return Err(closed.with_method(method));
        }
        let session = state
            .session(place)
            .ok_or_else(|| Error::detached(method))?;
        let needs_renderer = || {
            !WITHOUT_RENDERER
                .iter()
                .any(|known| method.starts_with(known))
        };
        if session.life == Life::Crashed && needs_renderer() {
            return Err(Error::crashed(method));
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed) & ID_MASK;
        let (answer, receiver) = oneshot::channel();
        state.pending.insert(
            id,
            Pending {
                place: place.clone(),
                method: method.clone(),
                answer,
            },
        );
        tracing::trace!(id, %method, "sent");
        Ok((id, receiver))
    }

    /// Nobody waits for this call any more.
    pub(crate) fn forget(&self, id: u64) {
        self.lock().pending.remove(&id);
    }

    /// Whether the connection has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed.is_some()
    }

    /// How many calls wait.
    pub(crate) fn pending(&self) -> usize {
        self.lock().pending.len()
    }

    /// Adds a subscription. It is over at once if its session is.
    pub(crate) fn subscribe(&self, scope: Scope<'_>, queue: &Arc<Queue>) {
        let mut state = self.lock();
        let over = state.closed.is_some();
        let queues = match scope {
            Scope::Everywhere => Some(&mut state.everywhere),
            Scope::Session(place) => state.session_mut(place).map(|session| &mut session.queues),
        };
        match queues {
            Some(queues) if !over => {
                queues.retain(|queue| queue.strong_count() > 0);
                queues.push(Arc::downgrade(queue));
            }
            _ => queue.end(),
        }
    }

    pub(crate) fn knows(&self, session: &SessionId) -> bool {
        self.lock().sessions.contains_key(session)
    }

    /// The connection is over: ends every call and every subscription. Only the first reason counts.
    pub(crate) fn close(&self, why: &Error) {
        let mut state = self.lock();
        if state.closed.is_some() {
            return;
        }
        state.closed = Some(why.clone());
        for (_, pending) in std::mem::take(&mut state.pending) {
            let _ = pending.answer.send(Err(why.with_method(&pending.method)));
        }
        state.everyone(Queue::end);
        state.sessions.clear();
    }

    /// Takes one message. What cannot be read is dropped with a line in the log: it may concern nobody.
    pub(crate) fn receive(&self, frame: Bytes) {
        let frame = repaired(frame);
        let envelope: Envelope<'_> = match serde_json::from_slice(&frame) {
            Ok(envelope) => envelope,
            Err(error) => {
                tracing::warn!(
                    bytes = frame.len(),
                    at = error.column(),
                    "dropped a message that is none"
                );
                return;
            }
        };
        if envelope.id.is_some() {
            self.answer(&frame, envelope);
        } else if let Some(method) = envelope.method {
            let params = envelope.params.map_or("{}", |params| params.get());
            self.event(envelope.session, method, params);
        }
    }

    /// Takes the first bytes of a message that is too large to be read.
    pub(crate) fn receive_too_large(&self, head: &[u8], limit: usize) {
        let mut state = self.lock();
        let Some(id) = id_of_head(head) else {
            tracing::warn!(limit, "dropped an event that is too large");
            // Which it was is not known: everyone is told.
            state.everyone(Queue::miss);
            return;
        };
        let Some(pending) = state.pending.remove(&id) else {
            return;
        };
        let message = format!("the answer is larger than {} MiB", limit >> 20);
        let _ = pending.answer.send(Err(Error::of(
            ErrorKind::TooLarge,
            &pending.method,
            message,
        )));
    }

    fn answer(&self, frame: &Bytes, envelope: Envelope<'_>) {
        let Some(pending) = envelope.id.and_then(|id| self.lock().pending.remove(&id)) else {
            // The caller gave up, or the session ended before.
            return;
        };
        tracing::trace!(id = envelope.id, method = %pending.method, bytes = frame.len(), "answered");
        let answer = match (envelope.error, envelope.result) {
            (Some(refusal), _) => Err(refusal.into_error(&pending.method)),
            (None, Some(result)) => Ok(frame.slice_ref(result.get().as_bytes())),
            (None, None) => Ok(Bytes::from_static(b"{}")),
        };
        let _ = pending.answer.send(answer);
    }

    fn event(&self, session: Option<&str>, method: &str, params: &str) {
        let place: Place = session.map(SessionId::from);
        let mut state = self.lock();
        // Before subscribers hear of it, so that they find the session; ends come after.
        let change = Change::read(method, params);
        if let Some(Change::Attached { session, target }) = &change {
            state.attach(&place, session, target);
        }
        state.publish(&place, method, params);
        match change {
            None | Some(Change::Attached { .. }) => {}
            Some(Change::Detached { session }) => state.detach(&session),
            Some(Change::TargetCrashed { target }) => {
                let all = state.sessions.iter();
                let hit: Vec<Place> = all
                    .filter(|(_, session)| session.target == target)
                    .map(|(id, _)| Some(id.clone()))
                    .collect();
                for place in &hit {
                    state.crash(place);
                }
            }
            Some(Change::Crashed) => state.crash(&place),
            Some(Change::Revived) => {
                if let Some(session) = state.session_mut(&place) {
                    session.life = Life::Live;
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an event changes of the sessions.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Attached {
        session: SessionId,
        target: String,
    },
    Detached {
        session: SessionId,
    },
    /// Every session with this target.
    TargetCrashed {
        target: String,
    },
    /// The session the event came in.
    Crashed,
    Revived,
}

impl Change {
    fn read(method: &str, params: &str) -> Option<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Attached {
            session_id: SessionId,
            target_info: Target,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Target {
            target_id: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Detached {
            session_id: SessionId,
        }
        match method {
            "Target.attachedToTarget" => {
                let Attached {
                    session_id,
                    target_info,
                } = serde_json::from_str(params).ok()?;
                Some(Self::Attached {
                    session: session_id,
                    target: target_info.target_id,
                })
            }
            "Target.detachedFromTarget" => {
                let Detached { session_id } = serde_json::from_str(params).ok()?;
                Some(Self::Detached {
                    session: session_id,
                })
            }
            "Target.targetCrashed" => {
                let Target { target_id } = serde_json::from_str(params).ok()?;
                Some(Self::TargetCrashed { target: target_id })
            }
            "Inspector.targetCrashed" => Some(Self::Crashed),
            // The first is not sent to everyone; the others only come from a renderer that lives.
            "Inspector.targetReloadedAfterCrash"
            | "Page.frameNavigated"
            | "Runtime.executionContextCreated" => Some(Self::Revived),
            _ => None,
        }
    }
}

impl State {
    fn session(&self, place: &Place) -> Option<&Session> {
        match place {
            None => Some(&self.root),
            Some(id) => self.sessions.get(id),
        }
    }

    fn session_mut(&mut self, place: &Place) -> Option<&mut Session> {
        match place {
            None => Some(&mut self.root),
            Some(id) => self.sessions.get_mut(id),
        }
    }

    fn attach(&mut self, parent: &Place, session: &SessionId, target: &str) {
        if let Some(parent) = self.session_mut(parent) {
            parent.children.insert(session.clone());
        }
        let known = self.sessions.entry(session.clone()).or_default();
        target.clone_into(&mut known.target);
        known.parent.clone_from(parent);
    }

    /// Ends a session and all that were attached through it.
    fn detach(&mut self, session: &SessionId) {
        let Some(first) = self.sessions.remove(session) else {
            return;
        };
        if let Some(parent) = self.session_mut(&first.parent) {
            parent.children.remove(session);
        }
        let mut gone = FxHashSet::from_iter([session.clone()]);
        let mut open = vec![first];
        while let Some(session) = open.pop() {
            end(&session.queues);
            for child in session.children {
                open.extend(self.sessions.remove(&child));
                gone.insert(child);
            }
        }
        self.end_calls(
            |place| place.as_ref().is_some_and(|id| gone.contains(id)),
            Error::detached,
        );
    }

    /// Tells something to every subscription there is.
    fn everyone(&self, tell: fn(&Queue)) {
        let sessions = self.sessions.values().chain([&self.root]);
        let queues = sessions.flat_map(|session| &session.queues);
        for queue in queues.chain(&self.everywhere).filter_map(Weak::upgrade) {
            tell(&queue);
        }
    }

    fn crash(&mut self, place: &Place) {
        if let Some(session) = self.session_mut(place) {
            session.life = Life::Crashed;
            self.end_calls(|of| of == place, Error::crashed);
        }
    }

    fn end_calls(&mut self, concerned: impl Fn(&Place) -> bool, error: fn(&Method) -> Error) {
        for (_, pending) in self
            .pending
            .extract_if(|_, pending| concerned(&pending.place))
        {
            let error = error(&pending.method);
            let _ = pending.answer.send(Err(error));
        }
    }

    fn publish(&mut self, place: &Place, method: &str, params: &str) {
        let own = match place {
            None => Some(&mut self.root),
            Some(id) => self.sessions.get_mut(id),
        };
        let mut event: Option<RawEvent> = None;
        let own = own.map(|session| &mut session.queues);
        for queues in own.into_iter().chain([&mut self.everywhere]) {
            queues.retain(|queue| {
                let Some(queue) = queue.upgrade() else {
                    return false;
                };
                if queue.wants(method) {
                    // Copied once, and not cut from the frame: a small event must not keep a large buffer alive.
                    let event = event.get_or_insert_with(|| RawEvent {
                        session: place.clone(),
                        method: method.into(),
                        params: Bytes::copy_from_slice(params.as_bytes()),
                    });
                    queue.push(event.clone());
                }
                true
            });
        }
    }
}

fn end(queues: &[Weak<Queue>]) {
    queues
        .iter()
        .filter_map(Weak::upgrade)
        .for_each(|queue| queue.end());
}

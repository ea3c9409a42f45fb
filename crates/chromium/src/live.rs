//! [`Live`]: what is known of a tab at any moment. Events change it; commands read it, and wait for it to change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::page::{
    AddScriptToEvaluateOnNewDocument, FrameAttached, FrameDetached, FrameId, FrameNavigated,
    LifecycleEvent, NavigatedWithinDocument, SetLifecycleEventsEnabled,
};
use surefoot_cdp::protocol::runtime::{ExecutionContextCreated, ExecutionContextDestroyed};
use surefoot_cdp::protocol::target::{SessionId, TargetId};
use surefoot_cdp::protocol::{network, page, runtime};
use surefoot_cdp::{Attached, RawEvent, Session};
use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::DocumentId;
use tokio::sync::Notify;

use crate::around::traffic::Traffic;
use crate::context::Context;
use crate::frame::{Frame, FrameHandle};
use crate::world;

/// The events that are read.
pub(crate) const EVENTS: &[&str] = &[
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.navigatedWithinDocument",
    "Page.lifecycleEvent",
    "Runtime.executionContextCreated",
    "Runtime.executionContextDestroyed",
    "Runtime.executionContextsCleared",
    "Inspector.targetCrashed",
];

/// A tab, as far as it is known.
#[derive(Debug)]
pub(crate) struct Live {
    /// Its target.
    pub(crate) target: TargetId,
    /// The tab whose page opened it.
    pub(crate) opener: Option<TargetId>,
    /// The session of its main frame.
    pub(crate) session: Session,
    pub(crate) context: Weak<Context>,
    state: Mutex<State>,
    changed: Notify,
}

/// What events have told.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) frames: FxHashMap<FrameId, Frame>,
    pub(crate) main: FrameId,
    /// What the main frame's document has reached, in the words of `Page.lifecycleEvent`.
    pub(crate) lifecycle: Vec<String>,
    /// Its requests, and how its documents came.
    pub(crate) traffic: Traffic,
    /// Why it cannot be used any more.
    pub(crate) gone: Option<ErrorKind>,
    /// Documents that were captured, by the token of our world.
    documents: FxHashMap<String, DocumentId>,
}

impl Live {
    /// A tab that has just been attached. What it needs is sent to it, before its first script.
    pub(crate) fn new(attached: &Attached, context: &Arc<Context>) -> Arc<Live> {
        let main = FrameId::from(attached.target.target_id.as_str());
        let frame = new_frame(main.clone(), None, attached.session.clone());
        let live = Arc::new(Live {
            target: attached.target.target_id.clone(),
            opener: attached.target.opener_id.clone(),
            session: attached.session.clone(),
            context: Arc::downgrade(context),
            state: Mutex::new(State {
                frames: FxHashMap::from_iter([(main.clone(), frame)]),
                traffic: Traffic::new(main.clone()),
                main,
                lifecycle: Vec::new(),
                gone: None,
                documents: FxHashMap::default(),
            }),
            changed: Notify::new(),
        });
        set_up(&attached.session);
        live
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known, and tells those who wait.
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_waiters();
    }

    /// Waits until something is known, at most until `deadline`; `what` is said if it never is.
    pub(crate) async fn until<T>(
        &self,
        deadline: Instant,
        what: &str,
        mut known: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T> {
        let wait = async {
            loop {
                let changed = self.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                {
                    let mut state = self.state();
                    if let Some(known) = known(&mut state) {
                        return Ok(known);
                    }
                    if let Some(gone) = state.gone {
                        return Err(gone_error(gone));
                    }
                }
                changed.await;
            }
        };
        match tokio::time::timeout_at(deadline.into(), wait).await {
            Ok(known) => known,
            Err(_) => Err(Error::new(
                ErrorKind::Timeout,
                format!("{what} in the time given"),
            )),
        }
    }

    /// Waits until the tab is set up: what is sent to it before may be carried out by another process than what a
    /// navigation sent later starts.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<()> {
        self.until(deadline, "the tab was not ready", |state| {
            state.frames.get(&state.main)?.world.as_ref().map(|_| ())
        })
        .await
    }

    /// All frames whose document is there, the main one first, parents before their children.
    pub(crate) fn frames(&self) -> Vec<FrameHandle> {
        let state = self.state();
        let mut children: FxHashMap<Option<&FrameId>, Vec<&Frame>> = FxHashMap::default();
        for frame in state.frames.values() {
            children
                .entry(frame.parent.as_ref())
                .or_default()
                .push(frame);
        }
        let mut found: Vec<&Frame> = state.frames.get(&state.main).into_iter().collect();
        let mut at = 0;
        while let Some(frame) = found.get(at) {
            at += 1;
            let below = children.remove(&Some(&frame.id)).unwrap_or_default();
            found.extend(below);
        }
        found.into_iter().cloned().collect()
    }

    /// The frame that shows a document which was captured, and the token of that document in our world.
    pub(crate) fn frame_of(&self, document: DocumentId) -> Option<(FrameHandle, String)> {
        let state = self.state();
        state.frames.values().find_map(|frame| {
            let (token, id) = frame.document.as_ref()?;
            (*id == document).then(|| (frame.clone(), token.clone()))
        })
    }

    /// The identity of the document that our world in a frame has told the token of.
    pub(crate) fn identify(&self, frame: &FrameId, token: &str) -> DocumentId {
        let mut state = self.state();
        let id = *state
            .documents
            .entry(token.to_owned())
            .or_insert_with(DocumentId::fresh);
        if let Some(frame) = state.frames.get_mut(frame) {
            frame.document = Some((token.to_owned(), id));
        }
        id
    }

    /// A frame in a process of its own is there.
    pub(crate) fn note_frame_target(&self, attached: &Attached) {
        let id = FrameId::from(attached.target.target_id.as_str());
        set_up(&attached.session);
        self.change(|state| {
            let parent = attached.target.parent_frame_id.clone();
            let parent = parent.or_else(|| state.frames.get(&id)?.parent.clone());
            let owner = state.frames.get(&id).and_then(|f| f.owner);
            let mut frame = new_frame(id.clone(), parent, attached.session.clone());
            frame.owner = owner;
            state.frames.insert(id, frame);
        });
    }

    /// A worker of it is there.
    pub(crate) fn note_worker(&self, attached: &Attached) {
        watch_network(&attached.session);
    }

    /// A session of it has ended: the tab's own, or that of a frame or worker.
    pub(crate) fn note_detached(&self, session: &SessionId) {
        let own = self.session.id() == Some(session);
        self.change(|state| {
            state.traffic.note_session_gone(session);
            if own {
                state.gone = Some(ErrorKind::PageCrashed);
            } else {
                state.frames.retain(|_, f| f.session.id() != Some(session));
            }
        });
    }

    /// The browser has ended.
    pub(crate) fn note_browser_gone(&self) {
        self.change(|state| state.gone = Some(ErrorKind::EngineCrashed));
    }

    /// Notes what an event tells.
    pub(crate) fn note_event(&self, session: &SessionId, event: &RawEvent) {
        if self.state().traffic.note_event(session, event) {
            self.changed.notify_waiters();
        } else if let Some(Ok(created)) = event.read::<ExecutionContextCreated>() {
            self.note_world(&created);
        } else if let Some(Ok(destroyed)) = event.read::<ExecutionContextDestroyed>() {
            self.change(|state| {
                let gone = destroyed.execution_context_unique_id;
                for frame in state.frames.values_mut() {
                    frame.world.take_if(|w| Some(&*w) == gone.as_ref());
                    frame.main_world.take_if(|w| Some(&*w) == gone.as_ref());
                }
            });
        } else if let Some(Ok(attached)) = event.read::<FrameAttached>() {
            self.change(|state| {
                let Some(parent) = state.frames.get(&attached.parent_frame_id) else {
                    return;
                };
                let frame = new_frame(
                    attached.frame_id.clone(),
                    Some(attached.parent_frame_id.clone()),
                    parent.session.clone(),
                );
                state.frames.entry(attached.frame_id).or_insert(frame);
            });
        } else if let Some(Ok(detached)) = event.read::<FrameDetached>() {
            use surefoot_cdp::protocol::page::FrameDetachedReason::Swap;
            // One that is swapped goes on in another process, with a session of its own.
            if detached.reason != Some(Swap) {
                self.change(|state| {
                    state.traffic.note_frame_gone(&detached.frame_id);
                    state.frames.remove(&detached.frame_id);
                });
            }
        } else if let Some(Ok(navigated)) = event.read::<FrameNavigated>() {
            self.change(|state| note_navigated(state, navigated, session));
        } else if let Some(Ok(within)) = event.read::<NavigatedWithinDocument>() {
            self.change(|state| {
                if let Some(frame) = state.frames.get_mut(&within.frame_id) {
                    frame.url = within.url;
                }
            });
        } else if let Some(Ok(reached)) = event.read::<LifecycleEvent>() {
            self.change(|state| {
                if reached.frame_id == state.main {
                    if reached.name == "init" {
                        state.lifecycle.clear();
                    }
                    state.lifecycle.push(reached.name);
                }
            });
        } else if event.method.as_ref() == "Inspector.targetCrashed" {
            self.change(|state| state.gone = Some(ErrorKind::PageCrashed));
        }
    }

    fn note_world(&self, created: &ExecutionContextCreated) {
        let world = &created.context;
        let about = world.aux_data.as_ref();
        let text = |key| about.and_then(|a| a.get(key)?.as_str());
        let (Some(frame), Some(kind)) = (text("frameId"), text("type")) else {
            return;
        };
        let frame = FrameId::from(frame);
        self.change(|state| {
            let Some(frame) = state.frames.get_mut(&frame) else {
                return;
            };
            match kind {
                "default" => frame.main_world.clone_from(&world.unique_id),
                "isolated" if world.name == world::NAME => {
                    frame.world.clone_from(&world.unique_id);
                }
                _ => {}
            }
        });
    }
}

fn note_navigated(state: &mut State, navigated: FrameNavigated, session: &SessionId) {
    let told = navigated.frame;
    let Some(frame) = state.frames.get_mut(&told.id) else {
        return;
    };
    // The process a frame has left may still tell of it.
    if frame.session.id() != Some(session) {
        return;
    }
    frame.url = told.url + told.url_fragment.as_deref().unwrap_or("");
    frame.mime = told.mime_type;
    frame.loader = told.loader_id.as_str().to_owned();
    frame.document = None;
    state.traffic.note_document(&told.id, &frame.loader);
}

fn new_frame(id: FrameId, parent: Option<FrameId>, session: Session) -> Frame {
    Frame {
        id,
        parent,
        session,
        loader: String::new(),
        url: "about:blank".to_owned(),
        mime: "text/html".to_owned(),
        world: None,
        main_world: None,
        owner: None,
        document: None,
    }
}

/// Sends a new session what it needs, before the first script of its page. The answers change nothing: what a target
/// does not know it refuses.
fn set_up(session: &Session) {
    watch_network(session);
    session.call(&page::Enable::default()).forget();
    session.call(&SetLifecycleEventsEnabled::new(true)).forget();
    session.call(&runtime::Enable {}).forget();
    let install = AddScriptToEvaluateOnNewDocument {
        world_name: Some(world::NAME.to_owned()),
        run_immediately: Some(true),
        ..AddScriptToEvaluateOnNewDocument::new(world::SOURCE)
    };
    session.call(&install).forget();
}

/// Has a session tell of its requests, and keep nothing of their bodies.
fn watch_network(session: &Session) {
    let enable = network::Enable {
        max_total_buffer_size: Some(0),
        max_resource_buffer_size: Some(0),
        max_post_data_size: Some(0),
        ..network::Enable::default()
    };
    session.call(&enable).forget();
}

/// Why a tab cannot be used any more.
fn gone_error(kind: ErrorKind) -> Error {
    match kind {
        ErrorKind::EngineCrashed => Error::new(kind, "the browser has ended")
            .with_hint("open the page again: a new browser is started for it"),
        _ => Error::new(
            kind,
            "the page's process has crashed, or the tab was closed",
        )
        .with_hint("`reload` it, or open another page"),
    }
}

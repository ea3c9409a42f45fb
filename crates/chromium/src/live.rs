//! [`Live`]: what is known of a tab at any moment. Events change it; commands read it, and wait for it to change.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::page::{
    AddScriptToEvaluateOnNewDocument, FrameId, SetInterceptFileChooserDialog,
    SetLifecycleEventsEnabled,
};
use surefoot_cdp::protocol::runtime::ExecutionContextCreated;
use surefoot_cdp::protocol::target::{SessionId, TargetId, TargetInfo};
use surefoot_cdp::protocol::{log, network, page, runtime};
use surefoot_cdp::{Session, Start};
use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::DocumentId;
use tokio::sync::Notify;

use crate::around::console::Console;
use crate::around::emulation::{self, Kind};
use crate::around::traffic::{Traffic, TrafficMark};
use crate::collect;
use crate::context::Context;
use crate::dialogs::{self, Dialogs};
use crate::frame::{Frame, FrameHandle};
use crate::going::{Going, GoingMark};
use crate::intercept::Interception;
use crate::reading::CaughtUp;
use crate::{adopt, world};

/// How many captured documents are remembered before those that are gone are forgotten.
const DOCUMENTS: usize = 256;

/// A tab, as far as it is known.
#[derive(Debug)]
pub(crate) struct Live {
    /// Its target.
    pub(crate) target: TargetId,
    /// The tab whose page opened it.
    pub(crate) opener: OnceLock<TargetId>,
    /// The session of its main frame.
    pub(crate) session: Session,
    pub(crate) context: Weak<Context>,
    /// To wait until events that have come are noted here.
    reader: CaughtUp,
    state: Mutex<State>,
    changed: Notify,
}

/// What events have told.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) frames: FxHashMap<FrameId, Frame>,
    pub(crate) main: FrameId,
    /// Worlds that were told of before their frames were, as happens to a page that was there before anybody looked.
    pub(crate) early_worlds: Vec<(SessionId, ExecutionContextCreated)>,
    /// Where the main frame is going, and how far its document is.
    pub(crate) going: Going,
    /// Its dialogs.
    pub(crate) dialogs: Dialogs,
    /// The file chooser that waits for files.
    pub(crate) chooser: Option<Chooser>,
    /// Requests that are paused, while there are any.
    pub(crate) interception: Option<Interception>,
    /// Its workers.
    pub(crate) workers: FxHashMap<SessionId, Session>,
    /// What its pages have said.
    pub(crate) console: Console,
    /// Its requests, and how its documents came.
    pub(crate) traffic: Traffic,
    /// Why it cannot be used: [`ErrorKind::EngineCrashed`]; [`ErrorKind::PageCrashed`], after which it can be navigated
    /// again; [`ErrorKind::NotFound`] if it is closed.
    pub(crate) gone: Option<ErrorKind>,
    /// What captures remember from one to the next.
    pub(crate) remembered: collect::Memory,
    /// Documents that were captured, by the token of our world.
    documents: FxHashMap<String, DocumentId>,
}

/// A file chooser that a page has opened.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    /// The session that tells of its input.
    pub(crate) session: Session,
    /// Its input, if it is one of the document's.
    pub(crate) input: Option<BackendNodeId>,
    /// Whether it takes several files.
    pub(crate) multiple: bool,
}

/// A moment in the life of a tab, to ask later what happened since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) going: GoingMark,
    pub(crate) traffic: TrafficMark,
    pub(crate) dialogs: u64,
    pub(crate) downloads: u64,
}

/// What [`Live::watch`] finds when it looks.
#[derive(Debug)]
pub(crate) enum Look<T> {
    /// What was wanted.
    Found(T),
    /// Nothing yet: look again when something has changed, or at this moment.
    Again(Option<Instant>),
}

impl Live {
    /// A tab that has just been attached. What it needs is sent to it, before its first script.
    pub(crate) fn new(
        session: &Session,
        target: &TargetInfo,
        opener: Option<TargetId>,
        start: Start,
        context: &Arc<Context>,
    ) -> Arc<Live> {
        let main = FrameId::from(target.target_id.as_str());
        let mut frame = Frame::new(main.clone(), None, session.clone());
        if start == Start::Running {
            frame.url.clone_from(&target.url);
        }
        let live = Arc::new(Live {
            target: target.target_id.clone(),
            opener: opener.map_or_else(OnceLock::new, OnceLock::from),
            session: session.clone(),
            context: Arc::downgrade(context),
            reader: context.reader.clone(),
            state: Mutex::new(State {
                frames: FxHashMap::from_iter([(main.clone(), frame)]),
                early_worlds: Vec::new(),
                workers: FxHashMap::default(),
                console: Console::default(),
                traffic: Traffic::new(main.clone()),
                main,
                going: Going::default(),
                dialogs: Dialogs::default(),
                chooser: None,
                interception: None,
                gone: None,
                remembered: collect::Memory::default(),
                documents: FxHashMap::default(),
            }),
            changed: Notify::new(),
        });
        set_up(session);
        emulation::set_up(session, Kind::Page, context);
        if start == Start::Running {
            adopt::frames(&live);
        }
        live
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known, and tells those who wait.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.changed.notify_waiters();
        result
    }

    /// Waits until `look` finds something. It looks at once, after every change, and when it asked to.
    pub(crate) async fn watch<T>(&self, mut look: impl FnMut(&mut State) -> Look<T>) -> T {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let again = match look(&mut self.state()) {
                Look::Found(found) => return found,
                Look::Again(again) => again,
            };
            match again {
                None => changed.await,
                Some(at) => {
                    // Whether the time ran out or something changed: it looks again.
                    let _ = tokio::time::timeout_at(at.into(), changed).await;
                }
            }
        }
    }

    /// Waits until something is known, at most until `deadline`; `what` is said if it never is.
    pub(crate) async fn until<T>(
        &self,
        deadline: Instant,
        what: &str,
        mut known: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T> {
        self.watch(|state| {
            if let Some(known) = known(state) {
                return Look::Found(Ok(known));
            }
            if let Some(gone) = state.gone {
                return Look::Found(Err(gone_error(gone)));
            }
            if Instant::now() >= deadline {
                let message = format!("{what} in the time given");
                return Look::Found(Err(Error::new(ErrorKind::Timeout, message)));
            }
            Look::Again(Some(deadline))
        })
        .await
    }

    /// Waits until the tab is set up: what is sent to it before may be carried out by another process than what a
    /// navigation sent later starts.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<()> {
        self.until(deadline, "the tab was not ready", |state| {
            state.frames.get(&state.main)?.world.as_ref().map(|_| ())
        })
        .await
    }

    /// Waits until all events that have come by now are noted here. The answer of a call may be here sooner than what
    /// the events before it told.
    pub(crate) async fn caught_up(&self) {
        self.reader.wait().await;
    }

    /// Now.
    pub(crate) fn mark(&self) -> Mark {
        let downloads = self.download_count();
        let state = self.state();
        Mark {
            going: state.going.mark(),
            traffic: state.traffic.mark(),
            dialogs: state.dialogs.count(),
            downloads,
        }
    }

    /// Fails if the page cannot be asked: it is gone, or a dialog waits for an answer.
    pub(crate) fn usable(&self) -> Result<()> {
        let state = self.state();
        if let Some(gone) = state.gone {
            return Err(gone_error(gone));
        }
        match state.dialogs.waiting() {
            Some(dialog) => Err(dialogs::open_error(dialog)),
            None => Ok(()),
        }
    }

    /// Waits for a future, but not longer than until a dialog waits for an answer: `None` then. What waits for the page
    /// would wait for as long as the dialog does.
    pub(crate) async fn or_dialog<F: Future>(&self, future: F) -> Option<F::Output> {
        tokio::select! {
            biased;
            output = future => Some(output),
            () = self.dialog_waits() => None,
        }
    }

    /// Waits until a dialog waits for an answer.
    async fn dialog_waits(&self) {
        self.watch(|state| match state.dialogs.waiting() {
            Some(_) => Look::Found(()),
            None => Look::Again(None),
        })
        .await;
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

    /// Its sessions, each once, the page's own first.
    pub(crate) fn sessions(&self) -> Vec<(Session, Kind)> {
        let state = self.state();
        let mut found = vec![(self.session.clone(), Kind::Page)];
        for frame in state.frames.values() {
            let is_new = found.iter().all(|(s, _)| s.id() != frame.session.id());
            if is_new {
                found.push((frame.session.clone(), Kind::Frame));
            }
        }
        let workers = state.workers.values();
        found.extend(workers.map(|session| (session.clone(), Kind::Worker)));
        found
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
        if state.documents.len() >= DOCUMENTS {
            let State {
                documents, frames, ..
            } = &mut *state;
            documents.retain(|token, _| {
                frames
                    .values()
                    .any(|f| f.document.as_ref().is_some_and(|d| d.0 == *token))
            });
        }
        let id = *state
            .documents
            .entry(token.to_owned())
            .or_insert_with(DocumentId::fresh);
        if let Some(frame) = state.frames.get_mut(frame) {
            frame.document = Some((token.to_owned(), id));
        }
        id
    }
}

/// Sends a new session what it needs, before the first script of its page. The answers change nothing: what a target
/// does not know it refuses.
pub(crate) fn set_up(session: &Session) {
    watch_network(session);
    session.call(&page::Enable::default()).forget();
    session.call(&SetLifecycleEventsEnabled::new(true)).forget();
    session.call(&runtime::Enable {}).forget();
    session.call(&log::Enable {}).forget();
    session.call(&collect::CountActivity {}).forget();
    let install = AddScriptToEvaluateOnNewDocument {
        world_name: Some(world::NAME.to_owned()),
        run_immediately: Some(true),
        ..AddScriptToEvaluateOnNewDocument::new(world::SOURCE)
    };
    session.call(&install).forget();
    session
        .call(&SetInterceptFileChooserDialog::new(true))
        .forget();
}

/// Has a session tell of its requests, and keep nothing of their bodies.
pub(crate) fn watch_network(session: &Session) {
    let enable = network::Enable {
        max_total_buffer_size: Some(0),
        max_resource_buffer_size: Some(0),
        max_post_data_size: Some(0),
        ..network::Enable::default()
    };
    session.call(&enable).forget();
}

/// Why a tab cannot be used.
pub(crate) fn gone_error(kind: ErrorKind) -> Error {
    match kind {
        ErrorKind::EngineCrashed => Error::new(kind, "the browser has ended, and with it the page")
            .with_hint("open the page again: a new browser is started for it"),
        ErrorKind::NotFound => Error::new(kind, "the tab is closed")
            .with_hint("`tab list` shows the tabs that are open"),
        _ => Error::new(
            kind,
            "the page's process has crashed: what was on the page is lost",
        )
        .with_hint("`reload` it, or open another page"),
    }
}

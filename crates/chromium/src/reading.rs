//! Reading what a browser says: one subscription and one task for all its tabs, so that everything is noted in the
//! order in which it happened.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::browser::{BrowserContextId, GetVersion};
use surefoot_cdp::protocol::runtime::RunIfWaitingForDebugger;
use surefoot_cdp::protocol::target::{
    AttachedToTarget, DetachedFromTarget, SessionId, SetAutoAttach, TargetInfo,
};
use surefoot_cdp::{Client, Event, Events, Interest, RawEvent, Session, Start};
use tokio::sync::{mpsc, oneshot};

use crate::around::agent::OwnAgent;
use crate::around::emulation::{self, Kind};
use crate::around::{auth, console, traffic};
use crate::context::Context;
use crate::live::{self, Live};
use crate::{downloads, events};

/// What the reading task and the engines share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) contexts: Mutex<Contexts>,
    /// Which tab each session belongs to.
    sessions: Mutex<FxHashMap<SessionId, Weak<Live>>>,
}

/// The contexts that engines own, and pages that belong to none of them yet.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    pub(crate) apart: FxHashMap<BrowserContextId, Weak<Context>>,
    /// That of the profile.
    pub(crate) default: Option<Weak<Context>>,
    /// Pages of a browser that was connected to, before an engine asks for them.
    pub(crate) early: Vec<(Session, TargetInfo)>,
}

impl Contexts {
    /// The context that a target belongs to.
    fn of(&self, target: &TargetInfo) -> Option<Arc<Context>> {
        let id = target.browser_context_id.as_ref();
        let apart = id.and_then(|id| self.apart.get(id)?.upgrade());
        apart.or_else(|| self.default.as_ref()?.upgrade())
    }
}

/// How many pages are kept until an engine asks for them.
const EARLY: usize = 1_000;

/// To wait until the reading task has noted all events that have come.
#[derive(Clone, Debug)]
pub(crate) struct CaughtUp(mpsc::UnboundedSender<oneshot::Sender<()>>);

impl CaughtUp {
    pub(crate) fn new() -> (CaughtUp, mpsc::UnboundedReceiver<oneshot::Sender<()>>) {
        let (ask, asked) = mpsc::unbounded_channel();
        (CaughtUp(ask), asked)
    }

    /// Waits until it has, or has ended.
    pub(crate) async fn wait(&self) {
        let (ask, answer) = oneshot::channel();
        if self.0.send(ask).is_ok() {
            let _ = answer.await;
        }
    }
}

/// A session of a target, as it begins.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) session: Session,
    /// What it is attached to.
    pub(crate) target: TargetInfo,
    /// The session it was attached through; `None` for the browser's.
    pub(crate) parent: Option<SessionId>,
}

/// Has all targets attached, and those below one: new ones are held before their first script.
fn follow() -> SetAutoAttach {
    SetAutoAttach {
        flatten: Some(true),
        ..SetAutoAttach::new(true, true)
    }
}

/// What is read of a browser.
pub(crate) struct Reading {
    pub(crate) events: Events,
    pub(crate) agent: OwnAgent,
}

impl Reading {
    /// Begins to listen, and has all targets attached. One subscription has it all, so that everything is in the order
    /// in which it happened.
    pub(crate) async fn start(client: &Client) -> Result<Reading, surefoot_cdp::Error> {
        const OWN: &[&str] = &[
            AttachedToTarget::METHOD,
            DetachedFromTarget::METHOD,
            auth::AUTH_REQUIRED,
        ];
        let wanted = [
            OWN,
            events::EVENTS,
            downloads::EVENTS,
            traffic::EVENTS,
            console::EVENTS,
        ];
        let events = client.events_everywhere(Interest::Methods(&wanted.concat()));
        let version = client.root().call(&GetVersion {});
        client.root().call(&follow()).await?;
        Ok(Reading {
            events,
            agent: OwnAgent::new(&version.await?),
        })
    }
}

/// Reads what the browser says, until it ends. One task for all its tabs: what an event means is noted at once, and
/// nothing here waits for an answer.
pub(crate) async fn read(
    client: Client,
    mut events: Events,
    mut asked: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    shared: Arc<Shared>,
) {
    loop {
        tokio::select! {
            biased;
            event = events.next() => match event {
                Some(Ok(event)) => shared.note(&client, &event),
                Some(Err(error)) => tracing::warn!(%error, "events were missed"),
                None => break,
            },
            // Asked last: there is nothing else to read then.
            Some(asker) = asked.recv() => {
                // Whether it still waits is its own affair.
                let _ = asker.send(());
            }
        }
    }
    let tabs: Vec<_> = lock(&shared.sessions)
        .values()
        .filter_map(Weak::upgrade)
        .collect();
    for live in tabs {
        live.note_browser_gone();
    }
}

impl Shared {
    fn note(&self, client: &Client, event: &RawEvent) {
        if let Some(Ok(attached)) = event.read::<AttachedToTarget>() {
            // It may be gone again.
            let Ok(session) = client.session(&attached.session_id) else {
                return;
            };
            // Kinds of targets that have none below them refuse.
            session.call(&follow()).forget();
            let held = attached.waiting_for_debugger;
            let attached = Attached {
                session,
                target: attached.target_info,
                parent: event.session.clone(),
            };
            self.note_attached(&attached, held);
            if held {
                // After what was sent to it here.
                let go = RunIfWaitingForDebugger {};
                attached.session.call(&go).forget();
            }
        } else if let Some(Ok(detached)) = event.read::<DetachedFromTarget>() {
            let live = lock(&self.sessions).remove(&detached.session_id);
            if let Some(live) = live.and_then(|live| live.upgrade()) {
                live.note_detached(&detached.session_id);
            }
        } else {
            self.note_event(event);
        }
    }

    /// A target is there: a tab, or a frame or worker of one.
    fn note_attached(&self, attached: &Attached, held: bool) {
        let Some(session) = attached.session.id().cloned() else {
            return;
        };
        let live = match attached.target.type_.as_str() {
            "page" => {
                let start = if held { Start::Held } else { Start::Running };
                self.note_new_page(&attached.session, &attached.target, start);
                return;
            }
            "iframe" => {
                let parent = attached.parent.as_ref();
                let live = parent.and_then(|id| lock(&self.sessions).get(id)?.upgrade());
                live.inspect(|live| live.note_frame_target(attached))
            }
            "worker" => {
                let parent = attached.parent.as_ref();
                let live = parent.and_then(|id| lock(&self.sessions).get(id)?.upgrade());
                live.inspect(|live| live.note_worker(attached))
            }
            "service_worker" | "shared_worker" => {
                if let Some(context) = lock(&self.contexts).of(&attached.target) {
                    // Headers are added where requests are watched.
                    live::watch_network(&attached.session);
                    emulation::set_up(&attached.session, Kind::SiteWorker, &context);
                }
                None
            }
            _ => None,
        };
        if let Some(live) = live {
            lock(&self.sessions).insert(session, Arc::downgrade(&live));
        }
    }

    /// A page is there: of an engine's own context, or of the browser's profile.
    fn note_new_page(&self, session: &Session, target: &TargetInfo, start: Start) {
        let context = {
            let mut contexts = lock(&self.contexts);
            match contexts.of(target) {
                Some(context) => context,
                None => {
                    if is_web(target) && contexts.early.len() < EARLY {
                        contexts.early.push((session.clone(), target.clone()));
                    }
                    return;
                }
            }
        };
        if context.id.is_some() || is_web(target) {
            self.note_page(&context, session, target, start);
        }
    }

    pub(crate) fn note_page(
        &self,
        context: &Arc<Context>,
        session: &Session,
        target: &TargetInfo,
        start: Start,
    ) {
        // Held meanwhile: what is sent to the page here may be answered by events before it is known whose they are.
        let mut sessions = lock(&self.sessions);
        let live = context.note_page(session, target, start);
        if let Some(id) = session.id() {
            sessions.insert(id.clone(), Arc::downgrade(&live));
        }
    }

    fn note_event(&self, event: &RawEvent) {
        let Some(session) = &event.session else {
            // Of the browser itself: downloads.
            let contexts: Vec<_> = {
                let contexts = lock(&self.contexts);
                let all = contexts.apart.values().chain(&contexts.default);
                all.filter_map(Weak::upgrade).collect()
            };
            downloads::note_event(&contexts, event);
            return;
        };
        let live = lock(&self.sessions).get(session).and_then(Weak::upgrade);
        if let Some(live) = live {
            live.note_event(session, event);
        }
    }
}

/// Whether a page is one of the web's, rather than the browser's own.
fn is_web(target: &TargetInfo) -> bool {
    const OWN: &[&str] = &[
        "chrome:",
        "chrome-extension:",
        "chrome-untrusted:",
        "devtools:",
    ];
    let newtab = target.url.starts_with("chrome://newtab")
        || target.url.starts_with("chrome://new-tab-page");
    newtab || !OWN.iter().any(|scheme| target.url.starts_with(scheme))
}

/// The content of a mutex, whatever has panicked while it was held.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

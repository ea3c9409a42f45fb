//! [`Browser`]: a running browser, and the task that reads what it says.

use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::browser::{BrowserContextId, GetVersion};
use surefoot_cdp::protocol::target::{CloseTarget, CreateTarget, SessionId, TargetId};
use surefoot_cdp::{
    Attached, Attachment, Attachments, Client, Config, Events, Following, Framing, Interest,
    RawEvent, Start, launch,
};
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::process::Child;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use crate::around::agent::OwnAgent;
use crate::around::emulation::{self, Kind};
use crate::around::{auth, console, traffic};
use crate::context::Context;
use crate::live::{self, Live};
use crate::{LaunchOptions, errors, events, find_browser, flags};

/// A running browser. It ends when this is dropped, with its profile if that is a temporary one.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) client: Client,
    /// What it says it is.
    pub(crate) agent: OwnAgent,
    /// To wait until events that have come are noted.
    pub(crate) caught_up: CaughtUp,
    shared: Arc<Shared>,
    reader: AbortHandle,
    _process: Option<Process>,
}

/// The process of a browser started here; ended when this is dropped.
#[derive(Debug)]
struct Process {
    _child: Child,
    /// After the child: a browser writes into its profile until it ends.
    _profile: Option<tempfile::TempDir>,
}

/// What the reading task and the engines share.
#[derive(Debug, Default)]
struct Shared {
    contexts: Mutex<FxHashMap<BrowserContextId, Weak<Context>>>,
    /// Which tab each session belongs to.
    sessions: Mutex<FxHashMap<SessionId, Weak<Live>>>,
}

impl Browser {
    /// Starts a browser, or connects to one.
    pub(crate) async fn start(options: &LaunchOptions) -> Result<Arc<Browser>> {
        let found = find_browser(options.browser.as_deref(), options.headed)?;
        let temporary = match &options.profile {
            Some(_) => None,
            None => Some(tempfile::Builder::new().prefix("surefoot-profile-").tempdir().map_err(
                |e| {
                    Error::new(
                        ErrorKind::EngineCrashed,
                        format!("there is no room for a browser profile in the folder for temporary files: {}", e.kind()),
                    )
                },
            )?),
        };
        let profile = match (&temporary, &options.profile) {
            (Some(folder), _) => folder.path().to_owned(),
            (None, Some(folder)) => folder.clone(),
            (None, None) => std::env::temp_dir(),
        };
        let mut command = Command::new(&found.path);
        command
            .args(flags::switches(&found, options, &profile))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let (child, transport) = launch(command, Framing::Cbor)
            .map_err(|e| Error::new(ErrorKind::EngineCrashed, e.to_string()))?;
        let process = Process {
            _child: child,
            _profile: temporary,
        };
        Browser::over(Client::start(transport, Config::new()), Some(process)).await
    }

    async fn over(client: Client, process: Option<Process>) -> Result<Arc<Browser>> {
        let wanted = [
            events::EVENTS,
            traffic::EVENTS,
            console::EVENTS,
            &[auth::AUTH_REQUIRED],
        ]
        .concat();
        let events = client.events_everywhere(Interest::Methods(&wanted));
        let following = Following {
            start: Start::Held,
            filter: None,
        };
        let version = client.root().call(&GetVersion {});
        let attachments = client
            .root()
            .follow(following)
            .await
            .map_err(errors::about("the browser does not start"))?;
        let version = version
            .await
            .map_err(errors::about("the browser does not say what it is"))?;
        let shared = Arc::new(Shared::default());
        let (caught_up, asked) = CaughtUp::new();
        let reading = read(attachments, events, asked, Arc::clone(&shared));
        let reader = tokio::spawn(reading).abort_handle();
        Ok(Arc::new(Browser {
            client,
            agent: OwnAgent::new(&version),
            caught_up,
            shared,
            reader,
            _process: process,
        }))
    }

    /// Whether it still runs.
    pub(crate) fn is_alive(&self) -> bool {
        !self.reader.is_finished()
    }

    /// Opens a tab in a context, on an empty page.
    pub(crate) async fn open_tab(
        &self,
        context: &Arc<Context>,
        deadline: Instant,
    ) -> Result<Arc<Live>> {
        let create = CreateTarget {
            browser_context_id: Some(context.id.clone()),
            ..CreateTarget::new("about:blank")
        };
        let call = self.client.root().call(&create).by(deadline.into());
        let created = call
            .await
            .map_err(errors::about("the browser opens no tab"))?;
        let taken = context.take(&created.target_id);
        let live = tokio::time::timeout_at(deadline.into(), taken)
            .await
            .map_err(|_| Error::new(ErrorKind::Timeout, "the browser opens no tab in time"))?;
        live.ready(deadline).await?;
        Ok(live)
    }

    /// Closes a tab, without waiting for it.
    pub(crate) fn close_tab(&self, target: &TargetId) {
        self.client.root().call(&CloseTarget::new(target)).forget();
    }

    /// Makes a context known, before its first tab is opened.
    pub(crate) fn enter(&self, context: &Arc<Context>) {
        lock(&self.shared.contexts).insert(context.id.clone(), Arc::downgrade(context));
    }
}

/// To wait until the reading task has noted all events that have come.
#[derive(Clone, Debug)]
pub(crate) struct CaughtUp(mpsc::UnboundedSender<oneshot::Sender<()>>);

impl CaughtUp {
    fn new() -> (CaughtUp, mpsc::UnboundedReceiver<oneshot::Sender<()>>) {
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

impl Drop for Browser {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads what the browser says, until it ends. One task for all its tabs: what an event means is noted at once, and
/// nothing here waits for an answer.
async fn read(
    mut attachments: Attachments,
    mut events: Events,
    mut asked: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    shared: Arc<Shared>,
) {
    loop {
        tokio::select! {
            biased;
            attachment = attachments.next() => match attachment {
                Some(Ok(attachment)) => shared.note_attachment(attachment),
                Some(Err(error)) => tracing::warn!(%error, "targets were missed"),
                None => break,
            },
            event = events.next() => match event {
                Some(Ok(event)) => shared.note_event(&event),
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
    fn note_attachment(&self, attachment: Attachment) {
        match attachment {
            Attachment::Attached(attached) => self.note_attached(*attached),
            Attachment::Detached { session } => {
                let live = lock(&self.sessions).remove(&session);
                if let Some(live) = live.and_then(|live| live.upgrade()) {
                    live.note_detached(&session);
                }
            }
        }
    }

    /// A target is there, held before its first script: a tab, or a frame or worker of one. It goes on when `attached`
    /// is dropped, after what was sent to it here.
    fn note_attached(&self, attached: Attached) {
        let Some(session) = attached.session.id().cloned() else {
            return;
        };
        let live = match attached.target.type_.as_str() {
            "page" => {
                let context = attached.target.browser_context_id.as_ref();
                let context = context.and_then(|id| lock(&self.contexts).get(id)?.upgrade());
                context.map(|context| context.note_page(&attached))
            }
            "iframe" => {
                let parent = attached.parent.as_ref();
                let live = parent.and_then(|id| lock(&self.sessions).get(id)?.upgrade());
                live.inspect(|live| live.note_frame_target(&attached))
            }
            "worker" => {
                let parent = attached.parent.as_ref();
                let live = parent.and_then(|id| lock(&self.sessions).get(id)?.upgrade());
                live.inspect(|live| live.note_worker(&attached))
            }
            "service_worker" | "shared_worker" => {
                let context = attached.target.browser_context_id.as_ref();
                let context = context.and_then(|id| lock(&self.contexts).get(id)?.upgrade());
                if let Some(context) = context {
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

    fn note_event(&self, event: &RawEvent) {
        let Some(session) = &event.session else {
            // Of the browser itself: downloads.
            let contexts: Vec<_> = lock(&self.contexts)
                .values()
                .filter_map(Weak::upgrade)
                .collect();
            for context in contexts {
                context.note_event(event);
            }
            return;
        };
        let live = lock(&self.sessions).get(session).and_then(Weak::upgrade);
        if let Some(live) = live {
            live.note_event(session, event);
        }
    }
}

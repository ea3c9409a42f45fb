//! [`Browser`]: a running browser, and the task that reads what it says.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::browser::{BrowserContextId, Close, GetVersion};
use surefoot_cdp::protocol::runtime::RunIfWaitingForDebugger;
use surefoot_cdp::protocol::target::{
    AttachedToTarget, CloseTarget, CreateTarget, DetachedFromTarget, SessionId, SetAutoAttach,
    TargetId, TargetInfo,
};
use surefoot_cdp::{
    Client, Config, Endpoint, Event, Events, Framing, Interest, RawEvent, Session, Start, connect,
};
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use crate::around::agent::OwnAgent;
use crate::around::emulation::{self, Kind};
use crate::around::{auth, console, traffic};
use crate::context::Context;
use crate::live::{self, Live};
use crate::process::Process;
use crate::{FoundBrowser, LaunchOptions, downloads, errors, events, find_browser, flags};

/// How long connecting to a browser may take.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long a browser may take to answer that it will end.
const CLOSING: Duration = Duration::from_secs(2);

/// A running browser: one started here, which ends when this is dropped, or one that was connected to, which goes on.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) client: Client,
    /// What it says it is.
    pub(crate) agent: OwnAgent,
    /// To wait until events that have come are noted.
    pub(crate) caught_up: CaughtUp,
    /// What its user should know of it.
    pub(crate) warnings: Vec<String>,
    shared: Arc<Shared>,
    reader: AbortHandle,
    origin: Origin,
}

/// Where a browser is from.
#[derive(Debug)]
enum Origin {
    /// Started here. `None` once it was closed.
    Started(Mutex<Option<Box<Process>>>, Data),
    /// It was there.
    Connected,
}

/// Whose data pages see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Data {
    /// Each engine has its own.
    Apart,
    /// All have those of the profile.
    Profile,
}

/// What the reading task and the engines share.
#[derive(Debug, Default)]
struct Shared {
    contexts: Mutex<Contexts>,
    /// Which tab each session belongs to.
    sessions: Mutex<FxHashMap<SessionId, Weak<Live>>>,
}

/// The contexts that engines own, and pages that belong to none of them yet.
#[derive(Debug, Default)]
struct Contexts {
    apart: FxHashMap<BrowserContextId, Weak<Context>>,
    /// That of the profile.
    default: Option<Weak<Context>>,
    /// Pages of a browser that was connected to, before an engine asks for them.
    early: Vec<(Session, TargetInfo)>,
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

/// What browsers have turned out to speak: those that know nothing of CBOR, by their paths.
static SPEAK_JSON: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Browser {
    /// Starts a browser, or connects to one.
    pub(crate) async fn start(options: &LaunchOptions) -> Result<Arc<Browser>> {
        match &options.connect {
            Some(address) => Browser::connect(address, options).await,
            None => Browser::launch(options).await,
        }
    }

    async fn launch(options: &LaunchOptions) -> Result<Arc<Browser>> {
        let found = find_browser(options.browser.as_deref(), options.headed)?;
        let speaks_json = lock(&SPEAK_JSON).contains(&found.path);
        if speaks_json {
            return Browser::launch_with(&found, options, Framing::Json).await;
        }
        match Browser::launch_with(&found, options, Framing::Cbor).await {
            Err(error) if error.kind() == ErrorKind::EngineCrashed && error.hint().is_none() => {
                // It said nothing of a reason: it may be so old that it does not know what CBOR is.
                let browser = Browser::launch_with(&found, options, Framing::Json).await;
                if browser.is_ok() {
                    lock(&SPEAK_JSON).push(found.path.clone());
                }
                browser
            }
            result => result,
        }
    }

    async fn launch_with(
        found: &FoundBrowser,
        options: &LaunchOptions,
        framing: Framing,
    ) -> Result<Arc<Browser>> {
        let (mut process, transport) = Process::start(found, options, framing)?;
        let client = Client::start(transport, config(options));
        let reading = match Reading::start(&client).await {
            Ok(reading) => reading,
            Err(error) if error.kind() == surefoot_cdp::ErrorKind::Closed => {
                return Err(process.why_ended().await);
            }
            Err(error) => return Err(errors::of(&error, "the browser does not start")),
        };
        let data = match options.profile {
            Some(_) => Data::Profile,
            None => Data::Apart,
        };
        let mut warnings = Vec::new();
        if flags::is_root() && !options.args.iter().any(|a| a == flags::NO_SANDBOX) {
            warnings.push(flags::ROOT_WARNING.to_owned());
            tracing::warn!("{}", flags::ROOT_WARNING);
        }
        let origin = Origin::Started(Mutex::new(Some(Box::new(process))), data);
        Ok(Browser::over(client, reading, origin, warnings))
    }

    async fn connect(address: &str, options: &LaunchOptions) -> Result<Arc<Browser>> {
        let refused = |error: &surefoot_cdp::Error| {
            Error::new(
                ErrorKind::EngineCrashed,
                format!("no connection to a browser: {}", error.message()),
            )
            .with_hint("start one with --remote-debugging-port=9222, and give `--cdp 9222`")
        };
        let endpoint = Endpoint::parse(address)
            .map_err(|e| Error::new(ErrorKind::InvalidArgument, e.message().to_owned()))?;
        let config = config(options);
        let (headers, most) = (&options.connect_headers, config.max_message);
        let transport = connect(&endpoint, headers, most, CONNECTING)
            .await
            .map_err(|e| refused(&e))?;
        let client = Client::start(transport, config);
        let reading = Reading::start(&client).await.map_err(|e| refused(&e))?;
        Ok(Browser::over(
            client,
            reading,
            Origin::Connected,
            Vec::new(),
        ))
    }

    fn over(
        client: Client,
        reading: Reading,
        origin: Origin,
        warnings: Vec<String>,
    ) -> Arc<Browser> {
        let shared = Arc::new(Shared::default());
        let (caught_up, asked) = CaughtUp::new();
        let Reading { events, agent } = reading;
        let reading = read(client.clone(), events, asked, Arc::clone(&shared));
        let reader = tokio::spawn(reading).abort_handle();
        Arc::new(Browser {
            client,
            agent,
            caught_up,
            warnings,
            shared,
            reader,
            origin,
        })
    }

    /// Whether its engines share the data of its profile, rather than have each their own.
    pub(crate) fn has_one_context(&self) -> bool {
        matches!(
            self.origin,
            Origin::Connected | Origin::Started(_, Data::Profile)
        )
    }

    /// Whether it was there before.
    pub(crate) fn is_connected_to(&self) -> bool {
        matches!(self.origin, Origin::Connected)
    }

    /// Its process, if it was started here.
    pub(crate) fn process(&self) -> Option<u32> {
        match &self.origin {
            Origin::Started(process, _) => lock(process).as_ref()?.id(),
            Origin::Connected => None,
        }
    }

    /// Ends it, as a user would; one that was connected to goes on.
    pub(crate) async fn close(&self) {
        let Origin::Started(process, _) = &self.origin else {
            return;
        };
        let Some(mut process) = lock(process).take() else {
            return;
        };
        let close = self.client.root().call(&Close {}).within(CLOSING);
        // One that does not answer is ended, as is one that does not end.
        if close.await.is_ok() {
            process.wait_ended().await;
        }
    }

    /// The context of the profile, once an engine has asked for it.
    pub(crate) fn default_context(&self) -> Option<Arc<Context>> {
        lock(&self.shared.contexts).default.as_ref()?.upgrade()
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
            browser_context_id: context.id.clone(),
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
        let mut contexts = lock(&self.shared.contexts);
        if let Some(id) = &context.id {
            contexts.apart.retain(|_, known| known.strong_count() > 0);
            contexts.apart.insert(id.clone(), Arc::downgrade(context));
            return;
        }
        contexts.default = Some(Arc::downgrade(context));
        let early = std::mem::take(&mut contexts.early);
        drop(contexts);
        for (session, target) in early {
            self.shared
                .note_page(context, &session, &target, Start::Running);
        }
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
        // One whose data are kept is asked to end, to write them first; any other is ended.
        if let Origin::Started(process, Data::Profile) = &self.origin
            && let Some(mut process) = lock(process).take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            self.client.root().call(&Close {}).forget();
            runtime.spawn(async move { process.wait_ended().await });
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
struct Reading {
    events: Events,
    agent: OwnAgent,
}

impl Reading {
    /// Begins to listen, and has all targets attached. One subscription has it all, so that everything is in the order
    /// in which it happened.
    async fn start(client: &Client) -> Result<Reading, surefoot_cdp::Error> {
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

/// The limits of a connection.
fn config(options: &LaunchOptions) -> Config {
    let config = Config::new();
    Config {
        max_message: options.max_message.unwrap_or(config.max_message),
        ..config
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads what the browser says, until it ends. One task for all its tabs: what an event means is noted at once, and
/// nothing here waits for an answer.
async fn read(
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

    fn note_page(
        &self,
        context: &Arc<Context>,
        session: &Session,
        target: &TargetInfo,
        start: Start,
    ) {
        let live = context.note_page(session, target, start);
        if let Some(id) = session.id() {
            lock(&self.sessions).insert(id.clone(), Arc::downgrade(&live));
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

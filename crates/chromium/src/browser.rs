//! [`Browser`]: a running browser, and the task that reads what it says.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::browser::Close;
use surefoot_cdp::protocol::target::{CloseTarget, CreateTarget, TargetId};
use surefoot_cdp::{Client, Config, Endpoint, Framing, Start, connect};
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::task::AbortHandle;

use crate::around::agent::OwnAgent;
use crate::context::Context;
use crate::live::Live;
use crate::process::Process;
use crate::reading::{CaughtUp, Reading, Shared, lock, read};
use crate::{FoundBrowser, LaunchOptions, errors, find_browser, flags};

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
        !self.client.is_closed() && !self.reader.is_finished()
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

/// The limits of a connection.
fn config(options: &LaunchOptions) -> Config {
    let config = Config::new();
    Config {
        max_message: options.max_message.unwrap_or(config.max_message),
        ..config
    }
}

//! [`Session`]: an engine with its tabs, and the refs that were given out.

use std::sync::{Arc, Weak};
use std::time::{Instant, SystemTime};

use surefoot_engine::{Engine, EngineOptions, Error, ErrorKind, Limits, Result};
use surefoot_native::NativeEngine;
use surefoot_native::net::{Client, ClientConfig};
use surefoot_page::Page;
use surefoot_snapshot::{RefPolicy, Registry, Snapshot};

use crate::tabs::Tabs;
use crate::{Answer, Command, EngineChoice, SessionSummary, Settings, TabCommand};

/// What all sessions of a process share: connections, certificates.
#[derive(Clone, Debug)]
pub struct Shared {
    client: Client,
}

impl Shared {
    /// Starts what is shared. Cheap: connections and certificates come when they are first needed.
    pub fn new() -> Result<Shared> {
        let client = Client::new(ClientConfig::default()).map_err(|e| {
            Error::new(
                ErrorKind::EngineCrashed,
                format!("the network client cannot start: {e}"),
            )
        })?;
        Ok(Shared { client })
    }
}

/// What one command may cost.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When it has to have ended.
    pub deadline: Instant,
    /// The most bytes a document may have once decoded.
    pub max_body: u64,
}

/// A named session: its engine, its tabs, its refs. It runs one command at a time.
#[derive(Debug)]
pub struct Session {
    name: String,
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) tabs: Tabs,
    pub(crate) registry: Registry,
    /// How many snapshots it has shown.
    pub(crate) generation: u64,
    /// What the page looked like last, for as long as the engine has not changed it.
    seen: Option<(Weak<Page>, Arc<Snapshot>)>,
}

/// A page as it is now, with all that can be read or acted on.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) page: Arc<Page>,
    pub(crate) outline: Arc<Snapshot>,
    pub(crate) at: SystemTime,
}

impl Session {
    /// Starts a session. Its first tab shows nothing yet.
    pub async fn new(
        name: impl Into<String>,
        settings: Settings,
        shared: &Shared,
    ) -> Result<Session> {
        let options = EngineOptions {
            user_agent: settings.user_agent,
            headers: settings.headers,
            download_dir: settings
                .download_dir
                .unwrap_or_else(|| std::env::temp_dir().join("surefoot-downloads")),
            ..EngineOptions::default()
        };
        let engine: Box<dyn Engine> = match settings.engine {
            EngineChoice::Auto | EngineChoice::Native => {
                Box::new(NativeEngine::new(shared.client.clone(), options)?)
            }
        };
        Session::with_engine(name, engine).await
    }

    /// Starts a session on an engine of the caller's own.
    pub async fn with_engine(
        name: impl Into<String>,
        mut engine: Box<dyn Engine>,
    ) -> Result<Session> {
        let tabs = Tabs::new(engine.new_tab().await?);
        Ok(Session {
            name: name.into(),
            engine,
            tabs,
            registry: Registry::new(RefPolicy::Stable),
            generation: 0,
            seen: None,
        })
    }

    /// Does what the command asks and answers what was observed. Ends by the deadline, whatever the page does.
    pub async fn run(&mut self, command: Command, bounds: Bounds) -> Result<Answer> {
        let limits = Limits {
            max_body: bounds.max_body,
            ..Limits::until(bounds.deadline)
        };
        let what = command.verb();
        let work = self.dispatch(command, limits);
        match tokio::time::timeout_at(bounds.deadline.into(), work).await {
            Ok(answer) => answer,
            Err(_) => Err(Error::new(
                ErrorKind::Timeout,
                format!("`{what}` did not end in the time given"),
            )
            .with_hint(
                "give it longer with --timeout, or look at the page as it is with `snapshot`",
            )),
        }
    }

    async fn dispatch(&mut self, command: Command, limits: Limits) -> Result<Answer> {
        match command {
            Command::Snapshot(request) => self.show(request, limits).await,
            Command::Get(what) => self.get(what, limits).await,
            Command::Is { state, target } => self.is(state, &target, limits).await,
            Command::Wait(what) => self.wait(what, limits).await,
            Command::Tab(TabCommand::List) => Ok(Answer::Tabs(self.tabs.list())),
            Command::Tab(command) => self.tab(command, limits).await,
            command => self.act(command, limits).await.map(Answer::Action),
        }
    }

    /// What lists show of it.
    pub fn summary(&self) -> SessionSummary {
        SessionSummary {
            name: self.name.clone(),
            engine: self.engine.name(),
            url: self.tabs.current().tab.url().to_owned(),
            tabs: self.tabs.len(),
        }
    }

    /// Ends it with all that belongs to it.
    pub async fn close(mut self) -> Result<()> {
        drop(self.tabs);
        self.engine.close().await
    }

    /// The page as it is now. If it has not changed since the last look, nothing is computed anew.
    pub(crate) async fn look(&mut self, limits: Limits) -> Result<Look> {
        let page = self.tabs.current_mut().tab.capture(limits).await?;
        let seen = self
            .seen
            .as_ref()
            .filter(|(seen, _)| seen.upgrade().is_some_and(|seen| Arc::ptr_eq(&seen, &page)));
        let outline = match seen {
            Some((_, outline)) => Arc::clone(outline),
            None => {
                let semantics = surefoot_aria::Semantics::new(&page);
                Arc::new(surefoot_snapshot::outline(&semantics))
            }
        };
        self.seen = Some((Arc::downgrade(&page), Arc::clone(&outline)));
        self.tabs.current_mut().title.clone_from(&outline.title);
        Ok(Look {
            page,
            outline,
            at: SystemTime::now(),
        })
    }
}

//! [`Engines`]: how a session comes by its engines. It may need more than one in its life: it moves from the engine
//! without a browser to one with, and starts a new one when the browser has died.

use std::fmt::Debug;

use surefoot_chromium::{Browsers, LaunchOptions, find_browser};
use surefoot_engine::{Capabilities, Engine, EngineOptions, Error, ErrorKind, Result, async_trait};
use surefoot_native::NativeEngine;
use surefoot_native::net::{Client, ClientConfig};

use std::sync::{Arc, Mutex, PoisonError};

/// Which engine is to be started.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// The one without a browser.
    Native,
    /// A Chromium browser.
    Chromium,
}

impl EngineKind {
    /// That of an engine that can do this.
    pub(crate) fn of(capabilities: Capabilities) -> EngineKind {
        if capabilities.contains(Capabilities::SCRIPTS) {
            EngineKind::Chromium
        } else {
            EngineKind::Native
        }
    }
}

/// An engine that was started.
#[derive(Debug)]
pub struct Started {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// What its user should know about how it runs, once.
    pub warnings: Vec<String>,
}

impl Started {
    /// An engine there is nothing to say about.
    pub fn new(engine: impl Engine + 'static) -> Started {
        Started {
            engine: Box::new(engine),
            warnings: Vec::new(),
        }
    }
}

/// Where a session gets its engines from.
#[async_trait]
pub trait Engines: Send + Sync + Debug {
    /// Starts an engine.
    async fn start(&self, kind: EngineKind, options: &EngineOptions) -> Result<Started>;

    /// Whether a browser could be started; the error says how to get one.
    fn browser(&self) -> Result<()>;
}

/// What all sessions of a process share: connections, certificates, browsers.
#[derive(Clone, Debug)]
pub struct Shared {
    client: Client,
    browsers: Arc<Browsers>,
    /// Processes whose warnings were told.
    told: Arc<Mutex<Vec<u32>>>,
}

impl Shared {
    /// Starts what is shared. Cheap: connections, certificates and browsers come when they are first needed.
    pub fn new() -> Result<Shared> {
        let client = Client::new(ClientConfig::default()).map_err(|e| {
            Error::new(
                ErrorKind::EngineCrashed,
                format!("the network client cannot start: {e}"),
            )
        })?;
        Ok(Shared {
            client,
            browsers: Arc::new(Browsers::new()),
            told: Arc::default(),
        })
    }

    /// Ends the browsers that were started, and waits until they have ended.
    pub async fn close(&self) {
        self.browsers.close_all().await;
    }

    /// Whether a browser has just been started, as far as can be told.
    fn is_new(&self, process: Option<u32>) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        match process {
            Some(process) if told.contains(&process) => false,
            Some(process) => {
                told.push(process);
                true
            }
            None => true,
        }
    }
}

/// The engines of this process.
#[derive(Debug)]
pub(crate) struct OwnEngines {
    pub(crate) shared: Shared,
    pub(crate) launch: LaunchOptions,
}

#[async_trait]
impl Engines for OwnEngines {
    async fn start(&self, kind: EngineKind, options: &EngineOptions) -> Result<Started> {
        match kind {
            EngineKind::Native => {
                let client = self.shared.client.clone();
                Ok(Started::new(NativeEngine::new(client, options.clone())?))
            }
            EngineKind::Chromium => {
                let browsers = &self.shared.browsers;
                let engine = browsers.engine(&self.launch, options.clone()).await?;
                let warnings = if self.shared.is_new(engine.process()) {
                    engine.warnings()
                } else {
                    Vec::new()
                };
                Ok(Started {
                    warnings,
                    ..Started::new(engine)
                })
            }
        }
    }

    fn browser(&self) -> Result<()> {
        if self.launch.connect.is_some() {
            return Ok(());
        }
        find_browser(self.launch.browser.as_deref(), self.launch.headed).map(|_| ())
    }
}

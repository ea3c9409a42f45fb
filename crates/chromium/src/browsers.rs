//! [`Browsers`]: the browser processes of this process.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use surefoot_engine::{EngineOptions, Result};
use tokio::sync::Mutex;

use crate::browser::Browser;
use crate::{ChromiumEngine, LaunchOptions};

/// The browsers that sessions share. One is started when a session first needs it, and again when it has died; it ends
/// when its last session does.
#[derive(Debug, Default)]
pub struct Browsers {
    running: Mutex<FxHashMap<LaunchOptions, std::sync::Weak<Browser>>>,
}

impl Browsers {
    /// None yet.
    pub fn new() -> Browsers {
        Browsers::default()
    }

    /// An engine of its own cookies and storage, in a browser started (or connected to) with `launch`.
    pub async fn engine(
        &self,
        launch: &LaunchOptions,
        options: EngineOptions,
    ) -> Result<ChromiumEngine> {
        let browser = self.browser(launch).await?;
        ChromiumEngine::new(browser, options).await
    }

    /// The browser with these options: the one that runs, or a new one.
    async fn browser(&self, launch: &LaunchOptions) -> Result<Arc<Browser>> {
        let mut running = self.running.lock().await;
        running.retain(|_, browser| browser.strong_count() > 0);
        if let Some(browser) = running.get(launch).and_then(std::sync::Weak::upgrade)
            && browser.is_alive()
        {
            return Ok(browser);
        }
        let browser = Browser::start(launch).await?;
        running.insert(launch.clone(), Arc::downgrade(&browser));
        Ok(browser)
    }
}

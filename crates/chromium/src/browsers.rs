//! [`Browsers`]: the browser processes of this process.

use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;
use surefoot_engine::{EngineOptions, Result};
use tokio::sync::Mutex;

use crate::browser::Browser;
use crate::{ChromiumEngine, LaunchOptions, certificates};

/// The browsers that sessions share. One is started when a session first needs it, and again when it has died; it ends
/// when its last session does.
#[derive(Debug, Default)]
pub struct Browsers {
    /// Each has a lock of its own, so that one that starts slowly keeps nobody else waiting.
    running: Mutex<FxHashMap<LaunchOptions, Arc<Mutex<Weak<Browser>>>>>,
}

impl Browsers {
    /// None yet.
    pub fn new() -> Browsers {
        Browsers::default()
    }

    /// An engine of its own cookies and storage, in a browser started (or connected to) with `launch`. With a profile of
    /// its own, and with a browser that was there, it has the cookies and storage of that.
    pub async fn engine(
        &self,
        launch: &LaunchOptions,
        options: EngineOptions,
    ) -> Result<ChromiumEngine> {
        let launch = completed(launch, &options)?;
        let browser = self.browser(&launch).await?;
        match ChromiumEngine::new(Arc::clone(&browser), options.clone()).await {
            // It died while it was asked.
            Err(_) if !browser.is_alive() => {
                drop(browser);
                let browser = self.browser(&launch).await?;
                ChromiumEngine::new(browser, options).await
            }
            result => result,
        }
    }

    /// Ends all browsers that were started here, and waits until they have.
    pub async fn close_all(&self) {
        let all: Vec<_> = self.running.lock().await.drain().map(|(_, b)| b).collect();
        for slot in all {
            let browser = slot.lock().await.upgrade();
            if let Some(browser) = browser {
                browser.close().await;
            }
        }
    }

    /// The browser with these options: the one that runs, or a new one.
    async fn browser(&self, launch: &LaunchOptions) -> Result<Arc<Browser>> {
        let slot = {
            let mut running = self.running.lock().await;
            // Those that nobody uses, and nobody is just starting.
            running.retain(|_, slot| {
                Arc::strong_count(slot) > 1
                    || slot
                        .try_lock()
                        .map_or(true, |browser| browser.strong_count() > 0)
            });
            Arc::clone(running.entry(launch.clone()).or_default())
        };
        let mut slot = slot.lock().await;
        if let Some(browser) = slot.upgrade()
            && browser.is_alive()
        {
            return Ok(browser);
        }
        let browser = Browser::start(launch).await?;
        *slot = Arc::downgrade(&browser);
        Ok(browser)
    }
}

/// The options of a browser for an engine with these options: what only a whole browser can be told, not a context.
fn completed(launch: &LaunchOptions, options: &EngineOptions) -> Result<LaunchOptions> {
    let mut launch = launch.clone();
    if let Some(path) = &options.ca_cert {
        let hashes = certificates::key_hashes(path)?.join(",");
        let switch = format!("--ignore-certificate-errors-spki-list={hashes}");
        launch.args.push(switch);
    }
    if let (Some(_), Some(proxy)) = (&launch.profile, &options.proxy) {
        launch.args.push(format!("--proxy-server={proxy}"));
        launch
            .args
            .push("--proxy-bypass-list=<-loopback>".to_owned());
    }
    Ok(launch)
}

//! [`ChromiumEngine`]: an isolated browsing context, as the session layer knows engines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::target::{CreateBrowserContext, DisposeBrowserContext};
use surefoot_engine::{
    Capabilities, Cookie, Engine, EngineOptions, ErrorKind, Result, Setting, Tab, async_trait,
};

use crate::around::{cookies, emulation};
use crate::browser::Browser;
use crate::context::Context;
use crate::live::gone_error;
use crate::tab::ChromiumTab;
use crate::{downloads, errors};

/// How long a page that was there may take to answer.
const EARLY: Duration = Duration::from_secs(3);

/// The word it is selected by.
pub(crate) const NAME: &str = "chromium";

/// An engine over a browser: one isolated context of it.
#[derive(Debug)]
pub struct ChromiumEngine {
    pub(crate) browser: Arc<Browser>,
    pub(crate) context: Arc<Context>,
}

impl ChromiumEngine {
    /// A new context in a browser, or the one it has by itself.
    pub(crate) async fn new(
        browser: Arc<Browser>,
        options: EngineOptions,
    ) -> Result<ChromiumEngine> {
        emulation::check(&options)?;
        if browser.has_one_context() {
            return Ok(ChromiumEngine::of_profile(browser, options));
        }
        let create = CreateBrowserContext {
            dispose_on_detach: Some(true),
            proxy_server: options.proxy.clone(),
            // What the user asks to go through a proxy goes there, this machine's own servers too.
            proxy_bypass_list: options.proxy.as_ref().map(|_| "<-loopback>".to_owned()),
            ..CreateBrowserContext::default()
        };
        let created = browser
            .client
            .root()
            .call(&create)
            .await
            .map_err(errors::about("the browser gives no context"))?;
        let id = Some(created.browser_context_id);
        let context = Context::new(
            id,
            options,
            browser.agent.clone(),
            browser.caught_up.clone(),
        );
        Ok(ChromiumEngine::over(browser, context))
    }

    /// The context that a browser has by itself. Sessions of the same profile have it together.
    fn of_profile(browser: Arc<Browser>, options: EngineOptions) -> ChromiumEngine {
        match browser.default_context() {
            Some(context) => ChromiumEngine { browser, context },
            None => {
                let context = Context::new(
                    None,
                    options,
                    browser.agent.clone(),
                    browser.caught_up.clone(),
                );
                ChromiumEngine::over(browser, context)
            }
        }
    }

    fn over(browser: Arc<Browser>, context: Arc<Context>) -> ChromiumEngine {
        let folder = context.options().download_dir;
        downloads::set_up(&browser.client.root(), &context, &folder);
        browser.enter(&context);
        if context.options().emulation.place.is_some() {
            emulation::permit(&browser.client.root(), &context);
        }
        ChromiumEngine { browser, context }
    }

    /// What its user should know of the browser: that its pages are not kept apart from the machine, say.
    pub fn warnings(&self) -> Vec<String> {
        self.browser.warnings.clone()
    }
}

#[async_trait]
impl Engine for ChromiumEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::SCRIPTS | Capabilities::LAYOUT | Capabilities::INPUT | Capabilities::PICTURES
    }

    fn is_alive(&self) -> bool {
        self.browser.is_alive()
    }

    fn process(&self) -> Option<u32> {
        self.browser.process()
    }

    async fn new_tab(&mut self) -> Result<Box<dyn Tab>> {
        if !self.browser.is_alive() {
            return Err(gone_error(ErrorKind::EngineCrashed));
        }
        let deadline = Instant::now() + self.browser.client.root().timeout();
        if self.browser.is_connected_to() {
            // What the browser has told of its tabs may not be noted yet.
            self.browser.caught_up.wait().await;
            while let Some(live) = self.context.take_early() {
                // One that is just closing, or does not answer, is left alone.
                if live
                    .ready(deadline.min(Instant::now() + EARLY))
                    .await
                    .is_ok()
                {
                    let browser = Arc::clone(&self.browser);
                    return Ok(Box::new(ChromiumTab::found(live, browser)));
                }
            }
        }
        let live = self.browser.open_tab(&self.context, deadline).await?;
        emulation::confirm(&live, &self.context).await?;
        Ok(Box::new(ChromiumTab::new(live, Arc::clone(&self.browser))))
    }

    async fn close(&mut self) -> Result<()> {
        let Some(id) = &self.context.id else {
            // The profile's data are written when its browser ends.
            if Arc::strong_count(&self.browser) == 1 {
                self.browser.close().await;
            }
            return Ok(());
        };
        let dispose = DisposeBrowserContext::new(id.clone());
        match self.browser.client.root().call(&dispose).await {
            Ok(_) => Ok(()),
            // What is gone is closed.
            Err(error) if error.kind() == surefoot_cdp::ErrorKind::Closed => Ok(()),
            Err(error) => Err(errors::of(&error, "the browser does not close the session")),
        }
    }

    async fn cookies(&mut self, url: Option<&str>) -> Result<Vec<Cookie>> {
        cookies::get(&self.browser.client.root(), &self.context, url).await
    }

    async fn set_cookies(&mut self, cookies: Vec<Cookie>) -> Result<()> {
        cookies::set(&self.browser.client.root(), &self.context, cookies).await
    }

    async fn clear_cookies(&mut self) -> Result<()> {
        cookies::clear(&self.browser.client.root(), &self.context).await
    }

    async fn set(&mut self, setting: Setting) -> Result<()> {
        emulation::change(&self.browser.client.root(), &self.context, setting).await
    }
}

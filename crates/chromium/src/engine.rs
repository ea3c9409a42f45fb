//! [`ChromiumEngine`]: an isolated browsing context, as the session layer knows engines.

use std::sync::Arc;
use std::time::Instant;

use surefoot_cdp::protocol::target::{CreateBrowserContext, DisposeBrowserContext};
use surefoot_engine::{
    Capabilities, Cookie, Engine, EngineOptions, Result, Setting, Tab, async_trait,
};

use crate::around::{cookies, emulation};
use crate::browser::Browser;
use crate::context::Context;
use crate::errors;
use crate::tab::ChromiumTab;

/// The word it is selected by.
pub(crate) const NAME: &str = "chromium";

/// An engine over a browser: one isolated context of it.
#[derive(Debug)]
pub struct ChromiumEngine {
    pub(crate) browser: Arc<Browser>,
    pub(crate) context: Arc<Context>,
}

impl ChromiumEngine {
    /// A new context in a browser.
    pub(crate) async fn new(
        browser: Arc<Browser>,
        options: EngineOptions,
    ) -> Result<ChromiumEngine> {
        emulation::check(&options)?;
        let create = CreateBrowserContext {
            dispose_on_detach: Some(true),
            proxy_server: options.proxy.clone(),
            ..CreateBrowserContext::default()
        };
        let created = browser
            .client
            .root()
            .call(&create)
            .await
            .map_err(errors::about("the browser gives no context"))?;
        let context = Context::new(
            created.browser_context_id,
            options,
            browser.agent.clone(),
            browser.caught_up.clone(),
        );
        browser.enter(&context);
        if context.options().emulation.place.is_some() {
            emulation::permit(&browser.client.root(), &context);
        }
        Ok(ChromiumEngine { browser, context })
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

    async fn new_tab(&mut self) -> Result<Box<dyn Tab>> {
        let deadline = Instant::now() + self.browser.client.root().timeout();
        let live = self.browser.open_tab(&self.context, deadline).await?;
        emulation::confirm(&live, &self.context).await?;
        Ok(Box::new(ChromiumTab::new(live, Arc::clone(&self.browser))))
    }

    async fn close(&mut self) -> Result<()> {
        let dispose = DisposeBrowserContext::new(self.context.id.clone());
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

//! [`NativeEngine`]: one isolated session, with its own cookies.

use std::sync::Arc;

use surefoot_engine::{
    Capabilities, Engine, EngineOptions, Error, ErrorKind, Result, Tab, async_trait,
};

use crate::load::Context;
use crate::net::{Client, ClientConfig, CookieJar};
use crate::tab::NativeTab;

/// The word it is selected by.
pub(crate) const NAME: &str = "native";

/// The engine without a browser. One per session; all of a process can share a [`Client`].
#[derive(Debug)]
pub struct NativeEngine {
    context: Arc<Context>,
}

impl NativeEngine {
    /// An engine with an empty cookie jar.
    ///
    /// `client` is shared unless `options` set a user agent or headers: then the engine has a client of its own.
    /// Errors: [`ErrorKind::InvalidArgument`] for a header that cannot be sent.
    pub fn new(client: Client, options: EngineOptions) -> Result<NativeEngine> {
        let client = if options.user_agent.is_some() || !options.headers.is_empty() {
            Client::new(ClientConfig {
                user_agent: options.user_agent.clone(),
                extra_headers: options.headers.clone(),
                ..ClientConfig::default()
            })
            .map_err(|e| Error::new(ErrorKind::InvalidArgument, e.to_string()))?
        } else {
            client
        };
        Ok(NativeEngine {
            context: Arc::new(Context {
                client,
                jar: CookieJar::new(),
                options,
            }),
        })
    }

    /// The cookies of the session; a clone is another handle to the same jar.
    pub fn cookies(&self) -> &CookieJar {
        &self.context.jar
    }
}

#[async_trait]
impl Engine for NativeEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::empty()
    }

    async fn new_tab(&mut self) -> Result<Box<dyn Tab>> {
        Ok(Box::new(NativeTab::new(Arc::clone(&self.context))))
    }

    async fn close(&mut self) -> Result<()> {
        self.context.jar.clear();
        Ok(())
    }
}

//! [`NativeEngine`]: one isolated session, with its own cookies.

use std::sync::{Arc, RwLock};

use surefoot_engine::{
    Capabilities, Cookie, Engine, EngineOptions, Error, ErrorKind, Result, Setting, Tab,
    async_trait,
};
use url::Url;

use crate::cookies;
use crate::load::Context;
use crate::net::{Client, ClientConfig, CookieJar, NetError, ProxyMode};
use crate::tab::NativeTab;

/// The word it is selected by.
pub(crate) const NAME: &str = "native";

/// The engine without a browser. One per session; all of a process can share a [`Client`].
#[derive(Debug)]
pub struct NativeEngine {
    context: Arc<Context>,
    /// What its requests are made with, as it is now.
    config: ClientConfig,
}

impl NativeEngine {
    /// An engine with an empty cookie jar.
    ///
    /// `client` is shared unless `options` set something of requests: then the engine has a client of its own.
    /// Errors: [`ErrorKind::InvalidArgument`] for a header, proxy or certificate that cannot be used;
    /// [`ErrorKind::Unsupported`] for what only a browser can do.
    pub fn new(client: Client, options: EngineOptions) -> Result<NativeEngine> {
        if let Some(option) = beyond(&options) {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!("the native engine does not support {option}"),
            )
            .with_hint("a browser does: `--engine chromium`"));
        }
        let config = ClientConfig {
            user_agent: options.user_agent.clone(),
            extra_headers: options.headers.clone(),
            proxy: options
                .proxy
                .clone()
                .map_or(ProxyMode::Environment, ProxyMode::Url),
            ca_file: options.ca_cert.clone(),
            ..ClientConfig::default()
        };
        let client = if config == ClientConfig::default() {
            client
        } else {
            Client::new(config.clone()).map_err(|e| refused(&e))?
        };
        Ok(NativeEngine {
            context: Arc::new(Context {
                client: RwLock::new(client),
                jar: CookieJar::new(),
                options,
            }),
            config,
        })
    }

    /// The cookies of the session; a clone is another handle to the same jar.
    pub fn jar(&self) -> &CookieJar {
        &self.context.jar
    }
}

fn refused(error: &NetError) -> Error {
    Error::new(ErrorKind::InvalidArgument, error.to_string())
}

/// What of the options needs a browser.
fn beyond(options: &EngineOptions) -> Option<&'static str> {
    if options.credentials.is_some() {
        Some("HTTP credentials")
    } else if options.ignore_https_errors {
        Some("servers with certificates that nobody vouches for")
    } else if options.emulation != surefoot_engine::Emulation::default() {
        Some("another view, place, language, time zone or color scheme, or being offline")
    } else {
        None
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

    async fn cookies(&mut self, url: Option<&str>) -> Result<Vec<Cookie>> {
        let jar = &self.context.jar;
        let found = match url {
            None => jar.list(),
            Some(url) => jar.matching(&Url::parse(url).map_err(|_| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format!("{url:?} is not an absolute URL"),
                )
            })?),
        };
        Ok(found.into_iter().map(cookies::told).collect())
    }

    async fn set_cookies(&mut self, cookies: Vec<Cookie>) -> Result<()> {
        for cookie in cookies {
            let name = cookie.name.clone();
            self.context
                .jar
                .set(cookies::kept(cookie))
                .map_err(|error| {
                    Error::new(
                        ErrorKind::InvalidArgument,
                        format!("the cookie {name:?} cannot be set: {error}"),
                    )
                })?;
        }
        Ok(())
    }

    async fn clear_cookies(&mut self) -> Result<()> {
        self.context.jar.clear();
        Ok(())
    }

    async fn set(&mut self, setting: Setting) -> Result<()> {
        let mut config = self.config.clone();
        match setting {
            Setting::UserAgent(user_agent) => config.user_agent = user_agent,
            Setting::Headers(headers) => config.extra_headers = headers,
            _ => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "the native engine can change its User-Agent and headers only",
                )
                .with_hint("a browser can change the rest: `--engine chromium`"));
            }
        }
        let client = Client::new(config.clone()).map_err(|e| refused(&e))?;
        self.context.set_client(client);
        self.config = config;
        Ok(())
    }
}

//! [`Client`]: the connection pool and what is fixed about every request.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue,
    UPGRADE_INSECURE_REQUESTS,
};

use super::config::ClientConfig;
use super::cookie::CookieJar;
use super::dns::SystemResolver;
use super::download::Download;
use super::error::{NetError, NetErrorKind};
use super::exchange::Exchange;
use super::request::{Limits, Request};
use super::response::Response;
use super::{decode, proxy, tls};

/// Fetches things. A clone is another handle to the same connections; one client serves all sessions, whose cookies live in
/// their own [`CookieJar`].
#[derive(Clone)]
pub struct Client(Arc<Shared>);

pub(super) struct Shared {
    pub(super) http: reqwest::Client,
    /// Sent with every request.
    pub(super) headers: HeaderMap,
    /// An `Authorization` the user configured; it stays within the origin first asked for.
    pub(super) authorization: Option<HeaderValue>,
}

/// A kept connection that was idle for longer is closed: servers close theirs at about this age.
const POOL_IDLE: Duration = Duration::from_mins(1);
/// Kept connections per host; a person's session rarely needs two.
const POOL_PER_HOST: usize = 4;

/// Most headers of an answer; some sites send more than the hundred of the HTTP library.
const MAX_HEADERS: usize = 400;

impl Client {
    /// Makes a client. Cheap: nothing is connected and no certificate is read before it is needed.
    ///
    /// Errors: [`NetErrorKind::Config`] for a header, proxy or certificate file that cannot be used.
    pub fn new(config: ClientConfig) -> Result<Client, NetError> {
        let mut headers = default_headers(&config)?;
        let authorization = headers.remove(AUTHORIZATION);
        let user_agent = config
            .user_agent
            .unwrap_or_else(|| ClientConfig::DEFAULT_USER_AGENT.to_owned());
        let mut builder = reqwest::Client::builder()
            .user_agent(header_value("user-agent", &user_agent)?)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .retry(reqwest::retry::never())
            .pool_idle_timeout(POOL_IDLE)
            .pool_max_idle_per_host(POOL_PER_HOST)
            .http1_max_headers(MAX_HEADERS)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .dns_resolver(SystemResolver)
            .tls_backend_preconfigured(tls::config(config.ca_file.as_deref())?)
            .no_proxy();
        for proxy in proxy::proxies(&config.proxy)? {
            builder = builder.proxy(proxy);
        }
        let http = builder.build().map_err(|_| {
            NetError::new(
                NetErrorKind::Config,
                "the network cannot be set up on this machine",
            )
        })?;
        Ok(Client(Arc::new(Shared {
            http,
            headers,
            authorization,
        })))
    }

    /// Sends a request and follows its redirects until there is an answer, whose body is still to come: the caller can look at the
    /// headers and then [read](Exchange::read) it, [save](Exchange::save) it, or drop it.
    ///
    /// Dropping the future, or the exchange, aborts the request.
    pub async fn begin(
        &self,
        jar: &CookieJar,
        request: Request,
        limits: &Limits,
    ) -> Result<Exchange, NetError> {
        Exchange::begin(&self.0, jar, request, limits).await
    }

    /// Sends a request and reads the answer into memory.
    pub async fn fetch(
        &self,
        jar: &CookieJar,
        request: Request,
        limits: &Limits,
    ) -> Result<Response, NetError> {
        self.begin(jar, request, limits).await?.read(limits).await
    }

    /// Sends a request and writes the answer to a new file in the folder `dir`, which must exist.
    ///
    /// The name comes from `Content-Disposition` or the URL and is made safe; nothing is overwritten; a file that could not be
    /// completed is removed.
    pub async fn fetch_to_file(
        &self,
        jar: &CookieJar,
        request: Request,
        limits: &Limits,
        dir: &Path,
    ) -> Result<Download, NetError> {
        self.begin(jar, request, limits)
            .await?
            .save(limits, dir)
            .await
    }
}

impl fmt::Debug for Client {
    /// Headers may hold secrets, so only their names are shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("headers", &self.0.headers.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

fn default_headers(config: &ClientConfig) -> Result<HeaderMap, NetError> {
    let mut headers = HeaderMap::new();
    headers.insert(
        ACCEPT,
        HeaderValue::from_static("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    );
    let language = config
        .accept_language
        .as_deref()
        .unwrap_or("en-US,en;q=0.9");
    headers.insert(ACCEPT_LANGUAGE, header_value("accept-language", language)?);
    headers.insert(
        reqwest::header::ACCEPT_ENCODING,
        HeaderValue::from_static(decode::ACCEPT_ENCODING),
    );
    headers.insert(UPGRADE_INSECURE_REQUESTS, HeaderValue::from_static("1"));
    for (name, value) in &config.extra_headers {
        let header: HeaderName = name.parse().map_err(|_| {
            NetError::new(
                NetErrorKind::Config,
                format!("{name:?} is not a valid header name"),
            )
            .with_hint("header names are letters, digits and hyphens")
        })?;
        headers.insert(header, header_value(name, value)?);
    }
    Ok(headers)
}

/// A header value; the message names the header only, because the value may be a secret.
pub(super) fn header_value(name: &str, value: &str) -> Result<HeaderValue, NetError> {
    HeaderValue::from_str(value).map_err(|_| {
        NetError::new(
            NetErrorKind::Config,
            format!("the value for the header {name} holds characters that cannot be sent"),
        )
        .with_hint("remove line breaks and control characters")
    })
}

//! The network half against servers that behave and servers that do not.

mod broken;
mod cookies;
mod downloads;
mod local;
mod redirects;
mod tls;

use std::time::Duration;

use surefoot_native::net::{
    Client, ClientConfig, CookieJar, Limits, NetError, NetErrorKind, ProxyMode, Request, Response,
};
use url::Url;

pub(crate) fn client() -> Client {
    client_with(ClientConfig::default())
}

pub(crate) fn client_with(config: ClientConfig) -> Client {
    Client::new(ClientConfig {
        proxy: ProxyMode::Direct,
        ..config
    })
    .unwrap()
}

/// Limits no good answer on this machine comes near.
pub(crate) fn limits() -> Limits {
    Limits::within(Duration::from_secs(20))
}

/// Fetches with a new client and jar.
pub(crate) async fn get(url: Url) -> Result<Response, NetError> {
    client()
        .fetch(&CookieJar::new(), Request::get(url), &limits())
        .await
}

/// Kind and words of an error, with the address taken out.
#[track_caller]
pub(crate) fn failure(result: Result<Response, NetError>, url: &Url) -> (NetErrorKind, String) {
    let error = result.map(|r| format!("{r:?}")).unwrap_err();
    assert!(error.hint().is_some(), "{error} has no hint");
    let port = url.port().map(|p| p.to_string()).unwrap_or_default();
    let mut message = error.to_string().replace(url.as_str(), "URL");
    if !port.is_empty() {
        message = message.replace(&port, "PORT");
    }
    (error.kind(), message)
}

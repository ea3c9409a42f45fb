//! Proxies: [`ProxyMode`] to what the HTTP library takes.

use reqwest::{NoProxy, Proxy};

use super::config::ProxyMode;
use super::error::{NetError, NetErrorKind};

/// A proxy cannot see this machine as we do, so its own addresses always go direct.
const LOOPBACK: &str = "localhost,127.0.0.0/8,::1";

/// The proxies of a mode; none for direct connections.
pub(super) fn proxies(mode: &ProxyMode) -> Result<Vec<Proxy>, NetError> {
    match mode {
        ProxyMode::Direct => Ok(Vec::new()),
        ProxyMode::Url(url) => Ok(vec![proxy("all", url, LOOPBACK)?]),
        ProxyMode::Environment => from_environment(&variable),
    }
}

/// Reads the variables every command line program reads.
fn from_environment(variable: &dyn Fn(&str) -> Option<String>) -> Result<Vec<Proxy>, NetError> {
    let direct = match variable("no_proxy") {
        Some(list) => format!("{LOOPBACK},{list}"),
        None => LOOPBACK.to_owned(),
    };
    let all = variable("all_proxy");
    let mut proxies = Vec::new();
    for scheme in ["http", "https"] {
        if let Some(url) = variable(&format!("{scheme}_proxy")).or_else(|| all.clone()) {
            proxies.push(proxy(scheme, &url, &direct)?);
        }
    }
    Ok(proxies)
}

fn variable(name: &str) -> Option<String> {
    [name.to_owned(), name.to_uppercase()]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
}

fn proxy(scheme: &str, url: &str, direct: &str) -> Result<Proxy, NetError> {
    let made = match scheme {
        "http" => Proxy::http(url),
        "https" => Proxy::https(url),
        _ => Proxy::all(url),
    };
    let made = made.map_err(|_| {
        // The value may hold a password, so it is not repeated.
        NetError::new(NetErrorKind::Config, format!("the proxy for {scheme} is not a valid address"))
            .with_hint("write it as http://host:port, in the option or in the variables http_proxy, https_proxy and all_proxy")
    })?;
    Ok(made.no_proxy(NoProxy::from_string(direct)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        let count = |pairs: &[(&str, &str)]| {
            let lookup = |name: &str| {
                pairs
                    .iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            from_environment(&lookup)
                .map(|p| p.len())
                .map_err(|e| e.kind())
        };
        assert_eq!(count(&[]), Ok(0));
        assert_eq!(count(&[("http_proxy", "http://p:1")]), Ok(1));
        assert_eq!(count(&[("all_proxy", "p:1"), ("no_proxy", "a.com")]), Ok(2));
        assert_eq!(
            count(&[("https_proxy", "http://")]),
            Err(NetErrorKind::Config)
        );
    }
}

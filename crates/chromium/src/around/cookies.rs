//! Cookies of an engine's context, as engines hand them to each other and as the protocol has them.

use surefoot_cdp::Session;
use surefoot_cdp::protocol::network::{self, CookieParam, CookieSameSite, TimeSinceEpoch};
use surefoot_cdp::protocol::storage::{ClearCookies, GetCookies, SetCookies};
use surefoot_engine::{Cookie, Error, ErrorKind, Result, SameSite};
use url::{Host, Url};

use crate::around::text::within;
use crate::context::Context;
use crate::errors;

/// What a cookie's place is.
const DOMAINS: &str = "a domain is a host, `example.com`, or `.example.com` for hosts below too; a path begins with /";

/// All cookies, or those that would be sent to a URL.
pub(crate) async fn get(
    root: &Session,
    context: &Context,
    url: Option<&str>,
) -> Result<Vec<Cookie>> {
    let url = match url {
        None => None,
        Some(text) => Some(Url::parse(text).map_err(|_| {
            let text = within(text, 200);
            Error::new(
                ErrorKind::InvalidArgument,
                format!("{text:?} is not an absolute URL"),
            )
            .with_hint("give it as https://example.com/path")
        })?),
    };
    let get = GetCookies {
        browser_context_id: context.browser_context(),
    };
    let reply = root
        .call(&get)
        .await
        .map_err(errors::about("the cookies cannot be read"))?;
    let found = reply.cookies.into_iter().map(told);
    Ok(match url {
        None => found.collect(),
        Some(url) => found.filter(|cookie| is_for(cookie, &url)).collect(),
    })
}

/// Adds cookies, or replaces those of the same name, domain and path. All are set, or the error names one that cannot
/// be.
pub(crate) async fn set(root: &Session, context: &Context, cookies: Vec<Cookie>) -> Result<()> {
    for cookie in &cookies {
        check(cookie)?;
    }
    // One call for all; which one is refused only one call for each tells.
    let all = cookies.iter().map(param).collect();
    let Err(error) = call_set(root, context, all).await else {
        return Ok(());
    };
    if !matches!(error.kind(), surefoot_cdp::ErrorKind::Protocol { .. }) {
        return Err(errors::of(&error, "the cookies cannot be set"));
    }
    for cookie in &cookies {
        if let Err(error) = call_set(root, context, vec![param(cookie)]).await {
            return Err(refused(cookie, &error));
        }
    }
    Ok(())
}

async fn call_set(
    root: &Session,
    context: &Context,
    cookies: Vec<CookieParam>,
) -> std::result::Result<(), surefoot_cdp::Error> {
    let set = SetCookies {
        browser_context_id: context.browser_context(),
        ..SetCookies::new(cookies)
    };
    root.call(&set).await.map(drop)
}

/// Refuses what browsers would make something else of.
fn check(cookie: &Cookie) -> Result<()> {
    let host = cookie.domain.strip_prefix('.').unwrap_or(&cookie.domain);
    if Host::parse(&bracketed(host)).is_ok() {
        return Ok(());
    }
    let (name, domain) = (within(&cookie.name, 200), within(&cookie.domain, 200));
    Err(Error::new(
        ErrorKind::InvalidArgument,
        format!("the cookie {name:?} is for {domain:?}, which is no host"),
    )
    .with_hint(DOMAINS))
}

/// What is said of a cookie that the browser does not take.
fn refused(cookie: &Cookie, error: &surefoot_cdp::Error) -> Error {
    if !matches!(error.kind(), surefoot_cdp::ErrorKind::Protocol { .. }) {
        return errors::of(error, "the cookie cannot be set");
    }
    let name = within(&cookie.name, 200);
    let why = if cookie.name.starts_with("__") && !cookie.secure {
        "one with this prefix has to be secure"
    } else {
        "its name, value, domain or path is not what a cookie can have"
    };
    Error::new(
        ErrorKind::InvalidArgument,
        format!(
            "the browser does not take the cookie {name:?} for {:?}: {why}",
            within(&cookie.domain, 200)
        ),
    )
    .with_hint(DOMAINS)
}

/// Forgets all cookies.
pub(crate) async fn clear(root: &Session, context: &Context) -> Result<()> {
    let clear = ClearCookies {
        browser_context_id: context.browser_context(),
    };
    root.call(&clear)
        .await
        .map(drop)
        .map_err(errors::about("the cookies cannot be cleared"))
}

fn told(cookie: network::Cookie) -> Cookie {
    Cookie {
        name: cookie.name,
        value: cookie.value,
        domain: cookie.domain,
        path: cookie.path,
        expires: (!cookie.session && cookie.expires >= 0.0).then_some(cookie.expires),
        http_only: cookie.http_only,
        secure: cookie.secure,
        same_site: cookie.same_site.and_then(|same_site| match same_site {
            CookieSameSite::Strict => Some(SameSite::Strict),
            CookieSameSite::Lax => Some(SameSite::Lax),
            CookieSameSite::None => Some(SameSite::None),
            _ => None,
        }),
    }
}

fn param(cookie: &Cookie) -> CookieParam {
    // A domain without a dot before it is given as a URL: only so it is for that host alone.
    let host_only = !cookie.domain.starts_with('.');
    let scheme = if cookie.secure { "https" } else { "http" };
    CookieParam {
        url: host_only.then(|| format!("{scheme}://{}/", bracketed(&cookie.domain))),
        domain: (!host_only).then(|| cookie.domain.clone()),
        path: Some(cookie.path.clone()).filter(|path| !path.is_empty()),
        secure: Some(cookie.secure),
        http_only: Some(cookie.http_only),
        same_site: cookie.same_site.map(|same_site| match same_site {
            SameSite::Strict => CookieSameSite::Strict,
            SameSite::Lax => CookieSameSite::Lax,
            SameSite::None => CookieSameSite::None,
        }),
        expires: cookie.expires.map(TimeSinceEpoch),
        ..CookieParam::new(&cookie.name, &cookie.value)
    }
}

/// A host as it stands in a URL: addresses of IPv6 in brackets.
fn bracketed(host: &str) -> String {
    if host.contains(':') && !host.starts_with('[') {
        format!("[{host}]")
    } else {
        host.to_owned()
    }
}

/// Whether a cookie would be sent to a URL (RFC 6265bis, 5.8.3), asked for by the user: `SameSite` does not matter.
fn is_for(cookie: &Cookie, url: &Url) -> bool {
    let trusted = url.scheme() == "https" || url.scheme() == "wss" || is_loopback(url);
    domain_matches(cookie, url)
        && path_matches(&cookie.path, url.path())
        && (trusted || !cookie.secure)
}

/// Chromium sends secure cookies to this machine over http as well.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn domain_matches(cookie: &Cookie, url: &Url) -> bool {
    let Some(host) = url.host_str() else {
        return false;
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let domain = cookie.domain.to_ascii_lowercase();
    let domain = domain.trim_start_matches('[').trim_end_matches(']');
    match domain.strip_prefix('.') {
        None => host == domain,
        Some(domain) => {
            host == domain
                || host
                    .strip_suffix(domain)
                    .is_some_and(|above| above.ends_with('.'))
        }
    }
}

fn path_matches(of_cookie: &str, asked: &str) -> bool {
    asked
        .strip_prefix(of_cookie)
        .is_some_and(|rest| rest.is_empty() || of_cookie.ends_with('/') || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(domain: &str, path: &str, secure: bool) -> Cookie {
        Cookie {
            name: "a".to_owned(),
            value: "b".to_owned(),
            domain: domain.to_owned(),
            path: path.to_owned(),
            expires: None,
            http_only: false,
            secure,
            same_site: None,
        }
    }

    #[test]
    fn a_url_gets_the_cookies_that_would_be_sent_there() {
        let cases = [
            ("example.org", "/", false, "http://example.org/a", true),
            ("example.org", "/", false, "http://www.example.org/a", false),
            (".example.org", "/", false, "http://www.example.org/a", true),
            (".example.org", "/", false, "http://badexample.org/", false),
            ("example.org", "/a", false, "http://example.org/a", true),
            ("example.org", "/a", false, "http://example.org/a/b", true),
            ("example.org", "/a", false, "http://example.org/ab", false),
            ("example.org", "/a/", false, "http://example.org/a/b", true),
            ("example.org", "/", true, "http://example.org/", false),
            ("example.org", "/", true, "https://example.org/", true),
            ("127.0.0.1", "/", true, "http://127.0.0.1:80/", true),
            ("::1", "/", false, "http://[::1]/", true),
        ];
        for (domain, path, secure, url, sent) in cases {
            let url = Url::parse(url).unwrap();
            assert_eq!(
                is_for(&cookie(domain, path, secure), &url),
                sent,
                "{domain}{path} {url}"
            );
        }
    }
}

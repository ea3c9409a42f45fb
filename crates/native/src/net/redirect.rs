//! The rules of redirects (Fetch, "HTTP-redirect fetch"), without any I/O.

use std::collections::HashSet;

use reqwest::header::{HeaderMap, LOCATION};
use url::Url;

use super::error::{NetError, NetErrorKind, display_url};
use super::request::Method;

/// Whether a status asks to go elsewhere, if a `Location` says where.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// The method after a redirect, and whether the body goes along.
pub(super) fn next_method(status: u16, method: &Method) -> (Method, KeepBody) {
    let becomes_get = match status {
        301 | 302 => *method == Method::POST,
        303 => *method != Method::GET && *method != Method::HEAD,
        _ => false,
    };
    if becomes_get {
        (Method::GET, KeepBody::No)
    } else {
        (method.clone(), KeepBody::Yes)
    }
}

/// Whether a request body is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeepBody {
    /// Yes, with its content type.
    Yes,
    /// No.
    No,
}

/// Where a redirect of `from` leads; `None` if there is no `Location`, in which case the answer is an ordinary one.
///
/// Errors: the address cannot be read, or is not of the web.
pub(super) fn target(from: &Url, headers: &HeaderMap) -> Result<Option<Url>, NetError> {
    let Some(location) = headers.get(LOCATION) else {
        return Ok(None);
    };
    let location = String::from_utf8_lossy(location.as_bytes());
    let shown: String = location
        .chars()
        .filter(|c| !c.is_control())
        .take(100)
        .collect();
    let mut to = from.join(&location).map_err(|_| {
        NetError::about(
            NetErrorKind::InvalidUrl,
            from,
            format_args!("the server redirects to something that is no address: {shown}"),
        )
    })?;
    if !matches!(to.scheme(), "http" | "https") {
        return Err(NetError::about(
            NetErrorKind::UnsupportedScheme,
            from,
            format_args!(
                "the server redirects to {}, but only http: and https: are followed",
                display_url(&to)
            ),
        )
        .with_hint("open that address yourself if you trust it"));
    }
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    Ok(Some(to))
}

/// Notices when a chain of redirects comes back to a request already made.
///
/// Cookies count: a page that redirects to itself after setting one is no loop.
#[derive(Debug, Default)]
pub(super) struct LoopGuard(HashSet<(String, Method, Option<String>)>);

impl LoopGuard {
    /// Records a request; false if it was made before.
    pub(super) fn is_new(&mut self, url: &Url, method: &Method, cookies: Option<&str>) -> bool {
        let without_fragment = url.as_str().split('#').next().unwrap_or_default();
        self.0.insert((
            without_fragment.to_owned(),
            method.clone(),
            cookies.map(str::to_owned),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods() {
        let rows = [
            (301, "POST", "GET", KeepBody::No),
            (302, "POST", "GET", KeepBody::No),
            (302, "PUT", "PUT", KeepBody::Yes),
            (303, "PUT", "GET", KeepBody::No),
            (303, "HEAD", "HEAD", KeepBody::Yes),
            (307, "POST", "POST", KeepBody::Yes),
            (308, "POST", "POST", KeepBody::Yes),
            (302, "GET", "GET", KeepBody::Yes),
        ];
        for (status, method, expected, keep) in rows {
            let method = method.parse().unwrap();
            assert_eq!(
                next_method(status, &method),
                (expected.parse().unwrap(), keep),
                "{status} {method}"
            );
        }
    }

    #[test]
    fn targets() {
        type Row = (
            &'static str,
            &'static [u8],
            Result<Option<&'static str>, NetErrorKind>,
        );
        let rows: &[Row] = &[
            ("http://a.com/x#f", b"/y", Ok(Some("http://a.com/y#f"))),
            ("http://a.com/x#f", b"y#g", Ok(Some("http://a.com/y#g"))),
            ("http://a.com/x#f", b"y#", Ok(Some("http://a.com/y#"))),
            ("http://a.com/x", b"//b.com", Ok(Some("http://b.com/"))),
            (
                "http://a.com/",
                "/\u{e9}".as_bytes(),
                Ok(Some("http://a.com/%C3%A9")),
            ),
            ("http://a.com/", b"http://", Err(NetErrorKind::InvalidUrl)),
            (
                "http://a.com/",
                b"javascript:alert(1)",
                Err(NetErrorKind::UnsupportedScheme),
            ),
            (
                "http://a.com/",
                b"file:///etc/passwd",
                Err(NetErrorKind::UnsupportedScheme),
            ),
            (
                "http://a.com/",
                b"data:text/html,x",
                Err(NetErrorKind::UnsupportedScheme),
            ),
        ];
        for (from, location, expected) in rows {
            let mut headers = HeaderMap::new();
            headers.insert(
                LOCATION,
                reqwest::header::HeaderValue::from_bytes(location).unwrap(),
            );
            let found = target(&from.parse().unwrap(), &headers);
            let found = found
                .as_ref()
                .map(|u| u.as_ref().map(Url::as_str))
                .map_err(NetError::kind);
            assert_eq!(found, *expected, "{}", location.escape_ascii());
        }
        assert_eq!(
            target(&"http://a.com/".parse().unwrap(), &HeaderMap::new()),
            Ok(None)
        );
    }
}

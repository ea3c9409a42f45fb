//! What a user types as an address, made a URL.

use surefoot_engine::{Error, ErrorKind, Result};
use url::Url;

/// The URL that is meant: as it is if it has a scheme; a file if it is an absolute path; else `https://`, or `http://`
/// for this machine and for bare addresses of networks at home, where https is rarely spoken.
pub(crate) fn typed(text: &str) -> Result<Url> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::new(ErrorKind::InvalidArgument, "the URL is empty")
            .with_hint("name one, as in `open https://example.com`"));
    }
    if text.starts_with('/') {
        return Url::from_file_path(text).map_err(|()| invalid(text, "the path is not absolute"));
    }
    match Url::parse(text) {
        Ok(url) if has_known_scheme(&url) => return Ok(url),
        // `localhost:8080` parses as the scheme `localhost`; `example.com:80/x` too.
        Ok(url) if !looks_like_host_and_port(text) => {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("the scheme \"{}:\" cannot be opened", url.scheme()),
            )
            .with_hint("http:, https:, file:, data: and about: can"));
        }
        Err(error) if text.contains("://") => return Err(invalid(text, &error.to_string())),
        _ => {}
    }
    let guess =
        Url::parse(&format!("https://{text}")).map_err(|e| invalid(text, &e.to_string()))?;
    if is_near(&guess) {
        Url::parse(&format!("http://{text}")).map_err(|e| invalid(text, &e.to_string()))
    } else {
        Ok(guess)
    }
}

fn invalid(text: &str, why: &str) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("{text:?} is no URL: {why}"),
    )
    .with_hint(
        "write it with its scheme, as in https://example.com/path, or name a file that exists",
    )
}

fn has_known_scheme(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "file" | "data" | "about")
}

/// `word:digits`, alone or before a path.
fn looks_like_host_and_port(text: &str) -> bool {
    text.split_once(':').is_some_and(|(_, rest)| {
        let port: &str = rest.split(['/', '?', '#']).next().unwrap_or("");
        !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether the host is this machine or a bare address.
fn is_near(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(_) | url::Host::Ipv6(_)) => true,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_addresses_become_urls() {
        for (text, url) in [
            ("https://example.com", "https://example.com/"),
            ("example.com", "https://example.com/"),
            ("example.com/a?b#c", "https://example.com/a?b#c"),
            ("example.com:8080/x", "https://example.com:8080/x"),
            ("localhost:3000", "http://localhost:3000/"),
            ("127.0.0.1:80/x", "http://127.0.0.1/x"),
            ("[::1]:99", "http://[::1]:99/"),
            ("/tmp/a b.html", "file:///tmp/a%20b.html"),
            ("about:blank", "about:blank"),
            ("data:text/html,x", "data:text/html,x"),
        ] {
            assert_eq!(typed(text).map(String::from), Ok(url.to_owned()), "{text}");
        }
        for text in [
            "",
            "  ",
            "ftp://example.com",
            "javascript:alert(1)",
            "mailto:a@b.c",
            "http://",
            "https://exa mple.com",
        ] {
            assert_eq!(
                typed(text).map_err(|e| e.kind()),
                Err(ErrorKind::InvalidArgument),
                "{text}"
            );
        }
    }
}

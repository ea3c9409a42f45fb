//! Sites: which hosts belong together, by the public suffix list.
//!
//! The list is code compiled into the binary (the `psl` crate), so no session pays for it.

use std::net::IpAddr;

use url::{Host, Url};

/// The registrable domain of a host (`example.co.uk` for `www.example.co.uk`), or the host itself where it has none: an IP
/// address, a single label, a public suffix.
pub(crate) fn registrable(host: &str) -> &str {
    if is_ip(host) {
        return host;
    }
    psl::domain_str(host).unwrap_or(host)
}

/// Whether unrelated parties register names below this domain.
pub(crate) fn is_public_suffix(domain: &str) -> bool {
    !is_ip(domain) && psl::suffix_str(domain).is_some_and(|suffix| suffix == domain)
}

pub(crate) fn is_ip(host: &str) -> bool {
    let host = host
        .strip_prefix('[')
        .and_then(|h| h.strip_suffix(']'))
        .unwrap_or(host);
    host.parse::<IpAddr>().is_ok()
}

/// Whether two URLs are of the same site: the same scheme and the same registrable domain ("schemefully same site" of the HTML
/// standard). URLs without a host are never of the same site.
///
/// ```
/// # use surefoot_native::net::same_site;
/// let url = |s: &str| s.parse().unwrap();
/// assert!(same_site(&url("https://a.example.com/"), &url("https://b.example.com:8443/")));
/// assert!(!same_site(&url("https://alice.github.io/"), &url("https://bob.github.io/")));
/// ```
pub fn same_site(a: &Url, b: &Url) -> bool {
    match (a.host_str(), b.host_str()) {
        (Some(host_a), Some(host_b)) => {
            a.scheme() == b.scheme()
                && !host_a.is_empty()
                && registrable(host_a) == registrable(host_b)
        }
        _ => false,
    }
}

/// Whether what is sent to this URL cannot be read on the way: encrypted, or to this very machine.
pub(crate) fn is_trustworthy(url: &Url) -> bool {
    url.scheme() == "https" || is_loopback(url)
}

/// Whether the host is this machine, by name or address.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites() {
        let rows = [
            ("www.example.com", "example.com"),
            ("a.b.example.co.uk", "example.co.uk"),
            ("alice.github.io", "alice.github.io"),
            ("localhost", "localhost"),
            ("127.0.0.1", "127.0.0.1"),
            ("[::1]", "[::1]"),
            ("co.uk", "co.uk"),
        ];
        for (host, expected) in rows {
            assert_eq!(registrable(host), expected, "{host}");
        }
        for (domain, expected) in [
            ("com", true),
            ("co.uk", true),
            ("github.io", true),
            ("example.com", false),
            ("127.0.0.1", false),
        ] {
            assert_eq!(is_public_suffix(domain), expected, "{domain}");
        }
    }

    #[test]
    fn this_machine() {
        for (url, expected) in [
            ("http://localhost:1/", true),
            ("http://a.localhost/", true),
            ("http://127.3.2.1/", true),
            ("http://[::1]/", true),
            ("http://example.com/", false),
            ("http://localhost.example.com/", false),
        ] {
            assert_eq!(url.parse().map(|u| is_loopback(&u)), Ok(expected), "{url}");
        }
    }
}

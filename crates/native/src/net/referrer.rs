//! The `Referer` and `Origin` headers.

use url::Url;

/// The `Referer` for a request to `target` from the page `from`, under the policy `strict-origin-when-cross-origin`: everything
/// within the origin, the origin alone to others, nothing from an encrypted page to one that is not.
pub(super) fn referer(from: &Url, target: &Url) -> Option<String> {
    if !is_http(from) {
        return None;
    }
    if from.origin() == target.origin() {
        let mut shown = from.clone();
        shown.set_fragment(None);
        // These fail only for URLs without a host.
        let _ = shown.set_username("");
        let _ = shown.set_password(None);
        return Some(shown.into());
    }
    if from.scheme() == "https" && !super::site::is_trustworthy(target) {
        return None;
    }
    Some(format!("{}/", from.origin().ascii_serialization()))
}

/// The `Origin` of a request by the page `from`: what servers check against forged form posts. `null` for pages without an origin.
pub(super) fn origin(from: &Url) -> String {
    if is_http(from) {
        from.origin().ascii_serialization()
    } else {
        "null".to_owned()
    }
}

fn is_http(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy() {
        let rows = [
            (
                "https://u:p@a.com/x?y#z",
                "https://a.com/",
                Some("https://a.com/x?y"),
            ),
            ("https://a.com/x", "https://b.com/", Some("https://a.com/")),
            ("https://a.com/x", "http://a.com/", None),
            ("http://a.com/x", "https://b.com/", Some("http://a.com/")),
            (
                "http://a.com:81/x",
                "http://a.com/",
                Some("http://a.com:81/"),
            ),
            ("file:///etc/passwd", "http://a.com/", None),
            ("data:text/html,x", "http://a.com/", None),
        ];
        for (from, to, expected) in rows {
            let (from, to): (Url, Url) = (from.parse().unwrap(), to.parse().unwrap());
            assert_eq!(referer(&from, &to).as_deref(), expected, "{from} {to}");
        }
        assert_eq!(origin(&"file:///x".parse().unwrap()), "null");
        assert_eq!(origin(&"https://a.com/x".parse().unwrap()), "https://a.com");
    }
}

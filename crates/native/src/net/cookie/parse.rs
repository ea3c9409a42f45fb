//! The `Set-Cookie` header: RFC 6265bis, section 5.6.

use std::time::{Duration, SystemTime};

use super::{CookieError, SameSite, date};

/// Most bytes of name and value together.
pub(super) const MAX_PAIR: usize = 4096;
/// Most bytes of an attribute's value; longer attributes are ignored.
const MAX_ATTRIBUTE: usize = 1024;
/// A cookie lives no longer than this, whatever it asks for.
const MAX_AGE: Duration = Duration::from_hours(400 * 24);

/// A `Set-Cookie` header as it was sent, before it is held against the URL it came from.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SetCookie {
    pub(super) name: String,
    pub(super) value: String,
    /// In lower case, without leading dot; `None` when absent or empty.
    pub(super) domain: Option<String>,
    /// `None` when absent or not absolute.
    pub(super) path: Option<String>,
    pub(super) expires: Option<SystemTime>,
    pub(super) secure: bool,
    pub(super) http_only: bool,
    pub(super) same_site: SameSite,
}

/// Reads one header value.
pub(super) fn set_cookie(header: &str, now: SystemTime) -> Result<SetCookie, CookieError> {
    if header.chars().any(is_forbidden) {
        return Err(CookieError::Malformed);
    }
    let mut parts = header.split(';');
    let (name, value) = pair(parts.next().unwrap_or_default())?;
    let mut cookie = SetCookie {
        name,
        value,
        domain: None,
        path: None,
        expires: None,
        secure: false,
        http_only: false,
        same_site: SameSite::Unspecified,
    };
    let (mut max_age, mut expires) = (None, None);
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (trim(key), trim(value));
        if value.len() > MAX_ATTRIBUTE {
            continue;
        }
        match key.to_ascii_lowercase().as_str() {
            "expires" => expires = date::parse(value).or(expires),
            "max-age" => max_age = seconds(value).or(max_age),
            "domain" => {
                let domain = value.strip_prefix('.').unwrap_or(value);
                cookie.domain = (!domain.is_empty()).then(|| domain.to_lowercase());
            }
            "path" => cookie.path = value.starts_with('/').then(|| value.to_owned()),
            "secure" => cookie.secure = true,
            "httponly" => cookie.http_only = true,
            "samesite" => {
                cookie.same_site = match value.to_ascii_lowercase().as_str() {
                    "none" => SameSite::None,
                    "lax" => SameSite::Lax,
                    "strict" => SameSite::Strict,
                    _ => SameSite::Unspecified,
                }
            }
            _ => {}
        }
    }
    let latest = now + MAX_AGE;
    cookie.expires = match max_age {
        Some(age) => Some(now + age.min(MAX_AGE)),
        None => expires.map(|at| at.min(latest)),
    };
    Ok(cookie)
}

/// Name and value of a cookie pair; a pair without `=` is a value without a name.
fn pair(text: &str) -> Result<(String, String), CookieError> {
    let (name, value) = text.split_once('=').unwrap_or(("", text));
    let (name, value) = (trim(name), trim(value));
    check_pair(name, value)?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The rules on name and value that hold however a cookie is set.
pub(super) fn check_pair(name: &str, value: &str) -> Result<(), CookieError> {
    if name.is_empty() && value.is_empty() {
        return Err(CookieError::Malformed);
    }
    if name
        .chars()
        .chain(value.chars())
        .any(|c| is_forbidden(c) || c == ';')
        || name.contains('=')
    {
        return Err(CookieError::Malformed);
    }
    if name.len() + value.len() > MAX_PAIR {
        return Err(CookieError::TooLong);
    }
    Ok(())
}

fn is_forbidden(c: char) -> bool {
    (c.is_ascii_control()) && c != '\t'
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// A `Max-Age` value: zero and less mean "now".
fn seconds(value: &str) -> Option<Duration> {
    let (negative, digits) = match value.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, value),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if negative {
        return Some(Duration::ZERO);
    }
    // More digits than fit are more than the maximum.
    Some(digits.parse().map_or(MAX_AGE, Duration::from_secs))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: SystemTime = SystemTime::UNIX_EPOCH;

    #[test]
    fn pairs() {
        let rows = [
            ("a=b", Ok(("a", "b"))),
            (" a = b c ; Path=/", Ok(("a", "b c"))),
            ("a=b=c", Ok(("a", "b=c"))),
            ("justvalue", Ok(("", "justvalue"))),
            ("=x", Ok(("", "x"))),
            ("a=", Ok(("a", ""))),
            ("a=\"q\"", Ok(("a", "\"q\""))),
            ("", Err(CookieError::Malformed)),
            ("=; Path=/", Err(CookieError::Malformed)),
            ("a=b\u{1}", Err(CookieError::Malformed)),
        ];
        for (header, expected) in rows {
            let found = set_cookie(header, NOW);
            assert_eq!(
                found
                    .as_ref()
                    .map(|c| (c.name.as_str(), c.value.as_str()))
                    .map_err(Clone::clone),
                expected,
                "{header:?}"
            );
        }
        assert_eq!(
            set_cookie(&format!("a={}", "x".repeat(4096)), NOW),
            Err(CookieError::TooLong)
        );
    }

    #[test]
    fn lifetimes() {
        let rows = [
            ("a=b", None),
            ("a=b; max-age=60", Some(60)),
            (
                "a=b; MAX-AGE=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT",
                Some(60),
            ),
            ("a=b; max-age=-5", Some(0)),
            (
                "a=b; max-age=x; expires=Thu, 01 Jan 1970 00:00:10 GMT",
                Some(10),
            ),
            ("a=b; max-age=99999999999999999999999", Some(400 * 86_400)),
            (
                "a=b; expires=Fri, 31 Dec 9999 23:59:59 GMT",
                Some(400 * 86_400),
            ),
            ("a=b; expires=whenever", None),
        ];
        for (header, expected) in rows {
            let found = set_cookie(header, NOW).unwrap().expires;
            assert_eq!(
                found,
                expected.map(|s| NOW + Duration::from_secs(s)),
                "{header}"
            );
        }
    }

    #[test]
    fn attributes() {
        let cookie = set_cookie(
            "a=b; Domain=.Example.COM; path=/x; Secure; HTTPONLY; SameSite=strict; Odd",
            NOW,
        )
        .unwrap();
        assert_eq!(cookie.domain.as_deref(), Some("example.com"));
        assert_eq!(cookie.path.as_deref(), Some("/x"));
        assert!(cookie.secure && cookie.http_only);
        assert_eq!(cookie.same_site, SameSite::Strict);
        let cookie = set_cookie("a=b; Domain=; Path=relative; SameSite=odd", NOW).unwrap();
        assert_eq!(
            (cookie.domain, cookie.path, cookie.same_site),
            (None, None, SameSite::Unspecified)
        );
    }
}

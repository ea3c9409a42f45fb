//! Cookies as engines hand them to each other, and as the jar keeps them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use surefoot_engine as engine;

use crate::net::{Cookie, SameSite};

/// The words of both for where a cookie travels.
const SAME_SITE: [(Option<engine::SameSite>, SameSite); 4] = [
    (None, SameSite::Unspecified),
    (Some(engine::SameSite::None), SameSite::None),
    (Some(engine::SameSite::Lax), SameSite::Lax),
    (Some(engine::SameSite::Strict), SameSite::Strict),
];

/// A kept cookie, in the words of engines.
pub(crate) fn told(cookie: Cookie) -> engine::Cookie {
    let same_site = SAME_SITE
        .iter()
        .find(|(_, kept)| *kept == cookie.same_site)
        .and_then(|(told, _)| *told);
    engine::Cookie {
        name: cookie.name,
        value: cookie.value,
        domain: if cookie.host_only {
            cookie.domain
        } else {
            format!(".{}", cookie.domain)
        },
        path: cookie.path,
        expires: cookie.expires.map(|at| {
            at.duration_since(UNIX_EPOCH)
                .map_or(0.0, |since| since.as_secs_f64())
        }),
        http_only: cookie.http_only,
        secure: cookie.secure,
        same_site,
    }
}

/// A cookie of another engine or of the user, as the jar keeps it.
pub(crate) fn kept(cookie: engine::Cookie) -> Cookie {
    let same_site = SAME_SITE
        .iter()
        .find(|(told, _)| *told == cookie.same_site)
        .map_or(SameSite::Unspecified, |(_, kept)| *kept);
    Cookie {
        name: cookie.name,
        value: cookie.value,
        host_only: !cookie.domain.starts_with('.'),
        domain: cookie.domain,
        path: cookie.path,
        expires: cookie.expires.and_then(at),
        secure: cookie.secure,
        http_only: cookie.http_only,
        same_site,
    }
}

/// Seconds since 1970 as a time; `None` for what no clock reaches, which is to say never.
fn at(seconds: f64) -> Option<SystemTime> {
    let since = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
    UNIX_EPOCH.checked_add(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_comes_back_as_it_went() {
        for (domain, same_site, expires) in [
            ("example.org", None, None),
            (".example.org", Some(engine::SameSite::Lax), Some(4e9)),
            ("127.0.0.1", Some(engine::SameSite::Strict), Some(0.0)),
        ] {
            let cookie = engine::Cookie {
                name: "a".to_owned(),
                value: "b".to_owned(),
                domain: domain.to_owned(),
                path: "/".to_owned(),
                expires,
                http_only: true,
                secure: true,
                same_site,
            };
            let mut there = kept(cookie.clone());
            there.domain = there.domain.trim_start_matches('.').to_owned();
            assert_eq!(told(there), cookie);
        }
        assert_eq!(at(f64::MAX), None);
    }
}

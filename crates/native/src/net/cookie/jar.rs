//! [`CookieJar`]: storing and finding cookies (RFC 6265bis, sections 5.7 and 5.8).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use url::{Host, Url};

use super::parse::{SetCookie, check_pair, set_cookie};
use super::{Cookie, CookieError, SameSite};
use crate::net::site::{is_ip, is_public_suffix, is_trustworthy, registrable};

/// Most cookies of one site; the least recently used go first.
const MAX_PER_SITE: usize = 180;
/// Most cookies of a jar.
const MAX_TOTAL: usize = 3000;
/// How long a cookie without `SameSite` also travels with a top-level POST from another site.
const LAX_POST_AGE: Duration = Duration::from_mins(2);

/// The cookies of one session. A clone is another handle to the same jar.
#[derive(Clone, Default)]
pub struct CookieJar(Arc<Mutex<Store>>);

#[derive(Default)]
struct Store {
    /// By registrable domain, so that finding and evicting look at one site only.
    sites: BTreeMap<String, Vec<Entry>>,
    total: usize,
    /// Counts uses and creations; orders them without a clock.
    tick: u64,
}

struct Entry {
    cookie: Cookie,
    created: SystemTime,
    created_tick: u64,
    used_tick: u64,
}

/// How a request relates to the site it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::net) enum SiteContext {
    /// Started by the user or the same site.
    SameSite,
    /// A top-level navigation from another site by a safe method (GET, HEAD …).
    CrossSiteSafe,
    /// A top-level navigation from another site by another method, such as POST.
    CrossSiteUnsafe,
    /// Part of a page of another site.
    CrossSiteNested,
}

impl CookieJar {
    /// An empty jar.
    pub fn new() -> CookieJar {
        CookieJar::default()
    }

    /// Every cookie that has not expired, by domain and then in order of creation.
    pub fn list(&self) -> Vec<Cookie> {
        let now = SystemTime::now();
        let store = self.lock();
        store
            .sites
            .values()
            .flatten()
            .filter(|e| !e.is_expired(now))
            .map(|e| e.cookie.clone())
            .collect()
    }

    /// The cookies a request of the user to `url` would carry, in the order they would be sent.
    pub fn matching(&self, url: &Url) -> Vec<Cookie> {
        self.lock()
            .find(url, SiteContext::SameSite, SystemTime::now())
    }

    /// Stores a cookie given by the user or by another engine, replacing one of the same name, domain and path. One that has
    /// expired removes it.
    ///
    /// The domain may be written with a leading dot. Errors say what a server would be refused for too; only the host and the
    /// security of the connection are not known here.
    pub fn set(&self, mut cookie: Cookie) -> Result<(), CookieError> {
        check_pair(&cookie.name, &cookie.value)?;
        let domain = cookie.domain.strip_prefix('.').unwrap_or(&cookie.domain);
        cookie.domain = canonical_host(domain)
            .ok_or_else(|| CookieError::ForeignDomain(cookie.domain.clone()))?;
        if !cookie.host_only && is_public_suffix(&cookie.domain) {
            return Err(CookieError::PublicSuffix(cookie.domain));
        }
        if !cookie.path.starts_with('/') {
            "/".clone_into(&mut cookie.path);
        }
        check_attributes(&cookie)?;
        let now = SystemTime::now();
        self.lock().insert(cookie, now);
        Ok(())
    }

    /// Removes the cookies with this name, or all of a domain or path, and says how many there were. `None` means any.
    pub fn remove(&self, name: Option<&str>, domain: Option<&str>, path: Option<&str>) -> usize {
        let wanted = |value: &str, by: Option<&str>| by.is_none_or(|by| by == value);
        let domain = domain.map(|d| d.strip_prefix('.').unwrap_or(d).to_ascii_lowercase());
        self.lock().retain(|cookie| {
            !(wanted(&cookie.name, name)
                && wanted(&cookie.domain, domain.as_deref())
                && wanted(&cookie.path, path))
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let mut store = self.lock();
        store.sites.clear();
        store.total = 0;
    }

    /// Stores one `Set-Cookie` header of an answer from `url`.
    pub(in crate::net) fn store(
        &self,
        header: &str,
        url: &Url,
        context: SiteContext,
    ) -> Result<(), CookieError> {
        let now = SystemTime::now();
        let parsed = set_cookie(header, now)?;
        let mut store = self.lock();
        let cookie = bind(parsed, url, context)?;
        if !cookie.secure && !is_trustworthy(url) && store.would_shadow_secure(&cookie) {
            return Err(CookieError::ShadowsSecure);
        }
        store.insert(cookie, now);
        Ok(())
    }

    /// The `Cookie` header of a request, or `None` if there is nothing to send.
    pub(in crate::net) fn header(&self, url: &Url, context: SiteContext) -> Option<String> {
        let cookies = self.lock().find(url, context, SystemTime::now());
        if cookies.is_empty() {
            return None;
        }
        let mut header = String::new();
        for cookie in cookies {
            if !header.is_empty() {
                header.push_str("; ");
            }
            if !cookie.name.is_empty() {
                header.push_str(&cookie.name);
                header.push('=');
            }
            header.push_str(&cookie.value);
        }
        Some(header)
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        // Every change leaves the store whole, so a panic elsewhere does not spoil it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CookieJar {
    /// Values are secrets: only the number of cookies is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CookieJar")
            .field("cookies", &self.lock().total)
            .finish()
    }
}

/// Holds a header against the URL it came from.
fn bind(parsed: SetCookie, url: &Url, context: SiteContext) -> Result<Cookie, CookieError> {
    let host = host_of(url).ok_or(CookieError::Malformed)?;
    let (domain, host_only) = match parsed.domain {
        None => (host, true),
        Some(domain) => {
            let domain = canonical_host(&domain).ok_or(CookieError::ForeignDomain(domain))?;
            if domain == host {
                // A public suffix may set a cookie for itself only.
                let host_only = is_public_suffix(&domain) || is_ip(&domain);
                (domain, host_only)
            } else if is_public_suffix(&domain) {
                return Err(CookieError::PublicSuffix(domain));
            } else if domain_covers(&domain, &host) {
                (domain, false)
            } else {
                return Err(CookieError::ForeignDomain(domain));
            }
        }
    };
    if parsed.secure && !is_trustworthy(url) {
        return Err(CookieError::InsecureOrigin);
    }
    if context == SiteContext::CrossSiteNested && parsed.same_site != SameSite::None {
        return Err(CookieError::CrossSite);
    }
    let cookie = Cookie {
        name: parsed.name,
        value: parsed.value,
        domain,
        host_only,
        path: parsed.path.unwrap_or_else(|| default_path(url)),
        expires: parsed.expires,
        secure: parsed.secure,
        http_only: parsed.http_only,
        same_site: parsed.same_site,
    };
    check_attributes(&cookie)?;
    Ok(cookie)
}

/// What the attributes of a cookie demand of each other.
fn check_attributes(cookie: &Cookie) -> Result<(), CookieError> {
    if cookie.same_site == SameSite::None && !cookie.secure {
        return Err(CookieError::SameSiteNoneInsecure);
    }
    // A cookie without a name is sent as its value alone, so the value could pretend to a prefix.
    let shown = if cookie.name.is_empty() {
        &cookie.value
    } else {
        &cookie.name
    };
    let has_prefix = |prefix: &str| {
        shown
            .get(..prefix.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
    };
    let kept = if has_prefix("__Host-") {
        !cookie.name.is_empty() && cookie.secure && cookie.host_only && cookie.path == "/"
    } else if has_prefix("__Secure-") {
        !cookie.name.is_empty() && cookie.secure
    } else {
        true
    };
    if kept {
        Ok(())
    } else {
        Err(CookieError::Prefix(cookie.name.clone()))
    }
}

impl Entry {
    fn is_expired(&self, now: SystemTime) -> bool {
        self.cookie.expires.is_some_and(|at| at <= now)
    }

    fn matches(&self, host: &str, path: &str) -> bool {
        let cookie = &self.cookie;
        let host_matches = if cookie.host_only {
            cookie.domain == host
        } else {
            domain_covers(&cookie.domain, host)
        };
        host_matches && path_covers(&cookie.path, path)
    }

    fn travels(&self, context: SiteContext, now: SystemTime) -> bool {
        match (self.cookie.same_site, context) {
            (_, SiteContext::SameSite) | (SameSite::None, _) => true,
            (SameSite::Lax | SameSite::Unspecified, SiteContext::CrossSiteSafe) => true,
            (SameSite::Unspecified, SiteContext::CrossSiteUnsafe) => now
                .duration_since(self.created)
                .is_ok_and(|age| age < LAX_POST_AGE),
            _ => false,
        }
    }
}

impl Store {
    fn find(&mut self, url: &Url, context: SiteContext, now: SystemTime) -> Vec<Cookie> {
        let Some(host) = host_of(url) else {
            return Vec::new();
        };
        self.tick += 1;
        let tick = self.tick;
        let trustworthy = is_trustworthy(url);
        let Some(entries) = self.sites.get_mut(registrable(&host)) else {
            return Vec::new();
        };
        let mut found: Vec<&mut Entry> = entries
            .iter_mut()
            .filter(|e| {
                !e.is_expired(now)
                    && (trustworthy || !e.cookie.secure)
                    && e.matches(&host, url.path())
                    && e.travels(context, now)
            })
            .collect();
        // Longer paths first, then older cookies.
        found.sort_by_key(|e| (std::cmp::Reverse(e.cookie.path.len()), e.created_tick));
        found
            .into_iter()
            .map(|e| {
                e.used_tick = tick;
                e.cookie.clone()
            })
            .collect()
    }

    /// Stores a cookie in place of its predecessor, whose age it keeps. An expired one only removes.
    fn insert(&mut self, cookie: Cookie, now: SystemTime) {
        self.tick += 1;
        let tick = self.tick;
        let site = registrable(&cookie.domain).to_owned();
        let entries = self.sites.entry(site.clone()).or_default();
        let before = entries.len();
        let predecessor = entries.iter().position(|e| {
            e.cookie.name == cookie.name
                && e.cookie.domain == cookie.domain
                && e.cookie.host_only == cookie.host_only
                && e.cookie.path == cookie.path
        });
        let mut entry = Entry {
            cookie,
            created: now,
            created_tick: tick,
            used_tick: tick,
        };
        let expired = entry.is_expired(now);
        match predecessor {
            Some(at) if expired => {
                entries.remove(at);
            }
            Some(at) => {
                entry.created = entries[at].created;
                entry.created_tick = entries[at].created_tick;
                entries[at] = entry;
            }
            None if expired => {}
            None => entries.push(entry),
        }
        if entries.len() > MAX_PER_SITE {
            evict_one(entries, now);
        }
        let after = entries.len();
        if after == 0 {
            self.sites.remove(&site);
        }
        self.total = self.total + after - before;
        if self.total > MAX_TOTAL {
            self.evict_globally(now);
        }
    }

    /// Makes room: what has expired, and else the least recently used of the site that has most.
    fn evict_globally(&mut self, now: SystemTime) {
        self.retain_entries(|e| !e.is_expired(now));
        if self.total > MAX_TOTAL
            && let Some(entries) = self.sites.values_mut().max_by_key(|entries| entries.len())
        {
            evict_one(entries, now);
            self.total -= 1;
            self.sites.retain(|_, entries| !entries.is_empty());
        }
    }

    fn would_shadow_secure(&self, cookie: &Cookie) -> bool {
        self.sites
            .get(registrable(&cookie.domain))
            .is_some_and(|entries| {
                entries.iter().any(|e| {
                    e.cookie.secure
                        && e.cookie.name == cookie.name
                        && (domain_covers(&e.cookie.domain, &cookie.domain)
                            || domain_covers(&cookie.domain, &e.cookie.domain))
                        && path_covers(&e.cookie.path, &cookie.path)
                })
            })
    }

    fn retain(&mut self, keep: impl Fn(&Cookie) -> bool) -> usize {
        let before = self.total;
        self.retain_entries(|e| keep(&e.cookie));
        before - self.total
    }

    fn retain_entries(&mut self, keep: impl Fn(&Entry) -> bool) {
        self.sites.retain(|_, entries| {
            entries.retain(&keep);
            !entries.is_empty()
        });
        self.total = self.sites.values().map(Vec::len).sum();
    }
}

/// Removes one cookie: an expired one, or the least recently used.
fn evict_one(entries: &mut Vec<Entry>, now: SystemTime) {
    let victim =
        (0..entries.len()).min_by_key(|&at| (!entries[at].is_expired(now), entries[at].used_tick));
    if let Some(at) = victim {
        entries.remove(at);
    }
}

/// The host of a URL as cookies see it.
fn host_of(url: &Url) -> Option<String> {
    let host = url.host_str()?.trim_end_matches('.');
    (!host.is_empty()).then(|| host.to_owned())
}

/// A host in the form URLs have it: lower case, punycode.
fn canonical_host(host: &str) -> Option<String> {
    Host::parse(host)
        .ok()
        .map(|h| h.to_string().trim_end_matches('.').to_owned())
        .filter(|h| !h.is_empty())
}

/// "Domain-match": the host is the domain or lies below it.
fn domain_covers(domain: &str, host: &str) -> bool {
    host == domain
        || (host
            .strip_suffix(domain)
            .is_some_and(|head| head.ends_with('.'))
            && !is_ip(host))
}

/// "Path-match": the path is the cookie's or lies below it.
fn path_covers(cookie_path: &str, path: &str) -> bool {
    path.strip_prefix(cookie_path)
        .is_some_and(|rest| rest.is_empty() || cookie_path.ends_with('/') || rest.starts_with('/'))
}

/// The folder of the URL's path.
fn default_path(url: &Url) -> String {
    match url.path().rfind('/') {
        Some(at) if at > 0 => url.path()[..at].to_owned(),
        _ => "/".to_owned(),
    }
}

#[cfg(test)]
mod tests;

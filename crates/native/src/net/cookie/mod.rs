//! Cookies as RFC 6265bis defines them: [`CookieJar`] is what one session remembers.
//!
//! A jar of its own instead of the `cookie_store` crate, because that crate wants a parsed public suffix list per jar (a megabyte per
//! session) and leaves `SameSite` and the name prefixes to its caller, while a session hands its cookies to other engines through
//! the plain [`Cookie`].

mod date;
mod jar;
mod parse;

pub use jar::CookieJar;
pub(super) use jar::SiteContext;

use std::fmt;
use std::time::SystemTime;

/// When a cookie travels with requests that another site started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SameSite {
    /// No attribute was given: treated as [`SameSite::Lax`], except that a cookie younger than two minutes also travels with a
    /// top-level POST, as browsers do for single sign-on.
    #[default]
    Unspecified,
    /// Always; requires `Secure`.
    None,
    /// With top-level navigations by a safe method.
    Lax,
    /// Never.
    Strict,
}

/// One cookie, in the words browsers and the DevTools protocol share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cookie {
    /// The name; may be empty if the value is not.
    pub name: String,
    /// The value.
    pub value: String,
    /// The domain in lower case without a leading dot.
    pub domain: String,
    /// True when only exactly `domain` gets it (no `Domain` attribute was given), false when subdomains do too.
    pub host_only: bool,
    /// The path, starting with `/`.
    pub path: String,
    /// When it ends; `None` for a session cookie.
    pub expires: Option<SystemTime>,
    /// Sent over encrypted connections (and to loopback) only.
    pub secure: bool,
    /// Not to be shown to scripts.
    pub http_only: bool,
    /// When it travels with requests started elsewhere.
    pub same_site: SameSite,
}

/// Why a cookie was not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CookieError {
    /// It has neither name nor value, or holds a control character.
    Malformed,
    /// Name and value are longer than 4096 bytes together, or an attribute than 1024.
    TooLong,
    /// Its `Domain` is a public suffix such as `co.uk`.
    PublicSuffix(String),
    /// Its `Domain` does not cover the host that set it.
    ForeignDomain(String),
    /// `Secure` from a connection that is not.
    InsecureOrigin,
    /// It would replace a `Secure` cookie from a connection that is not.
    ShadowsSecure,
    /// Its name begins with `__Secure-` or `__Host-`, but it does not have what that promises.
    Prefix(String),
    /// `SameSite=None` without `Secure`.
    SameSiteNoneInsecure,
    /// A `SameSite` cookie from an answer to a request of another site.
    CrossSite,
}

impl fmt::Display for CookieError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CookieError::Malformed => {
                f.write_str("it has no name and no value, or holds a control character")
            }
            CookieError::TooLong => f.write_str("it is longer than 4096 bytes"),
            CookieError::PublicSuffix(domain) => {
                write!(f, "its domain {domain} is shared by unrelated sites")
            }
            CookieError::ForeignDomain(domain) => {
                write!(f, "its domain {domain} is not the host that set it")
            }
            CookieError::InsecureOrigin => {
                f.write_str("it is Secure but the connection is not encrypted")
            }
            CookieError::ShadowsSecure => f.write_str(
                "it would replace a Secure cookie from a connection that is not encrypted",
            ),
            CookieError::Prefix(name) => write!(
                f,
                "its name {name} promises attributes that it does not have"
            ),
            CookieError::SameSiteNoneInsecure => f.write_str("SameSite=None needs Secure"),
            CookieError::CrossSite => {
                f.write_str("it is SameSite and another site started the request")
            }
        }
    }
}

impl std::error::Error for CookieError {}

//! What a caller asks of the network: [`Request`], and the bounds put on it: [`Limits`].

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;
use url::Url;

pub use reqwest::Method;

/// Who asked for a request.
///
/// It decides which `SameSite` cookies are sent and whether a `file:` URL may be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Initiator {
    /// A person or program typed the address: everything they may see, they may ask for.
    User,
    /// The page at this URL asked, through a link, a form or a refresh.
    Page(Url),
}

/// What the answer will be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// It becomes the document of the tab: `SameSite=Lax` cookies may go along from other sites.
    #[default]
    TopLevel,
    /// It becomes part of a page (a frame, an image): only same-site requests carry `SameSite` cookies.
    Nested,
}

/// How caches on the way are to be treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheMode {
    /// An ordinary request. surefoot itself caches nothing.
    #[default]
    Default,
    /// A reload: sends `Cache-Control: no-cache` so that proxies ask the origin again.
    Reload,
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The `Content-Type` header to send with it.
    pub content_type: String,
    /// The bytes. Cheap to clone, since a 307 redirect sends them again.
    pub bytes: Bytes,
}

/// One thing to fetch.
#[derive(Debug, Clone)]
pub struct Request {
    /// The HTTP method. Ignored for URLs that are not `http:` or `https:`.
    pub method: Method,
    /// The address. A user name and password in it become an `Authorization` header and never travel in the URL.
    pub url: Url,
    /// The body, if any.
    pub body: Option<Body>,
    /// The page to name in `Referer`, under the policy `strict-origin-when-cross-origin`. `None` sends none
    /// (`rel=noreferrer`).
    pub referrer: Option<Url>,
    /// Who asked.
    pub initiator: Initiator,
    /// What for.
    pub purpose: Purpose,
    /// Whether this is a reload.
    pub cache: CacheMode,
}

impl Request {
    /// A GET typed by the user.
    pub fn get(url: Url) -> Request {
        Request {
            method: Method::GET,
            url,
            body: None,
            referrer: None,
            initiator: Initiator::User,
            purpose: Purpose::TopLevel,
            cache: CacheMode::Default,
        }
    }

    /// A GET asked for by the page at `page`, which is also the referrer.
    pub fn from_page(url: Url, page: &Url) -> Request {
        Request {
            referrer: Some(page.clone()),
            initiator: Initiator::Page(page.clone()),
            ..Request::get(url)
        }
    }
}

/// What to do with a body that is still coming when the deadline is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnTimeout {
    /// Answer with [`NetErrorKind::Timeout`](super::NetErrorKind::Timeout).
    #[default]
    Fail,
    /// Answer with what has arrived, `complete` false and a note. Without a status line it is an error all the same.
    KeepPartial,
}

/// Bounds on one exchange, redirects included.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Most bytes of decoded body to accept.
    pub max_body: u64,
    /// When everything (name lookup, connection, redirects, body) must be done.
    pub deadline: Instant,
    /// Most redirects to follow.
    pub max_redirects: u32,
    /// What happens to a body that is cut off by the deadline.
    pub on_timeout: OnTimeout,
}

impl Limits {
    /// The default of [`Limits::max_body`]: 32 MiB.
    pub const DEFAULT_MAX_BODY: u64 = 32 * 1024 * 1024;
    /// The default of [`Limits::max_redirects`], as browsers have it.
    pub const DEFAULT_MAX_REDIRECTS: u32 = 20;

    /// The default limits, with a deadline `timeout` from now.
    ///
    /// ```
    /// # use std::time::Duration;
    /// let limits = surefoot_native::net::Limits::within(Duration::from_secs(30));
    /// assert_eq!(limits.max_redirects, 20);
    /// ```
    pub fn within(timeout: Duration) -> Limits {
        let now = Instant::now();
        // A timeout beyond what the clock can express is "never": a year is.
        let deadline = now
            .checked_add(timeout)
            .unwrap_or_else(|| now + Duration::from_hours(8760));
        Limits {
            max_body: Limits::DEFAULT_MAX_BODY,
            deadline,
            max_redirects: Limits::DEFAULT_MAX_REDIRECTS,
            on_timeout: OnTimeout::Fail,
        }
    }
}

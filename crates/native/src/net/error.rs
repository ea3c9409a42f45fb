//! [`NetError`]: why nothing came back, in words that name the address, the reason and the next step.

use std::fmt;

use url::Url;

/// What went wrong, for callers that decide by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NetErrorKind {
    /// The deadline was reached.
    Timeout,
    /// No connection: refused, reset before an answer, or no route.
    Connect,
    /// The host name has no address.
    Dns,
    /// The encrypted connection could not be made, or its certificate is not trusted.
    Tls,
    /// A redirect led back to a request already made.
    RedirectLoop,
    /// More redirects than allowed.
    TooManyRedirects,
    /// The body is larger than allowed.
    TooLarge,
    /// The address cannot be read as a URL, or lacks what its scheme needs.
    InvalidUrl,
    /// A URL scheme this engine does not fetch.
    UnsupportedScheme,
    /// A `file:` URL that the one who asked may not read.
    FileNotAllowed,
    /// A `file:` URL that names nothing.
    FileNotFound,
    /// A file that cannot be read or written: permissions, not a regular file, disk full.
    File,
    /// What the server sent is not HTTP.
    Protocol,
    /// The client was configured with something it cannot use.
    Config,
}

/// A request that failed.
///
/// [`fmt::Display`] gives one sentence without a final period that names the address and the reason; [`NetError::hint`] the next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetError(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    kind: NetErrorKind,
    url: Option<String>,
    message: String,
    hint: Option<String>,
}

impl NetError {
    pub(crate) fn new(kind: NetErrorKind, message: impl Into<String>) -> NetError {
        NetError(Box::new(Inner {
            kind,
            url: None,
            message: message.into(),
            hint: None,
        }))
    }

    /// An error about `url`; `reason` is put behind it: `http://… : reason`.
    pub(crate) fn about(kind: NetErrorKind, url: &Url, reason: impl fmt::Display) -> NetError {
        let url = display_url(url);
        let mut error = NetError::new(kind, format!("{url}: {reason}"));
        error.0.url = Some(url);
        error
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> NetError {
        self.0.hint = Some(hint.into());
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> NetErrorKind {
        self.0.kind
    }

    /// The address concerned, shortened for display and without its password.
    pub fn url(&self) -> Option<&str> {
        self.0.url.as_deref()
    }

    /// What to do about it, if there is something to say.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for NetError {}

/// Most characters of a URL in a message; data: URLs can be megabytes.
const MAX_URL_CHARS: usize = 200;

/// A URL fit for a message: without password, and short. A serialised URL is ASCII, so it cannot hold control characters.
pub(crate) fn display_url(url: &Url) -> String {
    let hidden;
    let shown = if url.password().is_some() {
        let mut copy = url.clone();
        // Fails only for URLs without a host, which have no password.
        let _ = copy.set_password(Some("***"));
        hidden = copy;
        hidden.as_str()
    } else {
        url.as_str()
    };
    match shown.char_indices().nth(MAX_URL_CHARS) {
        Some((end, _)) => format!("{}...", &shown[..end]),
        None => shown.to_owned(),
    }
}

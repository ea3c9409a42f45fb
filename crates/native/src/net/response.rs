//! What came back: [`Response`].

use reqwest::header::{HeaderMap, HeaderName};
use url::Url;

use super::request::Method;

/// One redirect that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// The address that answered with the redirect.
    pub url: Url,
    /// Its status: 301, 302, 303, 307 or 308.
    pub status: u16,
}

/// The answer to a [`Request`](super::Request), after redirects and decoding.
#[derive(Debug, Clone)]
pub struct Response {
    /// The final address. The fragment of the request is carried over redirects that name none.
    pub url: Url,
    /// The HTTP status; `None` for `file:`, `data:` and `about:`.
    pub status: Option<u16>,
    /// The standard phrase for the status, such as `Not Found`; empty where there is none.
    pub status_text: String,
    /// The headers of the final answer. `file:` and `data:` answers carry a `content-type`.
    pub headers: HeaderMap,
    /// The redirects followed, in order.
    pub redirects: Vec<Hop>,
    /// The body, with content codings removed.
    pub body: Vec<u8>,
    /// False when the body ends early: the connection broke, the coding was damaged, or the deadline was reached and the
    /// caller wanted what there was. The reason is in `notes`.
    pub complete: bool,
    /// Things the user should be told, as sentences without a final period.
    pub notes: Vec<String>,
    /// The method of the last request: a redirect can turn POST into GET.
    pub method: Method,
}

impl Response {
    /// The value of a header as text, if it is there and is text. Bytes above 0x7F are read as UTF-8, which is what servers that
    /// break the rule send.
    pub fn header(&self, name: &HeaderName) -> Option<String> {
        header_text(&self.headers, name)
    }

    /// The last `Content-Type` header.
    pub fn content_type(&self) -> Option<String> {
        // Fetch, "extract a MIME type": of several headers the last one that parses wins.
        self.headers
            .get_all(reqwest::header::CONTENT_TYPE)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .rfind(|v| v.contains('/'))
            .map(str::to_owned)
    }
}

/// The first value of header `name` as text, invalid UTF-8 replaced.
pub(crate) fn header_text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers
        .get(name)
        .map(|v| String::from_utf8_lossy(v.as_bytes()).trim().to_owned())
}

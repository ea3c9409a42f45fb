//! The network below the native engine: from a [`Request`] to bytes, headers and the final URL.
//!
//! The nouns: a [`Client`] holds the connection pool that all sessions share; a [`CookieJar`] is what one session
//! remembers; a [`Request`] says what is wanted and who asked for it ([`Initiator`]), because that decides which cookies
//! travel and whether a `file:` URL may be read; [`Limits`] bound the time and memory one exchange may take; a
//! [`Response`] is what came back after all redirects. Everything that can go wrong is a [`NetError`] whose message a
//! person or a model can act on.
//!
//! Redirects, cookies and content codings are handled here and not by the HTTP library, because all three are
//! visible to the user: each redirect is reported, each hop is checked again, and a body that breaks in its middle
//! is still worth showing.
//!
//! The operations: `Client::new(ClientConfig) -> Result<Client, NetError>`;
//! `client.fetch(&CookieJar, Request, &Limits) -> Result<Response, NetError>` (async);
//! `client.fetch_to_file(&CookieJar, Request, &Limits, &Path) -> Result<Download, NetError>` (async; the path is a directory);
//! `client.save(&Response, &Path) -> Result<Download, NetError>` (async, for a response that turns out to be a download);
//! `sniff(&Response) -> Sniffed`; `is_attachment(&Response) -> bool`;
//! `CookieJar::{new, list, set, remove, clear}`.
//!
//! Turning the bytes into text is the work of [`crate::text`]; saying what kind of thing they are, of `sniff`.

mod config;
mod cookie;
mod error;
mod kind;
mod request;
mod response;

pub use config::{ClientConfig, ProxyMode};
pub use cookie::{Cookie, CookieError, SameSite};
pub use error::{NetError, NetErrorKind};
pub use kind::{ArchiveKind, ContentKind, ImageFormat, ImageInfo, PdfInfo, Sniffed};
pub use request::{Body, CacheMode, Initiator, Limits, Method, OnTimeout, Purpose, Request};
pub use response::{Hop, Response};

/// The header map of a [`Response`]; the type of the `http` crate.
pub use reqwest::header::HeaderMap;

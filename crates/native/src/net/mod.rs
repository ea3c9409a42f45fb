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
//! Turning the bytes into text is the work of [`crate::text`]; saying what kind of thing they are, of [`sniff`](fn@sniff).

mod body;
mod classify;
mod client;
mod config;
mod cookie;
mod decode;
mod dns;
mod download;
mod error;
mod exchange;
mod filename;
mod image;
mod kind;
mod listing;
mod local;
mod pdf;
mod proxy;
mod redirect;
mod referrer;
mod request;
mod response;
mod site;
mod sniff;
mod tls;

pub use client::Client;
pub use config::{ClientConfig, ProxyMode};
pub use cookie::{Cookie, CookieError, CookieJar, SameSite};
pub use download::Download;
pub(crate) use error::display_url;
pub use error::{NetError, NetErrorKind};
pub use exchange::Exchange;
pub use kind::{ArchiveKind, ContentKind, ImageFormat, ImageInfo, PdfInfo, Sniffed};
pub use request::{Body, CacheMode, Initiator, Limits, Method, OnTimeout, Purpose, Request};
pub use response::{Hop, Response};
pub use site::same_site;
pub use sniff::{is_attachment, sniff};

/// The header map of a [`Response`]; the type of the `http` crate.
pub use reqwest::header::HeaderMap;

//! A thin client of the DevTools protocol, which Chromium and its relatives speak.
//!
//! Five nouns. A [`Transport`] carries messages: a pipe to a browser that [`launch`] starts, or a WebSocket to one that
//! runs already ([`connect`]). A [`Client`] is a connection over one. A [`Session`] is the client's attachment to one
//! target (the browser, a page, a frame in a process of its own, a worker); all sessions share the connection. A
//! [`Call`] is a command under way: it is sent when it is made, so many can be under way at once, and it always ends,
//! by its deadline at the latest. [`Events`] is a subscription.
//!
//! Everything that can end, ends at once for everyone who waits: calls under way are answered with
//! [`Closed`](ErrorKind::Closed) when the browser goes, with [`Crashed`](ErrorKind::Crashed) when the renderer behind
//! their session does, and with [`Detached`](ErrorKind::Detached) when the session does. A page that hangs costs its
//! own calls a [`Timeout`](ErrorKind::Timeout), and nobody else anything. A subscription that is not read holds a
//! bounded amount of memory (see [`Events`]).
//!
//! The types in [`protocol`] are generated, of what is used alone; [`Session::call_raw`] sends any other command, and
//! answers bytes where a reply is large enough that its reader wants to borrow from it.
//!
//! ```no_run
//! use std::process::Command;
//! use surefoot_cdp::{Client, Config, Framing, launch, protocol::{runtime, target}};
//!
//! # async fn example() -> Result<(), surefoot_cdp::Error> {
//! let mut browser = Command::new("/usr/lib/chromium/chromium-headless-shell");
//! browser.arg("--no-first-run");
//! let (_child, transport) = launch(browser, Framing::Json)?;
//! let client = Client::start(transport, Config::new());
//!
//! let page = client.root().call(&target::CreateTarget::new("https://example.com/")).await?;
//! let session = client.attach(&page.target_id).await?;
//! let title = session.call(&runtime::Evaluate::new("document.title")).await?;
//! println!("{:?}", title.result.value);
//! # Ok(()) }
//! ```
//!
//! The crate knows nothing of surefoot, and no page: which browser to start with which switches, and what to do with
//! it, is for its callers.
//!
//! Known limits: typed replies nest at most 128 deep (`DOM.getDocument` of a deeper page is a
//! [`Decode`](ErrorKind::Decode) error; `call_raw` has no such limit); no TLS; launching needs a Unix system.

mod attach;
mod call;
mod cbor;
mod client;
mod command;
mod config;
mod connect;
mod error;
mod event;
mod launch;
mod message;
pub mod protocol;
mod router;
mod tasks;
mod transport;
mod wire;

pub use attach::{Attached, Attachment, Attachments, Following, Start};
pub use call::Call;
pub use client::{Client, Session};
pub use command::{Command, Empty, Event};
pub use config::Config;
pub use connect::{Endpoint, connect};
pub use error::{Error, ErrorKind};
pub use event::{Events, Interest, RawEvent};
pub use launch::launch;
pub use transport::{Framing, Transport};

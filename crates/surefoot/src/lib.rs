//! surefoot: the layer between a language-model agent and the web.
//!
//! It turns a page into a short text in which everything that can be read or acted on has a **ref**, and turns `click 5`
//! back into an action on exactly that element. This crate is what a Rust program depends on; the parts are crates of
//! their own, re-exported here as modules.
//!
//! Reading markup that is at hand needs no session, no I/O and cannot fail:
//!
//! ```
//! use surefoot::{Format, read_html, render};
//!
//! let snapshot = read_html("<title>Hi</title><h1>Hello</h1><button>Go</button>", "https://example.com/");
//! assert_eq!(render(Format::Compact, &snapshot), "Page: \"Hi\"\n\n1: heading \"Hello\"\n2: button \"Go\"\n");
//! ```
//!
//! A session goes places and acts:
//!
//! ```
//! use std::time::{Duration, Instant};
//! use surefoot::{Answer, Bounds, Command, Format, Session, Settings, Shared, SnapshotRequest};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let bounds = || Bounds::until(Instant::now() + Duration::from_secs(30));
//! let mut session = Session::new("default", Settings::default(), &Shared::new()?).await?;
//! let url = "data:text/html,<label>Name <input></label>".to_owned();
//! session.run(Command::Open { url }, bounds()).await?;
//! session.run(Command::Snapshot(SnapshotRequest::new(Format::Compact)), bounds()).await?;
//! let fill = Command::Fill { target: "1".to_owned(), text: "Ada".to_owned() };
//! let Answer::Action(answer) = session.run(fill, bounds()).await? else { unreachable!() };
//! assert_eq!(answer.effects.value.as_deref(), Some("Ada"));
//! # Ok::<(), surefoot::Error>(())
//! # }).unwrap();
//! ```

pub use surefoot_aria as aria;
pub use surefoot_engine as engine;
pub use surefoot_locate as locate;
pub use surefoot_page as page;
pub use surefoot_session as session;
pub use surefoot_snapshot as snapshot;
pub use surefoot_view as view;

pub use surefoot_engine::{Error, ErrorKind};
pub use surefoot_session::{
    ActionAnswer, Answer, Around, Bounds, Command, Cookies, DEFAULT_MAX_BODY, DialogCommand,
    Effects, EngineChoice, Get, IsState, LaunchOptions, Session, Set, Settings, Shared,
    SnapshotAnswer, SnapshotRequest, TabCommand, WaitFor,
};
pub use surefoot_snapshot::{Item, Snapshot};
pub use surefoot_view::Format;

use surefoot_snapshot::{Numbering, RefPolicy, Registry};

/// What can be read or acted on in markup that is at hand, shown as if it stood at `url`. Refs count from 1. Scripts do
/// not run, and nothing is loaded. Whatever the markup is, there is a result.
pub fn read_html(html: &str, url: &str) -> Snapshot {
    let page = surefoot_native::dom::parse_html(html, url);
    let mut snapshot = surefoot_snapshot::outline(&surefoot_aria::Semantics::new(&page));
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
    snapshot
}

/// A snapshot as text.
pub fn render(format: Format, snapshot: &Snapshot) -> String {
    let meta = surefoot_view::Meta {
        timestamp: std::time::SystemTime::now(),
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    };
    surefoot_view::render(format, snapshot, &meta)
}

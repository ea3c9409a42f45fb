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
    ActionAnswer, Annotate, Answer, Around, Bounds, Command, Cookies, DEFAULT_MAX_BODY,
    DialogCommand, Effects, EngineChoice, Extent, Get, IsState, LaunchOptions, PictureFormat, Save,
    ScreenshotAnswer, ScreenshotRequest, Session, Set, Settings, Shared, SnapshotAnswer,
    SnapshotRequest, TabCommand, WaitFor,
};
pub use surefoot_snapshot::{Item, RefPolicy, Region, Snapshot};
pub use surefoot_view::dom::{DomElement, DomSnapshot, PageMeta};
pub use surefoot_view::nodes::{IdMap, Node, Nodes, TextSnapshot};
pub use surefoot_view::{Addresses, Format, RefEntry, RefMap, Style};

use surefoot_snapshot::{Numbering, Registry};

/// What can be read or acted on in markup that is at hand, shown as if it stood at `url`. Refs count from 1. Scripts do
/// not run, and nothing is loaded. Whatever the markup is, there is a result.
pub fn read_html(html: &str, url: &str) -> Snapshot {
    let page = surefoot_native::dom::parse_html(html, url);
    let mut snapshot = surefoot_snapshot::outline(&surefoot_aria::Semantics::new(&page));
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
    snapshot
}

/// The same as the first reference document has it: flat, refs counting from 1 in the order of the elements.
///
/// ```
/// let dom = surefoot::read_dom(
///     "<title>Login</title><input placeholder='Email address'><button disabled>Sign in</button>",
///     "https://example.com/login",
/// );
/// assert_eq!((dom.elements[1].ref_id, dom.elements[1].role.as_str()), (2, "button"));
/// assert!(!dom.elements[1].enabled && dom.elements[1].bounds.is_none());
/// assert_eq!(
///     dom.to_agent_text(),
///     "Page: \"Login\" (https://example.com/login)\n\n\
///      @e1    [textbox]    \"\" placeholder=\"Email address\"\n\
///      @e2    [button]     \"Sign in\" [DISABLED]\n"
/// );
/// ```
pub fn read_dom(html: &str, url: &str) -> DomSnapshot {
    let page = surefoot_native::dom::parse_html(html, url);
    let semantics = surefoot_aria::Semantics::new(&page);
    let mut snapshot = surefoot_snapshot::outline(&semantics);
    let facts = surefoot_snapshot::PageFacts::new(&semantics, &snapshot);
    snapshot.facts = Some(std::sync::Arc::new(facts));
    let mut shown = surefoot_view::arranged(Format::List, &snapshot).into_owned();
    Registry::new(RefPolicy::Stable).assign(&mut shown, Format::List.numbering());
    DomSnapshot::new(&shown, &meta())
}

/// What each ref of a snapshot means, as the second reference document has it.
///
/// ```
/// let snapshot = surefoot::read_html("<button>Save</button>", "https://example.com/");
/// let refs = surefoot::ref_map(&snapshot);
/// assert_eq!(refs.get("@e1").map(|entry| entry.name.as_str()), Some("Save"));
/// ```
pub fn ref_map(snapshot: &Snapshot) -> RefMap {
    surefoot_view::json::tree_data(snapshot, &meta()).refs
}

/// The text of a snapshot, what its numbers mean, and the tree of its lines, as the fourth reference document has them.
///
/// ```
/// let snapshot = surefoot::read_html("<nav><a href=/>Home</a> <a href=/news>News</a></nav>", "https://example.com/");
/// let text = surefoot::text_snapshot(&snapshot);
/// assert_eq!(text.text, "1: navigation\n  2: link \"Home\"\n  3: link \"News\"\n");
/// assert_eq!(text.id_map.get(3), Some(snapshot.items[2].key));
/// let (at, menu) = text.nodes.roots().next().ok_or("a menu")?;
/// assert_eq!((menu.role.as_str(), text.nodes.children(at).count()), ("navigation", 2));
/// # Ok::<(), &str>(())
/// ```
pub fn text_snapshot(snapshot: &Snapshot) -> TextSnapshot {
    TextSnapshot::new(snapshot, &meta())
}

/// A snapshot as text.
pub fn render(format: Format, snapshot: &Snapshot) -> String {
    surefoot_view::render(format, snapshot, &meta())
}

fn meta() -> surefoot_view::Meta<'static> {
    surefoot_view::Meta {
        timestamp: std::time::SystemTime::now(),
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    }
}

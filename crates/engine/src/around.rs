//! What is around a page: its dialogs, its console, its requests, cookies and storage.

use std::time::SystemTime;

/// What a dialog of a page is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DialogKind {
    /// Says something.
    Alert,
    /// Asks yes or no.
    Confirm,
    /// Asks for a text.
    Prompt,
    /// Asks whether the page may be left.
    BeforeUnload,
}

/// A dialog of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialog {
    /// What it is.
    pub kind: DialogKind,
    /// What it says.
    pub message: String,
    /// What a prompt proposes.
    pub proposal: Option<String>,
    /// The URL of the document that opened it.
    pub url: String,
    /// Whether it waits for [`Tab::answer_dialog`](crate::Tab::answer_dialog). One that only says something is closed
    /// as it comes.
    pub waits: bool,
}

/// The answer to a dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DialogAnswer {
    /// Yes; of a prompt with this text, or with what it proposes.
    Accept(Option<String>),
    /// No.
    Dismiss,
}

/// How much a message of the console matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// For who looks for a fault.
    Debug,
    /// Said by the way.
    Info,
    /// May go wrong.
    Warning,
    /// Went wrong.
    Error,
}

/// A message of a page's console, or an error nobody caught.
#[derive(Clone, PartialEq, Debug)]
pub struct ConsoleMessage {
    /// How much it matters.
    pub level: Level,
    /// Whether it is an error that no script caught.
    pub uncaught: bool,
    /// What it says.
    pub text: String,
    /// The URL of the script, if it is known.
    pub url: Option<String>,
    /// The line in it, from 1.
    pub line: Option<u32>,
    /// When.
    pub at: SystemTime,
}

/// A request of a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Counts the requests of the tab, from 1.
    pub number: u64,
    /// Such as `GET`.
    pub method: String,
    /// Where to.
    pub url: String,
    /// What for, in the words of DevTools, in lower case: `document`, `script`, `xhr`, `fetch`, `image` …
    pub kind: String,
    /// The HTTP status of its response, once there is one.
    pub status: Option<u16>,
    /// The content type of its response.
    pub mime: Option<String>,
    /// Bytes that came, once all did.
    pub size: Option<u64>,
    /// Why it failed, if it did.
    pub failure: Option<String>,
    /// How long it took, in milliseconds; `None` while it is under way.
    pub took_ms: Option<f64>,
}

/// To which sites' requests a cookie is added (RFC 6265bis, 5.6.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SameSite {
    /// Only the same site's.
    Strict,
    /// Besides, when a user goes there from elsewhere.
    Lax,
    /// All.
    None,
}

/// A cookie.
#[derive(Clone, PartialEq, Debug)]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its host, with a dot before it where it is for hosts below as well.
    pub domain: String,
    /// Its path.
    pub path: String,
    /// When it ends, in seconds since 1970; `None`: with the session.
    pub expires: Option<f64>,
    /// Whether scripts cannot see it.
    pub http_only: bool,
    /// Whether it is for https only.
    pub secure: bool,
    /// To which sites' requests it is added; `None`: not said.
    pub same_site: Option<SameSite>,
}

/// Which storage of an origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StorageKind {
    /// `localStorage`.
    Local,
    /// `sessionStorage`.
    Session,
}

/// Something done to the storage of the main document's origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Answer all entries, or the one of this key.
    Get(Option<String>),
    /// Set an entry.
    Set(String, String),
    /// Remove the entry of this key; `None`: all.
    Remove(Option<String>),
}

/// Something read of a page by its engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// The title of the main document.
    Title,
    /// The markup inside an element; `None`: of the whole document.
    Html(Option<surefoot_page::NodeKey>),
    /// An attribute, by its name.
    Attribute(surefoot_page::NodeKey, String),
    /// Computed styles, as lines `name: value`: those named, or those that say most.
    Styles(surefoot_page::NodeKey, Vec<String>),
}

/// The answer to a [`Reading`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// All there is of it stands in the captured page.
    InPage,
    /// It is not there.
    Absent,
    /// Here it is.
    Text(String),
}

/// How a document is put on paper. Lengths are inches.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// All four margins.
    pub margin: f64,
    /// Whether it lies on its side.
    pub landscape: bool,
    /// Whether backgrounds are printed.
    pub background: bool,
    /// How large the content is drawn; 1 is its own size.
    pub scale: f64,
    /// Which pages, as `1-3, 5`; empty: all.
    pub pages: String,
}

impl Default for Paper {
    /// A4, upright, with a centimeter of margin and backgrounds.
    fn default() -> Paper {
        Paper {
            width: 8.27,
            height: 11.69,
            margin: 0.394,
            landscape: false,
            background: true,
            scale: 1.0,
            pages: String::new(),
        }
    }
}

//! What an engine saw happen.

use std::path::PathBuf;

use surefoot_page::NodeKey;

use crate::{Dialog, Tab};

/// How the document changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NavigationKind {
    /// A new document was loaded.
    Document,
    /// The same document, at another fragment of it.
    Fragment,
    /// A document of the history, kept as it was left, with its refs.
    Restored,
}

/// What a document is, by its content type and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ContentKind {
    /// HTML or XHTML.
    Html,
    /// Another XML vocabulary, SVG included.
    Xml,
    /// JSON.
    Json,
    /// Other text.
    Text,
    /// A picture.
    Image,
    /// A PDF document.
    Pdf,
    /// Sound or moving pictures.
    Media,
    /// Anything else: shown as what it is, not as text.
    Binary,
}

/// What was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// What it is.
    pub kind: ContentKind,
    /// The content type, without parameters: `text/html`.
    pub mime: String,
    /// More about it where it is not HTML, in words: `PNG image, 640x480`.
    pub about: Option<String>,
    /// Its size in bytes, decoded.
    pub size: u64,
}

/// A step of a chain of redirects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hop {
    /// Where it was asked.
    pub url: String,
    /// The HTTP status that sent it on.
    pub status: u16,
}

/// The tab went somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Navigation {
    /// Where it is now, fragment included.
    pub url: String,
    /// How the document changed.
    pub kind: NavigationKind,
    /// The HTTP status of the document; `None` where there was no HTTP.
    pub status: Option<u16>,
    /// The redirects on the way.
    pub redirects: Vec<Hop>,
    /// What was loaded.
    pub content: Content,
    /// What else should be known.
    pub notes: Vec<Note>,
}

/// A kind of [`Note`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NoteKind {
    /// The page shows or does little without running its scripts.
    NeedsScripts,
    /// The document broke off before its end.
    Incomplete,
    /// Something of the page was not looked at, because it went past a limit.
    LimitReached,
    /// A frame of the page could not be loaded.
    FrameFailed,
    /// The page wants to go elsewhere after a while.
    RefreshPending,
    /// Something of the page is still being loaded.
    StillLoading,
    /// Anything else.
    Other,
}

/// Something worth knowing that is neither an effect nor an error. Its text may quote the page: escape it when printing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// In words.
    pub text: String,
}

/// A file that was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Download {
    /// Where it lies.
    pub path: PathBuf,
    /// The URL it came from.
    pub url: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its content type.
    pub mime: String,
}

/// A control whose value stops the form from being submitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Validation {
    /// The control.
    pub node: NodeKey,
    /// What the browser would say about it.
    pub message: String,
}

/// What an action was observed to do, as far as the engine can tell by itself. That the page's content changed is
/// found by comparing captures, not told here.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The tab went somewhere.
    pub navigation: Option<Navigation>,
    /// Tabs that were opened, first one first.
    pub opened: Vec<Box<dyn Tab>>,
    /// Files that were saved.
    pub downloads: Vec<Download>,
    /// Controls that stopped a form from being submitted.
    pub validation: Vec<Validation>,
    /// Dialogs that came, answered or not.
    pub dialogs: Vec<Dialog>,
    /// Whether the page has opened a file chooser, which waits for files; whether it takes several.
    pub chooser: Option<FileChooser>,
    /// Where the page or the container acted on is scrolled to now, if that changed.
    pub scrolled: Option<Scrolled>,
    /// What the control acted on holds now, where it holds something. Passwords too: mask it when printing.
    pub value: Option<String>,
    /// What has the focus now, if that changed.
    pub focus: Option<NodeKey>,
    /// What else should be known.
    pub notes: Vec<Note>,
}

/// A file chooser that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileChooser {
    /// The input it belongs to, if it is known.
    pub node: Option<NodeKey>,
    /// Whether it takes several files.
    pub multiple: bool,
}

/// Where something is scrolled to, and how much is left, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scrolled {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How much is left to the right.
    pub right: f64,
    /// How much is left below.
    pub below: f64,
}

impl From<Navigation> for Outcome {
    fn from(navigation: Navigation) -> Outcome {
        Outcome {
            navigation: Some(navigation),
            ..Outcome::default()
        }
    }
}

impl From<Download> for Outcome {
    fn from(download: Download) -> Outcome {
        Outcome {
            downloads: vec![download],
            ..Outcome::default()
        }
    }
}

//! [`Answer`]: what a session answers. Plain data: the edge crates make text and JSON of it.

use std::path::PathBuf;
use std::sync::Arc;

use surefoot_engine::{
    Candidate, ConsoleMessage, Cookie, Dialog, Download, Navigation, Note, Request, Scrolled,
};
use surefoot_page::Rect;
use surefoot_snapshot::{Delta, Item, Snapshot};
use surefoot_view::{Format, Parsed, Style};

use crate::ReadAnswer;
use crate::flow::{Flow, ReplayAnswer};
use crate::{ComparedAnswer, ScreenshotAnswer};

/// The answer to a [`Command`](crate::Command).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made a command, and none is kept"
)]
pub enum Answer {
    /// The page.
    Snapshot(SnapshotAnswer),
    /// How the page differs from a snapshot that was saved.
    Diff(Box<DiffAnswer>),
    /// Something was done; this is what was observed.
    Action(ActionAnswer),
    /// What was read.
    Value(String),
    /// The text read in an element, which may have several lines.
    Text(String),
    /// A page of what was read, as Markdown.
    Read(ReadAnswer),
    /// What was found.
    Found(FoundAnswer),
    /// How many were counted.
    Count(usize),
    /// Whether it is so.
    Truth(bool),
    /// The tabs.
    Tabs(Vec<TabSummary>),
    /// What a script answered, as JSON.
    Json(String),
    /// Where an element is, in CSS pixels of the page.
    Box(Rect),
    /// Messages of the console.
    Console(Vec<ConsoleMessage>),
    /// Requests of the page.
    Requests(Vec<Request>),
    /// Cookies.
    Cookies(Vec<Cookie>),
    /// Entries of a storage.
    Entries(Vec<(String, String)>),
    /// The dialog that waits, if one does.
    Dialog(Option<Dialog>),
    /// A file that was written, and its size in bytes.
    Written(PathBuf, u64),
    /// A picture.
    Screenshot(Box<ScreenshotAnswer>),
    /// How two pictures differ.
    Compared(ComparedAnswer),
    /// It was done; in words what.
    Done(String),
    /// What was recorded.
    Recorded(Box<RecordedAnswer>),
    /// How a flow was replayed.
    Replayed(ReplayAnswer),
    /// An answer, and what else should be known.
    Noted(Box<Answer>, Vec<Note>),
}

/// A flow that was recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedAnswer {
    /// It.
    pub flow: Flow,
    /// The file it is to be written into, absolute; `None`: it is the answer.
    pub path: Option<PathBuf>,
    /// Whether a file that is there already is overwritten.
    pub overwrites: bool,
}

/// A page shown.
#[derive(Clone, PartialEq, Debug)]
pub struct SnapshotAnswer {
    /// What is shown, refs filled in.
    pub snapshot: Arc<Snapshot>,
    /// How it differs from what was shown before, where that was asked for and says less than all of it; with no lines
    /// if it does not differ.
    pub since: Option<Since>,
    /// The format asked for.
    pub format: Format,
    /// How it is to be written.
    pub style: Style,
    /// Whether only what can be acted on was asked for.
    pub interactive: bool,
    /// The engine's name.
    pub engine: &'static str,
    /// Counts the snapshots of the session, from 1.
    pub generation: u64,
    /// When the page was captured.
    pub timestamp: std::time::SystemTime,
    /// The HTTP status of the document, if it is 400 or more.
    pub error_status: Option<u16>,
    /// What else should be known.
    pub notes: Vec<Note>,
}

/// How a page differs from what was shown of it before.
#[derive(Clone, PartialEq, Debug)]
pub struct Since {
    /// What was shown.
    pub before: Arc<Snapshot>,
    /// How it differs.
    pub delta: Delta,
}

impl SnapshotAnswer {
    /// Whether it was compared with what was shown before, and nothing is different.
    pub fn is_unchanged(&self) -> bool {
        self.since.as_ref().is_some_and(|since| {
            since.delta.is_empty()
                && since.before.url == self.snapshot.url
                && since.before.title == self.snapshot.title
        })
    }

    /// How many refs it shows.
    pub fn refs(&self) -> usize {
        let items = self.snapshot.items.iter();
        items.filter(|item| item.reference.is_some()).count()
    }
}

/// How the page differs from a snapshot that was saved.
#[derive(Clone, PartialEq, Debug)]
pub struct DiffAnswer {
    /// The snapshot that was saved.
    pub before: Parsed,
    /// The page as it is now, as the same format shows it.
    pub after: Parsed,
    /// How they differ.
    pub delta: Delta,
    /// The format.
    pub format: Format,
}

/// What a target matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundAnswer {
    /// How many elements.
    pub count: usize,
    /// The first of them, in the order of the document. What snapshots do not show has no ref; its role is its tag.
    pub elements: Vec<Candidate>,
}

/// An element as an answer names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementLabel {
    /// Its ref, if it has been given one.
    pub reference: Option<u32>,
    /// Its role, as it is printed.
    pub role: String,
    /// Its name, or the text inside.
    pub name: String,
}

/// What was done, and what was observed afterwards.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionAnswer {
    /// What was done, in the past tense: `clicked`, `filled`, `pressed`.
    pub verb: &'static str,
    /// With what: the key that was pressed, the options that were chosen.
    pub argument: Option<String>,
    /// What it was done to.
    pub target: Option<ElementLabel>,
    /// Whether the element was found again after it had been replaced by an equal one.
    pub reattached: bool,
    /// What was observed.
    pub effects: Effects,
    /// The page afterwards, if that was asked for.
    pub snapshot: Option<Box<SnapshotAnswer>>,
}

/// What was observed after an action. All empty: nothing was.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    /// The tab went somewhere.
    pub navigation: Option<Navigation>,
    /// The URL, if it changed: before and after.
    pub url: Option<(String, String)>,
    /// The title, if it changed or the tab went somewhere.
    pub title: Option<String>,
    /// Tabs that were opened; the last one is the current one now.
    pub opened: Vec<TabSummary>,
    /// Tabs that closed themselves.
    pub closed: Vec<TabSummary>,
    /// Dialogs that came, answered or not.
    pub dialogs: Vec<Dialog>,
    /// Whether a file chooser waits for files: the control it belongs to, if that is known, and whether it takes several.
    pub chooser: Option<(Option<ElementLabel>, bool)>,
    /// Where the page or a part of it is scrolled to now.
    pub scrolled: Option<Scrolled>,
    /// Files that were saved.
    pub downloads: Vec<Download>,
    /// Controls that stopped the form from being submitted, with the browser's message.
    pub validation: Vec<(ElementLabel, String)>,
    /// Alerts and error texts the page shows now and did not show before.
    pub alerts: Vec<String>,
    /// What the control holds now. Passwords are masked.
    pub value: Option<String>,
    /// What was asked for, where the control now holds something else. Passwords are masked.
    pub value_asked: Option<String>,
    /// Whether the control is checked now.
    pub checked: Option<bool>,
    /// What has the focus now, if that changed.
    pub focus: Option<ElementLabel>,
    /// What was added to, removed from and changed on the page, if it is still the same document.
    pub changes: Option<ChangeSummary>,
    /// What else should be known.
    pub notes: Vec<Note>,
}

impl Effects {
    /// Whether nothing was observed. Notes are no effects.
    pub fn is_empty(&self) -> bool {
        Effects {
            notes: Vec::new(),
            ..self.clone()
        } == Effects::default()
    }
}

/// How the page differs from what it was before.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChangeSummary {
    /// How many elements came.
    pub added: usize,
    /// How many went.
    pub removed: usize,
    /// How many changed their name, value or states.
    pub changed: usize,
    /// How many stand elsewhere now.
    pub moved: usize,
    /// The first few, as lines: `+ @e12 listitem "Milk"`.
    pub lines: Vec<ChangeLine>,
}

/// One element that came, went or changed.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangeLine {
    /// `+`, `-` or `~`.
    pub sign: char,
    /// Whether it stands elsewhere now.
    pub moved: bool,
    /// The element, as it is now (as it was, if it went), with its ref if it has one.
    pub item: Item,
}

/// A tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TabSummary {
    /// Its number, from 1; it is never given to another tab of the session.
    pub number: u32,
    /// Its URL.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Whether it is the current one.
    pub current: bool,
}

/// A session, as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionSummary {
    /// Its name.
    pub name: String,
    /// The engine's name.
    pub engine: &'static str,
    /// The URL of the current tab.
    pub url: String,
    /// How many tabs it has.
    pub tabs: usize,
    /// The process of its browser, if it has one.
    pub browser: Option<u32>,
}

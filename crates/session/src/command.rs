//! [`Command`]: everything a session can be asked, in the words agents know.
//!
//! Targets are text as the agent wrote it; [`surefoot_locate`] makes one element of it.

use std::path::PathBuf;
use std::time::Duration;

use surefoot_engine::{
    Clipboard, ColorScheme, Cookie, Credentials, DialogAnswer, Distance, LoadState, Modifiers,
    Mouse, MouseButton, Paper, Place, Point, Storage, StorageKind, Viewport,
};
use surefoot_snapshot::{RefPolicy, Region};
use surefoot_view::{Format, Parsed, Style};

use std::num::NonZeroU32;

use crate::{AfterFailure, Extent, Flow, ReadRequest, Save, ScreenshotRequest};

/// What a session is asked to do.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// Go to a URL. Relative file names were made absolute by whoever knows the user's folder.
    Open {
        /// The URL as typed; without a scheme `https://` is meant, or `http://` for this machine.
        url: String,
    },
    /// Show HTML that the user gave.
    OpenSource {
        /// The bytes.
        bytes: Vec<u8>,
        /// The URL it stands at.
        url: String,
    },
    /// Back in the history.
    Back,
    /// Forward in the history.
    Forward,
    /// Load the page again.
    Reload,
    /// Starts the engine anew, and opens the session's pages again.
    Restart,
    /// Show the page.
    Snapshot(SnapshotRequest),
    /// Compare the page with a snapshot that was saved.
    Diff {
        /// The snapshot.
        saved: Box<Parsed>,
        /// What to compare with it. The format is that of the snapshot that was saved.
        with: SnapshotRequest,
    },
    /// Click an element.
    Click {
        /// The element.
        target: String,
        /// The button.
        button: MouseButton,
        /// Keys held down.
        modifiers: Modifiers,
        /// 2 for a double click.
        count: u8,
        /// Where in the element, from the top left corner of its box; `None`: its middle.
        position: Option<Point>,
    },
    /// Click what is at a point of the tab's last picture.
    ClickAt {
        /// The point, in pixels of the picture.
        at: Point,
        /// The button.
        button: MouseButton,
        /// Keys held down.
        modifiers: Modifiers,
        /// 2 for a double click.
        count: u8,
    },
    /// Make a picture of the page.
    Screenshot(Box<ScreenshotRequest>),
    /// Compare a picture with the page.
    Compare {
        /// The picture's file, absolute.
        before: PathBuf,
        /// How much of the page: what is in view, or all of it.
        extent: Extent,
        /// Where the picture goes that shows where they differ.
        save: Save,
    },
    /// Move the pointer over an element.
    Hover {
        /// The element.
        target: String,
    },
    /// Give an element the focus.
    Focus {
        /// The element.
        target: String,
    },
    /// Bring an element into view.
    ScrollTo {
        /// The element.
        target: String,
    },
    /// Scroll a part of the page.
    Scroll {
        /// Something in it; `None`: the page itself.
        target: Option<String>,
        /// How far.
        by: Distance,
    },
    /// Drag an element onto another.
    Drag {
        /// What is dragged.
        from: String,
        /// Where it is dropped.
        to: String,
    },
    /// Press a key and keep it down, or release it.
    Key {
        /// The key.
        key: String,
        /// Whether it goes down.
        down: bool,
    },
    /// Do one thing with the mouse.
    Mouse(Mouse),
    /// Do something with the clipboard.
    Clipboard(Clipboard),
    /// Replace what a control holds.
    Fill {
        /// The control.
        target: String,
        /// What it shall hold.
        text: String,
    },
    /// Type text at the end of what a control holds.
    Type {
        /// The control; `None`: what has the focus.
        target: Option<String>,
        /// The text.
        text: String,
    },
    /// Press a key.
    Press {
        /// The element that gets it; `None`: what has the focus.
        target: Option<String>,
        /// The key or chord: `Enter`, `Control+a`.
        chord: String,
    },
    /// Select options of a list.
    Select {
        /// The list.
        target: String,
        /// Values or labels of the options.
        choices: Vec<String>,
    },
    /// Check or uncheck a control.
    SetChecked {
        /// The control.
        target: String,
        /// Whether it shall be checked.
        checked: bool,
    },
    /// Submit a form.
    Submit {
        /// The form or a control in it; `None`: the page's only form.
        target: Option<String>,
    },
    /// Choose files for a file input.
    Upload {
        /// The input.
        target: String,
        /// The files, absolute.
        files: Vec<PathBuf>,
    },
    /// Give files to the chooser that the page has opened.
    Choose {
        /// The files, absolute.
        files: Vec<PathBuf>,
    },
    /// Click an element and wait for the file that it downloads.
    Download {
        /// The element.
        target: String,
        /// Where the file goes: a folder or a file name, absolute; `None`: where downloads go.
        to: Option<PathBuf>,
    },
    /// List what a target matches.
    Find {
        /// The target.
        target: String,
    },
    /// Read the main part of the page, or an element, as Markdown.
    Read(ReadRequest),
    /// Read something.
    Get(Get),
    /// Test something.
    Is {
        /// What of it.
        state: IsState,
        /// The element.
        target: String,
    },
    /// Wait for something.
    Wait(WaitFor),
    /// Tabs.
    Tab(TabCommand),
    /// Dialogs of the page.
    Dialog(DialogCommand),
    /// Something around the page.
    Around(Around),
    /// Begin or end a recording.
    Record(RecordCommand),
    /// Do again what was recorded.
    Replay {
        /// It, with its secrets in place of their placeholders.
        flow: Box<Flow>,
        /// What happens after a step that fails.
        after: AfterFailure,
    },
}

/// What to do about recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordCommand {
    /// Begin.
    Start {
        /// Where the flow is to be written, absolute; `None`: said at the end.
        path: Option<PathBuf>,
        /// Whether a file that is there already is overwritten.
        overwrites: bool,
    },
    /// End, and answer the flow.
    Stop {
        /// Where it is to be written, absolute; `None`: as said at the start, else nowhere.
        path: Option<PathBuf>,
        /// Whether a file that is there already is overwritten.
        overwrites: bool,
    },
}

/// What to do about the dialog that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DialogCommand {
    /// Say whether there is one.
    Status,
    /// Answer it.
    Answer(DialogAnswer),
}

/// Something around the page: done to no element, and without looking at what it changes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Around {
    /// Run a script in the page and answer its result.
    Evaluate {
        /// The script; with an element a function that gets it.
        script: String,
        /// The element.
        target: Option<String>,
    },
    /// The messages of the console.
    Console {
        /// Only errors.
        errors: bool,
        /// Forget them, once they are answered.
        clear: bool,
    },
    /// The errors that no script caught.
    Errors {
        /// Forget them, with all messages of the console, once they are answered.
        clear: bool,
    },
    /// The requests of the page.
    Requests {
        /// Only those with this in their URL.
        filter: Option<String>,
        /// Forget them, once they are answered.
        clear: bool,
    },
    /// Cookies.
    Cookies(Cookies),
    /// Storage of the page's origin.
    Storage {
        /// Which.
        kind: StorageKind,
        /// What to do.
        what: Storage,
    },
    /// Change what the session was started with.
    Set(Set),
    /// Write the page into a PDF file.
    Pdf {
        /// Where it goes.
        save: Save,
        /// The paper.
        paper: Paper,
    },
}

/// What to do with cookies.
#[derive(Clone, PartialEq, Debug)]
pub enum Cookies {
    /// List them.
    List,
    /// Set one. Without a domain it is for the page's own host.
    Set(Cookie),
    /// Forget all.
    Clear,
}

/// What to change of a session's settings.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Set {
    /// The view.
    Viewport(Viewport),
    /// All that a device is known by, by its name.
    Device(String),
    /// The place.
    Place(Place),
    /// Whether there is no network.
    Offline(bool),
    /// Headers sent with every request.
    Headers(Vec<(String, String)>),
    /// Who is there, for servers that ask; `None`: nobody.
    Credentials(Option<Credentials>),
    /// Which colors the user prefers, and whether less motion; what is `None` stays.
    Media {
        /// The colors.
        scheme: Option<ColorScheme>,
        /// Whether less motion is preferred.
        reduced_motion: Option<bool>,
    },
    /// The `User-Agent`; `None`: the engine's own.
    UserAgent(Option<String>),
    /// The language.
    Locale(Option<String>),
    /// The time zone.
    Timezone(Option<String>),
    /// How refs are numbered.
    Refs(RefPolicy),
}

/// Which part of the page is shown, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct SnapshotRequest {
    /// The format.
    pub format: Format,
    /// Only what can be acted on, elements included that only their cursor, listener or tabindex makes interactive.
    pub interactive: bool,
    /// Without structure that has nothing of its own.
    pub compact: bool,
    /// Only so many levels.
    pub depth: Option<NonZeroU32>,
    /// Only what is inside this CSS selector or ref.
    pub scope: Option<String>,
    /// Only what is in these parts of the page; empty: in any.
    pub regions: Vec<Region>,
    /// Only this element, given as a target, with what holds it and what stands beside it.
    pub around: Option<String>,
    /// Only what is in view. It needs an engine with layout.
    pub in_view: bool,
    /// Only what is one of these, by the words for roles that formats print; empty: whatever it is.
    pub roles: Vec<&'static str>,
    /// Only what has this in it: see [`TextPattern`](surefoot_snapshot::TextPattern).
    pub text: Option<String>,
    /// What nobody can see, too.
    pub hidden: bool,
    /// No more than so many lines.
    pub lines: Option<NonZeroU32>,
    /// How refs are numbered; `None`: as the session has it.
    pub refs: Option<RefPolicy>,
    /// All of that, or what is different.
    pub show: Show,
    /// How it is written.
    pub style: Style,
    /// The most tokens it may be, as o200k counts them; `None`: any number. What is worth least is left out, with folds in
    /// its place.
    pub budget: Option<NonZeroU32>,
    /// Only what the fold of this ref stands for, or all of an element: nothing is left out of it, but it is shown in
    /// pages.
    pub expand: Option<String>,
    /// The page that is wanted of something that does not fit on one, from 1; `None`: what is worth least is left out
    /// instead, and of what is expanded the first page is shown.
    pub page: Option<NonZeroU32>,
}

/// How many tokens a snapshot may be for which nothing else is said. `json` formats are for programs, which want all.
pub fn default_budget(format: Format) -> Option<NonZeroU32> {
    match format {
        Format::Json => None,
        _ => NonZeroU32::new(8_000),
    }
}

/// The least budget: a page would be no more than a fold or two with less.
pub const LEAST_BUDGET: u32 = 100;

/// How much of the part that was asked for is shown.
///
/// The last two compare with the last snapshot of the tab that was shown. If nothing says which part of the page is
/// wanted, it is the part which that showed. Where there is nothing to compare with, because the tab shows another
/// document or another part was shown, all is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Show {
    /// All.
    #[default]
    Full,
    /// What is new, gone, changed or elsewhere; all, if that is shorter.
    Delta,
    /// All, unless it would read the same.
    IfChanged,
}

impl SnapshotRequest {
    /// The whole page in that format.
    pub fn new(format: Format) -> SnapshotRequest {
        SnapshotRequest {
            format,
            interactive: false,
            compact: false,
            depth: None,
            scope: None,
            regions: Vec::new(),
            around: None,
            in_view: false,
            roles: Vec::new(),
            text: None,
            hidden: false,
            lines: None,
            refs: None,
            show: Show::Full,
            style: Style::default(),
            budget: default_budget(format),
            expand: None,
            page: None,
        }
    }

    /// How the page differs from the last snapshot, in that format.
    pub fn delta(format: Format) -> SnapshotRequest {
        SnapshotRequest {
            show: Show::Delta,
            ..SnapshotRequest::new(format)
        }
    }

    /// Whether nothing says which part of the page is wanted.
    pub(crate) fn is_of_no_part(&self) -> bool {
        *self
            == SnapshotRequest {
                show: self.show,
                refs: self.refs,
                style: self.style,
                budget: self.budget,
                expand: self.expand.clone(),
                page: self.page,
                ..SnapshotRequest::new(self.format)
            }
    }

    /// The same part of the page as another request asks for.
    pub(crate) fn of_part(self, other: &SnapshotRequest) -> SnapshotRequest {
        SnapshotRequest {
            format: self.format,
            show: self.show,
            refs: self.refs,
            style: self.style,
            budget: self.budget,
            expand: self.expand,
            page: self.page,
            ..other.clone()
        }
    }

    /// Whether it asks for the same part of the page as another one.
    pub(crate) fn is_of_part(&self, other: &SnapshotRequest) -> bool {
        self.clone().of_part(other) == *self
    }
}

/// What to read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Get {
    /// The text a person would read in an element; `None`: in the page.
    Text(Option<String>),
    /// The markup inside an element; `None`: of the page.
    Html(Option<String>),
    /// What a control holds.
    Value(String),
    /// An attribute: the element, then the attribute's name.
    Attr(String, String),
    /// The title of the page.
    Title,
    /// Its URL.
    Url,
    /// How many elements a CSS selector matches.
    Count(String),
    /// Where an element is, in CSS pixels of the page.
    Box(String),
    /// A selector that matches an element and nothing else.
    Selector(String),
    /// Its computed styles: those named, or those that say most.
    Styles(String, Vec<String>),
}

/// What to test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IsState {
    /// Can be seen.
    Visible,
    /// Not disabled.
    Enabled,
    /// Checked.
    Checked,
}

/// What to wait for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WaitFor {
    /// An element that can be seen.
    Target(String),
    /// A text on the page.
    Text(String),
    /// A URL, as a pattern: `*` is anything but `/`, `**` anything.
    Url(String),
    /// The page to be loaded that far.
    Load(LoadState),
    /// A script's result to be true.
    Function(String),
    /// An element not to be seen any more.
    Gone(String),
    /// Time to pass.
    Time(Duration),
}

/// What to do with tabs, which are numbered from 1 in the order they were opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TabCommand {
    /// List them.
    List,
    /// Open one, at a URL if one is given, and go to it.
    New(Option<String>),
    /// Go to that one.
    Switch(u32),
    /// Close that one; `None`: the current one.
    Close(Option<u32>),
}

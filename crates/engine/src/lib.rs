//! What an engine is: the two traits every engine implements, what can be asked of it, and what it answers.
//!
//! The nouns:
//! - [`Engine`]: one isolated browsing context (its own cookies and storage). A session owns one.
//! - [`Tab`]: one page in it, with its history. It captures a [`Page`] and performs [`Action`]s.
//! - [`Outcome`] and [`Navigation`]: what an engine saw happen. An engine reports only what it observed; what it cannot
//!   do it refuses with [`ErrorKind::Unsupported`], it never acknowledges it.
//! - [`Error`]: an [`ErrorKind`] (the stable code), a message that a model can act on, a hint, and candidates.
//!
//! No protocol's words appear here: an engine may be a browser, a parser, or something in-process.

mod action;
mod around;
mod capabilities;
mod error;
mod outcome;
mod picture;
mod upload;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_page::{NodeKey, Page};

pub use action::{
    Action, Choice, Clipboard, Destination, Distance, Modifiers, Mouse, MouseButton, Point, Query,
};
pub use around::{
    ConsoleMessage, Cookie, Dialog, DialogAnswer, DialogKind, Level, Paper, Read, Reading, Request,
    SameSite, Storage, StorageKind,
};
pub use async_trait::async_trait;
pub use capabilities::{
    Capabilities, ColorScheme, Credentials, Emulation, EngineOptions, Place, Setting, Viewport,
};
pub use error::{Candidate, Error, ErrorKind, Result};
pub use outcome::{
    Content, ContentKind, Download, FileChooser, Hop, Navigation, NavigationKind, Note, NoteKind,
    Outcome, Scrolled, Validation,
};
pub use picture::{
    Hit, HitPoint, Picture, PicturePart, PictureRequest, Piece, PieceEncoding, Pin, PixelRect,
    WithPage,
};
pub use upload::{Takes, accepts, check_upload};

/// What one call may cost, and how patient it is.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When the call has to have ended.
    pub deadline: Instant,
    /// The most bytes a document may have once decoded; beyond it the answer is [`ErrorKind::TooLarge`].
    pub max_body: u64,
    /// Whether an element is checked before it is acted on.
    pub checks: Checks,
    /// How long a check that fails may be tried again while the page is still moving. On a quiet page it fails at once.
    pub patience: Duration,
    /// How far a page has to be loaded before going there counts as done.
    pub load: LoadState,
    /// How long, at most, what an action has started is waited for.
    pub settle: Duration,
    /// What has to have come to rest until then.
    pub rest: Rest,
}

impl Limits {
    /// Limits with this deadline, and otherwise what users get who ask for nothing.
    pub fn until(deadline: Instant) -> Limits {
        Limits {
            deadline,
            max_body: DEFAULT_MAX_BODY,
            checks: Checks::All,
            patience: Duration::from_secs(5),
            load: LoadState::Load,
            settle: Duration::from_secs(3),
            rest: Rest::Network,
        }
    }
}

/// What has to have come to rest after an action, for it to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rest {
    /// The documents: they have not changed for a moment.
    Dom,
    /// The documents, and the requests that the action has started.
    Network,
}

/// The most bytes a document may have unless the user says otherwise: 32 MiB, decoded.
pub const DEFAULT_MAX_BODY: u64 = 32 << 20;

/// Whether an element is checked before it is acted on: attached, visible, enabled, editable where it matters, not
/// moving, not covered at the point that will be hit (design, "Actions").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Checks {
    /// It is.
    All,
    /// The user has said not to (`--force`): only what makes the action impossible is refused.
    Forced,
}

/// How far a page is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoadState {
    /// Its navigation has committed.
    Commit,
    /// Its document is parsed.
    DomContentLoaded,
    /// It has all it asked for at first. What never ends is not waited for longer than 5 s.
    Load,
    /// Besides, no request was under way for half a second.
    NetworkIdle,
}

/// One isolated browsing context.
#[async_trait]
pub trait Engine: Send + Debug {
    /// The word a user selects it by: `native`, `chromium`.
    fn name(&self) -> &'static str;

    /// What it can do at all.
    fn capabilities(&self) -> Capabilities;

    /// Whether it still runs. One that does not refuses everything with [`ErrorKind::EngineCrashed`].
    fn is_alive(&self) -> bool {
        true
    }

    /// The process that its pages are shown by, where there is one.
    fn process(&self) -> Option<u32> {
        None
    }

    /// Opens a tab on an empty page (`about:blank`).
    async fn new_tab(&mut self) -> Result<Box<dyn Tab>>;

    /// Ends it with all that belongs to it. Its tabs are dropped before.
    async fn close(&mut self) -> Result<()>;

    /// All its cookies; with a URL those that would be sent there.
    async fn cookies(&mut self, url: Option<&str>) -> Result<Vec<Cookie>> {
        let _ = url;
        Err(unsupported(self.name(), "cookies"))
    }

    /// Adds cookies, or replaces those of the same name, domain and path.
    async fn set_cookies(&mut self, cookies: Vec<Cookie>) -> Result<()> {
        let _ = cookies;
        Err(unsupported(self.name(), "setting cookies"))
    }

    /// Forgets all cookies.
    async fn clear_cookies(&mut self) -> Result<()> {
        Err(unsupported(self.name(), "clearing cookies"))
    }

    /// Changes what it was started with.
    async fn set(&mut self, setting: Setting) -> Result<()> {
        let _ = setting;
        Err(unsupported(self.name(), "changing settings"))
    }
}

/// What an engine says of something it cannot do.
fn unsupported(engine: &str, what: &str) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        format!("the {engine} engine does not support {what}"),
    )
}

/// One page of an engine, with its history.
#[async_trait]
pub trait Tab: Send + Debug {
    /// The URL shown now, fragment included.
    fn url(&self) -> &str;

    /// The name of its engine, for messages.
    fn engine(&self) -> &'static str;

    /// Whether it is still there: a page can close its own tab.
    fn is_open(&self) -> bool {
        true
    }

    /// Whether it was opened behind the tab it was opened from, as browsers do where Control is held down or the middle
    /// button pressed: then that one stays in front.
    fn is_behind(&self) -> bool {
        false
    }

    /// How its page can be shown again elsewhere without sending anything a second time. `None`: it is the answer to a
    /// form that was sent.
    fn revisit(&self) -> Option<Destination> {
        Some(Destination::Url(self.url().to_owned()))
    }

    /// Goes somewhere. The outcome has a navigation, or else downloads: not everything that has a URL is a page. On an
    /// error, and after a download, the page that was there stays, with its refs. [`Limits::load`] says when it is
    /// there.
    async fn navigate(&mut self, to: Destination, limits: Limits) -> Result<Outcome>;

    /// The page as it is now. Holding on to it past the next action costs the engine a copy.
    async fn capture(&mut self, limits: Limits) -> Result<Arc<Page>>;

    /// Does something to the page and reports what was observed right away. That the element is the one meant, and
    /// can be acted on, has been checked by the caller; the engine still refuses what makes no sense for its kind.
    async fn perform(&mut self, action: Action, limits: Limits) -> Result<Outcome>;

    /// Finds elements, for each query those that match, in document order. Many questions cost one call.
    async fn query(&mut self, queries: &[Query], limits: Limits) -> Result<Vec<Vec<NodeKey>>>;

    /// Waits until something may have changed by itself (a script, a timer, a refresh the page asked for).
    /// `Ok(None)`: nothing ever will. `Ok(Some(outcome))`: look again; the outcome says what was observed.
    async fn next_change(&mut self, limits: Limits) -> Result<Option<Outcome>>;

    /// Whether nothing is under way that could change the page: no loading, no requests, no animation, no changes just
    /// now. An engine that runs no scripts is always quiet.
    async fn is_quiet(&mut self, limits: Limits) -> Result<bool> {
        let _ = limits;
        Ok(true)
    }

    /// Waits until the page is loaded that far. At once where pages are loaded when [`navigate`](Tab::navigate) ends.
    async fn wait_loaded(&mut self, limits: Limits) -> Result<Outcome> {
        let _ = limits;
        Ok(Outcome::default())
    }

    /// The dialog that waits for an answer. Until it has one, everything else is refused with
    /// [`ErrorKind::DialogOpen`].
    fn dialog(&self) -> Option<Dialog> {
        None
    }

    /// Answers the dialog that waits.
    async fn answer_dialog(&mut self, answer: DialogAnswer, limits: Limits) -> Result<Outcome> {
        let _ = (answer, limits);
        Err(Error::new(ErrorKind::NotFound, "no dialog is open"))
    }

    /// Tabs that opened by themselves since they were last asked for.
    fn take_opened(&mut self) -> Vec<Box<dyn Tab>> {
        Vec::new()
    }

    /// Runs a script in the page, as if it were the page's own, and answers its result, or what its promise resolves
    /// to, as JSON: `undefined` is `null`; numbers that JSON has none of are strings, `"NaN"`, `"12n"`. With an element
    /// the script is a function that gets it. A navigation that it starts is waited for.
    async fn evaluate(
        &mut self,
        script: &str,
        node: Option<NodeKey>,
        limits: Limits,
    ) -> Result<String> {
        let _ = (script, node, limits);
        Err(unsupported(self.engine(), "running scripts"))
    }

    /// Waits until a script answers something that counts as true in its language. `Ok(None)`: it has not until the
    /// deadline; otherwise what was observed meanwhile. A script that fails is an error at once.
    async fn wait_until(&mut self, script: &str, limits: Limits) -> Result<Option<Outcome>> {
        let _ = (script, limits);
        Err(unsupported(self.engine(), "running scripts"))
    }

    /// Reads something that a capture need not hold.
    async fn read(&mut self, reading: Reading, limits: Limits) -> Result<Read> {
        let _ = (reading, limits);
        Ok(Read::InPage)
    }

    /// Messages of the console since the tab was opened, oldest first; a bounded number of them is kept.
    fn console(&self) -> Vec<ConsoleMessage> {
        Vec::new()
    }

    /// Forgets the messages of the console.
    fn clear_console(&mut self) {}

    /// Requests of the page since the tab was opened, oldest first; a bounded number of them is kept.
    fn requests(&self) -> Vec<Request> {
        Vec::new()
    }

    /// Forgets the requests.
    fn clear_requests(&mut self) {}

    /// Reads or changes a storage of the main document's origin. Answers entries, in no order, for what reads.
    async fn storage(
        &mut self,
        kind: StorageKind,
        what: Storage,
        limits: Limits,
    ) -> Result<Vec<(String, String)>> {
        let _ = (kind, what, limits);
        Err(unsupported(self.engine(), "storage"))
    }

    /// The page as a PDF document.
    async fn pdf(&mut self, paper: Paper, limits: Limits) -> Result<Vec<u8>> {
        let _ = (paper, limits);
        Err(unsupported(self.engine(), "printing to PDF"))
    }

    /// A picture of the page. Whatever is done to the page for it is undone before this ends, however it ends.
    async fn picture(&mut self, request: PictureRequest, limits: Limits) -> Result<Picture> {
        let _ = (request, limits);
        Err(unsupported(self.engine(), "pictures")
            .with_hint("a browser makes them: `--engine chromium`"))
    }

    /// What would take a click at a point of the document that a [`Picture`] shows; `None` where nothing would. The page
    /// may be scrolled for it. If it shows another document by now, the answer is [`ErrorKind::StaleRef`].
    async fn hit(
        &mut self,
        document: &str,
        point: HitPoint,
        limits: Limits,
    ) -> Result<Option<Hit>> {
        let _ = (document, point, limits);
        Err(unsupported(self.engine(), "finding what is at a point")
            .with_hint("a browser does: `--engine chromium`"))
    }

    /// Brings the tab to the front, as a user does who switches to it.
    async fn activate(&mut self) -> Result<()> {
        Ok(())
    }

    /// Closes it, as a user would. Dropping it closes it as well, without waiting.
    async fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

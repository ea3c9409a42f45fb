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
mod capabilities;
mod error;
mod outcome;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Instant;

use surefoot_page::{NodeKey, Page};

pub use action::{Action, Choice, Destination, Modifiers, MouseButton, Query};
pub use async_trait::async_trait;
pub use capabilities::{Capabilities, EngineOptions};
pub use error::{Candidate, Error, ErrorKind, Result};
pub use outcome::{
    Content, ContentKind, Download, Hop, Navigation, NavigationKind, Note, NoteKind, Outcome,
    Validation,
};

/// What one call may cost. Every call of [`Tab`] ends by `deadline`, with [`ErrorKind::Timeout`] if it must.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When the call has to have ended.
    pub deadline: Instant,
    /// The most bytes a document may have once decoded; beyond it the answer is [`ErrorKind::TooLarge`].
    pub max_body: u64,
}

/// One isolated browsing context.
#[async_trait]
pub trait Engine: Send + Debug {
    /// The word a user selects it by: `native`, `chromium`.
    fn name(&self) -> &'static str;

    /// What it can do at all.
    fn capabilities(&self) -> Capabilities;

    /// Opens a tab on an empty page (`about:blank`).
    async fn new_tab(&mut self) -> Result<Box<dyn Tab>>;

    /// Ends it with all that belongs to it. Its tabs are dropped before.
    async fn close(&mut self) -> Result<()>;
}

/// One page of an engine, with its history.
#[async_trait]
pub trait Tab: Send + Debug {
    /// The URL shown now, fragment included.
    fn url(&self) -> &str;

    /// Goes somewhere. The outcome has a navigation, or else downloads: not everything that has a URL is a page. On an
    /// error, and after a download, the page that was there stays, with its refs.
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
}

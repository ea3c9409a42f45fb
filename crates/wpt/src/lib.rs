//! The tests of accname, HTML-AAM and WAI-ARIA roles from the Web Platform Tests, read as they are.
//!
//! The files lie in `suites/`, with their licence and where they come from. The nouns:
//! - A [`File`] is one of them, a page; its folder is its [`Directory`].
//! - A [`Case`] is one expectation of a file about one element: its role, name or description. Most stand in the
//!   attributes `data-expectedrole` and `data-expectedlabel` of the element itself, the others in scripts.
//! - An [`Exception`] is a case that is not expected to pass, or cannot be judged with some [`Engine`], and why. They
//!   stand in `exceptions.txt`.
//! - A [`Tally`] counts what came of all cases, and says which came out otherwise than listed.
//!
//! The helper scripts that the files load are not part of the copy. What they would do to a page (one of them makes
//! elements) is done here for the native engine, and by a stand-in for browsers ([`Server`]).
//!
//! Test data only: nothing that ships depends on this crate.

mod atk;
mod case;
mod exception;
mod file;
mod judge;
mod manual;
mod script;
mod server;
mod state;
mod tally;

pub use case::{Case, Locator, Question, Want};
pub use exception::{Engine, Exception, Kind, exceptions};
pub use file::{Directory, File, files};
pub use judge::{answer, judge, normalized};
pub use manual::Action;
pub use server::Server;
pub use tally::{Outcome, Tally};

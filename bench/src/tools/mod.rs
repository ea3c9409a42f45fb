//! Tools under test, called as their users call them.
//!
//! A [`Tool`] is a command with a daemon of its own in a folder of its own; its [`Processes`] are found by a mark and
//! ended with it. [`npm`] gets those that others made.

mod npm;
mod playwright;
mod processes;
mod tool;

pub use npm::{Package, npm, platform};
pub use playwright::Playwright;
pub use processes::{MARK, Processes};
pub use tool::{AGENT_BROWSER, Kind, Ran, SUREFOOT, Tool};

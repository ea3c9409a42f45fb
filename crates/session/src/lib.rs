//! Sessions: the one place where a command becomes an action on exactly one element, and an observation an answer.
//!
//! A [`Session`] owns an engine with its tabs and the registry of refs. [`Session::run`] takes a [`Command`] and gives
//! an [`Answer`]; the act loop inside is: find the target, check it, do, observe. The command line and the MCP server
//! are thin layers over this.

mod act;
mod answer;
mod command;
mod find;
mod observe;
mod read;
mod session;
mod settings;
mod show;
mod tabs;
mod urls;
mod wait;

pub use answer::{
    ActionAnswer, Answer, ChangeLine, ChangeSummary, Effects, ElementLabel, SessionSummary,
    SnapshotAnswer, TabSummary,
};
pub use command::{Command, Get, IsState, SnapshotRequest, TabCommand, WaitFor};
pub use session::{Bounds, Session, Shared};
pub use settings::{EngineChoice, Settings};
pub use surefoot_engine::DEFAULT_MAX_BODY;

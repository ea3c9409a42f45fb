//! The MCP server: sessions as tools of an agent.
//!
//! The nouns:
//! - `catalog`: the table of tools. Names, arguments, schemas, annotations and profiles come from it, and so do the
//!   commands: a tool is a way to ask a [`surefoot_session::Session`] for what the command line asks it for.
//! - [`Voice`]: makes text of answers and errors. The program brings it along, so that both faces say the same.
//! - `host`: the sessions, each with a thread of its own, as in the daemon of the command line.
//! - `server`: the protocol, over `rmcp`. Protocol 2025-11-25 greets first, 2026-07-28 does not; `ask` is the one
//!   place that knows how a user is asked in each.
//! - `stdio` and `http`: how messages come and go.
//!
//! State is in explicit handles: a tool takes the name of a session. Over standard input and output there is one client,
//! so the name may be left out; over HTTP it may not.

mod arguments;
mod ask;
mod catalog;
mod host;
mod http;
mod large;
mod options;
mod progress;
mod prompts;
mod resources;
mod run;
mod schema;
mod server;
mod stdio;
mod task;
mod tools;
mod voice;

/// For the server of fixtures that the conformance suite wants (`examples/conformance.rs`): the way messages come and go,
/// without the tools.
#[doc(hidden)]
pub use http::serve as serve_handler;

pub use catalog::{Profile, ToolSet, tool_names};
pub use http::{Address, Http};
pub use options::Options;
pub use prompts::{INSTRUCTIONS, PROMPT};
pub use server::{serve_http, serve_stdio};
pub use voice::{Piece, Voice};

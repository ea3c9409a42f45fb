//! The MCP server, from outside: raw messages to the binary.

#![expect(
    clippy::needless_pass_by_value,
    reason = "`json!` at the place of a call reads better without a borrow"
)]

mod asking;
mod client;
mod http;
mod messages;
mod tasks;
mod tools;

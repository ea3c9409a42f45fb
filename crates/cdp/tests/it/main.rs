//! The client against browsers that are played by the tests: over a pipe in memory, and over a WebSocket on loopback.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod calls;
mod connecting;
mod fake;
mod generated;
mod sessions;

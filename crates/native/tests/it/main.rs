//! Integration tests of the native engine, in one binary.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a test binary has no users, and panics are how tests fail"
)]

mod net;
mod server;
mod tab;

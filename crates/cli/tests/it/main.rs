//! The binary, from outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail tests by panicking"
)]

mod browser;
mod chromium;
mod daemon;
mod envelopes;
mod flows;
mod mcp;
mod mutations;
mod pictures;
mod readme;
mod scale;
mod sessions;
mod support;
mod transcript;
mod usage;

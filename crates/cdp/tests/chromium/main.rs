//! The client against a real Chromium. A binary of its own: these tests fail where no browser is installed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod browser;
mod endings;
mod frames;
mod messages;
mod site;

//! Selectors: a folder of cases, and what holds for every page.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod cases;
mod properties;
mod targets;

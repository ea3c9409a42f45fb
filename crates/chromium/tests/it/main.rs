//! The engine against a real Chromium and the fixture server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod act;
mod agreement;
mod around_access;
mod around_console;
mod around_cookies;
mod around_requests;
mod around_scripts;
mod around_server;
mod around_settings;
mod capture;
mod capture_more;
mod certificates;
mod dialogs;
mod documents;
mod endings;
mod extremes;
mod frames;
mod fronts;
mod opening;
mod pictures;
mod processes;
mod query;
mod support;
mod tabs;
mod unchanged;
mod wpt;

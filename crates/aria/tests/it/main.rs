//! Tests of roles, names, descriptions and states on whole pages.

#![allow(clippy::expect_used, reason = "a test ends where something is missing")]

mod cases;
mod cost;
mod properties;
mod support;
mod wpt;

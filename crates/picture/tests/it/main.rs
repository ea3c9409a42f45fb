//! Pixels in, pixels out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod files;
mod marks;
mod shapes;

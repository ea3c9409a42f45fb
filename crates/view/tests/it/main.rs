//! The formats from outside: recorded cases, properties, and snapshots put together by hand.

#![allow(
    clippy::expect_used,
    reason = "the lint excepts test functions, but not what they call"
)]

mod cases;
mod errors;
mod page;
mod properties;
mod snapshots;

//! The formats from outside: recorded cases, properties, and snapshots put together by hand.

mod cases;
mod errors;
mod properties;
mod snapshots;

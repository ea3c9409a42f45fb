//! The binary, from outside.

mod daemon;
mod support;
mod usage;

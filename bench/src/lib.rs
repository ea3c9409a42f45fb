//! What the benchmarks have in common.
//!
//! The nouns: a *stage* is one step on the way from bytes to text ([`stages`]); [`real`] pages are those nobody here
//! wrote, and what the goals are about; [`build`] makes the command; [`tools`] are it and those of others; [`synthetic`] pages are made to any size, to see how the cost grows.

pub mod build;
pub mod real;
pub mod stages;
pub mod synthetic;
pub mod tools;

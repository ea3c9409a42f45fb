//! Targets: from what an agent wrote to one element, or the reason why not.
//!
//! [`Target::parse`] reads the text. [`resolve_ref`] finds the element a ref names and makes sure that it is still what
//! was shown; [`choose`] makes one element of what a selector matched. Neither ever settles for "the first one".
//! [`Waterfall`] goes the other way: from an element to selectors that match nothing else.

mod resolve;
mod selector;
mod target;

pub use resolve::{Found, Miss, Staleness, choose, resolve_ref, route};
pub use selector::{Candidate, Chain, ChainError, Search, Strategy, Waterfall, is_made_up};
pub use target::{Target, TargetError};

//! Targets: from what an agent wrote to one element, or the reason why not.
//!
//! The nouns:
//! - [`Target`]: what was written, understood as far as that is possible without the page. [`Target::parse`] reads it.
//! - *ref*: [`resolve_ref`] finds the element a ref names and makes sure that it is still what was shown.
//! - [`Locator`]: elements by role, text, label, placeholder, `alt`, `title` or test id; [`find`] finds them.
//! - *words*: whatever has no prefix, read as a slug id, a label phrase or a CSS selector; [`plain`] has the rule. Label
//!   phrases are matched without case, punctuation, articles and words for kinds (`the … button`), which restrict the
//!   role; the whole label is better than its beginning, that better than a part, that better than all words somewhere. A
//!   phrase never fits a label that lacks one of its words.
//! - [`Purpose`]: what the element is needed for. It decides between a field and the text beside it.
//! - [`Matches`]: what fits, and what fits best. [`choose`] makes one element of it, or says why not. It never settles
//!   for "the first one".
//!
//! - [`Waterfall`]: goes the other way, from an element to selectors that match nothing else.
//!
//! A ref names what was shown; anything else names what is there now.

mod choose;
mod find;
mod flow;
mod kinds;
mod locator;
mod matching;
mod near;
mod phrase;
pub mod plain;
mod resolve;
mod selector;
mod target;
mod words;

pub use choose::{choose, nth};
pub use find::find;
pub use kinds::Purpose;
pub use locator::{By, Having, How, Locator, Sought};
pub use matching::Matches;
pub use resolve::{Found, Miss, Staleness, resolve_ref, route};
pub use selector::{Candidate, Chain, ChainError, Search, Strategy, Waterfall, is_made_up};
pub use target::{Target, TargetError};

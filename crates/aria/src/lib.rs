//! Roles, accessible names, descriptions and states of a captured page.
//!
//! One pure computation over [`surefoot_page::Page`], the same for every engine, from WAI-ARIA 1.2 and 1.3, HTML-AAM 1.0,
//! SVG-AAM 1.0 and accname 1.2. It never fails, never recurses over the page, and its cost is linear in the page: where a
//! page is built such that it would not be, names are cut and [`Semantics::diagnostics`] says so.
//!
//! The nouns:
//! - [`Role`]: what a thing is. All that is known about roles stands in one table.
//! - [`Semantics`]: the roles of one page, and the names, descriptions and states of its nodes when asked for.
//! - *accessibility tree*: the flat tree, with what `aria-owns` moves moved, and without what is excluded
//!   ([`Exclusion`]). [`Semantics::walk`] walks it. Wrappers are in it; dropping them is the snapshot's business.
//! - [`States`]: checked, expanded, disabled and the like.
//!
//! Choices where the specifications leave room:
//! - A role outside the context it needs (an `option` outside of listboxes) does not count, as Core-AAM says; what the
//!   author meant is kept in [`Semantics::orphaned_role`]. The context may be any number of levels up.
//! - Names that authors give by `aria-label`, `aria-labelledby` or `title` count on every element, as in browsers, even
//!   where the role prohibits naming.
//! - An element with `contenteditable` and no other meaning is a text box.
//! - For elements that HTML-AAM gives no role see the table of elements (`elements.rs`).

mod compute;
mod elements;
mod implicit;
mod math;
mod names;
mod relations;
mod roles;
mod semantics;
mod states;
mod walk;

pub use compute::MAX_NAME_BYTES;
pub use roles::Role;
pub use semantics::{Diagnostic, Exclusion, Semantics};
pub use states::{
    Current, HasPopup, Invalid, Live, Orientation, RangeValue, Sort, States, Tristate,
};
pub use walk::AxWalk;

//! The captured page: one arena of nodes for every engine.
//!
//! An engine fills a [`Page`] once per capture: documents (the main one and one per frame), elements, text and shadow
//! roots, with attributes, live form state, optional boxes and the facts that only an engine can know ([`Facts`]).
//! Everything above the engines (roles, names, snapshots, targets) is pure code over this type, so it behaves the same
//! whichever engine the page came from.
//!
//! The nouns:
//! - [`NodeId`]: a place in one arena. Cheap, and meaningless outside that arena.
//! - [`NodeKey`]: the identity of a node for the life of its document, across captures.
//! - [`Name`]: an interned tag or attribute name; well-known ones are constants in [`name`].
//! - *light tree*: what the HTML source nests. *Flat tree*: what a person sees, with shadow roots in place of their
//!   hosts' children and slots filled (CSS Scoping 1, section 3.5). [`Page::walk`] walks the flat tree.
//!
//! Nothing here recurses over the page: HTML nested 100,000 deep is legal input.

mod arena;
mod css;
mod document;
mod facts;
mod form;
mod html;
mod id_index;
mod key;
mod layout;
pub mod name;
mod node;
mod text;
mod tree;
mod walk;

pub use arena::{Page, Rect};
pub use css::{CssError, CssErrorKind, Matches, Part, RuleMatch, RuleSet, Selector, TreeRank};
pub use document::DocumentInfo;
pub use facts::Facts;
pub use html::MASK;
pub use id_index::IdIndex;
pub use key::{DocumentId, NodeId, NodeKey};
pub use layout::{Front, Place, Scroll};
pub use name::Name;
pub use node::{Attribute, Namespace, NodeKind, ShadowMode};
pub use text::{Collapse, collapse_into, collapsed};
pub use tree::{Ancestors, Children};
pub use walk::{Step, Walk};

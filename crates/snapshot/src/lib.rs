//! What an agent gets to see of a page.
//!
//! The nouns:
//! - [`Snapshot`]: what can be read or acted on, as a flat list of [`Item`]s in document order that remembers its tree.
//!   Wrappers are gone, runs of text are joined, text that became somebody's name is not said twice.
//! - [`Options`]: which part of that is wanted (interactive only, compact, a depth, a part of the page).
//! - *ref*: the number an agent names an element by. [`Registry`] gives them out, remembers what each was shown as, and
//!   never gives a number to a second element while it can be remembered.
//! - [`Overlay`]: what stands in front of the page; [`PageFacts`]: what else is known of the page as a whole.
//! - *slug*: a readable id of something that can be acted on ([`Slugs`]).
//! - [`Context`]: what a thing is inside of, in words.
//! - [`Delta`]: how two snapshots of a page differ.
//!
//! All of it is pure code over the captured page, so every engine and every format shows the same.

mod changes;
mod clue;
mod context;
mod covers;
mod delta;
pub mod facts;
mod filter;
mod fold;
mod gaps;
mod hidden;
mod item;
mod keep;
mod longest;
mod markdown;
mod merged;
mod neighbours;
mod options;
mod outline;
mod refs;
mod region;
mod replaced;
mod slug;
mod text_pattern;

pub use changes::{Thing, delta, delta_of, pair_up, pairs, reads_the_same};
pub use context::{Context, Control, repeated};
pub use delta::{Delta, DeltaLine, Mark, Pairs, arrange};
pub use facts::{Overlay, OverlayKind, PageFacts};
pub use filter::filtered;
pub use fold::{Cut, Fold, LongText, Plan, Worth};
pub use hidden::with_hidden;
pub use item::{Frame, Hints, Item, Snapshot};
pub use markdown::{Part, main_part, markdown};
pub use merged::merged;
pub use neighbours::{Neighbours, neighbours};
pub use options::{Numbering, Options, Scope};
pub use outline::outline;
pub use refs::{Lookup, RefPolicy, Registry, Shown};
pub use region::Region;
pub use replaced::replaced;
pub use slug::{Slugs, is_slug};
pub use surefoot_aria::{Current, HasPopup, Invalid, Orientation, Role, Sort, States, Tristate};
pub use surefoot_page::{MASK, NodeKey, Rect};
pub use text_pattern::TextPattern;

//! Every text and JSON format of a snapshot, and the parser of each.
//!
//! The nouns:
//! - [`Format`]: a way to write a snapshot down. All of them are rows of one table in [`format`](mod@format); a new
//!   format is one file with a renderer and a parser, and one row.
//! - [`Meta`]: what an answer says besides the page: when, by which engine, what there is to know.
//! - [`Element`] and [`Head`]: what the renderers see. They borrow from the snapshot, so rendering copies text once, into
//!   the one output buffer.
//! - [`Parsed`]: what a parser reads back. Rendering it gives the same text again.
//! - [`diff`] compares what was read back, [`render_delta`] writes down how two snapshots differ.
//! - [`dom::DomSnapshot`], [`RefMap`] and [`nodes::TextSnapshot`]: a page in the words of the reference documents, for
//!   programs.
//! - [`escape`]: the one place where text of the page is made harmless. No page text makes a line, a ref, an attribute
//!   or a terminal escape (design, promise 5).
//!
//! ```
//! use surefoot_view::{Format, parse, render_parsed};
//!
//! let text = "Page: \"Login\"\n\n1: textbox \"Email\" required\n2: button \"Sign in\"\n";
//! let parsed = parse(Format::Compact, text)?;
//! assert_eq!(parsed.elements[1].name, "Sign in");
//! assert_eq!(render_parsed(Format::Compact, &parsed), text);
//! assert_eq!(
//!     render_parsed(Format::Tree, &parsed),
//!     "- textbox \"Email\" [ref=e1] [required]\n- button \"Sign in\" [ref=e2]\n"
//! );
//! # Ok::<(), surefoot_view::ParseError>(())
//! ```

mod attributes;
mod compact;
mod cursor;
mod delta;
pub mod dom;
mod error;
pub mod escape;
mod facts;
mod fit;
mod fold;
pub mod format;
mod item;
pub mod json;
mod list;
mod model;
pub mod nodes;
mod numbered;
mod page;
mod states;
mod style;
mod time;
pub mod tokens;
mod tree;

pub use delta::{
    DeltaData, LineData, delta_data, diff, parsed_delta_data, render_delta, render_parsed_delta,
};
pub use error::ParseError;
pub use facts::{FactsMeta, FieldMeta, FormMeta, PaginationMeta};
pub use fit::{Fit, Folded, Paging};
pub use format::{Format, arranged, parse, render, render_in, render_parsed, render_parsed_in};
pub use item::{Meta, item_line, line_in, line_of};
pub use json::{RefEntry, RefMap};
pub use model::{Element, FoldData, Head, HintSet, Overlay, PageMeta, Parsed, Source};
pub use page::{
    ActionView, AlertView, FormView, InputView, ListView, MoreView, OverlayView, PageView,
    TableView, page_data,
};
pub use states::{States, Tri};
pub use style::{Addresses, Style};
pub use time::rfc3339;

/// The deepest indentation, in levels; what is deeper is printed at this one, and `json` has the true depth. Without a
/// limit a page of nested lists 100,000 deep would be ten gigabytes of blanks.
pub const MAX_INDENT: u32 = 64;

//! Naming an element in a message.

use std::fmt::Write as _;

use surefoot_page::{NodeId, Page, name};

/// Most characters of an attribute in a message.
const MAX_CHARS: usize = 40;

/// An element as a message names it: its tag with the attributes a person would tell it by.
pub(crate) fn describe(page: &Page, node: NodeId) -> String {
    let mut out = format!("<{}", page.name_str(page.tag(node)));
    for key in [name::TYPE, name::NAME, name::ID] {
        if let Some(value) = page.attr(node, key).filter(|v| !v.is_empty()) {
            // Writing to a string cannot fail.
            let _ = write!(out, " {}={:?}", page.name_str(key), clip(value));
        }
    }
    out.push('>');
    out
}

/// At most [`MAX_CHARS`] characters of a page's text.
pub(crate) fn clip(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

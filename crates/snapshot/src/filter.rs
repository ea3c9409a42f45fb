//! [`filtered`]: the part of an outline that was asked for.
//!
//! What can be acted on is never left out for its role: a `div` that only its cursor or a listener makes a button is one
//! to those who use the page. The one exception is a wrapper that would say its content again.

use crate::gaps::Gaps;
use crate::{Hints, Item, Options, Role, Snapshot, TextPattern, keep};

/// The part of `outline` that `options` ask for. What is inside of dropped items moves up. Only what is kept is copied.
pub fn filtered(outline: &Snapshot, options: &Options) -> Snapshot {
    let mut gaps = Gaps::with_capacity(outline.items.len());
    let mut items = Vec::new();
    let deepest = options.depth.map_or(u32::MAX, |d| d.get() - 1);
    for (index, item) in outline.items.iter().enumerate() {
        let Some(spot) = gaps.place(item.parent, |depth| {
            is_wanted(outline, index, item, options)
                && options.text.as_ref().is_none_or(|text| says(item, text))
                && (depth <= deepest || options.interactive)
        }) else {
            continue;
        };
        let mut item = item.clone();
        (item.parent, item.depth) = if options.interactive {
            (None, 0)
        } else {
            (spot.parent, spot.depth)
        };
        // What it holds is not shown, so it is called by it.
        let alone = options.interactive || item.depth == deepest;
        if alone {
            item.call_by_inner();
        }
        items.push(item);
    }
    outline.with_items(items)
}

fn is_wanted(outline: &Snapshot, index: usize, item: &Item, options: &Options) -> bool {
    let in_scope = options
        .scope
        .as_ref()
        .is_none_or(|scope| scope.contains(item.node));
    let acts = || item.is_interactive() && !is_said_by_content(outline, index, item);
    let is_bare = || {
        keep::is_droppable(item.role)
            && item.role != Role::Text
            && item.label().is_empty()
            && item.hints.is_empty()
    };
    let is_role = options.roles.is_empty() || options.roles.contains(&item.role_name());
    in_scope && is_role && (!options.interactive || acts()) && (!options.compact || !is_bare())
}

/// Whether an item says something that has the text in it.
fn says(item: &Item, text: &TextPattern) -> bool {
    let said = [
        Some(item.label()),
        Some(&item.text),
        item.value.as_deref(),
        item.placeholder.as_deref(),
    ];
    let mut said = said.into_iter().flatten();
    said.any(|said| text.is_in(said))
}

/// Whether an item is no more than a hand cursor around one thing that can be acted on and is called the same: a press
/// on either is one on the other. One that listens itself is more.
fn is_said_by_content(outline: &Snapshot, index: usize, item: &Item) -> bool {
    if item.hints != Hints::POINTER {
        return false;
    }
    // Whoever looks at one of these stops at the second: no item is looked at often.
    let inside = outline.items[index + 1..]
        .iter()
        .take_while(|inner| inner.depth > item.depth);
    let mut only = None;
    for inner in inside {
        if inner.is_interactive() {
            if only.replace(inner).is_some() {
                return false;
            }
        } else if !inner.label().is_empty() {
            return false;
        }
    }
    only.is_some_and(|only| only.label() == item.label())
}

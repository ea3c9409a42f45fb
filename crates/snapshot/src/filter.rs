//! [`filtered`]: the part of an outline that was asked for.

use crate::gaps::Gaps;
use crate::{Hints, Item, Options, Role, Snapshot, keep};

/// The part of `outline` that `options` ask for. What is inside of dropped items moves up. Only what is kept is copied.
pub fn filtered(outline: &Snapshot, options: &Options) -> Snapshot {
    let mut gaps = Gaps::with_capacity(outline.items.len());
    let mut items = Vec::new();
    let deepest = options.depth.map_or(u32::MAX, |d| d.get() - 1);
    for item in &outline.items {
        let Some(spot) = gaps.place(item.parent, |depth| {
            is_wanted(item, options) && (depth <= deepest || options.interactive)
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
        if alone && item.name.is_empty() && item.text.is_empty() {
            item.name = std::mem::take(&mut item.inner);
        }
        items.push(item);
    }
    Snapshot {
        url: outline.url.clone(),
        title: outline.title.clone(),
        items,
        frames: outline.frames.clone(),
        diagnostics: outline.diagnostics.clone(),
    }
}

fn is_wanted(item: &Item, options: &Options) -> bool {
    let in_scope = options
        .scope
        .as_ref()
        .is_none_or(|scope| scope.contains(item.node));
    let acts = || {
        item.role.is_interactive()
            || (options.cursor && !item.hints.is_empty())
            || item.hints.contains(Hints::LABEL)
    };
    let is_bare = || {
        keep::is_droppable(item.role)
            && item.role != Role::Text
            && item.label().is_empty()
            && item.hints.is_empty()
    };
    in_scope && (!options.interactive || acts()) && (!options.compact || !is_bare())
}

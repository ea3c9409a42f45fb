//! [`filtered`]: the part of an outline that was asked for.

use crate::outline::close_gaps;
use crate::{Hints, Item, Options, Role, Snapshot, keep};

/// The part of `snapshot` that `options` ask for. What is inside of dropped items moves up.
pub fn filtered(mut snapshot: Snapshot, options: &Options) -> Snapshot {
    let items = &mut snapshot.items;
    if let Some(scope) = &options.scope {
        close_gaps(items, |item| !scope.contains(item.node));
    }
    if options.interactive {
        let wanted = |item: &Item| {
            item.role.is_interactive()
                || (options.cursor && !item.hints.is_empty())
                || item.hints.contains(Hints::LABEL)
        };
        close_gaps(items, |item| !wanted(item));
        for item in items.iter_mut() {
            // What it held is not shown any more, so it is called by it.
            if item.name.is_empty() && item.text.is_empty() {
                item.name = std::mem::take(&mut item.inner);
            }
            item.parent = None;
            item.depth = 0;
        }
    }
    if options.compact {
        close_gaps(items, |item| {
            keep::is_droppable(item.role)
                && item.role != Role::Text
                && item.label().is_empty()
                && item.hints.is_empty()
        });
    }
    if let Some(depth) = options.depth {
        items.retain(|item| item.depth < depth.get());
        // Whatever stays has all that it is inside of before it, so only the positions have moved.
        renumber_parents(items);
    }
    snapshot
}

fn renumber_parents(items: &mut [Item]) {
    let mut open: Vec<u32> = Vec::new();
    for (index, item) in items.iter_mut().enumerate() {
        open.truncate(item.depth as usize);
        item.parent = open.last().copied();
        open.push(index as u32);
    }
}

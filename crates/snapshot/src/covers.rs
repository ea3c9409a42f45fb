//! What covers what: which item would take the click that is meant for another.

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Page};

use crate::Item;

/// Says of each item that something else would take a click at its middle what that is: the item that is nearest at or
/// around what would. What is around both covers neither.
pub(crate) fn set_covers(items: &mut [Item], page: &Page) {
    let covered: Vec<(usize, NodeId)> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| Some((at, page.cover(item.node)?)))
        .collect();
    if covered.is_empty() {
        return;
    }
    // The nearest item at or around each node that was asked about; a way that was gone once is not gone again.
    let mut nearest: FxHashMap<NodeId, Option<usize>> = items
        .iter()
        .enumerate()
        .map(|(at, item)| (item.node, Some(at)))
        .collect();
    let ends = ends(items);
    for (at, by) in covered {
        let mut way = Vec::new();
        let mut node = Some(by);
        let found = loop {
            let Some(here) = node else { break None };
            if let Some(&found) = nearest.get(&here) {
                break found;
            }
            way.push(here);
            node = page.flat_parent(here);
        };
        nearest.extend(way.into_iter().map(|node| (node, found)));
        let is_around = |cover: usize| (cover..ends[cover]).contains(&at);
        items[at].cover = found
            .filter(|&cover| !is_around(cover))
            .map(|cover| items[cover].key);
    }
}

/// For each item the position after the last one inside it.
fn ends(items: &[Item]) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=items.len()).collect();
    for at in (0..items.len()).rev() {
        if let Some(parent) = items[at].parent {
            let parent = parent as usize;
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    ends
}

//! [`neighbours`]: what is around an element: what holds it, and what stands beside it.

use crate::Snapshot;

/// So many siblings are shown on either side.
const BESIDE: usize = 10;
/// A sibling with at most so many items in it is shown with them; of others, only itself is.
const SMALL: usize = 12;

/// What is around an item of an outline. Positions are those of items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Neighbours {
    /// What is shown, in order: the container, and of its content the siblings that are near, and the item itself with all
    /// that is in it.
    pub positions: Vec<usize>,
    /// How many siblings before those are not.
    pub before: usize,
    /// How many after.
    pub after: usize,
}

/// What is around the item at `at`. An item that is alone in what holds it stands for that: its siblings are those of its
/// holder. Nothing for a position that is none.
pub fn neighbours(outline: &Snapshot, at: usize) -> Neighbours {
    let items = &outline.items;
    if at >= items.len() {
        return Neighbours::default();
    }
    let mut inner = at;
    let (container, siblings) = loop {
        let container = items[inner].parent.map(|parent| parent as usize);
        let siblings = children(outline, container);
        match container {
            Some(outer) if siblings.len() < 2 => inner = outer,
            _ => break (container, siblings),
        }
    };
    let place = siblings.iter().position(|&s| s == inner).unwrap_or(0);
    let first = place.saturating_sub(BESIDE);
    let end = siblings.len().min(place + BESIDE + 1);
    let mut positions: Vec<usize> = container.into_iter().collect();
    for &sibling in &siblings[first..end] {
        let after = outline.end_of(sibling);
        if sibling == inner || after - sibling <= SMALL {
            positions.extend(sibling..after);
        } else {
            positions.push(sibling);
        }
    }
    Neighbours {
        positions,
        before: first,
        after: siblings.len() - end,
    }
}

/// The items right inside of one; those inside of none.
fn children(outline: &Snapshot, parent: Option<usize>) -> Vec<usize> {
    let mut at = parent.map_or(0, |parent| parent + 1);
    let end = parent.map_or(outline.items.len(), |parent| outline.end_of(parent));
    let mut children = Vec::new();
    while at < end {
        children.push(at);
        at = outline.end_of(at).max(at + 1);
    }
    children
}

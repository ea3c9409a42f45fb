//! [`merged`]: a snapshot without the lines that say nothing that others do not say.

use std::borrow::Cow;

use surefoot_aria::Role;

use crate::gaps::Gaps;
use crate::{Item, Snapshot};

/// Of what is in a snapshot leaves out: list items of the markup that only hold one other thing, headings that only hold
/// a link or button of the same name, which gets their level, and text that only separates other things. What is inside of
/// them moves up. Merging again changes nothing.
pub fn merged(snapshot: &Snapshot) -> Cow<'_, Snapshot> {
    let items = &snapshot.items;
    let children = children(items);
    let gone: Vec<bool> = (0..items.len())
        .map(|at| goes(items, &children, at))
        .collect();
    if !gone.contains(&true) {
        return Cow::Borrowed(snapshot);
    }
    let mut gaps = Gaps::with_capacity(items.len());
    let mut kept: Vec<Item> = Vec::with_capacity(items.len());
    for (item, is_gone) in items.iter().zip(&gone) {
        let Some(spot) = gaps.place(item.parent, |_| !is_gone) else {
            continue;
        };
        let heading = item.parent.and_then(|parent| {
            let parent = parent as usize;
            let heading = items.get(parent)?;
            let is_gone = gone.get(parent).copied().unwrap_or(false);
            let is_merged = heading.role == Role::Heading && is_gone;
            is_merged.then_some(heading.states.level.unwrap_or(2))
        });
        let mut item = item.clone();
        (item.parent, item.depth) = (spot.parent, spot.depth);
        item.states.level = heading.or(item.states.level);
        kept.push(item);
    }
    Cow::Owned(snapshot.with_items(kept))
}

/// What is right inside an item.
#[derive(Clone, Copy, Default)]
struct Children {
    count: u32,
    /// The position of the first.
    first: usize,
}

/// What is right inside of each item, but for what only separates.
fn children(items: &[Item]) -> Vec<Children> {
    let mut children = vec![Children::default(); items.len()];
    for (at, item) in items.iter().enumerate() {
        let Some(parent) = item.parent.and_then(|p| children.get_mut(p as usize)) else {
            continue;
        };
        if separates(item) {
            continue;
        }
        if parent.count == 0 {
            parent.first = at;
        }
        parent.count += 1;
    }
    children
}

/// Whether an item is left out.
fn goes(items: &[Item], children: &[Children], at: usize) -> bool {
    let Some(item) = items.get(at) else {
        return false;
    };
    if separates(item) {
        return match item.parent {
            None => items.len() > 1,
            Some(parent) => children
                .get(parent as usize)
                .is_some_and(|children| children.count > 0),
        };
    }
    let Some(Children { count: 1, first }) = children.get(at).copied() else {
        return false;
    };
    let Some(only) = items.get(first).filter(|only| only.fold.is_none()) else {
        return false;
    };
    let is_bare = item.hints.is_empty() && item.text.is_empty() && !item.states.focused;
    match item.role {
        Role::Listitem => {
            is_bare && item.tag == "li" && item.name.is_empty() && item.states.current.is_none()
        }
        Role::Heading => is_bare && is_pressed(only) && only.name == item.name,
        _ => false,
    }
}

fn is_pressed(item: &Item) -> bool {
    matches!(item.role, Role::Link | Role::Button)
}

/// Whether it is text that only stands between other things.
fn separates(item: &Item) -> bool {
    let is_separator = |c: char| " |·•»«›‹/\\><,;:–—-.()[]".contains(c);
    item.role == Role::Text && item.fold.is_none() && item.name.chars().all(is_separator)
}

//! [`replaced`]: what a page has rendered anew.

use rustc_hash::FxHashMap;
use surefoot_aria::Role;
use surefoot_page::{DocumentId, NodeKey};

use crate::{Context, Item, Snapshot};

/// What makes an element the one that was meant, besides its node: an element without a label is known by the first
/// label inside it.
type Likeness<'a> = (DocumentId, Role, &'a str, Option<&'a str>);

/// The refs of `before` whose elements are gone, as `is_gone` says, and were each replaced by an equal one: the only one
/// of `after` that has the same document, role, label and context, where no other had before, in what has the same words
/// written in it. With each the element that replaced it.
pub fn replaced(
    before: &Snapshot,
    after: &Snapshot,
    is_gone: impl Fn(NodeKey) -> bool,
) -> Vec<(u32, NodeKey)> {
    let is_candidate = |item: &Item| item.reference.is_some() && is_gone(item.key);
    if !before.items.iter().any(is_candidate) {
        return Vec::new();
    }
    let (old, new) = (only_ones(before), only_ones(after));
    let mut replaced = Vec::new();
    for (likeness, at) in &old {
        let (Some(was), Some(Some(now))) = (*at, new.get(likeness)) else {
            continue;
        };
        let (was, now) = (&before.items[was], &after.items[*now]);
        let is_written_like = match (&was.context, &now.context) {
            (Some(was), Some(now)) => was.is_written_like(now),
            _ => true,
        };
        if let Some(reference) = was.reference
            && is_gone(was.key)
            && is_written_like
        {
            replaced.push((reference, now.key));
        }
    }
    replaced.sort_unstable_by_key(|(reference, _)| *reference);
    replaced
}

/// Where the items are that are like no other; `None`: there are several.
fn only_ones(snapshot: &Snapshot) -> FxHashMap<Likeness<'_>, Option<usize>> {
    let mut begins: Vec<&str> = snapshot.items.iter().map(Item::label).collect();
    for (at, item) in snapshot.items.iter().enumerate().rev() {
        if let Some(parent) = item.parent
            && snapshot.items[parent as usize].label().is_empty()
            && !begins[at].is_empty()
        {
            begins[parent as usize] = begins[at];
        }
    }
    let mut found = FxHashMap::default();
    for (at, item) in snapshot.items.iter().enumerate() {
        if begins[at].is_empty() {
            continue;
        }
        let context = item.context.as_deref().map(Context::base);
        found
            .entry((item.key.document, item.role, begins[at], context))
            .and_modify(|only| *only = None)
            .or_insert(Some(at));
    }
    found
}

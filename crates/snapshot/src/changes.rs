//! [`Changes`]: how a page differs from what it was.

use rustc_hash::FxHashMap;
use surefoot_page::NodeKey;

use crate::{Item, Snapshot};

/// How two snapshots of one page differ, as positions in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// What is new: positions in the later snapshot.
    pub added: Vec<usize>,
    /// What is gone: positions in the earlier snapshot.
    pub removed: Vec<usize>,
    /// What has another name, text, value or state: positions in the earlier and the later snapshot.
    pub changed: Vec<(usize, usize)>,
}

impl Changes {
    /// Whether there is no difference.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Compares two snapshots by the identity of what they show.
pub fn changes(before: &Snapshot, after: &Snapshot) -> Changes {
    let mut was: FxHashMap<NodeKey, usize> = before
        .items
        .iter()
        .enumerate()
        .map(|(i, item)| (item.key, i))
        .collect();
    let mut changes = Changes::default();
    for (now, item) in after.items.iter().enumerate() {
        match was.remove(&item.key) {
            None => changes.added.push(now),
            Some(then) if !reads_the_same(&before.items[then], item) => {
                changes.changed.push((then, now));
            }
            Some(_) => {}
        }
    }
    changes.removed.extend(was.into_values());
    changes.removed.sort_unstable();
    changes
}

/// Whether an agent would read the same of both.
pub fn reads_the_same(a: &Item, b: &Item) -> bool {
    a.role == b.role
        && a.name == b.name
        && a.text == b.text
        && a.value == b.value
        && a.states == b.states
        && a.href == b.href
        && a.hints == b.hints
}

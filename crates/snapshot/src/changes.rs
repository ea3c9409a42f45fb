//! Which thing of a page is which thing of the page before, and how the two differ.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};
use surefoot_page::NodeKey;

use crate::delta::{Delta, Pairs, arrange};
use crate::{Context, Item, Snapshot};

/// How `after` differs from `before`, two snapshots of one page. Another ref in place of one that was shown is a
/// difference; so is, of what can be acted on, another context.
pub fn delta(before: &Snapshot, after: &Snapshot) -> Delta {
    delta_of(before, after, |was, now| {
        has_its_ref(was, now) && reads_the_same(was, now) && is_in_the_same(was, now)
    })
}

/// Whether nobody was shown another ref. What one format gives no ref another may.
fn has_its_ref(was: &Item, now: &Item) -> bool {
    was.reference.is_none() || now.reference.is_none() || was.reference == now.reference
}

/// The same, where `is_same` says whether something is as it was.
pub fn delta_of(
    before: &Snapshot,
    after: &Snapshot,
    is_same: impl Fn(&Item, &Item) -> bool,
) -> Delta {
    let parents = |snapshot: &Snapshot| -> Vec<Option<u32>> {
        snapshot.items.iter().map(|item| item.parent).collect()
    };
    arrange(
        &parents(before),
        &parents(after),
        &pairs(before, after),
        |was, now| !is_same(&before.items[was], &after.items[now]),
    )
}

/// Whether an agent would read the same of both.
pub fn reads_the_same(a: &Item, b: &Item) -> bool {
    a.role == b.role
        && a.name == b.name
        && a.text == b.text
        && a.value == b.value
        && a.states == b.states
        && a.href == b.href
        && a.error == b.error
        && a.clue == b.clue
        && a.hints == b.hints
}

/// Whether what can be acted on is in what is called the same.
fn is_in_the_same(a: &Item, b: &Item) -> bool {
    let [was, now] = [a, b].map(|item| item.context.as_deref().map(Context::base));
    !b.is_interactive() || was == now
}

/// The partner after of each item before: the same node; else what has the same ref; else, for what was rendered anew,
/// as [`pair_up`] finds it.
pub fn pairs(before: &Snapshot, after: &Snapshot) -> Pairs {
    let mut pairing = Pairing::new(before.items.len(), after.items.len());
    let keys: FxHashMap<NodeKey, u32> = (0u32..)
        .zip(&after.items)
        .map(|(at, item)| (item.key, at))
        .collect();
    for (at, item) in before.items.iter().enumerate() {
        if let Some(&now) = keys.get(&item.key) {
            pairing.join(at, now);
        }
    }
    pairing.join_equal(
        |at| {
            before.items[at]
                .reference
                .map(|r| (r, before.items[at].role))
        },
        |at| after.items[at].reference.map(|r| (r, after.items[at].role)),
    );
    if pairing.is_complete() {
        return pairing.pairs;
    }
    let old: Vec<Thing<'_>> = before.items.iter().map(Thing::from).collect();
    let new: Vec<Thing<'_>> = after.items.iter().map(Thing::from).collect();
    pairing.join_alike(&old, &new);
    pairing.pairs
}

/// Something that can be paired without knowing its node: how it reads.
#[derive(Clone, Copy, Debug)]
pub struct Thing<'a> {
    /// The word for its role.
    pub role: &'a str,
    /// What it is called.
    pub label: &'a str,
    /// What else is written in it.
    pub text: &'a str,
    /// What it is inside of, in words.
    pub context: Option<&'a str>,
    /// The thing it is inside of, by its position; always before it.
    pub parent: Option<u32>,
}

impl<'a> From<&'a Item> for Thing<'a> {
    fn from(item: &'a Item) -> Thing<'a> {
        Thing {
            role: item.role.as_str(),
            label: item.label(),
            text: &item.text,
            context: item.context.as_deref().map(Context::base),
            parent: item.parent,
        }
    }
}

/// Pairs what `known` leaves: what reads the same with all that is in it; else what has the same role and holds
/// something of a pair; else what has the same role, the same label and the same context, or, without a label, begins
/// with the same text. Of several alike the first is paired with the first.
pub fn pair_up(before: &[Thing<'_>], after: &[Thing<'_>], known: &[Option<u32>]) -> Pairs {
    let mut pairing = Pairing::new(before.len(), after.len());
    for (was, now) in known.iter().enumerate().take(before.len()) {
        if let Some(now) = now.filter(|now| (*now as usize) < after.len()) {
            pairing.join(was, now);
        }
    }
    if !pairing.is_complete() {
        pairing.join_alike(before, after);
    }
    pairing.pairs
}

/// Pairs as they are found.
struct Pairing {
    pairs: Pairs,
    is_taken: Vec<bool>,
    /// How many of both sides have no partner.
    left: (usize, usize),
}

impl Pairing {
    fn new(before: usize, after: usize) -> Pairing {
        Pairing {
            pairs: vec![None; before],
            is_taken: vec![false; after],
            left: (before, after),
        }
    }

    fn join(&mut self, was: usize, now: u32) {
        if self.pairs[was].is_none() && !self.is_taken[now as usize] {
            self.pairs[was] = Some(now);
            self.is_taken[now as usize] = true;
            self.left = (self.left.0 - 1, self.left.1 - 1);
        }
    }

    /// Whether one side has nothing left to pair.
    fn is_complete(&self) -> bool {
        self.left.0 == 0 || self.left.1 == 0
    }

    /// Joins what reads alike.
    fn join_alike(&mut self, before: &[Thing<'_>], after: &[Thing<'_>]) {
        let (old, new) = (Readings::new(before), Readings::new(after));
        self.join_equal_trees(&old, &new);
        self.join_equal(|at| Some(old.full(at)), |at| Some(new.full(at)));
        self.join_parents(before, after);
        self.join_equal(|at| old.short(at), |at| new.short(at));
    }

    /// Joins what is left and reads the same with all inside it, the outermost first, and all inside it likewise.
    fn join_equal_trees(&mut self, old: &Readings<'_>, new: &Readings<'_>) {
        let mut found = Pairing {
            pairs: self.pairs.clone(),
            is_taken: self.is_taken.clone(),
            left: self.left,
        };
        let tree = |readings: &Readings<'_>, at: usize| readings.sizes[at] > 1;
        found.join_equal(
            |at| tree(old, at).then(|| old.full(at)),
            |at| tree(new, at).then(|| new.full(at)),
        );
        let mut until = 0;
        for was in 0..found.pairs.len() {
            let (Some(now), None) = (found.pairs[was], self.pairs[was]) else {
                continue;
            };
            if was < until || old.sizes[was] != new.sizes[now as usize] {
                continue;
            }
            until = was + old.sizes[was];
            for inside in 0..old.sizes[was] {
                self.join(was + inside, now + inside as u32);
            }
        }
    }

    /// Joins what is left, has the same role and holds something of a pair.
    fn join_parents(&mut self, before: &[Thing<'_>], after: &[Thing<'_>]) {
        for was in (0..self.pairs.len()).rev() {
            let Some(now) = self.pairs[was] else { continue };
            let parents = before[was].parent.zip(after[now as usize].parent);
            if let Some((outer, outer_now)) = parents
                && before[outer as usize].role == after[outer_now as usize].role
            {
                self.join(outer as usize, outer_now);
            }
        }
    }

    /// Joins what is left and has equal marks, in order.
    fn join_equal<M: Eq + Hash>(
        &mut self,
        old: impl Fn(usize) -> Option<M>,
        new: impl Fn(usize) -> Option<M>,
    ) {
        if self.is_complete() {
            return;
        }
        let mut waiting: FxHashMap<M, VecDeque<u32>> = FxHashMap::default();
        for (now, is_taken) in self.is_taken.iter().enumerate() {
            if !is_taken && let Some(mark) = new(now) {
                waiting.entry(mark).or_default().push_back(now as u32);
            }
        }
        for was in 0..self.pairs.len() {
            if self.pairs[was].is_some() {
                continue;
            }
            let found = old(was).and_then(|mark| waiting.get_mut(&mark)?.pop_front());
            if let Some(now) = found {
                self.join(was, now);
            }
        }
    }
}

/// How things read, with what is inside them.
struct Readings<'a> {
    things: &'a [Thing<'a>],
    /// For each a digest of itself and all inside it.
    whole: Vec<u64>,
    /// How many they are, itself included.
    sizes: Vec<usize>,
    /// For each its label, or the first one inside it.
    begins: Vec<&'a str>,
}

impl<'a> Readings<'a> {
    fn new(things: &'a [Thing<'a>]) -> Readings<'a> {
        let mut whole: Vec<u64> = vec![0; things.len()];
        let mut sizes: Vec<usize> = vec![1; things.len()];
        let mut begins: Vec<&str> = things.iter().map(|thing| thing.label).collect();
        // What is inside a thing stands after it.
        for (at, thing) in things.iter().enumerate().rev() {
            let mut hasher = FxHasher::default();
            (thing.role, thing.label, thing.text, whole[at]).hash(&mut hasher);
            whole[at] = hasher.finish();
            if let Some(parent) = thing.parent {
                let parent = parent as usize;
                sizes[parent] += sizes[at];
                let mut hasher = FxHasher::default();
                (whole[parent], whole[at]).hash(&mut hasher);
                whole[parent] = hasher.finish();
                if things[parent].label.is_empty() && !begins[at].is_empty() {
                    begins[parent] = begins[at];
                }
            }
        }
        Readings {
            things,
            whole,
            sizes,
            begins,
        }
    }

    /// All that is written in it, and what it is inside of.
    fn full(&self, at: usize) -> (u64, Option<&'a str>) {
        (self.whole[at], self.things[at].context)
    }

    /// Role, what it is called or begins with, and what it is inside of. `None` where nothing is written.
    fn short(&self, at: usize) -> Option<(&'a str, &'a str, Option<&'a str>)> {
        let thing = &self.things[at];
        (!self.begins[at].is_empty()).then_some((thing.role, self.begins[at], thing.context))
    }
}

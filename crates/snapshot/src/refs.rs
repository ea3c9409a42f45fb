//! [`Registry`]: which number names which element, and what that element was shown as.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_aria::Role;
use surefoot_page::{DocumentId, NodeKey};

use crate::{Context, Fold, Item, Numbering, Snapshot};

/// How refs are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RefPolicy {
    /// An element keeps its number for the life of its document; new ones count on from the last (design, "Refs").
    #[default]
    Stable,
    /// Each snapshot counts from 1 (S0-27, S1-17, S4-17).
    Renumber,
}

/// What the element of a ref was shown as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Its identity.
    pub key: NodeKey,
    /// Its role, as it was printed.
    pub role: Role,
    /// The word its role was printed as.
    pub role_name: &'static str,
    /// Its accessible name, or the text inside.
    pub label: Box<str>,
    /// What the row, list item, form … around it was called.
    pub context: Option<Arc<Context>>,
    /// The URL of its document.
    pub url: Arc<str>,
    /// The highest serial of a node in its document then: what has a higher one was not there yet.
    pub newest: u32,
    /// When it was shown last: things shown at the same time have the same number.
    pub turn: u32,
}

impl Shown {
    /// Whether both read the same: by role, label and context.
    pub fn reads_like(&self, other: &Shown) -> bool {
        self.role == other.role && self.label == other.label && self.context == other.context
    }
}

/// What is known about a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup<'r> {
    /// It names this element.
    Shown(&'r Shown),
    /// It stands for what was left out of a snapshot.
    Fold(&'r Arc<Fold>),
    /// It named an element once, of a document that is long gone.
    Forgotten,
    /// It was never given to anything.
    Never,
}

/// The refs of one session.
#[derive(Clone, Debug)]
pub struct Registry {
    policy: RefPolicy,
    /// The number given last; 0 before the first.
    last: u32,
    /// How often something was shown.
    turn: u32,
    by_key: FxHashMap<NodeKey, u32>,
    shown: FxHashMap<u32, Shown>,
    /// What was left out, by the numbers that were given to it.
    folds: FxHashMap<u32, Arc<Fold>>,
    /// The number of the fold from one element to another.
    fold_from: FxHashMap<Extent, u32>,
}

/// How many refs are remembered before those of documents that are gone are dropped. Far above the 1,000 that a number
/// has to stay unused for: back in the history their documents may still be alive.
const REMEMBERED: usize = 200_000;

impl Registry {
    /// An empty registry: the first ref will be 1.
    pub fn new(policy: RefPolicy) -> Registry {
        Registry {
            policy,
            last: 0,
            turn: 0,
            by_key: FxHashMap::default(),
            shown: FxHashMap::default(),
            folds: FxHashMap::default(),
            fold_from: FxHashMap::default(),
        }
    }

    /// The policy it numbers by.
    pub fn policy(&self) -> RefPolicy {
        self.policy
    }

    /// Changes the policy; what was given out stays valid until the next snapshot.
    pub fn set_policy(&mut self, policy: RefPolicy) {
        self.policy = policy;
    }

    /// Gives each item that the numbering asks for its ref, in order, and remembers what it is shown as.
    pub fn assign(&mut self, snapshot: &mut Snapshot, numbering: Numbering) {
        self.assign_by(self.policy, snapshot, numbering);
    }

    /// The same by another policy than its own, this once.
    pub fn assign_by(&mut self, policy: RefPolicy, snapshot: &mut Snapshot, numbering: Numbering) {
        if policy == RefPolicy::Renumber {
            *self = Registry::new(self.policy);
        }
        let frames = frames(snapshot);
        self.turn += 1;
        for item in &mut snapshot.items {
            item.reference = match &item.fold {
                Some(fold) if fold.page.is_some() => item.reference,
                Some(fold) => self.give_fold(fold),
                None => wants_ref(item, numbering).then(|| self.give(item, &frames)),
            };
        }
        for item in &mut snapshot.items {
            item.obscured_by = item.cover.and_then(|key| self.reference(key));
        }
        if self.shown.len() > REMEMBERED {
            self.forget_gone(snapshot);
        }
        if self.folds.len() > REMEMBERED {
            self.forget_folds(snapshot);
        }
    }

    /// Gives the items at these positions refs, as for candidates of an error: [`Registry::reference`] has them then.
    pub fn assign_at(&mut self, snapshot: &Snapshot, positions: &[usize]) {
        let frames = frames(snapshot);
        self.turn += 1;
        for item in positions.iter().filter_map(|&at| snapshot.items.get(at)) {
            self.give(item, &frames);
        }
    }

    /// Fills in the refs that were given before, of those that the numbering asks for, without giving new ones.
    pub fn recall(&self, snapshot: &mut Snapshot, numbering: Numbering) {
        for item in &mut snapshot.items {
            let known = self.by_key.get(&item.key).copied();
            item.reference = known.filter(|_| wants_ref(item, numbering));
        }
    }

    /// Fills in the refs that [`assign_by`](Registry::assign_by) would give to the items of a snapshot, without giving
    /// them.
    pub fn foresee(&self, policy: RefPolicy, snapshot: &mut Snapshot, numbering: Numbering) {
        let mut next = self.last;
        let keeps = policy == RefPolicy::Stable;
        if !keeps {
            next = 0;
        }
        for item in &mut snapshot.items {
            // The rest of what is shown in pages is asked for by the number of all of it.
            if item.fold.as_ref().is_some_and(|fold| fold.page.is_some()) {
                continue;
            }
            let known = match &item.fold {
                Some(fold) => extent(fold).and_then(|extent| self.fold_from.get(&extent)),
                None => self.by_key.get(&item.key),
            };
            let is_wanted = item.fold.is_some() || wants_ref(item, numbering);
            item.reference = is_wanted.then(|| {
                known.filter(|_| keeps).copied().unwrap_or_else(|| {
                    next = next.saturating_add(1);
                    next
                })
            });
        }
    }

    /// The number of what was left out.
    fn give_fold(&mut self, fold: &Arc<Fold>) -> Option<u32> {
        let extent = extent(fold)?;
        let number = match self.fold_from.get(&extent) {
            Some(&known) => known,
            None => {
                let fresh = self.next();
                self.fold_from.insert(extent, fresh);
                fresh
            }
        };
        self.folds.insert(number, Arc::clone(fold));
        Some(number)
    }

    /// The ref of an element, if it has been given one.
    pub fn reference(&self, key: NodeKey) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// What is known about a number.
    pub fn lookup(&self, reference: u32) -> Lookup<'_> {
        match self.shown.get(&reference) {
            Some(shown) => Lookup::Shown(shown),
            None if let Some(fold) = self.folds.get(&reference) => Lookup::Fold(fold),
            None if reference != 0 && reference <= self.last => Lookup::Forgotten,
            None => Lookup::Never,
        }
    }

    /// The highest number given so far.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Whether something like this was shown beside an element of the same document, or later.
    pub fn has_other(&self, shown: &Shown, is_alike: impl Fn(&Shown) -> bool) -> bool {
        self.shown.values().any(|other| {
            other.key != shown.key
                && other.key.document == shown.key.document
                && other.turn >= shown.turn
                && is_alike(other)
        })
    }

    /// Says that the element behind `reference` has become another one, though its node is the same: shown again, it gets
    /// a number of its own, and `reference` stays what it was.
    pub fn retire(&mut self, reference: u32) {
        if let Some(shown) = self.shown.get(&reference)
            && self.by_key.get(&shown.key) == Some(&reference)
        {
            self.by_key.remove(&shown.key);
        }
    }

    /// Says that the element behind `reference` is now another node: the one it was replaced by. If that node has been
    /// given a ref of its own meanwhile, both name it.
    pub fn reattach(&mut self, reference: u32, key: NodeKey) {
        if let Some(shown) = self.shown.get_mut(&reference) {
            self.by_key.remove(&shown.key);
            self.by_key.entry(key).or_insert(reference);
            shown.key = key;
        }
    }

    /// The same for several at once, where no other element that was shown beside or after one reads the same, and what
    /// replaced it was not there yet; the answer is for how many that holds.
    pub fn reattach_all(&mut self, replaced: &[(u32, NodeKey)]) -> usize {
        let shown = |reference: &u32| self.shown.get(reference);
        let Some(turn) = replaced
            .iter()
            .filter_map(|(r, _)| Some(shown(r)?.turn))
            .min()
        else {
            return 0;
        };
        let mut alike: FxHashMap<_, u32> = FxHashMap::default();
        for other in self.shown.values().filter(|other| other.turn >= turn) {
            *alike.entry(likeness(other)).or_insert(0) += 1;
        }
        let is_sure = |(reference, key): &&(u32, NodeKey)| {
            shown(reference).is_some_and(|shown| {
                key.document == shown.key.document
                    && key.serial > shown.newest
                    && !self.by_key.contains_key(key)
                    && (shown.label.is_empty() || alike.get(&likeness(shown)) == Some(&1))
            })
        };
        let sure: Vec<(u32, NodeKey)> = replaced.iter().filter(is_sure).copied().collect();
        for (reference, key) in &sure {
            self.reattach(*reference, *key);
        }
        sure.len()
    }

    fn give(&mut self, item: &Item, frames: &[(Arc<str>, u32)]) -> u32 {
        let reference = match self.by_key.get(&item.key) {
            Some(&known) => known,
            None => {
                let fresh = self.next();
                self.by_key.insert(item.key, fresh);
                fresh
            }
        };
        let (url, newest) = frames.get(item.frame as usize).cloned().unwrap_or_default();
        let shown = Shown {
            key: item.key,
            role: item.role,
            role_name: item.role_name(),
            label: item.label().into(),
            context: item.context.clone(),
            url,
            newest,
            turn: self.turn,
        };
        self.shown.insert(reference, shown);
        reference
    }

    /// The next number that names nothing.
    fn next(&mut self) -> u32 {
        loop {
            self.last = self.last.checked_add(1).unwrap_or(1);
            if !self.shown.contains_key(&self.last) && !self.folds.contains_key(&self.last) {
                return self.last;
            }
        }
    }

    /// Drops the folds of documents that are not part of `snapshot`.
    fn forget_folds(&mut self, snapshot: &Snapshot) {
        let alive: FxHashSet<DocumentId> = snapshot.items.iter().map(|i| i.key.document).collect();
        self.fold_from
            .retain(|(from, ..), _| alive.contains(&from.document));
        let numbers: FxHashSet<u32> = self.fold_from.values().copied().collect();
        self.folds.retain(|number, _| numbers.contains(number));
    }

    /// Drops the older half of the refs whose documents are not part of `snapshot`.
    fn forget_gone(&mut self, snapshot: &Snapshot) {
        let alive: FxHashSet<DocumentId> = snapshot.items.iter().map(|i| i.key.document).collect();
        let mut gone: Vec<u32> = self
            .shown
            .iter()
            .filter(|(_, s)| !alive.contains(&s.key.document))
            .map(|(&r, _)| r)
            .collect();
        gone.sort_unstable();
        for reference in &gone[..gone.len() / 2] {
            if let Some(shown) = self.shown.remove(reference) {
                self.by_key.remove(&shown.key);
            }
        }
    }
}

/// From which element to which a fold reaches, and how many it stands for.
type Extent = (NodeKey, NodeKey, usize);

fn extent(fold: &Fold) -> Option<Extent> {
    Some((
        *fold.hidden.first()?,
        *fold.hidden.last()?,
        fold.hidden.len(),
    ))
}

/// By what two elements that were shown read the same.
fn likeness(shown: &Shown) -> (DocumentId, Role, &str, Option<&str>) {
    let context = shown.context.as_deref().map(Context::base);
    (shown.key.document, shown.role, &shown.label, context)
}

/// The URLs of the documents, to be shared by all that was shown of them, and their newest nodes.
fn frames(snapshot: &Snapshot) -> Vec<(Arc<str>, u32)> {
    snapshot
        .frames
        .iter()
        .map(|f| (f.url.as_str().into(), f.newest))
        .collect()
}

/// The roles that get a ref only if they have a name (S1-14), beyond what is interactive.
fn wants_ref(item: &Item, numbering: Numbering) -> bool {
    match numbering {
        Numbering::All => true,
        Numbering::InteractiveAndNamed => {
            item.is_interactive()
                || (!item.name.is_empty() && crate::keep::gets_ref_when_named(item.role))
        }
    }
}

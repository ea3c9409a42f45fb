//! The history of a tab: where it was, and the documents it can show again as they were left.

use rustc_hash::FxHashMap;
use url::Url;

use crate::document::Document;

/// Most entries.
const ENTRIES: usize = 100;
/// Most documents kept besides the current one.
const KEPT: usize = 8;
/// Most bytes of kept documents, roughly.
const KEPT_BYTES: u64 = 24 * 1024 * 1024;

/// How a document can be had again once it was dropped.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    /// By asking for its URL again.
    Get,
    /// Only by repeating a POST, which is not done.
    Post,
    /// From the source the user gave.
    Source(Vec<u8>),
}

/// One step of the history. Steps within one document share its slot.
#[derive(Clone, Debug)]
struct Entry {
    url: Url,
    slot: u32,
}

/// A document of the history.
#[derive(Debug)]
struct Slot {
    recipe: Recipe,
    document: Option<Box<Document>>,
    /// When it was left, by count: the smallest is dropped first.
    left: u64,
}

/// Where a step of the history leads.
#[derive(Debug)]
pub(crate) struct Step {
    /// Its position, for [`History::arrive`].
    pub(crate) at: usize,
    /// Its URL.
    pub(crate) url: Url,
    /// How its document is had again if it is not kept.
    pub(crate) recipe: Recipe,
    /// What is known about its document.
    pub(crate) kept: Kept,
}

/// Whether the document of a step is at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// It is the one shown now.
    Current,
    /// It is kept as it was left.
    Yes,
    /// It has to be loaded again.
    No,
}

/// A direction in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// To older entries.
    Back,
    /// To newer entries.
    Forward,
}

/// See the module. The current document is held by the tab.
#[derive(Debug)]
pub(crate) struct History {
    entries: Vec<Entry>,
    at: usize,
    slots: FxHashMap<u32, Slot>,
    next_slot: u32,
    clock: u64,
}

impl History {
    /// A history of one entry: the document shown now.
    pub(crate) fn new(url: Url) -> History {
        let mut history = History {
            entries: Vec::new(),
            at: 0,
            slots: FxHashMap::default(),
            next_slot: 0,
            clock: 0,
        };
        let slot = history.new_slot(Recipe::Get);
        history.entries.push(Entry { url, slot });
        history
    }

    fn new_slot(&mut self, recipe: Recipe) -> u32 {
        let slot = self.next_slot;
        self.next_slot += 1;
        self.slots.insert(
            slot,
            Slot {
                recipe,
                document: None,
                left: 0,
            },
        );
        slot
    }

    fn current_slot(&self) -> u32 {
        self.entries.get(self.at).map_or(0, |e| e.slot)
    }

    /// How the current document can be had again.
    pub(crate) fn recipe(&self) -> Recipe {
        self.slots
            .get(&self.current_slot())
            .map_or(Recipe::Get, |s| s.recipe.clone())
    }

    /// A new document was loaded: `old` is left, everything after it forgotten.
    pub(crate) fn push(&mut self, url: Url, recipe: Recipe, old: Box<Document>) {
        // The empty page a tab begins with is not worth going back to.
        let replaces = self.entries.len() == 1
            && self.at == 0
            && self
                .entries
                .first()
                .is_some_and(|e| e.url.as_str() == "about:blank");
        if !replaces {
            self.leave(old);
        }
        self.entries.truncate(self.at + usize::from(!replaces));
        let slot = self.new_slot(recipe);
        self.entries.push(Entry { url, slot });
        self.at = self.entries.len() - 1;
        self.shorten();
    }

    /// The same document, at another fragment.
    pub(crate) fn push_fragment(&mut self, url: Url) {
        let slot = self.current_slot();
        self.entries.truncate(self.at + 1);
        self.entries.push(Entry { url, slot });
        self.at += 1;
        self.shorten();
    }

    /// The current entry shows another document now (reload, redirect by refresh).
    pub(crate) fn replace(&mut self, url: Url, recipe: Recipe) {
        let slot = self.new_slot(recipe);
        if let Some(entry) = self.entries.get_mut(self.at) {
            *entry = Entry { url, slot };
        }
        self.drop_unreachable();
    }

    /// Where one step in a direction leads; `None` at the end.
    pub(crate) fn peek(&self, direction: Direction) -> Option<Step> {
        let at = match direction {
            Direction::Back => self.at.checked_sub(1)?,
            Direction::Forward => self.at + 1,
        };
        let entry = self.entries.get(at)?;
        let slot = self.slots.get(&entry.slot)?;
        Some(Step {
            at,
            url: entry.url.clone(),
            recipe: slot.recipe.clone(),
            kept: if entry.slot == self.current_slot() {
                Kept::Current
            } else if slot.document.is_some() {
                Kept::Yes
            } else {
                Kept::No
            },
        })
    }

    /// Takes the document of a step, if it is kept; [`History::arrive`] comes next.
    pub(crate) fn take(&mut self, step: &Step) -> Option<Box<Document>> {
        let slot = self.entries.get(step.at)?.slot;
        self.slots.get_mut(&slot)?.document.take()
    }

    /// Goes to a step, leaving `old`; `None` where the document stays the same.
    pub(crate) fn arrive(&mut self, step: &Step, old: Option<Box<Document>>) {
        if let Some(old) = old {
            self.leave(old);
        }
        self.at = step.at;
    }

    /// Keeps the document that is being left, within bounds.
    fn leave(&mut self, document: Box<Document>) {
        self.clock += 1;
        let (slot, clock) = (self.current_slot(), self.clock);
        if let Some(slot) = self.slots.get_mut(&slot) {
            slot.document = Some(document);
            slot.left = clock;
        }
        while self.is_over_bounds() {
            let oldest = self
                .slots
                .values_mut()
                .filter(|s| s.document.is_some())
                .min_by_key(|s| s.left);
            match oldest {
                Some(slot) => slot.document = None,
                None => return,
            }
        }
    }

    fn is_over_bounds(&self) -> bool {
        let kept = self.slots.values().filter_map(|s| s.document.as_ref());
        let (count, bytes) = kept.fold((0, 0), |(n, b), d| (n + 1, b + d.weight()));
        count > KEPT || (bytes > KEPT_BYTES && count > 0)
    }

    /// Forgets the oldest entries of a long history.
    fn shorten(&mut self) {
        let surplus = self.entries.len().saturating_sub(ENTRIES).min(self.at);
        self.entries.drain(..surplus);
        self.at -= surplus;
        self.drop_unreachable();
    }

    fn drop_unreachable(&mut self) {
        let entries = &self.entries;
        self.slots
            .retain(|slot, _| entries.iter().any(|e| e.slot == *slot));
    }
}

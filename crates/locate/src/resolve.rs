//! From a ref to the element that it was shown with, or why there is none.

use std::sync::Arc;

use surefoot_page::{NodeId, Page};
use surefoot_snapshot::{Fold, Item, Lookup, Registry, Shown, Snapshot};

use crate::near::CANDIDATES;

/// The element that was meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The very one that was shown.
    Same(NodeId),
    /// It was replaced by this one: the only one of the same role, label and context.
    Reattached(NodeId),
    /// The very one, with another counter in its name.
    Recounted(NodeId),
}

impl Found {
    /// The element.
    pub fn node(self) -> NodeId {
        match self {
            Found::Same(node) | Found::Reattached(node) | Found::Recounted(node) => node,
        }
    }
}

/// Why no element can be told to be the one that was meant. Positions are those of items in the outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Miss {
    /// No element was ever shown with this ref.
    UnknownRef,
    /// The ref is that of a fold: it stands for elements that were left out.
    Folded(Arc<Fold>),
    /// The element of this ref belonged to a document that is long gone.
    Forgotten,
    /// The element is gone, or it is something else now.
    Stale {
        /// What it was shown as.
        was: Box<Shown>,
        /// Why it is not that any more.
        reason: Staleness,
        /// What stands in its place now, if the very node is still there.
        now: Option<usize>,
        /// What may be meant instead, likeliest first; at most five.
        candidates: Vec<usize>,
    },
    /// Nothing matches.
    NotFound {
        /// What may be meant instead.
        candidates: Vec<usize>,
    },
    /// Several match, and nothing tells which one is meant.
    Ambiguous {
        /// How many.
        count: usize,
        /// The first few of them that are shown.
        candidates: Vec<usize>,
    },
    /// So many match that whatever matches them names nothing in particular (S2-44).
    TooMany {
        /// How many.
        count: usize,
    },
}

/// Why an element is not what was shown any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staleness {
    /// Its document was left.
    OtherDocument,
    /// It was removed from its document.
    Removed,
    /// It is still there, with another role or name.
    Changed,
    /// It is still there, in another row, item or form; or what is around it is called something else.
    Elsewhere,
}

/// Finds the element that `reference` names. `outline` shows the page as it is now.
pub fn resolve_ref(
    reference: u32,
    registry: &Registry,
    page: &Page,
    outline: &Snapshot,
) -> Result<Found, Miss> {
    let shown = match registry.lookup(reference) {
        Lookup::Shown(shown) => shown,
        Lookup::Fold(fold) => return Err(Miss::Folded(Arc::clone(fold))),
        Lookup::Forgotten => return Err(Miss::Forgotten),
        Lookup::Never => return Err(Miss::UnknownRef),
    };
    let stale = |reason, now| {
        Err(Miss::Stale {
            was: Box::new(shown.clone()),
            reason,
            now,
            candidates: alternatives(shown, outline),
        })
    };
    let is_loaded = page.documents().iter().any(|d| d.id == shown.key.document);
    if !is_loaded {
        return stale(Staleness::OtherDocument, None);
    }
    let Some(node) = page.find(shown.key) else {
        return match replacement(shown, registry, page, outline) {
            Some(node) => Ok(Found::Reattached(node)),
            None => stale(Staleness::Removed, None),
        };
    };
    let Some(at) = outline.position(shown.key) else {
        // Attached but not shown: it may be hidden now. That is for the check before the action to say.
        return Ok(Found::Same(node));
    };
    let item = &outline.items[at];
    if shown.role != item.role {
        stale(Staleness::Changed, Some(at))
    } else if shown.context != item.context {
        stale(Staleness::Elsewhere, Some(at))
    } else if *shown.label == *item.label() {
        Ok(Found::Same(node))
    } else if is_only_counter(shown, item, registry, outline) {
        Ok(Found::Recounted(node))
    } else {
        stale(Staleness::Changed, Some(at))
    }
}

fn is_still(shown: &Shown, item: &Item) -> bool {
    shown.role == item.role && *shown.label == *item.label() && shown.context == item.context
}

/// Whether an element is called what it was called, but for a counter: "Inbox (3)" and "Inbox (4)". Not where such
/// numbers tell one thing from another.
fn is_only_counter(shown: &Shown, item: &Item, registry: &Registry, outline: &Snapshot) -> bool {
    let Some(name) = without_counter(&shown.label) else {
        return false;
    };
    let is_alike = |label: &str| without_counter(label) == Some(name);
    let alike_now = |other: &&Item| other.role == item.role && is_alike(other.label());
    is_alike(item.label())
        && outline.items.iter().filter(alike_now).nth(1).is_none()
        && !registry.has_other(shown, |other| {
            other.role == shown.role && is_alike(&other.label)
        })
}

/// A label without the number in brackets at its end; `None` if there is none, or nothing else.
fn without_counter(label: &str) -> Option<&str> {
    let (name, counter) = label.strip_suffix(')')?.rsplit_once('(')?;
    let is_number = counter.contains(|c: char| c.is_ascii_digit())
        && counter
            .chars()
            .all(|c| c.is_ascii_digit() || ".,+ ".contains(c));
    let name = name.trim_end();
    (is_number && !name.is_empty()).then_some(name)
}

/// The element that was put in the place of one that is gone: the only one that reads the same, on what is the same page
/// by its URL. It must not have been there before, and nothing may have been shown beside the one that is gone that read
/// the same: which of them is left nobody can tell.
fn replacement(
    shown: &Shown,
    registry: &Registry,
    page: &Page,
    outline: &Snapshot,
) -> Option<NodeId> {
    let equal = |item: &&Item| item.key.document == shown.key.document && is_still(shown, item);
    let mut equal = outline.items.iter().filter(equal);
    let only = equal.next()?;
    let is_new = only.key.serial > shown.newest;
    let beside = |other: &Shown| other.key != only.key && other.reads_like(shown);
    let frame = outline.frames.get(only.frame as usize)?;
    (equal.next().is_none()
        && is_new
        && page.is_element(only.node)
        && route(&frame.url) == route(&shown.url)
        && !registry.has_other(shown, beside))
    .then_some(only.node)
}

/// A URL without a fragment that only names a place on the page.
pub fn route(url: &str) -> &str {
    match url.split_once('#') {
        Some((page, place)) if !place.starts_with(['/', '!']) => page,
        _ => url,
    }
}

/// What may be meant instead of something that is gone: the same role and label, then the same label, then a like one.
fn alternatives(shown: &Shown, outline: &Snapshot) -> Vec<usize> {
    ranked(outline, |item| {
        if *item.label() == *shown.label && !shown.label.is_empty() {
            return Some(u8::from(item.role != shown.role));
        }
        (item.role == shown.role && shares_a_word(item.label(), &shown.label)).then_some(2)
    })
}

/// The positions of the items with the lowest ranks, in document order within a rank; at most five.
fn ranked(outline: &Snapshot, rank: impl Fn(&Item) -> Option<u8>) -> Vec<usize> {
    let mut ranks: Vec<(u8, usize)> = outline
        .items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| Some((rank(item)?, at)))
        .collect();
    ranks.sort_unstable();
    ranks
        .into_iter()
        .take(CANDIDATES)
        .map(|(_, at)| at)
        .collect()
}

fn shares_a_word(a: &str, b: &str) -> bool {
    b.split_whitespace().any(|word| {
        word.len() > 2
            && a.split_whitespace()
                .any(|other| other.eq_ignore_ascii_case(word))
    })
}

//! From a ref or from matches to exactly one element.

use std::collections::HashSet;

use surefoot_page::{Facts, NodeId, Page};
use surefoot_snapshot::{Item, Lookup, Registry, Shown, Snapshot};

/// The element that was meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The very one that was shown.
    Same(NodeId),
    /// It was replaced by this one: the only one of the same role, label and context.
    Reattached(NodeId),
}

impl Found {
    /// The element.
    pub fn node(self) -> NodeId {
        match self {
            Found::Same(node) | Found::Reattached(node) => node,
        }
    }
}

/// Why no element can be told to be the one that was meant. Positions are those of items in the outline.
#[derive(Clone, PartialEq, Debug)]
pub enum Miss {
    /// No element was ever shown with this ref.
    UnknownRef,
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
}

/// At most this many candidates are offered.
const CANDIDATES: usize = 5;

/// Finds the element that `reference` names. `outline` shows the page as it is now.
pub fn resolve_ref(
    reference: u32,
    registry: &Registry,
    page: &Page,
    outline: &Snapshot,
) -> Result<Found, Miss> {
    let shown = match registry.lookup(reference) {
        Lookup::Shown(shown) => shown,
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
        return match replacement(shown, page, outline) {
            Some(node) => Ok(Found::Reattached(node)),
            None => stale(Staleness::Removed, None),
        };
    };
    match outline.position(shown.key) {
        // Attached but not shown: it may be hidden now. That is for the check before the action to say.
        None => Ok(Found::Same(node)),
        Some(now) if is_still(shown, &outline.items[now]) => Ok(Found::Same(node)),
        Some(now) => stale(Staleness::Changed, Some(now)),
    }
}

fn is_still(shown: &Shown, item: &Item) -> bool {
    shown.role == item.role && *shown.label == *item.label()
}

/// The only element of the same document, role, label and context.
fn replacement(shown: &Shown, page: &Page, outline: &Snapshot) -> Option<NodeId> {
    let mut equal = outline.items.iter().filter(|item| {
        item.key.document == shown.key.document
            && is_still(shown, item)
            && item.context == shown.context
    });
    let only = equal.next()?;
    (equal.next().is_none() && page.is_element(only.node)).then_some(only.node)
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

/// Makes one element of what a selector matched (design, "Targets"): one is it; of two to five it is the one that can
/// be seen; more are ambiguous. `asked` is what was asked for, to offer what is called like it where nothing matches.
pub fn choose(
    asked: &str,
    matches: &[NodeId],
    page: &Page,
    outline: &Snapshot,
) -> Result<NodeId, Miss> {
    let shown = |node: &NodeId| {
        !page
            .facts(*node)
            .intersects(Facts::NOT_RENDERED | Facts::INVISIBLE)
    };
    match matches {
        [] => Err(Miss::NotFound {
            candidates: called_like(asked, outline),
        }),
        [only] => Ok(*only),
        few if few.len() <= 5 => {
            let mut visible = few
                .iter()
                .filter(|n| shown(n) && !page.facts(**n).contains(Facts::OBSCURED));
            match (visible.next(), visible.next()) {
                (Some(&only), None) => Ok(only),
                _ => Err(ambiguous(few, outline)),
            }
        }
        many => Err(ambiguous(many, outline)),
    }
}

fn ambiguous(matches: &[NodeId], outline: &Snapshot) -> Miss {
    let matched: HashSet<NodeId> = matches.iter().copied().collect();
    let first: Vec<usize> = outline
        .items
        .iter()
        .enumerate()
        .filter(|(_, item)| matched.contains(&item.node))
        .map(|(at, _)| at)
        .take(CANDIDATES)
        .collect();
    Miss::Ambiguous {
        count: matches.len(),
        candidates: first,
    }
}

/// What can be acted on and is called like a text that is no selector that matches.
fn called_like(asked: &str, outline: &Snapshot) -> Vec<usize> {
    let asked = asked.to_lowercase();
    ranked(outline, |item| {
        let label = item.label().to_lowercase();
        if label.is_empty() || !item.is_interactive() {
            None
        } else if label == asked {
            Some(0)
        } else {
            (label.contains(&asked) || shares_a_word(&label, &asked)).then_some(1)
        }
    })
}

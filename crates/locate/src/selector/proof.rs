//! Proving selectors: a capture may be older than the page, and lacks what nobody can see. So an engine is asked what
//! each selector matches, and only what it says counts.

use rustc_hash::FxHashSet;
use surefoot_page::{NodeId, NodeKey, NodeKind, Page};

use super::{Candidate, Chain, Waterfall};

/// The search for a selector of one element, by questions to an engine.
#[derive(Debug)]
pub struct Search {
    legs: Vec<Leg>,
}

/// One element on the way, and the selectors that it may get, the best last.
#[derive(Debug)]
struct Leg {
    node: NodeId,
    left: Vec<Candidate>,
    proved: Option<String>,
}

impl Search {
    /// Begins the search. `None`: there is no such element, or it is out of reach.
    pub fn new(waterfall: &Waterfall<'_>, node: NodeId) -> Option<Search> {
        let legs = waterfall.legs(node)?.into_iter();
        let legs = legs.map(|node| {
            let mut left: Vec<Candidate> = waterfall.candidates(node).collect();
            left.reverse();
            Leg {
                node,
                left,
                proved: None,
            }
        });
        Some(Search {
            legs: legs.collect(),
        })
    }

    /// What to ask next: what does each of these match, anywhere in the page? Nothing: the search has ended.
    pub fn questions(&self) -> Vec<&str> {
        if self.legs.iter().any(Leg::is_lost) {
            return Vec::new();
        }
        self.legs
            .iter()
            .filter(|leg| leg.proved.is_none())
            .filter_map(|leg| leg.left.last().map(|candidate| candidate.css.as_str()))
            .collect()
    }

    /// Takes the answers to the questions, in their order.
    pub fn answer(&mut self, page: &Page, answers: &[&[NodeKey]]) {
        let asked = self.legs.iter_mut().filter(|leg| leg.proved.is_none());
        for (leg, matches) in asked.zip(answers) {
            let Some(candidate) = leg.left.pop() else {
                continue;
            };
            if names_only(page, leg.node, matches) {
                leg.proved = Some(candidate.css);
            }
        }
    }

    /// The selector, if it was found.
    pub fn found(self) -> Option<Chain> {
        let legs: Option<Vec<String>> = self.legs.into_iter().map(|leg| leg.proved).collect();
        Chain::new(legs?)
    }
}

impl Leg {
    fn is_lost(&self) -> bool {
        self.proved.is_none() && self.left.is_empty()
    }
}

/// Whether of all that a selector matches only `node` stands in its tree (C7).
fn names_only(page: &Page, node: NodeId, matches: &[NodeKey]) -> bool {
    let Some(key) = page.key(node) else {
        return false;
    };
    let mut is_there = false;
    for other in matches
        .iter()
        .filter(|other| other.document == key.document)
    {
        if *other == key {
            is_there = true;
            continue;
        }
        // What the capture does not know may stand anywhere.
        let tree = page.find(*other).map(|other| page.scope(other));
        if tree.is_none_or(|tree| tree == page.scope(node)) {
            return false;
        }
    }
    is_there
}

impl Chain {
    /// The elements that it names, given what each of its selectors matches anywhere in the page. The first is meant for
    /// the main document, as in `document.querySelectorAll`; where it matches nothing there, for shadow trees and frames.
    pub fn follow(&self, page: &Page, matches: &[Vec<NodeId>]) -> Vec<NodeId> {
        let Some((first, rest)) = matches.split_first() else {
            return Vec::new();
        };
        let in_main = |n: &&NodeId| page.scope(**n) == page.root();
        let mut found: Vec<NodeId> = first.iter().filter(in_main).copied().collect();
        if found.is_empty() {
            found.clone_from(first);
        }
        for matches in rest {
            let trees: FxHashSet<NodeId> =
                found.iter().filter_map(|&n| inner_tree(page, n)).collect();
            let inside = |n: &&NodeId| page.scope(**n).is_some_and(|tree| trees.contains(&tree));
            found = matches.iter().filter(inside).copied().collect();
        }
        found
    }
}

/// The tree that an element opens: its shadow tree, or the document in its frame.
fn inner_tree(page: &Page, node: NodeId) -> Option<NodeId> {
    page.shadow_root(node).or_else(|| {
        page.content_document(node)
            .filter(|&n| page.kind(n) == NodeKind::Document)
    })
}

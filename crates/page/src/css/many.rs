//! Many selectors at once: one pass over the page, where asking each would take a pass of its own.

use rustc_hash::FxHashSet;

use super::{CssError, RuleSet, Selector, TreeRank};
use crate::{NodeId, NodeKind, Page, ShadowMode};

/// Up to so many selectors are cheaper asked one by one.
const FEW: usize = 4;

impl Page {
    /// For each selector what [`Page::select_everywhere`] finds.
    pub fn select_many(&self, selectors: &[Selector]) -> Result<Vec<Vec<NodeId>>, CssError> {
        if selectors.len() <= FEW {
            return selectors
                .iter()
                .map(|s| self.select_everywhere(s))
                .collect();
        }
        let trees = self.in_tree_order().filter(|&node| match self.kind(node) {
            NodeKind::Document => true,
            NodeKind::ShadowRoot => self.shadow_mode(node) == Some(ShadowMode::Open),
            _ => false,
        });
        let mut rules = RuleSet::new(self);
        for tree in trees {
            for (number, selector) in selectors.iter().enumerate() {
                rules.insert(tree, selector, number as u32);
            }
        }
        let matches = rules.matches();
        let mut found = vec![Vec::new(); selectors.len()];
        let mut seen = FxHashSet::default();
        for matched in matches.found {
            if matched.rank == TreeRank::Own && seen.insert((matched.rule, matched.node)) {
                found[matched.rule as usize].push(matched.node);
            }
        }
        let in_order = |nodes: Vec<NodeId>| match nodes.len() {
            0 | 1 => nodes,
            _ => self.in_flat_order(nodes),
        };
        let mut found: Vec<Vec<NodeId>> = found.into_iter().map(in_order).collect();
        let is_left = |number: u32| matches.ended_early || matches.given_up.contains(&number);
        for (number, selector) in selectors.iter().enumerate() {
            if is_left(number as u32) {
                found[number] = self.select_everywhere(selector)?;
            }
        }
        Ok(found)
    }
}

//! What part of a page is wanted, and which of it gets refs.

use std::num::NonZeroU32;

use surefoot_page::{NodeId, Page, Step};

/// Some elements of a page with all that is inside them in the flat tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// For each node of the arena whether it is inside.
    inside: Vec<bool>,
}

impl Scope {
    /// What is at or inside `roots`.
    pub fn new(page: &Page, roots: &[NodeId]) -> Scope {
        let mut inside = vec![false; page.len()];
        for &root in roots {
            let mut walk = page.walk(root);
            while let Some(step) = walk.next() {
                if let Step::Enter(node) = step {
                    if inside[node.index()] {
                        walk.skip_children();
                    }
                    inside[node.index()] = true;
                }
            }
        }
        Scope { inside }
    }

    /// Whether a node is inside.
    pub fn contains(&self, node: NodeId) -> bool {
        self.inside.get(node.index()).copied().unwrap_or(false)
    }
}

/// Which part of a page is wanted. The default is all that can be read or acted on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Only what can be acted on, as a flat list (S1-37), elements included that only their cursor, listener or tabindex
    /// makes interactive (S1-18).
    pub interactive: bool,
    /// Drop structure that has neither name nor ref nor text of its own (S1-38); its content moves up.
    pub compact: bool,
    /// Only so many levels, counted after wrappers are dropped (S1-39): 1 is the roots alone.
    pub depth: Option<NonZeroU32>,
    /// Only these elements and what is inside them (S1-40).
    pub scope: Option<Scope>,
}

/// Which items get a ref, which is for each format to say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbering {
    /// Every item (S4-1, S0-3).
    All,
    /// What is interactive, and content that has a name (S1-12 to S1-15).
    InteractiveAndNamed,
}

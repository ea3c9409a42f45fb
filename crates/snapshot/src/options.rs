//! What part of a page is wanted, and which of it gets refs.

use std::num::NonZeroU32;

use rustc_hash::FxHashSet;
use surefoot_page::{NodeId, NodeKey, Page, Step};

use crate::Snapshot;

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

    /// Just these nodes, whatever is inside them.
    pub fn exactly(page: &Page, nodes: impl IntoIterator<Item = NodeId>) -> Scope {
        let mut inside = vec![false; page.len()];
        for node in nodes {
            if let Some(inside) = inside.get_mut(node.index()) {
                *inside = true;
            }
        }
        Scope { inside }
    }

    /// What stands for these items of a page, and for what is inside of them.
    pub fn of_items(page: &Page, outline: &Snapshot, keys: &[NodeKey]) -> Scope {
        let wanted: FxHashSet<NodeKey> = keys.iter().copied().collect();
        let mut inside = vec![false; page.len()];
        let mut at = 0;
        while let Some(item) = outline.items.get(at) {
            let end = if wanted.contains(&item.key) {
                outline.end_of(at)
            } else {
                at
            };
            for item in outline.items.get(at..end).unwrap_or_default() {
                if let Some(inside) = inside.get_mut(item.node.index()) {
                    *inside = true;
                }
            }
            at = end.max(at + 1);
        }
        Scope { inside }
    }

    /// What is in view, of all that an outline shows; `None` where the engine has no layout. Text is where what holds it
    /// is.
    pub fn in_view(page: &Page, outline: &Snapshot) -> Option<Scope> {
        let view = page.viewport()?;
        let is_in_view = |node: NodeId| {
            let holder = if page.is_element(node) {
                Some(node)
            } else {
                page.flat_parent(node)
            };
            holder.and_then(|node| page.bounds(node)).is_some_and(|b| {
                b.x < view.x + view.width
                    && b.x + b.width >= view.x
                    && b.y < view.y + view.height
                    && b.y + b.height >= view.y
            })
        };
        let nodes = outline.items.iter().map(|item| item.node);
        Some(Scope::exactly(page, nodes.filter(|&node| is_in_view(node))))
    }

    /// What is in both.
    #[must_use]
    pub fn and(mut self, other: &Scope) -> Scope {
        for (index, inside) in self.inside.iter_mut().enumerate() {
            *inside &= other.inside.get(index).copied().unwrap_or(false);
        }
        self
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
    /// Only what is one of these, by the words for roles that formats print; empty: whatever it is.
    pub roles: Vec<&'static str>,
    /// Only what has this in its name, text, value or placeholder.
    pub text: Option<crate::TextPattern>,
}

/// Which items get a ref, which is for each format to say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbering {
    /// Every item (S4-1, S0-3).
    All,
    /// What is interactive, and content that has a name (S1-12 to S1-15).
    InteractiveAndNamed,
}

//! Walking the accessibility tree without recursion.

use surefoot_page::{NodeId, Step};

use crate::Semantics;

/// A depth-first walk of the accessibility tree. Every node that is not excluded is entered and left once; subtrees that
/// are excluded are passed over; children of invisible elements, if visible themselves, take their parent's place.
#[derive(Debug)]
pub struct AxWalk<'s, 'p> {
    semantics: &'s Semantics<'p>,
    pending: Vec<Step>,
    children: Vec<NodeId>,
    /// The length of `pending` below the children of the node entered last.
    floor: usize,
    depth: usize,
}

impl<'s, 'p> AxWalk<'s, 'p> {
    pub(crate) fn new(semantics: &'s Semantics<'p>, root: NodeId) -> AxWalk<'s, 'p> {
        AxWalk {
            semantics,
            pending: vec![Step::Enter(root)],
            children: Vec::new(),
            floor: 0,
            depth: 0,
        }
    }

    /// Passes over everything below the node entered last; its `Leave` comes next.
    pub fn skip_children(&mut self) {
        self.pending.truncate(self.floor);
    }

    /// How many nodes are open: 1 right after the root was entered.
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn push_children(&mut self, node: NodeId) {
        self.children.clear();
        self.semantics.relations.children_into(
            self.semantics.page,
            node,
            usize::MAX,
            &mut self.children,
        );
        self.pending
            .extend(self.children.iter().rev().map(|&c| Step::Enter(c)));
    }
}

impl Iterator for AxWalk<'_, '_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.pending.pop()? {
                Step::Leave(node) => {
                    self.depth -= 1;
                    self.floor = self.pending.len();
                    return Some(Step::Leave(node));
                }
                Step::Enter(node) if self.semantics.is_gone(node) => {}
                Step::Enter(node) if self.semantics.is_excluded(node) => self.push_children(node),
                Step::Enter(node) => {
                    self.depth += 1;
                    self.pending.push(Step::Leave(node));
                    self.floor = self.pending.len();
                    self.push_children(node);
                    return Some(Step::Enter(node));
                }
            }
        }
    }
}

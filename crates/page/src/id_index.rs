//! Finding elements by `id`.

use rustc_hash::FxHashMap;

use crate::{NodeId, Page, name};

/// Every `id` of a page, by tree: an id means something only in its own document or shadow tree. Build it once per pass.
#[derive(Debug)]
pub struct IdIndex<'p> {
    first: FxHashMap<(NodeId, &'p str), NodeId>,
}

impl<'p> IdIndex<'p> {
    /// Indexes the ids of all attached elements; of several with one id the first **in tree order** counts.
    pub fn new(page: &'p Page) -> IdIndex<'p> {
        let mut first = FxHashMap::default();
        for node in page.in_tree_order() {
            if let (Some(id), Some(scope)) = (page.attr(node, name::ID), page.scope(node))
                && !id.is_empty()
            {
                first.entry((scope, id)).or_insert(node);
            }
        }
        IdIndex { first }
    }

    /// The element with that id in the tree whose root is `scope` (see [`Page::scope`]).
    pub fn get(&self, scope: NodeId, id: &str) -> Option<NodeId> {
        self.first.get(&(scope, id)).copied()
    }
}

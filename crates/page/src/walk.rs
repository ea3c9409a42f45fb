//! Walking the flat tree without recursion.

use crate::node::NodeKind;
use crate::{NodeId, Page, name};

/// A step of a [`Walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A node is reached; its children come next.
    Enter(NodeId),
    /// All below the node has been seen.
    Leave(NodeId),
}

/// A depth-first walk of the flat tree: elements, text and the documents of frames; shadow roots are passed through,
/// slots show what is assigned to them. Each node is entered and left exactly once.
#[derive(Clone, Debug)]
pub struct Walk<'p> {
    page: &'p Page,
    start: Option<NodeId>,
    open: Vec<(NodeId, Cursor)>,
}

/// Where the children of an open node continue.
#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// At this node and its later siblings.
    Siblings(Option<NodeId>),
    /// At this position of what the slot shows.
    Assigned(NodeId, usize),
}

impl Page {
    /// Walks the flat tree from `root`, which is entered first and left last.
    pub fn walk(&self, root: NodeId) -> Walk<'_> {
        Walk {
            page: self,
            start: Some(root),
            open: Vec::new(),
        }
    }

    /// The children in the flat tree: see [`Walk`].
    pub fn flat_children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut cursor = self.first_flat(node);
        std::iter::from_fn(move || self.advance(&mut cursor))
    }

    fn first_flat(&self, node: NodeId) -> Cursor {
        let first = self.node(node).first_child;
        match first {
            Some(child) if self.kind(child) == NodeKind::ShadowRoot => {
                Cursor::Siblings(self.node(child).first_child)
            }
            _ if self.html_tag(node) == name::SLOT && self.assigned.contains_key(&node) => {
                Cursor::Assigned(node, 0)
            }
            first => Cursor::Siblings(first),
        }
    }

    fn advance(&self, cursor: &mut Cursor) -> Option<NodeId> {
        match cursor {
            Cursor::Siblings(next) => {
                let node = (*next)?;
                *next = self.node(node).next;
                Some(node)
            }
            Cursor::Assigned(slot, at) => {
                let node = self.assigned_nodes(*slot).get(*at).copied();
                *at += 1;
                node
            }
        }
    }
}

impl Walk<'_> {
    /// Passes over everything below the node entered last; its `Leave` comes next.
    pub fn skip_children(&mut self) {
        if let Some((_, cursor)) = self.open.last_mut() {
            *cursor = Cursor::Siblings(None);
        }
    }

    /// How many nodes are open: 1 right after the root was entered.
    pub fn depth(&self) -> usize {
        self.open.len()
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let entered = match self.start.take() {
            Some(root) => root,
            None => {
                let (node, cursor) = self.open.last_mut()?;
                match self.page.advance(cursor) {
                    Some(child) => child,
                    None => {
                        let left = *node;
                        self.open.pop();
                        return Some(Step::Leave(left));
                    }
                }
            }
        };
        self.open.push((entered, self.page.first_flat(entered)));
        Some(Step::Enter(entered))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentInfo, Namespace, ShadowMode};

    /// The tag names and texts entered, with their depth.
    fn outline(page: &Page) -> String {
        let mut walk = page.walk(page.root().unwrap());
        let mut lines = Vec::new();
        while let Some(step) = walk.next() {
            if let Step::Enter(node) = step {
                let what = match page.kind(node) {
                    NodeKind::Document => "#document",
                    NodeKind::Text => page.text(node),
                    _ => page.name_str(page.tag(node)),
                };
                lines.push(format!("{}{what}", " ".repeat(walk.depth() - 1)));
            }
        }
        lines.join("\n")
    }

    #[test]
    fn shadow_roots_and_slots_are_walked_as_shown() {
        let mut page = Page::new();
        let root = page.create_document(DocumentInfo::new("about:blank"));
        let host = page.create_element(Namespace::Html, name::DIV);
        page.append(root, host);
        let light = page.create_element(Namespace::Html, name::B);
        page.set_attr(light, name::SLOT, "title");
        page.append(host, light);
        page.append_text(host, "rest");
        let shadow = page.create_shadow_root(host, ShadowMode::Open);
        let header = page.create_element(Namespace::Html, name::HEADER);
        page.append(shadow, header);
        let titled = page.create_element(Namespace::Html, name::SLOT);
        page.set_attr(titled, name::NAME, "title");
        page.append(header, titled);
        let fallback = page.create_element(Namespace::Html, name::SLOT);
        page.set_attr(fallback, name::NAME, "none");
        page.append_text(fallback, "fallback");
        page.append(shadow, fallback);
        page.finish();
        assert_eq!(
            outline(&page),
            "#document\n div\n  header\n   slot\n    b\n  slot\n   fallback"
        );
        assert_eq!(page.flat_parent(light), Some(titled));
        assert_eq!(page.flat_parent(header), Some(host));
        assert_eq!(page.scope(header), Some(shadow));
        assert_eq!(page.scope(light), Some(root));
    }

    #[test]
    fn a_hundred_thousand_levels_are_walked() {
        let mut page = Page::new();
        let root = page.create_document(DocumentInfo::new("about:blank"));
        let mut at = root;
        for _ in 0..100_000 {
            let child = page.create_element(Namespace::Html, name::DIV);
            page.append(at, child);
            at = child;
        }
        page.finish();
        assert_eq!(page.walk(root).count(), 200_002);
        assert_eq!(page.scope(at), Some(root));
        assert_eq!(page.find(page.key(at).unwrap()), Some(at));
    }
}

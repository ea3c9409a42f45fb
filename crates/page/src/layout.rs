//! What only an engine with layout knows besides boxes: what can be scrolled, and what covers what.

use crate::{NodeId, Page};

/// How far an element is scrolled, and how much is left, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Scroll {
    /// How far it is scrolled to the right; negative where content begins at the right.
    pub x: f32,
    /// How far it is scrolled down.
    pub y: f32,
    /// How much there is to the right of what it shows.
    pub right: f32,
    /// How much there is below what it shows.
    pub below: f32,
}

impl Page {
    /// How far an element is scrolled, and how much is left; `None` where nothing of it can be scrolled, or where the
    /// engine has no layout. Of the root element: the same of the document's view.
    pub fn scroll(&self, element: NodeId) -> Option<Scroll> {
        self.scrolls.get(&element).copied()
    }

    /// Says how far an element is scrolled, and how much is left.
    pub fn set_scroll(&mut self, element: NodeId, scroll: Scroll) {
        self.scrolls.insert(element, scroll);
    }

    /// What would take a click at the middle of an element that is [`OBSCURED`](crate::Facts::OBSCURED); `None` where
    /// that is not known.
    pub fn cover(&self, element: NodeId) -> Option<NodeId> {
        self.covers.get(&element).copied()
    }

    /// Says what would take a click at the middle of an element.
    pub fn set_cover(&mut self, element: NodeId, by: NodeId) {
        self.covers.insert(element, by);
    }
}

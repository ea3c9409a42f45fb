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

/// Where in the view something was looked for that stands in front of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In its middle.
    Middle,
    /// Around the middle: at one of eight places.
    Inner,
    /// Along its upper or lower edge.
    Edge,
}

/// Something that stands in front of the page at a place of the view: it does not move with the page, and would take a
/// click that is meant for what is behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Front {
    /// Where it was found. The middle and the eight places around it are each looked at once.
    pub place: Place,
    /// The outermost element of it.
    pub layer: NodeId,
    /// What is behind it there, the nearest first; nothing that it is inside of.
    pub behind: Vec<NodeId>,
}

impl Page {
    /// What stands in front of the page, by places of the view; empty where nothing does, or where the engine has no
    /// layout.
    pub fn fronts(&self) -> &[Front] {
        &self.fronts
    }

    /// Says what stands in front of the page.
    pub fn set_fronts(&mut self, fronts: Vec<Front>) {
        self.fronts = fronts;
    }

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

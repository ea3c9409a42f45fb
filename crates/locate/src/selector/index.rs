//! [`Index`]: what the elements of a page are called by, and where they stand, from one pass over it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use surefoot_page::{Name, Namespace, NodeId, Page, name};

use super::words;

/// Something that an element is called by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Feature<'p> {
    /// Its id.
    Id(Cow<'p, str>),
    /// An attribute that tests name elements by, whatever the tag.
    Test(Name, &'p str),
    /// An attribute of a tag.
    Attribute(Name, Name, &'p str),
    /// A class of a tag.
    Class(Name, Cow<'p, str>),
    /// Its tag.
    Tag(Name),
}

/// Attributes with longer values than this are no names. (What an engine cuts off is longer.)
const LONGEST: usize = 100;

/// The features of all elements, and their places.
#[derive(Debug)]
pub(super) struct Index<'p> {
    page: &'p Page,
    /// The elements of a tree that have a feature, by their places, in order.
    holders: FxHashMap<(NodeId, Feature<'p>), Vec<u32>>,
    /// The nodes in tree order.
    order: Vec<NodeId>,
    /// By node: its place in that order; the place after the last node inside of it; which child and which of its type
    /// it is, from 1.
    places: Vec<Place>,
}

/// Where an element stands.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    at: u32,
    end: u32,
    child: u32,
    of_type: u32,
}

impl<'p> Index<'p> {
    pub(super) fn new(page: &'p Page) -> Index<'p> {
        let order: Vec<NodeId> = page.in_tree_order().collect();
        let mut index = Index {
            page,
            holders: FxHashMap::default(),
            places: vec![Place::default(); page.len()],
            order,
        };
        index.number();
        index.note_all();
        index
    }

    /// Says where everything stands.
    fn number(&mut self) {
        let page = self.page;
        let mut children: FxHashMap<NodeId, u32> = FxHashMap::default();
        let mut types: FxHashMap<(NodeId, Namespace, Name), u32> = FxHashMap::default();
        for (at, &node) in self.order.iter().enumerate() {
            let at = at as u32;
            let mut place = Place {
                at,
                end: at + 1,
                ..Place::default()
            };
            if let (true, Some(parent)) = (page.is_element(node), page.parent(node)) {
                place.child = next(children.entry(parent).or_default());
                let kind = (parent, page.namespace(node), page.tag(node));
                place.of_type = next(types.entry(kind).or_default());
            }
            self.places[node.index()] = place;
        }
        for &node in self.order.iter().rev() {
            let end = self.places[node.index()].end;
            if let Some(parent) = page.parent(node) {
                let outer = &mut self.places[parent.index()];
                outer.end = outer.end.max(end);
            }
        }
    }

    /// Notes what every element is called by.
    fn note_all(&mut self) {
        for at in 0..self.order.len() {
            let node = self.order[at];
            let Some(tree) = self.page.scope(node).filter(|_| self.page.is_element(node)) else {
                continue;
            };
            let mut note = |feature| {
                let holders = self.holders.entry((tree, feature)).or_default();
                if holders.last() != Some(&(at as u32)) {
                    holders.push(at as u32);
                }
            };
            let page = self.page;
            let tag = tag_key(page, node);
            note(Feature::Tag(tag));
            for attribute in page.attrs(node) {
                let value = attribute.value;
                match attribute.name {
                    name::ID if !value.is_empty() => note(Feature::Id(folded(page, node, value))),
                    name::CLASS => {
                        for class in value.split_ascii_whitespace() {
                            note(Feature::Class(tag, folded(page, node, class)));
                        }
                    }
                    _ if value.is_empty() || value.len() > LONGEST => {}
                    name::HREF | name::NAME | name::ARIA_LABEL => {
                        note(Feature::Attribute(tag, attribute.name, value));
                    }
                    other => {
                        let text = page.name_str(other);
                        if words::is_for_tests(text) {
                            note(Feature::Test(other, value));
                        } else if words::is_data(text) {
                            note(Feature::Attribute(tag, other, value));
                        }
                    }
                }
            }
        }
    }

    fn holders(&self, node: NodeId, feature: Feature<'p>) -> &[u32] {
        let tree = self.page.scope(node);
        tree.and_then(|tree| self.holders.get(&(tree, feature)))
            .map_or(&[], Vec::as_slice)
    }

    /// Whether an element is the only one of its tree that has a feature, given that it has it.
    pub(super) fn is_only(&self, node: NodeId, feature: Feature<'p>) -> bool {
        self.holders(node, feature).len() == 1
    }

    /// Whether an element is the only one inside of another of its tree that has a feature, given that it has it.
    pub(super) fn is_only_inside(&self, outer: NodeId, node: NodeId, feature: Feature<'p>) -> bool {
        let holders = self.holders(node, feature);
        let Place { at, end, .. } = self.places[outer.index()];
        let from = holders.partition_point(|&holder| holder <= at);
        let to = holders.partition_point(|&holder| holder < end);
        to.saturating_sub(from) == 1
    }

    /// The elements of the node's tree that have a feature, if they are few enough to look at each.
    pub(super) fn few(&self, node: NodeId, feature: Feature<'p>) -> Option<Vec<NodeId>> {
        const FEW: usize = 64;
        let holders = self.holders(node, feature);
        let nodes = || holders.iter().map(|&at| self.order[at as usize]).collect();
        (holders.len() <= FEW).then(nodes)
    }

    /// How many elements of the node's tree have a feature.
    pub(super) fn count(&self, node: NodeId, feature: Feature<'p>) -> usize {
        self.holders(node, feature).len()
    }

    /// Which child of its parent an element is, from 1.
    pub(super) fn child(&self, node: NodeId) -> u32 {
        self.places[node.index()].child
    }

    /// Which of the children of its tag an element is, from 1.
    pub(super) fn of_type(&self, node: NodeId) -> u32 {
        self.places[node.index()].of_type
    }
}

/// A tag as it is compared: selectors match HTML elements in lower case, so `linearGradient` finds both spellings.
pub(super) fn tag_key(page: &Page, node: NodeId) -> Name {
    let tag = page.tag(node);
    let text = page.name_str(tag);
    if !text.bytes().any(|b| b.is_ascii_uppercase()) {
        return tag;
    }
    page.lookup(&text.to_ascii_lowercase()).unwrap_or(tag)
}

fn next(counter: &mut u32) -> u32 {
    *counter += 1;
    *counter
}

/// An id or a class as it is compared: without regard to case in a document in quirks mode.
pub(super) fn folded<'p>(page: &Page, node: NodeId, text: &'p str) -> Cow<'p, str> {
    let quirks = page.document_of(node).is_some_and(|d| d.quirks);
    if quirks && text.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

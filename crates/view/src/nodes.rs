//! [`TextSnapshot`]: a page as the fourth reference document has it (S4-38 to S4-40): `Text`, `IDMap` and `Nodes`.
//!
//! ```
//! use surefoot_view::nodes::TextSnapshot;
//! # use surefoot_snapshot::Snapshot;
//! # let snapshot = Snapshot { title: "Empty".to_owned(), ..Snapshot::default() };
//! # let meta = surefoot_view::Meta {
//! #     timestamp: std::time::UNIX_EPOCH, engine: "native", generation: 1, notes: Vec::new(),
//! # };
//! let snapshot = TextSnapshot::new(&snapshot, &meta);
//! print!("{}", snapshot.text);
//! for (at, node) in snapshot.nodes.iter() {
//!     assert_eq!(snapshot.nodes.children(at).count(), 0, "{} is a leaf", node.role);
//! }
//! // What `click 3` would act on.
//! assert!(snapshot.id_map.get(3).is_none());
//! # assert_eq!(snapshot.text, "Page: \"Empty\"\n\n");
//! ```

use std::collections::BTreeMap;

use serde::Serialize;
use surefoot_page::NodeKey;
use surefoot_snapshot::Snapshot;

use crate::{Element, Format, Meta, States, arranged, render};

/// The text of a page with what its numbers mean.
#[derive(Clone, PartialEq, Debug)]
pub struct TextSnapshot {
    /// The text, as the format `compact` has it.
    pub text: String,
    /// What each number means.
    pub id_map: IdMap,
    /// Everything that has a line.
    pub nodes: Nodes,
}

/// Which element each number of a text means.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IdMap(BTreeMap<u32, NodeKey>);

impl IdMap {
    /// The identity of the element with that number.
    pub fn get(&self, id: u32) -> Option<NodeKey> {
        self.0.get(&id).copied()
    }

    /// All, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, NodeKey)> {
        self.0.iter().map(|(&id, &key)| (id, key))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The tree of what has a line, in the order of the lines. It is a list, for a page may be nested as deep as it likes.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Nodes(Vec<Node>);

/// Something that has a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    /// Its number, if it was given one.
    pub id: Option<u32>,
    /// What it is.
    pub role: String,
    /// What it is called, in full; empty if nothing.
    pub name: String,
    /// What it holds, in full. Passwords are masked.
    pub value: Option<String>,
    /// Its states.
    pub states: States<'static>,
    /// How many nodes it is inside of.
    pub depth: u32,
    /// The position of the node it is right inside of.
    pub parent: Option<usize>,
    /// The position after the last node inside it.
    pub end: usize,
}

impl Nodes {
    /// The node at a position.
    pub fn get(&self, at: usize) -> Option<&Node> {
        self.0.get(at)
    }

    /// All, with their positions.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.0.iter().enumerate()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those inside of none.
    pub fn roots(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.between(0, self.0.len())
    }

    /// Those right inside of the one at a position.
    pub fn children(&self, at: usize) -> impl Iterator<Item = (usize, &Node)> {
        let end = self.0.get(at).map_or(0, |node| node.end);
        self.between(at + 1, end)
    }

    /// The outermost nodes between two positions.
    fn between(&self, start: usize, end: usize) -> impl Iterator<Item = (usize, &Node)> {
        let next = move |&(_, node): &(usize, &Node)| self.at(node.end, end);
        std::iter::successors(self.at(start, end), next)
    }

    fn at(&self, at: usize, end: usize) -> Option<(usize, &Node)> {
        let node = self.0.get(at).filter(|_| at < end)?;
        Some((at, node))
    }
}

impl TextSnapshot {
    /// A snapshot in this form. Numbers are the refs that it has been given.
    pub fn new(snapshot: &Snapshot, meta: &Meta<'_>) -> TextSnapshot {
        let shown = arranged(Format::Compact, snapshot);
        let snapshot = &*shown;
        let ids = snapshot.items.iter();
        let ids = ids.filter_map(|item| Some((item.reference?, item.key)));
        let mut nodes: Vec<Node> = (snapshot.items.iter().enumerate())
            .map(|(at, item)| {
                let element = Element::from(item);
                Node {
                    id: item.reference,
                    role: element.role.clone().into_owned(),
                    name: element.label().to_owned(),
                    value: item.value.as_deref().map(str::to_owned),
                    states: element.states.into_owned(),
                    depth: item.depth,
                    parent: item.parent.map(|parent| parent as usize),
                    end: at + 1,
                }
            })
            .collect();
        for at in (0..nodes.len()).rev() {
            let end = nodes[at].end;
            if let Some(parent) = nodes[at].parent.filter(|&parent| parent < at) {
                nodes[parent].end = nodes[parent].end.max(end);
            }
        }
        TextSnapshot {
            text: render(Format::Compact, snapshot, meta),
            id_map: IdMap(ids.collect()),
            nodes: Nodes(nodes),
        }
    }
}

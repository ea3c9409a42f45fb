//! What happens to the page, and what was shown of it when.

use std::collections::HashMap;

use proptest::prelude::*;
use surefoot_page::DocumentId;
use surefoot_snapshot::Snapshot;

use super::model::{
    Document, Group, Kind, Looks, NAMES, Row, SERIALS, Shape, TITLES, Thing, looks_of,
};

/// A wrong click, by what misled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Flaw {
    /// The same node, whose surroundings say that it means something else now.
    Surroundings,
    /// Another thing that was there all along, or one of several that were equal.
    Namesake,
    /// An equal thing at another address of the same document.
    Route,
    /// Anything else.
    Other,
}

/// One thing that happens. Numbers choose among what there is.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Insert {
        at: (u8, u8),
        title: u8,
        things: Vec<(u8, u8)>,
    },
    Remove((u8, u8)),
    Move {
        from: (u8, u8),
        to: (u8, u8),
    },
    /// The row is written anew, with new nodes.
    Rerender((u8, u8)),
    RerenderAll,
    /// The row is used again for somebody else.
    Recycle {
        at: (u8, u8),
        title: u8,
    },
    /// The node is used again for something else.
    Rename {
        at: (u8, u8, u8),
        name: u8,
    },
    Count((u8, u8, u8)),
    SwapNames((u8, u8, u8), (u8, u8, u8)),
    /// The node is put into another row.
    MoveThing {
        from: (u8, u8, u8),
        to: (u8, u8),
    },
    Duplicate((u8, u8)),
    Navigate(Vec<(u8, u8)>),
    Back(u8),
    /// The address is replaced, and nothing else.
    Address(u8),
    /// A client-side route: all is written anew at another address, and means other things.
    Route(u8),
    Snapshot {
        interactive: bool,
    },
    Click(u8),
    ClickUnknown,
}

pub(super) fn events() -> impl Strategy<Value = Vec<Event>> {
    let row = || (any::<u8>(), any::<u8>());
    let thing = || (any::<u8>(), any::<u8>(), any::<u8>());
    let things = || prop::collection::vec(row(), 1..4);
    let event = prop_oneof![
        2 => (row(), any::<u8>(), things()).prop_map(|(at, title, things)| Event::Insert { at, title, things }),
        2 => row().prop_map(Event::Remove),
        2 => (row(), row()).prop_map(|(from, to)| Event::Move { from, to }),
        2 => row().prop_map(Event::Rerender),
        1 => Just(Event::RerenderAll),
        2 => (row(), any::<u8>()).prop_map(|(at, title)| Event::Recycle { at, title }),
        1 => (thing(), any::<u8>()).prop_map(|(at, name)| Event::Rename { at, name }),
        1 => thing().prop_map(Event::Count),
        1 => (thing(), thing()).prop_map(|(a, b)| Event::SwapNames(a, b)),
        1 => (thing(), row()).prop_map(|(from, to)| Event::MoveThing { from, to }),
        1 => row().prop_map(Event::Duplicate),
        1 => things().prop_map(Event::Navigate),
        1 => any::<u8>().prop_map(Event::Back),
        1 => any::<u8>().prop_map(Event::Address),
        1 => any::<u8>().prop_map(Event::Route),
        3 => any::<bool>().prop_map(|interactive| Event::Snapshot { interactive }),
        8 => any::<u8>().prop_map(Event::Click),
        1 => Just(Event::ClickUnknown),
    ];
    prop::collection::vec(event, 1..40)
}

/// What was shown with a ref.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) document: DocumentId,
    pub(super) path: u32,
    pub(super) node: u32,
    pub(super) soul: u32,
    pub(super) looks: Looks,
    /// How many looked like it then.
    pub(super) alike: usize,
    /// All nodes given until then: those above are new since.
    pub(super) newest: u32,
}

pub(super) struct World {
    pub(super) documents: Vec<Document>,
    pub(super) here: usize,
    pub(super) last: u32,
    pub(super) souls: u32,
    /// What a node was under each name in a row of each title: when it looks again as before, it is that again.
    pub(super) known: HashMap<(u32, usize, usize), u32>,
    pub(super) memory: HashMap<u32, Memory>,
    /// What was offered as a candidate with a ref of its own, by name: it is no replacement of something any more.
    pub(super) offered: Vec<String>,
    /// Flaws that were seen and are known.
    pub(super) flaws: Vec<Flaw>,
}

/// The member of a list that a number chooses.
pub(super) fn pick(number: u8, len: usize) -> Option<usize> {
    (len > 0).then(|| usize::from(number) % len)
}

impl World {
    pub(super) fn new() -> World {
        let mut world = World {
            documents: Vec::new(),
            here: 0,
            last: 0,
            souls: 0,
            known: HashMap::new(),
            memory: HashMap::new(),
            offered: Vec::new(),
            flaws: Vec::new(),
        };
        world.navigate(&[(0, 0), (1, 1), (0, 1), (2, 0)]);
        world
    }

    pub(super) fn document(&self) -> &Document {
        &self.documents[self.here]
    }

    pub(super) fn node(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    pub(super) fn soul(&mut self) -> u32 {
        self.souls += 1;
        self.souls
    }

    pub(super) fn thing(&mut self, (kind, name): (u8, u8)) -> Thing {
        let kinds = [Kind::Button, Kind::Link, Kind::Checkbox];
        Thing {
            node: self.node(),
            soul: self.soul(),
            kind: kinds[usize::from(kind) % kinds.len()],
            name: usize::from(name) % NAMES.len(),
            counter: 0,
        }
    }

    pub(super) fn row(&mut self, title: u8, things: &[(u8, u8)]) -> Row {
        Row {
            node: self.node(),
            title: usize::from(title) % TITLES.len(),
            things: things.iter().map(|&thing| self.thing(thing)).collect(),
        }
    }

    /// A new document with a group of each shape, a row with the same controls in each.
    pub(super) fn navigate(&mut self, things: &[(u8, u8)]) {
        let shapes = [Shape::List, Shape::Table, Shape::Cards, Shape::Forms];
        let groups = shapes
            .into_iter()
            .map(|shape| Group {
                shape,
                rows: (0..2).map(|title| self.row(title, things)).collect(),
            })
            .collect();
        self.documents.push(Document {
            id: DocumentId::fresh(),
            path: 0,
            groups,
        });
        self.here = self.documents.len() - 1;
    }

    /// A thing changes in place, and is by that something else; or again what it once was.
    pub(super) fn become_other(
        &mut self,
        at: (usize, usize, usize),
        change: impl FnOnce(&mut Thing, &mut usize),
    ) {
        let (group, row, thing) = at;
        let row = &mut self.documents[self.here].groups[group].rows[row];
        let mut title = row.title;
        let thing = &mut row.things[thing];
        self.known
            .insert((thing.node, thing.name, title), thing.soul);
        change(thing, &mut title);
        let key = (thing.node, thing.name, title);
        self.souls += 1;
        thing.soul = *self.known.entry(key).or_insert(self.souls);
    }

    pub(super) fn at(&self, (group, row): (u8, u8)) -> Option<(usize, usize)> {
        let groups = &self.document().groups;
        let group = pick(group, groups.len())?;
        Some((group, pick(row, groups[group].rows.len())?))
    }

    pub(super) fn rows(&mut self, group: usize) -> &mut Vec<Row> {
        &mut self.documents[self.here].groups[group].rows
    }

    pub(super) fn thing_at(
        &self,
        (group, row, thing): (u8, u8, u8),
    ) -> Option<(usize, usize, usize)> {
        let (group, row) = self.at((group, row))?;
        let things = &self.document().groups[group].rows[row].things;
        Some((group, row, pick(thing, things.len())?))
    }

    /// Gives all of a row new nodes; its souls stay.
    pub(super) fn renew(&mut self, group: usize, row: usize) {
        let fresh = self.last + 1;
        let row = &mut self.rows(group)[row];
        let mut next = fresh;
        for node in std::iter::once(&mut row.node).chain(row.things.iter_mut().map(|t| &mut t.node))
        {
            *node = next;
            next += 1;
        }
        self.last = next - 1;
    }

    pub(super) fn renew_all(&mut self) {
        for group in 0..self.document().groups.len() {
            for row in 0..self.document().groups[group].rows.len() {
                self.renew(group, row);
            }
        }
    }

    /// Changes the page. `None`: there was nothing to change.
    pub(super) fn change(&mut self, event: &Event) -> Option<()> {
        match event {
            Event::Insert {
                at: (group, row),
                title,
                things,
            } => {
                let group = pick(*group, self.document().groups.len())?;
                let new = self.row(*title, things);
                let rows = self.rows(group);
                let at = usize::from(*row) % (rows.len() + 1);
                rows.insert(at, new);
            }
            Event::Remove(at) => {
                let (group, row) = self.at(*at)?;
                self.rows(group).remove(row);
            }
            Event::Move { from, to } => {
                let (group, row) = self.at(*from)?;
                let to_group = pick(to.0, self.document().groups.len())?;
                // A row is a node of one kind: it moves where such rows are.
                if self.document().groups[group].shape != self.document().groups[to_group].shape {
                    return None;
                }
                let moved = self.rows(group).remove(row);
                let rows = self.rows(to_group);
                let at = usize::from(to.1) % (rows.len() + 1);
                rows.insert(at, moved);
            }
            Event::Rerender(at) => {
                let (group, row) = self.at(*at)?;
                self.renew(group, row);
            }
            Event::RerenderAll => self.renew_all(),
            Event::Recycle { at, title } => {
                let (group, row) = self.at(*at)?;
                let title = usize::from(*title) % TITLES.len();
                // Somebody else of the same name could not be told by anybody.
                if self.rows(group)[row].title == title {
                    return None;
                }
                for thing in 0..self.rows(group)[row].things.len() {
                    self.become_other((group, row, thing), |_, of| *of = title);
                }
                self.rows(group)[row].title = title;
            }
            Event::Rename { at, name } => {
                let (group, row, thing) = self.thing_at(*at)?;
                let name = usize::from(*name) % NAMES.len();
                if self.rows(group)[row].things[thing].name == name {
                    return None;
                }
                self.become_other((group, row, thing), |thing, _| thing.name = name);
            }
            Event::Count(at) => {
                let (group, row, thing) = self.thing_at(*at)?;
                self.rows(group)[row].things[thing].counter += 1;
            }
            Event::SwapNames(a, b) => {
                let (a, b) = (self.thing_at(*a)?, self.thing_at(*b)?);
                let of = |world: &mut World, (group, row, thing): (usize, usize, usize)| {
                    let thing = &world.rows(group)[row].things[thing];
                    (thing.name, thing.counter)
                };
                let (one, other) = (of(self, a), of(self, b));
                // With equal names, or names that differ in a counter only, there is nothing to see.
                if one.0 == other.0 {
                    return None;
                }
                for (at, (name, counter)) in [(a, other), (b, one)] {
                    self.become_other(at, |thing, _| (thing.name, thing.counter) = (name, counter));
                }
            }
            Event::MoveThing { from, to } => {
                let (group, row, thing) = self.thing_at(*from)?;
                let (to_group, to_row) = self.at(*to)?;
                let title = self.rows(to_group)[to_row].title;
                if self.rows(group)[row].title == title {
                    return None;
                }
                self.become_other((group, row, thing), |_, of| *of = title);
                let moved = self.rows(group)[row].things.remove(thing);
                self.rows(to_group)[to_row].things.push(moved);
            }
            Event::Duplicate(at) => {
                let (group, row) = self.at(*at)?;
                let mut copy = self.rows(group)[row].clone();
                copy.node = self.node();
                for thing in &mut copy.things {
                    thing.node = self.node();
                    thing.soul = self.soul();
                }
                self.rows(group).insert(row, copy);
            }
            Event::Navigate(things) => self.navigate(things),
            Event::Back(to) => self.here = pick(*to, self.documents.len())?,
            Event::Address(path) => self.documents[self.here].path = u32::from(*path),
            Event::Route(path) => {
                if self.document().path == u32::from(*path) {
                    return None;
                }
                self.documents[self.here].path = u32::from(*path);
                self.renew_all();
                let things = self.documents[self.here].groups.iter_mut();
                let things = things.flat_map(|g| &mut g.rows).flat_map(|r| &mut r.things);
                for thing in things {
                    self.souls += 1;
                    thing.soul = self.souls;
                }
            }
            Event::Snapshot { .. } | Event::Click(_) | Event::ClickUnknown => {}
        }
        Some(())
    }

    /// Takes note of what was shown with a ref.
    pub(super) fn shown(&mut self, reference: u32, node: u32) {
        let document = self.document();
        let Some((row, thing)) = document.of_node(node) else {
            self.memory.remove(&reference);
            return;
        };
        let looks = looks_of(row, thing);
        let memory = Memory {
            document: document.id,
            path: document.path,
            node,
            soul: thing.soul,
            alike: document.alike(&looks).len(),
            looks,
            newest: self.last,
        };
        self.memory.insert(reference, memory);
    }

    pub(super) fn showed(&mut self, snapshot: &Snapshot) {
        for item in &snapshot.items {
            if let Some(reference) = item.reference {
                let node = item.key.serial / SERIALS;
                // Texts inside have the number of what they are in.
                if item.key.serial % SERIALS == 0 {
                    self.shown(reference, node);
                }
            }
        }
    }

    /// What misled, if this click must not have been made.
    pub(super) fn flaw(&self, memory: &Memory, soul: u32, reattached: bool) -> Option<Flaw> {
        let document = self.document();
        if memory.document != document.id {
            return Some(Flaw::Other);
        }
        let acted = document.things().find(|(_, thing)| thing.soul == soul);
        let Some((row, thing)) = acted else {
            return Some(Flaw::Other);
        };
        if !reattached {
            let same = thing.node == memory.node;
            return match (same, soul == memory.soul) {
                (true, true) => None,
                (true, false) if row.title != memory.looks.title => Some(Flaw::Surroundings),
                _ => Some(Flaw::Other),
            };
        }
        let looks = looks_of(row, thing);
        if document.of_node(memory.node).is_some() || looks != memory.looks {
            return Some(Flaw::Other);
        }
        if thing.node <= memory.newest || memory.alike > 1 || document.alike(&looks).len() > 1 {
            return (soul != memory.soul).then_some(Flaw::Namesake);
        }
        // Whether one that is new and equal is the same after all nobody can see; but elsewhere it is not.
        (memory.path != document.path && soul != memory.soul).then_some(Flaw::Route)
    }

    /// Whether nothing at all has happened to what was shown, nor to its row.
    pub(super) fn is_untouched(&self, memory: &Memory) -> bool {
        memory.document == self.document().id
            && self
                .document()
                .of_node(memory.node)
                .is_some_and(|(row, thing)| {
                    thing.soul == memory.soul && looks_of(row, thing) == memory.looks
                })
    }

    /// Whether what was shown was written anew, and everything says that this is the same.
    pub(super) fn is_rewritten(&self, memory: &Memory) -> bool {
        let document = self.document();
        let alike = document.alike(&memory.looks);
        let remembered = self
            .memory
            .values()
            .filter(|other| other.document == memory.document && other.looks == memory.looks);
        memory.document == document.id
            && memory.path == document.path
            && memory.alike == 1
            && !self.offered.contains(&memory.looks.label)
            && remembered.count() == 1
            && document.of_node(memory.node).is_none()
            && matches!(alike.as_slice(), [only] if only.soul == memory.soul)
    }
}

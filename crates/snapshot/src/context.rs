//! [`Context`]: what a thing of a page is inside of, in words: "Delete" in the row of "Bob".
//!
//! A *giver* is what gives context to all inside it: a row, an item, a card, a form, a dialog. It is called by its own
//! name, else by its heading; a row, item, card or dialog also by its row header or by the first short text in it that
//! tells something. What a control itself says tells nothing of where it is. A group, form or region inside a row, item
//! or card is called by both.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::{Item, Role, keep};

/// What the row, list item, card, form … around a thing is called, and a digest of what is written in it.
///
/// Two are equal if what they are called first is: what else is written in a row changes while the row stays the same.
#[derive(Clone, Debug)]
pub struct Context {
    /// What it is called whatever else is on the page.
    base: Box<str>,
    /// What it is called here, so that it can be told from others.
    name: Box<str>,
    /// 0 where what is around is no row, item or card: a form stays the same whatever is written in it.
    written: u64,
}

impl Context {
    /// A context called so, of which nothing else is known.
    pub fn named(name: impl Into<Box<str>>) -> Context {
        let name = name.into();
        Context {
            base: name.clone(),
            name,
            written: 0,
        }
    }

    /// What it is called, in full; never empty where [`outline`](crate::outline) made it. Where several rows, items or
    /// cards of a page would be called the same, a second text of each is part of it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether what is written in both is the same, but for numbers.
    pub fn is_written_like(&self, other: &Context) -> bool {
        self.written == other.written
    }

    /// What it is called whatever else is on the page.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Context) -> bool {
        self.base == other.base
    }
}

impl Eq for Context {}

/// What tells a control from others, as far as a format says it.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// The word for what it is.
    pub role: &'a str,
    /// What it is called.
    pub label: &'a str,
    /// What it is in.
    pub context: Option<&'a str>,
    /// Where it leads, if it is a link and that is known.
    pub href: Option<&'a str>,
}

/// The controls of one role and name.
struct Alike<'a> {
    first: Control<'a>,
    /// Whether they are in different things.
    in_others: bool,
    /// Whether they lead to the same place: then it does not matter which of them is used.
    to_one: bool,
}

/// For each of these controls whether only what it is in tells it from another one: that has the same role and name, but
/// is in something else, and does not lead to the same place. `None` stands for what is no control.
pub fn repeated<'a>(controls: impl Iterator<Item = Option<Control<'a>>>) -> Vec<bool> {
    let controls: Vec<Option<Control<'a>>> = controls.collect();
    let mut groups: FxHashMap<(&str, &str), Alike<'_>> = FxHashMap::default();
    for control in controls.iter().flatten() {
        let group = groups
            .entry((control.role, control.label))
            .or_insert_with(|| Alike {
                first: *control,
                in_others: false,
                to_one: place(control).is_some(),
            });
        group.in_others |= control.context != group.first.context;
        group.to_one &= place(control) == place(&group.first);
    }
    let is_repeated = |control: &Option<Control<'_>>| {
        let group = control.and_then(|control| groups.get(&(control.role, control.label)));
        group.is_some_and(|group| group.in_others && !group.to_one)
    };
    controls.iter().map(is_repeated).collect()
}

/// Where a link leads, if that is somewhere else: scripts decide what the others do.
fn place<'a>(control: &Control<'a>) -> Option<&'a str> {
    let href = control.href?.trim();
    let is_elsewhere =
        !href.is_empty() && !href.starts_with('#') && !href.starts_with("javascript:");
    is_elsewhere.then_some(href)
}

/// A text of more characters is no name if there is a shorter one.
const SHORT: usize = 60;
/// So much of a text is kept of a name, in characters.
const KEPT: usize = 100;
/// So many givers are asked, from inside out, for one that says something else than the item.
const ASKED: usize = 8;

/// Up to this rank it is a name or a heading.
const HEADS: u8 = 1;

/// What a giver may be called by: how well (0 is best), and the item that says it.
#[derive(Clone, Copy)]
struct Says {
    rank: u8,
    item: u32,
}

/// What is known of a giver. Givers name each other by their place among the givers.
#[derive(Clone, Copy)]
struct Giver {
    /// The giver around it.
    around: Option<u32>,
    /// The nearest row, item or card: itself, or around it.
    row: Option<u32>,
    /// The nearest that can be called something: itself, or around it.
    called: Option<u32>,
    /// The best that it can be called by.
    best: Option<Says>,
    /// The best that says something else.
    other: Option<Says>,
    /// A digest of what is written in it, if it is a row, item or card.
    written: u64,
    /// Whether only its name or heading says what it is.
    is_part: bool,
}

/// Says of each item what the nearest row, list item, form … around it is called.
pub(crate) fn set_contexts(items: &mut [Item]) {
    let (around, mut givers) = gather(items);
    for index in 0..givers.len() {
        // A giver stands after the one around it.
        let giver = givers[index];
        givers[index].called = match giver.best {
            Some(_) => Some(index as u32),
            None => giver.around.and_then(|outer| givers[outer as usize].called),
        };
    }
    let names = Names::new(items, &givers);
    let mut made: Vec<Option<Arc<Context>>> = vec![None; givers.len()];
    let contexts: Vec<Option<Arc<Context>>> = (items.iter().zip(around))
        .map(|(item, giver)| {
            let giver = givers[giver? as usize].called? as usize;
            if names.says_itself(giver, item) {
                return names.other_context(giver, item.label());
            }
            if made[giver].is_none() {
                made[giver] = names.context(giver, "").map(Arc::new);
            }
            made[giver].clone()
        })
        .collect();
    for (item, context) in items.iter_mut().zip(contexts) {
        item.context = context;
    }
}

/// The giver around each item, and what is known of each giver.
fn gather(items: &[Item]) -> (Vec<Option<u32>>, Vec<Giver>) {
    // Filled front to back, since what is around an item always stands before it.
    let mut around: Vec<Option<u32>> = Vec::with_capacity(items.len());
    let mut itself: Vec<Option<u32>> = Vec::with_capacity(items.len());
    let mut givers: Vec<Giver> = Vec::new();
    for (index, item) in (0u32..).zip(items) {
        let giver = item
            .parent
            .and_then(|parent| itself[parent as usize].or(around[parent as usize]));
        around.push(giver);
        let row = giver.and_then(|giver| givers[giver as usize].row);
        if let Some(giver) = giver
            && let Some(rank) = rank(item)
            && (rank <= HEADS || !givers[giver as usize].is_part)
        {
            givers[giver as usize].add(items, Says { rank, item: index });
        }
        if let Some(row) = row
            && is_content(item.role)
        {
            write(&mut givers[row as usize].written, item.label());
        }
        if !keep::gives_context(item.role) {
            itself.push(None);
            continue;
        }
        let place = givers.len() as u32;
        let is_row = is_one_of_many(item.role);
        let mut known = Giver {
            around: giver,
            row: if is_row { Some(place) } else { row },
            called: None,
            best: None,
            other: None,
            written: 0,
            is_part: is_part(item.role),
        };
        known.add(
            items,
            Says {
                rank: 0,
                item: index,
            },
        );
        if is_row {
            write(&mut known.written, item.label());
        }
        givers.push(known);
        itself.push(Some(place));
    }
    (around, givers)
}

impl Giver {
    /// Adds something that it can be called by.
    fn add(&mut self, items: &[Item], says: Says) {
        let label = |says: Says| items[says.item as usize].label();
        if label(says).is_empty() {
            return;
        }
        match self.best {
            None => self.best = Some(says),
            Some(best) if label(best) == label(says) => {
                if says.rank < best.rank {
                    self.best = Some(says);
                }
            }
            Some(best) if says.rank < best.rank => {
                self.other = Some(best);
                self.best = Some(says);
            }
            Some(_) if self.other.is_none_or(|other| says.rank < other.rank) => {
                self.other = Some(says);
            }
            Some(_) => {}
        }
    }
}

/// The givers with the items that name them.
struct Names<'a> {
    items: &'a [Item],
    givers: &'a [Giver],
    /// How many rows, items and cards are called by a text.
    rows: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    fn new(items: &'a [Item], givers: &'a [Giver]) -> Names<'a> {
        let mut rows = FxHashMap::default();
        for (place, giver) in (0u32..).zip(givers) {
            if let Some(best) = giver.best
                && giver.row == Some(place)
            {
                *rows.entry(items[best.item as usize].label()).or_insert(0) += 1;
            }
        }
        Names {
            items,
            givers,
            rows,
        }
    }

    /// A giver, and the row, item or card around it, if it is none itself.
    fn parts(&self, giver: usize) -> impl Iterator<Item = &'a Giver> {
        let inner = &self.givers[giver];
        let outer = inner.row.filter(|&row| row as usize != giver);
        std::iter::once(inner).chain(outer.map(|row| &self.givers[row as usize]))
    }

    fn label(&self, says: Says) -> &'a str {
        self.items[says.item as usize].label()
    }

    /// Whether what is around an item would be called by what the item itself says.
    fn says_itself(&self, giver: usize, item: &Item) -> bool {
        let own = item.label();
        let mut best = self.parts(giver).filter_map(|giver| giver.best);
        !own.is_empty() && best.any(|best| self.label(best) == own)
    }

    /// What something is inside of that says what its giver is called by: the nearest that says something else.
    fn other_context(&self, giver: usize, own: &str) -> Option<Arc<Context>> {
        let outer = |&giver: &usize| {
            let around = self.givers[giver].around?;
            Some(self.givers[around as usize].called? as usize)
        };
        std::iter::successors(Some(giver), outer)
            .take(ASKED)
            .find_map(|giver| self.context(giver, own))
            .map(Arc::new)
    }

    /// What something is inside of that says `own` itself.
    fn context(&self, giver: usize, own: &str) -> Option<Context> {
        let mut base = Name::default();
        let mut name = Name::default();
        let mut written = 0;
        for part in self.parts(giver) {
            written = part.written;
            let mut said = [part.best, part.other]
                .into_iter()
                .flatten()
                .map(|says| self.label(says))
                .filter(|said| *said != own);
            let Some(first) = said.next() else { continue };
            base.add(first);
            name.add(first);
            if self.rows.get(first).is_some_and(|&rows| rows > 1)
                && let Some(second) = said.next()
            {
                name.add(second);
            }
        }
        (!name.0.is_empty()).then(|| Context {
            base: base.0.into(),
            name: name.0.into(),
            written,
        })
    }
}

/// A name that is put together.
#[derive(Default)]
struct Name(String);

impl Name {
    fn add(&mut self, said: &str) {
        if self.0 == said {
            return;
        }
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.extend(said.chars().take(KEPT));
    }
}

/// What is a part of the page rather than one of its things: only its name or heading says what it is, for what else is
/// in it comes and goes.
fn is_part(role: Role) -> bool {
    matches!(
        role,
        Role::Navigation
            | Role::Region
            | Role::Search
            | Role::Group
            | Role::Radiogroup
            | Role::Form
            | Role::Figure
            | Role::Tabpanel
    )
}

/// What comes in numbers that are alike, so that a control in it may be in each of the others too.
fn is_one_of_many(role: Role) -> bool {
    matches!(
        role,
        Role::Row | Role::Listitem | Role::Treeitem | Role::Article
    )
}

/// How well an item says what it is in that is around it; `None`: not at all.
fn rank(item: &Item) -> Option<u8> {
    let label = item.label();
    let tells = label.contains(char::is_alphabetic);
    match item.role {
        Role::Heading => Some(1),
        Role::Rowheader => Some(2),
        role if is_content(role) => Some(match () {
            () if !tells => 5,
            () if label.chars().nth(SHORT).is_some() => 4,
            () => 3,
        }),
        // The label of a box is often all that is written in its row.
        Role::Checkbox | Role::Radio | Role::Switch if tells => Some(4),
        _ => None,
    }
}

/// What says what a row or card is about, rather than what can be done to it.
fn is_content(role: Role) -> bool {
    matches!(
        role,
        Role::Heading
            | Role::Rowheader
            | Role::Cell
            | Role::Gridcell
            | Role::Text
            | Role::Link
            | Role::Paragraph
            | Role::Generic
            | Role::None
            | Role::Img
    )
}

/// Adds the words of a text to a digest. A word without a letter is a count, a price or a mark.
fn write(digest: &mut u64, text: &str) {
    let mut hasher = FxHasher::default();
    digest.hash(&mut hasher);
    for word in text.split_whitespace() {
        if word.contains(char::is_alphabetic) {
            word.hash(&mut hasher);
        }
    }
    *digest = hasher.finish().max(1);
}

//! [`Plan`]: what of a snapshot is left out first.

use std::sync::Arc;

use surefoot_aria::Role;

use super::{Cut, Worth};
use crate::{Item, Snapshot};

/// How much the line of a fold costs, in the units of [`Plan::cost`].
const FOLD: u64 = 20;
/// A text is cut if it is longer than so many Unicode scalar values …
const LONG: usize = 240;
/// … to so many.
const SHORT: u32 = 160;
/// How much less the rest of a long text is worth than its beginning.
const REST: i32 = 6;

/// What of a snapshot is left out first, for any size that is wanted.
///
/// It is made once; what it would show for a size costs one pass over what is shown. Sizes are in tokens as guessed from
/// lengths: whoever needs to be exact counts what comes out, and asks again.
#[derive(Debug)]
pub struct Plan<'s> {
    snapshot: &'s Snapshot,
    /// Where what is inside each item ends.
    ends: Vec<usize>,
    /// What the line of each item costs, a long text cut.
    lines: Vec<u32>,
    /// What the rest of its text costs.
    rests: Vec<u32>,
    /// What all before an item costs.
    before: Vec<u64>,
    /// The place of each line in the order of what is shown first.
    line_places: Vec<u32>,
    /// The same of the rest of each text.
    rest_places: Vec<u32>,
}

/// A line of a folded snapshot.
enum Line {
    /// An item; whether its text is cut.
    Item(usize, bool),
    /// A fold of the items between.
    Fold(usize, usize),
}

impl<'s> Plan<'s> {
    /// Puts what there is into an order.
    pub fn new(snapshot: &'s Snapshot, worth: &Worth) -> Plan<'s> {
        let items = &snapshot.items;
        let ends = snapshot.ends();
        let (mut lines, mut rests) = (Vec::new(), Vec::new());
        let mut before = vec![0];
        let mut sum = 0;
        for item in items {
            let (line, rest) = costs(item);
            sum += u64::from(line + rest);
            lines.push(line);
            rests.push(rest);
            before.push(sum);
        }
        let (line_places, rest_places) = places(items, worth, &rests);
        Plan {
            snapshot,
            ends,
            lines,
            rests,
            before,
            line_places,
            rest_places,
        }
    }

    /// What all of it costs.
    pub fn cost(&self) -> u64 {
        self.before.last().copied().unwrap_or_default()
    }

    /// The snapshot without what has to be left out for it to cost no more than `size`: the most worth having is in it,
    /// and folds stand for the rest. Folds have no numbers yet.
    pub fn folded(&self, size: u64) -> Snapshot {
        let (mut shown, mut too_many) = (0, self.snapshot.items.len() as u32 * 2 + 1);
        while too_many - shown > 1 {
            let middle = shown + (too_many - shown) / 2;
            if self.lay_out(middle, |_| {}) <= size {
                shown = middle;
            } else {
                too_many = middle;
            }
        }
        let mut lines = Vec::new();
        self.lay_out(shown, |line| lines.push(line));
        self.made_of(&lines)
    }

    /// Shows the first `shown` in the order, and all they are inside of; the answer is what that costs.
    fn lay_out(&self, shown: u32, mut take: impl FnMut(Line)) -> u64 {
        let items = &self.snapshot.items;
        let is_shown = |at: usize| self.line_places.get(at).is_some_and(|&place| place < shown);
        let mut cost = 0;
        let mut at = 0;
        while at < items.len() {
            if is_shown(at) {
                let is_cut = self
                    .rest_places
                    .get(at)
                    .is_some_and(|&place| place >= shown)
                    && self.rests.get(at).is_some_and(|&rest| rest > 0);
                let rest = self.rests.get(at).filter(|_| !is_cut).copied();
                cost += u64::from(self.lines.get(at).copied().unwrap_or_default());
                cost += u64::from(rest.unwrap_or_default());
                take(Line::Item(at, is_cut));
                at += 1;
                continue;
            }
            let parent = items.get(at).and_then(|item| item.parent);
            let mut end = at;
            while let Some(item) = items.get(end)
                && item.parent == parent
                && !is_shown(end)
            {
                end = self.ends.get(end).copied().unwrap_or(end + 1);
            }
            let between = |a: usize| self.before.get(a).copied().unwrap_or_default();
            let hidden = between(end) - between(at);
            if hidden <= FOLD {
                (at..end).for_each(|at| take(Line::Item(at, false)));
                cost += hidden;
            } else {
                take(Line::Fold(at, end));
                cost += FOLD;
            }
            at = end;
        }
        cost
    }

    fn made_of(&self, lines: &[Line]) -> Snapshot {
        let items = &self.snapshot.items;
        // Where each item that is shown went.
        let mut moved: Vec<u32> = vec![0; items.len()];
        let mut kept: Vec<Item> = Vec::with_capacity(lines.len());
        for line in lines {
            let (at, is_cut, fold) = match *line {
                Line::Item(at, is_cut) => (at, is_cut, None),
                Line::Fold(from, to) => (from, false, Some(self.snapshot.fold(from, to, None))),
            };
            let (Some(item), Some(place)) = (items.get(at), moved.get_mut(at)) else {
                continue;
            };
            *place = kept.len() as u32;
            let mut item = match fold {
                Some(fold) => item.folded(fold),
                None => item.clone(),
            };
            item.parent = item
                .parent
                .and_then(|parent| moved.get(parent as usize))
                .copied();
            item.cut = is_cut.then_some(Cut { from: 0, to: SHORT });
            kept.push(item);
        }
        self.snapshot.with_items(kept)
    }
}

/// What the line of an item costs with its text cut, and the rest of the text, both in tokens as guessed.
fn costs(item: &Item) -> (u32, u32) {
    let text = item.longest().1;
    let texts = item.texts().into_iter().map(|(_, text)| text);
    let more = [item.placeholder.as_deref().unwrap_or(""), &item.error];
    let others: usize = texts.chain(more).map(guess).sum();
    let all = guess(text);
    let is_long = text.len() > LONG && text.chars().nth(LONG).is_some();
    let rest = if is_long {
        all - all * SHORT as usize / text.chars().count()
    } else {
        0
    };
    let frame = 6;
    let line = frame + others - rest;
    (bounded(line), bounded(rest))
}

/// How many tokens a text is, as guessed from its bytes.
fn guess(text: &str) -> usize {
    text.len().div_ceil(4)
}

fn bounded(cost: usize) -> u32 {
    u32::try_from(cost).unwrap_or(u32::MAX / 2)
}

/// The places of lines and of the rests of texts in the order of what is shown first: what is worth more, then what
/// comes first. What others are inside of is at least worth what they are, and so comes before them.
fn places(items: &[Item], worth: &Worth, rests: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut worths: Vec<i32> = items.iter().map(|item| worth.of(item.key)).collect();
    for at in (0..items.len()).rev() {
        let own = worths[at];
        if let Some(parent) = items[at].parent.and_then(|p| worths.get_mut(p as usize)) {
            *parent = own.max(*parent);
        }
    }
    let mut order: Vec<(i32, u32, bool)> = Vec::with_capacity(items.len());
    for ((at, &worth), &rest) in (0u32..).zip(&worths).zip(rests) {
        order.push((-worth, at, false));
        if rest > 0 {
            order.push((REST - worth, at, true));
        }
    }
    order.sort_unstable();
    let mut lines = vec![u32::MAX; items.len()];
    let mut rest_places = vec![u32::MAX; items.len()];
    for (place, (_, at, is_rest)) in (0u32..).zip(order) {
        let places = if is_rest {
            &mut rest_places
        } else {
            &mut lines
        };
        if let Some(entry) = places.get_mut(at as usize) {
            *entry = place;
        }
    }
    (lines, rest_places)
}

impl Snapshot {
    /// What stands for all from a position on.
    pub fn rest(&self, from: usize, fold: super::Fold) -> Option<Item> {
        let item = self.items.get(from)?.folded(fold);
        Some(Item {
            parent: None,
            depth: 0,
            ..item
        })
    }
}

impl Item {
    /// A fold where this item would stand.
    fn folded(&self, fold: super::Fold) -> Item {
        Item {
            parent: self.parent,
            depth: self.depth,
            frame: self.frame,
            fold: Some(Arc::new(fold)),
            ..crate::outline::blank_item(self.node, self.key, Role::Generic)
        }
    }

    /// The texts of it that can be long.
    fn texts(&self) -> [(LongText, &str); 3] {
        [
            (LongText::Name, &self.name),
            (LongText::Text, &self.text),
            (LongText::Value, self.value.as_deref().unwrap_or("")),
        ]
    }

    /// The longest of its texts, which is the one that is cut.
    pub fn longest(&self) -> (LongText, &str) {
        let [name, text, value] = self.texts();
        let longer = if text.1.len() > name.1.len() {
            text
        } else {
            name
        };
        if value.1.len() > longer.1.len() {
            value
        } else {
            longer
        }
    }
}

/// The texts of an item that can be long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LongText {
    /// Its name.
    Name,
    /// The text inside.
    Text,
    /// What it holds.
    Value,
}

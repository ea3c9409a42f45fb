//! Making a snapshot fit: by leaving out what is worth least, or by showing it in pages.
//!
//! What counts are the tokens of the text that is printed, so the text is made and counted; [`Plan`] guesses what comes
//! close.

use surefoot_snapshot::{Cut, Item, LongText, Plan, RefPolicy, Registry, Role, Snapshot, Worth};

use crate::escape::cut_at;
use crate::{Format, Meta, Style, render_in, tokens};

/// How often a size is guessed before the best that fits is taken.
const GUESSES: u32 = 7;
/// The longest title of a page that does not fit, in Unicode scalar values.
const TITLE: usize = 160;

/// How a snapshot will be written, and how many tokens that may be.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// The format.
    pub format: Format,
    /// How it is written.
    pub style: Style,
    /// What is written besides the page.
    pub meta: &'a Meta<'a>,
    /// The most tokens.
    pub budget: usize,
    /// The most lines, those of folds not counted.
    pub lines: Option<usize>,
    /// Where refs come from: those to come are as long as those that are known.
    pub registry: &'a Registry,
    /// By what policy they are given.
    pub policy: RefPolicy,
}

/// What is left of a snapshot so that it fits.
#[derive(Clone, PartialEq, Debug)]
pub enum Folded {
    /// All of it.
    Whole,
    /// What is worth most, and folds for the rest.
    Fits(Snapshot),
    /// Nothing: even with all folded it takes so many tokens.
    TooSmall(u64),
}

/// A page of a snapshot.
#[derive(Clone, PartialEq, Debug)]
pub enum Paging {
    /// All there is, on one page.
    Whole,
    /// The page that was asked for.
    Page(Snapshot),
    /// There are only so many pages.
    Pages(u32),
}

impl Fit<'_> {
    /// Leaves out of a snapshot what is worth least, so that it fits.
    pub fn fold(&self, snapshot: &mut Snapshot, worth: impl FnOnce() -> Worth) -> Folded {
        if let Some(lines) = self.lines.filter(|&lines| lines < snapshot.items.len()) {
            let mut first = first_lines(snapshot, lines);
            if !self.exceeds(&mut first) {
                return Folded::Fits(first);
            }
        } else if !self.exceeds(snapshot) {
            return Folded::Whole;
        }
        let worth = worth();
        let plan = Plan::new(snapshot, &worth);
        let budget = self.budget as u64;
        let (mut fits, mut too_large) = (0, plan.cost());
        let mut size = budget.min(too_large / 2);
        let mut best = None;
        for _ in 0..GUESSES {
            let (folded, tokens) = self.counted(self.shortened(snapshot, plan.folded(size)));
            if tokens <= budget {
                fits = size;
                best = Some(folded);
            } else {
                too_large = size;
            }
            let next = size * budget / tokens.max(1);
            let next = next - next / 50;
            let is_close = tokens <= budget && tokens * 20 >= budget * 19;
            if is_close || too_large - fits <= 4 {
                break;
            }
            size = if fits < next && next < too_large {
                next
            } else {
                fits + (too_large - fits) / 2
            };
        }
        if let Some(best) = best {
            return Folded::Fits(best);
        }
        let (least, tokens) = self.counted(self.shortened(snapshot, plan.folded(0)));
        if tokens <= budget {
            Folded::Fits(least)
        } else {
            Folded::TooSmall(tokens)
        }
    }

    /// The page of a snapshot of that number, from 1, as many lines as fit on each. `expand` is what to ask for with the
    /// next page: a ref, where the snapshot is not of the whole page.
    pub fn page(&self, snapshot: &mut Snapshot, number: u32, expand: Option<u32>) -> Paging {
        let is_short = self.lines.is_none_or(|lines| snapshot.items.len() <= lines);
        if number <= 1 && is_short && !self.exceeds(snapshot) {
            return Paging::Whole;
        }
        self.registry
            .foresee(self.policy, snapshot, self.format.numbering());
        let pieces = self.pieces(snapshot);
        let mut from = 0;
        let mut current = 1;
        loop {
            let (page, to) = self.fill(snapshot, &pieces, from, current, expand);
            if current >= number {
                return Paging::Page(page);
            }
            if to >= pieces.len() {
                return Paging::Pages(current);
            }
            from = to;
            current += 1;
        }
    }

    /// As much as fits on a page that begins with a piece, and the piece that the next one begins with.
    fn fill(
        &self,
        snapshot: &Snapshot,
        pieces: &[Piece],
        from: usize,
        number: u32,
        expand: Option<u32>,
    ) -> (Snapshot, usize) {
        let page = |to: usize| {
            let page = paged(snapshot, pieces, from, to, number, expand);
            let page = self.with_short_head(page);
            let tokens = tokens::count(&self.written(&page)) as u64;
            (page, tokens)
        };
        let budget = self.budget as u64;
        // One piece is shown in any case, else there would be no end.
        let lines = self.lines.unwrap_or(usize::MAX);
        let (mut fits, mut too_many) = (from + 1, pieces.len().min(from.saturating_add(lines)) + 1);
        let mut best = page(fits).0;
        let mut guess = from + (self.budget / 10).max(1);
        while too_many - fits > 1 {
            let to = guess.clamp(fits + 1, too_many - 1);
            let (shown, tokens) = page(to);
            let pieces = (to - from) as u64;
            if tokens <= budget {
                fits = to;
                best = shown;
                if tokens * 20 >= budget * 19 {
                    break;
                }
            } else {
                too_many = to;
            }
            guess = from + usize::try_from(pieces * budget / tokens.max(1)).unwrap_or(usize::MAX);
            if guess <= fits || guess >= too_many {
                guess = fits + (too_many - fits) / 2;
            }
        }
        (best, fits)
    }

    /// What pages are made of: items, and parts of those whose text is too long for a page.
    fn pieces(&self, snapshot: &Snapshot) -> Vec<Piece> {
        let most = u32::try_from(self.budget / 4).unwrap_or(u32::MAX).max(1);
        let mut pieces = Vec::with_capacity(snapshot.items.len());
        for (at, item) in snapshot.items.iter().enumerate() {
            let (which, text) = item.longest();
            let is_content = which == LongText::Text || item.role == Role::Text;
            let chars = if text.len() > most as usize {
                u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
            } else {
                0
            };
            if chars <= most || !is_content && self.format == Format::Compact {
                pieces.push(Piece { at, cut: None });
                continue;
            }
            let mut from = 0;
            while from < chars {
                let to = from.saturating_add(most).min(chars);
                let cut = Some(Cut { from, to });
                pieces.push(Piece { at, cut });
                from = to;
            }
        }
        pieces
    }

    fn exceeds(&self, snapshot: &mut Snapshot) -> bool {
        self.registry
            .foresee(self.policy, snapshot, self.format.numbering());
        let text = self.written(snapshot);
        tokens::exceeds(&text, self.budget)
    }

    fn counted(&self, mut snapshot: Snapshot) -> (Snapshot, u64) {
        self.registry
            .foresee(self.policy, &mut snapshot, self.format.numbering());
        let tokens = tokens::count(&self.written(&snapshot));
        (snapshot, tokens as u64)
    }

    fn written(&self, snapshot: &Snapshot) -> String {
        render_in(self.format, snapshot, self.meta, self.style)
    }

    /// What is left of a folded snapshot of `all` if its head and the number of its lines are what they may be.
    fn shortened(&self, all: &Snapshot, folded: Snapshot) -> Snapshot {
        let folded = match self.lines {
            Some(lines) if lines < folded.items.len() => first_of(all, &folded, lines),
            _ => folded,
        };
        self.with_short_head(folded)
    }

    fn with_short_head(&self, mut snapshot: Snapshot) -> Snapshot {
        let title = TITLE.min(self.budget / 4);
        snapshot.title = cut_at(&snapshot.title, title, "…").into_owned();
        snapshot.url = cut_at(&snapshot.url, self.budget / 2, "…").into_owned();
        snapshot
    }
}

/// The first so many items of a snapshot, and a fold for the rest.
fn first_lines(snapshot: &Snapshot, lines: usize) -> Snapshot {
    first_of(snapshot, snapshot, lines)
}

/// The first so many lines of a snapshot that may have folds in it already, and one fold for the rest of `all`.
fn first_of(all: &Snapshot, folded: &Snapshot, lines: usize) -> Snapshot {
    let mut items = folded.items.get(..lines).unwrap_or(&folded.items).to_vec();
    // A fold has the identity of the first item that it stands for.
    let next = folded
        .items
        .get(lines)
        .and_then(|item| all.position(item.key));
    if let Some(next) = next {
        items.extend(all.rest(next, all.fold(next, all.items.len(), None)));
    }
    folded.with_items(items)
}

/// An item, or a part of its longest text.
struct Piece {
    at: usize,
    cut: Option<Cut>,
}

/// The page that consists of the pieces between, and says what comes after.
fn paged(
    snapshot: &Snapshot,
    pieces: &[Piece],
    from: usize,
    to: usize,
    number: u32,
    expand: Option<u32>,
) -> Snapshot {
    let mut items: Vec<Item> = Vec::with_capacity(to - from + 1);
    // The positions of the items on this page, which is in their order.
    let mut places: Vec<(usize, u32)> = Vec::with_capacity(to - from);
    for piece in pieces.get(from..to).unwrap_or_default() {
        let Some(item) = snapshot.items.get(piece.at) else {
            continue;
        };
        let parent = item.parent.and_then(|parent| {
            let found = places.binary_search_by_key(&(parent as usize), |&(at, _)| at);
            found.ok().and_then(|found| places.get(found))
        });
        let parent = parent.map(|&(_, place)| place);
        if places.last().is_none_or(|&(at, _)| at != piece.at) {
            places.push((piece.at, items.len() as u32));
        }
        items.push(Item {
            parent,
            cut: piece.cut,
            ..item.clone()
        });
    }
    if let Some(next) = pieces.get(to) {
        let rest = snapshot.fold(next.at, snapshot.items.len(), Some(number + 1));
        items.extend(snapshot.rest(next.at, rest).map(|fold| Item {
            reference: expand,
            ..fold
        }));
    }
    snapshot.with_items(items)
}

//! What a label phrase names on a page.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Page};
use surefoot_snapshot::{Context, Item, Snapshot};

use crate::kinds::Purpose;
use crate::phrase::{Phrase, Place, Reading};
use crate::words::Rank;

/// What a target matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matches {
    /// What fits best: one element, or several between which nothing decides.
    pub best: Vec<NodeId>,
    /// All that fits, in the order of the document.
    pub all: Vec<NodeId>,
}

impl Matches {
    /// Elements that fit equally well.
    pub fn equal(nodes: Vec<NodeId>) -> Matches {
        Matches {
            best: nodes.clone(),
            all: nodes,
        }
    }

    /// Whether nothing fits.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// Which of the texts of an element fits: what it is called before what merely hints at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Text {
    Label,
    Placeholder,
    Clue,
}

/// How well an element fits; the lower, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fit {
    /// Of its name.
    rank: Rank,
    /// Whether it is of another kind than was said: only where nothing of that kind is there.
    other_kind: bool,
    text: Text,
    /// Of what it is in.
    place: Rank,
    /// Which reading it was.
    reading: usize,
}

impl Fit {
    pub(crate) fn of(rank: Rank) -> Fit {
        Fit {
            rank,
            other_kind: false,
            text: Text::Label,
            place: Rank::Same,
            reading: 0,
        }
    }

    fn is_whole(self) -> bool {
        self.rank.is_whole()
    }
}

/// An element that fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) fit: Fit,
    pub(crate) node: NodeId,
    /// Its item, if it has one.
    pub(crate) at: Option<usize>,
}

/// What on the page is called as the phrase says.
pub(crate) fn by_phrase(
    phrase: &Phrase,
    purpose: Purpose,
    page: &Page,
    outline: &Snapshot,
) -> Matches {
    let mut search = Search::new(phrase, page, outline);
    let hits: Vec<Hit> = (0..outline.items.len())
        .filter_map(|at| search.fit(at))
        .collect();
    settled(hits, purpose, page, outline)
}

/// A phrase that is looked for.
struct Search<'a> {
    phrase: &'a Phrase,
    page: &'a Page,
    outline: &'a Snapshot,
    /// For each text of surroundings how it fits the place of each reading.
    places: FxHashMap<*const Context, Vec<Option<Rank>>>,
}

impl<'a> Search<'a> {
    fn new(phrase: &'a Phrase, page: &'a Page, outline: &'a Snapshot) -> Search<'a> {
        Search {
            phrase,
            page,
            outline,
            places: FxHashMap::default(),
        }
    }

    /// How well an item fits, at best.
    fn fit(&mut self, at: usize) -> Option<Hit> {
        let item = &self.outline.items[at];
        let label = item.label();
        let texts = [
            (Text::Label, label),
            (Text::Placeholder, item.placeholder.as_deref().unwrap_or("")),
            (Text::Clue, &*item.clue),
        ];
        let mut best: Option<Fit> = None;
        for (number, reading) in self.phrase.readings.iter().enumerate() {
            let fits_kind = reading.kind.is_none_or(|kind| kind.is(item, self.page));
            let ranks = texts.iter().filter_map(|&(text, said)| {
                if said.is_empty() && !(text == Text::Label && reading.name.is_empty()) {
                    return None;
                }
                Some((reading.name.rank(said)?, text))
            });
            let Some((rank, text)) = ranks.min() else {
                continue;
            };
            if !is_enough(reading, rank, fits_kind, item) {
                continue;
            }
            let place = match &reading.place {
                None => Rank::Same,
                Some(place) => match self.place(number, place, at) {
                    Some(rank) => rank,
                    None => continue,
                },
            };
            let fit = Fit {
                rank,
                other_kind: !fits_kind,
                text,
                place,
                reading: number,
            };
            best = Some(best.map_or(fit, |best| best.min(fit)));
        }
        Some(Hit {
            fit: best?,
            node: item.node,
            at: Some(at),
        })
    }

    /// How well what is around an item fits a place.
    fn place(&mut self, reading: usize, place: &Place, at: usize) -> Option<Rank> {
        let items = &self.outline.items;
        let context = items[at].context.as_ref();
        let called = |text: &str| place.called.iter().filter_map(|w| w.rank(text)).min();
        let by_context = context.and_then(|context| {
            let known = self.places.entry(Arc::as_ptr(context)).or_insert_with(|| {
                let readings = &self.phrase.readings;
                readings
                    .iter()
                    .map(|reading| {
                        let called = &reading.place.as_ref()?.called;
                        called.iter().filter_map(|w| w.rank(context.name())).min()
                    })
                    .collect()
            });
            known.get(reading).copied().flatten()
        });
        let parent = |&at: &usize| items.get(at)?.parent.map(|at| at as usize);
        let around = std::iter::successors(parent(&at), parent).take(MOST_AROUND);
        let by_what_is_around = around
            .filter_map(|at| items.get(at))
            .filter_map(|item| {
                let is_kind = place.kind.is_some_and(|kind| kind.is(item, self.page));
                if is_kind {
                    return Some(Rank::Same);
                }
                let label = item.label();
                (!label.is_empty()).then(|| called(label)).flatten()
            })
            .min();
        by_context.into_iter().chain(by_what_is_around).min()
    }
}

/// So many levels around an element are asked whether they are the place that was named.
const MOST_AROUND: usize = 32;

/// Whether a name that fits so well is enough. Where a phrase had to be taken apart into a thing and what it is in, or the
/// element is of another kind, the rest has to be the whole name; and where nothing is named, the kind has to fit.
fn is_enough(reading: &Reading, rank: Rank, fits_kind: bool, item: &Item) -> bool {
    if !fits_kind {
        return rank.is_whole()
            && item.is_interactive()
            && reading.kind.is_some_and(|kind| !kind.holds_others());
    }
    if reading.place.is_some() && reading.kind.is_none() {
        return rank.is_whole();
    }
    true
}

/// What of all that fits is meant, as far as names and what it is needed for tell.
pub(crate) fn settled(
    mut hits: Vec<Hit>,
    purpose: Purpose,
    page: &Page,
    outline: &Snapshot,
) -> Matches {
    let suits = |hit: &Hit| {
        hit.at
            .and_then(|at| outline.items.get(at))
            .is_some_and(|item| purpose.fits(item, page))
    };
    let has_kind = hits.iter().any(|hit| !hit.fit.other_kind);
    if has_kind {
        hits.retain(|hit| !hit.fit.other_kind);
    }
    let any_suits = hits.iter().any(suits);
    if purpose.is_strict() && any_suits {
        hits.retain(suits);
    }
    let best_of = |hits: &[Hit], wanted: bool| {
        hits.iter()
            .filter(|hit| suits(hit) == wanted)
            .map(|hit| hit.fit)
            .min()
    };
    let suiting = best_of(&hits, true);
    let other = best_of(&hits, false);
    // A control is meant rather than a text; but a text that says all that was asked for is in the way of a control
    // that says something else besides.
    let others_count = match (suiting, other) {
        (None, _) => true,
        (Some(suiting), Some(other)) => !suiting.is_whole() && other.is_whole(),
        (Some(_), None) => false,
    };
    let is_best = |hit: &&Hit| {
        if suits(hit) {
            Some(hit.fit) == suiting
        } else {
            others_count && Some(hit.fit) == other
        }
    };
    let best: Vec<Hit> = hits.iter().filter(is_best).copied().collect();
    Matches {
        best: innermost(&best, outline),
        all: hits.into_iter().map(|hit| hit.node).collect(),
    }
}

/// Without what merely is around another one: what cannot be acted on, or is called so only because of what is inside.
fn innermost(hits: &[Hit], outline: &Snapshot) -> Vec<NodeId> {
    let items = &outline.items;
    let mut kept = Vec::with_capacity(hits.len());
    for (index, hit) in hits.iter().enumerate() {
        let next = hits.get(index + 1).and_then(|next| next.at);
        let is_around = |at: usize| {
            let item = items.get(at)?;
            let named_inside = item.name.is_empty() && item.text.is_empty();
            let gives_way = !item.is_interactive() || named_inside;
            // Items are in document order: what is inside comes right after.
            Some(gives_way && is_inside(items, next?, at))
        };
        if !hit.at.and_then(is_around).unwrap_or(false) {
            kept.push(hit.node);
        }
    }
    kept
}

/// Whether an item is inside another one.
fn is_inside(items: &[Item], inner: usize, outer: usize) -> bool {
    let depth = |at: usize| items.get(at).map_or(0, |item| item.depth);
    if inner <= outer || depth(inner) <= depth(outer) {
        return false;
    }
    let mut around = Some(inner);
    while let Some(at) = around.filter(|&at| at > outer) {
        around = items
            .get(at)
            .and_then(|item| item.parent)
            .map(|at| at as usize);
    }
    around == Some(outer)
}

#[cfg(test)]
mod tests {
    use surefoot_aria::Semantics;
    use surefoot_native::dom::parse_html;
    use surefoot_snapshot::outline;

    use super::*;
    use crate::words::tests::COMPARED;

    /// On a page of 20,000 elements a phrase costs a quick look at each, and a comparison of those that may fit.
    #[test]
    #[expect(clippy::format_collect, reason = "a page for a test")]
    fn only_what_may_fit_is_compared() {
        let rows: String = (0..10_000)
            .map(|n| format!("<li>Person {n} <button>Remove {n}</button></li>"))
            .collect();
        let page = parse_html(&format!("<ul>{rows}</ul>"), "https://example.com/");
        let outline = outline(&Semantics::new(&page));
        assert!(outline.items.len() > 20_000);
        let compared = |phrase: &str| {
            COMPARED.with(|count| count.set(0));
            let matches = by_phrase(&Phrase::parse(phrase), Purpose::Use, &page, &outline);
            (matches.best.len(), COMPARED.with(std::cell::Cell::get))
        };
        assert_eq!(compared("the Invite button"), (0, 0));
        let (found, count) = compared("Remove 9999");
        assert_eq!(found, 1);
        // What has the longest word in it is compared once for each reading.
        assert!(count <= 20_000, "{count}");
        let (found, count) = compared("the Remove button in Person 77");
        assert_eq!(found, 1);
        assert!(count <= 200_000, "{count}");
    }
}

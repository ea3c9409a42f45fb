//! What may have been meant by a name that nothing has.

use rustc_hash::FxHashMap;
use surefoot_page::Page;
use surefoot_snapshot::Snapshot;

use crate::kinds::Purpose;
use crate::words::{fold, words};

/// At most this many are offered.
pub(crate) const CANDIDATES: usize = 5;

/// So many characters of a text are compared.
const COMPARED: usize = 64;

/// How alike two texts have to be, in hundredths.
const ALIKE: u32 = 40;

/// Words that say nothing of what is meant.
const EMPTY_WORDS: [&str; 12] = [
    "the", "a", "an", "in", "on", "of", "to", "for", "button", "link", "field", "box",
];

/// The positions of the items whose labels are the nearest to a text, likeliest first: those that share words with it or
/// are spelled alike. What can be acted on comes first, and of that what fits the purpose.
pub(crate) fn nearest(text: &str, purpose: Purpose, page: &Page, outline: &Snapshot) -> Vec<usize> {
    let text = fold(text).into_owned();
    let wanted: Vec<&str> = words(&text)
        .filter(|word| !EMPTY_WORDS.contains(word))
        .take(16)
        .collect();
    let spelled = pairs(&wanted.concat());
    let mut near: Vec<(u32, usize)> = Vec::new();
    for (at, item) in outline.items.iter().enumerate() {
        let label = item.label();
        if label.is_empty() || !item.is_interactive() {
            continue;
        }
        let label = fold(label);
        let shared = wanted
            .iter()
            .filter(|wanted| words(&label).any(|word| word == **wanted))
            .count() as u32;
        let alike = alike(&spelled, &label);
        if shared == 0 && alike < ALIKE {
            continue;
        }
        let fits = u32::from(purpose.fits(item, page));
        near.push((shared * 100 + alike + fits * 30, at));
    }
    near.sort_by_key(|&(score, at)| (std::cmp::Reverse(score), at));
    near.into_iter()
        .take(CANDIDATES)
        .map(|(_, at)| at)
        .collect()
}

/// How often each pair of letters comes in a text.
fn pairs(text: &str) -> FxHashMap<(char, char), u32> {
    let letters: Vec<char> = text.chars().take(COMPARED).collect();
    let mut pairs = FxHashMap::default();
    for pair in letters.windows(2) {
        *pairs.entry((pair[0], pair[1])).or_insert(0) += 1;
    }
    pairs
}

/// How many pairs of letters two texts have in common, in hundredths of all they have (Dice).
fn alike(wanted: &FxHashMap<(char, char), u32>, label: &str) -> u32 {
    let joined: String = words(label).flat_map(str::chars).take(COMPARED).collect();
    let there = pairs(&joined);
    let total: u32 = wanted.values().chain(there.values()).sum();
    if total == 0 {
        return 0;
    }
    let common: u32 = wanted
        .iter()
        .map(|(pair, &count)| count.min(there.get(pair).copied().unwrap_or(0)))
        .sum();
    common * 200 / total
}

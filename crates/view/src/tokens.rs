//! How many tokens a text is, to a model.
//!
//! Counted as o200k does, the vocabulary of current models. Loading that takes a quarter of a second, once: who will need
//! it soon calls [`warm_up`] where nobody waits. Lines that were counted before are not counted again, as a page that is
//! shown again has mostly the same.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How many tokens a text is.
pub fn count(text: &str) -> usize {
    lines(text).map(count_line).sum()
}

/// Whether a text is more than so many tokens. A text is not read further than needed to know, and not at all if it is
/// too short for so many.
pub fn exceeds(text: &str, tokens: usize) -> bool {
    // No token is less than a byte.
    if text.len() <= tokens {
        return false;
    }
    let mut sum = 0;
    lines(text).any(|line| {
        sum += count_line(line);
        sum > tokens
    })
}

/// Loads the vocabulary.
pub fn warm_up() {
    count_line("a");
}

/// No token reaches beyond the end of a line, unless the next one is blank.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// Of so many lines the counts are kept.
const KEPT: usize = 100_000;

/// Counts of lines, by hashes of them that no page can foresee.
struct Counts {
    hasher: RandomState,
    known: HashMap<u64, u32>,
}

static COUNTS: LazyLock<Mutex<Counts>> = LazyLock::new(|| {
    Mutex::new(Counts {
        hasher: RandomState::new(),
        known: HashMap::new(),
    })
});

fn count_line(line: &str) -> usize {
    let hash = {
        let counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = counts.hasher.hash_one(line);
        if let Some(&known) = counts.known.get(&hash) {
            return known as usize;
        }
        hash
    };
    let count = tiktoken_rs::o200k_base_singleton()
        .encode_ordinary(line)
        .len();
    let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    if counts.known.len() >= KEPT {
        counts.known.clear();
    }
    counts
        .known
        .insert(hash, u32::try_from(count).unwrap_or(u32::MAX));
    count
}

#[cfg(test)]
mod tests {
    use super::{count, exceeds};

    #[test]
    fn counts_are_those_of_the_vocabulary() {
        // As another implementation of the vocabulary counts them.
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        assert_eq!(count("1: button \"Save\"\n2: link \"Home\"\n"), 12);
    }

    #[test]
    fn a_limit_is_exceeded_by_one_more() {
        let text = "hello world\n".repeat(10);
        let tokens = count(&text);
        assert!(!exceeds(&text, tokens));
        assert!(exceeds(&text, tokens - 1));
        assert!(exceeds(&text, 0));
        assert!(!exceeds("", 0));
    }
}

//! How many tokens a text is, to a model.
//!
//! Counted as o200k does, the vocabulary of current models. Loading that takes a quarter of a second, once: who will need
//! it soon calls [`warm_up`] where nobody waits.

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

fn count_line(line: &str) -> usize {
    tiktoken_rs::o200k_base_singleton()
        .encode_ordinary(line)
        .len()
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

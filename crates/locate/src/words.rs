//! Texts as people compare them: without case, without hidden characters, word by word.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use surefoot_page::collapsed;

/// How well a text fits what was asked for; the lower, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Rank {
    /// Character by character, white space aside.
    Same,
    /// But for case and for characters that look alike or like nothing.
    Folded,
    /// The same words: punctuation is different.
    Words,
    /// It begins with these words.
    Prefix,
    /// It has these words in this order, one after the other.
    Contains,
    /// It has all these words, somewhere.
    Overlap,
    /// Nothing was asked of it.
    Any,
}

impl Rank {
    /// Whether it says what was asked for, and nothing else.
    pub(crate) fn is_whole(self) -> bool {
        self <= Rank::Words
    }
}

/// Which texts are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Accept {
    /// The very text, case of letters included.
    Exact,
    /// The text, whatever the case.
    Whole,
    /// Its words: all of the text, its beginning, a part, or all of them somewhere.
    Words,
    /// Any text that it is a part of, within words too.
    Part,
}

/// A text that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    /// White space collapsed.
    raw: String,
    folded: String,
    /// Where the words of `folded` are.
    words: Vec<(usize, usize)>,
    /// The longest word, if it is plain ASCII: what does not have it cannot fit.
    key: Option<(usize, usize)>,
    accept: Accept,
}

/// The most words that are looked for in any order: more would make the search costly, and nobody writes them.
const MOST_WORDS: usize = 32;

impl Wanted {
    pub(crate) fn new(text: &str, accept: Accept) -> Wanted {
        let raw = collapsed(text);
        let folded = fold(&raw).into_owned();
        let words: Vec<(usize, usize)> = spans(&folded).collect();
        let key = words
            .iter()
            .copied()
            .max_by_key(|(start, end)| end - start)
            .filter(|&(start, end)| folded[start..end].is_ascii());
        Wanted {
            raw,
            folded,
            words,
            key,
            accept,
        }
    }

    /// Whether nothing is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// The longest of its words, if plain ASCII.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.map(|(start, end)| &self.folded[start..end])
    }

    pub(crate) fn folded(&self) -> &str {
        &self.folded
    }

    fn word(&self, at: usize) -> &str {
        self.words
            .get(at)
            .map_or("", |&(start, end)| &self.folded[start..end])
    }

    /// How well a text fits; white space in it is collapsed already. `None`: it does not.
    pub(crate) fn rank(&self, text: &str) -> Option<Rank> {
        if self.is_empty() {
            return Some(Rank::Any);
        }
        if text == self.raw {
            return Some(match self.accept {
                // Where case does not count, it makes nothing better.
                Accept::Part => Rank::Folded,
                _ => Rank::Same,
            });
        }
        if self.accept == Accept::Exact || text.is_empty() || !self.may_fit(text) {
            return None;
        }
        #[cfg(test)]
        tests::COMPARED.with(|count| count.set(count.get() + 1));
        let folded = fold(text);
        if folded == self.folded {
            return Some(Rank::Folded);
        }
        match self.accept {
            Accept::Exact | Accept::Whole => None,
            Accept::Words => self.words_in(&folded),
            Accept::Part => self
                .words_in(&folded)
                .filter(|&r| r < Rank::Overlap)
                .or_else(|| folded.contains(&self.folded).then_some(Rank::Contains)),
        }
    }

    /// Whether a text has the longest word at all: a quick test that most texts fail.
    fn may_fit(&self, text: &str) -> bool {
        match self.key() {
            Some(key) if text.is_ascii() => has_ignoring_case(text.as_bytes(), key.as_bytes()),
            _ => true,
        }
    }

    /// How the words fit those of a folded text.
    fn words_in(&self, folded: &str) -> Option<Rank> {
        let wanted = self.words.len();
        if wanted == 0 {
            return None;
        }
        let there: Vec<&str> = spans(folded).map(|(a, b)| &folded[a..b]).collect();
        if there.len() < wanted {
            return None;
        }
        let at = self.run_in(&there);
        match at {
            Some(0) if there.len() == wanted => Some(Rank::Words),
            Some(0) => Some(Rank::Prefix),
            Some(_) => Some(Rank::Contains),
            None if wanted <= MOST_WORDS => (0..wanted)
                .all(|at| there.contains(&self.word(at)))
                .then_some(Rank::Overlap),
            None => None,
        }
    }

    /// Where the words stand one after the other.
    fn run_in(&self, there: &[&str]) -> Option<usize> {
        // The usual search for a run, which never compares a word twice as often as there are words wanted; those are
        // few, or few of them are alike.
        let wanted: Vec<&str> = (0..self.words.len()).map(|at| self.word(at)).collect();
        let fallback = fallbacks(&wanted);
        let mut matched = 0;
        for (at, word) in there.iter().enumerate() {
            while matched > 0 && wanted[matched] != *word {
                matched = fallback[matched - 1];
            }
            if wanted[matched] == *word {
                matched += 1;
            }
            if matched == wanted.len() {
                return Some(at + 1 - matched);
            }
        }
        None
    }
}

/// For each beginning of a run the length of its longest beginning that is its end, too (Knuth, Morris and Pratt).
fn fallbacks(run: &[&str]) -> Vec<usize> {
    let mut fallback = vec![0; run.len()];
    let mut matched = 0;
    for at in 1..run.len() {
        while matched > 0 && run[matched] != run[at] {
            matched = fallback[matched - 1];
        }
        if run[matched] == run[at] {
            matched += 1;
        }
        fallback[at] = matched;
    }
    fallback
}

/// Whether an ASCII text has a word, which is in lower case, whatever the case of the text.
fn has_ignoring_case(text: &[u8], word: &[u8]) -> bool {
    let Some(&first) = word.first() else {
        return true;
    };
    text.windows(word.len())
        .any(|part| part[0].eq_ignore_ascii_case(&first) && part.eq_ignore_ascii_case(word))
}

/// A text as it is compared: compatibility forms of characters made alike (NFKC), in lower case, quotes and dashes the
/// plain ones, hidden characters left out, white space as single blanks.
pub(crate) fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        let is_folded = |b: u8| !b.is_ascii_uppercase() && !b.is_ascii_control();
        return if text.bytes().all(is_folded) {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(one_line(text.chars().map(|c| c.to_ascii_lowercase())))
        };
    }
    const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();
    let lower = NFKC
        .normalize(text)
        .chars()
        .flat_map(char::to_lowercase)
        .collect::<String>();
    // Lower case can come apart again.
    let lower = NFKC.normalize(&lower);
    Cow::Owned(one_line(lower.chars().filter_map(plain)))
}

/// Characters with white space and what controls collapsed to single blanks.
fn one_line(chars: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for c in chars {
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !c.is_control() {
            out.push(c);
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// The plain form of a quote or dash; `None` for what looks like nothing.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' => Some('\''),
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => Some('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}' => None,
        c => Some(c),
    }
}

/// Where the words of a folded text are: runs of letters and digits, and in scripts without blanks each character.
fn spans(folded: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut chars = folded.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.find(|(_, c)| is_of_word(*c))?;
        let mut end = start + first.len_utf8();
        if stands_alone(first) {
            return Some((start, end));
        }
        while let Some((at, c)) = chars.next_if(|(_, c)| continues_word(*c)) {
            end = at + c.len_utf8();
        }
        Some((start, end))
    })
}

/// The words of a folded text.
pub(crate) fn words(folded: &str) -> impl Iterator<Item = &str> {
    spans(folded).map(|(start, end)| &folded[start..end])
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether a character goes on with a word that has begun: marks that are put on letters do.
fn continues_word(c: char) -> bool {
    (is_of_word(c) && !stands_alone(c)) || matches!(c, '\u{300}'..='\u{36f}')
}

/// Letters of scripts that put no blanks between words.
fn stands_alone(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3041}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// How many texts were compared word by word.
        pub(crate) static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    #[track_caller]
    fn check(wanted: &str, text: &str, expected: Option<Rank>) {
        let rank = Wanted::new(wanted, Accept::Words).rank(text);
        assert_eq!(rank, expected, "{wanted:?} of {text:?}");
    }

    #[test]
    fn the_nearer_the_better() {
        check("Save", "Save", Some(Rank::Same));
        check("save", "SAVE", Some(Rank::Folded));
        check("sign in", "Sign-in!", Some(Rank::Words));
        check("sign in", "Sign in with X", Some(Rank::Prefix));
        check("in with", "Sign in with X", Some(Rank::Contains));
        check("x sign", "Sign in with X", Some(Rank::Overlap));
        check("cancel order", "Order", None);
        check("sign", "Signing", None);
        check("a a b", "a a a b", Some(Rank::Contains));
    }

    #[test]
    fn characters_that_look_alike_are_alike() {
        check("fi", "\u{fb01}", Some(Rank::Folded));
        check("don't", "Don\u{2019}t", Some(Rank::Folded));
        check("Ａbc", "abc", Some(Rank::Folded));
        check("soft", "so\u{ad}ft\u{200b}", Some(Rank::Folded));
        check("a b", "a\u{a0}b", Some(Rank::Folded));
        check("cafe\u{301}", "CAF\u{c9}", Some(Rank::Folded));
        check("登录", "立即登录", Some(Rank::Contains));
    }

    #[test]
    fn symbols_are_no_words_but_texts() {
        check("×", "×", Some(Rank::Same));
        check("×", "Close ×", None);
        check("+", "Add +", None);
        check("C", "C++", Some(Rank::Words));
        check("C++", "C++", Some(Rank::Same));
    }

    #[test]
    fn what_is_quoted_is_all_of_it() {
        let rank = |accept, text| Wanted::new("Save", accept).rank(text);
        assert_eq!(rank(Accept::Exact, "save"), None);
        assert_eq!(rank(Accept::Exact, "Save"), Some(Rank::Same));
        assert_eq!(rank(Accept::Whole, "save"), Some(Rank::Folded));
        assert_eq!(rank(Accept::Whole, "Save all"), None);
        assert_eq!(rank(Accept::Part, "Unsaved"), Some(Rank::Contains));
    }
}

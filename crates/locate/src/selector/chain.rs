//! [`Chain`]: selectors across frames and shadow trees, joined by ` >>> `.

use std::fmt;

/// Selectors of which each but the last names a frame or a shadow host, in whose tree the next one is matched (C6).
///
/// ```
/// use surefoot_locate::Chain;
/// let chain = Chain::parse("#app >>> iframe[name=\"a >>> b\"] >>> button").unwrap();
/// assert_eq!(chain.legs(), ["#app", "iframe[name=\"a >>> b\"]", "button"]);
/// assert_eq!(chain.to_string(), "#app >>> iframe[name=\"a >>> b\"] >>> button");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    legs: Vec<String>,
}

/// Why a chain cannot be read: there is nothing before, between or after its ` >>> `.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainError;

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a selector is missing before or after >>>")
    }
}

impl std::error::Error for ChainError {}

impl Chain {
    /// A chain of these selectors; `None` without any.
    pub fn new(legs: Vec<String>) -> Option<Chain> {
        (!legs.is_empty()).then_some(Chain { legs })
    }

    /// Reads a chain. A selector without `>>>` is a chain of one. Whether the selectors are valid is for those to say
    /// who match them.
    pub fn parse(text: &str) -> Result<Chain, ChainError> {
        let legs: Vec<String> = split(text)
            .into_iter()
            .map(|leg| trimmed(leg).to_owned())
            .collect();
        if legs.iter().any(String::is_empty) {
            return Err(ChainError);
        }
        Ok(Chain { legs })
    }

    /// A selector read as if each of its blanks could be the boundary of a frame or a shadow tree, as other tools write
    /// it (`host inner`): the chains of two that may be meant.
    pub fn across(css: &str) -> Vec<Chain> {
        let halves = blanks(css).into_iter().map(|at| css.split_at(at));
        halves
            .map(|(outer, inner)| (trimmed(outer), trimmed(inner)))
            .filter(|(outer, inner)| !outer.is_empty() && !inner.is_empty())
            .map(|(outer, inner)| Chain {
                legs: vec![outer.to_owned(), inner.to_owned()],
            })
            .collect()
    }

    /// Its selectors, the outermost first; at least one.
    pub fn legs(&self) -> &[String] {
        &self.legs
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.legs.join(" >>> "))
    }
}

/// A selector without blanks around it. One that is escaped at the end belongs to it.
pub(super) fn trimmed(css: &str) -> &str {
    let begun = css.trim_start();
    let bare = begun.trim_end();
    let escapes = bare.len() - bare.trim_end_matches('\\').len();
    let ends = match begun[bare.len()..].chars().next() {
        Some(blank) if escapes % 2 == 1 => bare.len() + blank.len_utf8(),
        _ => bare.len(),
    };
    &begun[..ends]
}

/// What stands where in a selector, outside of strings and brackets: the bytes, and where they are.
fn outside(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = text.as_bytes();
    let (mut open, mut quote, mut at) = (0u32, None, 0);
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let here = at;
            at += 1;
            match (bytes[here], quote) {
                (b'\\', _) => at += 1,
                (c, Some(q)) => quote = quote.filter(|_| c != q),
                (c @ (b'"' | b'\''), None) => quote = Some(c),
                (b'[' | b'(', None) => open += 1,
                (b']' | b')', None) => open = open.saturating_sub(1),
                (c, None) if open == 0 => return Some((here, c)),
                _ => {}
            }
        }
        None
    })
}

/// Splits at each `>>>` that stands neither in a string nor in brackets.
fn split(text: &str) -> Vec<&str> {
    let mut legs = Vec::new();
    let mut from = 0;
    for (at, c) in outside(text) {
        if c == b'>' && at >= from && text.as_bytes()[at..].starts_with(b">>>") {
            legs.push(&text[from..at]);
            from = at + 3;
        }
    }
    legs.push(&text[from..]);
    legs
}

/// Where blanks stand that are combinators: not beside `>`, `+` or `~`, and in no list.
fn blanks(text: &str) -> Vec<usize> {
    let all: Vec<(usize, u8)> = outside(text).collect();
    if all.iter().any(|(_, c)| *c == b',') {
        return Vec::new();
    }
    let is_combinator = |c: Option<char>| c.is_none_or(|c| ">+~".contains(c));
    all.into_iter()
        .filter(|(at, c)| {
            c.is_ascii_whitespace()
                && !is_combinator(text[..*at].trim_end().chars().next_back())
                && !is_combinator(text[*at..].trim_start().chars().next())
                && !text[..*at].ends_with(|c: char| c.is_ascii_whitespace())
        })
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_split_where_nothing_is_open() {
        for (text, expected) in [
            ("#a", Ok(vec!["#a"])),
            ("#a >>> .b", Ok(vec!["#a", ".b"])),
            ("#a>>>.b", Ok(vec!["#a", ".b"])),
            ("a > b", Ok(vec!["a > b"])),
            (r#"[x=">>>"] >>> b"#, Ok(vec![r#"[x=">>>"]"#, "b"])),
            (r#"[x="\">>>"]"#, Ok(vec![r#"[x="\">>>"]"#])),
            (":is(a >>> b)", Ok(vec![":is(a >>> b)"])),
            ("größe >>> ü", Ok(vec!["größe", "ü"])),
            ("a\\", Ok(vec!["a\\"])),
            (" #a\\  >>> b ", Ok(vec!["#a\\ ", "b"])),
            ("#\\31 >>> b", Ok(vec!["#\\31", "b"])),
            ("", Err(ChainError)),
            (">>> b", Err(ChainError)),
            ("a >>>", Err(ChainError)),
            ("a >>> >>> b", Err(ChainError)),
        ] {
            let legs = Chain::parse(text).map(|chain| chain.legs);
            let expected = expected.map(|legs| legs.into_iter().map(str::to_owned).collect());
            assert_eq!(legs, expected, "{text}");
        }
    }

    #[test]
    fn blanks_may_be_boundaries() {
        let across = |css| {
            let chains = Chain::across(css);
            chains.iter().map(Chain::to_string).collect::<Vec<_>>()
        };
        assert_eq!(across("my-app button"), ["my-app >>> button"]);
        assert_eq!(
            across("a  b > c [x=\"d e\"]"),
            ["a >>> b > c [x=\"d e\"]", "a  b > c >>> [x=\"d e\"]"]
        );
        for css in ["button", "a > b", "a, b c", "a\\ b", "a + b ~ c"] {
            assert!(across(css).is_empty(), "{css}");
        }
    }
}

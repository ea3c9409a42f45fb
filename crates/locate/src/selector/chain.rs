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

/// Splits at each `>>>` that stands neither in a string nor in brackets.
fn split(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut legs = Vec::new();
    let (mut from, mut at, mut open) = (0, 0, 0u32);
    let mut quote = None;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', _) => at += 1,
            (c, Some(q)) => {
                if c == q {
                    quote = None;
                }
            }
            (c @ (b'"' | b'\''), None) => quote = Some(c),
            (b'[' | b'(', None) => open += 1,
            (b']' | b')', None) => open = open.saturating_sub(1),
            (b'>', None) if open == 0 && bytes[at..].starts_with(b">>>") => {
                legs.push(&text[from..at]);
                at += 2;
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    legs.push(&text[from.min(text.len())..]);
    legs
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
}

//! [`Target`]: what an agent wrote, understood.

use std::fmt;

/// What an agent named an element by.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A ref: `@e5`, `ref=e5`, `e5`, `5`, `[5]` and `@5` are all ref 5 (design, "Refs").
    Ref(u32),
    /// A CSS selector, with or without the prefix `css=`.
    Css(String),
}

/// Why a target cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TargetError {
    /// Nothing was written.
    Empty,
    /// It looks like a ref but is none: `@foo`, `@e0`.
    NotARef(String),
    /// It starts with a prefix for a kind of target that is not known.
    UnknownPrefix(String),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Empty => f.write_str("the target is empty"),
            TargetError::NotARef(text) => write!(f, "{text:?} is not a ref"),
            TargetError::UnknownPrefix(prefix) => {
                write!(f, "targets that start with \"{prefix}=\" are not supported")
            }
        }
    }
}

impl std::error::Error for TargetError {}

/// Prefixes that agents know from other tools for kinds of targets that surefoot does not have.
const UNKNOWN_PREFIXES: &[&str] = &[
    "xpath",
    "text",
    "role",
    "id",
    "label",
    "placeholder",
    "testid",
];

impl Target {
    /// Reads a target. What is neither a ref nor prefixed is a CSS selector; whether it is a valid one is for those to
    /// say who match it.
    pub fn parse(text: &str) -> Result<Target, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        if let Some(css) = text.strip_prefix("css=") {
            return if css.trim().is_empty() {
                Err(TargetError::Empty)
            } else {
                Ok(Target::Css(css.trim().to_owned()))
            };
        }
        if let Some(reference) = parse_ref(text) {
            return Ok(Target::Ref(reference));
        }
        if text.starts_with('@') || text.starts_with("ref=") || is_zero(text) {
            return Err(TargetError::NotARef(text.to_owned()));
        }
        if let Some((prefix, _)) = text.split_once('=')
            && UNKNOWN_PREFIXES.contains(&prefix)
        {
            return Err(TargetError::UnknownPrefix(prefix.to_owned()));
        }
        Ok(Target::Css(text.to_owned()))
    }
}

/// The number of a ref in any of its spellings; refs start at 1.
fn parse_ref(text: &str) -> Option<u32> {
    let inner = match text.strip_prefix('[').map(|t| t.strip_suffix(']')) {
        Some(inner) => inner?,
        None => text,
    };
    let inner = inner
        .strip_prefix('@')
        .or_else(|| inner.strip_prefix("ref="))
        .unwrap_or(inner);
    let digits = inner.strip_prefix('e').unwrap_or(inner);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&n| n != 0)
}

/// Whether it is the number 0, or one too large to be a ref: a number, but no CSS either.
fn is_zero(text: &str) -> bool {
    let digits = text
        .trim_start_matches('[')
        .trim_end_matches(']')
        .trim_start_matches('e');
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_ref_is_that_ref() {
        for text in [
            "@e5", "ref=e5", "e5", "5", "[5]", "@5", " 5 ", "[e5]", "[ref=e5]", "ref=5", "[@e5]",
        ] {
            assert_eq!(Target::parse(text), Ok(Target::Ref(5)), "{text}");
        }
        assert_eq!(Target::parse("e12"), Ok(Target::Ref(12)));
    }

    #[test]
    fn what_is_no_ref_is_css_or_an_error() {
        for css in [
            "e",
            "E1",
            "e1x",
            "#id",
            "button",
            "[href]",
            ".a > b",
            "a[href='x']",
            "[type=e5]",
        ] {
            assert_eq!(Target::parse(css), Ok(Target::Css(css.to_owned())), "{css}");
        }
        assert_eq!(Target::parse("css=e5"), Ok(Target::Css("e5".to_owned())));
        for text in [
            "@foo",
            "@e0",
            "@",
            "0",
            "e0",
            "ref=x",
            "99999999999",
            "@e-1",
        ] {
            assert_eq!(
                Target::parse(text),
                Err(TargetError::NotARef(text.to_owned())),
                "{text}"
            );
        }
        for text in ["", " ", "css=", "css= "] {
            assert_eq!(Target::parse(text), Err(TargetError::Empty), "{text}");
        }
        assert_eq!(
            Target::parse("xpath=//a"),
            Err(TargetError::UnknownPrefix("xpath".to_owned()))
        );
    }
}

//! [`Target`]: what an agent wrote, understood as far as that is possible without the page.

use std::fmt::{self, Write as _};

use surefoot_snapshot::is_slug;

use crate::Locator;
use crate::locator::By;

/// What an agent named an element by.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A ref: `@e5`, `ref=e5`, `e5`, `5`, `[5]` and `@5` are all ref 5 (design, "Refs").
    Ref(u32),
    /// A CSS selector: `css=…`, `id=…`.
    Css(String),
    /// An XPath expression: `xpath=…`, `//…`, `(//…`, `/html…`.
    XPath(String),
    /// `role=…`, `text=…`, `label=…`, `placeholder=…`, `alt=…`, `title=…`, `testid=…`.
    Locator(Locator),
    /// Anything else: a slug id, a label phrase or a CSS selector. Which of them, only the page can tell.
    Words(String),
    /// One of what another target names, by its number in the order of the document: `TARGET >> nth=0`. From the end it
    /// is counted down from -1.
    Nth(Box<Target>, i32),
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
    /// A quote is not closed.
    OpenQuote(String),
    /// There is no such role.
    UnknownRole(String),
    /// What stands in brackets after a role makes no sense, and why.
    RoleAttribute(String, String),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Empty => f.write_str("the target is empty"),
            TargetError::NotARef(text) => write!(f, "{text:?} is not a ref"),
            TargetError::UnknownPrefix(prefix) => {
                write!(f, "targets that start with \"{prefix}=\" are not supported")
            }
            TargetError::OpenQuote(text) => write!(f, "a quote is not closed in {text:?}"),
            TargetError::UnknownRole(text) => {
                write!(f, "{text:?} begins with no role that there is")
            }
            TargetError::RoleAttribute(text, reason) => {
                write!(f, "the role {text:?} cannot be read: {reason}")
            }
        }
    }
}

impl std::error::Error for TargetError {}

/// Prefixes that agents know from other tools for kinds of targets that surefoot does not have.
const UNKNOWN_PREFIXES: &[&str] = &[
    "aria", "class", "data", "href", "link", "name", "nth", "pierce", "react", "_react", "tag",
    "type", "value", "visible", "vue", "_vue",
];

impl Target {
    /// Reads a target. What is neither a ref nor has a prefix stands for the page to make sense of.
    pub fn parse(text: &str) -> Result<Target, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        if let Some((target, number)) = nth(text) {
            return Ok(Target::Nth(Box::new(Target::parse(target)?), number));
        }
        if let Some(reference) = parse_ref(text) {
            return Ok(Target::Ref(reference));
        }
        if text.starts_with('@') || text.starts_with("ref=") || is_zero(text) {
            return Err(TargetError::NotARef(text.to_owned()));
        }
        if let Some((prefix, rest)) = text.split_once('=')
            && let Some(target) = prefixed(prefix, rest)
        {
            return target;
        }
        if ["//", "(//", "/html"]
            .iter()
            .any(|start| text.starts_with(start))
        {
            return Ok(Target::XPath(text.to_owned()));
        }
        Ok(Target::Words(text.to_owned()))
    }

    /// Whether it may name an element of any document: so all but refs.
    pub fn is_of_any_document(&self) -> bool {
        match self {
            Target::Ref(_) => false,
            Target::Nth(of, _) => of.is_of_any_document(),
            _ => true,
        }
    }

    /// Whether it may be a slug id.
    pub fn slug(&self) -> Option<&str> {
        match self {
            Target::Words(text) => Some(text.as_str()).filter(|text| is_slug(text)),
            _ => None,
        }
    }
}

/// What a target with a prefix names; `None` if that is no prefix.
fn prefixed(prefix: &str, rest: &str) -> Option<Result<Target, TargetError>> {
    let text = |kind: fn(String) -> Target| {
        let rest = rest.trim();
        if rest.is_empty() {
            Err(TargetError::Empty)
        } else {
            Ok(kind(rest.to_owned()))
        }
    };
    match prefix {
        "css" => return Some(text(Target::Css)),
        "xpath" => return Some(text(Target::XPath)),
        "id" => return Some(text(|id| Target::Css(format!("[id={}]", css_string(&id))))),
        _ => {}
    }
    let prefix = if prefix == "data-testid" {
        "testid"
    } else {
        prefix
    };
    if let Some((by, _)) = By::ALL.iter().find(|(_, known)| *known == prefix) {
        return Some(Locator::parse(*by, rest).map(Target::Locator));
    }
    UNKNOWN_PREFIXES
        .contains(&prefix)
        .then(|| Err(TargetError::UnknownPrefix(prefix.to_owned())))
}

/// A text as a string of CSS.
fn css_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Writing to a string cannot fail.
            c if c.is_control() => drop(write!(out, "\\{:x} ", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `TARGET >> nth=N`.
fn nth(text: &str) -> Option<(&str, i32)> {
    let (target, last) = text.rsplit_once(">>")?;
    let number = last.trim().strip_prefix("nth=")?.parse().ok()?;
    // One of one of them is nothing anybody needs.
    let is_chain = target
        .rsplit_once(">>")
        .is_some_and(|(_, before)| before.trim().starts_with("nth="));
    (!is_chain).then_some((target, number))
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
    fn what_is_no_ref_is_for_the_page_or_an_error() {
        for words in [
            "e",
            "E1",
            "e1x",
            "#id",
            "button",
            "[href]",
            ".a > b",
            "a[href='x']",
            "[type=e5]",
            "the Sign In button",
            "\"5\"",
            "a = b",
            "Next >>",
        ] {
            assert_eq!(
                Target::parse(words),
                Ok(Target::Words(words.to_owned())),
                "{words}"
            );
        }
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
        for text in ["", " ", "css=", "css= ", "text=", "xpath= ", "role="] {
            assert_eq!(Target::parse(text), Err(TargetError::Empty), "{text}");
        }
        assert_eq!(
            Target::parse("_react=Button"),
            Err(TargetError::UnknownPrefix("_react".to_owned()))
        );
    }

    #[test]
    fn prefixes() {
        let css = |text: &str| Ok(Target::Css(text.to_owned()));
        assert_eq!(Target::parse("css=e5"), css("e5"));
        assert_eq!(Target::parse("id=a\"b"), css("[id=\"a\\\"b\"]"));
        for text in ["//a", "(//a)[1]", "/html/body", "xpath=//a"] {
            let expected = text.trim_start_matches("xpath=").to_owned();
            assert_eq!(Target::parse(text), Ok(Target::XPath(expected)), "{text}");
        }
        let text = |text: &str, how| Target::Locator(Locator::new(By::Text, text, how));
        assert_eq!(Target::parse("text=5"), Ok(text("5", crate::How::Part)));
        assert_eq!(
            Target::parse("text=\"@e5\""),
            Ok(text("@e5", crate::How::Exact))
        );
        assert_eq!(
            Target::parse("li >> nth=-1"),
            Ok(Target::Nth(Box::new(Target::Words("li".to_owned())), -1))
        );
        assert_eq!(
            Target::parse("text=\"a >> nth=0\""),
            Ok(text("a >> nth=0", crate::How::Exact))
        );
    }
}

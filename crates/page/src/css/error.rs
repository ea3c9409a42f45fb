//! Why a selector could not be used, in words.

use std::fmt;

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind as Kind;

use super::grammar::Fault;

/// What went wrong with a selector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CssErrorKind {
    /// It is no selector.
    Syntax,
    /// It is one, but uses a pseudo-class, pseudo-element or namespace that is not known here.
    Unsupported,
    /// It is longer, or nested deeper, than is accepted.
    TooComplex,
    /// Matching it against this page would take too many steps.
    TooCostly,
}

/// Why a selector could not be read or matched. Its text names the selector, the place and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CssError {
    kind: CssErrorKind,
    column: Option<usize>,
    message: String,
}

impl CssError {
    /// The kind of failure.
    pub fn kind(&self) -> CssErrorKind {
        self.kind
    }

    /// The column, in characters from 1, where reading stopped; `None` if the fault is not at one place.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// The words for what the parser reported. `read` counts the bytes of `text` that were read when it stopped.
    pub(super) fn parse(text: &str, read: usize, error: &ParseErrorKind<Fault>) -> CssError {
        let read = text.get(..read).unwrap_or(text);
        let mut column = read.chars().count() + 1;
        let rest = text.get(read.len()..).unwrap_or("");
        let (kind, what) = match error {
            ParseErrorKind::Custom(fault) => {
                if let Fault::PseudoClass(name) | Fault::PseudoElement(name) = fault {
                    column = column_of(text, name).unwrap_or(column);
                }
                match fault {
                    Fault::Syntax(Kind::EmptySelector | Kind::DanglingCombinator)
                        if !rest.trim_start().is_empty() && !rest.trim_start().starts_with(',') =>
                    {
                        unexpected(rest)
                    }
                    _ => fault_in_words(fault),
                }
            }
            ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => (
                CssErrorKind::TooComplex,
                "brackets are nested too deeply".to_owned(),
            ),
            ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => {
                (CssErrorKind::Syntax, "it ends too early".to_owned())
            }
            // After an error within brackets the parser stands behind them.
            ParseErrorKind::Basic(_) if read.ends_with([')', ']']) => (
                CssErrorKind::Syntax,
                "the brackets that end here hold something unexpected".to_owned(),
            ),
            ParseErrorKind::Basic(_) if rest.trim().is_empty() => (
                CssErrorKind::Syntax,
                "the end of it is malformed".to_owned(),
            ),
            ParseErrorKind::Basic(_) => unexpected(rest),
        };
        CssError {
            kind,
            column: Some(column),
            message: format!(
                "cannot read the CSS selector \"{}\": {what} (column {column})",
                shorten(text, 80)
            ),
        }
    }

    pub(super) fn too_complex(text: &str, why: &str) -> CssError {
        CssError {
            kind: CssErrorKind::TooComplex,
            column: None,
            message: format!(
                "the CSS selector \"{}\" {why}; use a shorter one",
                shorten(text, 80)
            ),
        }
    }

    pub(super) fn too_costly(text: &str) -> CssError {
        CssError {
            kind: CssErrorKind::TooCostly,
            column: None,
            message: format!(
                "matching the CSS selector \"{}\" against this page takes too many steps; \
                 start it with an id or class, or leave out :has() and sibling combinators",
                shorten(text, 80)
            ),
        }
    }
}

impl fmt::Display for CssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CssError {}

fn unexpected(rest: &str) -> (CssErrorKind, String) {
    (
        CssErrorKind::Syntax,
        format!("\"{}\" is unexpected", shorten(rest.trim_start(), 20)),
    )
}

fn fault_in_words(fault: &Fault) -> (CssErrorKind, String) {
    use CssErrorKind::{Syntax, Unsupported};
    let (kind, words) = match fault {
        Fault::PseudoClass(name) => {
            return (
                Unsupported,
                format!("the pseudo-class \":{}\" is not known", shorten(name, 40)),
            );
        }
        Fault::PseudoElement(name) => {
            return (
                Unsupported,
                format!(
                    "the pseudo-element \"::{}\" is not known",
                    shorten(name, 40)
                ),
            );
        }
        Fault::NestedHas => (Syntax, ":has() cannot stand inside :has()"),
        Fault::Syntax(kind) => match kind {
            Kind::EmptySelector => (Syntax, "a selector is missing"),
            Kind::DanglingCombinator => (Syntax, "nothing follows the last combinator"),
            Kind::ClassNeedsIdent => (Syntax, "a class name must follow the dot"),
            Kind::NoIdentForPseudo
            | Kind::PseudoElementExpectedColon
            | Kind::PseudoElementExpectedIdent => (Syntax, "a name must follow the colon"),
            Kind::NoQualifiedNameInAttributeSelector
            | Kind::UnexpectedTokenInAttributeSelector
            | Kind::ExpectedBarInAttr
            | Kind::BadValueInAttr
            | Kind::InvalidQualNameInAttr => (
                Syntax,
                "the attribute selector is malformed; write [name] or [name=\"value\"]",
            ),
            Kind::ExpectedNamespace | Kind::ExplicitNamespaceUnexpectedToken => {
                (Unsupported, "namespace prefixes are not supported")
            }
            Kind::NonCompoundSelector => (Syntax, "no combinator may stand here"),
            Kind::UnsupportedPseudoClassOrElement => (Unsupported, "the pseudo-class is not known"),
            Kind::NonPseudoElementAfterSlotted
            | Kind::InvalidPseudoElementAfterSlotted
            | Kind::InvalidPseudoElementInsideWhere
            | Kind::InvalidState => (Syntax, "this may not stand here"),
            Kind::UnexpectedIdent => (Syntax, "this name is unexpected"),
        },
    };
    (kind, words.to_owned())
}

/// The column of the colon before a pseudo-class or pseudo-element of that name.
fn column_of(text: &str, name: &str) -> Option<usize> {
    let name = name.trim_end_matches("()");
    let at = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| text[at..].trim_start_matches(':').starts_with(name))?;
    Some(text[..at].chars().count() + 1)
}

/// At most `most` characters of `text`, on one line.
fn shorten(text: &str, most: usize) -> String {
    let mut short: String = text
        .chars()
        .take(most)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

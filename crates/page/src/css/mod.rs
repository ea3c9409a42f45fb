//! CSS selectors over a [`Page`] (Selectors 4, CSS Scoping 1).
//!
//! - [`Selector`]: a parsed list of selectors. Reading one never fails silently: what is unknown is a [`CssError`].
//! - [`Page::select`]: `querySelectorAll` within one tree; [`Page::select_everywhere`]: in every tree of the page.
//!
//! Pages and selectors are both untrusted. Matching counts its steps and ends with [`CssErrorKind::TooCostly`] instead
//! of going quadratic; a selector's length and depth are limited, because matching recurses over it (never over the page).

mod element;
mod error;
mod grammar;
mod has;
mod pseudo;
mod select;

use std::fmt;

use cssparser::{Delimiter, ParseError, Parser as Input};
use selectors::parser::{Component, Selector as Complex, SelectorList};

pub use error::{CssError, CssErrorKind};
use grammar::{Css, Fault, Grammar, Origin, PseudoClass};

/// The longest selector list that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024;
/// How many brackets may be open at once.
const MOST_NESTED: u8 = 32;
/// How many simple selectors and combinators one selector of a list may have, those in brackets included.
const MOST_PARTS: usize = 4_096;
/// How many calls deep matching one selector may go: its combinators, and those of the deepest bracket in each.
const MOST_DEPTH: usize = 300;

/// A list of CSS selectors, ready for matching. Cheap to clone. Its [`Display`](fmt::Display) is the source.
#[derive(Clone, Debug)]
pub struct Selector {
    list: SelectorList<Css>,
    source: Box<str>,
}

impl Selector {
    /// Reads a comma-separated list of selectors, as in `querySelectorAll`.
    ///
    /// Beyond CSS, what a browser would ignore is an error too: an unknown name within `:is()` never goes unnoticed.
    /// Pseudo-elements are read, and match nothing.
    ///
    /// ```
    /// use surefoot_page::Selector;
    /// let buttons = Selector::parse("form > button.primary, [role=button i]").unwrap();
    /// assert_eq!(buttons.to_string(), "form > button.primary, [role=button i]");
    /// let error = Selector::parse("a:contains(\"Buy\")").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot read the CSS selector \"a:contains(\"Buy\")\": the pseudo-class \":contains()\" is not known (column 2)"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Selector, CssError> {
        let list = parse_list(text, &Grammar::new(Origin::Query))?;
        for selector in list.slice() {
            check_size(selector).map_err(|why| CssError::too_complex(text, why))?;
        }
        Ok(Selector {
            list,
            source: text.into(),
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

fn parse_list(text: &str, grammar: &Grammar) -> Result<SelectorList<Css>, CssError> {
    if text.len() > MOST_BYTES {
        return Err(CssError::too_complex(text, "is longer than 64 KiB"));
    }
    let mut input = Input::new(text);
    input.set_nested_block_limit(MOST_NESTED);
    let mut list = Vec::new();
    loop {
        let mut read = 0;
        // The parser says what is wrong but not where, and on an error goes on to the comma: so look where it stands.
        let parsed: Result<_, ParseError<Fault>> =
            input.parse_until_before(Delimiter::Comma, |input| {
                let selector = Complex::parse(grammar, input);
                read = input.position().byte_index();
                selector
            });
        match parsed {
            Ok(selector) => list.push(selector),
            Err(error) => return Err(CssError::parse(text, read, &error.kind)),
        }
        if input.next().is_err() {
            break; // the end; anything else is the comma
        }
    }
    Ok(SelectorList::from_iter(list.into_iter()))
}

/// How much there is to a selector.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Simple selectors and combinators.
    parts: usize,
    /// Calls on the stack while matching.
    depth: usize,
}

impl Size {
    /// Recurses over brackets only, which the parser limits to [`MOST_NESTED`].
    fn of(selector: &Complex<Css>) -> Size {
        let mut size = Size::default();
        let mut inner = Size::default();
        for component in selector.iter_raw_match_order() {
            size.parts = size.parts.saturating_add(1);
            match component {
                Component::Combinator(_) => size.depth += 1,
                Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                    inner.add_all(list.slice());
                }
                Component::NthOf(data) => inner.add_all(data.selectors()),
                Component::Slotted(selector) | Component::Host(Some(selector)) => {
                    inner.add_all(std::slice::from_ref(selector));
                }
                Component::NonTSPseudoClass(PseudoClass::Has(relative)) => {
                    relative.iter().for_each(|r| inner.add(&r.selector));
                }
                _ => {}
            }
        }
        Size {
            parts: size.parts.saturating_add(inner.parts),
            depth: size.depth + inner.depth + 1,
        }
    }

    fn add_all(&mut self, list: &[Complex<Css>]) {
        for selector in list {
            self.add(selector);
        }
    }

    fn add(&mut self, selector: &Complex<Css>) {
        let other = Size::of(selector);
        self.parts = self.parts.saturating_add(other.parts);
        self.depth = self.depth.max(other.depth);
    }
}

fn check_size(selector: &Complex<Css>) -> Result<(), &'static str> {
    let size = Size::of(selector);
    if size.parts > MOST_PARTS {
        Err("has more than 4096 parts")
    } else if size.depth > MOST_DEPTH {
        Err("has more than 300 combinators")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests;

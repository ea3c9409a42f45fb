//! CSS selectors over a [`Page`] (Selectors 4, CSS Scoping 1).
//!
//! - [`Selector`]: a parsed list of selectors. Reading one never fails silently: what is unknown is a [`CssError`].
//! - [`Page::select`]: `querySelectorAll` within one tree; [`Page::select_everywhere`]: in every tree of the page.
//!   [`Page::select_many`] does that for many selectors at once.
//! - [`RuleSet`]: the selectors of many style rules, matched against all elements in one pass.
//!
//! Pages and selectors are both untrusted. Matching counts its steps and ends with [`CssErrorKind::TooCostly`] instead
//! of going quadratic; a selector's length and depth are limited, because matching recurses over it (never over the page).

mod element;
mod error;
mod grammar;
mod has;
mod many;
mod pseudo;
mod rules;
mod select;

use std::fmt;

use cssparser::{Delimiter, ParseError, Parser as Input};
use selectors::parser::{Component, ParseRelative, Selector as Complex, SelectorList};

pub use error::{CssError, CssErrorKind};
use grammar::{Css, Fault, Grammar, Origin, PseudoClass};
pub use rules::{Matches, Part, RuleMatch, RuleSet, TreeRank};

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
    /// All of the list together.
    size: Size,
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
        let list = parse_list(text, &Grammar::new(Origin::Query), ParseRelative::No)?;
        let size = checked_size(&list, None).map_err(|why| CssError::too_complex(text, why))?;
        Ok(Selector {
            list,
            source: text.into(),
            size,
        })
    }

    /// Reads the selectors of a style rule, which may be nested in a rule with the selectors `parent` (CSS Nesting 1).
    ///
    /// As in a browser, one that is unknown makes all of them invalid, except within `:is()` and `:where()`.
    pub fn parse_rule(text: &str, parent: Option<&Selector>) -> Result<Selector, CssError> {
        let relative = match parent {
            Some(_) => ParseRelative::ForNesting,
            None => ParseRelative::No,
        };
        let list = parse_list(text, &Grammar::new(Origin::Sheet), relative)?;
        let size = checked_size(&list, parent).map_err(|why| CssError::too_complex(text, why))?;
        Ok(Selector {
            list: match parent {
                Some(parent) => list.replace_parent_selector(&parent.list),
                None => list,
            },
            source: text.into(),
            size,
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

fn parse_list(
    text: &str,
    grammar: &Grammar,
    relative: ParseRelative,
) -> Result<SelectorList<Css>, CssError> {
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
                let selector = one_selector(grammar, input, relative);
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

/// Reads up to the comma, which the caller has made the end of input.
fn one_selector(
    grammar: &Grammar,
    input: &mut Input<'_>,
    relative: ParseRelative,
) -> Result<Complex<Css>, ParseError<Fault>> {
    if relative == ParseRelative::No {
        return Complex::parse(grammar, input);
    }
    let list = SelectorList::parse(grammar, input, relative)?;
    match list.slice() {
        [only] => Ok(only.clone()),
        _ => Err(ParseError::unexpected_token()),
    }
}

/// How much there is to a selector.
#[derive(Clone, Copy, Default, Debug)]
struct Size {
    /// Simple selectors and combinators.
    parts: usize,
    /// How often `&` stands in it.
    parents: usize,
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
                Component::ParentSelector => size.parents += 1,
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
            parents: size.parents.saturating_add(inner.parents),
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
        self.parents = self.parents.saturating_add(other.parents);
        self.depth = self.depth.max(other.depth);
    }
}

/// The size of a list once its parent's selectors stand in place of `&`, if none of it is too large.
fn checked_size(list: &SelectorList<Css>, parent: Option<&Selector>) -> Result<Size, &'static str> {
    let parent = parent.map_or(Size::default(), |p| p.size);
    let mut all = Size::default();
    for selector in list.slice() {
        let mut size = Size::of(selector);
        if size.parents > 0 {
            size.parts = size
                .parts
                .saturating_add(size.parents.saturating_mul(parent.parts));
            size.depth += parent.depth;
        }
        if size.parts > MOST_PARTS {
            return Err("has more than 4096 parts");
        }
        if size.depth > MOST_DEPTH {
            return Err("has more than 300 combinators");
        }
        all.parts = all.parts.saturating_add(size.parts);
        all.depth = all.depth.max(size.depth);
    }
    Ok(all)
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;

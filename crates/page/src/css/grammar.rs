//! What the `selectors` crate is told about our selectors: how names are stored, and which pseudo-classes there are.

use std::cell::Cell;
use std::fmt::{self, Write};

use cssparser::{
    CowRcStr, ParseError, Parser as Input, ToCss, serialize_identifier, serialize_string,
};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{
    Component, ParseRelative, Parser, RelativeSelector, RelativeSelectorMatchHint, Selector,
    SelectorImpl, SelectorList, SelectorParseErrorKind,
};

use super::pseudo::{self, State};
use crate::{Name, name};

/// The type parameter that ties our types to the `selectors` crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Css;

impl SelectorImpl for Css {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Quoted;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = Url;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = Url;
    type BorrowedLocalName = Ident;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// A name in a selector: of an element, attribute, class or id.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Ident {
    pub(super) text: Box<str>,
    /// The page's number for it, if it is a well-known name.
    pub(super) known: Option<Name>,
    hash: u32,
}

impl From<&str> for Ident {
    fn from(text: &str) -> Ident {
        Ident {
            known: name::well_known(text),
            hash: hash(text),
            text: text.into(),
        }
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        self.hash
    }
}

impl ToCss for Ident {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        serialize_identifier(&self.text, dest)
    }
}

/// The hash of a name in ancestor filters.
pub(super) fn hash(text: &str) -> u32 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

/// The URL of a namespace. Prefixes cannot be declared here, so only the empty one occurs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Url(pub(super) Box<str>);

impl PrecomputedHash for Url {
    fn precomputed_hash(&self) -> u32 {
        hash(&self.0)
    }
}

/// The value of an attribute selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quoted(Box<str>);

impl From<&str> for Quoted {
    fn from(text: &str) -> Quoted {
        Quoted(text.into())
    }
}

impl AsRef<str> for Quoted {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Quoted {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        serialize_string(&self.0, dest)
    }
}

/// A pseudo-class other than those the `selectors` crate matches by itself.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum PseudoClass {
    /// A state of the element, by name.
    State(&'static str, State),
    /// `:lang(de, en-GB)`: the ranges, lower case.
    Lang(Box<[Box<str>]>),
    /// `:dir(rtl)`: the direction, lower case.
    Dir(Box<str>),
    /// `:has(…)`. Matched by our own code because that of `selectors` recurses over the depth of the page.
    Has(Box<[RelativeSelector<Css>]>),
}

impl selectors::parser::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        matches!(self, PseudoClass::State("active" | "hover", _))
    }

    fn is_user_action_state(&self) -> bool {
        matches!(
            self,
            PseudoClass::State(
                "active" | "hover" | "focus" | "focus-visible" | "focus-within",
                _
            )
        )
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        match self {
            PseudoClass::State(name, _) => write!(dest, ":{name}"),
            PseudoClass::Lang(ranges) => write!(dest, ":lang({})", ranges.join(", ")),
            PseudoClass::Dir(direction) => write!(dest, ":dir({direction})"),
            PseudoClass::Has(list) => {
                dest.write_str(":has(")?;
                for (i, relative) in list.iter().enumerate() {
                    dest.write_str(if i == 0 { "" } else { ", " })?;
                    relative.selector.to_css(dest)?;
                }
                dest.write_char(')')
            }
        }
    }
}

/// A pseudo-element. None is ever part of a captured page, but rules may be about what is before and after a content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PseudoElement(Box<str>);

impl PseudoElement {
    /// Its name, in lower case.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

impl selectors::parser::PseudoElement for PseudoElement {
    fn accepts_state_pseudo_classes(&self) -> bool {
        true
    }

    fn valid_after_slotted(&self) -> bool {
        true
    }

    fn valid_after_before_or_after(&self) -> bool {
        &*self.0 == "marker"
    }

    fn is_before_or_after(&self) -> bool {
        matches!(&*self.0, "before" | "after")
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: Write>(&self, dest: &mut W) -> fmt::Result {
        write!(dest, "::{}", self.0)
    }
}

/// Why a selector was refused, before it is worded.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fault {
    /// The syntax is wrong.
    Syntax(SelectorParseErrorKind),
    /// No such pseudo-class.
    PseudoClass(String),
    /// No such pseudo-element.
    PseudoElement(String),
    /// `:has()` within `:has()`.
    NestedHas,
}

impl From<SelectorParseErrorKind> for Fault {
    fn from(kind: SelectorParseErrorKind) -> Fault {
        Fault::Syntax(kind)
    }
}

/// Where a selector comes from, which decides how much is forgiven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A person or an agent typed it: anything unknown is an error they should hear of.
    Query,
    /// A style sheet: what is unknown within `:is()` matches nothing, `&` is the parent rule.
    Sheet,
}

/// The grammar of one parse.
pub(super) struct Grammar {
    pub(super) origin: Origin,
    in_has: Cell<bool>,
}

impl Grammar {
    pub(super) fn new(origin: Origin) -> Grammar {
        Grammar {
            origin,
            in_has: Cell::new(false),
        }
    }

    fn has(&self, input: &mut Input<'_>) -> Result<PseudoClass, ParseError<Fault>> {
        if self.in_has.replace(true) {
            return Err(ParseError::custom(Fault::NestedHas));
        }
        let list = SelectorList::parse_disallow_pseudo(self, input, ParseRelative::ForHas);
        self.in_has.set(false);
        let relative = list?.slice().iter().map(relative_selector).collect();
        Ok(PseudoClass::Has(relative))
    }
}

/// Adds to a selector that starts with an anchor where its matches can be.
fn relative_selector(selector: &Selector<Css>) -> RelativeSelector<Css> {
    let mut combinators = selector
        .iter_raw_parse_order_from(0)
        .filter_map(Component::as_combinator);
    let first = combinators
        .next()
        .unwrap_or(selectors::parser::Combinator::Descendant);
    let (mut down, mut across) = (false, false);
    for combinator in combinators {
        down |= combinator.is_ancestor();
        across |= combinator.is_sibling();
    }
    RelativeSelector {
        match_hint: RelativeSelectorMatchHint::new(first, down, across),
        selector: selector.clone(),
    }
}

impl<'i> Parser<'i> for Grammar {
    type Impl = Css;
    type Error = Fault;

    fn parse_slotted(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_host(&self) -> bool {
        true
    }

    fn is_is_alias(&self, name: &str) -> bool {
        ["-webkit-any", "-moz-any", "matches"]
            .iter()
            .any(|alias| name.eq_ignore_ascii_case(alias))
    }

    /// Not within `:has()`: what stands there is hidden from the code that puts the parent in.
    fn parse_parent_selector(&self) -> bool {
        self.origin == Origin::Sheet && !self.in_has.get()
    }

    fn allow_forgiving_selectors(&self) -> bool {
        self.origin == Origin::Sheet
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, ParseError<Fault>> {
        pseudo::state(name)
            .map(|(name, state)| PseudoClass::State(name, state))
            .ok_or_else(|| ParseError::custom(Fault::PseudoClass(name.to_owned())))
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        input: &mut Input<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<Fault>> {
        if name.eq_ignore_ascii_case("has") {
            return self.has(input);
        }
        if name.eq_ignore_ascii_case("lang") {
            let ranges = input.parse_comma_separated(|input| {
                let range: &CowRcStr<'i> = input.expect_ident_or_string()?;
                Ok::<Box<str>, ParseError<Fault>>(range.to_ascii_lowercase().into())
            })?;
            return Ok(PseudoClass::Lang(ranges.into()));
        }
        if name.eq_ignore_ascii_case("dir") {
            let direction = input.expect_ident()?.to_ascii_lowercase();
            return Ok(PseudoClass::Dir(direction.into()));
        }
        Err(ParseError::custom(Fault::PseudoClass(format!("{name}()"))))
    }

    fn parse_pseudo_element(&self, name: &str) -> Result<PseudoElement, ParseError<Fault>> {
        pseudo_element(name)
    }

    fn parse_functional_pseudo_element(
        &self,
        name: &str,
        input: &mut Input<'i>,
    ) -> Result<PseudoElement, ParseError<Fault>> {
        let element = pseudo_element(name)?;
        input.expect_no_error_token()?;
        Ok(element)
    }
}

/// The pseudo-elements of CSS. Those with a vendor's prefix are all taken to exist.
const PSEUDO_ELEMENTS: [&str; 22] = [
    "after",
    "backdrop",
    "before",
    "checkmark",
    "column",
    "cue",
    "details-content",
    "file-selector-button",
    "first-letter",
    "first-line",
    "grammar-error",
    "highlight",
    "marker",
    "part",
    "picker",
    "picker-icon",
    "placeholder",
    "scroll-marker",
    "selection",
    "spelling-error",
    "target-text",
    "view-transition",
];

fn pseudo_element(name: &str) -> Result<PseudoElement, ParseError<Fault>> {
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("-webkit-")
        || lower.starts_with("-moz-")
        || lower.starts_with("-ms-")
        || PSEUDO_ELEMENTS.contains(&lower.as_str())
    {
        Ok(PseudoElement(lower.into()))
    } else {
        Err(ParseError::custom(Fault::PseudoElement(name.to_owned())))
    }
}

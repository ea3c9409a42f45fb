//! `@media` and `@supports`: whether rules apply at all (Media Queries 5, CSS Conditional 3).
//!
//! Pages are read as on a desktop screen of 1280 × 720 CSS pixels with a mouse, light colours, no preferences, one
//! device pixel per CSS pixel and scripts off. A feature that is not known makes its query unknown, and what is
//! unknown does not apply, neither plainly nor under `not`.

use cssparser::{CowRcStr, ParseError, Parser, Token};
use surefoot_page::Selector;

use super::declaration::{self, Texts};

/// True, false, or `None` for unknown (Kleene's logic).
type Truth = Option<bool>;

type Read<T> = Result<T, ParseError<()>>;

/// Features with a number: lengths in CSS pixels, resolutions in device pixels per CSS pixel.
const NUMBERS: &[(&str, f32)] = &[
    ("aspect-ratio", 1280.0 / 720.0),
    ("color", 8.0),
    ("color-index", 0.0),
    ("device-aspect-ratio", 1280.0 / 720.0),
    ("device-height", 720.0),
    ("device-width", 1280.0),
    ("grid", 0.0),
    ("height", 720.0),
    ("monochrome", 0.0),
    ("resolution", 1.0),
    ("width", 1280.0),
    ("-webkit-device-pixel-ratio", 1.0),
    ("-webkit-transform-3d", 1.0),
];

/// Features with a keyword.
const KEYWORDS: &[(&str, &str)] = &[
    ("any-hover", "hover"),
    ("any-pointer", "fine"),
    ("color-gamut", "srgb"),
    ("display-mode", "browser"),
    ("dynamic-range", "standard"),
    ("forced-colors", "none"),
    ("hover", "hover"),
    ("inverted-colors", "none"),
    ("orientation", "landscape"),
    ("overflow-block", "scroll"),
    ("overflow-inline", "scroll"),
    ("pointer", "fine"),
    ("prefers-color-scheme", "light"),
    ("prefers-contrast", "no-preference"),
    ("prefers-reduced-data", "no-preference"),
    ("prefers-reduced-motion", "no-preference"),
    ("prefers-reduced-transparency", "no-preference"),
    ("scripting", "none"),
    ("update", "fast"),
    ("video-dynamic-range", "standard"),
];

/// Whether a list of media queries applies; an empty one does.
pub(super) fn media(input: &mut Parser<'_>) -> bool {
    if input.is_exhausted() {
        return true;
    }
    input
        .parse_comma_separated_ignoring_errors(|input| query(input))
        .contains(&Some(true))
}

/// As [`media`], for the `media` attribute.
pub(super) fn media_attribute(text: &str) -> bool {
    media(&mut Parser::new(text))
}

/// Whether an `@supports` condition holds. Declarations are taken to be supported unless they are values of a property
/// read here that are not understood.
pub(super) fn supports(input: &mut Parser<'_>) -> bool {
    condition(input, supports_leaf).ok().flatten() == Some(true) && input.is_exhausted()
}

/// A media query: `not print`, `screen and (…)`, `(…) or (…)`.
fn query(input: &mut Parser<'_>) -> Read<Truth> {
    let start = input.state();
    let Ok(first) = input.expect_ident_cloned() else {
        input.reset(&start);
        return condition(input, media_leaf);
    };
    let negated = first.eq_ignore_ascii_case("not");
    let mut kind = first;
    if negated || kind.eq_ignore_ascii_case("only") {
        match input.try_parse(Parser::expect_ident_cloned) {
            Ok(ident) => kind = ident,
            Err(_) => {
                input.reset(&start);
                return condition(input, media_leaf);
            }
        }
    }
    let mut truth = Some(
        ["all", "screen"]
            .iter()
            .any(|k| kind.eq_ignore_ascii_case(k)),
    );
    while input.try_parse(|i| i.expect_ident_matching("and")).is_ok() {
        let next = if input.try_parse(|i| i.expect_ident_matching("not")).is_ok() {
            not(in_parens(input, media_leaf)?)
        } else {
            in_parens(input, media_leaf)?
        };
        truth = and(truth, next);
    }
    Ok(if negated { not(truth) } else { truth })
}

/// What decides one bracket: the function's name, or `None` for a plain bracket, and its content.
type Leaf = fn(Option<&str>, &mut Parser<'_>) -> Read<Truth>;

/// `not (…)`, `(…) and (…) …`, `(…) or (…) …`. Recurses over brackets, whose depth the parser limits.
fn condition(input: &mut Parser<'_>, leaf: Leaf) -> Read<Truth> {
    if input.try_parse(|i| i.expect_ident_matching("not")).is_ok() {
        return Ok(not(in_parens(input, leaf)?));
    }
    let mut truth = in_parens(input, leaf)?;
    for (word, join) in [("and", and as fn(Truth, Truth) -> Truth), ("or", or)] {
        while input.try_parse(|i| i.expect_ident_matching(word)).is_ok() {
            truth = join(truth, in_parens(input, leaf)?);
        }
    }
    Ok(truth)
}

fn in_parens(input: &mut Parser<'_>, leaf: Leaf) -> Read<Truth> {
    let function = match input.next()? {
        Token::ParenthesisBlock => None,
        Token::Function(name) => Some(name.to_ascii_lowercase()),
        _ => return Err(ParseError::unexpected_token()),
    };
    let inner = input.parse_nested_block(|input| {
        let start = input.state();
        let nested = match input.next() {
            Ok(Token::ParenthesisBlock | Token::Function(_)) => function.is_none(),
            Ok(Token::Ident(word)) => function.is_none() && word.eq_ignore_ascii_case("not"),
            _ => false,
        };
        input.reset(&start);
        let truth = if nested {
            condition(input, leaf)
        } else {
            leaf(function.as_deref(), input)
        };
        Ok::<Truth, ParseError<()>>(truth.ok().flatten().filter(|_| input.is_exhausted()))
    });
    // What is inside and not understood makes it unknown, it does not make the whole invalid.
    Ok(inner.unwrap_or(None))
}

fn not(truth: Truth) -> Truth {
    truth.map(|t| !t)
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    not(and(not(a), not(b)))
}

fn supports_leaf(function: Option<&str>, input: &mut Parser<'_>) -> Read<Truth> {
    match function {
        Some("selector") => {
            let start = input.position();
            while input.next().is_ok() {}
            Ok(Some(
                Selector::parse_rule(input.slice_from(start), None).is_ok(),
            ))
        }
        Some(_) => Ok(None),
        None => {
            let name = input.expect_ident_cloned()?;
            input.expect_colon()?;
            let mut read = Vec::new();
            declaration::read(&name, input, &mut read, &mut Texts::default());
            Ok(Some(!read.is_empty() || !declaration::is_relevant(&name)))
        }
    }
}

/// One side of a comparison.
enum Operand<'i> {
    Name(CowRcStr<'i>),
    Number(f32),
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Compare {
    fn holds(self, left: f32, right: f32) -> bool {
        let near = (left - right).abs() < 0.001;
        match self {
            Compare::Less => left < right && !near,
            Compare::AtMost => left < right || near,
            Compare::Equal => near,
            Compare::AtLeast => left > right || near,
            Compare::More => left > right && !near,
        }
    }

    fn turned(self) -> Compare {
        match self {
            Compare::Less => Compare::More,
            Compare::AtMost => Compare::AtLeast,
            Compare::Equal => Compare::Equal,
            Compare::AtLeast => Compare::AtMost,
            Compare::More => Compare::Less,
        }
    }
}

fn media_leaf(function: Option<&str>, input: &mut Parser<'_>) -> Read<Truth> {
    if function.is_some() {
        return Ok(None);
    }
    match operand(input)? {
        Operand::Name(name) => {
            if input.is_exhausted() {
                return Ok(is_on(&name));
            }
            if input.try_parse(Parser::expect_colon).is_ok() {
                return Ok(match operand(input)? {
                    Operand::Name(value) => keyword(&name, &value),
                    Operand::Number(value) => {
                        let (name, compare) = without_prefix(&name);
                        number(&name).map(|own| compare.holds(own, value))
                    }
                });
            }
            let compare = comparison(input)?;
            match operand(input)? {
                Operand::Number(value) => Ok(number(&name).map(|own| compare.holds(own, value))),
                Operand::Name(value) if compare == Compare::Equal => Ok(keyword(&name, &value)),
                Operand::Name(_) => Ok(None),
            }
        }
        Operand::Number(left) => {
            let compare = comparison(input)?.turned();
            let Operand::Name(name) = operand(input)? else {
                return Ok(None);
            };
            let mut truth = number(&name).map(|own| compare.holds(own, left));
            if !input.is_exhausted() {
                let compare = comparison(input)?;
                let Operand::Number(right) = operand(input)? else {
                    return Ok(None);
                };
                truth = and(truth, number(&name).map(|own| compare.holds(own, right)));
            }
            Ok(truth)
        }
    }
}

fn number(name: &str) -> Option<f32> {
    NUMBERS
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, value)| *value)
}

fn keyword(name: &str, value: &str) -> Truth {
    KEYWORDS
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, own)| own.eq_ignore_ascii_case(value))
}

/// A feature by itself: whether it has any value but none, no preference or zero.
fn is_on(name: &str) -> Truth {
    number(name).map(|own| own != 0.0).or_else(|| {
        KEYWORDS
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, own)| !matches!(*own, "none" | "no-preference"))
    })
}

/// Splits `min-` or `max-` from a feature's name.
fn without_prefix(name: &str) -> (String, Compare) {
    let name = name.to_ascii_lowercase();
    for (prefix, compare) in [("min-", Compare::AtLeast), ("max-", Compare::AtMost)] {
        if let Some(rest) = name.strip_prefix(prefix) {
            return (rest.to_owned(), compare);
        }
        if let Some(rest) = name
            .strip_prefix("-webkit-")
            .and_then(|n| n.strip_prefix(prefix))
        {
            return (format!("-webkit-{rest}"), compare);
        }
    }
    (name, Compare::Equal)
}

fn comparison(input: &mut Parser<'_>) -> Read<Compare> {
    let sign = match input.next()? {
        Token::Delim(sign @ ('<' | '>' | '=')) => *sign,
        _ => return Err(ParseError::unexpected_token()),
    };
    let or_equal = sign != '=' && input.try_parse(|i| i.expect_delim('=')).is_ok();
    Ok(match (sign, or_equal) {
        ('<', false) => Compare::Less,
        ('<', true) => Compare::AtMost,
        ('>', false) => Compare::More,
        ('>', true) => Compare::AtLeast,
        _ => Compare::Equal,
    })
}

/// Units and what one of each is worth, in pixels or device pixels per pixel; relative ones count from 16 pixels.
const UNITS: &[(&str, f32)] = &[
    ("px", 1.0),
    ("em", 16.0),
    ("rem", 16.0),
    ("ex", 8.0),
    ("ch", 8.0),
    ("vw", 12.8),
    ("vh", 7.2),
    ("cm", 96.0 / 2.54),
    ("mm", 9.6 / 2.54),
    ("q", 2.4 / 2.54),
    ("in", 96.0),
    ("pt", 96.0 / 72.0),
    ("pc", 16.0),
    ("dppx", 1.0),
    ("x", 1.0),
    ("dpi", 1.0 / 96.0),
    ("dpcm", 2.54 / 96.0),
];

fn operand<'i>(input: &mut Parser<'i>) -> Read<Operand<'i>> {
    match input.next()?.clone() {
        Token::Ident(name) => Ok(Operand::Name(name)),
        Token::Number { value, .. } => {
            let ratio = input.try_parse(|i| {
                i.expect_delim('/')?;
                i.expect_number()
            });
            Ok(Operand::Number(value / ratio.unwrap_or(1.0)))
        }
        Token::Dimension { value, unit, .. } => UNITS
            .iter()
            .find(|(u, _)| u.eq_ignore_ascii_case(&unit))
            .map(|(_, worth)| Operand::Number(value * worth))
            .ok_or_else(ParseError::unexpected_token),
        _ => Err(ParseError::unexpected_token()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_queries() {
        for (text, expected) in [
            ("", true),
            ("all", true),
            ("screen", true),
            ("print", false),
            ("not print", true),
            ("only screen and (min-width: 600px)", true),
            ("(max-width: 600px)", false),
            ("not all and (max-width: 600px)", true),
            ("not (max-width: 600px)", true),
            ("(width >= 80em)", true),
            ("(width > 80em)", false),
            ("(400px <= width < 1280px)", false),
            ("(400px < width <= 1280px)", true),
            ("(orientation: portrait), print, (height: 720px)", true),
            ("(prefers-color-scheme: dark)", false),
            ("(prefers-reduced-motion)", false),
            ("(hover) and (pointer: fine)", true),
            ("(scripting: none)", true),
            ("((min-width: 1px) and (max-width: 2px)) or (color)", true),
            ("(unknown-thing)", false),
            ("not (unknown-thing)", false),
            ("(unknown-thing) or (color)", true),
            ("screen and not (min-width: 9999px)", true),
            ("(min-aspect-ratio: 16/9)", true),
            ("(-webkit-min-device-pixel-ratio: 2)", false),
            (
                "(min-resolution: 2dppx), (max-width: calc(1px + 1px))",
                false,
            ),
            ("screen and", false),
            ("{", false),
            (")(", false),
        ] {
            assert_eq!(media_attribute(text), expected, "{text}");
        }
    }

    #[test]
    fn supports_conditions() {
        for (text, expected) in [
            ("(display: grid)", true),
            ("not (display: grid)", false),
            ("(display: no-such)", false),
            ("(color: anything)", true),
            ("(--custom: 1) and (not (display: nope))", true),
            ("selector(:has(a))", true),
            ("selector(:no-such)", false),
            ("font-tech(color-COLRv1)", false),
            ("", false),
        ] {
            assert_eq!(supports(&mut Parser::new(text)), expected, "{text}");
        }
    }

    #[test]
    fn deep_brackets_end() {
        media_attribute(&"(".repeat(100_000));
        media_attribute(&"not (".repeat(100_000));
        supports(&mut Parser::new(&"(".repeat(100_000)));
    }
}

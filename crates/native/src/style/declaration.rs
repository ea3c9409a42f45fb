//! The few properties that decide what can be seen and clicked, and their values.

use cssparser::{ParseError, Parser, Token};

/// A property that matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Property {
    Display,
    Visibility,
    Opacity,
    PointerEvents,
    ContentVisibility,
    Content,
    CounterReset,
    CounterIncrement,
    CounterSet,
}

/// How many properties decide what is rendered: the length of a table by [`Property`] of these, which come first.
pub(super) const DECIDING: usize = 5;
/// How many properties make text.
pub(super) const MAKING_TEXT: usize = 4;

const ALL: [Property; DECIDING] = [
    Property::Display,
    Property::Visibility,
    Property::Opacity,
    Property::PointerEvents,
    Property::ContentVisibility,
];

/// Property names, with `all` for every property.
const NAMES: [(&str, &[Property]); 10] = [
    ("all", &ALL),
    ("content", &[Property::Content]),
    ("counter-increment", &[Property::CounterIncrement]),
    ("counter-reset", &[Property::CounterReset]),
    ("counter-set", &[Property::CounterSet]),
    ("content-visibility", &[Property::ContentVisibility]),
    ("display", &[Property::Display]),
    ("opacity", &[Property::Opacity]),
    ("pointer-events", &[Property::PointerEvents]),
    ("visibility", &[Property::Visibility]),
];

/// What `display` comes to as far as text and children are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Display {
    /// No box, nor for anything below.
    None,
    /// No box of its own.
    Contents,
    /// Stands in a line.
    #[default]
    Inline,
    /// Stands in a line, as a box of its own: `inline-block`.
    InlineBlock,
    /// The same, and its children do not stand in lines: `inline-flex`, `inline-grid`.
    InlineFlex,
    /// Breaks the line.
    Block,
    /// Breaks the line, and so do its children: `flex`, `grid`.
    Flex,
}

/// A declared value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `initial`, or `unset` of a property that is not inherited.
    Initial,
    /// `inherit`, or `unset` of an inherited property.
    Inherit,
    /// `revert` and `revert-layer`: what the browser's own sheet says.
    Revert,
    /// Of `display`.
    Display(Display),
    /// Of those that make text: as it is written.
    Text(TextId),
    /// Of the others: whether it is the value that takes something away (`hidden`, `0`, `none`).
    Off(bool),
}

/// The number of a value that is kept as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TextId(u32);

/// Values that are kept as they are written.
#[derive(Default, Debug)]
pub(super) struct Texts(Vec<Box<str>>);

impl Texts {
    fn add(&mut self, text: &str) -> TextId {
        let id = TextId(u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(text.into());
        id
    }

    /// The value.
    pub(super) fn get(&self, id: TextId) -> &str {
        self.0.get(id.0 as usize).map_or("", |text| text)
    }
}

/// A declaration of one or, for `all`, every property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Declaration {
    pub(super) property: Property,
    pub(super) value: Value,
    pub(super) important: bool,
}

impl Property {
    /// The properties that a name stands for; empty if it does not matter here.
    fn named(name: &str) -> &'static [Property] {
        NAMES
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map_or(&[], |(_, properties)| properties)
    }

    /// Whether its value is kept as it is written.
    pub(super) fn makes_text(self) -> bool {
        self as usize >= DECIDING
    }

    fn is_inherited(self) -> bool {
        matches!(self, Property::Visibility | Property::PointerEvents)
    }
}

/// Whether a name is a property that matters here.
pub(super) fn is_relevant(name: &str) -> bool {
    !Property::named(name).is_empty()
}

/// Whether `text` may hold a declaration that matters; a quick look that errs on the side of yes.
pub(super) fn may_be_relevant(text: &str) -> bool {
    let bytes = text.as_bytes();
    // An escape can hide a name. Otherwise a name stands at the start or after something that is not part of a name.
    bytes.contains(&b'\\')
        || bytes.iter().enumerate().any(|(at, byte)| {
            matches!(byte | 0x20, b'a' | b'c' | b'd' | b'o' | b'p' | b'v')
                && NAMES.iter().any(|(name, _)| {
                    bytes
                        .get(at..at + name.len())
                        .is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
                })
        })
}

/// Reads the value of a declaration and its `!important`, to the end of `input`, into `out`.
///
/// What is not understood is passed over: it is `false` that comes back if that holds a `{}` block, which means that
/// this is no declaration but a nested rule.
pub(super) fn read(
    name: &str,
    input: &mut Parser<'_>,
    out: &mut Vec<Declaration>,
    texts: &mut Texts,
) -> bool {
    let properties = Property::named(name);
    if !properties.is_empty() {
        let start = input.state();
        if let Ok((value, important)) = read_value(name, input, properties, texts) {
            out.extend(properties.iter().map(|&property| Declaration {
                property,
                value: value.of(property),
                important,
            }));
            return true;
        }
        input.reset(&start);
    }
    let is_custom = name.starts_with("--");
    loop {
        match input.next() {
            Ok(Token::CurlyBracketBlock) if !is_custom => return false,
            Ok(_) => {}
            Err(_) => return true,
        }
    }
}

/// A value before it is known for which property: `unset` means one or the other.
enum Written {
    Unset,
    Value(Value),
}

impl Written {
    fn of(&self, property: Property) -> Value {
        match self {
            Written::Unset if property.is_inherited() => Value::Inherit,
            Written::Unset => Value::Initial,
            Written::Value(value) => *value,
        }
    }
}

fn read_value(
    name: &str,
    input: &mut Parser<'_>,
    properties: &[Property],
    texts: &mut Texts,
) -> Result<(Written, bool), ParseError<()>> {
    let value = match input.try_parse(wide_keyword) {
        Ok(value) => value,
        Err(_) if properties.iter().any(|p| p.makes_text()) => {
            Written::Value(Value::Text(texts.add(text_value(input)?)))
        }
        Err(_) => Written::Value(own_value(name, input)?),
    };
    let important = input.try_parse(cssparser::parse_important).is_ok();
    input.expect_exhausted()?;
    Ok((value, important))
}

/// A value as it is written, up to `!important`. One that cannot be read here is no value: an earlier declaration counts.
fn text_value<'i>(input: &mut Parser<'i>) -> Result<&'i str, ParseError<()>> {
    input.skip_whitespace();
    let start = input.position();
    loop {
        let before = input.state();
        match input.next() {
            Ok(Token::Delim('!')) => {
                input.reset(&before);
                break;
            }
            Ok(Token::CurlyBracketBlock | Token::Semicolon) => {
                return Err(ParseError::unexpected_token());
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(input.slice_from(start))
}

fn wide_keyword(input: &mut Parser<'_>) -> Result<Written, ParseError<()>> {
    let word = input.expect_ident()?.to_ascii_lowercase();
    Ok(match word.as_str() {
        "initial" => Written::Value(Value::Initial),
        "inherit" => Written::Value(Value::Inherit),
        "unset" => Written::Unset,
        "revert" | "revert-layer" => Written::Value(Value::Revert),
        _ => return Err(ParseError::unexpected_token()),
    })
}

fn own_value(name: &str, input: &mut Parser<'_>) -> Result<Value, ParseError<()>> {
    let off = |word: &str, on: &[&str], off: &[&str]| {
        let is = |list: &[&str]| list.iter().any(|w| w.eq_ignore_ascii_case(word));
        if is(off) {
            Ok(Value::Off(true))
        } else if is(on) {
            Ok(Value::Off(false))
        } else {
            Err(ParseError::unexpected_token())
        }
    };
    match name.to_ascii_lowercase().as_str() {
        "display" => {
            let mut words = vec![input.expect_ident()?.to_ascii_lowercase()];
            while let Ok(word) =
                input.try_parse(|i| i.expect_ident().map(|w| w.to_ascii_lowercase()))
            {
                words.push(word);
            }
            display(&words)
                .map(Value::Display)
                .ok_or_else(ParseError::unexpected_token)
        }
        "visibility" => off(input.expect_ident()?, &["visible"], &["hidden", "collapse"]),
        "content-visibility" => off(input.expect_ident()?, &["visible", "auto"], &["hidden"]),
        "pointer-events" => off(
            input.expect_ident()?,
            &[
                "auto",
                "all",
                "fill",
                "painted",
                "stroke",
                "bounding-box",
                "visible",
                "visiblefill",
                "visiblepainted",
                "visiblestroke",
            ],
            &["none"],
        ),
        "opacity" => match input.next()? {
            Token::Number { value, .. } => Ok(Value::Off(*value <= 0.0)),
            Token::Percentage { unit_value, .. } => Ok(Value::Off(*unit_value <= 0.0)),
            _ => Err(ParseError::unexpected_token()),
        },
        _ => Err(ParseError::unexpected_token()), // `all` takes wide keywords only
    }
}

/// CSS Display 3, section 2, in one or two words; `None` if it is no value of `display`.
fn display(words: &[String]) -> Option<Display> {
    const WORDS: &[(&str, Display)] = &[
        ("none", Display::None),
        ("contents", Display::Contents),
        ("inline", Display::Inline),
        ("inline-block", Display::InlineBlock),
        ("inline-table", Display::InlineBlock),
        ("-moz-inline-box", Display::Inline),
        ("ruby", Display::Inline),
        ("ruby-base", Display::Inline),
        ("ruby-text", Display::Inline),
        ("ruby-base-container", Display::Inline),
        ("ruby-text-container", Display::Inline),
        ("run-in", Display::Inline),
        ("inline-flex", Display::InlineFlex),
        ("inline-grid", Display::InlineFlex),
        ("inline-grid-lanes", Display::InlineFlex),
        ("-ms-inline-flexbox", Display::InlineFlex),
        ("-webkit-inline-box", Display::InlineFlex),
        ("-webkit-inline-flex", Display::InlineFlex),
        ("flex", Display::Flex),
        ("grid", Display::Flex),
        ("grid-lanes", Display::Flex),
        ("-ms-flexbox", Display::Flex),
        ("-ms-grid", Display::Flex),
        ("-webkit-box", Display::Flex),
        ("-webkit-flex", Display::Flex),
        ("block", Display::Block),
        ("flow", Display::Block),
        ("flow-root", Display::Block),
        ("list-item", Display::Block),
        ("math", Display::Block),
        ("table", Display::Block),
        ("table-caption", Display::Block),
        ("table-cell", Display::Block),
        ("table-column", Display::Block),
        ("table-column-group", Display::Block),
        ("table-footer-group", Display::Block),
        ("table-header-group", Display::Block),
        ("table-row", Display::Block),
        ("table-row-group", Display::Block),
    ];
    let known = |word: &String| WORDS.iter().find(|(w, _)| w == word).map(|(_, d)| *d);
    match words {
        [word] => known(word),
        [_, _] | [_, _, _] => {
            let kinds: Vec<_> = words.iter().map(known).collect::<Option<_>>()?;
            let inline = words.iter().any(|w| w == "inline");
            match (inline, kinds.contains(&Display::Flex)) {
                _ if kinds.contains(&Display::None) || kinds.contains(&Display::Contents) => None,
                (true, true) => Some(Display::InlineFlex),
                (true, false) if words.iter().any(|w| w == "flow-root" || w == "table") => {
                    Some(Display::InlineBlock)
                }
                (true, false) => Some(Display::Inline),
                (false, true) => Some(Display::Flex),
                (false, false) => Some(Display::Block),
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(Value, bool)>) {
        let (name, value) = text.split_once(':').unwrap();
        let mut out = Vec::new();
        read(
            name,
            &mut Parser::new(value),
            &mut out,
            &mut Texts::default(),
        );
        assert_eq!(
            out.first().map(|d| (d.value, d.important)),
            expected,
            "{text}"
        );
    }

    #[test]
    fn values_are_read() {
        check(
            "display: none",
            Some((Value::Display(Display::None), false)),
        );
        check(
            "DISPLAY: None !important",
            Some((Value::Display(Display::None), true)),
        );
        check(
            "display: inline flex",
            Some((Value::Display(Display::InlineFlex), false)),
        );
        check(
            "display: block flow",
            Some((Value::Display(Display::Block), false)),
        );
        check("display: nonsense", None);
        check("display: none none", None);
        check("display: var(--x)", None);
        check("visibility: collapse", Some((Value::Off(true), false)));
        check("visibility: unset", Some((Value::Inherit, false)));
        check("opacity: 0.0", Some((Value::Off(true), false)));
        check("opacity: 1%", Some((Value::Off(false), false)));
        check("opacity: calc(0)", None);
        check(
            "pointer-events: visiblePainted",
            Some((Value::Off(false), false)),
        );
        check("all: unset", Some((Value::Initial, false)));
        check("color: red", None);
    }

    #[test]
    fn the_quick_look_misses_nothing() {
        for text in [
            "display:none",
            "color:red;OPACITY: 0",
            "d\\69splay:none",
            "all:initial",
        ] {
            assert!(may_be_relevant(text), "{text}");
        }
        assert!(!may_be_relevant("color: red; margin: 0 3px"));
    }
}

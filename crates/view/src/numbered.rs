//! `numbered` (S2-16): what can be acted on, each with its selector and its place on the page.
//!
//! ```text
//! 2. [button] <button> "Add to Cart"
//!    selector: #add-to-cart-btn
//!    position: (450, 620) size: 200x48
//! ```
//!
//! What S2 leaves open:
//! - The number is the ref. Positions are those on the page, in whole CSS pixels (resolution C9).
//! - Where there is no selector or no place, as without layout, the line is not there.
//! - After the text comes what `compact` has there: what a repeated control is in, value, clue, states, attributes.
//! - What has no label of its own and can be acted on has an empty text.
//! - What no selector should hold, as marks of direction, stands in it as the escape that CSS has for it.

use std::borrow::Cow;
use std::fmt::Write as _;

use surefoot_snapshot::{Control, Role, repeated};

use crate::compact::{IN, LEFT_OUT, end, push_attributes, push_context, states_and_attributes};
use crate::cursor::{Cursor, lines};
use crate::escape::{Quoting, is_hidden, push_number, push_quoted};
use crate::model::Source;
use crate::states::WORDS;
use crate::style::Line;
use crate::{Element, Format, ParseError, Parsed, fold};

const SELECTOR: &str = "   selector: ";
const POSITION: &str = "   position: (";

/// Stands for the name of a tag that could be taken for something else.
const ODD_TAG: &str = "?";

/// The word for what an element is.
fn word<'e>(element: &'e Element<'_>) -> &'e str {
    match Role::parse(&element.role) {
        Some(role) if role.is_interactive() => role.as_str(),
        _ if !element.hints.is_empty() => element.clickable(),
        _ => &element.role,
    }
}

/// Whether an element has an entry: it can be acted on.
pub(crate) fn is_listed(element: &Element<'_>) -> bool {
    element.fold.is_some() || element.is_interactive() || control(element).is_some()
}

fn control<'e>(element: &'e Element<'_>) -> Option<Control<'e>> {
    let word = word(element);
    let acts = matches!(word, "clickable" | "focusable")
        || Role::parse(word).is_some_and(Role::is_interactive);
    acts.then(|| element.as_control(word, element.called()))
}

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    let elements: Vec<Element<'_>> = (0..source.len())
        .map(|index| source.element(index))
        .filter(is_listed)
        .collect();
    let repeated = repeated(elements.iter().map(control));
    let style = source.style();
    for (index, (element, repeated)) in elements.iter().zip(repeated).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        push_entry(out, element, Line { repeated, style });
    }
}

/// Appends the lines of an element.
pub(crate) fn push_entry(out: &mut String, element: &Element<'_>, line: Line) {
    if let Some(fold) = &element.fold {
        fold::push(out, fold, element.reference, "");
        out.push('\n');
        return;
    }
    if let Some(reference) = element.reference {
        push_number(out, reference);
        out.push_str(". ");
    }
    out.push('[');
    out.push_str(word(element));
    out.push_str("] ");
    if !element.tag.is_empty() {
        out.push('<');
        out.push_str(if is_plain_tag(&element.tag) {
            &element.tag
        } else {
            ODD_TAG
        });
        out.push_str("> ");
    }
    let label = element.label();
    push_quoted(out, label, Quoting::Go);
    if line.repeated {
        push_context(out, element, Quoting::Go);
    }
    let value = element.value.as_deref().unwrap_or_default();
    let value = if value == label { "" } else { value };
    for (before, text) in [(" value=", value), (" clue=", &element.clue)] {
        if !text.is_empty() {
            out.push_str(before);
            push_quoted(out, text, Quoting::Go);
        }
    }
    if element.more > 0 {
        out.push_str(LEFT_OUT);
        push_number(out, element.more);
    }
    for word in WORDS.iter().filter(|word| (word.has)(&element.states)) {
        out.push(' ');
        out.push_str(word.compact);
    }
    push_attributes(out, element, label, line.style);
    out.push('\n');
    if let Some(selector) = element.selector.as_deref().filter(|s| !s.trim().is_empty()) {
        out.push_str(SELECTOR);
        push_selector(out, selector);
        out.push('\n');
    }
    if let Some(bounds) = element.bounds {
        let [x, y, width, height] = bounds.map(|length| length.round() as i64);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{POSITION}{x}, {y}) size: {width}x{height}");
    }
}

fn is_plain_tag(tag: &str) -> bool {
    let is_plain = |c: char| !matches!(c, '<' | '>' | '"' | '\\' | ' ') && !is_hidden(c);
    tag.chars().all(is_plain)
}

/// Appends a selector; what nobody would see in it, or what would end the line, as the escape of CSS.
fn push_selector(out: &mut String, selector: &str) {
    for c in selector.chars() {
        if is_hidden(c) {
            let _ = write!(out, "\\{:x} ", u32::from(c));
        } else {
            out.push(c);
        }
    }
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parsed = Parsed::default();
    for mut line in lines(Format::Numbered, text) {
        if line.at_end() {
            continue;
        }
        if line.rest().starts_with(' ') {
            let Some(element) = parsed.elements.last_mut() else {
                return Err(line.error("an entry such as `1. [button] <button> \"Save\"`"));
            };
            if line.eat(SELECTOR) {
                element.selector = Some(Cow::Owned(line.take_rest().to_owned()));
            } else {
                element.bounds = Some(position(line)?);
            }
        } else {
            parsed.elements.push(entry(line)?);
        }
    }
    Ok(parsed)
}

fn entry(mut line: Cursor<'_>) -> Result<Element<'static>, ParseError> {
    let mut element = Element::default();
    if fold::read_element(&mut line, &mut element, "")? {
        return Ok(element);
    }
    if line.rest().starts_with(|c: char| c.is_ascii_digit()) {
        element.reference = Some(line.number("a ref: a number from 1 to 4294967295")?);
        line.need(". ", "a full stop and a blank")?;
    }
    line.need("[", "a role in brackets")?;
    element.role = Cow::Owned(line.role()?.to_owned());
    line.need("] ", "a closing bracket and a blank")?;
    if line.eat("<") {
        element.tag = Cow::Owned(line.take_while(|c| c != '>').to_owned());
        line.need("> ", "the end of the tag and a blank")?;
    }
    element.name = Cow::Owned(line.quoted()?);
    if line.eat(IN) {
        element.context = Some(Cow::Owned(line.quoted()?));
    }
    if line.eat(" value=") {
        element.value = Some(Cow::Owned(line.quoted()?));
    }
    if line.eat(" clue=") {
        element.clue = Cow::Owned(line.quoted()?);
    }
    if line.eat(LEFT_OUT) {
        element.more = line.number("how many characters are not shown")?;
    }
    states_and_attributes(&mut line, &mut element)?;
    end(&line)?;
    Ok(element)
}

fn position(mut line: Cursor<'_>) -> Result<[f64; 4], ParseError> {
    line.need(POSITION, "a selector or a position")?;
    let x = length(&mut line)?;
    line.need(", ", "a comma and a blank")?;
    let y = length(&mut line)?;
    line.need(") size: ", "`) size: `")?;
    let width = length(&mut line)?;
    line.need("x", "an x")?;
    let height = length(&mut line)?;
    end(&line)?;
    Ok([x, y, width, height])
}

fn length(line: &mut Cursor<'_>) -> Result<f64, ParseError> {
    let start = *line;
    let digits = line.take_while(|c| c == '-' || c.is_ascii_digit());
    digits
        .parse::<i64>()
        .map(|length| length as f64)
        .map_err(|_| start.error("a whole number"))
}

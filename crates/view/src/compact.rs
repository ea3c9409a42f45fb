//! `compact` (S4): `<indent><ref>: <role> "<name>" value="<value>" <state> …`, a line an element.
//!
//! Beyond the letter of S4, where it is silent or says too little:
//! - Names, values and the title are quoted as Go's `%q` does it (resolution E2), cut before they are quoted.
//! - An element without a name is shown with the text inside in its place, and that is never cut: it is content, not a
//!   label. Where an element has both, the text follows as `text="…"`.
//! - A text longer than a name can be is read back as the text inside.
//! - What has neither name nor text and can be acted on says after `clue=` what its markup calls it.
//! - More states than the nine, after those: see the table in `states`. After them come attributes such as
//!   `placeholder="…"`: see the table in `attributes`.
//! - A control whose role and name another control has too is followed by what it is inside of, if that tells them
//!   apart and it matters which of them is used: `button "Delete" in "Bob"`. That is cut to 40 characters, the last of
//!   which then is `…`.
//! - A list item (`li`) that only holds one other thing is not shown, a heading that only holds a link or button of its
//!   name is `heading=2` on the line of that, and text that only separates (`|`, `»`) is left out.
//! - A line without a ref has no number and no colon.
//! - `more=1834` says how many characters of a text were left out, and a line that begins with `…` stands for elements
//!   that were: see `fold`.

use std::borrow::Cow;

use crate::attributes::ATTRIBUTES;
use surefoot_snapshot::Role;

use crate::cursor::{Cursor, lines};
use crate::escape::{Quoting, cut, cut_at, push_indent, push_number, push_quoted};
use crate::model::Source;
use crate::states::WORDS;
use crate::style::Line;
use crate::{Element, Format, ParseError, Parsed, Style, fold};

/// The longest name, in Unicode scalar values (S4-21).
pub(crate) const NAME: usize = 80;
/// The longest context, in Unicode scalar values.
pub(crate) const CONTEXT: usize = 40;
/// What stands before a context.
pub(crate) const IN: &str = " in ";
/// What stands before the level of the heading that a link is all of.
const HEADING: &str = " heading=";
/// What stands before how many characters of a text were left out.
pub(crate) const LEFT_OUT: &str = " more=";
/// The longest value, in Unicode scalar values (S4-22).
const VALUE: usize = 50;

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    let title = source.head().title;
    if !title.trim().is_empty() {
        out.push_str("Page: ");
        push_quoted(out, title, Quoting::Go);
        out.push_str("\n\n");
    }
    for (index, repeated) in source.repeated().into_iter().enumerate() {
        let line = Line {
            repeated,
            style: source.style(),
        };
        push_line(out, &source.element(index), line);
    }
}

/// Appends the line of an element.
pub(crate) fn push_line(out: &mut String, element: &Element<'_>, line: Line) {
    push_indent(out, element.depth);
    if let Some(fold) = &element.fold {
        fold::push(out, fold, element.reference, "");
        out.push('\n');
        return;
    }
    if let Some(reference) = element.reference {
        push_number(out, reference);
        out.push_str(": ");
    }
    out.push_str(&element.role);
    let label = shown_label(element, line.style);
    if !label.is_empty() {
        push_text(out, " ", &label);
    }
    if line.repeated {
        push_context(out, element, Quoting::Go);
    }
    if !element.name.is_empty() && !element.text.is_empty() {
        push_text(out, " text=", &element.text);
    }
    if let Some(value) = shown_value(element, &label) {
        push_text(out, " value=", &value);
    }
    if !element.clue.is_empty() {
        push_text(out, " clue=", &element.clue);
    }
    if let Some(level) = element.level.filter(|_| is_headline(element)) {
        out.push_str(HEADING);
        push_number(out, level);
    }
    if element.more > 0 {
        out.push_str(LEFT_OUT);
        push_number(out, element.more);
    }
    for word in WORDS.iter().filter(|word| (word.has)(&element.states)) {
        out.push(' ');
        out.push_str(word.compact);
    }
    push_attributes(out, element, &label, line.style);
    out.push('\n');
}

/// Appends what the table of attributes has to say: ` placeholder="…"`.
pub(crate) fn push_attributes(out: &mut String, element: &Element<'_>, label: &str, style: Style) {
    for attribute in ATTRIBUTES {
        if let Some(text) = attribute.of(element, label, style) {
            out.push(' ');
            out.push_str(attribute.name);
            out.push('=');
            push_quoted(out, &text, Quoting::Go);
        }
    }
}

/// Whether it may be all that is in a heading.
fn is_headline(element: &Element<'_>) -> bool {
    element.role == Role::Link.as_str() || element.role == Role::Button.as_str()
}

/// Appends what the element is inside of, if that is known: ` in "Bob"`. All text formats write it so.
pub(crate) fn push_context(out: &mut String, element: &Element<'_>, quoting: Quoting) {
    if let Some(context) = element.context.as_deref().filter(|c| !c.is_empty()) {
        out.push_str(IN);
        push_quoted(out, &cut_at(context, CONTEXT, "…"), quoting);
    }
}

/// The part of a context by which formats tell things apart: what is shown of it, without the mark of a cut.
pub(crate) fn shown_of_context(context: &str) -> &str {
    if context.len() <= CONTEXT || context.chars().nth(CONTEXT).is_none() {
        return context;
    }
    let end = context.char_indices().nth(CONTEXT - 1).map(|(at, _)| at);
    end.and_then(|end| context.get(..end)).unwrap_or(context)
}

fn push_text(out: &mut String, before: &str, text: &str) {
    out.push_str(before);
    push_quoted(out, text, Quoting::Go);
}

/// What stands where the name goes.
fn shown_label<'e>(element: &'e Element<'_>, style: Style) -> Cow<'e, str> {
    if element.name.is_empty() || element.is_text() {
        Cow::Borrowed(element.label())
    } else {
        cut(&element.name, style.name_limit(NAME))
    }
}

/// The value, cut; absent where it would say nothing that the name has not said (S4-8), or nothing at all.
fn shown_value<'e>(element: &'e Element<'_>, label: &str) -> Option<Cow<'e, str>> {
    let value = element
        .value
        .as_deref()
        .filter(|value| !value.is_empty() && *value != element.label())?;
    let is_image = element.role == Role::Img.as_str();
    if is_image && !is_whole_address(value) {
        return None;
    }
    let value = cut(value, VALUE);
    (value != label).then_some(value)
}

/// Whether an address says where an image is: part of one, or one within the site, is of no use to a reader.
fn is_whole_address(address: &str) -> bool {
    address.contains("://") && address.chars().nth(VALUE).is_none()
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parsed = Parsed::default();
    let mut lines = lines(Format::Compact, text).peekable();
    if let Some(mut line) = lines.next_if(|line| line.rest().starts_with("Page: ")) {
        line.eat("Page: ");
        parsed.title = line.quoted()?;
        end(&line)?;
        if let Some(blank) = lines.next().filter(|line| !line.at_end()) {
            return Err(blank.error("a blank line"));
        }
    }
    for line in lines {
        parsed.elements.push(element(line)?);
    }
    Ok(parsed)
}

pub(crate) fn end(line: &Cursor<'_>) -> Result<(), ParseError> {
    if line.at_end() {
        Ok(())
    } else {
        Err(line.error("the end of the line"))
    }
}

fn element(mut line: Cursor<'_>) -> Result<Element<'static>, ParseError> {
    let mut element = Element {
        depth: line.indent()?,
        ..Element::default()
    };
    if fold::read_element(&mut line, &mut element, "")? {
        return Ok(element);
    }
    if line.rest().starts_with(|c: char| c.is_ascii_digit()) {
        element.reference = Some(line.number("a ref: a number from 1 to 4294967295")?);
        line.need(": ", "a colon and a blank")?;
    }
    element.role = Cow::Owned(line.role()?.to_owned());
    if line.rest().starts_with(" \"") {
        line.eat(" ");
        let label = line.quoted()?;
        let too_long_for_a_name = label.chars().nth(NAME).is_some() && !element.is_text();
        let place = if too_long_for_a_name {
            &mut element.text
        } else {
            &mut element.name
        };
        *place = Cow::Owned(label);
    }
    if line.eat(IN) {
        element.context = Some(Cow::Owned(line.quoted()?));
    }
    if line.eat(" text=") {
        // Then what stood before it is a name, however long.
        if element.name.is_empty() {
            element.name = std::mem::take(&mut element.text);
        }
        element.text = Cow::Owned(line.quoted()?);
    }
    if line.eat(" value=") {
        element.value = Some(Cow::Owned(line.quoted()?));
    }
    if line.eat(" clue=") {
        element.clue = Cow::Owned(line.quoted()?);
    }
    if is_headline(&element) && line.eat(HEADING) {
        element.level = Some(line.number("the level of a heading")?);
    }
    if line.eat(LEFT_OUT) {
        element.more = line.number("how many characters are not shown")?;
    }
    states_and_attributes(&mut line, &mut element)?;
    end(&line)?;
    Ok(element)
}

/// Reads states and attributes as far as the line has them.
pub(crate) fn states_and_attributes(
    line: &mut Cursor<'_>,
    element: &mut Element<'static>,
) -> Result<(), ParseError> {
    while line.eat(" ") {
        let start = *line;
        let name = line.take_while(|c| c.is_ascii_lowercase());
        if let Some(attribute) = ATTRIBUTES.iter().find(|a| a.name == name)
            && line.eat("=")
        {
            (attribute.set)(element, line.quoted()?);
        } else if let Some(word) = WORDS.iter().find(|word| word.compact == name) {
            (word.set)(&mut element.states);
        } else {
            return Err(start.error("a state such as checked or disabled"));
        }
    }
    Ok(())
}

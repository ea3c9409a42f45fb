//! `tree` (S1): `- role "name" [ref=e5] [level=1]`, a line an element, indented like the page.
//!
//! What S1 leaves open:
//! - Names, values and text are quoted as JSON, and hidden characters are escapes (resolution B8).
//! - Text after a colon stands bare, as in S1, unless it could be taken for something else; then it is quoted.
//! - Attributes come in this order, each in brackets of its own: `ref`, `nth`, `level`, the states (the words of the
//!   table in `states`, with `checked=mixed`), `value="…"`, `clue="…"` (what the markup calls a thing that nothing else
//!   names), those of the table in `attributes`, and last the hints of S1-23.
//! - A control whose role and name another control has too is followed by what it is inside of, as in `compact`:
//!   `- button "Delete" in "Bob" [ref=e5]`.
//! - `[more=1834]` says how many characters of a text were left out; `- … 20 more rows, expand @e40` stands for elements.
//! - All elements of the same role and name carry `nth`, the first one too (resolution B1).
//! - What only cursor or listener make interactive is called by its text where it has no name (S1-23).
//! - Elements that only cursor or listener make interactive come last under a line that says so (S1-24) where the
//!   output is a flat list of nothing but interactive elements, as `-i -C` gives it; else they stand in their place.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::attributes::ATTRIBUTES;
use crate::compact::{IN, push_context};
use crate::cursor::{Cursor, lines};
use crate::escape::{Quoting, is_hidden, push_indent, push_number, push_quoted};
use crate::model::Source;
use crate::states::WORDS;
use crate::style::Line;
use crate::{Element, Format, MAX_INDENT, ParseError, Parsed, fold};

/// The line before elements that only cursor or listener make interactive (S1-24).
const SECTION: &str = "# Cursor-interactive elements:";

/// The order of the lines, and which of those with the same role and name each element is.
pub(crate) struct Order {
    /// The elements in the order of the lines.
    indices: Vec<u32>,
    /// Where in `indices` the second section begins, if there are two.
    section: Option<usize>,
    /// By element.
    nth: Vec<Option<u32>>,
}

impl Order {
    pub(crate) fn new(source: &dyn Source) -> Order {
        let mut indices: Vec<u32> = (0..source.len() as u32).collect();
        let mut section = None;
        if is_flat_and_interactive(source) {
            let by_cursor = |&index: &u32| source.element(index as usize).is_cursor_interactive();
            let (last, mut first): (Vec<u32>, Vec<u32>) =
                indices.iter().partition(|index| by_cursor(index));
            // As in agent-browser, the line is there to tell two sections apart (resolution B7).
            section = (!first.is_empty() && !last.is_empty()).then_some(first.len());
            first.extend(last);
            indices = first;
        }
        let nth = nth(source, &indices);
        Order {
            indices,
            section,
            nth,
        }
    }

    /// The elements, in the order of the lines.
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> {
        self.indices.iter().map(|&index| index as usize)
    }

    /// Which of those with the same role and name the element is; absent if there is no other.
    pub(crate) fn nth(&self, index: usize) -> Option<u32> {
        self.nth.get(index).copied().flatten()
    }
}

fn is_flat_and_interactive(source: &dyn Source) -> bool {
    (0..source.len()).all(|index| {
        let element = source.element(index);
        element.depth == 0 && (element.is_interactive() || element.fold.is_some())
    })
}

fn nth(source: &dyn Source, indices: &[u32]) -> Vec<Option<u32>> {
    // For each role and name: the one met first, and how many were met so far.
    let mut met: FxHashMap<(Cow<'_, str>, Cow<'_, str>), (usize, u32)> = FxHashMap::default();
    let mut nth = vec![None; source.len()];
    for &index in indices {
        let index = index as usize;
        let element = source.element(index);
        // Nobody looks for a run of text by a name, nor for content without one (S1-14).
        if element.reference.is_none() || element.is_text() {
            continue;
        }
        let name = if is_called_by_text(&element) {
            &element.text
        } else {
            &element.name
        };
        if name.is_empty() && !element.is_interactive() {
            continue;
        }
        let name = name.clone();
        let (first, count) = met.entry((element.role, name)).or_insert((index, 0));
        if *count > 0 {
            nth[*first] = Some(0);
            nth[index] = Some(*count);
        }
        *count += 1;
    }
    nth
}

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    let order = Order::new(source);
    let repeated = source.repeated();
    let style = source.style();
    for (position, index) in order.indices().enumerate() {
        if order.section == Some(position) {
            out.push_str(SECTION);
            out.push('\n');
        }
        let element = source.element(index);
        let next = order
            .indices
            .get(position + 1)
            .map(|&next| source.element(next as usize).depth);
        let is_parent =
            next.is_some_and(|next| next.min(MAX_INDENT) > element.depth.min(MAX_INDENT));
        let line = Line {
            repeated: repeated[index],
            style,
        };
        push_line(out, &element, order.nth(index), line);
        push_content(out, &element, if is_parent { ":" } else { "" });
        out.push('\n');
    }
}

/// Appends the line of an element alone, which says nothing of what else there is.
pub(crate) fn push_single(out: &mut String, element: &Element<'_>, line: Line) {
    push_line(out, element, None, line);
    push_content(out, element, "");
    out.push('\n');
}

/// Whether the text inside stands where the name goes: for what only cursor or listener make interactive, it is what
/// S1-23 calls it by.
fn is_called_by_text(element: &Element<'_>) -> bool {
    element.name.is_empty() && !element.is_text() && element.is_cursor_interactive()
}

/// What stands where the name goes.
pub(crate) fn shown_name<'e>(element: &'e Element<'_>) -> &'e str {
    if is_called_by_text(element) {
        &element.text
    } else {
        &element.name
    }
}

/// Everything up to the colon.
fn push_line(out: &mut String, element: &Element<'_>, nth: Option<u32>, line: Line) {
    push_indent(out, element.depth);
    out.push_str("- ");
    if let Some(fold) = &element.fold {
        fold::push(out, fold, element.reference, "@e");
        return;
    }
    out.push_str(&element.role);
    let name = shown_name(element);
    if !name.is_empty() && !element.is_text() {
        out.push(' ');
        push_quoted(out, name, Quoting::Json);
    }
    if line.repeated {
        push_context(out, element, Quoting::Json);
    }
    push_numbered(out, " [ref=e", element.reference);
    push_numbered(out, " [nth=", nth);
    push_numbered(out, " [level=", element.level);
    for word in WORDS.iter().filter(|word| (word.has)(&element.states)) {
        out.push_str(" [");
        out.push_str(word.tree);
        out.push(']');
    }
    if let Some(value) = element
        .value
        .as_deref()
        .filter(|value| !value.is_empty() && *value != element.label())
    {
        out.push_str(" [value=");
        push_quoted(out, value, Quoting::Json);
        out.push(']');
    }
    if !element.clue.is_empty() {
        out.push_str(" [clue=");
        push_quoted(out, &element.clue, Quoting::Json);
        out.push(']');
    }
    for attribute in ATTRIBUTES {
        if let Some(text) = attribute.of(element, name, line.style) {
            out.push_str(" [");
            out.push_str(attribute.name);
            out.push('=');
            push_quoted(out, &text, Quoting::Json);
            out.push(']');
        }
    }
    if element.more > 0 {
        push_numbered(out, " [more=", Some(element.more));
    }
    if element.is_cursor_interactive() {
        let mut before = " [";
        for word in element.hints.words() {
            out.push_str(before);
            out.push_str(word);
            before = ", ";
        }
        out.push(']');
    }
}

fn push_numbered(out: &mut String, before: &str, number: Option<u32>) {
    if let Some(number) = number {
        out.push_str(before);
        push_number(out, number);
        out.push(']');
    }
}

/// What comes after the attributes: the text inside, or what says that children follow.
fn push_content(out: &mut String, element: &Element<'_>, otherwise: &str) {
    let text = match element {
        _ if element.is_text() => element.label(),
        _ if is_called_by_text(element) => "",
        _ => &element.text,
    };
    if text.is_empty() {
        out.push_str(otherwise);
        return;
    }
    out.push_str(": ");
    if is_plain(text) {
        out.push_str(text);
    } else {
        push_quoted(out, text, Quoting::Json);
    }
}

/// Whether text can stand bare: nothing in it could be read as a quote, an attribute, an item or the start of children.
fn is_plain(text: &str) -> bool {
    !text.starts_with(['"', '[', '-', '#', ' '])
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !FORGERIES.iter().any(|forgery| text.contains(forgery))
        && !text.contains(is_hidden)
}

/// What in bare text would look like an attribute that names something.
const FORGERIES: &[&str] = &["[ref=", "[nth="];

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parsed = Parsed::default();
    for line in lines(Format::Tree, text) {
        if line.rest() != SECTION {
            parsed.elements.push(element(line)?);
        }
    }
    Ok(parsed)
}

fn element(mut line: Cursor<'_>) -> Result<Element<'static>, ParseError> {
    let mut element = Element {
        depth: line.indent()?,
        ..Element::default()
    };
    line.need("- ", "a hyphen and a blank")?;
    if fold::read_element(&mut line, &mut element, "@e")? {
        return Ok(element);
    }
    element.role = Cow::Owned(line.role()?.to_owned());
    if line.rest().starts_with(" \"") {
        line.eat(" ");
        element.name = Cow::Owned(line.quoted()?);
    }
    if line.eat(IN) {
        element.context = Some(Cow::Owned(line.quoted()?));
    }
    while line.eat(" [") {
        attribute(&mut line, &mut element)?;
        line.need("]", "a closing bracket")?;
    }
    if line.eat(": ") {
        let text = Cow::Owned(content(&mut line)?);
        let place = if element.is_text() {
            &mut element.name
        } else {
            &mut element.text
        };
        *place = text;
    } else {
        line.eat(":");
    }
    if line.at_end() {
        Ok(element)
    } else {
        Err(line.error("an attribute in brackets, a colon or the end of the line"))
    }
}

fn content(line: &mut Cursor<'_>) -> Result<String, ParseError> {
    if line.rest().starts_with('"') {
        return line.quoted();
    }
    if line.at_end() {
        return Err(line.error("text"));
    }
    Ok(line.take_rest().to_owned())
}

fn attribute(line: &mut Cursor<'_>, element: &mut Element<'static>) -> Result<(), ParseError> {
    if line.eat("ref=e") {
        element.reference = Some(line.number("the number of a ref")?);
    } else if line.eat("nth=") {
        // It follows from the other lines.
        line.take_while(|c| c.is_ascii_digit());
    } else if line.eat("level=") {
        element.level = Some(line.number("a level")?);
    } else if line.eat("value=") {
        element.value = Some(Cow::Owned(line.quoted()?));
    } else if line.eat("more=") {
        element.more = line.number("how many characters are not shown")?;
    } else if line.eat("clue=") {
        element.clue = Cow::Owned(line.quoted()?);
    } else if let Some(attribute) = ATTRIBUTES.iter().find(|a| {
        line.rest()
            .strip_prefix(a.name)
            .is_some_and(|rest| rest.starts_with('='))
    }) {
        line.eat(attribute.name);
        line.eat("=");
        (attribute.set)(element, line.quoted()?);
    } else {
        return state_or_hints(line, element);
    }
    Ok(())
}

fn state_or_hints(line: &mut Cursor<'_>, element: &mut Element<'static>) -> Result<(), ParseError> {
    let start = *line;
    let words = line.take_while(|c| c != ']');
    if let Some(word) = WORDS.iter().find(|word| word.tree == words) {
        (word.set)(&mut element.states);
        return Ok(());
    }
    if words.split(", ").all(|word| element.hints.insert(word)) {
        return Ok(());
    }
    Err(start.error("ref, nth, level, value, clue, a state or hints"))
}

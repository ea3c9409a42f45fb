//! `list` (S0): `@e5    [button]      "Save" placeholder="…" value="…" [DISABLED]`, a line an element, flat.
//!
//! What S0 leaves open:
//! - Columns are as wide as in the program S0 describes; what is wider keeps one blank (resolution A1).
//! - Warnings of overlays, the page's line, a blank line, elements (resolution A2). Without title and URL there is no line
//!   for the page.
//! - Listed is what can be acted on, and text: headings, images with a name, alerts, and what has text of its own, which
//!   is `[text]` whatever holds it. What only holds other things is not listed.
//! - The role of an `input` is its kind (`[password]`, `[email]`, `[date]`), that of an image `[image]`; what only cursor
//!   or listener make interactive is `[clickable]` or `[focusable]` (resolution A18).
//! - For fields the quoted text is the value, and `""` without one (S0-48, resolution A3). What a field is called stands
//!   after it as `label="…"`, unless its placeholder says the same.
//! - Quotes are as in `compact`, and so is what a repeated control is in: `"Delete" in "Bob"`.
//! - After `label` come `text="…"` (where an element has both a name and text), `clue="…"` and those of the table in
//!   `attributes`; then the states, each in brackets and capitals, `[DISABLED]` last.

use std::borrow::Cow;
use std::fmt::Write as _;

use surefoot_snapshot::{Control, Role, repeated};

use crate::attributes::LIST_ATTRIBUTES;
use crate::compact::{IN, LEFT_OUT, end, push_context};
use crate::cursor::{Cursor, lines};
use crate::escape::{Quoting, is_hidden, push_number, push_quoted};
use crate::model::Source;
use crate::states::{WORDS, Word};
use crate::style::Line;
use crate::{Element, Format, Overlay, ParseError, Parsed, fold};

/// The columns of refs and roles, without the blank that ends them.
const REF: usize = 6;
const ROLE: usize = 12;

pub(crate) const WARNING: &str = "\u{26a0} OVERLAY DETECTED: [";
pub(crate) const WARNING_END: &str = " \u{2014} interact with this first";

/// The word of the state that comes last.
const DISABLED: &str = "disabled";

/// The kinds of `input` that are words for roles here.
const KINDS: &[&str] = &[
    "color",
    "date",
    "datetime-local",
    "email",
    "file",
    "month",
    "number",
    "password",
    "range",
    "search",
    "tel",
    "time",
    "url",
    "week",
];

/// The role of an `input` of that kind.
fn role_of(kind: &str) -> Role {
    match kind {
        "search" => Role::Searchbox,
        "number" => Role::Spinbutton,
        "range" => Role::Slider,
        "color" | "file" => Role::Button,
        _ => Role::Textbox,
    }
}

/// The roles whose line shows what they hold.
const FIELDS: &[Role] = &[
    Role::Textbox,
    Role::Searchbox,
    Role::Combobox,
    Role::Listbox,
    Role::Spinbutton,
    Role::Slider,
];

/// The word for what an element is.
pub(crate) fn word<'e>(element: &'e Element<'_>) -> &'e str {
    let kind = element.input_type.as_deref().unwrap_or_default();
    if KINDS.contains(&kind) && element.role != Role::Combobox.as_str() {
        return kind;
    }
    match Role::parse(&element.role) {
        Some(role) if !role.is_interactive() && !element.hints.is_empty() => element.clickable(),
        Some(Role::Img | Role::GraphicsDocument | Role::GraphicsSymbol | Role::GraphicsObject) => {
            "image"
        }
        Some(role) if role.is_interactive() || says_what_text_is(role) => role.as_str(),
        Some(_) => Role::Text.as_str(),
        None if !is_field(&element.role) && !element.hints.is_empty() => element.clickable(),
        None => &element.role,
    }
}

/// Whether a role tells something of the text in it.
fn says_what_text_is(role: Role) -> bool {
    matches!(
        role,
        Role::Heading
            | Role::Columnheader
            | Role::Rowheader
            | Role::Alert
            | Role::Status
            | Role::Log
            | Role::Dialog
            | Role::Alertdialog
            | Role::Progressbar
            | Role::Meter
            | Role::Tooltip
            | Role::Iframe
    )
}

/// Whether it is a control that shows what it holds.
pub(crate) fn is_field(word: &str) -> bool {
    KINDS.contains(&word) || Role::parse(word).is_some_and(|role| FIELDS.contains(&role))
}

/// Whether an element has a line: it can be acted on, or it is text.
pub(crate) fn is_listed(element: &Element<'_>) -> bool {
    let word = word(element);
    element.fold.is_some()
        || element.is_interactive()
        || is_field(word)
        || matches!(word, "clickable" | "focusable")
        || match Role::parse(&element.role) {
            Some(Role::Text | Role::Progressbar | Role::Meter) => !element.label().is_empty(),
            Some(role) if says_what_text_is(role) || role == Role::Img => {
                !element.label().is_empty()
            }
            // The name of a cell is the text in it.
            Some(role) => {
                !element.text.is_empty() || role.names_from_content() && !element.name.is_empty()
            }
            None => !element.label().is_empty(),
        }
}

/// What is quoted: what a field holds, else what the element is called.
fn quoted_text<'e>(element: &'e Element<'_>, word: &str) -> &'e str {
    if is_field(word) {
        element.value.as_deref().unwrap_or_default()
    } else {
        element.label()
    }
}

/// What a field is called, where its placeholder does not say it.
fn label<'e>(element: &'e Element<'_>, word: &str) -> Option<&'e str> {
    let label = Some(element.label()).filter(|label| is_field(word) && !label.is_empty())?;
    (element.placeholder.as_deref() != Some(label)).then_some(label)
}

/// What tells controls of this format apart: their words and what they are called.
fn control<'e>(element: &'e Element<'_>) -> Option<Control<'e>> {
    let word = word(element);
    let acts = is_field(word)
        || matches!(word, "clickable" | "focusable")
        || Role::parse(word).is_some_and(Role::is_interactive);
    let called = [
        element.label(),
        element.placeholder.as_deref().unwrap_or_default(),
        &element.clue,
    ];
    let called = called.into_iter().find(|text| !text.is_empty());
    acts.then(|| element.as_control(word, called.unwrap_or_default()))
}

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    let head = source.head();
    let blocking = || {
        head.meta
            .overlays
            .iter()
            .filter(|overlay| !overlay.passable)
    };
    for overlay in blocking() {
        push_warning(out, overlay);
    }
    if !head.title.is_empty() || !head.url.is_empty() {
        out.push_str("Page: ");
        push_quoted(out, head.title, Quoting::Go);
        if !head.url.is_empty() {
            out.push_str(" (");
            push_url(out, head.url);
            out.push(')');
        }
        out.push_str("\n\n");
    } else if blocking().next().is_some() {
        out.push('\n');
    }
    let elements: Vec<Element<'_>> = (0..source.len())
        .map(|index| source.element(index))
        .filter(is_listed)
        .collect();
    let repeated = repeated(elements.iter().map(control));
    let style = source.style();
    for (element, repeated) in elements.iter().zip(repeated) {
        push_line(out, element, Line { repeated, style });
    }
}

/// Appends a URL that stands bare; what nobody would see in it is percent-encoded, which means the same.
pub(crate) fn push_url(out: &mut String, url: &str) {
    for c in url.chars() {
        if is_hidden(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
}

fn push_warning(out: &mut String, overlay: &Overlay) {
    out.push_str(WARNING);
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(is_kind);
    out.push_str(if is_word(&overlay.kind) {
        &overlay.kind
    } else {
        "overlay"
    });
    out.push_str("] ");
    push_quoted(out, &overlay.title, Quoting::Go);
    if let Some(reference) = overlay.reference {
        out.push_str(" @e");
        push_number(out, reference);
    }
    out.push_str(WARNING_END);
    out.push('\n');
}

pub(crate) fn is_kind(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte == b'_'
}

/// Fills a column that began at `start` with blanks, and ends it with one.
fn end_column(out: &mut String, start: usize, width: usize) {
    let written = out.len() - start;
    out.extend(std::iter::repeat_n(' ', width.saturating_sub(written) + 1));
}

/// Appends the line of an element.
pub(crate) fn push_line(out: &mut String, element: &Element<'_>, line: Line) {
    if let Some(fold) = &element.fold {
        fold::push(out, fold, element.reference, "@e");
        out.push('\n');
        return;
    }
    let start = out.len();
    if let Some(reference) = element.reference {
        out.push_str("@e");
        push_number(out, reference);
    }
    end_column(out, start, REF);
    let start = out.len();
    let word = word(element);
    out.push('[');
    out.push_str(word);
    out.push(']');
    end_column(out, start, ROLE);
    let text = quoted_text(element, word);
    push_quoted(out, text, Quoting::Go);
    if line.repeated {
        push_context(out, element, Quoting::Go);
    }
    let mut push = |name: &str, text: &str| {
        if !text.is_empty() {
            out.push(' ');
            out.push_str(name);
            out.push('=');
            push_quoted(out, text, Quoting::Go);
        }
    };
    push(
        "placeholder",
        element.placeholder.as_deref().unwrap_or_default(),
    );
    if is_field(word) || (word != "image" && element.value.as_deref() != Some(text)) {
        push("value", element.value.as_deref().unwrap_or_default());
    }
    push("label", label(element, word).unwrap_or_default());
    if !element.name.is_empty() {
        push("text", &element.text);
    }
    push("clue", &element.clue);
    for attribute in LIST_ATTRIBUTES {
        if let Some(said) = attribute.of(element, text, line.style) {
            push(attribute.name, &said);
        }
    }
    if element.more > 0 {
        out.push_str(LEFT_OUT);
        push_number(out, element.more);
    }
    for word in states_in_order().filter(|word| (word.has)(&element.states)) {
        out.push_str(" [");
        out.push_str(&word.compact.to_ascii_uppercase());
        out.push(']');
    }
    out.push('\n');
}

fn states_in_order() -> impl Iterator<Item = &'static Word> {
    let is_last = |word: &&Word| word.compact == DISABLED;
    (WORDS.iter().filter(move |word| !is_last(word))).chain(WORDS.iter().filter(is_last))
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parsed = Parsed::default();
    let mut in_head = true;
    for mut line in lines(Format::List, text) {
        if in_head && line.at_end() {
            continue;
        }
        if in_head && line.eat(WARNING) {
            parsed.meta.overlays.push(warning(line)?);
        } else if in_head && line.eat("Page: ") {
            parsed.title = line.quoted()?;
            if line.eat(" (") {
                let rest = line.take_rest();
                let Some(url) = rest.strip_suffix(')') else {
                    return Err(line.error("a closing parenthesis"));
                };
                url.clone_into(&mut parsed.url);
            }
            end(&line)?;
        } else {
            in_head = false;
            parsed.elements.push(element(line)?);
        }
    }
    Ok(parsed)
}

/// The rest of a line that warns of an overlay.
fn warning(mut line: Cursor<'_>) -> Result<Overlay, ParseError> {
    let kind = line.take_while(|c| u8::try_from(c).is_ok_and(is_kind));
    let mut overlay = Overlay {
        kind: kind.to_owned(),
        ..Overlay::default()
    };
    line.need("] ", "a closing bracket and a blank")?;
    overlay.title = line.quoted()?;
    if line.eat(" @e") {
        overlay.reference = Some(line.number("the number of a ref")?);
    }
    line.need(WARNING_END, "the end of the warning")?;
    end(&line)?;
    Ok(overlay)
}

fn element(mut line: Cursor<'_>) -> Result<Element<'static>, ParseError> {
    let mut element = Element::default();
    if fold::read_element(&mut line, &mut element, "@e")? {
        return Ok(element);
    }
    if line.eat("@e") {
        element.reference = Some(line.number("the number of a ref")?);
    }
    blanks(&mut line)?;
    line.need("[", "a role in brackets")?;
    let word = line.role()?;
    match KINDS.iter().find(|kind| **kind == word) {
        Some(kind) => {
            element.input_type = Some(Cow::Borrowed(kind));
            element.role = Cow::Borrowed(role_of(kind).as_str());
        }
        None => element.role = Cow::Owned(word.to_owned()),
    }
    line.need("]", "a closing bracket")?;
    blanks(&mut line)?;
    let text = line.quoted()?;
    let is_field = is_field(word);
    if is_field {
        element.value = (!text.is_empty()).then_some(Cow::Owned(text));
    } else {
        element.name = Cow::Owned(text);
    }
    if line.eat(IN) {
        element.context = Some(Cow::Owned(line.quoted()?));
    }
    while line.eat(" ") {
        if line.eat("[") {
            let start = line;
            let said = line.take_while(|c| c != ']').to_ascii_lowercase();
            let Some(word) = WORDS.iter().find(|word| word.compact == said) else {
                return Err(start.error("a state such as DISABLED"));
            };
            (word.set)(&mut element.states);
            line.need("]", "a closing bracket")?;
        } else {
            attribute(&mut line, &mut element)?;
        }
    }
    end(&line)?;
    // The text would have been the label, had the placeholder not been the name.
    if is_field && element.name.is_empty() && !element.text.is_empty() {
        element.name = element.placeholder.clone().unwrap_or_default();
    }
    Ok(element)
}

fn attribute(line: &mut Cursor<'_>, element: &mut Element<'static>) -> Result<(), ParseError> {
    let start = *line;
    let name = line.take_while(|c| c.is_ascii_lowercase());
    line.need("=", "an attribute such as value=\"…\"")?;
    if name == "more" {
        element.more = line.number("how many characters are not shown")?;
        return Ok(());
    }
    let text = line.quoted()?;
    match name {
        "placeholder" => element.placeholder = Some(Cow::Owned(text)),
        "value" => element.value = Some(Cow::Owned(text)),
        "label" => element.name = Cow::Owned(text),
        "text" => element.text = Cow::Owned(text),
        "clue" => element.clue = Cow::Owned(text),
        _ => match LIST_ATTRIBUTES.iter().find(|a| a.name == name) {
            Some(attribute) => (attribute.set)(element, text),
            None => return Err(start.error("placeholder, value, label, text, clue or error")),
        },
    }
    Ok(())
}

/// The blanks between two columns.
fn blanks(line: &mut Cursor<'_>) -> Result<(), ParseError> {
    line.need(" ", "a blank")?;
    line.take_while(|c| c == ' ');
    Ok(())
}

//! Reading back what [`render`](super::render) wrote.

use std::iter::Peekable;

use super::text::{
    ALSO, BETWEEN, CHOICE_ENDS, HREF_ENDS, INPUT_TEXTS, INPUT_WORDS, MORE, NONE, OPEN, OPTIONS,
};
use super::{
    ActionView, AlertView, FormView, InputView, ListView, MoreView, OverlayView, PageView,
    TableView, elements,
};
use crate::cursor::{Cursor, lines};
use crate::escape::is_hidden;
use crate::fold;
use crate::list::{WARNING, WARNING_END, is_kind};
use crate::{Format, ParseError, Parsed};

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a page.
pub(crate) fn parse(text: &str) -> Result<Parsed> {
    let mut page = PageView::default();
    let mut lines = lines(Format::Page, text).peekable();
    while let Some(mut line) = lines.next_if(|line| line.rest().starts_with(WARNING)) {
        line.eat(WARNING);
        page.overlays.push(overlay(line)?);
    }
    let mut head = |name: &'static str, what: &'static str| match lines.next() {
        Some(mut line) => {
            line.need(name, what)?;
            Ok(line)
        }
        None => Err(missing(text, what)),
    };
    let mut line = head("URL: ", "`URL: ` and an address")?;
    line.take_rest().clone_into(&mut page.url);
    let mut line = head("TITLE: ", "`TITLE: ` and a title")?;
    page.title = bare(&mut line, &[])?;
    end(&line)?;
    let mut line = head("CONTENT", "`CONTENT:`")?;
    page.content_truncated = line.eat(" (truncated)");
    line.need(":", "a colon")?;
    end(&line)?;
    let mut content = Vec::new();
    section(&mut lines, "INPUTS:", |mut line| {
        content.push(line.escaped_rest()?);
        Ok(())
    })?;
    page.content = content.join("\n");
    section(&mut lines, "ACTIONS:", |line| {
        page.inputs.push(input(line)?);
        Ok(())
    })?;
    section(&mut lines, "NAVIGATION:", |line| {
        page.actions.push(action(line)?);
        Ok(())
    })?;
    section(&mut lines, "FORMS:", |line| {
        page.navigation = row(line)?;
        Ok(())
    })?;
    section(&mut lines, "ALERTS:", |line| {
        page.forms.push(form(line)?);
        Ok(())
    })?;
    data(&mut lines, &mut page)?;
    Ok(elements::parsed(page))
}

fn missing(text: &str, expected: &'static str) -> ParseError {
    ParseError {
        format: Format::Page,
        line: text.lines().count() + 1,
        column: 1,
        expected: expected.into(),
        found: "the end of the text".to_owned(),
    }
}

fn end(line: &Cursor<'_>) -> Result<()> {
    if line.at_end() {
        Ok(())
    } else {
        Err(line.error("the end of the line"))
    }
}

/// The lines of a section, up to the title of the next one, which is stepped over. Without one the text may end.
fn section<'t>(
    lines: &mut Peekable<impl Iterator<Item = Cursor<'t>>>,
    next: &'static str,
    mut read: impl FnMut(Cursor<'t>) -> Result<()>,
) -> Result<()> {
    let mut last = None;
    for line in lines.by_ref() {
        match line.rest() {
            rest if rest == next => return Ok(()),
            NONE => {}
            _ => read(line)?,
        }
        last = Some(line);
    }
    let mut line = last.unwrap_or_else(|| Cursor::at(Format::Page, 1));
    line.take_rest();
    Err(line.error(next))
}

/// The alerts, and the sections after them.
fn data<'t>(
    lines: &mut Peekable<impl Iterator<Item = Cursor<'t>>>,
    page: &mut PageView,
) -> Result<()> {
    let mut section = "ALERTS:";
    for mut line in lines {
        match line.rest() {
            title @ ("TABLES:" | "LISTS:" | "FRAMES:" | MORE) => {
                section = title;
                continue;
            }
            NONE if section == "ALERTS:" => continue,
            _ => {}
        }
        match section {
            "ALERTS:" => page.alerts.push(alert(line)?),
            "FRAMES:" => {
                line.need("- ", "a dash")?;
                page.frames.push(line.take_rest().to_owned());
            }
            "TABLES:" => table_line(line, page)?,
            MORE => page.more.push(more(line)?),
            _ => list_line(line, page)?,
        }
    }
    Ok(())
}

fn more(mut line: Cursor<'_>) -> Result<MoreView> {
    let start = line;
    let Some((fold, expand)) = fold::read(&mut line, "")? else {
        return Err(start.error("what was left out"));
    };
    Ok(MoreView {
        count: fold.count,
        what: fold.what.into_owned(),
        expand,
        page: fold.page,
    })
}

fn table_line(mut line: Cursor<'_>, page: &mut PageView) -> Result<()> {
    if line.eat("table ") {
        let mut table = TableView {
            caption: line.quoted()?,
            ..TableView::default()
        };
        table.total_rows = count(&mut line, " rows)")?;
        page.tables.push(table);
        return Ok(());
    }
    let start = line;
    let Some(table) = page.tables.last_mut() else {
        return Err(start.error("a table"));
    };
    if line.eat("= ") {
        table.headers = row(line)?;
    } else {
        line.need("- ", "a dash, or another table")?;
        table.rows.push(row(line)?);
    }
    Ok(())
}

fn list_line(mut line: Cursor<'_>, page: &mut PageView) -> Result<()> {
    if line.eat("list ") {
        let mut list = ListView {
            label: line.quoted()?,
            ..ListView::default()
        };
        list.total = count(&mut line, " items)")?;
        page.lists.push(list);
        return Ok(());
    }
    let start = line;
    let Some(list) = page.lists.last_mut() else {
        return Err(start.error("a list"));
    };
    line.need("- ", "a dash, or another list")?;
    list.items.push(bare(&mut line, &[])?);
    end(&line)
}

/// ` (12 rows)`
fn count(line: &mut Cursor<'_>, after: &'static str) -> Result<u32> {
    line.need(OPEN, "a count")?;
    let start = *line;
    let digits = line.take_while(|c| c.is_ascii_digit());
    let count = digits.parse().map_err(|_| start.error("a number"))?;
    line.need(after, after)?;
    end(line)?;
    Ok(count)
}

/// A text that stands bare up to one of `ends`, or in quotes.
fn bare(line: &mut Cursor<'_>, ends: &[&str]) -> Result<String> {
    if line.rest().starts_with('"') {
        return line.quoted();
    }
    let rest = line.rest();
    let stop = ends.iter().filter_map(|end| rest.find(end)).min();
    Ok(line.take_bytes(stop.unwrap_or(rest.len())).to_owned())
}

fn row(mut line: Cursor<'_>) -> Result<Vec<String>> {
    let mut cells = Vec::new();
    if line.at_end() {
        return Ok(cells);
    }
    loop {
        cells.push(bare(&mut line, &[BETWEEN])?);
        if !line.eat(BETWEEN) {
            end(&line)?;
            return Ok(cells);
        }
    }
}

fn id(line: &mut Cursor<'_>) -> Result<String> {
    let start = *line;
    let id = line.take_while(|c| (c.is_alphanumeric() || matches!(c, '-' | '_')) && !is_hidden(c));
    if id.is_empty() {
        return Err(start.error("an id"));
    }
    Ok(id.to_owned())
}

fn word(line: &mut Cursor<'_>) -> Result<String> {
    let start = *line;
    let word = line.take_while(|c| c.is_ascii_lowercase() || c == '-');
    if word.is_empty() {
        return Err(start.error("a kind in lower-case letters"));
    }
    Ok(word.to_owned())
}

/// `[id] label (`
fn name(line: &mut Cursor<'_>) -> Result<(String, String)> {
    line.need("[", "an id in brackets")?;
    let id = id(line)?;
    line.need("] ", "a closing bracket and a blank")?;
    let label = bare(line, &[OPEN])?;
    line.need(OPEN, "what kind it is, in parentheses")?;
    Ok((id, label))
}

fn overlay(mut line: Cursor<'_>) -> Result<OverlayView> {
    let kind = line.take_while(|c| u8::try_from(c).is_ok_and(is_kind));
    line.need("] ", "a closing bracket and a blank")?;
    let title = line.quoted()?;
    let dismiss = if line.rest().starts_with(WARNING_END) {
        None
    } else {
        line.need(" ", "a blank")?;
        Some(id(&mut line)?)
    };
    line.need(WARNING_END, "the end of the warning")?;
    end(&line)?;
    Ok(OverlayView {
        kind: kind.to_owned(),
        title,
        blocking: true,
        dismiss,
    })
}

fn input(mut line: Cursor<'_>) -> Result<InputView> {
    let (id, label) = name(&mut line)?;
    let mut input = InputView {
        id,
        label,
        kind: word(&mut line)?,
        ..InputView::default()
    };
    line.need(ALSO, "what it holds")?;
    state(&mut line, &mut input)?;
    while line.eat(ALSO) {
        let start = line;
        let name = line.take_while(|c| c.is_ascii_lowercase() || c == '_');
        if line.eat("=") {
            let Some(text) = INPUT_TEXTS.iter().find(|text| text.name == name) else {
                return Err(start.error("an attribute such as pattern or error"));
            };
            *(text.of)(&mut input) = Some(line.quoted()?);
        } else {
            match INPUT_WORDS.iter().find(|word| word.word == name) {
                Some(word) => (word.set)(&mut input),
                None => return Err(start.error("a state such as required or disabled")),
            }
        }
    }
    line.need(")", "a closing parenthesis")?;
    end(&line)?;
    Ok(input)
}

/// What may come after an option.
const OPTION_ENDS: &[&str] = &[BETWEEN, ",", ")"];

fn state(line: &mut Cursor<'_>, input: &mut InputView) -> Result<()> {
    let is_select = input.kind == "select";
    if line.eat("unchecked") {
        input.checked = Some(false);
        return Ok(());
    }
    if line.eat("checked") {
        input.checked = Some(true);
        return Ok(());
    }
    let value = if line.eat("empty") {
        String::new()
    } else if line.eat("filled") {
        surefoot_snapshot::MASK.to_owned()
    } else if line.eat("value=") {
        line.quoted()?
    } else {
        line.need("selected: ", "what it holds")?;
        bare(line, CHOICE_ENDS)?
    };
    input.value = Some(value);
    if is_select {
        let mut options = Vec::new();
        if line.eat(OPTIONS) {
            options.push(bare(line, OPTION_ENDS)?);
            while line.eat(BETWEEN) {
                options.push(bare(line, OPTION_ENDS)?);
            }
        }
        input.options = Some(options);
    }
    Ok(())
}

fn action(mut line: Cursor<'_>) -> Result<ActionView> {
    let (id, label) = name(&mut line)?;
    let mut action = ActionView {
        id,
        label,
        kind: word(&mut line)?,
        ..ActionView::default()
    };
    if line.eat(" -> ") {
        action.href = Some(bare(&mut line, HREF_ENDS)?);
    }
    while line.eat(ALSO) {
        let start = line;
        match line.take_while(|c| c.is_ascii_lowercase()) {
            "primary" => action.primary = true,
            "disabled" => action.disabled = true,
            _ => return Err(start.error("primary or disabled")),
        }
    }
    line.need(")", "a closing parenthesis")?;
    end(&line)?;
    Ok(action)
}

fn form(mut line: Cursor<'_>) -> Result<FormView> {
    line.need("[", "an id in brackets")?;
    let mut form = FormView {
        id: id(&mut line)?,
        ..FormView::default()
    };
    line.need("] fields: ", "its fields")?;
    if !line.eat(NONE) {
        form.fields.push(id(&mut line)?);
        while line.eat(ALSO) {
            form.fields.push(id(&mut line)?);
        }
    }
    if line.eat(" -> submit: ") {
        form.submit = Some(id(&mut line)?);
    }
    end(&line)?;
    Ok(form)
}

fn alert(mut line: Cursor<'_>) -> Result<AlertView> {
    let kind = word(&mut line)?;
    line.need(": ", "a colon and a blank")?;
    let text = bare(&mut line, &[])?;
    end(&line)?;
    Ok(AlertView { text, kind })
}

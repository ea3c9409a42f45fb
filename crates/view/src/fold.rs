//! The lines of folds, in every text format: `… 312 more rows like these, expand 40`.
//!
//! No element begins with `…`, and nothing that a page says is part of such a line: it is a number, words of surefoot's, a
//! ref and a page.

use std::borrow::Cow;

use crate::cursor::Cursor;
use crate::escape::push_number;
use crate::model::FoldData;
use crate::{Element, ParseError};

/// The role that a fold has in `json`.
pub(crate) const ROLE: &str = "fold";
/// What a fold begins with.
const MARK: &str = "… ";

/// Appends the line of a fold, without indentation and the end of the line; `before` is what stands before the number of
/// its ref.
pub(crate) fn push(out: &mut String, element: &Element<'_>, fold: &FoldData<'_>, before: &str) {
    out.push_str(MARK);
    push_number(out, fold.count);
    out.push_str(" more ");
    out.push_str(&fold.what);
    if let Some(reference) = element.reference {
        out.push_str(", expand ");
        out.push_str(before);
        push_number(out, reference);
    }
    if let Some(page) = fold.page {
        out.push_str(", page ");
        push_number(out, page);
    }
}

/// Reads the line of a fold to its end, if it is one.
pub(crate) fn read(
    line: &mut Cursor<'_>,
    element: &mut Element<'static>,
    before: &'static str,
) -> Result<bool, ParseError> {
    if !line.eat(MARK) {
        return Ok(false);
    }
    let count = line.number("how many were left out")?;
    line.need(" more ", "what was left out")?;
    let mut what = line.take_rest();
    let mut page = None;
    if let Some((rest, number)) = last(what, ", page ") {
        (what, page) = (rest, Some(number));
    }
    let expand = format!(", expand {before}");
    if let Some((rest, number)) = last(what, &expand) {
        what = rest;
        element.reference = Some(number);
    }
    let is_ours = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || " ,-".contains(c);
    if what.is_empty() || !what.chars().all(is_ours) {
        return Err(line.error("what was left out, in words"));
    }
    element.role = Cow::Borrowed(ROLE);
    element.fold = Some(FoldData {
        count,
        what: Cow::Owned(what.to_owned()),
        page,
    });
    Ok(true)
}

/// What stands before `mark`, and the number after it, if that is how the text ends.
fn last<'t>(text: &'t str, mark: &str) -> Option<(&'t str, u32)> {
    let (rest, number) = text.rsplit_once(mark)?;
    let number = number.parse().ok().filter(|&number: &u32| number > 0)?;
    Some((rest, number))
}

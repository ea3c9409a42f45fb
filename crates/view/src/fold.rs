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
pub(crate) fn push(out: &mut String, fold: &FoldData<'_>, reference: Option<u32>, before: &str) {
    out.push_str(MARK);
    push_number(out, fold.count);
    out.push_str(" more ");
    out.extend(fold.what.chars().filter(is_ours));
    if let Some(reference) = reference {
        out.push_str(", expand ");
        out.push_str(before);
        push_number(out, reference);
    }
    if let Some(page) = fold.page {
        out.push_str(", page ");
        push_number(out, page);
    }
}

/// What the words of a fold are made of.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "`filter` calls it with a reference"
)]
fn is_ours(c: &char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || " ,-".contains(*c)
}

/// Reads the line of a fold into an element to its end, if it is one.
pub(crate) fn read_element(
    line: &mut Cursor<'_>,
    element: &mut Element<'static>,
    before: &'static str,
) -> Result<bool, ParseError> {
    let Some((fold, reference)) = read(line, before)? else {
        return Ok(false);
    };
    element.role = Cow::Borrowed(ROLE);
    element.fold = Some(fold);
    element.reference = reference;
    Ok(true)
}

/// Reads the line of a fold to its end, if it is one, and the ref in it.
pub(crate) fn read(
    line: &mut Cursor<'_>,
    before: &'static str,
) -> Result<Option<(FoldData<'static>, Option<u32>)>, ParseError> {
    if !line.eat(MARK) {
        return Ok(None);
    }
    let count = line.number("how many were left out")?;
    line.need(" more ", "what was left out")?;
    let mut what = line.take_rest();
    let mut page = None;
    if let Some((rest, number)) = last(what, ", page ") {
        (what, page) = (rest, Some(number));
    }
    let mut reference = None;
    let expand = format!(", expand {before}");
    if let Some((rest, number)) = last(what, &expand) {
        (what, reference) = (rest, Some(number));
    }
    if what.is_empty() || !what.chars().all(|c| is_ours(&c)) {
        return Err(line.error("what was left out, in words"));
    }
    let fold = FoldData {
        count,
        what: Cow::Owned(what.to_owned()),
        page,
    };
    Ok(Some((fold, reference)))
}

/// What stands before `mark`, and the number after it, if that is how the text ends.
fn last<'t>(text: &'t str, mark: &str) -> Option<(&'t str, u32)> {
    let (rest, number) = text.rsplit_once(mark)?;
    let number = number.parse().ok().filter(|&number: &u32| number > 0)?;
    Some((rest, number))
}

//! Where comments, and the text of elements that hold only text, end.

use memchr::{memchr_iter, memchr2_iter};

use super::tag::is_tag_name_end;

/// Where the text of an element ends: at its end tag, or the end of the page.
pub(super) fn end(bytes: &[u8], start: usize, name: &[u8]) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    memchr_iter(b'<', rest)
        .map(|found| start + found)
        .find(|&at| is_tag(bytes, at, b"</", name))
        .unwrap_or(bytes.len())
}

/// How the text of a script is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Plain,
    /// After `<!--`.
    Escaped,
    /// After `<!--` and `<script`: the next end tag is part of the text.
    DoublyEscaped,
}

/// Where the text of a script ends ("script data state" and the escaped ones).
pub(super) fn script_end(bytes: &[u8], start: usize) -> usize {
    const NAME: &[u8] = b"script";
    let rest = bytes.get(start..).unwrap_or_default();
    let mut state = Script::Plain;
    // Where the dashes may begin that end what is escaped: those of `<!--` count.
    let mut dashes_from = start;
    for at in memchr2_iter(b'<', b'>', rest).map(|found| start + found) {
        let here = bytes.get(at..).unwrap_or_default();
        if here.starts_with(b">") {
            if at >= dashes_from + 2 && bytes.get(at - 2..at) == Some(b"--") {
                state = Script::Plain;
            }
            continue;
        }
        match state {
            Script::Plain | Script::Escaped if is_tag(bytes, at, b"</", NAME) => return at,
            Script::Plain if here.starts_with(b"<!--") => {
                state = Script::Escaped;
                dashes_from = at + 2;
            }
            Script::Escaped if is_tag(bytes, at, b"<", NAME) => state = Script::DoublyEscaped,
            Script::DoublyEscaped if is_tag(bytes, at, b"</", NAME) => state = Script::Escaped,
            _ => {}
        }
    }
    bytes.len()
}

/// The place after a comment whose content begins at `start`.
pub(super) fn comment_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    if rest.starts_with(b">") {
        return start + 1;
    }
    if rest.starts_with(b"->") {
        return start + 2;
    }
    memchr_iter(b'>', rest)
        .find(|&at| {
            let content = rest.get(..at).unwrap_or_default();
            content.ends_with(b"--") || content.ends_with(b"--!")
        })
        .map_or(bytes.len(), |at| start + at + 1)
}

/// Whether a tag of this name begins at `at`.
fn is_tag(bytes: &[u8], at: usize, opening: &[u8], name: &[u8]) -> bool {
    let name_at = at + opening.len();
    let name_end = name_at + name.len();
    bytes.get(at..name_at) == Some(opening)
        && bytes
            .get(name_at..name_end)
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
        && bytes.get(name_end).is_some_and(|&b| is_tag_name_end(b))
}

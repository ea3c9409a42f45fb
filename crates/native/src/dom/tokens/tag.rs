//! Tags: a name, attributes, and whether it closes itself.

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, TokenSink};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::{memchr, memchr2};

use super::Tokens;
use super::reference::{self, Place};

/// The most attributes of one tag that are kept. Each is compared with all before it, so without a limit a megabyte of
/// attributes in one tag would take minutes.
pub(in crate::dom) const MAX_ATTRIBUTES: usize = 1_000;

/// A tag that was read.
pub(super) struct Read {
    pub(super) tag: Tag,
    /// Where its name stands.
    pub(super) name: Range<usize>,
    /// The place after its `>`.
    pub(super) end: usize,
    /// Whether it has more than [`MAX_ATTRIBUTES`].
    pub(super) overloaded: bool,
}

/// Reads the tag whose name begins at `start`; `None` if the page ends before it does.
pub(super) fn read<S: TokenSink>(
    tokens: &mut Tokens<'_, S>,
    kind: TagKind,
    start: usize,
) -> Option<Read> {
    let end = name_end(tokens.bytes, start, is_tag_name_end)?;
    let name = start..end;
    let mut read = Read {
        tag: Tag {
            kind,
            name: local_name(tokens.text, name.clone()),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        },
        name,
        end,
        overloaded: false,
    };
    loop {
        match tokens.bytes.get(read.end)? {
            b if is_blank(*b) => read.end += 1,
            b'/' => {
                read.end += 1;
                // Only right before the `>` it says that the tag closes itself.
                read.tag.self_closing = tokens.bytes.get(read.end) == Some(&b'>');
            }
            b'>' => {
                read.end += 1;
                return Some(read);
            }
            _ => attribute(tokens, &mut read)?,
        }
    }
}

/// Reads an attribute at `read.end`.
fn attribute<S: TokenSink>(tokens: &mut Tokens<'_, S>, read: &mut Read) -> Option<()> {
    let bytes = tokens.bytes;
    let start = read.end;
    // Whatever the first character is, it is part of the name, even a `=`.
    let name_end = name_end(bytes, start + 1, is_attribute_name_end)?;
    let mut at = blanks_end(bytes, name_end)?;
    let value = if bytes.get(at) == Some(&b'=') {
        at = blanks_end(bytes, at + 1)?;
        let (value, end) = value_range(bytes, at)?;
        read.end = end;
        value
    } else {
        read.end = at;
        at..at
    };
    if read.tag.kind == TagKind::EndTag {
        return Some(());
    }
    if read.tag.attrs.len() == MAX_ATTRIBUTES {
        read.overloaded = true;
        return Some(());
    }
    let name = local_name(tokens.text, start..name_end);
    if read.tag.attrs.iter().any(|a| a.name.local == name) {
        read.tag.had_duplicate_attributes = true;
    } else {
        read.tag.attrs.push(Attribute {
            name: QualName::new(None, ns!(), name),
            value: attribute_value(tokens, value),
        });
    }
    Some(())
}

/// The value at `at`, and the place after it and its quote.
fn value_range(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let inside = at + 1;
    match *bytes.get(at)? {
        quote @ (b'"' | b'\'') => {
            let end = inside + memchr(quote, bytes.get(inside..)?)?;
            Some((inside..end, end + 1))
        }
        _ => {
            let end = name_end(bytes, at, |b| is_blank(b) || b == b'>')?;
            Some((at..end, end))
        }
    }
}

fn attribute_value<S: TokenSink>(tokens: &mut Tokens<'_, S>, range: Range<usize>) -> StrTendril {
    let mut rest = tokens.text.get(range.clone()).unwrap_or("");
    if memchr2(b'&', 0, rest.as_bytes()).is_none() {
        return tokens.slice(range);
    }
    // What follows the value decides whether a reference without semicolon at its end is one: never a letter.
    let mut value = String::with_capacity(rest.len());
    while let Some(found) = memchr2(b'&', 0, rest.as_bytes()) {
        let (before, special) = rest.split_at(found);
        value.push_str(before);
        let after = special.get(1..).unwrap_or("");
        rest = after;
        if special.starts_with('\0') {
            value.push('\u{fffd}');
        } else if let Some(reference) = reference::read(after, Place::Attribute) {
            value.extend(reference.characters());
            rest = after.get(reference.len..).unwrap_or("");
        } else {
            value.push('&');
        }
    }
    value.push_str(rest);
    StrTendril::from_slice(&value)
}

/// The name in a range, in lower case.
fn local_name(text: &str, range: Range<usize>) -> LocalName {
    let name = text.get(range).unwrap_or("");
    if name.bytes().any(|b| b == 0 || b.is_ascii_uppercase()) {
        LocalName::from(name.to_ascii_lowercase().replace('\0', "\u{fffd}"))
    } else {
        LocalName::from(name)
    }
}

/// The first place from `at` on whose byte ends a name; `None` if the page ends first.
fn name_end(bytes: &[u8], at: usize, ends: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = bytes.get(at..)?;
    Some(at + rest.iter().position(|&b| ends(b))?)
}

/// The first place from `at` on that is not blank; `None` if the page ends first.
fn blanks_end(bytes: &[u8], at: usize) -> Option<usize> {
    name_end(bytes, at, |b| !is_blank(b))
}

pub(super) fn is_tag_name_end(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'/' | b'>')
}

fn is_attribute_name_end(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'/' | b'>' | b'=')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\x0c')
}

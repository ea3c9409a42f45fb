//! Character references: `&amp;`, `&#38;`, `&#x26;`.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// Where a reference stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    /// Without a semicolon, and before a letter, digit or `=`, it is none here: `?a=1&copy=2` is a URL.
    Attribute,
}

/// A reference that was read.
pub(super) struct Reference {
    first: char,
    second: Option<char>,
    /// How many bytes after the `&` it takes.
    pub(super) len: usize,
}

impl Reference {
    /// The one or two characters it stands for.
    pub(super) fn characters(&self) -> impl Iterator<Item = char> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// Reads the reference that an `&` before `text` begins, if it does.
pub(super) fn read(text: &str, place: Place) -> Option<Reference> {
    match text.as_bytes().first()? {
        b'#' => numeric(text.as_bytes()),
        b if b.is_ascii_alphanumeric() => named(text, place),
        _ => None,
    }
}

fn numeric(bytes: &[u8]) -> Option<Reference> {
    let (radix, digits) = match bytes.get(1)? {
        b'x' | b'X' => (16, 2),
        _ => (10, 1),
    };
    let (mut number, mut len) = (0_u32, digits);
    while let Some(digit) = bytes.get(len).and_then(|&b| char::from(b).to_digit(radix)) {
        number = number.saturating_mul(radix).saturating_add(digit);
        len += 1;
    }
    if len == digits {
        return None;
    }
    len += usize::from(bytes.get(len) == Some(&b';'));
    Some(Reference {
        first: numbered(number),
        second: None,
        len,
    })
}

/// The character of a number ("numeric character reference end state").
fn numbered(number: u32) -> char {
    let replaced = match number {
        0 => None,
        0x80..=0x9f => C1_REPLACEMENTS[(number - 0x80) as usize].or(char::from_u32(number)),
        _ => char::from_u32(number),
    };
    replaced.unwrap_or('\u{fffd}')
}

fn named(text: &str, place: Place) -> Option<Reference> {
    let mut longest = None;
    // The table holds the beginnings of names too, as standing for nothing.
    for len in 1..=text.len() {
        let Some(&(first, second)) = text.get(..len).and_then(|name| NAMED_ENTITIES.get(name))
        else {
            break;
        };
        if let Some(first) = char::from_u32(first).filter(|&c| c != '\0') {
            let second = char::from_u32(second).filter(|&c| c != '\0');
            longest = Some(Reference { first, second, len });
        }
    }
    let reference = longest?;
    let mut rest = text.bytes().skip(reference.len - 1);
    let (last, next) = (rest.next(), rest.next());
    let is_url = place == Place::Attribute
        && last != Some(b';')
        && next.is_some_and(|b| b == b'=' || b.is_ascii_alphanumeric());
    (!is_url).then_some(reference)
}

//! Cutting off tags with absurdly many attributes, before the tokenizer sees them: it compares each attribute of a tag
//! with all before it, so a megabyte of attributes in one tag would take minutes.

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// Most attributes of one tag that are kept.
pub(super) const MAX: usize = 1_000;
/// Elements whose content is text to the tokenizer: a `<` in them begins no tag.
const RAW_TEXT: [&[u8]; 8] = [
    b"script",
    b"style",
    b"textarea",
    b"title",
    b"xmp",
    b"iframe",
    b"noembed",
    b"noframes",
];

/// `html` with each tag cut off behind its [`MAX`]th attribute, and how many tags that were. Linear.
pub(super) fn limit(html: &str) -> (Cow<'_, str>, usize) {
    let bytes = html.as_bytes();
    let mut out = String::new();
    let (mut copied, mut at, mut cut) = (0, 0, 0);
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr(b'<', rest)) {
        let start = at + found;
        let tag = scan(bytes, start);
        if let Some(keep) = tag.cut {
            cut += 1;
            out.push_str(html.get(copied..keep).unwrap_or(""));
            copied = tag.end;
        }
        at = tag.next;
    }
    if cut == 0 {
        return (Cow::Borrowed(html), 0);
    }
    out.push_str(html.get(copied..).unwrap_or(""));
    (Cow::Owned(out), cut)
}

/// What begins at a `<`.
struct Tag {
    /// Where the attributes to keep end, if there are too many.
    cut: Option<usize>,
    /// Its `>`, or the end of input.
    end: usize,
    /// Where to look on.
    next: usize,
}

fn scan(bytes: &[u8], start: usize) -> Tag {
    let rest = bytes.get(start + 1..).unwrap_or_default();
    let skip_to = |next: usize| Tag {
        cut: None,
        end: next,
        next,
    };
    if rest.starts_with(b"!--") {
        let end = memmem::find(rest, b"-->").map_or(bytes.len(), |e| start + 1 + e + 3);
        return skip_to(end);
    }
    let name_at = usize::from(rest.first() == Some(&b'/'));
    if !rest.get(name_at).is_some_and(u8::is_ascii_alphabetic) {
        return skip_to(start + 1);
    }
    let mut at = start + 1 + name_at;
    let name_start = at;
    while bytes
        .get(at)
        .is_some_and(|b| !is_blank(*b) && !matches!(b, b'/' | b'>'))
    {
        at += 1;
    }
    let name = bytes.get(name_start..at).unwrap_or_default();
    let (cut, end) = scan_attributes(bytes, at);
    let raw = name_at == 0 && RAW_TEXT.iter().any(|r| name.eq_ignore_ascii_case(r));
    Tag {
        cut,
        end,
        next: if raw {
            raw_text_end(bytes, end, name)
        } else {
            end
        },
    }
}

/// Where the attributes from `at` on are too many, and where the tag ends.
fn scan_attributes(bytes: &[u8], mut at: usize) -> (Option<usize>, usize) {
    let (mut count, mut cut) = (0, None);
    loop {
        while bytes.get(at).is_some_and(|&b| is_blank(b) || b == b'/') {
            at += 1;
        }
        match bytes.get(at) {
            None | Some(b'>') => return (cut, at),
            Some(_) => {}
        }
        if count == MAX {
            cut = Some(at);
        }
        count += 1;
        // The name; a leading `=` belongs to it.
        at += 1;
        while bytes
            .get(at)
            .is_some_and(|&b| !is_blank(b) && !matches!(b, b'/' | b'>' | b'='))
        {
            at += 1;
        }
        let mut value = at;
        while bytes.get(value).is_some_and(|&b| is_blank(b)) {
            value += 1;
        }
        if bytes.get(value) == Some(&b'=') {
            at = scan_value(bytes, value + 1);
        }
    }
}

/// The end of a value whose `=` was just passed.
fn scan_value(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    match bytes.get(at) {
        Some(&quote @ (b'"' | b'\'')) => {
            let inside = bytes.get(at + 1..).unwrap_or_default();
            memchr(quote, inside).map_or(bytes.len(), |end| at + 1 + end + 1)
        }
        _ => {
            while bytes.get(at).is_some_and(|&b| !is_blank(b) && b != b'>') {
                at += 1;
            }
            at
        }
    }
}

/// Where the text of a raw text element ends: at its end tag.
fn raw_text_end(bytes: &[u8], mut at: usize, name: &[u8]) -> usize {
    while let Some(found) = bytes.get(at..).and_then(|rest| memmem::find(rest, b"</")) {
        at += found + 2;
        let is_it = bytes
            .get(at..at + name.len())
            .is_some_and(|n| n.eq_ignore_ascii_case(name));
        if is_it {
            return at - 2;
        }
    }
    bytes.len()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(n: usize) -> String {
        (0..n)
            .map(|i| format!("a{i}='>' "))
            .collect::<Vec<_>>()
            .concat()
    }

    #[test]
    fn only_tags_with_too_many_attributes_are_cut() {
        let (few, lots) = (many(MAX), many(MAX + 5));
        let fine =
            format!("<p {few}>x</p><!-- <p {lots}> --><script>if (a<b) {{ {lots} }}</script>");
        let (same, cut) = limit(&fine);
        assert_eq!((&*same, cut), (fine.as_str(), 0));
        let two = format!("<b>1</b><p {lots}>x</p><p {lots}/>y");
        let (shorter, cut) = limit(&two);
        assert_eq!(cut, 2);
        assert_eq!(shorter, format!("<b>1</b><p {few}>x</p><p {few}>y"));
        let open = format!("<p {lots}");
        assert_eq!(limit(&open).0, format!("<p {few}"));
    }
}

//! Names for downloads: from `Content-Disposition` (RFC 6266) or the URL, made safe for any file system.

use encoding_rs::Encoding;
use percent_encoding::{percent_decode, percent_decode_str};
use reqwest::header::{CONTENT_DISPOSITION, HeaderMap};

use super::response::Response;

/// Most bytes of a name; file systems allow 255, and a number may be added.
const MAX_NAME: usize = 200;

/// Extensions for names that would have none, by MIME type.
const EXTENSIONS: &[(&str, &str)] = &[
    ("application/json", "json"),
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
    ("image/gif", "gif"),
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("image/webp", "webp"),
    ("text/css", "css"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    ("text/plain", "txt"),
];

/// Device names of Windows: a file of this name, with any extension, is the device.
const RESERVED: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A `Content-Disposition` header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Disposition {
    /// The type is not `inline`: browsers take unknown types for attachments.
    pub(super) attachment: bool,
    pub(super) file_name: Option<String>,
}

/// The safe name for an answer.
pub(super) fn for_response(head: &Response) -> String {
    let given = disposition(&head.headers)
        .and_then(|d| d.file_name)
        .map(|name| safe(&name))
        .filter(|n| !n.is_empty());
    if let Some(name) = given {
        return name;
    }
    let from_url = head
        .url
        .path_segments()
        .and_then(|mut s| s.next_back())
        .unwrap_or_default();
    let mut name = safe(&percent_decode_str(from_url).decode_utf8_lossy());
    if name.is_empty() || head.url.cannot_be_a_base() {
        "download".clone_into(&mut name);
    }
    if !name.contains('.') {
        let essence = head.content_type().unwrap_or_default();
        let essence = essence
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        if let Some((_, extension)) = EXTENSIONS.iter().find(|(mime, _)| *mime == essence) {
            name = format!("{name}.{extension}");
        }
    }
    name
}

/// The name with a number before its extension: `a (1).txt`. Number 0 changes nothing.
pub(super) fn numbered(name: &str, number: u32) -> String {
    if number == 0 {
        return name.to_owned();
    }
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("{stem} ({number}).{extension}"),
        _ => format!("{name} ({number})"),
    }
}

/// A name without anything that has a meaning to a file system, a shell's listing or a reader's eye. Empty if nothing is left.
fn safe(name: &str) -> String {
    // Only the last component counts, whichever system the path was written for.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let cleaned: String = name
        .chars()
        .filter(|&c| !is_invisible(c))
        .map(|c| {
            if matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*') {
                '_'
            } else {
                c
            }
        })
        .collect();
    let trimmed = cleaned.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let mut name = shortened(trimmed);
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_ascii_lowercase();
    if RESERVED.contains(&stem.as_str()) || name.starts_with('-') {
        // A leading hyphen would be an option to whatever program is called with the name.
        name.insert(0, '_');
    }
    name
}

/// Control characters, and those that turn the direction of text so that `exe.txt` can look like `txt.exe`.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffd}')
}

/// Cuts a name to [`MAX_NAME`] bytes and keeps its extension.
fn shortened(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let extension = match name.rsplit_once('.') {
        Some((_, extension)) if extension.len() <= 16 => format!(".{extension}"),
        _ => String::new(),
    };
    let end = name.floor_char_boundary(MAX_NAME - extension.len());
    format!("{}{extension}", &name[..end])
}

/// Reads the header; `None` if there is none or it has no type.
pub(super) fn disposition(headers: &HeaderMap) -> Option<Disposition> {
    let value = headers.get(CONTENT_DISPOSITION)?.as_bytes();
    let mut parts = split_parameters(value).into_iter();
    let kind = parts.next()?.trim_ascii().to_vec();
    if kind.is_empty() || kind.contains(&b'=') {
        return None;
    }
    let (mut plain, mut extended) = (None, None);
    for part in parts {
        let Some(at) = memchr::memchr(b'=', part) else {
            continue;
        };
        let (name, value) = (part[..at].trim_ascii(), part[at + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"filename") && plain.is_none() {
            plain = Some(text(&unquoted(value)));
        } else if name.eq_ignore_ascii_case(b"filename*") && extended.is_none() {
            extended = extended_value(&unquoted(value));
        }
    }
    Some(Disposition {
        attachment: !kind.eq_ignore_ascii_case(b"inline"),
        file_name: extended.or(plain),
    })
}

/// Splits at semicolons outside quotes.
fn split_parameters(value: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, &byte) in value.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => {
                parts.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts
}

fn unquoted(value: &[u8]) -> Vec<u8> {
    let Some(inside) = value.strip_prefix(b"\"") else {
        return value.to_vec();
    };
    let inside = inside.strip_suffix(b"\"").unwrap_or(inside);
    let (mut out, mut escaped) = (Vec::with_capacity(inside.len()), false);
    for &byte in inside {
        if byte == b'\\' && !escaped {
            escaped = true;
        } else {
            out.push(byte);
            escaped = false;
        }
    }
    out
}

/// Bytes of a header as text: UTF-8 where it is that, else windows-1252.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

/// `UTF-8'en'na%C3%AFve.txt` (RFC 8187).
fn extended_value(value: &[u8]) -> Option<String> {
    let mut parts = value.splitn(3, |&b| b == b'\'');
    let (charset, _language, encoded) = (parts.next()?, parts.next()?, parts.next()?);
    let encoding = Encoding::for_label(charset)?;
    let bytes: Vec<u8> = percent_decode(encoded).collect();
    let (text, damaged) = encoding.decode_without_bom_handling(&bytes);
    (!damaged).then(|| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use reqwest::header::HeaderValue;

    fn headers(disposition: &[u8]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(
            CONTENT_DISPOSITION,
            HeaderValue::from_bytes(disposition).unwrap(),
        );
        headers
    }

    #[test]
    fn dispositions() {
        type Row = (&'static [u8], Option<(bool, Option<&'static str>)>);
        let rows: &[Row] = &[
            (b"attachment", Some((true, None))),
            (b"inline; filename=a.txt", Some((false, Some("a.txt")))),
            (
                b"ATTACHMENT; FileName=\"a b;c.txt\"",
                Some((true, Some("a b;c.txt"))),
            ),
            (
                b"attachment; filename=\"a\\\"b.txt\"",
                Some((true, Some("a\"b.txt"))),
            ),
            (
                b"attachment; filename=\"x\"; filename*=UTF-8''na%C3%AFve.txt",
                Some((true, Some("na\u{ef}ve.txt"))),
            ),
            (
                b"attachment; filename*=iso-8859-1'en'%A3.txt; filename=x",
                Some((true, Some("\u{a3}.txt"))),
            ),
            (
                b"attachment; filename=x; filename*=klingon''y",
                Some((true, Some("x"))),
            ),
            (
                b"attachment; filename=\"caf\xE9\"",
                Some((true, Some("caf\u{e9}"))),
            ),
            (b"odd; filename=a", Some((true, Some("a")))),
            (b"filename=a", None),
            (b"", None),
        ];
        for (value, expected) in rows {
            let found = disposition(&headers(value)).map(|d| (d.attachment, d.file_name));
            let expected = expected.map(|(attachment, name)| (attachment, name.map(str::to_owned)));
            assert_eq!(found, expected, "{}", value.escape_ascii());
        }
    }

    #[test]
    fn safe_names() {
        let rows = [
            ("a.txt", "a.txt"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("/abs", "abs"),
            (".bashrc", "bashrc"),
            ("..", ""),
            ("a\0b\n.txt", "ab.txt"),
            ("CON.txt", "_CON.txt"),
            ("aux", "_aux"),
            ("-rf", "_-rf"),
            ("a:b*c?.txt", "a_b_c_.txt"),
            ("evil\u{202e}txt.exe", "eviltxt.exe"),
            ("trailing. ", "trailing"),
        ];
        for (name, expected) in rows {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        let long = safe(&format!("{}.tar.gz", "\u{e9}".repeat(300)));
        assert!(
            long.len() <= MAX_NAME && long.rsplit('.').next() == Some("gz"),
            "{long}"
        );
        assert_eq!(numbered("a.txt", 2), "a (2).txt");
        assert_eq!(numbered("a", 1), "a (1)");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn any_name_stays_in_its_folder(name in "\\PC{0,300}|[./\\\\\\x00-\\x20a-z]{0,40}") {
            let name = safe(&name);
            prop_assert!(name.len() <= MAX_NAME + 1);
            prop_assert!(!name.contains(['/', '\\', '\0']) && !name.starts_with(['.', '-']));
        }
        #[test]
        fn any_header_is_read(value in proptest::collection::vec(0x20_u8..=0xFF, 0..80)) {
            if let Ok(value) = HeaderValue::from_bytes(&value) {
                let mut headers = HeaderMap::new();
                headers.insert(CONTENT_DISPOSITION, value);
                disposition(&headers);
            }
        }
    }
}

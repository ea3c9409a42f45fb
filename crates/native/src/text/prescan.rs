//! The "prescan a byte stream to determine its encoding" algorithm of the HTML standard: finds `<meta charset>` in the first bytes
//! without parsing the document.

use encoding_rs::Encoding;

use super::decode::as_stated_in_ascii;

/// How many bytes are looked at.
const PRESCAN_BYTES: usize = 1024;

/// The encoding the document states in a `meta` element, or by the UTF-16 shape of an XML declaration.
pub(super) fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    // The standard's first step: an XML declaration in UTF-16 without a byte order mark.
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(encoding_rs::UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(encoding_rs::UTF_16BE);
    }
    Scanner {
        bytes: &bytes[..bytes.len().min(PRESCAN_BYTES)],
        at: 0,
    }
    .run()
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Whether a `http-equiv`/`content` pair is needed for a charset found in `content`.
#[derive(Clone, Copy, PartialEq)]
enum NeedPragma {
    Undecided,
    No,
    Yes,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn starts_with(&self, lower_case: &[u8]) -> bool {
        self.rest()
            .get(..lower_case.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(lower_case))
    }

    fn run(mut self) -> Option<&'static Encoding> {
        while let Some(byte) = self.peek() {
            if byte != b'<' {
                self.at += 1;
            } else if self.starts_with(b"<!--") {
                // The two dashes of the opening may be those of the end: `<!-->` is a whole comment.
                self.at += 2;
                self.at += memchr::memmem::find(self.rest(), b"-->")? + 3;
            } else if self.is_meta() {
                self.at += b"<meta".len();
                let found = self.meta();
                // The standard gives up when the bytes end inside the element.
                self.peek()?;
                if found.is_some() {
                    return found;
                }
            } else if self.is_tag() {
                self.skip_tag();
            } else if matches!(self.bytes.get(self.at + 1), Some(b'!' | b'/' | b'?')) {
                self.at += memchr::memchr(b'>', self.rest())? + 1;
            } else {
                self.at += 1;
            }
        }
        None
    }

    fn is_meta(&self) -> bool {
        self.starts_with(b"<meta")
            && self
                .bytes
                .get(self.at + 5)
                .is_some_and(|&b| is_space(b) || b == b'/')
    }

    fn is_tag(&self) -> bool {
        match self.bytes.get(self.at + 1) {
            Some(b'/') => self
                .bytes
                .get(self.at + 2)
                .is_some_and(u8::is_ascii_alphabetic),
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        }
    }

    fn skip_tag(&mut self) {
        while self.peek().is_some_and(|b| !is_space(b) && b != b'>') {
            self.at += 1;
        }
        while self.attribute().is_some() {}
        // `attribute` leaves the `>`; the caller's next step passes it.
    }

    /// The attributes of one `meta` element, after its name.
    fn meta(&mut self) -> Option<&'static Encoding> {
        let (mut seen_name, mut seen_content, mut seen_charset) = (false, false, false);
        let mut got_pragma = false;
        let mut need_pragma = NeedPragma::Undecided;
        let mut charset = None;
        while let Some((name, value)) = self.attribute() {
            match name.as_slice() {
                b"http-equiv" if !seen_name => {
                    seen_name = true;
                    got_pragma = value == b"content-type";
                }
                b"content" if !seen_content => {
                    seen_content = true;
                    if charset.is_none() {
                        charset = from_content(&value);
                        if charset.is_some() {
                            need_pragma = NeedPragma::Yes;
                        }
                    }
                }
                b"charset" if !seen_charset => {
                    seen_charset = true;
                    charset = Encoding::for_label(&value);
                    need_pragma = NeedPragma::No;
                }
                _ => {}
            }
        }
        match need_pragma {
            NeedPragma::Undecided => None,
            NeedPragma::Yes if !got_pragma => None,
            _ => charset.map(as_stated_in_ascii),
        }
    }

    /// "Get an attribute": the next name and value, in lower case; `None` at the end of the tag or of the bytes.
    fn attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        while self.peek().is_some_and(|b| is_space(b) || b == b'/') {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            return None;
        }
        let mut name = Vec::new();
        loop {
            match self.peek()? {
                b'=' if !name.is_empty() => break,
                b'/' | b'>' => return Some((name, Vec::new())),
                byte if is_space(byte) => break,
                byte => name.push(byte.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        self.skip_spaces();
        if self.peek()? != b'=' {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.skip_spaces();
        let mut value = Vec::new();
        match self.peek()? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                while self.peek()? != quote {
                    value.push(self.peek()?.to_ascii_lowercase());
                    self.at += 1;
                }
                self.at += 1;
            }
            _ => {
                while self.peek().is_some_and(|b| !is_space(b) && b != b'>') {
                    value.push(self.peek()?.to_ascii_lowercase());
                    self.at += 1;
                }
                // An unquoted value that runs into the end of the bytes is no attribute.
                self.peek()?;
            }
        }
        Some((name, value))
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }
}

/// "Extracting a character encoding from a meta element": the charset in a `content` value.
fn from_content(value: &[u8]) -> Option<&'static Encoding> {
    let mut rest = value;
    loop {
        let at = memchr::memmem::find(rest, b"charset")?;
        rest = rest[at + b"charset".len()..].trim_ascii_start();
        if let Some(after) = rest.strip_prefix(b"=") {
            rest = after.trim_ascii_start();
            break;
        }
    }
    let label = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let inside = &rest[1..];
            &inside[..memchr::memchr(*quote, inside)?]
        }
        _ => {
            let end = rest
                .iter()
                .position(|&b| is_space(b) || b == b';')
                .unwrap_or(rest.len());
            &rest[..end]
        }
    };
    Encoding::for_label(label)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    #[test]
    fn finds_what_the_standard_finds() {
        let rows: &[(&[u8], Option<&str>)] = &[
            (b"<meta charset=koi8-r>", Some("KOI8-R")),
            (b"<META CHARSET = \"KOI8-R\" />", Some("KOI8-R")),
            (b"<meta charset='latin1'", None),
            (b"<meta charset=latin1", None),
            (b"<metadata charset=koi8-r>", None),
            (b"<meta/charset=koi8-r>", Some("KOI8-R")),
            (b"<meta http-equiv=content-type content='text/html; charset=shift_jis'>", Some("Shift_JIS")),
            (b"<meta content='text/html; charset=\"euc-jp\"' http-equiv=Content-Type>", Some("EUC-JP")),
            (b"<meta content='text/html; charset=euc-jp'>", None),
            (b"<meta http-equiv=refresh content='text/html; charset=euc-jp'>", None),
            (b"<meta http-equiv=content-type content='charset charset = euc-kr;x'>", Some("EUC-KR")),
            (b"<meta charset=utf-16be>", Some("UTF-8")),
            (b"<meta charset=x-user-defined>", Some("windows-1252")),
            (b"<meta charset=nonsense><meta charset=big5>", Some("Big5")),
            (b"<meta charset=koi8-r charset=big5>", Some("KOI8-R")),
            (b"<!-- <meta charset=koi8-r> --><meta charset=big5>", Some("Big5")),
            (b"<!--><meta charset=big5>", Some("Big5")),
            (b"<!-- <meta charset=koi8-r>", None),
            (b"<a title='<meta charset=koi8-r>'><meta charset=big5>", Some("Big5")),
            (b"</a title='<meta charset=koi8-r>'><meta charset=big5>", Some("Big5")),
            (b"<?php <meta charset=koi8-r> ?><meta charset=big5>", Some("Big5")),
            (b"<!doctype html><html><head><title>x</title><meta name=a content=b><meta charset=gbk>", Some("GBK")),
            (b"<\0?\0x\0m\0", Some("UTF-16LE")),
            (b"<", None),
            (b"", None),
        ];
        for (bytes, expected) in rows {
            assert_eq!(
                super::prescan(bytes).map(encoding_rs::Encoding::name),
                *expected,
                "{}",
                bytes.escape_ascii()
            );
        }
    }

    #[test]
    fn only_the_first_1024_bytes_count() {
        let mut bytes = vec![b' '; 1010];
        bytes.extend_from_slice(b"<meta charset=koi8-r>");
        assert!(super::prescan(&bytes).is_none());
    }
}

//! [`decode`]: bytes of a document to a `String`.

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::{prescan, xml_declaration};

/// Which rules a document's own statement of its encoding follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// HTML: `<meta charset>`.
    Html,
    /// XML, XHTML and SVG: the XML declaration, and UTF-8 without one.
    Xml,
    /// JSON: UTF-8 unless a byte order mark or the header says otherwise.
    Json,
    /// Plain text: nothing in the document can say it.
    Plain,
}

impl TextKind {
    /// The rules for a kind of content; plain text for anything that is not markup or JSON.
    pub fn of(kind: &crate::net::ContentKind) -> TextKind {
        use crate::net::ContentKind as K;
        match kind {
            K::Html => TextKind::Html,
            K::Xhtml | K::Xml | K::Svg => TextKind::Xml,
            K::Json => TextKind::Json,
            _ => TextKind::Plain,
        }
    }
}

/// What decided the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncodingSource {
    /// A byte order mark.
    ByteOrderMark,
    /// The charset parameter of the HTTP `Content-Type` header.
    Header,
    /// A `meta` element in the first 1024 bytes.
    Meta,
    /// The XML declaration.
    XmlDeclaration,
    /// A guess from the bytes.
    Guess,
    /// What the format says when nothing else does.
    Default,
}

impl fmt::Display for EncodingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EncodingSource::ByteOrderMark => "byte order mark",
            EncodingSource::Header => "Content-Type header",
            EncodingSource::Meta => "meta element",
            EncodingSource::XmlDeclaration => "XML declaration",
            EncodingSource::Guess => "guess",
            EncodingSource::Default => "default",
        })
    }
}

/// A decoded document.
#[derive(Debug, Clone)]
pub struct Decoded {
    /// The text, without byte order mark; what could not be decoded is U+FFFD.
    pub text: String,
    /// The encoding used. Its `name()` is what `document.characterSet` shows.
    pub encoding: &'static Encoding,
    /// What decided it.
    pub source: EncodingSource,
    /// What the user should be told, as sentences without a final period.
    pub notes: Vec<String>,
}

/// Decodes `bytes`.
///
/// `charset` is the charset parameter of the HTTP header, if there was one; `host` is the host the document came from, whose
/// top-level domain helps a guess. Never fails: what no encoding fits is replaced and noted.
///
/// Bytes that are already UTF-8 become the text without being copied.
pub fn decode(
    bytes: Vec<u8>,
    kind: TextKind,
    charset: Option<&str>,
    host: Option<&str>,
) -> Decoded {
    let mut notes = Vec::new();
    let (encoding, source, bom_length) = choose(&bytes, kind, charset, host, &mut notes);
    let (text, damaged) = convert(bytes, encoding, bom_length);
    if damaged {
        let said_by = match source {
            EncodingSource::Guess | EncodingSource::Default => String::new(),
            _ => format!(", named by the {source}"),
        };
        notes.push(format!(
            "parts of the text are not valid {}{said_by}; they are shown as U+FFFD",
            encoding.name()
        ));
    }
    Decoded {
        text,
        encoding,
        source,
        notes,
    }
}

/// The encoding, what decided it, and the length of the byte order mark to skip.
fn choose(
    bytes: &[u8],
    kind: TextKind,
    charset: Option<&str>,
    host: Option<&str>,
    notes: &mut Vec<String>,
) -> (&'static Encoding, EncodingSource, usize) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (encoding, EncodingSource::ByteOrderMark, length);
    }
    if let Some(label) = charset {
        match Encoding::for_label(label.as_bytes()) {
            Some(encoding) => return (encoding, EncodingSource::Header, 0),
            None => notes.push(format!(
                "the server names a charset that does not exist: {}",
                clip(label)
            )),
        }
    }
    match kind {
        TextKind::Html => {
            if let Some(encoding) = prescan::prescan(bytes) {
                return (encoding, EncodingSource::Meta, 0);
            }
            if let Some(encoding) = xml_declaration::encoding(bytes) {
                return (encoding, EncodingSource::XmlDeclaration, 0);
            }
        }
        TextKind::Xml => {
            return match xml_declaration::encoding(bytes) {
                Some(encoding) => (encoding, EncodingSource::XmlDeclaration, 0),
                None => (UTF_8, EncodingSource::Default, 0),
            };
        }
        TextKind::Json => return (UTF_8, EncodingSource::Default, 0),
        TextKind::Plain => {}
    }
    (guess(bytes, host), EncodingSource::Guess, 0)
}

/// Most bytes a guess looks at. Enough for any script to show itself; guessing costs several times what decoding does.
const GUESS_BYTES: usize = 256 * 1024;

fn guess(bytes: &[u8], host: Option<&str>) -> &'static Encoding {
    // Valid UTF-8 with any non-ASCII in it is UTF-8 by all odds. The standard discourages this guess in browsers only because pages
    // would come to rely on it; a reader of pages has nothing to lose.
    // A document that breaks off inside a character is no less UTF-8, if other characters show that it is.
    let looks_like_utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    };
    if looks_like_utf8 {
        return UTF_8;
    }
    let sample = &bytes[..bytes.len().min(GUESS_BYTES)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == bytes.len());
    detector.guess(host.and_then(top_level_domain), Utf8Detection::Allow)
}

/// The last label of a host name, in the form the detector demands (it panics on anything but lower-case ASCII).
fn top_level_domain(host: &str) -> Option<&[u8]> {
    let label = host.trim_end_matches('.').rsplit('.').next()?;
    let usable = !label.is_empty()
        && label
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !label.bytes().all(|b| b.is_ascii_digit());
    usable.then_some(label.as_bytes())
}

/// Decodes and says whether anything had to be replaced.
fn convert(mut bytes: Vec<u8>, encoding: &'static Encoding, skip: usize) -> (String, bool) {
    if encoding == UTF_8 {
        bytes.drain(..skip);
        return match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => {
                let (text, damaged) = UTF_8.decode_without_bom_handling(error.as_bytes());
                (text.into_owned(), damaged)
            }
        };
    }
    let input = bytes.get(skip..).unwrap_or_default();
    // ASCII means the same in these encodings: no need to copy.
    if encoding.is_ascii_compatible() && input.is_ascii() && skip == 0 {
        return match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
        };
    }
    let (text, damaged) = encoding.decode_without_bom_handling(input);
    (text.into_owned(), damaged)
}

/// A charset label from outside, short and printable.
fn clip(label: &str) -> String {
    label.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// The HTML standard's change of an encoding that a document states in ASCII bytes: such a document cannot be in UTF-16, and
/// `x-user-defined` there means windows-1252.
pub(super) fn as_stated_in_ascii(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == encoding_rs::X_USER_DEFINED {
        encoding_rs::WINDOWS_1252
    } else {
        encoding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(
        bytes: &[u8],
        kind: TextKind,
        charset: Option<&str>,
        host: Option<&str>,
        expected: (&str, &str, EncodingSource),
    ) {
        let decoded = decode(bytes.to_vec(), kind, charset, host);
        assert_eq!(
            (
                decoded.text.as_str(),
                decoded.encoding.name(),
                decoded.source
            ),
            expected,
            "{:?}",
            decoded.notes
        );
    }

    #[test]
    fn order_of_the_standard() {
        use EncodingSource::{ByteOrderMark, Default, Guess, Header, Meta, XmlDeclaration};
        use TextKind::{Html, Json, Plain, Xml};
        type Row = (
            &'static [u8],
            TextKind,
            Option<&'static str>,
            (&'static str, &'static str, EncodingSource),
        );
        let rows: &[Row] = &[
            (
                b"\xEF\xBB\xBFh\xC3\xA9",
                Html,
                Some("windows-1252"),
                ("h\u{e9}", "UTF-8", ByteOrderMark),
            ),
            (
                b"\xFF\xFEa\0b\0",
                Html,
                None,
                ("ab", "UTF-16LE", ByteOrderMark),
            ),
            (
                b"\xFE\xFF\0a",
                Plain,
                None,
                ("a", "UTF-16BE", ByteOrderMark),
            ),
            (
                b"h\xE9",
                Html,
                Some("latin1"),
                ("h\u{e9}", "windows-1252", Header),
            ),
            (
                b"<meta charset=koi8-r>\xC1",
                Html,
                Some("utf-8"),
                ("<meta charset=koi8-r>\u{fffd}", "UTF-8", Header),
            ),
            (
                b"<meta charset=koi8-r>\xC1",
                Html,
                None,
                ("<meta charset=koi8-r>\u{430}", "KOI8-R", Meta),
            ),
            (
                b"<meta charset=koi8-r>\xC1",
                Html,
                Some("no-such"),
                ("<meta charset=koi8-r>\u{430}", "KOI8-R", Meta),
            ),
            (
                b"<meta charset=utf-16>\xC3\xA9",
                Html,
                None,
                ("<meta charset=utf-16>\u{e9}", "UTF-8", Meta),
            ),
            (
                b"<?xml version='1.0' encoding='koi8-r'?>\xC1",
                Xml,
                None,
                (
                    "<?xml version='1.0' encoding='koi8-r'?>\u{430}",
                    "KOI8-R",
                    XmlDeclaration,
                ),
            ),
            (
                b"<a>\xC3\xA9</a>",
                Xml,
                None,
                ("<a>\u{e9}</a>", "UTF-8", Default),
            ),
            (
                b"\"\xC3\xA9\"",
                Json,
                None,
                ("\"\u{e9}\"", "UTF-8", Default),
            ),
            (b"h\xC3\xA9", Html, None, ("h\u{e9}", "UTF-8", Guess)),
            (b"", Plain, None, ("", "UTF-8", Guess)),
        ];
        for (bytes, kind, charset, expected) in rows {
            check(bytes, *kind, *charset, None, *expected);
        }
    }

    #[test]
    fn guesses_by_bytes_and_domain() {
        let text = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}! \u{42d}\u{442}\u{43e} \u{43f}\u{440}\u{43e}\u{432}\u{435}\u{440}\u{43a}\u{430}.";
        let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(text);
        check(
            &bytes,
            TextKind::Plain,
            None,
            Some("example.ru"),
            (text, "windows-1251", EncodingSource::Guess),
        );
        let text =
            "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{30c6}\u{30b9}\u{30c8}\u{3067}\u{3059}\u{3002}";
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(text);
        check(
            &bytes,
            TextKind::Html,
            None,
            Some("example.jp"),
            (text, "Shift_JIS", EncodingSource::Guess),
        );
    }

    #[test]
    fn a_cut_character_does_not_change_the_guess() {
        check(
            b"caf\xC3\xA9 caf\xC3",
            TextKind::Html,
            None,
            None,
            ("caf\u{e9} caf\u{fffd}", "UTF-8", EncodingSource::Guess),
        );
        check(
            b"caf\xE9",
            TextKind::Html,
            None,
            None,
            ("caf\u{e9}", "windows-1252", EncodingSource::Guess),
        );
    }

    #[test]
    fn a_wrong_charset_is_noted() {
        let decoded = decode(b"caf\xE9".to_vec(), TextKind::Html, Some("utf-8"), None);
        assert_eq!(decoded.text, "caf\u{fffd}");
        assert_eq!(
            decoded.notes,
            [
                "parts of the text are not valid UTF-8, named by the Content-Type header; they are shown as U+FFFD"
            ]
        );
        let decoded = decode(b"a".to_vec(), TextKind::Html, Some("klingon\u{7}"), None);
        assert_eq!(
            decoded.notes,
            ["the server names a charset that does not exist: klingon"]
        );
    }

    #[test]
    fn utf8_is_not_copied() {
        let bytes = "h\u{e9}llo".repeat(100).into_bytes();
        let before = bytes.as_ptr();
        let decoded = decode(bytes, TextKind::Html, None, None);
        assert_eq!(decoded.text.as_ptr(), before);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn any_bytes_decode(bytes in proptest::collection::vec(any::<u8>(), 0..2000), label in "\\PC{0,12}", host in "\\PC{0,20}") {
            for kind in [TextKind::Html, TextKind::Xml, TextKind::Json, TextKind::Plain] {
                decode(bytes.clone(), kind, Some(&label), Some(&host));
                decode(bytes.clone(), kind, None, Some(&host));
            }
        }
    }
}

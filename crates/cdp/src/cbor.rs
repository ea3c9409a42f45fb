//! The browser's binary form of messages, to and from JSON.
//!
//! It is CBOR (RFC 8949) of one dialect, which general readers do not follow: every map and array stands in an
//! *envelope*, a byte string with tag 24 whose length lets a reader skip it; maps and arrays are of indefinite length;
//! a byte string is text in UTF-16, or, with tag 22, bytes that JSON shows in base64. Making JSON of it here costs a
//! fraction of what the browser saves by not writing JSON, and leaves one form for everything above.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Number;

/// Tag 24, then a byte string whose length takes four bytes.
const ENVELOPE: [u8; 3] = [0xd8, 0x18, 0x5a];
const ENVELOPE_HEAD: usize = 7;

const MAP: u8 = 0xbf;
const ARRAY: u8 = 0x9f;
const STOP: u8 = 0xff;
const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;
const DOUBLE: u8 = 0xfb;
/// The tag of bytes that are to be base64.
const BASE64: u8 = 0xd6;

/// The major types that are read, in the upper three bits of a first byte.
const UNSIGNED: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;

/// In the lower five bits of a first byte: a smaller number stands there itself, others in so many bytes after it.
const ONE_BYTE: u8 = 24;
const TWO_BYTES: u8 = 25;
const FOUR_BYTES: u8 = 26;
const EIGHT_BYTES: u8 = 27;

/// Numbers up to here are the same as a double and as an integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The bytes do not begin with an envelope.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoEnvelope;

/// The bytes are not of the dialect.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// The length of the message at the front, its head included; `None` if that is not here yet.
pub(crate) fn envelope_length(bytes: &[u8]) -> Result<Option<usize>, NoEnvelope> {
    let seen = bytes.len().min(ENVELOPE.len());
    if bytes.get(..seen) != ENVELOPE.get(..seen) {
        return Err(NoEnvelope);
    }
    let length = bytes
        .get(ENVELOPE.len()..ENVELOPE_HEAD)
        .and_then(|length| <[u8; 4]>::try_from(length).ok());
    Ok(length.map(|length| u32::from_be_bytes(length) as usize + ENVELOPE_HEAD))
}

/// How the JSON of a message would begin, as far as that is a number: enough to know which request a message answers
/// that is too large to be read. Empty for events.
pub(crate) fn json_head(bytes: &[u8]) -> Vec<u8> {
    let mut reader = Reader { bytes, at: 0 };
    let begins = reader.skip_envelope() && reader.byte() == Ok(MAP);
    if begins
        && reader.key_is(b"id")
        && let Ok(first) = reader.byte()
        && first >> 5 == UNSIGNED
        && let Ok(id) = reader.length(first)
    {
        return format!("{{\"id\":{id},").into_bytes();
    }
    Vec::new()
}

/// What a reader is in the middle of.
enum Container {
    Array {
        is_empty: bool,
    },
    /// Before a key.
    Map {
        is_empty: bool,
    },
    /// After a key.
    Value,
}

/// The message as JSON. Nothing recurses: a message may be as deep as it likes.
pub(crate) fn to_json(bytes: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut reader = Reader { bytes, at: 0 };
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 4);
    let mut stack: Vec<Container> = Vec::new();
    loop {
        reader.skip_envelope();
        let first = reader.byte()?;
        if first == STOP {
            out.push(match stack.pop() {
                Some(Container::Array { .. }) => b']',
                Some(Container::Map { .. }) => b'}',
                Some(Container::Value) | None => return Err(Malformed),
            });
        } else {
            match stack.last_mut() {
                Some(Container::Array { is_empty }) => separate(is_empty, &mut out),
                Some(top @ Container::Map { .. }) => {
                    if let Container::Map { is_empty } = top {
                        separate(is_empty, &mut out);
                    }
                    *top = Container::Value;
                    reader.string(first, &mut out)?;
                    out.push(b':');
                    continue;
                }
                Some(top @ Container::Value) => *top = Container::Map { is_empty: false },
                None => {}
            }
            match first {
                MAP => {
                    out.push(b'{');
                    stack.push(Container::Map { is_empty: true });
                    continue;
                }
                ARRAY => {
                    out.push(b'[');
                    stack.push(Container::Array { is_empty: true });
                    continue;
                }
                _ => reader.scalar(first, &mut out)?,
            }
        }
        if stack.is_empty() {
            return if reader.at == bytes.len() {
                Ok(out)
            } else {
                Err(Malformed)
            };
        }
    }
}

fn separate(is_empty: &mut bool, out: &mut Vec<u8>) {
    if !std::mem::replace(is_empty, false) {
        out.push(b',');
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = self.bytes.get(self.at).copied().ok_or(Malformed)?;
        self.at += 1;
        Ok(byte)
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], Malformed> {
        let end = usize::try_from(length)
            .ok()
            .and_then(|length| self.at.checked_add(length))
            .ok_or(Malformed)?;
        let taken = self.bytes.get(self.at..end).ok_or(Malformed)?;
        self.at = end;
        Ok(taken)
    }

    /// Steps over the head of an envelope, if one is here. Its length is not needed: what it holds ends by itself.
    fn skip_envelope(&mut self) -> bool {
        let is_here = self.bytes.get(self.at..self.at + ENVELOPE.len()) == Some(&ENVELOPE);
        if is_here {
            self.at += ENVELOPE_HEAD;
        }
        is_here
    }

    fn key_is(&mut self, key: &[u8]) -> bool {
        let Ok(first) = self.byte() else { return false };
        first >> 5 == TEXT && self.length(first).and_then(|length| self.take(length)) == Ok(key)
    }

    /// The number that belongs to a first byte: a length, or the value of an integer.
    fn length(&mut self, first: u8) -> Result<u64, Malformed> {
        let more = match first & 0x1f {
            value @ 0..ONE_BYTE => return Ok(u64::from(value)),
            ONE_BYTE => 1,
            TWO_BYTES => 2,
            FOUR_BYTES => 4,
            EIGHT_BYTES => 8,
            _ => return Err(Malformed),
        };
        Ok(self
            .take(more)?
            .iter()
            .fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn string(&mut self, first: u8, out: &mut Vec<u8>) -> Result<(), Malformed> {
        let length = self.length(first)?;
        let bytes = self.take(length)?;
        match first >> 5 {
            TEXT => write_string(&String::from_utf8_lossy(bytes), out),
            BYTES => {
                let units = bytes
                    .chunks_exact(2)
                    .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
                let text: String = char::decode_utf16(units)
                    .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                write_string(&text, out);
            }
            _ => return Err(Malformed),
        }
        Ok(())
    }

    fn scalar(&mut self, first: u8, out: &mut Vec<u8>) -> Result<(), Malformed> {
        match first {
            FALSE => out.extend_from_slice(b"false"),
            TRUE => out.extend_from_slice(b"true"),
            NULL => out.extend_from_slice(b"null"),
            DOUBLE => {
                let bits = self
                    .take(8)?
                    .iter()
                    .fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                write_double(f64::from_bits(bits), out);
            }
            BASE64 => {
                let first = self.byte()?;
                if first >> 5 != BYTES {
                    return Err(Malformed);
                }
                let length = self.length(first)?;
                let text = STANDARD.encode(self.take(length)?);
                out.push(b'"');
                out.extend_from_slice(text.as_bytes());
                out.push(b'"');
            }
            _ => match first >> 5 {
                UNSIGNED => out.extend_from_slice(self.length(first)?.to_string().as_bytes()),
                NEGATIVE => {
                    let value = -1 - i128::from(self.length(first)?);
                    out.extend_from_slice(value.to_string().as_bytes());
                }
                BYTES | TEXT => self.string(first, out)?,
                _ => return Err(Malformed),
            },
        }
        Ok(())
    }
}

/// As the browser's own JSON has it: whole numbers without a fraction, and null for what JSON cannot say.
fn write_double(value: f64, out: &mut Vec<u8>) {
    let text = if value.fract() == 0.0 && value.abs() < EXACT {
        (value as i64).to_string()
    } else {
        Number::from_f64(value).map_or_else(|| "null".to_owned(), |number| number.to_string())
    };
    out.extend_from_slice(text.as_bytes());
}

fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut written = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let plain = byte >= 0x20 && byte != b'"' && byte != b'\\';
        if plain {
            continue;
        }
        out.extend_from_slice(bytes.get(written..at).unwrap_or_default());
        written = at + 1;
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            _ => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
        }
    }
    out.extend_from_slice(bytes.get(written..).unwrap_or_default());
    out.push(b'"');
}

/// Adds a message to `out`, made of JSON that was written here and so is valid.
pub(crate) fn from_json(json: &[u8], out: &mut Vec<u8>) {
    // Where the envelopes that are open begin: their lengths are known when they end.
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        match byte {
            b'{' | b'[' => {
                open.push(out.len());
                out.extend_from_slice(&ENVELOPE);
                out.extend_from_slice(&[0; 4]);
                out.push(if byte == b'{' { MAP } else { ARRAY });
                at += 1;
            }
            b'}' | b']' => {
                out.push(STOP);
                if let Some(start) = open.pop() {
                    let length =
                        u32::try_from(out.len() - start - ENVELOPE_HEAD).unwrap_or(u32::MAX);
                    if let Some(place) = out.get_mut(start + ENVELOPE.len()..start + ENVELOPE_HEAD)
                    {
                        place.copy_from_slice(&length.to_be_bytes());
                    }
                }
                at += 1;
            }
            b'"' => {
                let end = string_end(json, at);
                let token = json.get(at..end).unwrap_or_default();
                let text: std::borrow::Cow<'_, str> =
                    match token.get(1..token.len().saturating_sub(1)) {
                        Some(inside) if !inside.contains(&b'\\') => String::from_utf8_lossy(inside),
                        _ => serde_json::from_slice::<String>(token)
                            .unwrap_or_default()
                            .into(),
                    };
                write_head(TEXT, text.len() as u64, out);
                out.extend_from_slice(text.as_bytes());
                at = end;
            }
            b't' => at += write_word(TRUE, "true", out),
            b'f' => at += write_word(FALSE, "false", out),
            b'n' => at += write_word(NULL, "null", out),
            b'-' | b'0'..=b'9' => {
                let rest = json.get(at..).unwrap_or_default();
                let length = rest.iter().position(|byte| {
                    !matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')
                });
                let token = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
                write_number(std::str::from_utf8(token).unwrap_or_default(), out);
                at += token.len();
            }
            // Commas, colons and blanks: what they separate says enough.
            _ => at += 1,
        }
    }
}

/// The place after the string that begins at `start`.
fn string_end(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(offset) = json
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        at += offset;
        if json.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    json.len()
}

fn write_word(value: u8, word: &str, out: &mut Vec<u8>) -> usize {
    out.push(value);
    word.len()
}

/// The browser's integers have 32 bits; what does not fit is a double.
fn write_number(token: &str, out: &mut Vec<u8>) {
    if let Ok(value) = token.parse::<i32>() {
        match u64::try_from(value) {
            Ok(value) => write_head(UNSIGNED, value, out),
            Err(_) => write_head(NEGATIVE, (-1 - i64::from(value)).unsigned_abs(), out),
        }
    } else {
        out.push(DOUBLE);
        out.extend_from_slice(&token.parse::<f64>().unwrap_or_default().to_be_bytes());
    }
}

fn write_head(major: u8, value: u64, out: &mut Vec<u8>) {
    let major = major << 5;
    if let Ok(byte) = u8::try_from(value) {
        if byte < ONE_BYTE {
            out.push(major | byte);
        } else {
            out.extend_from_slice(&[major | ONE_BYTE, byte]);
        }
    } else if let Ok(value) = u16::try_from(value) {
        out.push(major | TWO_BYTES);
        out.extend_from_slice(&value.to_be_bytes());
    } else {
        out.push(major | FOUR_BYTES);
        out.extend_from_slice(&u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{Malformed, NoEnvelope, envelope_length, from_json, json_head, to_json};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn encoded(json: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        from_json(json, &mut out);
        out
    }

    #[test]
    fn what_chromium_writes() {
        // {"id":1,"error":{"code":-32600,…}}, taken from Chromium 156.
        let refusal = b"\xd8\x18Z\x00\x00\x00P\xbfbid\x01eerror\xd8\x18Z\x00\x00\x00=\xbfdcode9\x7fWgmessagex)Message may have object 'params' property\xff\xff";
        let json = to_json(refusal).unwrap();
        assert_eq!(json, br#"{"id":1,"error":{"code":-32600,"message":"Message may have object 'params' property"}}"#);
        assert_eq!(envelope_length(refusal), Ok(Some(refusal.len())));
        assert_eq!(json_head(refusal), b"{\"id\":1,");
    }

    #[test]
    fn scalars_of_the_dialect() {
        for (cbor, expected) in [
            (&b"\x44a\x00b\x00"[..], &b"\"ab\""[..]),
            (b"\x44\x3d\xd8\x00\xde", "\"\u{1f600}\"".as_bytes()),
            (b"\x42\x3d\xd8", "\"\u{fffd}\"".as_bytes()),
            (b"\x43a\x00b", b"\"a\""),
            (b"\xd6\x43abc", b"\"YWJj\""),
            (b"\xfb\x40\x14\x00\x00\x00\x00\x00\x00", b"5"),
            (b"\xfb\x3f\xe0\x00\x00\x00\x00\x00\x00", b"0.5"),
            (b"\xfb\x7f\xf8\x00\x00\x00\x00\x00\x00", b"null"),
            (
                b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff",
                b"18446744073709551615",
            ),
            (
                b"\x3b\xff\xff\xff\xff\xff\xff\xff\xff",
                b"-18446744073709551616",
            ),
            (b"\x63\"\\\n", b"\"\\\"\\\\\\n\""),
            (b"\x61\x01", b"\"\\u0001\""),
        ] {
            assert_eq!(to_json(cbor).as_deref(), Ok(expected), "{cbor:x?}");
        }
    }

    #[test]
    fn what_is_malformed_is_refused() {
        for bytes in [
            &b""[..],
            b"\xbf",
            b"\xff",
            b"\xbf\x61a\xff",
            b"\xbf\x01\x01\xff",
            b"\x78\x05ab",
            b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x01\x01",
            b"\xd6\x61a",
            b"\x1f",
        ] {
            assert_eq!(to_json(bytes), Err(Malformed), "{bytes:x?}");
        }
        assert_eq!(envelope_length(b"{\"id\""), Err(NoEnvelope));
        assert_eq!(envelope_length(b"\xd8\x18"), Ok(None));
        assert_eq!(json_head(b"\xd8\x18Z\x00\x00\x00P\xbffmethod"), b"");
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = [vec![b'['; 200_000], vec![b']'; 200_000]].concat();
        assert_eq!(to_json(&encoded(&deep)).unwrap(), deep);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            // Few enough digits that serde_json reads them back exactly; whole ones lose their fraction.
            any::<i32>()
                .prop_filter("whole", |number| number % 8 != 0)
                .prop_map(|number| Value::from(f64::from(number) / 8.0)),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..8)
                    .prop_map(|map| json!(map)),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn there_and_back(value in any_json()) {
            for json in [serde_json::to_vec(&value).unwrap(), serde_json::to_vec_pretty(&value).unwrap()] {
                let back = to_json(&encoded(&json)).unwrap();
                prop_assert_eq!(serde_json::from_slice::<Value>(&back).unwrap(), value.clone());
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(json) = to_json(&bytes) {
                prop_assert!(serde_json::from_slice::<serde::de::IgnoredAny>(&json).is_ok());
            }
            let _ = (envelope_length(&bytes), json_head(&bytes));
        }
    }
}

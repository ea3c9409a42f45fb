//! One message: how a request is written, and what is read of an incoming message before anyone wants its content.

use std::borrow::Cow;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, ErrorKind, Method};

/// Requests are numbered within 31 bits: the browser keeps the number as a signed 32-bit integer.
pub(crate) const ID_MASK: u64 = 0x7fff_ffff;

#[derive(Serialize)]
struct Request<'a, P: ?Sized> {
    id: u64,
    method: &'a str,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    params: &'a P,
}

/// A request as JSON.
pub(crate) fn request<P: Serialize + ?Sized>(
    id: u64,
    method: &Method,
    session: Option<&str>,
    params: &P,
) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(&Request {
        id,
        method,
        session,
        params,
    })
    .map_err(|_| {
        Error::of(
            ErrorKind::Encode,
            method,
            "the parameters cannot be written as JSON (a map with keys that are no strings?)",
        )
    })
}

/// An incoming message, its content still unread. Borrows from the frame.
#[derive(Deserialize)]
pub(crate) struct Envelope<'a> {
    pub(crate) id: Option<u64>,
    #[serde(borrow)]
    pub(crate) method: Option<&'a str>,
    #[serde(borrow, rename = "sessionId")]
    pub(crate) session: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) result: Option<&'a RawValue>,
    pub(crate) error: Option<Refusal>,
}

/// The browser's error for a request.
#[derive(Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
    #[serde(default)]
    data: Option<Box<RawValue>>,
}

/// The code for a session that is not there.
const NO_SESSION: i64 = -32001;

impl Refusal {
    /// The error for the caller. Some refusals are known by other names.
    pub(crate) fn into_error(self, method: &Method) -> Error {
        if self.code == NO_SESSION {
            return Error::detached(method);
        }
        if self.message == "Target crashed" {
            return Error::crashed(method);
        }
        let mut message = self.message;
        if let Some(Ok(data)) = self
            .data
            .map(|data| serde_json::from_str::<String>(data.get()))
        {
            message = format!("{message}: {data}");
        }
        Error::of(ErrorKind::Protocol { code: self.code }, method, message)
    }
}

/// Makes a frame that pages had a hand in readable: bytes that are no UTF-8 and escapes of half a surrogate pair (a
/// page's text may hold either, JSON parsers refuse both) become U+FFFD. Nearly always there is nothing to do, and
/// nothing is copied.
pub(crate) fn repaired(frame: Bytes) -> Bytes {
    let frame = match String::from_utf8_lossy(&frame) {
        Cow::Borrowed(_) => frame,
        Cow::Owned(text) => text.into(),
    };
    let surrogates = memchr::memmem::find(&frame, b"\\ud").is_some()
        || memchr::memmem::find(&frame, b"\\uD").is_some();
    if surrogates {
        pair_surrogates(&frame).map_or(frame, Bytes::from)
    } else {
        frame
    }
}

/// The text with each unpaired `\uD…` replaced, or `None` if all are paired.
fn pair_surrogates(frame: &[u8]) -> Option<Vec<u8>> {
    let mut out: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(offset) = memchr::memchr(b'\\', frame.get(at..)?) {
        let start = at + offset;
        let Some(unit) = escape_at(frame, start) else {
            // Another escape: two characters, so that the second backslash of `\\ud800` starts nothing.
            at = (start + 2).min(frame.len());
            continue;
        };
        let is_high = (0xd800..0xdc00).contains(&unit);
        let is_low = (0xdc00..0xe000).contains(&unit);
        let paired = is_high
            && escape_at(frame, start + 6).is_some_and(|next| (0xdc00..0xe000).contains(&next));
        at = start + if paired { 12 } else { 6 };
        if (is_high || is_low) && !paired {
            // As long as what it replaces, so that nothing moves.
            let copy = out.get_or_insert_with(|| frame.to_vec());
            copy.get_mut(start..start + 6)?.copy_from_slice(b"\\ufffd");
        }
    }
    out
}

/// The UTF-16 unit of the escape `\uXXXX` at a place.
fn escape_at(frame: &[u8], at: usize) -> Option<u16> {
    let digits = frame.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let text = std::str::from_utf8(digits).ok()?;
    u16::from_str_radix(text, 16).ok()
}

/// The request a message answers, from its first bytes alone: for answers too large to be read.
pub(crate) fn id_of_head(head: &[u8]) -> Option<u64> {
    let rest = head.strip_prefix(b"{\"id\":")?;
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(rest.get(..end)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{id_of_head, repaired};
    use bytes::Bytes;

    #[test]
    fn half_surrogates_are_replaced_and_whole_ones_kept() {
        for (given, expected) in [
            (r#"{"a":"plain"}"#, r#"{"a":"plain"}"#),
            (r#"["\ud83d\ude00"]"#, r#"["\ud83d\ude00"]"#),
            (r#"["\ud83d"]"#, r#"["\ufffd"]"#),
            (r#"["\uDE00\uD83D"]"#, r#"["\ufffd\ufffd"]"#),
            (r#"["\ud83d\ud83d\ude00"]"#, r#"["\ufffd\ud83d\ude00"]"#),
            (r#"["\\ud83d \\\ud83d"]"#, r#"["\\ud83d \\\ufffd"]"#),
            (r#"["\ud8"#, r#"["\ud8"#),
            (r#"["\ud83"]\"#, r#"["\ud83"]\"#),
        ] {
            assert_eq!(
                repaired(Bytes::from(given)),
                Bytes::from(expected),
                "{given}"
            );
        }
        assert_eq!(
            repaired(Bytes::from_static(b"[\"\xff\"]")),
            Bytes::from("[\"\u{fffd}\"]")
        );
    }

    #[test]
    fn the_number_at_the_head_of_an_answer() {
        assert_eq!(id_of_head(b"{\"id\":512,\"result\":{"), Some(512));
        for head in [
            &b"{\"method\":\"x\""[..],
            b"{\"id\":\"a\"",
            b"{\"id\":12",
            b"",
            b"{\"id\":99999999999999999999999,",
        ] {
            assert_eq!(id_of_head(head), None);
        }
    }
}

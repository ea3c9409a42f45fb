//! The encoding an XML document states in its first bytes (XML 1.0, appendix F).

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::decode::as_stated_in_ascii;

/// Most bytes an XML declaration is looked for in.
const DECLARATION_BYTES: usize = 1024;

/// The encoding by the XML declaration, or by the shape of its first characters where those are UTF-16 without a byte order mark.
pub(super) fn encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?") {
        return Some(UTF_16BE);
    }
    let head = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    let inside = head.strip_prefix(b"<?xml")?;
    let end = inside.iter().position(|&b| b == b'>')?;
    let inside = &inside[..end];
    let at = memchr::memmem::find(inside, b"encoding")?;
    let rest = inside[at + b"encoding".len()..].trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let quote = *rest.first()?;
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    let value = &rest[1..];
    let end = value.iter().position(|&b| b == quote)?;
    Encoding::for_label(&value[..end]).map(as_stated_in_ascii)
}

#[cfg(test)]
mod tests {
    #[test]
    fn declarations() {
        let rows: &[(&[u8], Option<&str>)] = &[
            (
                b"<?xml version='1.0' encoding='ISO-8859-2'?>",
                Some("ISO-8859-2"),
            ),
            (
                b"<?xml version=\"1.0\" encoding = \"utf-16\" ?>",
                Some("UTF-8"),
            ),
            (b"<\0?\0x\0m\0l\0", Some("UTF-16LE")),
            (b"\0<\0?\0x", Some("UTF-16BE")),
            (b"<?xml version='1.0'?><a encoding='koi8-r'>", None),
            (b"<?xml encoding='koi8-r", None),
            (b"<?xml encoding=koi8-r ?>", None),
            (b" <?xml encoding='koi8-r'?>", None),
            (b"", None),
        ];
        for (bytes, expected) in rows {
            assert_eq!(
                super::encoding(bytes).map(encoding_rs::Encoding::name),
                *expected,
                "{}",
                bytes.escape_ascii()
            );
        }
    }
}

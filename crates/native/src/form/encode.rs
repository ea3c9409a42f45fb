//! The three encodings of an entry list (HTML, "form submission": `multipart/form-data`, `text/plain`; URL standard:
//! `application/x-www-form-urlencoded`).

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use encoding_rs::Encoding;
use surefoot_engine::{Error, ErrorKind, Result};
use url::form_urlencoded::byte_serialize;

use super::entries::{Entry, Value, file_name};

/// Most bytes of files in one submission, since it is sent from memory.
pub(crate) const MAX_FILES: u64 = 512 * 1024 * 1024;

/// How a form's entries are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Enctype {
    /// `application/x-www-form-urlencoded`.
    UrlEncoded,
    /// `multipart/form-data`.
    Multipart,
    /// `text/plain`.
    PlainText,
}

impl Enctype {
    /// The type that a value of `enctype` or `formenctype` names; the first one where it names none.
    pub(crate) fn parse(value: &str) -> Enctype {
        if value.eq_ignore_ascii_case("multipart/form-data") {
            Enctype::Multipart
        } else if value.eq_ignore_ascii_case("text/plain") {
            Enctype::PlainText
        } else {
            Enctype::UrlEncoded
        }
    }
}

/// Every line break as CR LF.
fn with_crlf(text: &str) -> Cow<'_, str> {
    if !text.contains(['\r', '\n']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                out += "\r\n";
            }
            '\n' => out += "\r\n",
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// `name=value&…` in `encoding`; what it lacks is written as a decimal character reference.
pub(crate) fn url_encoded(entries: &[Entry], encoding: &'static Encoding) -> String {
    let mut out = String::new();
    for entry in entries {
        if !out.is_empty() {
            out.push('&');
        }
        let text = entry.as_text();
        for (part, after) in [(&entry.name, "="), (&text, "")] {
            out.extend(byte_serialize(&encoding.encode(&with_crlf(part)).0));
            out += after;
        }
    }
    out
}

/// `name=value` and CR LF for each entry.
pub(crate) fn plain_text(entries: &[Entry], encoding: &'static Encoding) -> Vec<u8> {
    let mut out = String::new();
    for entry in entries {
        out += &with_crlf(&entry.name);
        out.push('=');
        out += &with_crlf(&entry.as_text());
        out += "\r\n";
    }
    encoding.encode(&out).0.into_owned()
}

/// The content type and bytes of a body. Reads the files that are sent, so it blocks.
pub(crate) fn encode_body(
    entries: &[Entry],
    enctype: Enctype,
    encoding: &'static Encoding,
) -> Result<(String, Vec<u8>)> {
    Ok(match enctype {
        Enctype::UrlEncoded => (
            "application/x-www-form-urlencoded".to_owned(),
            url_encoded(entries, encoding).into_bytes(),
        ),
        Enctype::PlainText => ("text/plain".to_owned(), plain_text(entries, encoding)),
        Enctype::Multipart => {
            let boundary = boundary();
            let bytes = multipart(entries, encoding, &boundary)?;
            (format!("multipart/form-data; boundary={boundary}"), bytes)
        }
    })
}

/// A boundary that no content can contain by accident.
pub(crate) fn boundary() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("----surefoot{:016x}{:016x}", word(), word())
}

/// The parts of a `multipart/form-data` body. Reads the files, so it blocks.
pub(crate) fn multipart(
    entries: &[Entry],
    encoding: &'static Encoding,
    boundary: &str,
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut budget = MAX_FILES;
    for entry in entries {
        out.extend_from_slice(
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"").as_bytes(),
        );
        out.extend_from_slice(&quoted(&with_crlf(&entry.name), encoding));
        out.push(b'"');
        match &entry.value {
            Value::Text(text) => {
                out.extend_from_slice(b"\r\n\r\n");
                out.extend_from_slice(&encoding.encode(&with_crlf(text)).0);
            }
            Value::File(path) => {
                let name = path.as_deref().map(file_name).unwrap_or_default();
                out.extend_from_slice(b"; filename=\"");
                out.extend_from_slice(&quoted(&name, encoding));
                let mime = path.as_deref().map_or_else(octets, file_type);
                out.extend_from_slice(format!("\"\r\nContent-Type: {mime}\r\n\r\n").as_bytes());
                if let Some(path) = path {
                    let bytes = read_file(path, budget)?;
                    budget -= bytes.len() as u64;
                    out.extend_from_slice(&bytes);
                }
            }
        }
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok(out)
}

/// A name or file name as it stands between quotes in a part's header.
fn quoted(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let escaped = text
        .replace('\n', "%0A")
        .replace('\r', "%0D")
        .replace('"', "%22");
    encoding.encode(&escaped).0.into_owned()
}

fn octets() -> String {
    "application/octet-stream".to_owned()
}

/// The content type of a file by its name.
pub(crate) fn file_type(path: &Path) -> String {
    mime_guess::from_path(path)
        .first()
        .map_or_else(octets, |m| m.essence_str().to_owned())
}

fn read_file(path: &Path, budget: u64) -> Result<Vec<u8>> {
    let unreadable = |why: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("the file {} cannot be sent: {why}", path.display()),
        )
        .with_hint("choose the file again with upload")
    };
    let size = std::fs::metadata(path)
        .map_err(|_| unreadable("it is gone or not readable"))?
        .len();
    if size > budget {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "the files of this form are larger than {} MiB together",
                MAX_FILES / 1024 / 1024
            ),
        )
        .with_hint("send fewer or smaller files"));
    }
    let bytes = std::fs::read(path).map_err(|_| unreadable("it is not readable"))?;
    if bytes.len() as u64 > budget {
        return Err(unreadable("it grew while it was read"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{UTF_8, WINDOWS_1252};

    fn entry(name: &str, value: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            value: Value::Text(value.to_owned()),
        }
    }

    #[test]
    fn url_encoding_follows_the_document_encoding() {
        let entries = [entry("a b", "é&=+"), entry("c", "1\n2\r3\r\n4")];
        assert_eq!(
            url_encoded(&entries, UTF_8),
            "a+b=%C3%A9%26%3D%2B&c=1%0D%0A2%0D%0A3%0D%0A4"
        );
        assert_eq!(
            url_encoded(&[entry("x", "é\u{4e2d}")], WINDOWS_1252),
            "x=%E9%26%2320013%3B"
        );
    }

    #[test]
    fn multipart_escapes_names() {
        let body = multipart(&[entry("a\"b\n", "x\ny")], UTF_8, "B").unwrap();
        assert_eq!(
            String::from_utf8(body).unwrap(),
            "--B\r\nContent-Disposition: form-data; name=\"a%22b%0D%0A\"\r\n\r\nx\r\ny\r\n--B--\r\n"
        );
    }

    #[test]
    fn boundaries_differ() {
        assert_ne!(boundary(), boundary());
    }
}

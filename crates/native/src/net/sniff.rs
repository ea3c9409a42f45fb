//! Content types: [`sniff`](fn@sniff) follows the essentials of the MIME Sniffing standard.
//!
//! A header that names a type is believed, with the exceptions browsers make: none at all, `text/plain` that is plainly not text
//! (servers send it for everything they do not know), and pictures and archives under a wrong name of their own kind.

use data_url::mime::Mime;
use reqwest::header::{HeaderName, X_CONTENT_TYPE_OPTIONS};

use super::filename;
use super::kind::{ArchiveKind, ContentKind, ImageFormat, Sniffed};
use super::response::{Response, header_text};
use super::{image, pdf};

/// How many bytes are looked at (the standard's "resource header").
const HEADER_BYTES: usize = 1445;

/// Says what an answer is, by its header and first bytes. An answer to HEAD or without a body is judged by the header alone.
pub fn sniff(response: &Response) -> Sniffed {
    let header = response.content_type();
    let nosniff = option_is_nosniff(response, &X_CONTENT_TYPE_OPTIONS);
    sniff_bytes(header.as_deref(), &response.body, nosniff)
}

/// Whether the server wants the answer saved rather than shown (`Content-Disposition: attachment`).
pub fn is_attachment(response: &Response) -> bool {
    filename::disposition(&response.headers).is_some_and(|d| d.attachment)
}

/// Whether the server forbids to second-guess its type.
#[derive(Clone, Copy, PartialEq)]
enum NoSniff {
    Yes,
    No,
}

fn option_is_nosniff(response: &Response, name: &HeaderName) -> NoSniff {
    let value = header_text(&response.headers, name).unwrap_or_default();
    let first = value.split(',').next().unwrap_or_default().trim();
    if first.eq_ignore_ascii_case("nosniff") {
        NoSniff::Yes
    } else {
        NoSniff::No
    }
}

fn sniff_bytes(header: Option<&str>, body: &[u8], nosniff: NoSniff) -> Sniffed {
    let parsed: Option<Mime> = header.and_then(|h| h.parse().ok());
    let charset = parsed
        .as_ref()
        .and_then(|m| m.get_parameter("charset"))
        .map(str::to_owned);
    let essence = parsed.map(|m| format!("{}/{}", m.type_, m.subtype).to_ascii_lowercase());
    let head = &body[..body.len().min(HEADER_BYTES)];
    let content_type = match essence.as_deref() {
        None | Some("unknown/unknown" | "application/unknown" | "*/*") => {
            unknown_type(head, nosniff).to_owned()
        }
        Some("text/plain") if nosniff == NoSniff::No && is_binary(head) => {
            magic(head).unwrap_or("application/octet-stream").to_owned()
        }
        Some(named) => better_name(named, head).unwrap_or(named).to_owned(),
    };
    let kind = kind_of(&content_type, body);
    Sniffed {
        kind,
        content_type,
        charset,
    }
}

/// "Identifying a resource with an unknown MIME type".
fn unknown_type(head: &[u8], nosniff: NoSniff) -> &'static str {
    let after_mark = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let start = after_mark.trim_ascii_start();
    if nosniff == NoSniff::No && HTML_STARTS.iter().any(|tag| starts_with_tag(start, tag)) {
        return "text/html";
    }
    if start.starts_with(b"<?xml") {
        return "text/xml";
    }
    if let Some(found) = magic(head) {
        return found;
    }
    if is_binary(head) {
        "application/octet-stream"
    } else {
        "text/plain"
    }
}

/// What HTML begins with, in lower case.
const HTML_STARTS: &[&[u8]] = &[
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
    b"<!--",
];

fn starts_with_tag(bytes: &[u8], tag: &[u8]) -> bool {
    let Some((head, rest)) = bytes.split_at_checked(tag.len()) else {
        return false;
    };
    if !head.eq_ignore_ascii_case(tag) {
        return false;
    }
    tag == b"<!--"
        || matches!(
            rest.first(),
            Some(b' ' | b'>' | b'\t' | b'\n' | b'\r' | b'\x0C')
        )
}

/// "Binary data bytes": control characters that no text holds. A byte order mark says it is text.
fn is_binary(head: &[u8]) -> bool {
    let marked = head.starts_with(b"\xFE\xFF")
        || head.starts_with(b"\xFF\xFE")
        || head.starts_with(b"\xEF\xBB\xBF");
    !marked
        && head
            .iter()
            .any(|b| matches!(b, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F))
}

/// First bytes by which formats are known: offset, bytes, MIME type.
const MAGIC: &[(usize, &[u8], &str)] = &[
    (0, b"%PDF-", "application/pdf"),
    (0, b"\x89PNG\r\n\x1A\n", "image/png"),
    (0, b"\xFF\xD8\xFF", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBPVP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"\0\0\x01\0", "image/x-icon"),
    (0, b"\0\0\x02\0", "image/x-icon"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1A\x45\xDF\xA3", "video/webm"),
    (0, b"OggS\0", "application/ogg"),
    (0, b"ID3", "audio/mpeg"),
    (8, b"WAVE", "audio/wave"),
    (8, b"AVI ", "video/avi"),
    (8, b"AIFF", "audio/aiff"),
    (0, b"fLaC", "audio/flac"),
    (0, b"MThd\0\0\0\x06", "audio/midi"),
    (0, b"\x1F\x8B\x08", "application/gzip"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"Rar!\x1A\x07", "application/x-rar-compressed"),
    (0, b"7z\xBC\xAF\x27\x1C", "application/x-7z-compressed"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xFD7zXZ\0", "application/x-xz"),
    (0, b"\x28\xB5\x2F\xFD", "application/zstd"),
    (257, b"ustar", "application/x-tar"),
    (0, b"wOFF", "font/woff"),
    (0, b"wOF2", "font/woff2"),
];

fn magic(head: &[u8]) -> Option<&'static str> {
    let (_, _, mime) = MAGIC
        .iter()
        .find(|(at, bytes, _)| head.get(*at..).is_some_and(|rest| rest.starts_with(bytes)))?;
    // Two letters are little: a bitmap is binary besides.
    (*mime != "image/bmp" || is_binary(head)).then_some(mime)
}

/// A better name for a picture or an archive that is called another of its kind, or just bytes.
fn better_name(named: &str, head: &[u8]) -> Option<&'static str> {
    let class = named.split('/').next()?;
    let just_bytes = matches!(
        named,
        "application/octet-stream"
            | "binary/octet-stream"
            | "application/download"
            | "application/force-download"
    );
    if named == "image/svg+xml" || !(just_bytes || matches!(class, "image" | "audio" | "video")) {
        return None;
    }
    let found = magic(head)?;
    (just_bytes || found.starts_with(class) && found.as_bytes().get(class.len()) == Some(&b'/'))
        .then_some(found)
}

/// Types that are text though their class does not say so.
const TEXTUAL: &[&str] = &[
    "application/ecmascript",
    "application/graphql",
    "application/javascript",
    "application/jsonl",
    "application/ndjson",
    "application/rtf",
    "application/sql",
    "application/toml",
    "application/typescript",
    "application/x-httpd-php",
    "application/x-javascript",
    "application/x-ndjson",
    "application/x-sh",
    "application/x-subrip",
    "application/x-www-form-urlencoded",
    "application/x-yaml",
    "application/xml-dtd",
    "application/yaml",
];

/// Archives by MIME type.
const ARCHIVES: &[(&str, ArchiveKind)] = &[
    ("application/gzip", ArchiveKind::Gzip),
    ("application/x-gzip", ArchiveKind::Gzip),
    ("application/zip", ArchiveKind::Zip),
    ("application/x-zip-compressed", ArchiveKind::Zip),
    ("application/java-archive", ArchiveKind::Zip),
    ("application/epub+zip", ArchiveKind::Zip),
    ("application/x-rar-compressed", ArchiveKind::Rar),
    ("application/vnd.rar", ArchiveKind::Rar),
    ("application/x-7z-compressed", ArchiveKind::SevenZip),
    ("application/x-tar", ArchiveKind::Tar),
    ("application/x-bzip2", ArchiveKind::Bzip2),
    ("application/x-xz", ArchiveKind::Xz),
    ("application/zstd", ArchiveKind::Zstd),
];

fn kind_of(mime: &str, body: &[u8]) -> ContentKind {
    if let Some((_, kind)) = ARCHIVES.iter().find(|(name, _)| *name == mime) {
        return ContentKind::Archive(*kind);
    }
    let (class, subtype) = mime.split_once('/').unwrap_or((mime, ""));
    match (class, subtype) {
        ("text", "html") => ContentKind::Html,
        ("application", "xhtml+xml") => ContentKind::Xhtml,
        ("image", "svg+xml") => ContentKind::Svg,
        ("text" | "application", "xml") => ContentKind::Xml,
        ("application" | "text", "json") => ContentKind::Json,
        ("application" | "text", "pdf" | "x-pdf") => ContentKind::Pdf(pdf::info(body)),
        ("application", "ogg" | "mp4") => ContentKind::Media,
        _ if subtype.ends_with("+xml") => ContentKind::Xml,
        _ if subtype.ends_with("+json") => ContentKind::Json,
        _ if subtype.ends_with("+zip") => ContentKind::Archive(ArchiveKind::Zip),
        ("text", _) => ContentKind::Text,
        ("image", subtype) => ContentKind::Image(image::info(image_format(subtype), body)),
        ("audio" | "video", _) => ContentKind::Media,
        _ if TEXTUAL.contains(&mime) => ContentKind::Text,
        _ => ContentKind::Binary,
    }
}

fn image_format(subtype: &str) -> ImageFormat {
    match subtype {
        "png" | "apng" | "x-png" => ImageFormat::Png,
        "jpeg" | "jpg" | "pjpeg" => ImageFormat::Jpeg,
        "gif" => ImageFormat::Gif,
        "webp" => ImageFormat::Webp,
        "avif" | "heic" | "heif" => ImageFormat::Avif,
        "bmp" | "x-ms-bmp" => ImageFormat::Bmp,
        "x-icon" | "vnd.microsoft.icon" => ImageFormat::Ico,
        _ => ImageFormat::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(header: Option<&str>, body: &[u8], expected: &str) {
        let found = sniff_bytes(header, body, NoSniff::No);
        assert_eq!(
            found.content_type,
            expected,
            "{header:?} {}",
            body.escape_ascii()
        );
    }

    #[test]
    fn header_and_bytes() {
        let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x20";
        check(Some("text/html; charset=utf-8"), b"anything", "text/html");
        check(Some("TEXT/HTML"), b"%PDF-1.4", "text/html");
        check(None, b"  <!DOCTYPE HTML>", "text/html");
        check(None, b"<p>", "text/html");
        check(None, b"<pre>", "text/plain");
        check(None, b"<!--x", "text/html");
        check(None, b"\xEF\xBB\xBF<html>", "text/html");
        check(None, b"<?xml version='1.0'?>", "text/xml");
        check(None, b"hello", "text/plain");
        check(None, b"", "text/plain");
        check(None, b"a\0b", "application/octet-stream");
        check(None, b"BMW is a company", "text/plain");
        check(None, png, "image/png");
        check(Some("not a type"), b"<html>", "text/html");
        check(Some("text/plain"), png, "image/png");
        check(Some("text/plain"), b"<html>", "text/plain");
        check(Some("text/plain"), b"a\0b", "application/octet-stream");
        check(Some("image/jpeg"), png, "image/png");
        check(Some("image/svg+xml"), png, "image/svg+xml");
        check(
            Some("application/octet-stream"),
            b"%PDF-1.4",
            "application/pdf",
        );
        check(
            Some("application/octet-stream"),
            b"<html>",
            "application/octet-stream",
        );
        assert_eq!(
            sniff_bytes(Some("text/plain"), png, NoSniff::Yes).content_type,
            "text/plain"
        );
        assert_eq!(
            sniff_bytes(None, b"<html>", NoSniff::Yes).content_type,
            "text/plain"
        );
        assert_eq!(
            sniff_bytes(Some("text/html;charset=\"KOI8-R\""), b"", NoSniff::No)
                .charset
                .as_deref(),
            Some("KOI8-R")
        );
    }

    #[test]
    fn kinds() {
        let rows = [
            ("text/html", ContentKind::Html),
            ("application/xhtml+xml", ContentKind::Xhtml),
            ("application/rss+xml", ContentKind::Xml),
            ("image/svg+xml", ContentKind::Svg),
            ("application/ld+json", ContentKind::Json),
            ("text/javascript", ContentKind::Text),
            ("application/javascript", ContentKind::Text),
            ("video/mp4", ContentKind::Media),
            ("application/zip", ContentKind::Archive(ArchiveKind::Zip)),
            (
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                ContentKind::Binary,
            ),
            ("application/octet-stream", ContentKind::Binary),
        ];
        for (mime, expected) in rows {
            assert_eq!(kind_of(mime, b""), expected, "{mime}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn any_bytes(header in proptest::option::of("\\PC{0,30}"), magic in 0..MAGIC.len(), body in proptest::collection::vec(any::<u8>(), 0..300)) {
            sniff_bytes(header.as_deref(), &body, NoSniff::No);
            let (at, bytes, _) = MAGIC[magic];
            let mut marked = vec![0; at];
            marked.extend_from_slice(bytes);
            marked.extend_from_slice(&body);
            sniff_bytes(header.as_deref(), &marked, NoSniff::No);
        }
    }
}

//! What is not HTML, shown as a page: text as it is, anything else as what it is.

use surefoot_engine::{Content, ContentKind};
use surefoot_page::{DocumentInfo, Name, Namespace, NodeId, Page, name};
use url::Url;

use crate::net;

/// The name of the file a URL leads to; the host where there is none.
pub(crate) fn file_name(url: &Url) -> String {
    let last = url
        .path_segments()
        .and_then(|mut s| s.next_back().map(str::to_owned))
        .unwrap_or_default();
    let decoded = percent_encoding::percent_decode_str(&last).decode_utf8_lossy();
    if decoded.is_empty() {
        url.host_str().unwrap_or(url.scheme()).to_owned()
    } else {
        decoded.into_owned()
    }
}

/// The kind of the engine contract, and what more there is to say about the content.
pub(crate) fn describe(sniffed: &net::Sniffed, size: u64) -> Content {
    use net::ContentKind as K;
    let (kind, about) = match &sniffed.kind {
        K::Html | K::Xhtml => (ContentKind::Html, None),
        K::Xml => (ContentKind::Xml, Some("XML document".to_owned())),
        K::Svg => (ContentKind::Xml, Some("SVG image".to_owned())),
        K::Json => (ContentKind::Json, Some("JSON".to_owned())),
        K::Text => (ContentKind::Text, Some("plain text".to_owned())),
        K::Image(info) => (ContentKind::Image, Some(describe_image(info))),
        K::Pdf(info) => (ContentKind::Pdf, Some(describe_pdf(info))),
        K::Media => (
            ContentKind::Media,
            Some(format!("media ({})", sniffed.content_type)),
        ),
        K::Archive(_) => (
            ContentKind::Binary,
            Some(format!("archive ({})", sniffed.content_type)),
        ),
        K::Binary => (
            ContentKind::Binary,
            Some(format!("binary data ({})", sniffed.content_type)),
        ),
    };
    Content {
        kind,
        mime: sniffed.content_type.clone(),
        about,
        size,
    }
}

fn describe_image(info: &net::ImageInfo) -> String {
    use net::ImageFormat as F;
    let format = match info.format {
        F::Png => "PNG image",
        F::Jpeg => "JPEG image",
        F::Gif => "GIF image",
        F::Webp => "WebP image",
        F::Avif => "AVIF image",
        F::Bmp => "bitmap image",
        F::Ico => "icon",
        _ => "image",
    };
    match info.size {
        Some((width, height)) => format!("{format}, {width}x{height}"),
        None => format.to_owned(),
    }
}

fn describe_pdf(info: &net::PdfInfo) -> String {
    let version = match &info.version {
        Some(version) => format!(", version {version}"),
        None => String::new(),
    };
    let pages = match info.pages {
        Some(1) => ", 1 page".to_owned(),
        Some(pages) => format!(", {pages} pages"),
        None => String::new(),
    };
    format!("PDF document{version}{pages}")
}

/// A size for people: `12.3 KB`.
pub(crate) fn size_text(bytes: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)];
    match UNITS.iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) => format!("{:.1} {name}", bytes as f64 / *unit as f64),
        None => format!("{bytes} bytes"),
    }
}

/// A document with an empty head and body.
fn skeleton(page: &mut Page, info: DocumentInfo, title: &str) -> (NodeId, NodeId) {
    let root = page.create_document(info);
    let html = child(page, root, name::HTML);
    let head = child(page, html, name::HEAD);
    let heading = child(page, head, name::TITLE);
    page.append_text(heading, title);
    let body = child(page, html, name::BODY);
    (root, body)
}

fn child(page: &mut Page, parent: NodeId, tag: Name) -> NodeId {
    let node = page.create_element(Namespace::Html, tag);
    page.append(parent, node);
    node
}

/// A page that shows `text` as it is.
pub(crate) fn text_page(
    mut page: Page,
    info: DocumentInfo,
    title: &str,
    text: &str,
) -> (Page, NodeId) {
    let (root, body) = skeleton(&mut page, info, title);
    let pre = child(&mut page, body, name::PRE);
    page.append_text(pre, text);
    (page, root)
}

/// A page that says what stands at its URL.
pub(crate) fn about_page(
    mut page: Page,
    info: DocumentInfo,
    title: &str,
    content: &Content,
) -> (Page, NodeId) {
    let url = info.url.clone();
    let (root, body) = skeleton(&mut page, info, title);
    let heading = child(&mut page, body, name::H1);
    page.append_text(heading, title);
    let line = child(&mut page, body, name::P);
    let about = content.about.as_deref().unwrap_or(&content.mime);
    page.append_text(line, &format!("{about}, {}", size_text(content.size)));
    if content.kind == ContentKind::Image {
        let image = child(&mut page, body, name::IMG);
        page.set_attr(image, name::SRC, &url);
        page.set_attr(image, name::ALT, title);
    }
    (page, root)
}

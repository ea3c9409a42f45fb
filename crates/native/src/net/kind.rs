//! What a response is: [`ContentKind`] and the facts that are cheap to read from its first bytes.

/// The answer of [`sniff`](super::sniff()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sniffed {
    /// The kind, by which the engine chooses what to do.
    pub kind: ContentKind,
    /// The MIME type without parameters, in lower case, such as `text/html`.
    pub content_type: String,
    /// The `charset` parameter of the `Content-Type` header, if it has one.
    pub charset: Option<String>,
}

/// What kind of content a body is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentKind {
    /// An HTML document.
    Html,
    /// An XHTML document (`application/xhtml+xml`).
    Xhtml,
    /// Other XML, feeds included.
    Xml,
    /// An SVG image.
    Svg,
    /// JSON of any subtype.
    Json,
    /// Text of any other kind, scripts and style sheets included.
    Text,
    /// A picture.
    Image(ImageInfo),
    /// A PDF document.
    Pdf(PdfInfo),
    /// Sound or video.
    Media,
    /// An archive or a compressed file.
    Archive(ArchiveKind),
    /// Anything else.
    Binary,
}

impl ContentKind {
    /// Whether the bytes are meant to be decoded and read as text.
    pub fn is_textual(&self) -> bool {
        matches!(
            self,
            ContentKind::Html
                | ContentKind::Xhtml
                | ContentKind::Xml
                | ContentKind::Svg
                | ContentKind::Json
                | ContentKind::Text
        )
    }

    /// Whether this is HTML or XML markup.
    pub fn is_markup(&self) -> bool {
        matches!(
            self,
            ContentKind::Html | ContentKind::Xhtml | ContentKind::Xml | ContentKind::Svg
        )
    }
}

/// The picture formats told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageFormat {
    /// PNG, animated or not.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// AVIF or HEIF.
    Avif,
    /// Windows bitmap.
    Bmp,
    /// Windows icon or cursor.
    Ico,
    /// A format known only by its content type.
    Other,
}

/// What the header of a picture says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageInfo {
    /// The format.
    pub format: ImageFormat,
    /// Width and height in pixels, where the header could be read.
    pub size: Option<(u32, u32)>,
}

/// What can be read from a PDF without parsing it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfInfo {
    /// The version in the header, such as `1.7`.
    pub version: Option<String>,
    /// The number of pages, where the page tree is not compressed.
    pub pages: Option<u32>,
}

/// The archive formats told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveKind {
    /// ZIP and the formats made of it.
    Zip,
    /// A gzip file.
    Gzip,
    /// RAR.
    Rar,
    /// 7-Zip.
    SevenZip,
    /// tar.
    Tar,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// Zstandard.
    Zstd,
}

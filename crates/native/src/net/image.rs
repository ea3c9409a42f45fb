//! The size of a picture, from its header.

use super::kind::{ImageFormat, ImageInfo};

/// How far into the file the header may reach: JPEGs carry thumbnails before theirs.
const HEADER_BYTES: usize = 1024 * 1024;

/// What the header says; the size is `None` if it does not say it.
pub(super) fn info(format: ImageFormat, body: &[u8]) -> ImageInfo {
    let head = &body[..body.len().min(HEADER_BYTES)];
    let size = imagesize::blob_size(head).ok().and_then(|size| {
        Some((
            u32::try_from(size.width).ok()?,
            u32::try_from(size.height).ok()?,
        ))
    });
    ImageInfo { format, size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        type Row = (&'static [u8], Option<(u32, u32)>);
        let rows: &[Row] = &[
            (
                b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x20\x08\x06\0\0\0",
                Some((16, 32)),
            ),
            (b"GIF89a\x03\0\x05\0\0\0\0", Some((3, 5))),
            (b"\x89PNG\r\n\x1A\n", None),
            (b"", None),
        ];
        for (body, expected) in rows {
            assert_eq!(
                info(ImageFormat::Other, body).size,
                *expected,
                "{}",
                body.escape_ascii()
            );
        }
    }
}

//! From files to pixels and back.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder as _, ImageReader, Limits};

use crate::{Error, ErrorKind, MOST_PIXELS, Pixels, Result};

/// A format of picture files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// PNG.
    #[default]
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

impl Format {
    /// All, with the words for each: the first is its name, all are extensions of file names.
    pub const NAMES: [(Format, &'static [&'static str]); 3] = [
        (Format::Png, &["png"]),
        (Format::Jpeg, &["jpeg", "jpg"]),
        (Format::Webp, &["webp"]),
    ];

    /// The format of that name or extension, in upper or lower case.
    pub fn named(word: &str) -> Option<Format> {
        Format::NAMES
            .iter()
            .find(|(_, words)| words.iter().any(|w| w.eq_ignore_ascii_case(word)))
            .map(|&(format, _)| format)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Jpeg => "jpeg",
            Format::Webp => "webp",
        }
    }

    /// Its media type.
    pub fn mime(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::Webp => "image/webp",
        }
    }

    /// The most pixels a side of a file of it can have.
    pub fn longest_side(self) -> u32 {
        match self {
            Format::Png => u32::MAX,
            Format::Jpeg => 65_535,
            Format::Webp => 16_383,
        }
    }
}

/// How pixels become a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// PNG: the very pixels.
    Png,
    /// JPEG.
    Jpeg {
        /// From 1 to 100.
        quality: u8,
    },
    /// WebP of the very pixels: the kind that leaves something out is not made here.
    Webp,
}

impl Encoding {
    /// The format it makes.
    pub fn format(self) -> Format {
        match self {
            Encoding::Png => Format::Png,
            Encoding::Jpeg { .. } => Format::Jpeg,
            Encoding::Webp => Format::Webp,
        }
    }
}

/// A file as a picture. What can be seen through it is white behind.
pub fn decode(file: &[u8]) -> Result<Pixels> {
    let no_picture = || Error::new(ErrorKind::NoPicture, "it is no picture that can be read");
    let mut reader = ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .map_err(|_| no_picture())?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let (width, height) = size(file)?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("it has {width} x {height} pixels"),
        ));
    }
    let decoded = reader.decode().map_err(|_| no_picture())?;
    let (width, height) = (decoded.width(), decoded.height());
    if !decoded.color().has_alpha() {
        return Ok(Pixels::of_bytes(
            width,
            height,
            decoded.into_rgb8().into_raw(),
        ));
    }
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 3);
    for pixel in decoded.into_rgba8().into_raw().chunks_exact(4) {
        let alpha = u32::from(pixel[3]);
        let over_white = |part: u8| ((u32::from(part) * alpha + 255 * (255 - alpha)) / 255) as u8;
        bytes.extend_from_slice(&[
            over_white(pixel[0]),
            over_white(pixel[1]),
            over_white(pixel[2]),
        ]);
    }
    Ok(Pixels::of_bytes(width, height, bytes))
}

/// How wide and high the picture in a file is, without decoding it.
pub fn size(file: &[u8]) -> Result<(u32, u32)> {
    ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .ok()
        .and_then(|reader| reader.into_dimensions().ok())
        .ok_or_else(|| Error::new(ErrorKind::NoPicture, "it is no picture that can be read"))
}

/// Makes a file of a picture.
pub fn encode(pixels: &Pixels, encoding: Encoding) -> Result<Vec<u8>> {
    let format = encoding.format();
    let longest = pixels.width().max(pixels.height());
    if longest > format.longest_side() {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "the picture is {} x {} pixels, and {} has at most {} on a side",
                pixels.width(),
                pixels.height(),
                format.name(),
                format.longest_side()
            ),
        ));
    }
    let mut file = Vec::new();
    let (bytes, width, height) = (pixels.bytes(), pixels.width(), pixels.height());
    let color = ExtendedColorType::Rgb8;
    let written = match encoding {
        Encoding::Png => {
            PngEncoder::new_with_quality(&mut file, CompressionType::Fast, FilterType::Adaptive)
                .write_image(bytes, width, height, color)
        }
        Encoding::Jpeg { quality } => {
            JpegEncoder::new_with_quality(&mut file, quality.clamp(1, 100))
                .write_image(bytes, width, height, color)
        }
        Encoding::Webp => {
            WebPEncoder::new_lossless(&mut file).write_image(bytes, width, height, color)
        }
    };
    written.map_err(|_| Error::new(ErrorKind::TooLarge, "the picture cannot be encoded"))?;
    Ok(file)
}

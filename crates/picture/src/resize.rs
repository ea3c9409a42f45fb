//! Making a picture smaller.

use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Rgb};

use crate::Pixels;

/// A picture no wider than so many pixels, its sides in proportion; `None` if it is not wider as it is.
pub fn narrowed(pixels: &Pixels, most: u32) -> Option<Pixels> {
    let most = most.max(1);
    if pixels.width() <= most {
        return None;
    }
    let height = (f64::from(pixels.height()) * f64::from(most) / f64::from(pixels.width())).round();
    let height = (height as u32).max(1);
    let source =
        ImageBuffer::<Rgb<u8>, &[u8]>::from_raw(pixels.width(), pixels.height(), pixels.bytes())?;
    let smaller = resize(&source, most, height, FilterType::Lanczos3);
    Some(Pixels::of_bytes(most, height, smaller.into_raw()))
}

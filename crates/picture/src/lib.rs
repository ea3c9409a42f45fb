//! Pictures of pages: pixels in, pixels out.
//!
//! The nouns:
//! - [`Pixels`]: a picture in memory, three bytes for each pixel; [`decode`] and [`encode`] are the way from and to files.
//! - [`Canvas`]: a picture that is put together from parts of others.
//! - [`Mark`]: an element to be drawn on a picture with its number; [`annotate`] finds places for the numbers.
//! - [`Difference`]: how two pictures differ; [`marked`] shows where.
//!
//! Nothing here knows of pages, browsers or files. Sizes are bounded by [`MOST_PIXELS`], so that nothing that is asked
//! for takes all memory.

mod annotate;
mod canvas;
mod codec;
mod compare;
mod digits;
mod error;
mod place;
mod resize;

pub use annotate::annotate;
pub use canvas::Canvas;
pub use codec::{Encoding, Format, decode, encode, size};
pub use compare::{Difference, compare, marked};
pub use error::{Error, ErrorKind, Result};
pub use place::{Mark, places};
pub use resize::narrowed;

/// The most pixels a picture may have: 120 million, which are 360 MB.
pub const MOST_PIXELS: u64 = 120_000_000;

/// A color: red, green, blue.
pub type Color = [u8; 3];

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rect {
    /// From the left.
    pub x: u32,
    /// From the top.
    pub y: u32,
    /// How wide.
    pub width: u32,
    /// How high.
    pub height: u32,
}

impl Rect {
    /// The first column that is right of it.
    pub fn right(self) -> u32 {
        self.x.saturating_add(self.width)
    }

    /// The first row that is below it.
    pub fn bottom(self) -> u32 {
        self.y.saturating_add(self.height)
    }

    /// How many pixels it has.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// What is in both; without area where nothing is.
    #[must_use]
    pub fn within(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        Rect {
            x,
            y,
            width: self.right().min(other.right()).saturating_sub(x),
            height: self.bottom().min(other.bottom()).saturating_sub(y),
        }
    }

    /// Whether all of another one is in it.
    pub fn holds(self, other: Rect) -> bool {
        self.within(other) == other
    }
}

/// A picture in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    /// Row by row, red, green and blue of each pixel.
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pixels({}x{})", self.width, self.height)
    }
}

impl Pixels {
    /// A picture of one color.
    pub fn filled(width: u32, height: u32, color: Color) -> Result<Pixels> {
        let pixels = u64::from(width) * u64::from(height);
        if width == 0 || height == 0 {
            return Err(Error::new(ErrorKind::Empty, "the picture would be empty"));
        }
        if pixels > MOST_PIXELS {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("the picture would have {width} x {height} pixels"),
            ));
        }
        let bytes = color.repeat(pixels as usize);
        Ok(Pixels {
            width,
            height,
            bytes,
        })
    }

    pub(crate) fn of_bytes(width: u32, height: u32, bytes: Vec<u8>) -> Pixels {
        debug_assert_eq!(bytes.len() as u64, u64::from(width) * u64::from(height) * 3);
        Pixels {
            width,
            height,
            bytes,
        }
    }

    /// How many pixels it is wide.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many pixels it is high.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All of it.
    pub fn all(&self) -> Rect {
        Rect {
            x: 0,
            y: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// The color of a pixel; black outside of it.
    pub fn color(&self, x: u32, y: u32) -> Color {
        self.row(y, x, 1)
            .and_then(|bytes| <Color>::try_from(bytes).ok())
            .unwrap_or_default()
    }

    /// So many pixels of a row, from one on; `None` where the picture does not have them all.
    pub(crate) fn row(&self, y: u32, x: u32, width: u32) -> Option<&[u8]> {
        if x.checked_add(width)? > self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 3;
        self.bytes.get(start..start + width as usize * 3)
    }

    pub(crate) fn row_mut(&mut self, y: u32, x: u32, width: u32) -> Option<&mut [u8]> {
        if x.checked_add(width)? > self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 3;
        self.bytes.get_mut(start..start + width as usize * 3)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives a part of it one color.
    pub fn fill(&mut self, part: Rect, color: Color) {
        let part = part.within(self.all());
        for y in part.y..part.bottom() {
            if let Some(row) = self.row_mut(y, part.x, part.width) {
                row.chunks_exact_mut(3)
                    .for_each(|pixel| pixel.copy_from_slice(&color));
            }
        }
    }
}

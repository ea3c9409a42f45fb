//! Putting a picture together.

use std::collections::HashMap;

use crate::{Color, Pixels, Rect, Result};

/// A picture that is put together. What nothing was put on is white.
#[derive(Clone, Debug)]
pub struct Canvas {
    pixels: Pixels,
}

impl Canvas {
    /// An empty one.
    pub fn new(width: u32, height: u32) -> Result<Canvas> {
        Ok(Canvas {
            pixels: Pixels::filled(width, height, [255; 3])?,
        })
    }

    /// Puts a part of a picture at a place. What does not fit on the canvas, and what the picture does not have, is left
    /// out.
    pub fn put(&mut self, from: &Pixels, part: Rect, x: u32, y: u32) {
        let part = part.within(from.all());
        let width = part.width.min(self.pixels.width().saturating_sub(x));
        let height = part.height.min(self.pixels.height().saturating_sub(y));
        for row in 0..height {
            let source = from.row(part.y + row, part.x, width);
            let target = self.pixels.row_mut(y + row, x, width);
            if let (Some(source), Some(target)) = (source, target) {
                target.copy_from_slice(source);
            }
        }
    }

    /// Gives a part the color that is most common in the row right above it.
    pub fn continue_down(&mut self, part: Rect) {
        let part = part.within(self.pixels.all());
        let Some(above) = part.y.checked_sub(1) else {
            return;
        };
        let Some(row) = self.pixels.row(above, part.x, part.width) else {
            return;
        };
        let mut counts: HashMap<Color, u32> = HashMap::new();
        for pixel in row.chunks_exact(3) {
            if let Ok(color) = Color::try_from(pixel) {
                *counts.entry(color).or_default() += 1;
            }
        }
        // The color itself decides where two are as common, so that the same page is always the same picture.
        let most = counts
            .into_iter()
            .max_by_key(|&(color, count)| (count, color));
        if let Some((color, _)) = most {
            self.pixels.fill(part, color);
        }
    }

    /// The picture.
    pub fn finish(self) -> Pixels {
        self.pixels
    }
}

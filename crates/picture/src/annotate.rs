//! Drawing elements and their numbers on a picture.

use crate::digits;
use crate::place::{BORDER, Mark, PADDING, places};
use crate::{Color, Pixels, Rect};

/// The colors of marks, one after the other: all dark enough that white can be read on them, and each unlike the next.
const COLORS: [Color; 6] = [
    [200, 0, 60],
    [0, 90, 200],
    [0, 120, 60],
    [150, 0, 160],
    [180, 75, 0],
    [0, 115, 130],
];
const WHITE: Color = [255; 3];

/// Draws the outline of each element, and its number at the place where it hides least; answers where the numbers are.
/// `size` is how large the numbers are: 1 is for pictures with one pixel for each CSS pixel.
pub fn annotate(pixels: &mut Pixels, marks: &[Mark], size: u32) -> Vec<Rect> {
    let size = size.max(1);
    let labels = places(pixels, marks, size);
    for mark in marks {
        outline(pixels, mark.at, color_of(mark), size);
    }
    for (mark, &label) in marks.iter().zip(&labels) {
        pixels.fill(label, WHITE);
        let inner = shrunk(label, BORDER * size);
        pixels.fill(inner, color_of(mark));
        let start = (
            inner.x + (PADDING - BORDER) * size,
            inner.y + (PADDING - BORDER) * size,
        );
        digits::draw(pixels, mark.number, start, size, WHITE);
    }
    labels
}

fn color_of(mark: &Mark) -> Color {
    let at = mark.number as usize % COLORS.len();
    COLORS.get(at).copied().unwrap_or_default()
}

/// The outline of a box, inside of it, so that neighbours do not hide each other's.
fn outline(pixels: &mut Pixels, at: Rect, color: Color, size: u32) {
    let size = size.min(at.width.div_ceil(2)).min(at.height.div_ceil(2));
    for side in [
        Rect { height: size, ..at },
        Rect {
            y: at.bottom() - size,
            height: size,
            ..at
        },
        Rect { width: size, ..at },
        Rect {
            x: at.right() - size,
            width: size,
            ..at
        },
    ] {
        pixels.fill(side, color);
    }
}

fn shrunk(rect: Rect, by: u32) -> Rect {
    Rect {
        x: rect.x + by,
        y: rect.y + by,
        width: rect.width.saturating_sub(2 * by),
        height: rect.height.saturating_sub(2 * by),
    }
}

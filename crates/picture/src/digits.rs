//! The ten digits, as they are drawn on labels.

use crate::{Color, Pixels, Rect};

/// How many pixels a digit is wide at size 1.
pub(crate) const WIDTH: u32 = 6;
/// How many pixels a digit is high at size 1.
pub(crate) const HEIGHT: u32 = 9;
/// How many pixels are between two digits at size 1.
pub(crate) const GAP: u32 = 1;

/// Each row of each digit.
#[rustfmt::skip]
const DIGITS: [[&[u8; WIDTH as usize]; HEIGHT as usize]; 10] = [
    [
        b".####.",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b".####.",
    ],
    [
        b"..##..",
        b".###..",
        b"####..",
        b"..##..",
        b"..##..",
        b"..##..",
        b"..##..",
        b"..##..",
        b"######",
    ],
    [
        b".####.",
        b"##..##",
        b"....##",
        b"....##",
        b"...##.",
        b"..##..",
        b".##...",
        b"##....",
        b"######",
    ],
    [
        b".####.",
        b"##..##",
        b"....##",
        b"....##",
        b"..###.",
        b"....##",
        b"....##",
        b"##..##",
        b".####.",
    ],
    [
        b"...##.",
        b"..###.",
        b".####.",
        b"##.##.",
        b"##.##.",
        b"######",
        b"...##.",
        b"...##.",
        b"...##.",
    ],
    [
        b"######",
        b"##....",
        b"##....",
        b"#####.",
        b"....##",
        b"....##",
        b"....##",
        b"##..##",
        b".####.",
    ],
    [
        b"..###.",
        b".##...",
        b"##....",
        b"#####.",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b".####.",
    ],
    [
        b"######",
        b"....##",
        b"....##",
        b"...##.",
        b"...##.",
        b"..##..",
        b"..##..",
        b".##...",
        b".##...",
    ],
    [
        b".####.",
        b"##..##",
        b"##..##",
        b"##..##",
        b".####.",
        b"##..##",
        b"##..##",
        b"##..##",
        b".####.",
    ],
    [
        b".####.",
        b"##..##",
        b"##..##",
        b"##..##",
        b"##..##",
        b".#####",
        b"....##",
        b"...##.",
        b".###..",
    ],
];

/// How wide a number is at size 1.
pub(crate) fn width(number: u32) -> u32 {
    let digits = number.checked_ilog10().unwrap_or(0) + 1;
    digits * (WIDTH + GAP) - GAP
}

/// Draws a number, its top left corner at a place.
pub(crate) fn draw(pixels: &mut Pixels, number: u32, (x, y): (u32, u32), size: u32, color: Color) {
    let digits = number.checked_ilog10().unwrap_or(0) + 1;
    let mut rest = number;
    for at in (0..digits).rev() {
        let left = x + at * (WIDTH + GAP) * size;
        let rows = DIGITS.get((rest % 10) as usize).into_iter().flatten();
        for (row, dots) in (0..).zip(rows) {
            let dots = (0..).zip(dots.iter()).filter(|(_, dot)| **dot == b'#');
            for (column, _) in dots {
                let dot = Rect {
                    x: left + column * size,
                    y: y + row * size,
                    width: size,
                    height: size,
                };
                pixels.fill(dot, color);
            }
        }
        rest /= 10;
    }
}

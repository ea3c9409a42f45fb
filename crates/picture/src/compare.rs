//! How two pictures differ.

use crate::{Color, Pixels, Rect, Result};

/// By how much red, green and blue together may differ in two pixels that count as the same: what drawing the same
/// text twice can come to.
const SAME: u32 = 12;

/// What differs is shown in this color.
const DIFFERENT: Color = [230, 0, 70];

/// How two pictures differ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// How many pixels are not the same; one that only one of both has is not.
    pub pixels: u64,
    /// How many pixels there are, those included that only one of both has.
    pub of: u64,
    /// The smallest rectangle around what is not the same; `None`: all is.
    pub around: Option<Rect>,
}

impl Difference {
    /// How much is not the same: 0 nothing, 1 all.
    pub fn ratio(&self) -> f64 {
        if self.of == 0 {
            return 0.0;
        }
        self.pixels as f64 / self.of as f64
    }
}

/// How two pictures differ.
pub fn compare(before: &Pixels, after: &Pixels) -> Difference {
    let mut found = Difference {
        pixels: 0,
        of: u64::from(before.width().max(after.width()))
            * u64::from(before.height().max(after.height())),
        around: None,
    };
    visit(before, after, |x, y, width| found.add(x, y, width));
    found
}

impl Difference {
    fn add(&mut self, x: u32, y: u32, width: u32) {
        self.pixels += u64::from(width);
        let run = Rect {
            x,
            y,
            width,
            height: 1,
        };
        self.around = Some(match self.around {
            None => run,
            Some(so_far) => {
                let (left, top) = (so_far.x.min(x), so_far.y.min(y));
                Rect {
                    x: left,
                    y: top,
                    width: so_far.right().max(run.right()) - left,
                    height: so_far.bottom().max(run.bottom()) - top,
                }
            }
        });
    }
}

/// The second picture, faded, with what differs from the first in red.
pub fn marked(before: &Pixels, after: &Pixels) -> Result<Pixels> {
    let (width, height) = (
        before.width().max(after.width()),
        before.height().max(after.height()),
    );
    let mut out = Pixels::filled(width, height, [255; 3])?;
    for y in 0..after.height() {
        let source = after.row(y, 0, after.width());
        let target = out.row_mut(y, 0, after.width());
        if let (Some(source), Some(target)) = (source, target) {
            for (to, from) in target.chunks_exact_mut(3).zip(source.chunks_exact(3)) {
                to.fill(faded(from));
            }
        }
    }
    visit(before, after, |x, y, width| {
        let run = Rect {
            x,
            y,
            width,
            height: 1,
        };
        out.fill(run, DIFFERENT);
    });
    Ok(out)
}

/// A light gray that is as light as the pixel, as far as light grays can be.
fn faded(pixel: &[u8]) -> u8 {
    let sum: u32 = pixel.iter().map(|&part| u32::from(part)).sum();
    (160 + sum * 95 / 765) as u8
}

/// Calls for each run of pixels of a row that are not the same: from the left, from the top, how many.
fn visit(before: &Pixels, after: &Pixels, mut different: impl FnMut(u32, u32, u32)) {
    let width = before.width().max(after.width());
    let height = before.height().max(after.height());
    let common = before.width().min(after.width());
    for y in 0..height {
        let rows = before.row(y, 0, common).zip(after.row(y, 0, common));
        let Some((a, b)) = rows else {
            different(0, y, width);
            continue;
        };
        if a != b {
            let mut start = None;
            let pairs = a.chunks_exact(3).zip(b.chunks_exact(3));
            for (x, (a, b)) in (0..).zip(pairs) {
                match (start, is_same(a, b)) {
                    (None, false) => start = Some(x),
                    (Some(from), true) => {
                        different(from, y, x - from);
                        start = None;
                    }
                    _ => {}
                }
            }
            if let Some(from) = start {
                different(from, y, common - from);
            }
        }
        if common < width {
            different(common, y, width - common);
        }
    }
}

fn is_same(a: &[u8], b: &[u8]) -> bool {
    let apart = |(a, b): (&u8, &u8)| u32::from(a.abs_diff(*b));
    a.iter().zip(b).map(apart).sum::<u32>() <= SAME
}

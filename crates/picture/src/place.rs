//! Finding a place for each number, where it hides as little as possible.
//!
//! A number has some thirty places around and in the box of its element. Each costs what it would hide: other numbers
//! most, then the element itself and other elements, then whatever the picture shows there. The cheapest is taken, in
//! the order of the elements, so the same page has its numbers always at the same places. Boxes and numbers are kept in
//! a grid, so a place is compared with what is near it and nothing else.

use std::collections::HashMap;

use crate::{Pixels, Rect, digits};

/// Pixels from the edge of a label to its digits, at size 1.
pub(crate) const PADDING: u32 = 3;
/// Pixels of its border, among them.
pub(crate) const BORDER: u32 = 1;

/// An element to be drawn on a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its number.
    pub number: u32,
    /// Where it is in the picture.
    pub at: Rect,
}

/// What it costs to hide a pixel of another number.
const OF_NUMBER: u64 = 1000;
/// What it costs to hide a pixel of another element that is not around this one.
const OF_OTHER: u64 = 6;
/// What it costs to hide a pixel of the element itself.
const OF_OWN: u64 = 4;
/// What it costs to hide a pixel that is not of the color around it.
const OF_DRAWN: u64 = 5;
/// What it costs to be a pixel away from the element.
const OF_DISTANCE: u64 = 50;

/// The side of a cell of the grid.
const CELL: u32 = 64;
/// A box in more cells than this is none that anybody would keep numbers out of.
const MOST_CELLS: u32 = 300;

/// What is near what.
#[derive(Default)]
struct Grid {
    cells: HashMap<(u32, u32), Vec<u32>>,
}

impl Grid {
    fn cells(rect: Rect) -> impl Iterator<Item = (u32, u32)> {
        let columns = rect.x / CELL..=rect.right().saturating_sub(1) / CELL;
        let rows = rect.y / CELL..=rect.bottom().saturating_sub(1) / CELL;
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
    }

    fn add(&mut self, index: u32, rect: Rect) {
        let wide = rect.width / CELL + 2;
        let high = rect.height / CELL + 2;
        if wide.saturating_mul(high) > MOST_CELLS {
            return;
        }
        for cell in Grid::cells(rect) {
            self.cells.entry(cell).or_default().push(index);
        }
    }

    /// Each that may be at a place; one may come several times.
    fn near(&self, rect: Rect) -> impl Iterator<Item = u32> {
        Grid::cells(rect).flat_map(|cell| self.cells.get(&cell).into_iter().flatten().copied())
    }
}

/// A place for the number of each mark, in their order.
pub fn places(pixels: &Pixels, marks: &[Mark], size: u32) -> Vec<Rect> {
    let mut boxes = Grid::default();
    for (index, mark) in (0..).zip(marks) {
        boxes.add(index, mark.at);
    }
    let mut numbers = Grid::default();
    let mut placed: Vec<Rect> = Vec::with_capacity(marks.len());
    for mark in marks {
        let best = candidates(mark, size, pixels.all())
            .into_iter()
            .map(|place| {
                let cost = cost(place, mark, pixels, marks, &boxes, &placed, &numbers);
                (cost, place)
            })
            // Of equals the first.
            .min_by_key(|(cost, _)| *cost)
            .map(|(_, place)| place)
            .unwrap_or_default();
        numbers.add(placed.len() as u32, best);
        placed.push(best);
    }
    placed
}

/// The places a number can have, the usual ones first.
fn candidates(mark: &Mark, size: u32, all: Rect) -> Vec<Rect> {
    let width = (digits::width(mark.number) + 2 * PADDING) * size;
    let height = (digits::HEIGHT + 2 * PADDING) * size;
    let at = mark.at;
    let (left, top) = (i64::from(at.x), i64::from(at.y));
    let (right, bottom) = (i64::from(at.right()), i64::from(at.bottom()));
    let (w, h) = (i64::from(width), i64::from(height));
    let middle = (top + bottom - h) / 2;
    let mut corners = vec![
        (left, top - h),
        (left - w, top),
        (right - w, top - h),
        (right, top),
        (left - w, middle),
        (right, middle),
        (left, bottom),
        (right - w, bottom),
        (left - w, top - h),
        (right, top - h),
        (left - w, bottom),
        (right, bottom),
        // Half over its edge, then inside.
        (left, top - h / 2),
        (right - w, top - h / 2),
        (right - w, top),
        (left, top),
        (right - w, bottom - h),
        (left, bottom - h),
    ];
    // Along its edges, and further away, for where all that is taken.
    for step in 1..=4 {
        corners.push((left + step * w, top - h));
        corners.push((left + step * w, bottom));
        corners.push((left, top - h - step * h));
        corners.push((left - w - step * w, top));
        corners.push((right + step * w, top));
        corners.push((left, bottom + step * h));
    }
    let inside = |(x, y): (i64, i64)| {
        let x = x.clamp(0, (i64::from(all.width) - w).max(0)) as u32;
        let y = y.clamp(0, (i64::from(all.height) - h).max(0)) as u32;
        let place = Rect {
            x,
            y,
            width,
            height,
        };
        place.within(all)
    };
    corners.into_iter().map(inside).collect()
}

/// What it costs to put a number there.
fn cost(
    place: Rect,
    mark: &Mark,
    pixels: &Pixels,
    marks: &[Mark],
    boxes: &Grid,
    placed: &[Rect],
    numbers: &Grid,
) -> u64 {
    let hidden = |other: Rect| place.within(other).area();
    let of_numbers: u64 = numbers
        .near(place)
        .filter_map(|index| placed.get(index as usize))
        .map(|&other| hidden(other))
        .sum();
    let of_others: u64 = boxes
        .near(place)
        .filter_map(|index| marks.get(index as usize))
        // What is around it is behind it anyway.
        .filter(|other| !other.at.holds(mark.at))
        .map(|other| hidden(other.at))
        .sum();
    let away = |from: u32, to: u32, start: u32, end: u32| {
        u64::from(from.saturating_sub(end).max(start.saturating_sub(to)))
    };
    let distance = away(place.x, place.right(), mark.at.x, mark.at.right())
        + away(place.y, place.bottom(), mark.at.y, mark.at.bottom());
    of_numbers * OF_NUMBER
        + of_others * OF_OTHER
        + hidden(mark.at) * OF_OWN
        + drawn(place, pixels) * OF_DRAWN
        + distance * OF_DISTANCE
}

/// How many pixels of a place are not of the color of its first one.
fn drawn(place: Rect, pixels: &Pixels) -> u64 {
    let ground = pixels.color(place.x, place.y);
    let rows = (place.y..place.bottom()).filter_map(|y| pixels.row(y, place.x, place.width));
    let count = |row: &[u8]| {
        row.chunks_exact(3)
            .filter(|pixel| **pixel != ground)
            .count()
    };
    rows.map(|row| count(row) as u64).sum()
}

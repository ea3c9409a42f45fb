//! Numbers on pictures.

use proptest::prelude::*;
use surefoot_picture::{Mark, Pixels, Rect, annotate, places};

fn blank(width: u32, height: u32) -> Pixels {
    Pixels::filled(width, height, [255; 3]).unwrap()
}

fn mark(number: u32, x: u32, y: u32, width: u32, height: u32) -> Mark {
    Mark {
        number,
        at: Rect {
            x,
            y,
            width,
            height,
        },
    }
}

/// How many pixels two rectangles share.
fn shared(a: Rect, b: Rect) -> u64 {
    a.within(b).area()
}

#[track_caller]
fn check_apart(labels: &[Rect]) {
    for (at, a) in labels.iter().enumerate() {
        for b in &labels[at + 1..] {
            assert_eq!(shared(*a, *b), 0, "{a:?} hides {b:?}");
        }
    }
}

#[test]
fn a_number_stands_beside_its_element_where_there_is_room() {
    let marks = [
        mark(1, 100, 100, 80, 30),
        // In a corner, where only some sides have room.
        mark(22, 0, 0, 60, 20),
        mark(333, 340, 270, 60, 30),
    ];
    let labels = places(&blank(400, 300), &marks, 1);
    check_apart(&labels);
    for (mark, label) in marks.iter().zip(&labels) {
        assert_eq!(shared(mark.at, *label), 0, "{label:?} hides {mark:?}");
        let near = Rect {
            x: mark.at.x.saturating_sub(label.width),
            y: mark.at.y.saturating_sub(label.height),
            width: mark.at.width + 2 * label.width,
            height: mark.at.height + 2 * label.height,
        };
        assert!(near.holds(*label), "{label:?} is far from {mark:?}");
    }
}

#[test]
fn numbers_in_a_crowd_stand_apart() {
    // A toolbar, a grid of small buttons, a list of links without gaps, boxes in boxes.
    let toolbar = (0..12).map(|n| mark(n + 1, 10 + n * 30, 40, 28, 28));
    let grid = (0..40).map(|n| mark(100 + n, 10 + n % 8 * 60, 120 + n / 8 * 24, 58, 22));
    let list = (0..10).map(|n| mark(n + 50, 10, 400 + n * 18, 200, 18));
    let nested = (0..4).map(|n| mark(n + 900, 300 + n * 4, 300 + n * 4, 200 - n * 8, 100 - n * 8));
    for marks in [
        toolbar.collect::<Vec<_>>(),
        grid.collect(),
        list.collect(),
        nested.collect(),
    ] {
        check_apart(&places(&blank(640, 640), &marks, 1));
    }
}

#[test]
fn a_number_prefers_what_is_empty() {
    let mut busy = blank(300, 100);
    // Text above the element, none beside it.
    for x in (0..300).step_by(2) {
        busy.fill(
            Rect {
                x,
                y: 0,
                width: 1,
                height: 39,
            },
            [0; 3],
        );
    }
    let marks = [mark(7, 100, 40, 60, 20)];
    let labels = places(&busy, &marks, 1);
    assert!(labels[0].y >= 39, "{labels:?}");
}

#[test]
fn numbers_can_be_read_on_any_ground() {
    for ground in [[0; 3], [255; 3], [128; 3], [200, 0, 60], [0, 90, 200]] {
        let mut pixels = Pixels::filled(200, 100, ground).unwrap();
        let marks = [mark(8, 60, 40, 50, 20)];
        let labels = annotate(&mut pixels, &marks, 2);
        let label = labels[0];
        // White around it, and white digits on a dark color.
        assert_eq!(pixels.color(label.x, label.y), [255; 3]);
        let paper = pixels.color(label.x + 3, label.y + 3);
        let light = u32::from(paper[0]) * 3 + u32::from(paper[1]) * 6 + u32::from(paper[2]);
        assert!(light < 255 * 5, "{paper:?} is too light for white digits");
        let white = (label.y..label.bottom())
            .flat_map(|y| (label.x..label.right()).map(move |x| (x, y)))
            .filter(|&(x, y)| pixels.color(x, y) == [255; 3])
            .count() as u32;
        assert!(
            white > 2 * (label.width + label.height),
            "no digits: {white}"
        );
    }
}

#[test]
fn every_digit_is_its_own() {
    let drawn: Vec<Pixels> = (0..10)
        .map(|digit| {
            let mut pixels = blank(80, 60);
            annotate(&mut pixels, &[mark(digit, 30, 30, 30, 20)], 1);
            // Of one color, so that only the digits differ.
            let labels = places(&blank(80, 60), &[mark(digit, 30, 30, 30, 20)], 1);
            let mut only = blank(labels[0].width, labels[0].height);
            for y in 0..only.height() {
                for x in 0..only.width() {
                    let white = pixels.color(labels[0].x + x, labels[0].y + y) == [255; 3];
                    let color = if white { [255; 3] } else { [0; 3] };
                    only.fill(
                        Rect {
                            x,
                            y,
                            width: 1,
                            height: 1,
                        },
                        color,
                    );
                }
            }
            only
        })
        .collect();
    for (a, first) in drawn.iter().enumerate() {
        for (b, second) in drawn.iter().enumerate() {
            assert_eq!(a == b, first == second, "{a} and {b}");
        }
    }
}

proptest! {
    #[test]
    fn numbers_are_in_the_picture_whatever_is_marked(
        (width, height) in (1u32..400, 1u32..400),
        boxes in prop::collection::vec((0u32..500, 0u32..500, 0u32..500, 0u32..500, 0u32..100_000), 0..60),
        size in 1u32..4,
    ) {
        let mut pixels = blank(width, height);
        let marks: Vec<Mark> = boxes.iter().map(|&(x, y, w, h, n)| mark(n, x, y, w, h)).collect();
        let labels = annotate(&mut pixels, &marks, size);
        prop_assert_eq!(labels.len(), marks.len());
        let all = pixels.all();
        for label in &labels {
            prop_assert!(all.holds(*label), "{:?} in {:?}", label, all);
        }
        // The same elements have their numbers at the same places.
        prop_assert_eq!(labels, places(&blank(width, height), &marks, size));
    }
}

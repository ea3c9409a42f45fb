//! Putting together, making smaller, comparing.

use surefoot_picture::{Canvas, Pixels, Rect, compare, marked, narrowed};

fn plain(width: u32, height: u32, color: [u8; 3]) -> Pixels {
    Pixels::filled(width, height, color).unwrap()
}

fn rect(x: u32, y: u32, width: u32, height: u32) -> Rect {
    Rect {
        x,
        y,
        width,
        height,
    }
}

#[test]
fn parts_go_where_they_belong_and_nowhere_else() {
    let mut canvas = Canvas::new(10, 10).unwrap();
    let red = plain(6, 6, [255, 0, 0]);
    canvas.put(&red, rect(1, 1, 3, 3), 2, 2);
    // More than the picture has, over the edge of the canvas, and outside of it.
    canvas.put(&red, rect(4, 4, 100, 100), 9, 9);
    canvas.put(&red, rect(0, 0, 6, 6), 50, 50);
    canvas.put(&red, rect(20, 20, 6, 6), 0, 0);
    let done = canvas.finish();
    for y in 0..10 {
        for x in 0..10 {
            let is_red = (2..5).contains(&x) && (2..5).contains(&y) || (x, y) == (9, 9);
            let expected = if is_red { [255, 0, 0] } else { [255; 3] };
            assert_eq!(done.color(x, y), expected, "{x},{y}");
        }
    }
}

#[test]
fn what_has_nothing_goes_on_in_the_color_above() {
    let mut canvas = Canvas::new(4, 6).unwrap();
    let mut above = plain(4, 2, [9, 9, 9]);
    above.fill(rect(0, 1, 1, 1), [1, 1, 1]);
    canvas.put(&above, above.all(), 0, 0);
    canvas.continue_down(rect(0, 2, 4, 4));
    // There is nothing above the first row.
    canvas.continue_down(rect(0, 0, 4, 1));
    let done = canvas.finish();
    assert_eq!(done.color(0, 5), [9, 9, 9]);
    assert_eq!(done.color(3, 2), [9, 9, 9]);
    assert_eq!(done.color(0, 1), [1, 1, 1]);
}

#[test]
fn a_picture_is_made_smaller_and_never_larger() {
    let mut pixels = plain(400, 100, [255; 3]);
    pixels.fill(rect(0, 0, 200, 100), [0, 0, 0]);
    let small = narrowed(&pixels, 100).unwrap();
    assert_eq!((small.width(), small.height()), (100, 25));
    assert_eq!(small.color(20, 12), [0, 0, 0]);
    assert_eq!(small.color(80, 12), [255, 255, 255]);
    assert_eq!(narrowed(&pixels, 400), None);
    assert_eq!(narrowed(&pixels, 4000), None);
    let thin = narrowed(&plain(1000, 2, [0; 3]), 10).unwrap();
    assert_eq!((thin.width(), thin.height()), (10, 1));
}

#[test]
fn differences_are_counted_and_shown() {
    let before = plain(20, 10, [250; 3]);
    assert_eq!(compare(&before, &before).pixels, 0);
    assert_eq!(compare(&before, &before).around, None);
    let mut after = before.clone();
    after.fill(rect(3, 4, 5, 2), [0, 0, 250]);
    // What nobody can see is no difference.
    after.fill(rect(15, 8, 1, 1), [248; 3]);
    let found = compare(&before, &after);
    assert_eq!((found.pixels, found.of), (10, 200));
    assert_eq!(found.around, Some(rect(3, 4, 5, 2)));
    assert!((found.ratio() - 0.05).abs() < 1e-9);
    let shown = marked(&before, &after).unwrap();
    assert_eq!(shown.color(3, 4), [230, 0, 70]);
    assert_ne!(shown.color(2, 4), [230, 0, 70]);
}

#[test]
fn what_only_one_of_two_pictures_has_differs() {
    let small = plain(10, 10, [7; 3]);
    let large = plain(12, 15, [7; 3]);
    for (a, b) in [(&small, &large), (&large, &small)] {
        let found = compare(a, b);
        assert_eq!((found.pixels, found.of), (180 - 100, 180));
        assert_eq!(found.around, Some(rect(0, 0, 12, 15)));
        let shown = marked(a, b).unwrap();
        assert_eq!((shown.width(), shown.height()), (12, 15));
        assert_eq!(shown.color(11, 0), [230, 0, 70]);
    }
}

//! From and to files.

use surefoot_picture::{Encoding, ErrorKind, Format, Pixels, Rect, decode, encode, size};

/// Four quarters of four colors.
fn quarters(width: u32, height: u32) -> Pixels {
    let mut pixels = Pixels::filled(width, height, [250, 250, 250]).unwrap();
    let (w, h) = (width / 2, height / 2);
    for (x, y, color) in [
        (0, 0, [200, 10, 10]),
        (w, 0, [10, 180, 10]),
        (0, h, [10, 10, 220]),
    ] {
        pixels.fill(
            Rect {
                x,
                y,
                width: w,
                height: h,
            },
            color,
        );
    }
    pixels
}

#[test]
fn what_is_encoded_is_decoded() {
    let pixels = quarters(64, 40);
    for encoding in [Encoding::Png, Encoding::Webp] {
        let file = encode(&pixels, encoding).unwrap();
        assert_eq!(size(&file).unwrap(), (64, 40), "{encoding:?}");
        assert_eq!(decode(&file).unwrap(), pixels, "{encoding:?}");
    }
    let file = encode(&pixels, Encoding::Jpeg { quality: 90 }).unwrap();
    let back = decode(&file).unwrap();
    for (x, y) in [(10, 10), (50, 10), (10, 30), (50, 30)] {
        let (is, was) = (back.color(x, y), pixels.color(x, y));
        let apart: u32 = is
            .iter()
            .zip(was)
            .map(|(a, b)| u32::from(a.abs_diff(b)))
            .sum();
        assert!(apart < 30, "{is:?} and {was:?} at {x},{y}");
    }
    let worse = encode(&pixels, Encoding::Jpeg { quality: 5 }).unwrap();
    assert!(worse.len() < file.len());
}

#[test]
fn what_is_no_picture_is_refused() {
    let png = encode(&quarters(8, 8), Encoding::Png).unwrap();
    for bytes in [
        &b""[..],
        b"<html>",
        b"\x89PNG\r\n\x1a\n",
        &png[..png.len() / 2],
    ] {
        assert_eq!(decode(bytes).unwrap_err().kind(), ErrorKind::NoPicture);
    }
    // A header that promises more than there can be.
    let mut huge = png.clone();
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    assert!(decode(&huge).is_err());
}

#[test]
fn formats_have_their_limits() {
    let long = Pixels::filled(1, 16_384, [1, 2, 3]).unwrap();
    assert_eq!(
        encode(&long, Encoding::Webp).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    encode(&long, Encoding::Png).unwrap();
    assert_eq!(
        Pixels::filled(20_000, 20_000, [0; 3]).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    assert_eq!(
        Pixels::filled(0, 5, [0; 3]).unwrap_err().kind(),
        ErrorKind::Empty
    );
}

#[test]
fn formats_are_known_by_name_and_by_the_ends_of_file_names() {
    for (word, format) in [
        ("png", Some(Format::Png)),
        ("JPG", Some(Format::Jpeg)),
        ("jpeg", Some(Format::Jpeg)),
        ("webp", Some(Format::Webp)),
        ("gif", None),
        ("", None),
    ] {
        assert_eq!(Format::named(word), format, "{word}");
    }
    for (format, _) in Format::NAMES {
        assert_eq!(Format::named(format.name()), Some(format));
    }
}

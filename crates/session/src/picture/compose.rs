//! From the pieces of an engine to one picture.

use surefoot_engine::{Error, ErrorKind, Picture, PixelRect, Result};
use surefoot_picture::{self as picture, Canvas, Pixels, Rect};

/// The picture, put together.
pub(super) fn composed(made: &Picture) -> Result<Pixels> {
    if let [only] = made.pieces.as_slice()
        && only.part.is_none()
        && made.fills.is_empty()
    {
        return picture::decode(&only.bytes).map_err(|error| of_engine(&error));
    }
    let mut canvas = Canvas::new(made.width, made.height).map_err(|error| too_large(&error))?;
    for piece in &made.pieces {
        let pixels = picture::decode(&piece.bytes).map_err(|error| of_engine(&error))?;
        let part = piece.part.map_or(pixels.all(), rect);
        canvas.put(&pixels, part, piece.x, piece.y);
    }
    for fill in &made.fills {
        canvas.continue_down(rect(*fill));
    }
    Ok(canvas.finish())
}

fn rect(rect: PixelRect) -> Rect {
    Rect {
        x: rect.x,
        y: rect.y,
        width: rect.width,
        height: rect.height,
    }
}

/// That an engine's picture is none.
pub(super) fn of_engine(error: &picture::Error) -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        format!("the browser's picture is not what it should be: {error}"),
    )
}

/// That a picture has more pixels than it may.
pub(super) fn too_large(error: &picture::Error) -> Error {
    let hint = "ask for less of the page with --max-height or --region, or for a smaller one with --scale or --max-width";
    Error::new(ErrorKind::TooLarge, error.to_string()).with_hint(hint)
}

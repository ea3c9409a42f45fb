//! Printing to PDF.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use surefoot_cdp::protocol::page::{PrintToPdf, PrintToPdfTransferMode};
use surefoot_cdp::{self as cdp, Session};
use surefoot_engine::{Error, ErrorKind, Limits, Paper, Result};

use crate::around::wire::{CloseStream, ReadStream};
use crate::errors;

/// How much is read at once, in bytes.
const PART: u32 = 1 << 20;

/// The page as a PDF document. It is handed over in parts, so it may be larger than a message.
pub(crate) async fn pdf(session: &Session, paper: &Paper, limits: Limits) -> Result<Vec<u8>> {
    check(paper)?;
    let print = PrintToPdf {
        landscape: Some(paper.landscape),
        print_background: Some(paper.background),
        scale: Some(paper.scale),
        paper_width: Some(paper.width),
        paper_height: Some(paper.height),
        margin_top: Some(paper.margin),
        margin_bottom: Some(paper.margin),
        margin_left: Some(paper.margin),
        margin_right: Some(paper.margin),
        page_ranges: Some(paper.pages.clone()).filter(|pages| !pages.is_empty()),
        transfer_mode: Some(PrintToPdfTransferMode::ReturnAsStream),
        ..PrintToPdf::default()
    };
    let printed = session
        .call(&print)
        .by(limits.deadline.into())
        .await
        .map_err(|error| refused(&error, paper))?;
    let Some(stream) = printed.stream else {
        return decoded(&printed.data);
    };
    let read = read(session, stream.as_str(), limits).await;
    let close = CloseStream {
        handle: stream.as_str(),
    };
    session.call(&close).forget();
    read
}

async fn read(session: &Session, handle: &str, limits: Limits) -> Result<Vec<u8>> {
    let mut document = Vec::new();
    loop {
        let part = session
            .call(&ReadStream { handle, size: PART })
            .by(limits.deadline.into())
            .await
            .map_err(errors::about("the PDF document cannot be read"))?;
        if part.base64_encoded {
            document.extend(decoded(&part.data)?);
        } else {
            document.extend(part.data.into_bytes());
        }
        if part.eof {
            return Ok(document);
        }
    }
}

fn decoded(text: &str) -> Result<Vec<u8>> {
    BASE64_STANDARD.decode(text).map_err(|_| {
        Error::new(
            ErrorKind::EngineCrashed,
            "the browser's PDF document is not what it should be",
        )
    })
}

/// Refuses a paper that no page can be put on.
fn check(paper: &Paper) -> Result<()> {
    let bad =
        |what: &str, hint: &str| Err(Error::new(ErrorKind::InvalidArgument, what).with_hint(hint));
    let (width, height) = if paper.landscape {
        (paper.height, paper.width)
    } else {
        (paper.width, paper.height)
    };
    let fits = |length: f64| length > 0.0 && length <= 200.0;
    if !fits(width) || !fits(height) {
        return bad(
            "this paper has no possible size",
            "its width and height are more than 0 and at most 200 inches",
        );
    }
    if !(paper.margin >= 0.0 && paper.margin * 2.0 < width.min(height)) {
        return bad(
            "the margins leave no room on the paper",
            "together they have to be smaller than the paper",
        );
    }
    if !(0.1..=2.0).contains(&paper.scale) {
        return bad("this scale is not possible", "it is 0.1 to 2");
    }
    Ok(())
}

fn refused(error: &cdp::Error, paper: &Paper) -> Error {
    match error.kind() {
        cdp::ErrorKind::Protocol { .. } if error.message().contains("age range") => Error::new(
            ErrorKind::InvalidArgument,
            format!("{:?} are not pages of this document", paper.pages),
        )
        .with_hint("give pages as `1-3, 5`"),
        cdp::ErrorKind::Protocol { .. } => Error::new(
            ErrorKind::Unsupported,
            "the browser does not print this page",
        )
        .with_hint("a browser with a window may not print to PDF; without one it does"),
        _ => errors::of(error, "the page cannot be printed"),
    }
}

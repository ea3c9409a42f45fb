//! What is at a point of a picture.

use serde::Deserialize;
use surefoot_engine::{Error, ErrorKind, Hit, HitPoint, Limits, Point, Result};
use surefoot_page::NodeKey;

use super::shot::no_sense;
use crate::around::read::main_frame;
use crate::collect;
use crate::frame::FrameHandle;
use crate::live::Live;
use crate::world::{self, Promise};

#[derive(Deserialize)]
struct Found {
    node: Option<u32>,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
}

#[derive(Deserialize)]
struct Shown {
    x: f64,
    y: f64,
}

/// The innermost element at a point, through frames.
pub(crate) async fn hit(
    live: &Live,
    document: &str,
    point: HitPoint,
    limits: Limits,
) -> Result<Option<Hit>> {
    let frame = main_frame(live, limits).await?;
    if frame.loader != document {
        return Err(Error::new(
            ErrorKind::StaleRef,
            "the last picture is of another page than the one that is here now",
        )
        .with_hint("take a new `screenshot`"));
    }
    // The identities of its elements are those of a capture.
    collect::capture(live, limits).await?;
    let at = match point {
        HitPoint::View { at, scroll } => {
            let asked = format!("surefoot.pictureScroll({},{})", scroll.x, scroll.y);
            let now: Shown = ask(&frame, asked, Promise::Awaited, limits).await?;
            Point {
                x: at.x + scroll.x - now.x,
                y: at.y + scroll.y - now.y,
            }
        }
        HitPoint::Page { at, opened } => {
            let part = opened.map_or(0, |node| node.serial);
            let asked = format!("surefoot.pictureShow({},{},{part})", at.x, at.y);
            let shown: Shown = ask(&frame, asked, Promise::Awaited, limits).await?;
            Point {
                x: shown.x,
                y: shown.y,
            }
        }
    };
    inner(live, frame, at, limits).await
}

/// The element at a point of a document's view; in frames what is at it there.
async fn inner(live: &Live, frame: FrameHandle, at: Point, limits: Limits) -> Result<Option<Hit>> {
    let mut frame = frame;
    let mut at = at;
    let mut found = None;
    loop {
        let asked = format!("surefoot.pictureHit({},{})", at.x, at.y);
        let here: Found = ask(&frame, asked, Promise::No, limits).await?;
        let document = {
            let state = live.state();
            state
                .frames
                .get(&frame.id)
                .and_then(|frame| frame.document.as_ref().map(|(_, id)| *id))
        };
        let Some((serial, document)) = here.node.zip(document) else {
            return Ok(found);
        };
        found = Some(Hit {
            node: NodeKey { document, serial },
            position: Point {
                x: here.x,
                y: here.y,
            },
        });
        let child = {
            let state = live.state();
            state
                .frames
                .values()
                .find(|child| {
                    child.parent.as_ref() == Some(&frame.id)
                        && child.owner == Some(serial)
                        && child.world.is_some()
                })
                .cloned()
        };
        let Some(child) = child else {
            return Ok(found);
        };
        let asked = format!("surefoot.pictureInside({serial},{},{})", at.x, at.y);
        let inside: Shown = ask(&frame, asked, Promise::No, limits).await?;
        at = Point {
            x: inside.x,
            y: inside.y,
        };
        frame = child;
    }
}

async fn ask<T: serde::de::DeserializeOwned>(
    frame: &FrameHandle,
    expression: String,
    promise: Promise,
    limits: Limits,
) -> Result<T> {
    let text = world::ask(frame, expression, promise, limits).await?;
    serde_json::from_str(&text).map_err(|_| {
        if text == "{\"stale\":true}" {
            Error::new(
                ErrorKind::StaleRef,
                "the part of the page that the last picture shows is no longer there",
            )
            .with_hint("take a new `screenshot`")
        } else {
            no_sense()
        }
    })
}

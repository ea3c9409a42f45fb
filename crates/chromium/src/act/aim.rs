//! Aiming: the checks of an element and the point to press, in one question to its document and one to each around.

use serde::{Deserialize, Serialize};
use surefoot_engine::{Error, ErrorKind, Point, Result};

use super::hand::{Hand, Place, stale};

/// What is asked besides the checks that are always made.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Aim {
    /// A point of the element's box, instead of one that is found.
    pub(super) position: Option<(f64, f64)>,
    /// Whether what is pressed from then on is watched, and kept from anything else.
    pub(super) watch: bool,
    /// Whether what is hit is noted only.
    pub(super) free: bool,
    /// Whether it has to be enabled.
    pub(super) enabled: bool,
    /// Set when asking, from what the action may cost.
    pub(super) force: bool,
    /// Likewise, in milliseconds.
    pub(super) patience: u64,
}

impl Aim {
    /// At something that is to be pressed.
    pub(super) fn to_press() -> Aim {
        Aim {
            watch: true,
            enabled: true,
            ..Aim::default()
        }
    }

    /// At something that the pointer only goes to.
    pub(super) fn to_reach() -> Aim {
        Aim {
            watch: true,
            free: true,
            ..Aim::default()
        }
    }
}

/// A point of a document's view.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Found {
    x: f64,
    y: f64,
    /// Whether something was scrolled for it.
    #[serde(default)]
    scrolled: bool,
}

#[derive(Serialize)]
struct Through {
    x: f64,
    y: f64,
    scrolled: bool,
    force: bool,
    patience: u64,
}

impl Hand<'_> {
    /// Checks an element and answers the point to press, in the view of the main document.
    pub(super) async fn aim(&self, place: &Place, aim: Aim) -> Result<Point> {
        let options = Aim {
            force: self.forced(),
            patience: self.patience(),
            ..aim
        };
        let mut found: Found = self.ask(place, "aim", &options).await?;
        let mut frame = place.frame.clone();
        while let Some(parent) = frame.parent.clone() {
            let owner = self.owner_of(&frame.id).await?;
            let around = self.whole(&parent).ok_or_else(stale)?.at(owner);
            let through = Through {
                x: found.x,
                y: found.y,
                scrolled: found.scrolled,
                force: self.forced(),
                patience: self.patience(),
            };
            let further: Found = self.ask(&around, "through", &through).await?;
            found = Found {
                scrolled: found.scrolled || further.scrolled,
                ..further
            };
            frame = around.frame;
        }
        Ok(Point {
            x: found.x,
            y: found.y,
        })
    }

    /// The element that a frame is shown in, by its serial in the document around.
    async fn owner_of(&self, id: &surefoot_cdp::protocol::page::FrameId) -> Result<u32> {
        let known = self.live.until(
            self.limits.deadline,
            "the place of the element's frame was not found",
            |state| match state.frames.get(id) {
                Some(frame) if frame.owner.is_none() && frame.owner_is_asked => None,
                Some(frame) => Some(frame.owner),
                None => Some(None),
            },
        );
        known.await?.ok_or_else(|| {
            Error::new(
                ErrorKind::StaleRef,
                "the frame it was in is gone, or its place is not known",
            )
            .with_hint("take a new snapshot")
        })
    }
}

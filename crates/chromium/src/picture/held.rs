//! [`Held`]: a page that something is done to for a picture.

use serde::Deserialize;
use surefoot_engine::{Error, ErrorKind, Result};

use super::shot::{Shots, no_sense};
use crate::frame::FrameHandle;
use crate::world::{self, Promise};

/// A page that is scrolled, with what is fixed shown in one place. When this is dropped all of that is undone; should
/// that not arrive, the page undoes it by itself when the command's time is over.
#[derive(Debug)]
pub(super) struct Held<'s> {
    shots: &'s Shots<'s>,
    frame: FrameHandle,
    is_over: bool,
}

/// What is scrolled, as `world/picture.js` tells it before the first step.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Start {
    /// The token of the document.
    pub(super) document: String,
    /// The element that is scrolled instead of the page; 0 for the page.
    pub(super) opened: u32,
    /// Where what is scrolled is seen, in the view: left, top, width, height.
    #[serde(rename = "box")]
    pub(super) at: [f64; 4],
    /// The size of the view.
    pub(super) view: [f64; 2],
    pub(super) density: f64,
    #[serde(flatten)]
    pub(super) told: Told,
}

/// How it stands after a step.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Told {
    /// Where it is scrolled to.
    pub(super) x: f64,
    pub(super) y: f64,
    /// How much of it is in view.
    pub(super) width: f64,
    pub(super) height: f64,
    /// How large it is.
    pub(super) wide: f64,
    pub(super) high: f64,
    /// The first place to the left that can be scrolled to.
    pub(super) left: f64,
    /// What is fixed to the view.
    pub(super) pins: Vec<Pinned>,
    /// What stands below the part that is scrolled.
    pub(super) below: Vec<Pinned>,
}

/// Something fixed to the view.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub(super) struct Pinned {
    /// The element.
    pub(super) node: u32,
    /// Whether it belongs to the end of the page.
    pub(super) last: bool,
    /// Where it is in the view: left, top, width, height.
    pub(super) at: [f64; 4],
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer<T> {
    Told(T),
    No {
        #[serde(default)]
        unscrolled: bool,
    },
}

impl<'s> Held<'s> {
    /// Begins in the main document. `how` is a word of `surefoot.pictureBegin`.
    pub(super) async fn begin(
        shots: &'s Shots<'s>,
        element: Option<(&str, u32)>,
        how: &str,
    ) -> Result<(Held<'s>, Start)> {
        Held::begin_in(shots, shots.frame.clone(), element, how).await
    }

    /// Begins in the document of a frame.
    pub(super) async fn begin_in(
        shots: &'s Shots<'s>,
        frame: FrameHandle,
        element: Option<(&str, u32)>,
        how: &str,
    ) -> Result<(Held<'s>, Start)> {
        let held = Held {
            shots,
            frame,
            is_over: false,
        };
        let left = shots
            .limits
            .deadline
            .saturating_duration_since(std::time::Instant::now());
        let (token, serial) = element.unwrap_or(("", 0));
        let expression = format!(
            "surefoot.pictureBegin('{token}',{serial},'{how}',{})",
            left.as_millis()
        );
        let start = held.ask(expression, Promise::No).await?;
        Ok((held, start))
    }

    /// Goes to a place. `show` says what of that which is fixed is seen there: `all`, `first`, `last`, `none`.
    pub(super) async fn go(&self, x: f64, y: f64, show: &str) -> Result<Told> {
        self.ask(
            format!("surefoot.pictureGo({x},{y},'{show}')"),
            Promise::Awaited,
        )
        .await
    }

    /// Puts what is fixed to the end of the view at the end of the page.
    pub(super) async fn lower(&self) -> Result<Told> {
        self.ask("surefoot.pictureLower()".to_owned(), Promise::Awaited)
            .await
    }

    /// Brings an element into view.
    pub(super) async fn bring(&self, serial: u32) -> Result<()> {
        #[derive(Deserialize)]
        struct Brought {}
        let expression = format!("surefoot.pictureBring({serial})");
        self.ask::<Brought>(expression, Promise::Awaited)
            .await
            .map(|_| ())
    }

    async fn ask<T: serde::de::DeserializeOwned>(
        &self,
        expression: String,
        promise: Promise,
    ) -> Result<T> {
        let text = world::ask(&self.frame, expression, promise, self.shots.limits).await?;
        if text == "{\"stale\":true}" {
            return Err(Error::new(
                ErrorKind::StaleRef,
                "the page went elsewhere while its picture was made",
            )
            .with_hint("`wait load` waits until it is there"));
        }
        match serde_json::from_str(&text).map_err(|_| no_sense())? {
            Answer::Told(told) => Ok(told),
            Answer::No { unscrolled: true } => Err(Error::new(
                ErrorKind::WrongKind,
                "nothing of it is out of sight: it does not scroll",
            )
            .with_hint("leave --stitch out: `screenshot` of an element shows all of it")),
            Answer::No { .. } => Err(no_sense()),
        }
    }

    /// Undoes everything, and waits until it is.
    pub(super) async fn end(mut self) -> Result<()> {
        self.is_over = true;
        let end = "surefoot.pictureEnded()".to_owned();
        world::ask(&self.frame, end, Promise::Awaited, self.shots.limits)
            .await
            .map(|_| ())
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            world::send(&self.frame, "surefoot.pictureEnd()".to_owned(), Promise::No).forget();
        }
    }
}

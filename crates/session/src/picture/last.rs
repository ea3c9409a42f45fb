//! The last picture of a tab: what the next one is compared with, and what `click --at` counts its pixels in.

use std::path::PathBuf;

use surefoot_engine::{Pin, Point};
use surefoot_page::{NodeKey, Rect};

use super::{Extent, ScreenshotRequest};

/// A picture that was shown.
#[derive(Clone, Debug)]
pub(crate) struct LastPicture {
    /// What was asked for.
    pub(super) request: ScreenshotRequest,
    /// What stands for its document with the engine.
    pub(super) document: String,
    /// It, without what was drawn on it, as a file; `None`: it was not kept.
    pub(super) file: Option<Vec<u8>>,
    /// Where it was saved.
    pub(super) path: Option<PathBuf>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) scale: f64,
    pub(super) area: Rect,
    pub(super) pins: Vec<Pin>,
    /// The part of the page that was scrolled through instead of it.
    pub(super) opened: Option<NodeKey>,
    /// Where the page was scrolled to.
    pub(super) scroll: Point,
}

impl LastPicture {
    /// Whether a request asks for the same picture, whatever is then done with it.
    pub(super) fn is_of(&self, request: &ScreenshotRequest) -> bool {
        let alike = ScreenshotRequest {
            format: self.request.format,
            quality: self.request.quality,
            annotate: self.request.annotate,
            unless_like: self.request.unless_like,
            save: self.request.save.clone(),
            ..request.clone()
        };
        alike == self.request
    }

    /// Whether the page was not scrolled for it: what was in view stood where it is in the picture.
    pub(super) fn is_of_view(&self) -> bool {
        matches!(self.request.extent, Extent::View) && self.request.target.is_none()
    }
}

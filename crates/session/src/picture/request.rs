//! What a picture is asked for with, and what is answered.

use std::num::NonZeroU32;
use std::path::PathBuf;

use surefoot_engine::{ColorScheme, Note};
use surefoot_page::Rect;
use surefoot_picture::Format;

use crate::ElementLabel;

/// How high a picture is at most, in CSS pixels, unless the user says otherwise: pages can grow without end.
pub const DEFAULT_MAX_HEIGHT: u32 = 15_000;

/// What a picture is asked for with.
#[derive(Clone, PartialEq, Debug)]
pub struct ScreenshotRequest {
    /// An element; `None`: the page.
    pub target: Option<String>,
    /// How much of the page. With an element it is [`Extent::View`], or [`Extent::Stitch`] for all of what scrolls in it.
    pub extent: Extent,
    /// The most CSS pixels that it may be high, where it is higher than the view.
    pub max_height: u32,
    /// The format of the file.
    pub format: Format,
    /// From 1 to 100, for formats that leave something out; `None`: 80.
    pub quality: Option<u8>,
    /// The most pixels it may be wide: a wider one is made smaller.
    pub max_width: Option<NonZeroU32>,
    /// Pixels for each CSS pixel; `None`: as the page is shown.
    pub scale: Option<f64>,
    /// The colors the user prefers, for this picture; `None`: as the page has them.
    pub scheme: Option<ColorScheme>,
    /// Which elements are drawn on it with their refs.
    pub annotate: Annotate,
    /// With a number: no picture, if no more than that much of it (0 to 1) differs from the last one that was asked for
    /// alike.
    pub unless_like: Option<f64>,
    /// Where the file goes.
    pub save: Save,
}

impl Default for ScreenshotRequest {
    /// What is in view, as PNG, saved nowhere.
    fn default() -> ScreenshotRequest {
        ScreenshotRequest {
            target: None,
            extent: Extent::View,
            max_height: DEFAULT_MAX_HEIGHT,
            format: Format::Png,
            quality: None,
            max_width: None,
            scale: None,
            scheme: None,
            annotate: Annotate::None,
            unless_like: None,
            save: Save::Nowhere,
        }
    }
}

/// How much of a page a picture shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extent {
    /// What is in view.
    View,
    /// This part of it, in CSS pixels of the page.
    Region(Rect),
    /// All of it, as it is laid out.
    Full,
    /// All of it, as somebody sees it who scrolls through it.
    Stitch,
}

/// Which elements are drawn on a picture with their refs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Annotate {
    /// None.
    None,
    /// What can be acted on, and content that has a name.
    Named,
    /// What can be acted on.
    Interactive,
}

/// Where a file goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Save {
    /// Nowhere: its bytes are the answer.
    Nowhere,
    /// Into a folder, which is made for this user alone if it is missing, under a name of its own.
    InFolder(PathBuf),
    /// There.
    At {
        /// The file, absolute.
        path: PathBuf,
        /// Whether a file that is there already is overwritten.
        overwrites: bool,
    },
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct ScreenshotAnswer {
    /// The file; empty if the picture is [`unchanged`](ScreenshotAnswer::unchanged).
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// How many pixels it is wide.
    pub width: u32,
    /// How many pixels it is high.
    pub height: u32,
    /// Pixels for each CSS pixel.
    pub scale: f64,
    /// The part of the page that it shows, in CSS pixels of the page.
    pub area: Rect,
    /// Where it was saved.
    pub path: Option<PathBuf>,
    /// What is drawn on it, in the order of the document.
    pub marks: Vec<PictureMark>,
    /// What would be drawn on it if nothing else covered it.
    pub covered: Vec<ElementLabel>,
    /// Whether it is like the one before, so that there is none.
    pub unchanged: Option<Unchanged>,
    /// What else should be known.
    pub notes: Vec<Note>,
}

/// An element that is drawn on a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureMark {
    /// It, with its ref, which is the number that is drawn.
    pub element: ElementLabel,
    /// Where it is in the picture, in pixels.
    pub at: surefoot_picture::Rect,
}

/// That a picture is like the one before.
#[derive(Clone, PartialEq, Debug)]
pub struct Unchanged {
    /// How much of it differs all the same, from 0 to 1.
    pub difference: f64,
    /// Where the one before was saved.
    pub path: Option<PathBuf>,
}

//! Pictures of a page: what is asked for, and what an engine hands over.
//!
//! An engine hands over a [`Picture`] as *pieces*: files as it makes them, each with the part of it that counts and the
//! place where that goes. Most pictures are one piece that is the picture. Whoever asked puts them together, since that
//! is the same for every engine.

use std::sync::Arc;

use surefoot_page::{NodeKey, Page, Rect};

use crate::{ColorScheme, Note, Point};

/// A picture that is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureRequest {
    /// What is to be in it.
    pub part: PicturePart,
    /// How its pieces are encoded.
    pub encoding: PieceEncoding,
    /// Pixels for each CSS pixel; `None`: as many as the page is shown with.
    pub scale: Option<f64>,
    /// The colors the user prefers, for this picture alone; `None`: as the page has them.
    pub scheme: Option<ColorScheme>,
    /// Whether the page as it is in the picture is wanted as well.
    pub page: WithPage,
}

/// Whether the page comes with its picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WithPage {
    /// It does not.
    No,
    /// It is captured in the state that the picture shows.
    Captured,
}

/// What is to be in a picture.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PicturePart {
    /// What is in view.
    View,
    /// A part of the page, in CSS pixels of the page.
    Region(Rect),
    /// An element.
    Element(NodeKey),
    /// All of the page as it is laid out now, without scrolling through it.
    Full {
        /// The most CSS pixels it may be high.
        max_height: u32,
    },
    /// All of the page as somebody sees it who scrolls through it, put together from what was in view.
    Stitch {
        /// An element that scrolls, instead of the page.
        of: Option<NodeKey>,
        /// The most CSS pixels it may be high.
        max_height: u32,
    },
}

/// How a piece is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceEncoding {
    /// As PNG, in as little time as possible: it is decoded again at once.
    Quick,
    /// As PNG, in few bytes.
    Png,
    /// As JPEG.
    Jpeg {
        /// From 0 to 100.
        quality: u8,
    },
    /// As WebP that is not quite the same as what is shown.
    Webp {
        /// From 0 to 100.
        quality: u8,
    },
}

/// A picture as an engine hands it over.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Pixels for each CSS pixel.
    pub scale: f64,
    /// The part of the page that it shows, in CSS pixels of the page.
    pub area: Rect,
    /// What it is made of; later ones go over earlier ones.
    pub pieces: Vec<Piece>,
    /// Parts that no piece shows: they get the color that is most common right above them.
    pub fills: Vec<PixelRect>,
    /// What does not move with the page and is shown elsewhere than where the page has it.
    pub pins: Vec<Pin>,
    /// The element that was scrolled through instead of the page, so that nothing of it is out of sight.
    pub opened: Option<NodeKey>,
    /// Where the page was scrolled to.
    pub scroll: Point,
    /// What stands for the document that it shows, for [`Tab::hit`](crate::Tab::hit).
    pub document: String,
    /// The page as it is in the picture, if it was asked for.
    pub page: Option<Arc<Page>>,
    /// What should be known of it.
    pub notes: Vec<Note>,
}

/// A part of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// A file, as it was asked for.
    pub bytes: Vec<u8>,
    /// The part of it that counts; `None`: all.
    pub part: Option<PixelRect>,
    /// Where that goes: from the left.
    pub x: u32,
    /// Where that goes: from the top.
    pub y: u32,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PixelRect {
    /// From the left.
    pub x: u32,
    /// From the top.
    pub y: u32,
    /// How wide.
    pub width: u32,
    /// How high.
    pub height: u32,
}

/// Something that keeps its place in the view when the page is scrolled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pin {
    /// The element.
    pub node: NodeKey,
    /// Where it is in the picture, in CSS pixels of the page as the picture has it.
    pub at: Rect,
    /// By how much that is further down than where the page of the picture has it.
    pub down: f64,
    /// Where the page was scrolled to when it was shown.
    pub scroll: Point,
}

/// What is at a point of the page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// The innermost element.
    pub node: NodeKey,
    /// The point, from the top left corner of its box, in CSS pixels.
    pub position: Point,
}

/// A point that something is looked for at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum HitPoint {
    /// A point of the view while the page is scrolled to `scroll`; it is scrolled there.
    View {
        /// The point, from the top left corner of the view.
        at: Point,
        /// Where the page is to be scrolled to.
        scroll: Point,
    },
    /// A point of the page, which is scrolled until the point is in the middle, if it is not in view.
    Page {
        /// The point, in CSS pixels of the page.
        at: Point,
        /// The part of the page that the point is counted in as if it were not scrolled ([`Picture::opened`]).
        opened: Option<NodeKey>,
    },
}

//! Scrolling through a page, and taking what is in view.
//!
//! First it is scrolled to its end once, so that what only comes when it is looked at is there, then again from its
//! beginning, band by band. The view keeps its size, so what is measured by it does as well. A page that grows as it is
//! scrolled ends where the picture may not be higher.

use std::time::{Duration, Instant};

use surefoot_engine::{
    Error, ErrorKind, Limits, Note, NoteKind, Picture, Piece, PieceEncoding, Pin, PixelRect, Point,
    Result,
};
use surefoot_page::{DocumentId, NodeKey, Rect};

use super::bands::{Band, Stretch, bands, step};
use super::held::{Held, Start, Told};
use super::shot::{Shots, clip};
use crate::settle;

/// How long what a step starts is waited for.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The most pixels a picture may have.
const MOST_PIXELS: f64 = 120e6;

impl Shots<'_> {
    /// All of the page, or of an element that scrolls.
    pub(super) async fn stitch(&self, of: Option<NodeKey>, max_height: u32) -> Result<Picture> {
        let place = of.map(|node| self.in_main(node)).transpose()?;
        let how = if of.is_some() { "element" } else { "page" };
        let element = place
            .as_ref()
            .map(|(token, serial)| (token.as_str(), *serial));
        let (held, start) = Held::begin(self, element, how).await?;
        if of.is_some() && start.opened != 0 {
            // All of what shows it has to be in view.
            held.bring(start.opened).await?;
        }
        let told = self.warmed(&held, &start, f64::from(max_height)).await?;
        let frame = Frame::new(self, &start, &told, of, max_height)?;
        let document = self.live.identify(&self.frame.id, &start.document);
        let mut picture = self.banded(&held, &frame, document).await?;
        picture.notes.extend(cut_off(told.high, max_height));
        held.end().await?;
        Ok(picture)
    }

    /// An element of the main document: its document's token and its serial.
    fn in_main(&self, node: NodeKey) -> Result<(String, u32)> {
        let (frame, token) = self
            .live
            .frame_of(node.document)
            .ok_or_else(crate::picture::element::stale)?;
        if frame.id != self.frame.id {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "an element in a frame cannot be scrolled through for a picture",
            )
            .with_hint("leave --stitch out to see what of it is in sight"));
        }
        Ok((token, node.serial))
    }

    /// Scrolls to the end once; answers how it stands then.
    async fn warmed(&self, held: &Held<'_>, start: &Start, most: f64) -> Result<Told> {
        let mut y = 0.0;
        loop {
            let since = self.live.mark();
            let told = held.go(0.0, y, "all").await?;
            let wait = Limits {
                settle: PATIENCE,
                ..self.limits
            };
            let until = self.limits.deadline.min(Instant::now() + PATIENCE);
            settle::come_to_rest(self.live, since, until, wait).await?;
            y += start.told.height;
            if y >= told.high.min(most) {
                return Ok(told);
            }
        }
    }

    /// Takes the bands.
    async fn banded(
        &self,
        held: &Held<'_>,
        frame: &Frame,
        document: DocumentId,
    ) -> Result<Picture> {
        let first = held.go(frame.area_x, 0.0, "all").await?;
        let page = self.page().await?;
        let end = frame.end(&first);
        let step = step(frame.scale);
        let rows = bands(frame.rows(end), step);
        let columns = bands(frame.columns(), step);
        let is_single = rows.len() == 1 && columns.len() == 1;
        let mut picture = frame.empty(self.frame.loader.clone());
        let count = rows.len();
        for (row_at, row) in rows.iter().enumerate() {
            for (column_at, column) in columns.iter().enumerate() {
                let show = match (is_single, row_at, column_at) {
                    (true, ..) => "all",
                    (_, 0, 0) if count == 1 => "all",
                    (_, 0, 0) => "first",
                    (_, at, 0) if at + 1 == count => "last",
                    _ => "none",
                };
                let since = self.live.mark();
                let told = held.go(column.scroll, row.scroll, show).await?;
                let until = self.limits.deadline.min(Instant::now() + PATIENCE);
                settle::come_to_rest(self.live, since, until, self.limits).await?;
                let clip = self.request.scale.map(|scale| {
                    let view = Rect {
                        x: frame.origin.0 as f32,
                        y: frame.origin.1 as f32,
                        width: frame.view[0] as f32,
                        height: frame.view[1] as f32,
                    };
                    let view = match frame.opened {
                        Some(_) => view,
                        None => Rect {
                            x: told.x as f32,
                            y: told.y as f32,
                            ..view
                        },
                    };
                    clip(view, scale / frame.density)
                });
                let bytes = self.shot(clip, PieceEncoding::Quick).await?;
                let ends = Ends {
                    is_first: row_at == 0 && column_at == 0,
                    is_last: row_at + 1 == count && column_at == 0,
                };
                frame.take(&mut picture, bytes, (*column, *row), &told, ends);
            }
        }
        picture.pins = frame.pins(&first, document);
        picture.opened = frame.opened.map(|serial| NodeKey { document, serial });
        picture.page = page;
        Ok(picture)
    }
}

/// Whether a band is at an end of the picture.
#[derive(Clone, Copy, Debug)]
struct Ends {
    is_first: bool,
    is_last: bool,
}

/// How what is scrolled lies in the picture.
#[derive(Debug)]
struct Frame {
    scale: f64,
    density: f64,
    /// The size of the view.
    view: [f64; 2],
    /// Where what is scrolled is seen in the view.
    at: [f64; 4],
    /// The part that is scrolled instead of the page.
    opened: Option<u32>,
    /// Whether what is around that part is in the picture as well.
    has_shell: bool,
    /// Where the view begins on the page, while a part is scrolled.
    origin: (f64, f64),
    /// Where what is scrolled begins.
    area_x: f64,
    /// How much of what is scrolled is in the picture.
    wide: f64,
    high: f64,
    /// All there is to scroll.
    all_high: f64,
}

impl Frame {
    fn new(
        shots: &Shots<'_>,
        start: &Start,
        told: &Told,
        of: Option<NodeKey>,
        max_height: u32,
    ) -> Result<Frame> {
        let scale = shots.request.scale.unwrap_or(start.density);
        let opened = (start.opened != 0).then_some(start.opened);
        let frame = Frame {
            scale,
            density: start.density,
            view: start.view,
            at: start.at,
            opened,
            has_shell: opened.is_some() && of.is_none(),
            origin: (0.0, 0.0),
            area_x: told.left,
            wide: told.wide,
            high: told.high.min(f64::from(max_height).max(1.0)),
            all_high: told.high,
        };
        let (width, height) = frame.size();
        if width * height * scale * scale > MOST_PIXELS {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "the picture would have {:.0} x {:.0} pixels",
                    width * scale,
                    height * scale
                ),
            )
            .with_hint("make it smaller with --max-height or --scale"));
        }
        Ok(frame)
    }

    /// How much higher the picture is than what is seen of the part at once.
    fn extra(&self) -> (f64, f64) {
        (
            (self.wide - self.at[2]).max(0.0),
            (self.high - self.at[3]).max(0.0),
        )
    }

    /// The size of the picture in CSS pixels.
    fn size(&self) -> (f64, f64) {
        if self.has_shell {
            let (wide, high) = self.extra();
            (self.view[0] + wide, self.view[1] + high)
        } else {
            (self.wide, self.high)
        }
    }

    /// How much of the end is taken at the last place, for what is fixed there.
    fn end(&self, told: &Told) -> f64 {
        let lowest = self.at[1] + self.at[3];
        let tops = told.pins.iter().filter(|pin| pin.last).map(|pin| pin.at[1]);
        tops.map(|top| (lowest - top).clamp(0.0, self.at[3]))
            .fold(0.0, f64::max)
    }

    fn rows(&self, end: f64) -> Stretch {
        Stretch {
            from: 0.0,
            to: self.high,
            view: self.at[3],
            first: 0.0,
            last: (self.all_high - self.at[3]).max(0.0),
            end,
        }
    }

    fn columns(&self) -> Stretch {
        Stretch {
            from: self.area_x,
            to: self.area_x + self.wide,
            view: self.at[2],
            first: self.area_x,
            last: (self.area_x + self.wide - self.at[2]).max(self.area_x),
            end: 0.0,
        }
    }

    fn pixels(&self, css: f64) -> u32 {
        (css * self.scale).round().max(0.0) as u32
    }

    fn rect(&self, x: f64, y: f64, right: f64, bottom: f64) -> PixelRect {
        let (x, y) = (self.pixels(x), self.pixels(y));
        PixelRect {
            x,
            y,
            width: self.pixels(right).saturating_sub(x),
            height: self.pixels(bottom).saturating_sub(y),
        }
    }

    fn empty(&self, document: String) -> Picture {
        let (width, height) = self.size();
        let [left, top, ..] = self.at;
        let mut picture = Picture {
            width: self.pixels(width).max(1),
            height: self.pixels(height).max(1),
            scale: self.scale,
            area: Rect {
                x: if self.has_shell {
                    0.0
                } else {
                    self.area_x as f32
                },
                y: 0.0,
                width: width as f32,
                height: height as f32,
            },
            pieces: Vec::new(),
            fills: Vec::new(),
            pins: Vec::new(),
            opened: None,
            scroll: Point { x: 0.0, y: 0.0 },
            document,
            page: None,
            notes: Vec::new(),
        };
        if self.opened.is_some() && !self.has_shell {
            // An element's picture begins where the element does.
            picture.area.x = (left + self.area_x + self.origin.0) as f32;
            picture.area.y = (top + self.origin.1) as f32;
        }
        picture
    }

    /// Puts what was in view into the picture.
    fn take(
        &self,
        picture: &mut Picture,
        bytes: Vec<u8>,
        (column, row): (Band, Band),
        told: &Told,
        ends: Ends,
    ) {
        let [left, top, width, height] = self.at;
        let (inset_x, inset_y) = if self.opened.is_some() {
            (left, top)
        } else {
            (0.0, 0.0)
        };
        // Where the browser really is decides what was in view.
        let part = self.rect(
            column.from - told.x + inset_x,
            row.from - told.y + inset_y,
            column.to - told.x + inset_x,
            row.to - told.y + inset_y,
        );
        let (around_x, around_y) = if self.has_shell {
            (left, top)
        } else {
            (0.0, 0.0)
        };
        let piece = |bytes: Vec<u8>, part: PixelRect, x: f64, y: f64| Piece {
            bytes,
            part: Some(part),
            x: self.pixels(x),
            y: self.pixels(y),
        };
        if self.has_shell {
            let (_, extra) = self.extra();
            let (bottom, right) = (top + height, left + width);
            if ends.is_first {
                let above = self.rect(0.0, 0.0, self.view[0], bottom);
                picture.pieces.push(piece(bytes.clone(), above, 0.0, 0.0));
                for (from, to) in [(0.0, left), (right, self.view[0])] {
                    if extra > 0.0 && to > from {
                        picture
                            .fills
                            .push(self.rect(from, bottom, to, bottom + extra));
                    }
                }
            }
            if ends.is_last && bottom < self.view[1] {
                let below = self.rect(0.0, bottom, self.view[0], self.view[1]);
                picture
                    .pieces
                    .push(piece(bytes.clone(), below, 0.0, bottom + extra));
            }
        }
        picture.pieces.push(piece(
            bytes,
            part,
            column.from - self.area_x + around_x,
            row.from + around_y,
        ));
    }

    /// What is in the picture elsewhere than the page of the picture has it.
    fn pins(&self, told: &Told, document: DocumentId) -> Vec<Pin> {
        let down = if self.has_shell {
            self.extra().1
        } else {
            (self.high - self.at[3]).max(0.0)
        };
        let scroll = Point {
            x: 0.0,
            y: if self.opened.is_some() { 0.0 } else { down },
        };
        let at = |pinned: &super::held::Pinned, down: f64| Rect {
            x: pinned.at[0] as f32,
            y: (pinned.at[1] + down) as f32,
            width: pinned.at[2] as f32,
            height: pinned.at[3] as f32,
        };
        let pin = |pinned: &super::held::Pinned| {
            let down = if pinned.last { down } else { 0.0 };
            Pin {
                node: NodeKey {
                    document,
                    serial: pinned.node,
                },
                at: at(pinned, down),
                down,
                scroll: if pinned.last {
                    scroll
                } else {
                    Point { x: 0.0, y: 0.0 }
                },
            }
        };
        told.pins.iter().chain(&told.below).map(pin).collect()
    }
}

/// That not all of a page is in its picture.
pub(super) fn cut_off(high: f64, max_height: u32) -> Option<Note> {
    (high > f64::from(max_height)).then(|| Note {
        kind: NoteKind::Other,
        text: format!(
            "the page is {high:.0} CSS pixels high or more; the picture ends after {max_height}, as --max-height has it"
        ),
    })
}

/// What was put at the end of the page, which the page of the picture has there as well.
pub(super) fn lowered(told: &Told, down: f64, document: DocumentId) -> Vec<Pin> {
    let pin = |pinned: &super::held::Pinned| Pin {
        node: NodeKey {
            document,
            serial: pinned.node,
        },
        at: Rect {
            x: pinned.at[0] as f32,
            y: (pinned.at[1] + if pinned.last { down } else { 0.0 }) as f32,
            width: pinned.at[2] as f32,
            height: pinned.at[3] as f32,
        },
        down: 0.0,
        scroll: Point {
            x: 0.0,
            y: if pinned.last { down } else { 0.0 },
        },
    };
    told.pins.iter().map(pin).collect()
}

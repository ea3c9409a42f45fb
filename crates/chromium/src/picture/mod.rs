//! Pictures.
//!
//! What is in view is one call, and the browser's own file is the answer. Whatever else is asked for is made of such
//! calls: a part of the page that is out of view, or the page as it is scrolled through ([`stitch`]). What is done to the
//! page for that is done by `world/picture.js`, and undone by a [`Held`] when it goes out of scope, at the latest.

mod bands;
mod element;
mod held;
mod hit;
mod shot;
mod stitch;

use surefoot_engine::{
    Error, ErrorKind, Limits, Picture, PicturePart, PictureRequest, Point, Result, WithPage,
};
use surefoot_page::Rect;

use self::held::Held;
pub(crate) use self::hit::hit;
use self::shot::{Scheme, Shots, View, clip};
use crate::around::read::main_frame;
use crate::collect;
use crate::dialogs;
use crate::tab::ChromiumTab;

/// A picture of a tab.
pub(crate) async fn picture(
    tab: &ChromiumTab,
    request: PictureRequest,
    limits: Limits,
) -> Result<Picture> {
    let live = &tab.live;
    let work = async {
        let frame = main_frame(live, limits).await?;
        let _scheme = match request.scheme {
            Some(scheme) => Some(Scheme::begin(live, &frame, scheme, limits).await?),
            None => None,
        };
        let shots = Shots {
            live,
            frame,
            request: &request,
            limits,
        };
        match request.part {
            PicturePart::View => shots.view().await,
            PicturePart::Region(region) => shots.region(region).await,
            PicturePart::Element(node) => shots.element(node).await,
            PicturePart::Full { max_height } => shots.full(max_height).await,
            PicturePart::Stitch { max_height, of } => shots.stitch(of, max_height).await,
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                "this engine does not know this kind of picture",
            )),
        }
    };
    match live.or_dialog(Box::pin(work)).await {
        Some(made) => made,
        None => {
            let waiting = live.state().dialogs.waiting().cloned();
            Err(waiting.map_or_else(
                || Error::new(ErrorKind::DialogOpen, "a dialog opened meanwhile"),
                |dialog| dialogs::open_error(&dialog),
            ))
        }
    }
}

impl Shots<'_> {
    /// What is in view.
    async fn view(&self) -> Result<Picture> {
        let page = self.page().await?;
        let asked = self.ask_view();
        let encoding = self.request.encoding;
        let (bytes, view) = match self.request.scale {
            // Both are under way at once.
            None => {
                let (bytes, view) = tokio::join!(self.shot(None, encoding), self.told(asked));
                (bytes?, view?)
            }
            Some(scale) => {
                let view = self.told(asked).await?;
                let clip = clip(view.rect(), scale / view.density);
                (self.shot(Some(clip), encoding).await?, view)
            }
        };
        Ok(self.single(view, view.rect(), page, bytes))
    }

    /// A part of the page, wherever it is scrolled to.
    async fn region(&self, region: Rect) -> Result<Picture> {
        let view = self.told(self.ask_view()).await?;
        let page = self.page().await?;
        let all = Rect {
            x: 0.0,
            y: 0.0,
            width: view.wide as f32,
            height: view.high as f32,
        };
        let region = common(region, all).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                "the region lies outside of the page",
            )
            .with_hint(format!(
                "the page is {} x {} CSS pixels",
                view.wide, view.high
            ))
        })?;
        self.part_of_page(view, region, page).await
    }

    /// All of the page as it is laid out now, from its beginning.
    async fn full(&self, max_height: u32) -> Result<Picture> {
        let (held, start) = Held::begin(self, None, "page").await?;
        // The part that is scrolled instead of the page is in the picture as it is.
        if start.opened == 0 {
            held.go(0.0, 0.0, "all").await?;
        }
        let told = held.lower().await?;
        let view = self.told(self.ask_view()).await?;
        let page = self.page().await?;
        let height = view.high.min(f64::from(max_height));
        let area = Rect {
            x: 0.0,
            y: 0.0,
            width: view.wide as f32,
            height: height as f32,
        };
        let mut picture = self.part_of_page(view, area, page).await?;
        picture.notes.extend(stitch::cut_off(view.high, max_height));
        let document = self.live.identify(&self.frame.id, &start.document);
        picture.pins = stitch::lowered(&told, view.high - view.height, document);
        held.end().await?;
        Ok(picture)
    }

    /// The page as it is now, if it is wanted.
    async fn page(&self) -> Result<Option<std::sync::Arc<surefoot_page::Page>>> {
        match self.request.page {
            WithPage::No => Ok(None),
            WithPage::Captured => collect::capture(self.live, self.limits).await.map(Some),
        }
    }

    /// A picture that is one file.
    fn single(
        &self,
        view: View,
        area: Rect,
        page: Option<std::sync::Arc<surefoot_page::Page>>,
        bytes: Vec<u8>,
    ) -> Picture {
        let scale = self.request.scale.unwrap_or(view.density);
        let pixels = |length: f32| (f64::from(length) * scale).round().max(1.0) as u32;
        Picture {
            width: pixels(area.width),
            height: pixels(area.height),
            scale,
            area,
            pieces: vec![surefoot_engine::Piece {
                bytes,
                part: None,
                x: 0,
                y: 0,
            }],
            fills: Vec::new(),
            pins: Vec::new(),
            opened: None,
            scroll: Point {
                x: view.x,
                y: view.y,
            },
            document: self.frame.loader.clone(),
            page,
            notes: Vec::new(),
        }
    }
}

fn common(a: Rect, b: Rect) -> Option<Rect> {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let width = (a.x + a.width).min(b.x + b.width) - x;
    let height = (a.y + a.height).min(b.y + b.height) - y;
    (width >= 1.0 && height >= 1.0).then_some(Rect {
        x,
        y,
        width,
        height,
    })
}

//! [`Shots`]: single calls for a picture.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use surefoot_cdp::Call;
use surefoot_cdp::protocol::emulation::SetEmulatedMedia;
use surefoot_cdp::protocol::page::{CaptureScreenshot, CaptureScreenshotFormat, Viewport};
use surefoot_cdp::protocol::runtime::EvaluateReply;
use surefoot_engine::{
    ColorScheme, Error, ErrorKind, Limits, Picture, PictureRequest, Piece, PieceEncoding, Result,
};
use surefoot_page::{Page, Rect};

use crate::around::emulation;
use crate::errors;
use crate::frame::FrameHandle;
use crate::live::Live;
use crate::world::{self, Promise};

/// The most device pixels that are drawn in one piece, in height: graphics hardware has textures of 16,384.
const HIGHEST: f64 = 8_000.0;

/// What is needed to make a picture.
#[derive(Debug)]
pub(super) struct Shots<'t> {
    pub(super) live: &'t Live,
    /// The main frame.
    pub(super) frame: FrameHandle,
    pub(super) request: &'t PictureRequest,
    pub(super) limits: Limits,
}

/// What is in view (`surefoot.pictureView`), in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub(super) struct View {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Device pixels for each CSS pixel.
    pub(super) density: f64,
    /// Where it is scrolled to.
    pub(super) x: f64,
    pub(super) y: f64,
    /// The size of the page.
    pub(super) wide: f64,
    pub(super) high: f64,
}

impl View {
    /// The part of the page that is in view.
    pub(super) fn rect(&self) -> Rect {
        Rect {
            x: self.x as f32,
            y: self.y as f32,
            width: self.width as f32,
            height: self.height as f32,
        }
    }
}

impl Shots<'_> {
    /// Asks what is in view.
    pub(super) fn ask_view(&self) -> Call<EvaluateReply> {
        world::send(
            &self.frame,
            "surefoot.pictureView()".to_owned(),
            Promise::No,
        )
    }

    pub(super) async fn told(&self, asked: Call<EvaluateReply>) -> Result<View> {
        let reply = asked
            .by(self.limits.deadline.into())
            .await
            .map_err(errors::about("the page cannot be asked"))?;
        let view: View = serde_json::from_str(&world::answer(reply)?).map_err(|_| no_sense())?;
        if view.width < 1.0 || view.height < 1.0 {
            return Err(Error::new(
                ErrorKind::NotVisible,
                "the view has no area, so nothing of the page can be seen",
            )
            .with_hint("`set viewport WIDTH HEIGHT` gives it one"));
        }
        Ok(view)
    }

    /// What is in view, or the part of that in `clip`.
    pub(super) async fn shot(
        &self,
        clip: Option<Viewport>,
        encoding: PieceEncoding,
    ) -> Result<Vec<u8>> {
        self.capture(CaptureScreenshot {
            clip,
            ..encoded(encoding)
        })
        .await
    }

    /// A part of the page that may be out of view.
    async fn shot_beyond(&self, clip: Viewport, encoding: PieceEncoding) -> Result<Vec<u8>> {
        self.capture(CaptureScreenshot {
            clip: Some(clip),
            capture_beyond_viewport: Some(true),
            ..encoded(encoding)
        })
        .await
    }

    async fn capture(&self, command: CaptureScreenshot) -> Result<Vec<u8>> {
        let reply = self
            .live
            .session
            .call(&command)
            .by(self.limits.deadline.into())
            .await
            .map_err(errors::about("no picture can be made"))?;
        BASE64_STANDARD.decode(reply.data).map_err(|_| {
            Error::new(
                ErrorKind::EngineCrashed,
                "the browser's picture is not what it should be",
            )
        })
    }

    /// A part of the page as it is laid out, in as many pieces as it takes.
    pub(super) async fn part_of_page(
        &self,
        view: View,
        area: Rect,
        page: Option<std::sync::Arc<Page>>,
    ) -> Result<Picture> {
        let scale = self.request.scale.unwrap_or(view.density);
        let zoom = scale / view.density;
        let area = whole(area);
        let is_in_view = area.x >= view.rect().x
            && area.y >= view.rect().y
            && area.x + area.width <= view.rect().x + view.rect().width
            && area.y + area.height <= view.rect().y + view.rect().height;
        if is_in_view {
            let bytes = self
                .shot(Some(clip(area, zoom)), self.request.encoding)
                .await?;
            return Ok(self.single(view, area, page, bytes));
        }
        let step = super::bands::step(scale);
        let most = ((HIGHEST / scale / step).floor() * step).max(step);
        if f64::from(area.height) <= most {
            let bytes = self
                .shot_beyond(clip(area, zoom), self.request.encoding)
                .await?;
            return Ok(self.single(view, area, page, bytes));
        }
        let mut picture = self.single(view, area, page, Vec::new());
        picture.pieces.clear();
        let mut done = 0.0;
        let all = f64::from(area.height);
        while done < all {
            let height = most.min(all - done);
            let part = Rect {
                y: area.y + done as f32,
                height: height as f32,
                ..area
            };
            picture.pieces.push(Piece {
                bytes: self
                    .shot_beyond(clip(part, zoom), PieceEncoding::Quick)
                    .await?,
                part: None,
                x: 0,
                y: (done * scale).round() as u32,
            });
            done += height;
        }
        Ok(picture)
    }
}

/// A part of the page as the protocol has it.
pub(super) fn clip(area: Rect, scale: f64) -> Viewport {
    Viewport {
        x: f64::from(area.x),
        y: f64::from(area.y),
        width: f64::from(area.width),
        height: f64::from(area.height),
        scale,
    }
}

/// A rectangle with whole numbers around another one.
pub(super) fn whole(area: Rect) -> Rect {
    let (x, y) = (area.x.floor(), area.y.floor());
    Rect {
        x,
        y,
        width: (area.x + area.width).ceil() - x,
        height: (area.y + area.height).ceil() - y,
    }
}

fn encoded(encoding: PieceEncoding) -> CaptureScreenshot {
    let (format, quality) = match encoding {
        PieceEncoding::Quick | PieceEncoding::Png => (CaptureScreenshotFormat::Png, None),
        PieceEncoding::Jpeg { quality } => (CaptureScreenshotFormat::Jpeg, Some(quality)),
        PieceEncoding::Webp { quality } => (CaptureScreenshotFormat::Webp, Some(quality)),
    };
    CaptureScreenshot {
        format: Some(format),
        quality: quality.map(i64::from),
        optimize_for_speed: (encoding == PieceEncoding::Quick).then_some(true),
        ..CaptureScreenshot::default()
    }
}

pub(super) fn no_sense() -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        "the page answered something that makes no sense",
    )
}

/// Other colors for as long as this lives.
#[derive(Debug)]
pub(super) struct Scheme<'t> {
    live: &'t Live,
}

impl<'t> Scheme<'t> {
    /// Has the page told of other colors, and waits until it shows them.
    pub(super) async fn begin(
        live: &'t Live,
        frame: &FrameHandle,
        scheme: ColorScheme,
        limits: Limits,
    ) -> Result<Scheme<'t>> {
        let told = Scheme { live };
        let sent: Vec<_> = emulation::documents_of(live)
            .map(|session| {
                session.call(&SetEmulatedMedia {
                    features: Some(told.features(Some(scheme))),
                    ..SetEmulatedMedia::default()
                })
            })
            .collect();
        for call in sent {
            call.by(limits.deadline.into())
                .await
                .map_err(errors::about("the colors cannot be set"))?;
        }
        let ready = "surefoot.pictureReady(true)".to_owned();
        world::ask(frame, ready, Promise::Awaited, limits).await?;
        Ok(told)
    }

    /// The media features, with these colors or the session's own.
    fn features(
        &self,
        scheme: Option<ColorScheme>,
    ) -> Vec<surefoot_cdp::protocol::emulation::MediaFeature> {
        let mut emulation = self
            .live
            .context
            .upgrade()
            .map(|context| context.options().emulation)
            .unwrap_or_default();
        emulation.color_scheme = scheme.or(emulation.color_scheme);
        emulation::media(&emulation)
    }
}

impl Drop for Scheme<'_> {
    fn drop(&mut self) {
        for session in emulation::documents_of(self.live) {
            session
                .call(&SetEmulatedMedia {
                    features: Some(self.features(None)),
                    ..SetEmulatedMedia::default()
                })
                .forget();
        }
    }
}

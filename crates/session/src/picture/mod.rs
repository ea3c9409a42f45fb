//! Pictures: `screenshot`, with the refs of what is in it, and `click --at`.
//!
//! The engine hands over pieces ([`surefoot_engine::Picture`]); here they become one file. What nothing has to be
//! changed of is the browser's own file, untouched. Everything that is drawn on a picture is drawn here: the page is not
//! touched for it.

mod at;
mod compared;
mod compose;
mod last;
mod marks;
mod request;
mod save;

use std::num::NonZeroU32;

use surefoot_engine::{
    Capabilities, Error, ErrorKind, Limits, Picture, PicturePart, PictureRequest, PieceEncoding,
    Result, WithPage,
};
use surefoot_locate::Purpose;
use surefoot_picture::{self as picture, Encoding, Format, Mark, Pixels};

pub use self::compared::{ComparedAnswer, compare_pictures};
pub(crate) use self::last::LastPicture;
use self::marks::Marks;
pub use self::request::{
    Annotate, DEFAULT_MAX_HEIGHT, Extent, PictureMark, Save, ScreenshotAnswer, ScreenshotRequest,
    Unchanged,
};
pub(crate) use self::save::{check as check_place, save as save_file};
use crate::act::key;
use crate::{Answer, Session};

/// The quality of formats that leave something out, unless the user says otherwise.
const QUALITY: u8 = 80;

/// A picture on its way from the engine to the answer.
struct Draft {
    /// The file, if nothing had to be changed of it.
    file: Option<Vec<u8>>,
    /// Its pixels, if they had to be looked at.
    pixels: Option<Pixels>,
    width: u32,
    height: u32,
    scale: f64,
}

impl Session {
    /// Makes a picture.
    pub(crate) async fn screenshot(
        &mut self,
        request: ScreenshotRequest,
        limits: Limits,
    ) -> Result<Answer> {
        self.needs_pictures()?;
        check(&request)?;
        check_place(&request.save)?;
        let asked = self.asked_of_engine(&request, limits).await?;
        let made = self.tabs.current_mut().tab.picture(asked, limits).await?;
        let mut draft = draft(&request, &made)?;
        if let Some(threshold) = request.unless_like
            && let Some(unchanged) = self.unchanged(&request, &mut draft, threshold)?
        {
            return Ok(Answer::Screenshot(Box::new(ScreenshotAnswer {
                unchanged: Some(unchanged),
                ..answered(&made, &draft, request.format)
            })));
        }
        let kept = Session::kept(&request, &made, &draft)?;
        let marks = self.annotated(&request, &made, &mut draft, limits).await?;
        let bytes = finished(&request, &mut draft)?;
        let extension = request.format.name();
        let path = save_file(&request.save, &bytes, "screenshot", extension)?;
        self.tabs.current_mut().picture = Some(LastPicture {
            request: request.clone(),
            document: made.document.clone(),
            file: kept.or_else(|| (request.annotate == Annotate::None).then(|| bytes.clone())),
            path: path.clone(),
            width: draft.width,
            height: draft.height,
            scale: draft.scale,
            area: made.area,
            pins: made.pins.clone(),
            opened: made.opened,
            scroll: made.scroll,
        });
        Ok(Answer::Screenshot(Box::new(ScreenshotAnswer {
            bytes,
            path,
            marks: marks.drawn,
            covered: marks.covered,
            ..answered(&made, &draft, request.format)
        })))
    }

    /// Refuses what needs an engine that makes pictures.
    pub(super) fn needs_pictures(&self) -> Result<()> {
        if !self.has(Capabilities::PICTURES) {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!("the {} engine makes no pictures", self.engine.name()),
            )
            .with_hint(
                "a browser does: `surefoot open URL --engine chromium` moves the session to one",
            ));
        }
        Ok(())
    }

    /// What the engine is asked for.
    async fn asked_of_engine(
        &mut self,
        request: &ScreenshotRequest,
        limits: Limits,
    ) -> Result<PictureRequest> {
        let part = match (&request.target, request.extent) {
            (Some(target), _) => {
                let look = self.look(limits).await?;
                let element = self.find(target, Purpose::Read, &look, limits).await?;
                let node = key(&element, &look)?;
                match request.extent {
                    Extent::Stitch => PicturePart::Stitch {
                        of: Some(node),
                        max_height: request.max_height,
                    },
                    _ => PicturePart::Element(node),
                }
            }
            (None, Extent::View) => PicturePart::View,
            (None, Extent::Region(region)) => PicturePart::Region(region),
            (None, Extent::Full) => PicturePart::Full {
                max_height: request.max_height,
            },
            (None, Extent::Stitch) => PicturePart::Stitch {
                of: None,
                max_height: request.max_height,
            },
        };
        let is_drawn_on = request.annotate != Annotate::None;
        Ok(PictureRequest {
            part,
            encoding: if is_drawn_on || request.max_width.is_some() {
                PieceEncoding::Quick
            } else {
                encoding_of(request)
            },
            scale: request.scale,
            scheme: request.scheme,
            page: if is_drawn_on {
                WithPage::Captured
            } else {
                WithPage::No
            },
        })
    }

    /// Whether a picture is like the last one that was asked for alike.
    fn unchanged(
        &self,
        request: &ScreenshotRequest,
        draft: &mut Draft,
        threshold: f64,
    ) -> Result<Option<Unchanged>> {
        let last = self.tabs.current().picture.as_ref();
        let Some((last, before)) = last
            .filter(|last| last.is_of(request))
            .and_then(|last| Some((last, last.file.as_ref()?)))
        else {
            return Ok(None);
        };
        let difference = if draft.file.as_ref() == Some(before) {
            0.0
        } else {
            let before = picture::decode(before).map_err(|error| compose::of_engine(&error))?;
            picture::compare(&before, draft.pixels()?).ratio()
        };
        Ok((difference <= threshold).then(|| Unchanged {
            difference,
            path: last.path.clone(),
        }))
    }

    /// The file to compare the next picture with, where that is not the answer itself.
    fn kept(request: &ScreenshotRequest, made: &Picture, draft: &Draft) -> Result<Option<Vec<u8>>> {
        if request.annotate == Annotate::None {
            return Ok(None);
        }
        match (made.pieces.as_slice(), &draft.pixels) {
            ([only], _) if only.part.is_none() && draft.width == made.width => {
                Ok(Some(only.bytes.clone()))
            }
            (_, Some(pixels)) if request.unless_like.is_some() => {
                encoded(pixels, Encoding::Png).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Draws the elements that are in a picture.
    async fn annotated(
        &mut self,
        request: &ScreenshotRequest,
        made: &Picture,
        draft: &mut Draft,
        limits: Limits,
    ) -> Result<Marks> {
        if request.annotate == Annotate::None {
            return Ok(Marks::default());
        }
        let look = match &made.page {
            Some(page) => self.look_at(page.clone()),
            None => self.look(limits).await?,
        };
        let size = (draft.width, draft.height, draft.scale);
        let marks = self.marks(request.annotate, made, size, &look);
        let drawn: Vec<Mark> = marks
            .drawn
            .iter()
            .filter_map(|mark| {
                Some(Mark {
                    number: mark.element.reference?,
                    at: mark.at,
                })
            })
            .collect();
        // What the user sees at a scale is as large as they made it.
        let scale = draft.scale.round().clamp(1.0, 4.0) as u32;
        picture::annotate(draft.pixels_mut()?, &drawn, scale);
        Ok(marks)
    }
}

impl Draft {
    /// Its pixels, decoded if they were not looked at yet.
    fn pixels(&mut self) -> Result<&Pixels> {
        if self.pixels.is_none() {
            let file = self.file.as_deref().unwrap_or_default();
            let pixels = picture::decode(file).map_err(|error| compose::of_engine(&error))?;
            self.pixels = Some(pixels);
        }
        self.pixels.as_ref().ok_or_else(nothing)
    }

    /// The same, to be drawn on: then it is no longer the file.
    fn pixels_mut(&mut self) -> Result<&mut Pixels> {
        self.pixels()?;
        self.file = None;
        self.pixels.as_mut().ok_or_else(nothing)
    }
}

fn nothing() -> Error {
    Error::new(ErrorKind::EngineCrashed, "the browser made no picture")
}

/// Refuses what makes no sense, before anything is done.
fn check(request: &ScreenshotRequest) -> Result<()> {
    let refused =
        |what: &str, hint: &str| Err(Error::new(ErrorKind::InvalidArgument, what).with_hint(hint));
    let is_of_element = matches!(request.extent, Extent::View | Extent::Stitch);
    if request.target.is_some() && !is_of_element {
        return refused(
            "a picture is of an element or of a part of the page, not of both",
            "leave the element out, or --full and --region; with --stitch it is what scrolls",
        );
    }
    if let Extent::Region(region) = request.extent
        && !(region.width >= 1.0 && region.height >= 1.0)
    {
        return refused(
            "the region has no area",
            "give it as X,Y,WIDTH,HEIGHT in CSS pixels of the page",
        );
    }
    if request.quality.is_some() && request.format == Format::Png {
        return refused(
            "PNG has no quality: it shows the very pixels",
            "leave --quality out, or give --format jpeg or webp",
        );
    }
    if request
        .scale
        .is_some_and(|scale| !(0.1..=8.0).contains(&scale))
    {
        return refused("this scale is not possible", "it is 0.1 to 8");
    }
    Ok(())
}

/// What the browser encodes a picture as that nothing is changed of.
fn encoding_of(request: &ScreenshotRequest) -> PieceEncoding {
    let quality = request.quality.unwrap_or(QUALITY);
    match request.format {
        Format::Png => PieceEncoding::Png,
        Format::Jpeg => PieceEncoding::Jpeg { quality },
        Format::Webp => PieceEncoding::Webp { quality },
    }
}

/// The picture as it is without anything drawn on it.
fn draft(request: &ScreenshotRequest, made: &Picture) -> Result<Draft> {
    let mut draft = Draft {
        file: None,
        pixels: None,
        width: made.width,
        height: made.height,
        scale: made.scale,
    };
    let is_wide = request
        .max_width
        .map(NonZeroU32::get)
        .filter(|most| made.width > *most);
    let single = match made.pieces.as_slice() {
        [only] if only.part.is_none() && made.fills.is_empty() => Some(&only.bytes),
        _ => None,
    };
    if let (Some(bytes), None) = (single, is_wide) {
        draft.file = Some(bytes.clone());
        return Ok(draft);
    }
    let mut pixels = compose::composed(made)?;
    if let Some(narrow) = is_wide.and_then(|most| picture::narrowed(&pixels, most)) {
        draft.scale *= f64::from(narrow.width()) / f64::from(pixels.width());
        pixels = narrow;
    }
    (draft.width, draft.height) = (pixels.width(), pixels.height());
    draft.pixels = Some(pixels);
    Ok(draft)
}

/// The file that is the answer.
fn finished(request: &ScreenshotRequest, draft: &mut Draft) -> Result<Vec<u8>> {
    if let Some(file) = &draft.file
        && is_of_format(file, request.format)
    {
        return draft.file.take().ok_or_else(nothing);
    }
    let encoding = match request.format {
        Format::Png => Encoding::Png,
        Format::Jpeg => Encoding::Jpeg {
            quality: request.quality.unwrap_or(QUALITY),
        },
        Format::Webp => Encoding::Webp,
    };
    encoded(draft.pixels()?, encoding)
}

/// Whether a file is of a format, by how it begins.
fn is_of_format(file: &[u8], format: Format) -> bool {
    match format {
        Format::Png => file.starts_with(b"\x89PNG"),
        Format::Jpeg => file.starts_with(&[0xff, 0xd8]),
        Format::Webp => file.starts_with(b"RIFF"),
    }
}

fn encoded(pixels: &Pixels, encoding: Encoding) -> Result<Vec<u8>> {
    picture::encode(pixels, encoding).map_err(|error| compose::too_large(&error))
}

/// What is answered besides the file.
fn answered(made: &Picture, draft: &Draft, format: Format) -> ScreenshotAnswer {
    ScreenshotAnswer {
        bytes: Vec::new(),
        format,
        width: draft.width,
        height: draft.height,
        scale: draft.scale,
        area: made.area,
        path: None,
        marks: Vec::new(),
        covered: Vec::new(),
        unchanged: None,
        notes: made.notes.clone(),
    }
}

//! Pictures, from the words of the wire to those of sessions.

use surefoot_engine::{Error, ErrorKind};

use surefoot_session::{
    Annotate, Command, DEFAULT_MAX_HEIGHT, Extent, PageRect, PictureFormat, Save, ScreenshotRequest,
};

use crate::wire::picture as wire;

pub(super) fn screenshot(asked: wire::Screenshot) -> Result<Command, Error> {
    let format = PictureFormat::named(&asked.format).ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("there is no format `{}` for pictures", asked.format),
        )
        .with_hint("png, jpeg and webp are")
    })?;
    Ok(Command::Screenshot(Box::new(ScreenshotRequest {
        target: asked.target,
        extent: match asked.extent {
            wire::Extent::View => Extent::View,
            wire::Extent::Region([x, y, width, height]) => Extent::Region(PageRect {
                x: x as f32,
                y: y as f32,
                width: width as f32,
                height: height as f32,
            }),
            wire::Extent::Full => Extent::Full,
            wire::Extent::Stitch => Extent::Stitch,
        },
        max_height: asked.max_height.unwrap_or(DEFAULT_MAX_HEIGHT),
        format,
        quality: asked.quality,
        max_width: asked.max_width,
        scale: asked.scale,
        scheme: asked.scheme.map(super::around::scheme),
        annotate: match asked.annotate {
            wire::Annotate::None => Annotate::None,
            wire::Annotate::Named => Annotate::Named,
            wire::Annotate::Interactive => Annotate::Interactive,
        },
        unless_like: asked.unless_like,
        save: save(asked.save),
    })))
}

pub(super) fn save(save: wire::Save) -> Save {
    match save {
        wire::Save::InFolder(folder) => Save::InFolder(folder),
        wire::Save::At { path, overwrites } => Save::At { path, overwrites },
    }
}

pub(super) fn compare(asked: wire::Compare) -> Command {
    Command::Compare {
        before: asked.before,
        extent: if asked.full {
            Extent::Full
        } else {
            Extent::View
        },
        save: save(asked.save),
    }
}

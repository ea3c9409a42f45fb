//! How two pictures differ, as a number and as a picture.

use std::path::{Path, PathBuf};

use surefoot_engine::{
    Error, ErrorKind, Limits, PicturePart, PictureRequest, PieceEncoding, Result, WithPage,
};
use surefoot_picture::{self as picture, Encoding, Pixels, Rect};

use super::{DEFAULT_MAX_HEIGHT, Extent, Save, check_place, compose, save_file};
use crate::{Answer, Session};

/// The most bytes a picture's file may have.
const MOST_BYTES: u64 = 256 << 20;

/// How two pictures differ.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparedAnswer {
    /// How many pixels are not the same.
    pub pixels: u64,
    /// How many there are.
    pub of: u64,
    /// How much is not the same: 0 nothing, 1 all.
    pub ratio: f64,
    /// The smallest rectangle around what is not the same.
    pub around: Option<Rect>,
    /// The widths and heights, where they are not the same.
    pub sizes: Option<[(u32, u32); 2]>,
    /// Where the picture was saved that shows where they differ; `None`: they do not.
    pub path: Option<PathBuf>,
}

/// Compares two files.
pub fn compare_pictures(before: &Path, after: &Path, save: &Save) -> Result<ComparedAnswer> {
    check_place(save)?;
    compared(&read(before)?, &read(after)?, save)
}

impl Session {
    /// Compares a file with the page as it is now.
    pub(crate) async fn compare_page(
        &mut self,
        before: &Path,
        extent: Extent,
        save: &Save,
        limits: Limits,
    ) -> Result<Answer> {
        self.needs_pictures()?;
        check_place(save)?;
        let before = read(before)?;
        let request = PictureRequest {
            part: match extent {
                Extent::Full => PicturePart::Full {
                    max_height: DEFAULT_MAX_HEIGHT,
                },
                _ => PicturePart::View,
            },
            encoding: PieceEncoding::Quick,
            scale: None,
            scheme: None,
            page: WithPage::No,
        };
        let made = self.tabs.current_mut().tab.picture(request, limits).await?;
        let after = compose::composed(&made)?;
        compared(&before, &after, save).map(Answer::Compared)
    }
}

fn compared(before: &Pixels, after: &Pixels, save: &Save) -> Result<ComparedAnswer> {
    let found = picture::compare(before, after);
    let size = |pixels: &Pixels| (pixels.width(), pixels.height());
    let sizes = [size(before), size(after)];
    let path = if found.pixels == 0 {
        None
    } else {
        let marked = picture::marked(before, after).map_err(|error| compose::too_large(&error))?;
        let bytes =
            picture::encode(&marked, Encoding::Png).map_err(|error| compose::too_large(&error))?;
        save_file(save, &bytes, "diff", "png")?
    };
    Ok(ComparedAnswer {
        pixels: found.pixels,
        of: found.of,
        ratio: found.ratio(),
        around: found.around,
        sizes: (sizes[0] != sizes[1]).then_some(sizes),
        path,
    })
}

/// A file as a picture.
fn read(path: &Path) -> Result<Pixels> {
    let refused = |why: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot read the picture {}: {why}", path.display()),
        )
        .with_hint("give the file of a picture: png, jpeg or webp")
    };
    let about = std::fs::metadata(path).map_err(|error| {
        refused(match error.kind() {
            std::io::ErrorKind::NotFound => "it does not exist",
            std::io::ErrorKind::PermissionDenied => "permission denied",
            _ => "the system refused it",
        })
    })?;
    if about.is_dir() {
        return Err(refused("it is a folder"));
    }
    if about.len() > MOST_BYTES {
        return Err(refused("it is larger than 256 MB"));
    }
    let bytes = std::fs::read(path).map_err(|_| refused("the system refused it"))?;
    picture::decode(&bytes).map_err(|error| refused(&error.to_string()))
}

//! `screenshot` and where files go that a page is made into.

use std::path::{Path, PathBuf};

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::PictureFormat;

use crate::args::Global;
use crate::args::picture::{Compare, Screenshot};
use crate::home::private_folder;
use crate::output::{self, Printed, Rendering};
use crate::wire::Command;
use crate::wire::picture::{self as wire, Save};

/// `screenshot`.
pub(super) fn screenshot(
    asked: Screenshot,
    global: &Global,
    here: &Path,
) -> Result<Command, Error> {
    let (target, path) = match (asked.target, asked.path) {
        (Some(only), None) if is_place(&only, here) => (None, Some(PathBuf::from(only))),
        other => other,
    };
    let save = place(path.as_deref(), global.force, here)?;
    let of_name = match &save {
        Save::At { path, .. } => format_of(path),
        Save::InFolder(_) => None,
    };
    // What the environment says of snapshots comes here, too.
    let named = asked.format.as_deref().and_then(PictureFormat::named);
    let format = named.or(of_name).unwrap_or_default();
    if let (Save::At { path, .. }, Some(of_name)) = (&save, of_name)
        && of_name != format
    {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "{} is named as {}, but --format says {}",
                path.display(),
                of_name.name(),
                format.name()
            ),
        )
        .with_hint("leave --format out, or give the file another name"));
    }
    Ok(Command::Screenshot(wire::Screenshot {
        target,
        extent: match (asked.region, asked.full, asked.stitch) {
            (Some(region), ..) => wire::Extent::Region(region),
            (None, true, _) => wire::Extent::Full,
            (None, false, true) => wire::Extent::Stitch,
            (None, false, false) => wire::Extent::View,
        },
        max_height: asked.max_height.map(std::num::NonZeroU32::get),
        format: format.name().to_owned(),
        quality: asked.quality,
        max_width: asked.max_width,
        scale: asked.scale,
        scheme: global.browser.color_scheme.map(super::around::scheme),
        annotate: match (asked.interactive, asked.annotate) {
            (true, _) => wire::Annotate::Interactive,
            (false, true) => wire::Annotate::Named,
            (false, false) => wire::Annotate::None,
        },
        unless_like: asked.if_changed.then_some(asked.threshold / 100.0),
        save,
    }))
}

/// `diff screenshot` of two files, for which no page is needed.
pub(super) fn compare_files(
    asked: &Compare,
    overwrites: bool,
    rendering: Rendering,
) -> Result<Printed, Error> {
    let here = super::place::current_folder()?;
    let save = match place(asked.output.as_deref(), overwrites, &here)? {
        Save::InFolder(folder) => surefoot_session::Save::InFolder(folder),
        Save::At { path, overwrites } => surefoot_session::Save::At { path, overwrites },
    };
    let after = asked.after.clone().unwrap_or_default();
    let found =
        surefoot_session::compare_pictures(&here.join(&asked.before), &here.join(after), &save)?;
    Ok(output::compared(&found, rendering))
}

/// `diff screenshot` of a file and the page.
pub(super) fn compare(asked: &Compare, overwrites: bool, here: &Path) -> Result<Command, Error> {
    Ok(Command::Compare(wire::Compare {
        before: here.join(&asked.before),
        full: asked.full,
        save: place(asked.output.as_deref(), overwrites, here)?,
    }))
}

/// Where a file goes: where it was asked for, or into a folder of the user's own for temporary files.
pub(super) fn place(path: Option<&Path>, overwrites: bool, here: &Path) -> Result<Save, Error> {
    let Some(path) = path else {
        return private_folder().map(Save::InFolder);
    };
    if path.as_os_str().is_empty() {
        return Err(
            Error::new(ErrorKind::InvalidArgument, "the path of the file is empty")
                .with_hint("give a path, or none"),
        );
    }
    let is_folder = path.as_os_str().to_string_lossy().ends_with('/');
    let path = here.join(path);
    if is_folder || path.is_dir() {
        return Ok(Save::InFolder(path));
    }
    Ok(Save::At { path, overwrites })
}

/// Whether a text says where a picture goes, and not of what it is: by how it ends, or because there is such a folder.
fn is_place(text: &str, here: &Path) -> bool {
    const STARTS: [&str; 4] = ["/", "./", "../", "~/"];
    let is_path = STARTS.iter().any(|start| text.starts_with(start)) && !text.starts_with("//");
    format_of(Path::new(text)).is_some() || (is_path && here.join(text).is_dir())
}

/// The format of a file, by its name.
fn format_of(path: &Path) -> Option<PictureFormat> {
    PictureFormat::named(path.extension()?.to_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_argument_is_a_file_if_it_ends_like_one() {
        let here = Path::new("/");
        for text in ["a.png", "b/c.JPG", "/tmp/x.webp", "/tmp", "./a.jpeg"] {
            assert!(is_place(text, here), "{text}");
        }
        for text in [
            "5",
            "@e5",
            "#main",
            "//button",
            "the Save button",
            "a.button",
            "img.hero",
            "tmp",
        ] {
            assert!(!is_place(text, here), "{text}");
        }
    }
}

//! Files of pictures: their names, and that nothing is overwritten by the way.

use std::fs::{DirBuilder, OpenOptions};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use surefoot_engine::{Error, ErrorKind, Result};

use super::Save;
use crate::download::unwritable;

/// How often a name is made that nothing has yet.
const TRIES: usize = 8;

/// Refuses a place where nothing may be written, before anything is done for what is to be written there.
pub(crate) fn check(save: &Save) -> Result<()> {
    match save {
        Save::At {
            path,
            overwrites: false,
        } if path.symlink_metadata().is_ok() => Err(exists(path)),
        Save::At { path, .. } if path.is_dir() => Err(unwritable(
            path,
            &io::Error::from(io::ErrorKind::IsADirectory),
        )),
        _ => Ok(()),
    }
}

/// Writes a file; answers where it is. `what` and `extension` make its name where it has none.
pub(crate) fn save(
    save: &Save,
    bytes: &[u8],
    what: &str,
    extension: &str,
) -> Result<Option<PathBuf>> {
    match save {
        Save::Nowhere => Ok(None),
        Save::At { path, overwrites } => {
            let mut options = OpenOptions::new();
            options.write(true);
            if *overwrites {
                options.create(true).truncate(true);
            } else {
                options.create_new(true);
            }
            write(&options, path, bytes)?;
            Ok(Some(path.clone()))
        }
        Save::InFolder(folder) => in_folder(folder, bytes, what, extension).map(Some),
    }
}

fn in_folder(folder: &Path, bytes: &[u8], what: &str, extension: &str) -> Result<PathBuf> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| unwritable(folder, &error))?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    for _ in 1..TRIES {
        let path = folder.join(name(what, extension));
        if path.symlink_metadata().is_err() {
            write(&options, &path, bytes)?;
            return Ok(path);
        }
    }
    let path = folder.join(name(what, extension));
    write(&options, &path, bytes)?;
    Ok(path)
}

/// Writes all of a file, or leaves none.
fn write(options: &OpenOptions, path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => unwritable(path, &error),
    })?;
    file.write_all(bytes).map_err(|error| {
        // Half a picture is none.
        let _ = std::fs::remove_file(path);
        unwritable(path, &error)
    })
}

fn exists(path: &Path) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("{} exists already", path.display()),
    )
    .with_hint("give another path, or --force to overwrite it")
}

/// `screenshot-2026-03-02T10-30-00-abc123.png` (S1-58): when, in UTC, and something that makes it the only one.
fn name(what: &str, extension: &str) -> String {
    let now = surefoot_view::rfc3339(SystemTime::now());
    let seconds: String = now.chars().take("2026-03-02T10:30:00".len()).collect();
    format!(
        "{what}-{}-{}.{extension}",
        seconds.replace(':', "-"),
        suffix()
    )
}

/// Six letters and digits that nobody can guess: the state of a new hasher is random.
fn suffix() -> String {
    const SIGNS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut rest = std::hash::RandomState::new().build_hasher().finish();
    (0..6)
        .map(|_| {
            let sign = SIGNS[(rest % 36) as usize];
            rest /= 36;
            char::from(sign)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn names_are_of_the_form_that_was_promised() {
        let name = name("screenshot", "png");
        let form = "screenshot-0000-00-00T00-00-00-xxxxxx.png";
        assert_eq!(name.len(), form.len(), "{name}");
        for (at, (is, should)) in name.chars().zip(form.chars()).enumerate() {
            let fits = match should {
                '0' => is.is_ascii_digit(),
                'x' => is.is_ascii_lowercase() || is.is_ascii_digit(),
                other => is == other,
            };
            assert!(fits, "{name} at {at}");
        }
        assert_ne!(suffix(), suffix());
    }

    #[test]
    fn nothing_is_overwritten_that_may_not_be() {
        let folder =
            std::env::temp_dir().join(format!("surefoot-save-{}-{}", std::process::id(), suffix()));
        let first = save(&Save::InFolder(folder.clone()), b"a", "screenshot", "png")
            .unwrap()
            .unwrap();
        let again = |overwrites| Save::At {
            path: first.clone(),
            overwrites,
        };
        assert!(check(&again(false)).is_err());
        let error = save(&again(false), b"b", "", "").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().ends_with("exists already"), "{error}");
        assert_eq!(std::fs::read(&first).unwrap(), b"a");
        save(&again(true), b"b", "", "").unwrap();
        assert_eq!(std::fs::read(&first).unwrap(), b"b");
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&first)), (0o700, 0o600));
        assert!(
            check(&Save::At {
                path: folder.clone(),
                overwrites: true
            })
            .is_err()
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

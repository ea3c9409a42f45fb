//! Taking files out of archives, with paths that lead nowhere else.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use surefoot_corpus::Package;

use crate::corpus::{cannot, run_quietly};
use crate::error::Error;

/// The largest file that is unpacked, in bytes.
const FILE_LIMIT: u64 = 32 << 20;

pub(crate) fn unpack_tar(archive: &Path, into: &Path, package: &Package) -> Result<usize, Error> {
    let broken = |error: &std::io::Error| cannot("unpack", archive, error);
    let file = fs::File::open(archive).map_err(|error| cannot("read", archive, &error))?;
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let mut count = 0;
    for entry in tar.entries().map_err(|error| broken(&error))? {
        let entry = entry.map_err(|error| broken(&error))?;
        let path = entry.path().map_err(|error| broken(&error))?.into_owned();
        // npm puts everything into one folder, mostly named "package".
        let inner: PathBuf = path.components().skip(1).collect();
        if entry.header().entry_type().is_file() && keep(entry, &inner, into, package)? {
            count += 1;
        }
    }
    Ok(count)
}

/// One file of an archive, by its path there.
pub(crate) fn file_of_tar(archive: &Path, wanted: &Path) -> Result<Vec<u8>, Error> {
    let broken = |error: &std::io::Error| cannot("unpack", archive, error);
    let file = fs::File::open(archive).map_err(|error| cannot("read", archive, &error))?;
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(file));
    for entry in tar.entries().map_err(|error| broken(&error))? {
        let mut entry = entry.map_err(|error| broken(&error))?;
        if entry.path().map_err(|error| broken(&error))? == wanted {
            let mut bytes = Vec::new();
            entry
                .read_to_end(&mut bytes)
                .map_err(|error| broken(&error))?;
            return Ok(bytes);
        }
    }
    Err(Error::new(format!(
        "{} has no {}",
        archive.display(),
        wanted.display()
    )))
}

/// A wheel is a zip; Python, which pip needs anyway, unpacks it.
pub(crate) fn unpack_wheel(
    archive: &Path,
    scratch: &Path,
    into: &Path,
    package: &Package,
) -> Result<usize, Error> {
    let whole = scratch.join("whole");
    let mut command = Command::new("python3");
    command
        .args(["-m", "zipfile", "-e"])
        .arg(archive)
        .arg(&whole);
    run_quietly(&mut command, "the wheel cannot be unpacked")?;
    let mut count = 0;
    let mut folders = vec![whole.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)
            .map_err(|error| cannot("read", &folder, &error))?
            .filter_map(Result::ok)
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = fs::File::open(&path).map_err(|error| cannot("read", &path, &error))?;
            if let Ok(inner) = path.strip_prefix(&whole)
                && keep(file, inner, into, package)?
            {
                count += 1;
            }
        }
    }
    Ok(count)
}

/// Writes the file if it is one that is taken, with an honest path. Answers whether it did.
fn keep(content: impl Read, inner: &Path, into: &Path, package: &Package) -> Result<bool, Error> {
    let honest = inner
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !honest || !inner.to_str().is_some_and(|path| package.takes(path)) {
        return Ok(false);
    }
    let place = into.join(inner);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))?;
    }
    let mut bytes = Vec::new();
    content
        .take(FILE_LIMIT)
        .read_to_end(&mut bytes)
        .map_err(|error| cannot("unpack", &place, &error))?;
    fs::write(&place, bytes).map_err(|error| cannot("write", &place, &error))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{keep, unpack_tar};
    use std::path::Path;
    use surefoot_corpus::{Package, manifest};

    /// One of which the pages are taken.
    fn package() -> Package {
        manifest().remove(0)
    }

    /// A gzipped tar of these names, each file holding its own name.
    fn archive(names: &[&str], at: &Path) {
        let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(
            Vec::new(),
            flate2::Compression::fast(),
        ));
        for name in names {
            let mut header = tar::Header::new_gnu();
            // Written directly: the builder itself would refuse a path that leaves the folder.
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_size(name.len() as u64);
            header.set_mode(0o644);
            header.set_cksum();
            builder.append(&header, name.as_bytes()).unwrap();
        }
        std::fs::write(at, builder.into_inner().unwrap().finish().unwrap()).unwrap();
    }

    #[test]
    fn only_pages_are_kept_and_none_outside_the_folder() {
        let scratch = tempfile::tempdir().unwrap();
        let (file, pages) = (scratch.path().join("a.tgz"), scratch.path().join("pages"));
        let names = [
            "package/a.html",
            "package/deep/b.HTM",
            "package/script.js",
            "package/../../out.html",
            "/package/c.xhtml",
        ];
        archive(&names, &file);
        assert_eq!(unpack_tar(&file, &pages, &package()).unwrap(), 3);
        assert_eq!(
            std::fs::read_to_string(pages.join("deep/b.HTM")).unwrap(),
            "package/deep/b.HTM"
        );
        assert!(!scratch.path().join("out.html").exists() && !pages.join("script.js").exists());
    }

    #[test]
    fn absolute_and_climbing_paths_are_refused() {
        let scratch = tempfile::tempdir().unwrap();
        for path in ["../x.html", "/x.html", "a/../../x.html"] {
            assert!(
                !keep(&b"x"[..], Path::new(path), scratch.path(), &package()).unwrap(),
                "{path}"
            );
        }
    }
}

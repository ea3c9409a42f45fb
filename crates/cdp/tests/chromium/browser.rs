//! A browser for a test, with a profile of its own. Also used by the example.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use surefoot_cdp::{Client, Config, Framing, launch};
use tokio::process::Child;

/// Names the browser to test with.
const VARIABLE: &str = "SUREFOOT_BROWSER";

/// Where browsers are. On Debian the names on the PATH are scripts; the programs behind them start sooner.
const PLACES: &[&str] = &[
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
];

/// What keeps a browser quiet and light, and lets it run as root.
const SWITCHES: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--site-per-process",
    "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup",
];

/// A running browser; killed when this is dropped.
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) child: Child,
    /// Goes after the child.
    pub(crate) _profile: tempfile::TempDir,
}

/// The command that starts a browser, and the profile it uses.
pub(crate) fn command() -> (Command, tempfile::TempDir) {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let found = named.or_else(|| PLACES.iter().map(PathBuf::from).find(|path| path.exists()));
    let Some(program) = found else {
        panic!(
            "no browser found\n\nhint: `cargo xtask test` installs one, or: \
             apt-get update && apt-get install -y chromium-headless-shell ({VARIABLE} names another)"
        )
    };
    let profile = tempfile::tempdir().expect("a folder for the profile");
    let mut command = Command::new(program);
    command.args(SWITCHES);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    (command, profile)
}

/// Starts a browser with a pipe.
pub(crate) fn start(framing: Framing) -> Browser {
    let (command, profile) = command();
    let (child, transport) = launch(command, framing).expect("the browser starts");
    Browser {
        client: Client::start(transport, Config::new()),
        child,
        _profile: profile,
    }
}

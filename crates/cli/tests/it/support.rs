//! A home of its own for each test, and the binary run in it.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for what must come: far more than it takes, so that a busy machine fails no test.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// A folder for a daemon, and a page to open. The daemon that was started in it is ended with it.
#[derive(Debug)]
pub(crate) struct Home {
    folder: tempfile::TempDir,
    idle: &'static str,
}

/// What a command printed and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home::idle("5m")
    }

    /// A home whose daemon ends after that time without calls.
    pub(crate) fn idle(idle: &'static str) -> Home {
        let folder = tempfile::tempdir().unwrap();
        let page = "<!doctype html><title>Page</title><h1>Hello</h1><button>Go</button>";
        File::create(folder.path().join("page.html"))
            .unwrap()
            .write_all(page.as_bytes())
            .unwrap();
        Home { folder, idle }
    }

    /// The daemon's folder, which surefoot makes.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.path().join("daemon.sock")
    }

    /// A page that opens at once.
    pub(crate) fn page(&self) -> String {
        self.folder.path().join("page.html").display().to_string()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The command, not yet started, without anything of the surroundings of the tests.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_surefoot"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("SUREFOOT_HOME", self.path())
            .env("SUREFOOT_IDLE", self.idle)
            // What is shown must not depend on whether this machine has a browser.
            .env("SUREFOOT_ENGINE", "native")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        let begun = Instant::now();
        let output = self.command(arguments).output().unwrap();
        Said::of(&output, begun)
    }

    /// Runs it to its end, which must be a good one.
    #[track_caller]
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {said:?}");
        said.stdout
    }

    pub(crate) fn spawn(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    /// The process of the daemon that runs in it.
    #[track_caller]
    pub(crate) fn pid(&self) -> u32 {
        let status: serde_json::Value =
            serde_json::from_str(&self.ok(&["daemon", "status", "--json"])).unwrap();
        u32::try_from(status["data"]["pid"].as_u64().expect("a daemon runs")).unwrap()
    }

    /// Sends a signal to the daemon, by the number it told itself.
    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.pid().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &pid])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Comes back when the daemon has ended: it holds this lock as long as it lives.
    pub(crate) fn await_end(&self) {
        File::options()
            .read(true)
            .write(true)
            .open(self.path().join("daemon.lock"))
            .unwrap()
            .lock()
            .unwrap();
    }

    /// What the daemon wrote about troubles.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.path().join("daemon.log")).unwrap_or_default()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // Ends only what was started in this folder.
        let _ = self.command(&["daemon", "stop"]).output();
    }
}

impl Said {
    pub(crate) fn of(output: &Output, begun: Instant) -> Said {
        Said {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
            took: begun.elapsed(),
        }
    }

    /// That it ended with this code and said this on standard error.
    #[track_caller]
    pub(crate) fn refused(&self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(
            self.stderr.contains(words),
            "expected {words:?} in {self:?}"
        );
        assert_eq!(self.stdout, "", "{self:?}");
    }
}

//! A tool under test: how its command is called, and its processes.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::tools::processes::{MARK, Processes};

/// What is particular to a tool.
#[derive(Debug)]
pub struct Kind {
    /// How tables call it.
    pub name: &'static str,
    /// Words before those of each command.
    pub words: &'static [&'static str],
    /// The variable that names its folder.
    pub home: &'static str,
    /// The variable that names the browser.
    pub browser: &'static str,
    /// Further variables.
    pub variables: &'static [(&'static str, &'static str)],
    /// Ends its daemon.
    pub stop: &'static [&'static str],
}

/// Ours.
pub const SUREFOOT: Kind = Kind {
    name: "surefoot",
    words: &["--engine", "chromium"],
    home: "SUREFOOT_HOME",
    browser: "SUREFOOT_BROWSER",
    variables: &[],
    stop: &["daemon", "stop"],
};

/// agent-browser.
pub const AGENT_BROWSER: Kind = Kind {
    name: "agent-browser",
    words: &[],
    home: "HOME",
    browser: "AGENT_BROWSER_EXECUTABLE_PATH",
    variables: &[("AGENT_BROWSER_ARGS", "--no-sandbox")],
    stop: &["close", "--all"],
};

/// A tool with a folder of its own.
#[derive(Debug)]
pub struct Tool {
    /// Which it is.
    pub kind: &'static Kind,
    program: PathBuf,
    browser: PathBuf,
    home: TempDir,
    mark: String,
}

/// What a command took and printed.
#[derive(Debug)]
pub struct Ran {
    /// From its start to its end.
    pub took: Duration,
    /// On standard output.
    pub printed: String,
}

impl Tool {
    /// With a new folder. Nothing is started yet.
    pub fn new(kind: &'static Kind, program: PathBuf, browser: PathBuf) -> Result<Tool, String> {
        let home = tempfile::tempdir().map_err(|_| "cannot make a folder for a daemon")?;
        let mark = format!("{}-{}", kind.name, home.path().display());
        Ok(Tool {
            kind,
            program,
            browser,
            home,
            mark,
        })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        let is_stop = words == self.kind.stop;
        command
            .args(if is_stop { &[] } else { self.kind.words })
            .args(words)
            .current_dir(self.home.path())
            .env(self.kind.home, self.home.path().join("home"))
            .env(self.kind.browser, &self.browser)
            .env(MARK, &self.mark)
            .envs(self.kind.variables.iter().copied())
            .stdin(Stdio::null());
        command
    }

    /// Runs a command, which must succeed.
    pub fn run(&self, words: &[&str]) -> Result<Ran, String> {
        let begun = Instant::now();
        let output = self
            .command(words)
            .output()
            .map_err(|_| format!("{} cannot be started", self.program.display()))?;
        let took = begun.elapsed();
        if output.status.success() {
            Ok(Ran {
                took,
                printed: String::from_utf8_lossy(&output.stdout).into_owned(),
            })
        } else {
            Err(format!(
                "`{} {}` failed: {}{}",
                self.kind.name,
                words.join(" "),
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            ))
        }
    }

    /// Its daemon, the browser, and all that those started.
    pub fn processes(&self) -> Processes {
        Processes::marked(&self.mark)
    }

    /// Its daemon alone: the same program as the command.
    pub fn daemon(&self) -> Processes {
        let name = self.program.file_name().unwrap_or_default();
        self.processes().named(&name.to_string_lossy())
    }

    /// The ref with which the last snapshot shows what this says, for example `button "Hit"`.
    pub fn reference(&self, snapshot: &str, what: &str) -> Result<String, String> {
        let line = snapshot
            .lines()
            .find(|line| line.contains(what))
            .ok_or_else(|| format!("{} shows no {what}", self.kind.name))?;
        let found = match line.split_once("ref=") {
            Some((_, rest)) => rest
                .split([']', ',', ' '])
                .next()
                .map(|id| format!("@{id}")),
            None => line.trim().split(':').next().map(str::to_owned),
        };
        found.ok_or_else(|| format!("{} shows no ref in: {line}", self.kind.name))
    }
}

#[expect(
    clippy::print_stderr,
    reason = "what a tool leaves behind is told on the terminal"
)]
impl Drop for Tool {
    fn drop(&mut self) {
        let before = self.processes();
        if let Err(message) = self.run(self.kind.stop) {
            eprintln!("{message}");
        }
        // What a tool leaves behind is ended, and told.
        let deadline = Instant::now() + Duration::from_secs(5);
        while self.processes().count() > 0 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        let left = self.processes().end() + before.named("chromium-headless-shell").end();
        if left > 0 {
            eprintln!(
                "{} left {left} processes behind; they were ended",
                self.kind.name
            );
        }
    }
}

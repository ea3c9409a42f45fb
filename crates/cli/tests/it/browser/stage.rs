//! A home with a daemon, a server of pages, and the short words of the tests.

use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Instant;

use serde_json::Value;
use surefoot_fixtures::Server;

use super::processes;
use super::slots::Slot;
use crate::support::{Home, LONG, Said};

/// Dropped from above: the daemon ends before its folder goes, and the slot is free when the browser is gone.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) home: Home,
    pub(crate) server: Server,
    _slot: Slot,
}

impl Stage {
    /// Without a session.
    pub(crate) fn new() -> Stage {
        let slot = Slot::take();
        let stage = Stage {
            home: Home::new(),
            server: Server::start().unwrap(),
            _slot: slot,
        };
        std::fs::create_dir(stage.temporary()).unwrap();
        stage
    }

    /// With a page of the server open in Chromium.
    #[track_caller]
    pub(crate) fn at(path: &str) -> Stage {
        let stage = Stage::new();
        stage.open(path);
        stage
    }

    /// Where everything under this daemon puts what is not to be kept.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.home.folder().join("tmp")
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = self.home.command(words);
        command.env("TMPDIR", self.temporary());
        // Whatever other tests pin: here it is chosen as users do.
        command.env_remove("SUREFOOT_ENGINE");
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> Said {
        let begun = Instant::now();
        Said::of(&self.command(words).output().unwrap(), begun)
    }

    pub(crate) fn spawn(&self, words: &[&str]) -> Child {
        self.command(words).spawn().unwrap()
    }

    /// Opens a page of the server.
    #[track_caller]
    pub(crate) fn open(&self, path: &str) -> String {
        self.ok(&["--engine", "chromium", "open", &self.server.page(path)])
    }

    /// Runs a command, which must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, words: &[&str]) -> String {
        let said = self.run(words);
        assert_eq!(said.code, Some(0), "{words:?}: {said:?}");
        said.stdout
    }

    /// Runs a command, which must be refused with this code. Answers the error.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str], code: &str) -> Value {
        let mut words = words.to_vec();
        words.push("--json");
        let said = self.run(&words);
        assert_eq!(said.code, Some(1), "{words:?}: {said:?}");
        let answer: Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!(answer["error"]["code"], code, "{words:?}: {said:?}");
        answer["error"].clone()
    }

    /// What a successful command answers as `data`.
    #[track_caller]
    pub(crate) fn data(&self, words: &[&str]) -> Value {
        let mut words = words.to_vec();
        words.push("--json");
        let answer: Value = serde_json::from_str(&self.ok(&words)).unwrap();
        answer["data"].clone()
    }

    /// All elements of the page.
    #[track_caller]
    pub(crate) fn elements(&self) -> Vec<Value> {
        let data = self.data(&["snapshot"]);
        data["elements"].as_array().unwrap().clone()
    }

    /// The ref of the one element of this role and name.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> String {
        let elements = self.elements();
        let is_it = |e: &&Value| e["role"] == role && e["name"].as_str().unwrap_or("") == name;
        let found: Vec<&Value> = elements.iter().filter(is_it).collect();
        let [one] = found.as_slice() else {
            let shown = self.ok(&["snapshot"]);
            panic!("{} of {role} {name:?} in\n{shown}", found.len());
        };
        one["ref"].as_u64().unwrap().to_string()
    }

    /// Whether the page shows an element of this role and name.
    #[track_caller]
    pub(crate) fn shows(&self, role: &str, name: &str) -> bool {
        self.elements()
            .iter()
            .any(|e| e["role"] == role && e["name"].as_str().unwrap_or("") == name)
    }

    /// Clicks the one element of this role and name.
    #[track_caller]
    pub(crate) fn click(&self, role: &str, name: &str) -> String {
        let reference = self.find(role, name);
        self.ok(&["click", &reference])
    }

    /// Fills the one element of this role and name.
    #[track_caller]
    pub(crate) fn fill(&self, role: &str, name: &str, text: &str) -> String {
        let reference = self.find(role, name);
        self.ok(&["fill", &reference, text])
    }

    /// What the page wrote down.
    #[track_caller]
    pub(crate) fn log(&self) -> String {
        self.text("#log")
    }

    #[track_caller]
    pub(crate) fn text(&self, target: &str) -> String {
        self.ok(&["get", "text", target]).trim().to_owned()
    }

    #[track_caller]
    pub(crate) fn value(&self, target: &str) -> String {
        self.ok(&["get", "value", target])
            .trim_end_matches('\n')
            .to_owned()
    }

    #[track_caller]
    pub(crate) fn wait_text(&self, text: &str) {
        self.ok(&["wait", "--text", text]);
    }

    /// All processes below the daemon.
    pub(crate) fn browser(&self) -> Vec<u32> {
        processes::below(self.home.pid())
    }

    /// Ends the daemon: all that it started must end with it, and nothing of it may be left on the disk.
    #[track_caller]
    pub(crate) fn end_clean(&self) {
        let processes = self.browser();
        self.ok(&["daemon", "stop"]);
        processes::await_ends(&processes, LONG);
        assert_eq!(self.left_behind(), Vec::<String>::new());
    }

    /// Names of what lies in the temporary folder.
    pub(crate) fn left_behind(&self) -> Vec<String> {
        std::fs::read_dir(self.temporary())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    }
}

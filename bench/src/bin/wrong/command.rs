//! Tools that are a command with a daemon: surefoot and agent-browser.

use std::path::{Path, PathBuf};

use surefoot_bench::tools::{AGENT_BROWSER, Kind, SUREFOOT, Tool};
use surefoot_fixtures::mutations::Hand;

/// As [`SUREFOOT`], with less patience: a case that hangs shall not hold up the rest.
const OURS: Kind = Kind {
    variables: &[("SUREFOOT_TIMEOUT", "8s")],
    ..SUREFOOT
};

/// Likewise.
const THEIRS: Kind = Kind {
    variables: &[
        ("AGENT_BROWSER_ARGS", "--no-sandbox"),
        ("AGENT_BROWSER_DEFAULT_TIMEOUT", "8000"),
    ],
    ..AGENT_BROWSER
};

/// One of them.
pub(crate) struct Command {
    tool: Tool,
    browser: PathBuf,
    is_surefoot: bool,
}

impl Command {
    pub(crate) fn surefoot(program: PathBuf, browser: &Path) -> Result<Command, String> {
        Ok(Command {
            tool: Tool::new(&OURS, program, browser.to_owned())?,
            browser: browser.to_owned(),
            is_surefoot: true,
        })
    }

    pub(crate) fn agent_browser(program: PathBuf, browser: &Path) -> Result<Command, String> {
        Ok(Command {
            tool: Tool::new(&THEIRS, program, browser.to_owned())?,
            browser: browser.to_owned(),
            is_surefoot: false,
        })
    }
}

impl Hand for Command {
    fn run(&mut self, words: &[&str]) -> Result<String, String> {
        let words: Vec<String> = match words {
            words if self.is_surefoot => words.iter().map(|&word| word.to_owned()).collect(),
            ["tab", "switch", number] => vec!["tab".to_owned(), format!("t{number}")],
            words => words.iter().map(|&word| as_ref(word)).collect(),
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.tool.run(&words).map(|ran| ran.printed)
    }

    fn kill(&mut self) -> Result<(), String> {
        let name = self.browser.file_name().unwrap_or_default();
        match self.tool.processes().named(&name.to_string_lossy()).end() {
            0 => Err("it has no browser".to_owned()),
            _ => Ok(()),
        }
    }

    fn has_scripts(&self) -> bool {
        true
    }

    fn is_surefoot(&self) -> bool {
        self.is_surefoot
    }
}

/// A ref as agent-browser writes it in commands; other words as they are.
fn as_ref(word: &str) -> String {
    let number = word.strip_prefix('e').unwrap_or_default();
    if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) {
        format!("@{word}")
    } else {
        word.to_owned()
    }
}

//! Transcripts: what a person types and what they see, one file for each scenario, in `tests/transcripts`.
//!
//! A line that begins with `$ ` is a command. What it printed follows, indented: standard output by four blanks,
//! standard error after `  ! `, and the exit code as `  = N` unless it is 0. Everything else is a comment. Each file has
//! a fixture server, a folder with a copy of `tests/files` to work in, and a daemon of its own.
//!
//! `UPDATE_EXPECT=1` writes what was printed into the files. Read what it wrote: a transcript is a promise.
//!
//! Besides `$ surefoot …` there are, for what cannot be seen from the page: `$ requests PATH` (how often the server was
//! asked for it), `$ list FOLDER` (the files in it with their sizes), and at the end of a line `< FILE` (standard input) and
//! `> FILE` (standard output).

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use surefoot_fixtures::Server;

use crate::support::{Home, Said};

/// One test for each file, so that they run at once and are named when they fail.
macro_rules! transcripts {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".txt"));
            }
        )*
    };
}

transcripts! {
    flows chromium_flows secrets
    big broken_answers budget cart charsets choices chromium_around chromium_chooser chromium_covered chromium_dialogs
    chromium_delta chromium_downloads chromium_icons chromium_login chromium_parts chromium_pictures chromium_popups chromium_targets chromium_waiting content deltas details diff downloads engines errors files fragment
    frames hidden history hostile isolation json links login moving native_around needs_scripts no_browser parts passwords redirects refs search
    selectors chromium_selectors server_side_errors snapshot_options stale statuses submitters tabs targets timeouts unsupported upload usage validation
    waiting
}

/// Whatever is blessed: what is typed into password fields stands only in lines that were typed.
#[test]
fn no_password_is_printed() {
    let text = std::fs::read_to_string(folder("transcripts").join("passwords.txt")).unwrap();
    let printed = text.lines().filter(|line| line.starts_with("  "));
    let mut lines = 0;
    for line in printed {
        lines += 1;
        assert!(!line.contains("never-shown"), "{line}");
        assert!(!line.contains("s3cret-value"), "{line}");
    }
    assert!(lines > 30);
}

#[test]
fn every_transcript_is_run() {
    let mut files: Vec<String> = std::fs::read_dir(folder("transcripts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut named: Vec<String> = NAMES.iter().map(|name| format!("{name}.txt")).collect();
    named.sort();
    assert_eq!(files, named);
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// The surroundings of one transcript.
struct Stage {
    home: Home,
    server: Server,
    /// What is written for what differs from run to run, longest first.
    names: Vec<(String, &'static str)>,
}

#[track_caller]
fn check(file: &str) {
    let path = folder("transcripts").join(file);
    let expected = std::fs::read_to_string(&path).unwrap();
    let stage = Stage::set();
    let mut actual = String::new();
    for line in expected.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            actual.push_str(line);
            actual.push('\n');
            actual.push_str(&stage.run(command));
        } else if !line.starts_with("  ") {
            actual.push_str(line);
            actual.push('\n');
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &actual).unwrap();
    } else if actual != expected {
        let at = actual
            .lines()
            .zip(expected.lines())
            .take_while(|(a, e)| a == e)
            .count();
        let around = |text: &str| {
            let lines: Vec<&str> = text.lines().skip(at.saturating_sub(6)).take(24).collect();
            lines.join("\n")
        };
        panic!(
            "{} differs from line {} on (UPDATE_EXPECT=1 blesses it)\n--- expected\n{}\n--- actual\n{}\n",
            path.display(),
            at + 1,
            around(&expected),
            around(&actual)
        );
    }
}

impl Stage {
    fn set() -> Stage {
        let home = Home::new();
        copy(&folder("files"), home.folder());
        let server = Server::start().unwrap();
        let port = server.port();
        let mut names = vec![
            (server.url(), "{url}"),
            (server.raw_page(""), "{raw}"),
            (server.localhost_page(""), "{localhost}"),
            (home.folder().display().to_string(), "{dir}"),
            (format!("127.0.0.1:{port}"), "127.0.0.1:{port}"),
            (format!("port {port}"), "port {port}"),
            (format!("port {}", server.raw_port()), "port {rawport}"),
        ];
        if let Some(other) = server.other_page("") {
            names.push((other, "{other}"));
        }
        Stage {
            home,
            server,
            names,
        }
    }

    /// Runs one line and answers what it printed, as transcripts write it.
    fn run(&self, line: &str) -> String {
        let line = self
            .names
            .iter()
            .fold(line.to_owned(), |line, (what, name)| {
                line.replace(name, what)
            });
        let mut words = split(&line);
        let program = words.remove(0);
        match program.as_str() {
            "surefoot" => self.surefoot(&words),
            "requests" => format!("    {}\n", self.server.hits(&words[0])),
            "list" => self.list(&words[0]),
            other => panic!("no such program in transcripts: {other}"),
        }
    }

    fn surefoot(&self, words: &[String]) -> String {
        let (words, input, output) = match words {
            [before @ .., sign, file] if sign == "<" => (before, Some(file), None),
            [before @ .., sign, file] if sign == ">" => (before, None, Some(file)),
            _ => (words, None, None),
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = self.home.command(&words);
        if let Some(file) = input {
            let file = File::open(self.home.folder().join(file)).unwrap();
            command.stdin(Stdio::from(file));
        }
        let begun = std::time::Instant::now();
        let said = Said::of(&command.output().unwrap(), begun);
        let mut out = String::new();
        match output {
            Some(file) => std::fs::write(self.home.folder().join(file), &said.stdout).unwrap(),
            None => indented(&mut out, "    ", &self.neutral(&said.stdout)),
        }
        indented(&mut out, "  ! ", &self.neutral(&said.stderr));
        match said.code {
            Some(0) => {}
            Some(code) => writeln!(out, "  = {code}").unwrap(),
            None => out.push_str("  = killed\n"),
        }
        out
    }

    fn list(&self, folder: &str) -> String {
        let mut files: Vec<String> = std::fs::read_dir(self.home.folder().join(folder))
            .into_iter()
            .flatten()
            .map(|entry| {
                let entry = entry.unwrap();
                let size = entry.metadata().unwrap().len();
                format!(
                    "    {} {size}\n",
                    entry.file_name().to_string_lossy().escape_default()
                )
            })
            .collect();
        files.sort();
        files.concat()
    }

    /// Without what differs from run to run.
    fn neutral(&self, text: &str) -> String {
        let text = self
            .names
            .iter()
            .fold(text.to_owned(), |text, (what, name)| {
                text.replace(what, name)
            });
        without_time(&without_sandbox(&text))
    }
}

/// Without the line that says that the browser runs without a sandbox: only root is told that.
fn without_sandbox(text: &str) -> String {
    text.split_inclusive('\n')
        .filter(|line| !line.starts_with("note: the browser runs without its sandbox"))
        .collect()
}

/// Replaces the value of every `"timestamp"`, once it was seen to be one.
fn without_time(text: &str) -> String {
    const KEY: &str = "\"timestamp\":\"";
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(KEY) {
        let (before, after) = rest.split_at(at + KEY.len());
        let (time, later) = after.split_once('"').expect("the end of the time");
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00T00:00:00.000Z", "{time}");
        out.push_str(before);
        out.push_str("{time}\"");
        rest = later;
    }
    out + rest
}

fn indented(out: &mut String, before: &str, text: &str) {
    for line in text.split_inclusive('\n') {
        out.push_str(before);
        out.push_str(line.strip_suffix('\n').unwrap_or(line));
        // Blanks at the end of a line are lost in many editors.
        out.push_str(if line == "\n" { "~" } else { "" });
        out.push_str(if line.ends_with('\n') {
            "\n"
        } else {
            "(no end of line)\n"
        });
    }
}

/// The words of a line: separated by blanks; in quotes of either kind a word may have blanks.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word);
    words
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

//! Pages that change between what was seen and what is done: the one right outcome, case by case, over both engines.
//!
//! The cases are files in `crates/fixtures/mutations`, which says how they are written. `MUTATION=name` plays one.

use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;
use surefoot_fixtures::Server;
use surefoot_fixtures::mutations::{Case, Engine, Hand, Verdict, all, play};

use crate::browser::slots::Slot;
use crate::support::{Home, Said};

/// So few would not be the suite any more.
const LEAST: usize = 100;

#[test]
fn in_chromium() {
    let _slot = Slot::take();
    judge(Engine::Chromium, 3);
}

#[test]
fn without_scripts() {
    judge(Engine::Native, 2);
}

#[test]
fn all_cases_can_be_read() {
    let cases = all().unwrap();
    assert!(cases.len() >= LEAST, "{}", cases.len());
    for case in &cases {
        assert!(!case.engines.is_empty(), "{}", case.name);
    }
}

/// The command in a session of its own.
struct Surefoot<'h> {
    home: &'h Home,
    session: String,
    engine: Engine,
    /// Whether nobody else uses its browser.
    alone: bool,
}

impl Hand for Surefoot<'_> {
    fn run(&mut self, words: &[&str]) -> Result<String, String> {
        let engine = match self.engine {
            Engine::Native => "native",
            Engine::Chromium => "chromium",
        };
        let mut all = vec!["--session", &self.session, "--engine", engine];
        all.extend(["--timeout", "8s"]);
        if self.alone {
            all.push("--isolate");
        }
        all.extend(words);
        let begun = Instant::now();
        let said = Said::of(&self.home.command(&all).output().unwrap(), begun);
        match said.code {
            Some(0) => Ok(said.stdout),
            Some(1) => Err(said.stderr),
            _ => panic!("{words:?}: {said:?}"),
        }
    }

    fn kill(&mut self) -> Result<(), String> {
        let listed = self.home.ok(&["session", "list", "--json"]);
        let listed: Value = serde_json::from_str(&listed).unwrap();
        let sessions = listed["data"]["sessions"].as_array().unwrap();
        let ours = sessions.iter().find(|s| s["name"] == self.session.as_str());
        let pid = ours.unwrap()["browser"].as_u64().unwrap().to_string();
        let killed = Command::new("kill").args(["-9", &pid]).status().unwrap();
        assert!(killed.success());
        Ok(())
    }

    fn has_scripts(&self) -> bool {
        self.engine == Engine::Chromium
    }

    fn is_surefoot(&self) -> bool {
        true
    }
}

/// Plays all cases of an engine, so many at a time, and says of each that went wrong what did.
fn judge(engine: Engine, at_once: usize) {
    let only = std::env::var("MUTATION").ok();
    let mut cases = all().unwrap();
    cases.retain(|case| case.engines.contains(&engine));
    cases.retain(|case| only.as_ref().is_none_or(|only| *only == case.name));
    let (server, home) = (Server::start().unwrap(), Home::new());
    // So that no two of them start the daemon.
    home.ok(&["open", &home.page()]);
    let waiting = Mutex::new(cases.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap().next();
                    let Some(case) = next else { break };
                    if let Err(what) = one(case, engine, &home, &server) {
                        wrong.lock().unwrap().push(what);
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "{}\n{} of {} cases",
        wrong.join("\n"),
        wrong.len(),
        cases.len()
    );
}

fn one(case: &Case, engine: Engine, home: &Home, server: &Server) -> Result<(), String> {
    let mut hand = Surefoot {
        home,
        session: case.name.clone(),
        engine,
        alone: case.kills(),
    };
    let played = play(case, &mut hand, server);
    let _ = hand.run(&["close"]);
    let is_right = played
        .as_ref()
        .is_ok_and(|p| p.verdict == Verdict::Right && p.complaints.is_empty());
    match (&case.known, is_right) {
        (None, true) | (Some(_), false) => Ok(()),
        (Some(_), true) => Err(format!("{}: known to be wrong, but it is right", case.name)),
        (None, false) => Err(match played {
            Ok(played) => format!(
                "{} ({:?}): {}\n    {:?}\n    {}",
                case.name,
                case.outcome,
                played.complaints.join("; "),
                played.events,
                played.answer.trim_end().replace('\n', "\n    ")
            ),
            Err(what) => format!("{}: {}", case.name, what.trim_end().replace('\n', "\n    ")),
        }),
    }
}

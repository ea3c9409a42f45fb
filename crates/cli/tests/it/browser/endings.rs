//! Processes that are killed in the middle: the next answer says what was lost, at once, and nothing leaks.

use std::time::{Duration, Instant};

use super::processes;
use super::stage::Stage;
use crate::support::{LONG, Said};

/// How soon the loss must be told.
const SOON: Duration = Duration::from_secs(1);

/// Kills these while a command waits. Answers what the command said, and how long after the kill.
fn killed_during(stage: &Stage, words: &[&str], busy: &str, pids: &[u32]) -> (Said, Duration) {
    let client = stage.spawn(words);
    crate::daemon::await_busy(&stage.home, busy);
    let begun = Instant::now();
    for &pid in pids {
        processes::kill(pid);
    }
    let said = Said::of(&client.wait_with_output().unwrap(), begun);
    (said, begun.elapsed())
}

/// The processes of the browsers themselves.
pub(crate) fn main_processes(stage: &Stage) -> Vec<u32> {
    let all = stage.browser();
    let daemon = stage.home.pid();
    all.iter()
        .copied()
        .filter(|&pid| {
            std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
                stat.rsplit_once(')').is_some_and(|(_, rest)| {
                    rest.split_whitespace().nth(1) == Some(&daemon.to_string())
                })
            })
        })
        .collect()
}

/// The process of the one browser.
fn main_process(stage: &Stage) -> u32 {
    let all = main_processes(stage);
    let [one] = all[..] else {
        panic!("{all:?}");
    };
    one
}

#[test]
fn a_killed_browser_is_told_and_the_next_page_gets_a_new_one() {
    let stage = Stage::at("/js/todo");
    let all = stage.browser();
    let browser = main_process(&stage);
    let (said, after) = killed_during(
        &stage,
        &["wait", "--text", "never there"],
        "default",
        &[browser],
    );
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stderr.contains("engine_crashed"), "{said:?}");
    assert!(after < SOON, "{after:?}");
    processes::await_ends(&all, LONG);
    // Until a page is opened, everything says so at once.
    let said = stage.run(&["snapshot"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.took < SOON, "{said:?}");
    stage.open("/js/todo");
    stage.fill("textbox", "New task", "again");
    stage.end_clean();
}

#[test]
fn a_browser_killed_between_commands() {
    let stage = Stage::at("/js/todo");
    let all = stage.browser();
    processes::kill(main_process(&stage));
    processes::await_ends(&all, LONG);
    let begun = Instant::now();
    stage.refused(&["click", "#clear"], "engine_crashed");
    assert!(begun.elapsed() < SOON);
    stage.open("/landed");
    assert_eq!(stage.text("h1"), "Landed");
    stage.end_clean();
}

#[test]
fn a_killed_renderer_costs_one_page() {
    let stage = Stage::at("/js/todo");
    stage.ok(&[
        "--session",
        "other",
        "--engine",
        "chromium",
        "open",
        &stage.server.other_page("/landed").unwrap(),
    ]);
    let before = processes::with_word(&stage.browser(), "--type=renderer");
    stage.ok(&[
        "--session",
        "third",
        "--engine",
        "chromium",
        "open",
        &stage.server.localhost_page("/js/todo"),
    ]);
    let victims: Vec<u32> = processes::with_word(&stage.browser(), "--type=renderer")
        .into_iter()
        .filter(|pid| !before.contains(pid))
        .collect();
    assert!(!victims.is_empty());
    let (said, after) = killed_during(
        &stage,
        &["--session", "third", "wait", "--text", "never there"],
        "third",
        &victims,
    );
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stderr.contains("page_crashed"), "{said:?}");
    assert!(after < SOON, "{after:?}");
    // The others never knew.
    assert_eq!(stage.text("#left"), "0 left");
    assert_eq!(
        stage.ok(&["--session", "other", "get", "text", "h1"]),
        "Landed\n"
    );
    stage.ok(&["--session", "third", "reload"]);
    assert_eq!(
        stage.ok(&["--session", "third", "get", "text", "#left"]),
        "0 left\n"
    );
    stage.end_clean();
}

#[test]
fn a_killed_daemon_takes_its_browser_with_it() {
    let stage = Stage::at("/js/todo");
    let all = stage.browser();
    assert!(!all.is_empty());
    let (said, after) = killed_during(
        &stage,
        &["wait", "--text", "never there"],
        "default",
        &[stage.home.pid()],
    );
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(
        said.stderr.contains("the daemon ended during `wait`"),
        "{said:?}"
    );
    assert!(after < SOON, "{after:?}");
    processes::await_ends(&all, LONG);
    // What the dead one could not remove, the next one does.
    stage.open("/landed");
    assert_eq!(stage.text("h1"), "Landed");
    stage.end_clean();
}

#[test]
fn sessions_that_are_closed_leave_nothing() {
    let stage = Stage::new();
    for round in 0..2 {
        for number in 0..3 {
            let name = format!("s{number}");
            stage.ok(&[
                "--session",
                &name,
                "--engine",
                "chromium",
                "open",
                &stage.server.page("/js/todo"),
            ]);
        }
        let all = stage.browser();
        stage.ok(&["close", "--all"]);
        processes::await_ends(&all, LONG);
        assert_eq!(stage.left_behind(), Vec::<String>::new(), "round {round}");
    }
}

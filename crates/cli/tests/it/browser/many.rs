//! Many sessions at once: none may ever see anything of another.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::stage::Stage;

/// Each session has a list of its own, under a name of its own, and checks every answer.
fn soak(sessions: usize, time: Duration) {
    let stage = Stage::at("/landed");
    let rounds = AtomicUsize::new(0);
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        for number in 0..sessions {
            let (stage, rounds) = (&stage, &rounds);
            scope.spawn(move || {
                let mut agent = Agent::new(stage, number);
                while Instant::now() < end || agent.round == 0 {
                    agent.go_round();
                    rounds.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let rounds = rounds.into_inner();
    assert!(rounds >= sessions, "{rounds} rounds");
    stage.end_clean();
}

/// One session with what it must see.
struct Agent<'a> {
    stage: &'a Stage,
    session: String,
    round: usize,
}

impl Agent<'_> {
    fn new(stage: &Stage, number: usize) -> Agent<'_> {
        let agent = Agent {
            stage,
            session: format!("agent{number}"),
            round: 0,
        };
        agent.ok(&[
            "--engine",
            "chromium",
            "open",
            &stage.server.page("/js/todo"),
        ]);
        agent
    }

    /// With much time: all share one machine.
    #[track_caller]
    fn ok(&self, words: &[&str]) -> String {
        let mut all = vec!["--session", self.session.as_str(), "--timeout", "120s"];
        all.extend(words);
        self.stage.ok(&all)
    }

    fn go_round(&mut self) {
        self.round += 1;
        let task = format!("task {} of {}", self.round, self.session);
        self.ok(&["fill", "[name=task]", &task]);
        self.ok(&["press", "Enter"]);
        let shown = self.ok(&["snapshot"]);
        let mine = format!("of {}\"", self.session);
        for line in shown.lines().filter(|line| line.contains("checkbox")) {
            assert!(line.contains(&mine), "{} sees {line}", self.session);
        }
        let line = shown
            .lines()
            .find(|line| line.contains(&format!("button \"Delete {task}\"")))
            .unwrap_or_else(|| panic!("{} has no {task}: {shown}", self.session));
        let reference = line.trim().split(':').next().unwrap();
        // Its storage is its own, and lasts.
        if self.round.is_multiple_of(3) {
            self.ok(&["reload"]);
        } else {
            self.ok(&["click", reference]);
        }
        let left = self.ok(&["get", "text", "#left"]);
        assert_eq!(
            left.trim(),
            format!("{} left", self.round / 3),
            "{}",
            self.session
        );
    }
}

#[test]
fn twenty_sessions_at_once() {
    soak(20, Duration::from_secs(20));
}

#[test]
#[ignore = "takes five minutes; the soak of a release"]
fn twenty_sessions_for_five_minutes() {
    soak(20, Duration::from_mins(5));
}

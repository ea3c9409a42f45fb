//! The processes below a daemon, as the kernel knows them.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// All descendants of a process, by number.
pub(crate) fn below(parent: u32) -> Vec<u32> {
    let all: Vec<(u32, u32)> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, parent_of(pid)?)))
        .collect();
    let mut found = vec![parent];
    let mut at = 0;
    while let Some(&one) = found.get(at) {
        found.extend(all.iter().filter(|(_, p)| *p == one).map(|(pid, _)| *pid));
        at += 1;
    }
    found.remove(0);
    found
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    // A zombie has ended; only its number is left.
    (words.next()? != "Z").then_some(())?;
    words.next()?.parse().ok()
}

/// Whether a process runs.
pub(crate) fn runs(pid: u32) -> bool {
    parent_of(pid).is_some()
}

/// Those among them that were started with this word.
pub(crate) fn with_word(pids: &[u32], word: &str) -> Vec<u32> {
    let has = |pid: &&u32| {
        fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| {
            // Renderers write their words into one.
            line.split(|byte| matches!(byte, 0 | b' '))
                .any(|part| part == word.as_bytes())
        })
    };
    pids.iter().filter(has).copied().collect()
}

/// Ends a process at once.
pub(crate) fn kill(pid: u32) {
    let status = Command::new("kill")
        .args(["-KILL", &pid.to_string()])
        .status();
    assert!(status.unwrap().success(), "no process {pid}");
}

/// Waits until none of them runs. The kernel tells nobody but the parent, so this has to look.
#[track_caller]
pub(crate) fn await_ends(pids: &[u32], limit: Duration) {
    let deadline = Instant::now() + limit;
    loop {
        let left: Vec<u32> = pids.iter().copied().filter(|&pid| runs(pid)).collect();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "still running: {left:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

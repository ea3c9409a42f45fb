//! The processes of a browser, as the system has them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use surefoot_engine::Engine;

use crate::support::Site;

/// A process.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) id: i32,
    pub(crate) arguments: String,
}

/// The processes of the group that a browser leads.
pub(crate) fn group(leader: u32) -> Vec<Found> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<i32>() else {
            continue;
        };
        let read = |name: &str| std::fs::read_to_string(entry.path().join(name));
        let (Ok(stat), Ok(arguments)) = (read("stat"), read("cmdline")) else {
            continue;
        };
        // After the name, which may hold anything: state, parent, group.
        let Some((_, rest)) = stat.rsplit_once(')') else {
            continue;
        };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let is_alive = fields.first() != Some(&"Z");
        if is_alive && fields.get(2) == Some(&leader.to_string().as_str()) {
            found.push(Found { id, arguments });
        }
    }
    found
}

/// The processes of a browser that show pages.
pub(crate) fn renderers(site: &Site) -> Vec<i32> {
    let leader = site.engine.process().unwrap();
    let all = group(leader).into_iter();
    all.filter(|p| p.arguments.contains("--type=renderer"))
        .map(|p| p.id)
        .collect()
}

/// How long a process has worked, in ticks of the system's clock.
pub(crate) fn worked(id: i32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // After the name, which may hold anything: the times in and below the process's own code are fields 12 and 13.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|t| t.parse::<u64>().ok()).sum()
}

/// Where a browser has its data.
pub(crate) fn profile(leader: u32) -> PathBuf {
    let arguments = std::fs::read_to_string(format!("/proc/{leader}/cmdline")).unwrap();
    let named = arguments
        .split('\0')
        .find_map(|a| a.strip_prefix("--user-data-dir="));
    PathBuf::from(named.unwrap())
}

/// Sends a signal to a process of ours, by its number.
pub(crate) fn signal(id: i32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(id).unwrap();
    let _ = rustix::process::kill_process(pid, signal);
}

/// Waits until something is so that nothing tells of: other processes ending.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

//! The processes of a tool: its daemon, the browser that it started, and what they cost.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Stdio};

/// The variable by which a tool's processes are told from all others: they inherit it.
pub const MARK: &str = "SUREFOOT_PEERS_MARK";

/// Processes, by their numbers.
#[derive(Default, Debug)]
pub struct Processes(Vec<u32>);

impl Processes {
    /// All that carry the mark, and all that descend from those: browsers write over the place where the kernel shows
    /// their environment.
    pub fn marked(mark: &str) -> Processes {
        let wanted = format!("{MARK}={mark}");
        let all: Vec<(u32, u32)> = all();
        let mut found: HashSet<u32> = all
            .iter()
            .map(|&(pid, _)| pid)
            .filter(|pid| {
                fs::read(format!("/proc/{pid}/environ")).is_ok_and(|text| {
                    text.split(|&byte| byte == 0)
                        .any(|variable| variable == wanted.as_bytes())
                })
            })
            .collect();
        loop {
            let before = found.len();
            let children = all
                .iter()
                .filter(|(_, parent)| found.contains(parent))
                .map(|&(pid, _)| pid)
                .collect::<Vec<_>>();
            found.extend(children);
            if found.len() == before {
                break;
            }
        }
        let mut pids: Vec<u32> = found.into_iter().collect();
        pids.sort_unstable();
        Processes(pids)
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Those whose program has this name.
    #[must_use]
    pub fn named(&self, program: &str) -> Processes {
        let is_named = |pid: &&u32| {
            fs::read_link(format!("/proc/{pid}/exe"))
                .is_ok_and(|path| path.file_name().is_some_and(|name| name == program))
        };
        Processes(self.0.iter().filter(is_named).copied().collect())
    }

    /// The words with which the first of them was started.
    pub fn command_line(&self) -> Vec<String> {
        let first = self.0.first().copied().unwrap_or_default();
        fs::read(format!("/proc/{first}/cmdline"))
            .unwrap_or_default()
            .split(|&byte| byte == 0)
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .filter(|word| !word.is_empty())
            .collect()
    }

    /// Time on a processor so far, of all together, in milliseconds. The kernel counts in hundredths of a second.
    pub fn cpu_ms(&self) -> f64 {
        let ticks: u64 = self.0.iter().filter_map(|&pid| ticks(pid)).sum();
        ticks as f64 * 10.0
    }

    /// Memory in megabytes, each page of it divided among those who share it.
    pub fn pss_mb(&self) -> f64 {
        self.megabytes("smaps_rollup", "Pss:")
    }

    /// Memory in megabytes, shared pages counted whole.
    pub fn rss_mb(&self) -> f64 {
        self.megabytes("status", "VmRSS:")
    }

    fn megabytes(&self, file: &str, line: &str) -> f64 {
        let kilobytes: u64 = self
            .0
            .iter()
            .filter_map(|pid| {
                let text = fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
                let value = text.lines().find_map(|each| each.strip_prefix(line))?;
                value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
            })
            .sum();
        kilobytes as f64 / 1024.0
    }

    /// Ends those that are still there. Answers how many there were.
    pub fn end(&self) -> usize {
        let kill = |pid: &&u32| {
            Command::new("kill")
                .args(["-KILL", &pid.to_string()])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        };
        self.0.iter().filter(kill).count()
    }
}

/// Every process with its parent.
fn all() -> Vec<(u32, u32)> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, fields(pid)?.get(1)?.parse().ok()?)))
        .collect()
}

/// What `/proc/PID/stat` says after the name, which may hold anything: state, parent …
fn fields(pid: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

fn ticks(pid: u32) -> Option<u64> {
    let fields = fields(pid)?;
    let at = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(at(11)? + at(12)?)
}

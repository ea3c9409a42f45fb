//! What `daemon status` says.

use std::time::Duration;

use serde::Serialize;
use surefoot_session::SessionSummary;

use super::serve::State;
use crate::output::{Printed, Rendering, lines, session_line};
use crate::wire::VERSION;
use crate::words::{age, counted, size};

#[derive(Serialize)]
struct Status {
    running: bool,
    pid: u32,
    version: &'static str,
    uptime_s: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rss_bytes: Option<u64>,
    folder: String,
    log: String,
    sessions: Vec<String>,
    /// The processes of the browsers that sessions use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    browsers: Vec<u32>,
}

/// How the daemon is.
pub(super) fn print(state: &State, rendering: Rendering) -> Printed {
    let sessions = state.registry.summaries();
    let status = Status {
        running: true,
        pid: std::process::id(),
        version: VERSION,
        uptime_s: state.started.elapsed().as_secs(),
        rss_bytes: resident_bytes(),
        folder: state.home.folder().to_string_lossy().into_owned(),
        log: state.home.log().to_string_lossy().into_owned(),
        sessions: sessions
            .iter()
            .map(|session| session.name.clone())
            .collect(),
        browsers: browsers(&sessions),
    };
    if rendering == Rendering::Json {
        return Printed::json(&status);
    }
    let memory = status
        .rss_bytes
        .map(|bytes| format!("memory: {}\n", size(bytes)))
        .unwrap_or_default();
    let browsers = lines(status.browsers.iter().map(|pid| format!("browser: {pid}")));
    let mut text = format!(
        "daemon {}, surefoot {}, up {}\n{memory}{browsers}folder: {}\nlog: {}\n{}\n",
        status.pid,
        status.version,
        age(Duration::from_secs(status.uptime_s)),
        status.folder,
        status.log,
        counted(sessions.len(), "session"),
    );
    text.push_str(&lines(
        sessions
            .iter()
            .map(|session| format!("  {}", session_line(session))),
    ));
    Printed::data(text)
}

/// The browsers of sessions, each once.
fn browsers(sessions: &[SessionSummary]) -> Vec<u32> {
    let mut browsers: Vec<u32> = sessions.iter().filter_map(|s| s.browser).collect();
    browsers.sort_unstable();
    browsers.dedup();
    browsers
}

/// How much memory the process takes, where the system says it in `/proc`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes * 1024)
}

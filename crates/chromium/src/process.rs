//! [`Process`]: a browser that was started here, from its start to the last file it leaves.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use surefoot_cdp::{Framing, Transport, launch};
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, ChildStderr};
use tokio::task::JoinHandle;

use crate::profile::Profile;
use crate::{FoundBrowser, LaunchOptions, flags};

/// How much of what a browser writes to its standard error is kept, in bytes.
const KEPT: usize = 8 << 10;

/// How long a browser that was asked to end may take.
const ENDING: Duration = Duration::from_secs(3);

/// How long the last words of a browser that ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A browser that was started here. When this is dropped, its processes are ended and its temporary profile is removed.
///
/// When this process is killed, the browser sees the pipe close, and ends by itself.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pid: Option<Pid>,
    errors: Arc<Mutex<Vec<u8>>>,
    reading: Option<JoinHandle<()>>,
    /// Removed last.
    _profile: Profile,
}

impl Process {
    /// Starts a browser, which then speaks over the transport.
    pub(crate) fn start(
        found: &FoundBrowser,
        options: &LaunchOptions,
        framing: Framing,
    ) -> Result<(Process, Transport)> {
        let profile = match &options.profile {
            Some(path) => Profile::kept(path)?,
            None => Profile::temporary()?,
        };
        let mut command = Command::new(&found.path);
        command
            .args(flags::switches(found, options, profile.path()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // A group of its own, to end all of it.
            .process_group(0);
        let (mut child, transport) = launch(command, framing)
            .map_err(|e| Error::new(ErrorKind::EngineCrashed, e.message().to_owned()))?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let reading = child
            .stderr
            .take()
            .map(|pipe| tokio::spawn(keep_last(pipe, Arc::clone(&errors))));
        let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        let process = Process {
            child,
            pid,
            errors,
            reading,
            _profile: profile,
        };
        Ok((process, transport))
    }

    /// Its number.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Why it ended right after its start, in plain words.
    pub(crate) async fn why_ended(&mut self) -> Error {
        if let Some(reading) = self.reading.take() {
            // It ends when the last of its processes does.
            let _ = tokio::time::timeout(LAST_WORDS, reading).await;
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        explain(&String::from_utf8_lossy(&errors))
    }

    /// Waits until it has ended by itself, having been asked to, and else ends it.
    pub(crate) async fn wait_ended(&mut self) {
        let _ = tokio::time::timeout(ENDING, self.child.wait()).await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(reading) = &self.reading {
            reading.abort();
        }
        // Once it was waited for, its number may be another's; what it had started ends by itself then.
        let Some(pid) = self.pid.filter(|_| self.child.id().is_some()) else {
            return;
        };
        let _ = kill_process_group(pid, Signal::KILL);
        // Waited for, not reaped: that is for the child's own handle. It takes a few milliseconds.
        let _ = waitid(
            WaitId::Pid(pid),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
        // The profile goes next, with the fields.
    }
}

/// Keeps the last of what is written to a pipe.
async fn keep_last(mut pipe: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = [0; 1024];
    while let Ok(read) = pipe.read(&mut buffer).await {
        if read == 0 {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(buffer.get(..read).unwrap_or_default());
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
    }
}

/// What browsers say when they do not start, what it means, and what to do about it.
const REASONS: &[(&str, &str, &str)] = &[
    (
        "error while loading shared libraries",
        "a shared library is missing",
        "`surefoot install` installs a browser with all it needs; or install the library named",
    ),
    (
        "No usable sandbox",
        "this machine does not let it sandbox its pages",
        "allow unprivileged user namespaces, or, if you trust the pages, --browser-arg=--no-sandbox",
    ),
    (
        "without --no-sandbox",
        "it does not run as root with a sandbox",
        "run as another user, or, if you trust the pages, --browser-arg=--no-sandbox",
    ),
    (
        "Missing X server or $DISPLAY",
        "there is no display to show its window on",
        "leave --headed out, or set DISPLAY",
    ),
    (
        "The platform failed to initialize",
        "there is no display to show its window on",
        "leave --headed out, or set DISPLAY",
    ),
    (
        "ProcessSingleton",
        "another browser uses the profile",
        "close that browser, or name another --profile",
    ),
    (
        "No space left on device",
        "the disk is full",
        "make room in the folder for temporary files",
    ),
];

/// Why a browser ended, from what it wrote.
fn explain(errors: &str) -> Error {
    let failed = |why: &str| {
        Error::new(
            ErrorKind::EngineCrashed,
            format!("the browser ended as soon as it was started: {why}"),
        )
    };
    for (sign, why, hint) in REASONS {
        let Some(line) = errors.lines().find(|line| line.contains(sign)) else {
            continue;
        };
        // The name of the library stands between the sign and the next colon.
        let named = line
            .split_once("libraries: ")
            .and_then(|(_, rest)| rest.split(':').next());
        let why = match named {
            Some(library) => format!("{why}: {}", plain(library)),
            None => (*why).to_owned(),
        };
        return failed(&why).with_hint(*hint);
    }
    let last = errors.lines().rev().map(plain).find(|l| !l.is_empty());
    match last {
        Some(last) => failed(&last),
        None => failed("it said nothing"),
    }
    .with_hint("see whether it starts by itself; `surefoot install` installs one that does")
}

/// A line as it can be shown: without what stands in brackets before it, and not too long.
fn plain(line: &str) -> String {
    let line = match line.strip_prefix('[').and_then(|l| l.split_once("] ")) {
        Some((_, rest)) => rest,
        None => line,
    };
    line.trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn reasons_in_plain_words() {
        for (errors, part) in [
            ("", "it said nothing"),
            (
                "x: error while loading shared libraries: libnss3.so: cannot open shared object file",
                "a shared library is missing: libnss3.so",
            ),
            (
                "[1:1:1122/1.2:ERROR:x.cc:257] Missing X server or $DISPLAY\n[1:1] The platform failed",
                "no display",
            ),
            (
                "[1:2:ERROR:a.cc] Something\u{1b}[31m else\n\n",
                "Something[31m else",
            ),
        ] {
            let error = explain(errors);
            assert!(error.message().contains(part), "{errors}: {error}");
        }
    }
}

//! The command under test, with a daemon of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The command, the folder of its daemon, and the daemon while it lives.
pub(crate) struct Surefoot {
    program: PathBuf,
    home: TempDir,
    /// The daemon's process.
    pid: u64,
}

impl Surefoot {
    /// Starts a daemon in a new folder.
    pub(crate) fn start(program: PathBuf) -> Result<Surefoot, String> {
        let home = tempfile::tempdir().map_err(|_| "cannot make a folder for the daemon")?;
        let mut surefoot = Surefoot {
            program,
            home,
            pid: 0,
        };
        surefoot.run(&["open", "data:text/html,<title>Start</title>"])?;
        let status = surefoot.run(&["--json", "daemon", "status"])?;
        surefoot.pid = serde_json::from_str::<Value>(&status)
            .ok()
            .and_then(|answer| answer.pointer("/data/pid")?.as_u64())
            .ok_or_else(|| format!("`daemon status` does not say the process: {status}"))?;
        Ok(surefoot)
    }

    /// The command with arguments, speaking to this daemon.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .env("SUREFOOT_HOME", self.home.path().join("home"))
            .stdin(Stdio::null());
        command
    }

    /// Runs it and returns what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let shown = || format!("{} {}", self.program.display(), arguments.join(" "));
        let output = self
            .command(arguments)
            .output()
            .map_err(|_| format!("cannot be started: {}", shown()))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(format!("{} failed: {said}", shown()))
        }
    }

    /// How much memory the daemon holds, as the kernel counts it.
    pub(crate) fn resident_bytes(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.pid);
        std::fs::read_to_string(&path)
            .ok()
            .and_then(|status| {
                let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
                line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
            })
            .map(|kilobytes| kilobytes * 1024)
            .ok_or_else(|| format!("cannot read the memory of the daemon from {path}"))
    }
}

impl Drop for Surefoot {
    fn drop(&mut self) {
        if let Err(message) = self.run(&["daemon", "stop"]) {
            eprintln!("the daemon {} could not be stopped: {message}", self.pid);
        }
    }
}

//! Times of whole processes.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Times of the same command.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        let at = self.0.partition_point(|&other| other <= time);
        self.0.insert(at, time);
    }

    /// In milliseconds.
    pub(crate) fn min(&self) -> f64 {
        milliseconds(self.0.first())
    }

    /// In milliseconds.
    pub(crate) fn median(&self) -> f64 {
        milliseconds(self.0.get(self.0.len() / 2))
    }
}

fn milliseconds(time: Option<&Duration>) -> f64 {
    time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

/// How long a command takes from being started until it has ended. It must succeed.
pub(crate) fn run(mut command: Command) -> Result<Duration, String> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    let time = start.elapsed();
    let program = command.get_program().to_string_lossy().into_owned();
    match status {
        Ok(status) if status.success() => Ok(time),
        Ok(status) => Err(format!("{program} failed while it was timed: {status}")),
        Err(_) => Err(format!("{program} could not be started")),
    }
}

//! The results, side by side.

use std::fmt::Write as _;
use std::time::Duration;

/// Times and processor time of one command with one tool.
#[derive(Default, Clone)]
pub(crate) struct Series {
    times: Vec<f64>,
    cpu_ms: f64,
    /// Bytes printed by the last run.
    pub(crate) bytes: usize,
}

impl Series {
    pub(crate) fn add(&mut self, took: Duration, cpu_ms: f64) {
        let took = took.as_secs_f64() * 1e3;
        let at = self.times.partition_point(|&other| other <= took);
        self.times.insert(at, took);
        self.cpu_ms += cpu_ms;
    }

    /// In milliseconds; no number where nothing was measured.
    pub(crate) fn median(&self) -> f64 {
        self.times
            .get(self.times.len() / 2)
            .copied()
            .unwrap_or(f64::NAN)
    }

    /// In milliseconds.
    pub(crate) fn shortest(&self) -> f64 {
        self.times.first().copied().unwrap_or(f64::NAN)
    }

    /// Of daemon and browser, of one run, in milliseconds.
    pub(crate) fn cpu(&self) -> f64 {
        if self.times.is_empty() {
            return f64::NAN;
        }
        self.cpu_ms / self.times.len() as f64
    }
}

/// Goals that were judged.
#[derive(Default)]
pub(crate) struct Goals {
    text: String,
    missed: usize,
}

impl Goals {
    /// Larger is better.
    pub(crate) fn at_least(&mut self, what: &str, result: f64, goal: f64) {
        self.judge(what, result, "at least", goal, result >= goal);
    }

    /// Smaller is better.
    pub(crate) fn at_most(&mut self, what: &str, result: f64, goal: f64) {
        self.judge(what, result, "at most", goal, result <= goal);
    }

    fn judge(&mut self, what: &str, result: f64, how: &str, goal: f64, is_reached: bool) {
        // What was not measured is not judged.
        if result.is_nan() {
            return;
        }
        let mark = if is_reached { "" } else { "  missed" };
        self.missed += usize::from(!is_reached);
        let _ = writeln!(self.text, "{what:<58} {result:>9.2}  {how} {goal}{mark}");
    }

    /// The list of them.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.missed == 0
    }
}

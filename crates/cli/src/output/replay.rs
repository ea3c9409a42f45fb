//! What a replay says: a line for each step, and what failed as an error.

use std::fmt::Write as _;

use serde_json::{Value, json};
use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{Difference, ReplayAnswer, StepAnswer};
use surefoot_view::escape::line_safe;

use super::{FAILED, Printed, Rendering, json as json_of, lines};
use crate::words::counted;

/// What is printed of a replay; its exit code is 1 if a step failed.
pub(super) fn replayed(replay: &ReplayAnswer, rendering: Rendering) -> Printed {
    let failure = replay
        .steps
        .iter()
        .find(|step| step.has_failed())
        .map(error);
    let mut printed = match rendering {
        Rendering::Text => text(replay, failure.as_ref()),
        Rendering::Json => Printed::data(json_of::with_data(failure.as_ref(), &data(replay))),
    };
    if failure.is_some() {
        printed.exit = FAILED;
    }
    printed
}

fn text(replay: &ReplayAnswer, failure: Option<&Error>) -> Printed {
    let mut out = Vec::new();
    for step in &replay.steps {
        let mark = if step.has_failed() { "failed" } else { "ok" };
        out.push(format!(
            "{}: {}: {mark}",
            step.number,
            line_safe(&step.what)
        ));
        out.extend(
            step.healed
                .iter()
                .map(|why| format!("  found by role and name: {}", line_safe(why))),
        );
        out.extend(
            step.differences
                .iter()
                .map(|d| format!("  {}", line_safe(&different(d)))),
        );
        out.extend(
            step.error
                .iter()
                .map(|error| format!("  {}", line_safe(error.message()))),
        );
    }
    let failed = replay.failed();
    let left = replay.total - replay.steps.len();
    let mut sum = format!("replayed {}", counted(replay.steps.len(), "step"));
    if failed > 0 {
        // Writing to a string cannot fail.
        let _ = write!(sum, ", {failed} failed");
    }
    if left > 0 {
        let _ = write!(sum, ", {left} not tried");
    }
    out.push(sum);
    Printed {
        stdout: lines(out).into_bytes(),
        stderr: failure
            .map(|error| super::error::text(error, super::Speech::Shell))
            .unwrap_or_default(),
        exit: 0,
    }
}

fn different(difference: &Difference) -> String {
    format!(
        "{}: expected {}, observed {}",
        difference.what, difference.expected, difference.observed
    )
}

/// Why a replay failed: by the first step that did.
fn error(step: &StepAnswer) -> Error {
    let begin = format!("step {} ({})", step.number, step.what);
    match &step.error {
        Some(error) => {
            let told = Error::new(error.kind(), format!("{begin}: {}", error.message()))
                .with_candidates(error.candidates().to_vec());
            match error.hint() {
                Some(hint) => told.with_hint(hint),
                None => told,
            }
        }
        None => {
            let what: Vec<String> = step.differences.iter().map(different).collect();
            Error::new(
                ErrorKind::NotFound,
                format!("{begin} did something else: {}", what.join("; ")),
            )
            .with_hint("take a `snapshot` to see what is there, and record the flow anew if it is right now")
        }
    }
}

fn data(replay: &ReplayAnswer) -> Value {
    let steps: Vec<Value> = replay.steps.iter().map(step).collect();
    json!({ "steps": steps, "total": replay.total, "failed": replay.failed() })
}

fn step(step: &StepAnswer) -> Value {
    let mut value = json!({ "step": step.number, "what": step.what, "ok": !step.has_failed() });
    if let Some(why) = &step.healed {
        value["found_by_role_and_name"] = json!(why);
    }
    if !step.differences.is_empty() {
        let differences: Vec<Value> = step
            .differences
            .iter()
            .map(|d| json!({ "of": d.what, "expected": d.expected, "observed": d.observed }))
            .collect();
        value["differences"] = json!(differences);
    }
    if let Some(error) = &step.error {
        value["error"] = json!({ "code": error.kind().code(), "message": error.message() });
    }
    value
}

//! Waiting until a script of the user's answers true.
//!
//! The page asks it itself, before each of its frames, in one promise: nothing goes to and fro meanwhile. A new document
//! is asked anew. Statements, whose last value only the console knows, are asked from here when something may have
//! changed.

use std::time::{Duration, Instant};

use surefoot_cdp as cdp;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{ErrorKind, Limits, Outcome, Result};

use super::evaluate::{self, Failure};
use crate::effects;
use crate::frame::FrameHandle;
use crate::live::{Live, gone_error};
use crate::settle;
use crate::tab::ChromiumTab;

/// How long until statements are asked again whose answer changes without any event: a variable that a timer sets.
const ASK_AGAIN: Duration = Duration::from_millis(100);

/// How much of the time is kept back for the page's last answer, at most.
const RESERVE: Duration = Duration::from_millis(200);

/// What became of asking a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    True,
    /// Not in the time given.
    Late,
    /// The document has gone.
    Left,
    /// It is no expression and no function, so that the page cannot be told to ask it.
    Statements,
}

/// Waits until a script answers true, and tells what came up meanwhile; `None`: it has not, in the time given.
pub(crate) async fn wait_until(
    tab: &mut ChromiumTab,
    script: &str,
    limits: Limits,
) -> Result<Option<Outcome>> {
    let since = tab.live.mark();
    let mut left = None;
    let mut asked = false;
    loop {
        let Some(frame) = document_after(&tab.live, left.as_deref(), limits).await? else {
            return Ok(None);
        };
        match ask(&tab.live, &frame, script, limits).await {
            Ok(Asked::True) => break,
            Ok(Asked::Late) => return Ok(None),
            Ok(Asked::Left) => left = frame.main_world,
            Ok(Asked::Statements) => {
                if !ask_again(tab, script, limits).await? {
                    return Ok(None);
                }
                break;
            }
            // It has answered before: what ran out is the time to wait, and not the page's to answer.
            Err(error) if asked && error.kind() == ErrorKind::Timeout => return Ok(None),
            Err(error) => return Err(error),
        }
        asked = true;
    }
    tab.live.caught_up().await;
    let mut outcome = Outcome {
        navigation: effects::navigation(&tab.live.state(), since.going),
        ..Outcome::default()
    };
    tab.add_effects(&mut outcome, since, limits).await;
    Ok(Some(outcome))
}

/// The main document, once it is another than the one with that world; `None`: the time is over.
async fn document_after(
    live: &Live,
    left: Option<&str>,
    limits: Limits,
) -> Result<Option<FrameHandle>> {
    if left.is_some() {
        live.caught_up().await;
    }
    let there = live.until(limits.deadline, "there is no document to ask", |state| {
        let main = state.frames.get(&state.main)?;
        let world = main.main_world.as_deref()?;
        (Some(world) != left).then(|| main.clone())
    });
    match there.await {
        Ok(frame) => Ok(Some(frame)),
        Err(error) if error.kind() == ErrorKind::Timeout && left.is_some() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Has a document ask the script before each of its frames, until the answer is true or the time is over.
async fn ask(live: &Live, frame: &FrameHandle, script: &str, limits: Limits) -> Result<Asked> {
    let forms = if evaluate::looks_like_function(script) {
        // Or something in parentheses.
        vec![format!(
            "async () => {{ const it = (\n{script}\n); return typeof it === 'function' ? it() : it; }}"
        )]
    } else {
        vec![
            format!("async () => (\n{script}\n)"),
            format!("async () => {{\n{script}\n}}"),
        ]
    };
    let returns = script.contains("return");
    for (at, form) in forms.into_iter().enumerate() {
        if at == 1 && !returns {
            break;
        }
        let polling = poll(frame, &form, limits);
        let Some(asked) = live.or_dialog(polling).await else {
            return Err(live.usable().err().unwrap_or_else(evaluate::answered));
        };
        match asked {
            Err(Failure::Syntax(_)) => {}
            Err(Failure::Other(error)) => return Err(error),
            Ok(asked) => return Ok(asked),
        }
    }
    Ok(Asked::Statements)
}

/// One promise that is settled when the function answers true, or the time is over. Pages in the background have no
/// frames: there a timer takes their place.
async fn poll(
    frame: &FrameHandle,
    function: &str,
    limits: Limits,
) -> std::result::Result<Asked, Failure> {
    let left = limits.deadline.saturating_duration_since(Instant::now());
    let most = left.saturating_sub(RESERVE.min(left / 4)).as_millis();
    let expression = format!(
        "(async (test, most) => {{ const end = performance.now() + most; for (;;) {{ if (await test()) return true; \
         if (performance.now() >= end) return false; await new Promise((done) => {{ const timer = setTimeout(done, 100); \
         requestAnimationFrame(() => {{ clearTimeout(timer); done(); }}); }}); }} }})({function}, {most})"
    );
    let call = frame.session.call(&Evaluate {
        unique_context_id: frame.main_world.clone(),
        return_by_value: Some(true),
        await_promise: Some(true),
        allow_unsafe_eval_blocked_by_csp: Some(true),
        ..Evaluate::new(expression)
    });
    let reply = match call.by(limits.deadline.into()).await {
        Ok(reply) => reply,
        Err(error) if error.kind() == cdp::ErrorKind::Timeout => {
            evaluate::stop(&frame.session, RESERVE).await;
            return Err(Failure::Other(evaluate::lost(&error)));
        }
        Err(error) => {
            let error = evaluate::lost(&error);
            return match error.kind() {
                ErrorKind::NavigationFailed => Ok(Asked::Left),
                _ => Err(Failure::Other(error)),
            };
        }
    };
    match reply.exception_details {
        Some(thrown) => Err(evaluate::failure(&thrown, 1)),
        None if reply.result.value == Some(serde_json::Value::Bool(true)) => Ok(Asked::True),
        None => Ok(Asked::Late),
    }
}

/// Asks statements from here until they answer true; `false`: they have not, in the time given.
async fn ask_again(tab: &mut ChromiumTab, script: &str, limits: Limits) -> Result<bool> {
    let mut asked = false;
    loop {
        match evaluate::evaluate(&tab.live, script, None, limits).await {
            Ok(json) if is_true(&json) => return Ok(true),
            Ok(_) => asked = true,
            Err(error) if asked && error.kind() == ErrorKind::Timeout => return Ok(false),
            Err(error) => return Err(error),
        }
        let deadline = limits.deadline.min(Instant::now() + ASK_AGAIN);
        match settle::next_change(tab, Limits { deadline, ..limits }).await {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Timeout => {}
            Err(error) => return Err(error),
        }
        if let Some(gone) = tab.live.state().gone {
            return Err(gone_error(gone));
        }
        if Instant::now() >= limits.deadline {
            return Ok(false);
        }
    }
}

/// Whether a script's answer, as JSON, counts as true.
fn is_true(json: &str) -> bool {
    !matches!(json.trim(), "false" | "null" | "0" | "-0" | "\"\"" | "")
}

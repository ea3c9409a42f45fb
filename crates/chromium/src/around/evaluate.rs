//! Running a script of the user in the page, as if it were the page's own.
//!
//! A script is what one would type into the console of DevTools: an expression or statements, whose last value is the
//! answer; `await` and `return` may stand at its top; a function is called. With an element it is a function that gets
//! the element. What it gives, or what its promise resolves to, is told as JSON:
//! - `undefined` is `null`, as JSON has no other word for it;
//! - numbers that JSON has none of are strings: `"NaN"`, `"Infinity"`, `"123n"`;
//! - maps are lists of pairs, sets and lists of nodes are lists, an element inside of something is `"<div#id.class>"`;
//! - an element or a window itself, and what contains itself, is refused: there is no telling what of it is wanted.

use std::time::{Duration, Instant};

use surefoot_cdp::protocol::dom::{DescribeNode, ResolveNode};
use surefoot_cdp::protocol::runtime::{
    CallArgument, CallFunctionOn, Evaluate, ExceptionDetails, ReleaseObjectGroup, RemoteObject,
};
use surefoot_cdp::{self as cdp, Call, Session};
use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_page::NodeKey;

use crate::around::read::{main_frame, no_sense, place, stale};
use crate::around::text::within;
use crate::errors;
use crate::frame::FrameHandle;
use crate::live::Live;
use crate::protocol::TerminateExecution;

/// The group of the objects a script gives: let go of together.
const GROUP: &str = "surefoot-evaluate";

/// How long a page that is not busy takes at most to say so.
const IDLE: Duration = Duration::from_millis(500);

/// Writes an object as JSON, in the page. The page's own `JSON` does it: it is the page's own script that asks.
const TO_JSON: &str = r"function () {
  const short = (node) =>
    node.nodeType !== 1 ? node.nodeName
      : `<${node.localName}${node.id ? '#' + node.id : ''}${Array.from(node.classList, (c) => '.' + c).join('')}>`;
  const text = JSON.stringify(this, (key, value) => {
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Node) return short(value);
    if (value instanceof Map || value instanceof Set || value instanceof NodeList || value instanceof HTMLCollection)
      return Array.from(value);
    if (value instanceof Error) return String(value);
    return value;
  });
  return text === undefined ? 'null' : text;
}";

/// Runs a script.
pub(crate) async fn evaluate(
    live: &Live,
    script: &str,
    node: Option<NodeKey>,
    limits: Limits,
) -> Result<String> {
    let (frame, place) = match node {
        None => (main_frame(live, limits).await?, None),
        Some(node) => {
            let (frame, place) = place(live, node)?;
            (frame, Some(place))
        }
    };
    let running = async {
        let given = match &place {
            None => run(&frame, script, limits).await,
            Some(place) => run_on(&frame, place, script, limits).await,
        };
        tell(&frame, given?, limits).await
    };
    let Some(told) = live.or_dialog(running).await else {
        // The script goes on when the dialog is answered; what it gives then nobody asks for any more.
        return Err(live.usable().err().unwrap_or_else(answered));
    };
    let group = ReleaseObjectGroup::new(GROUP);
    frame.session.call(&group).forget();
    told
}

/// Runs a script in the page's own world.
async fn run(frame: &FrameHandle, script: &str, limits: Limits) -> Result<RemoteObject> {
    let trimmed = script.trim();
    if trimmed.starts_with('{') && trimmed.ends_with('}') {
        // An object, rather than a block, as the console has it.
        let given = run_as(frame, format!("({script}\n)"), 0, limits).await;
        if !matches!(given, Err(Failure::Syntax(_))) {
            return given.map_err(Failure::into_error);
        }
    }
    let given = run_as(frame, script.to_owned(), 0, limits).await;
    if let Err(Failure::Syntax(message)) = &given
        && message.message().contains("Illegal return")
    {
        let inside = format!("await (async () => {{\n{script}\n}})()");
        return run_as(frame, inside, 1, limits)
            .await
            .map_err(Failure::into_error);
    }
    let given = given.map_err(Failure::into_error)?;
    if given.type_.as_str() != "function" || !looks_like_function(script) {
        return Ok(given);
    }
    call_on(frame, &given, "function () { return this(); }", &[], limits).await
}

/// Runs a script whose first line is line 1 - `before` of what was given.
async fn run_as(
    frame: &FrameHandle,
    script: String,
    before: i64,
    limits: Limits,
) -> std::result::Result<RemoteObject, Failure> {
    let call = frame.session.call(&Evaluate {
        unique_context_id: frame.main_world.clone(),
        object_group: Some(GROUP.to_owned()),
        await_promise: Some(true),
        repl_mode: Some(true),
        user_gesture: Some(true),
        // Scripts of the user's are not the page's to forbid.
        allow_unsafe_eval_blocked_by_csp: Some(true),
        ..Evaluate::new(script)
    });
    let reply = ended(frame, call, limits).await.map_err(Failure::Other)?;
    match reply.exception_details {
        Some(thrown) => Err(failure(&thrown, before)),
        None => Ok(reply.result),
    }
}

/// Runs a function of the user's on an element.
async fn run_on(
    frame: &FrameHandle,
    place: &str,
    script: &str,
    limits: Limits,
) -> Result<RemoteObject> {
    if !looks_like_function(script) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "with an element, the script has to be a function that gets it",
        )
        .with_hint("for example `el => el.textContent`, or `(el) => { …; return el.value }`"));
    }
    // The node as our world has it, then as the page's own world does.
    let (token, serial) = place.split_once(',').ok_or_else(no_sense)?;
    let find = Evaluate {
        unique_context_id: frame.world.clone(),
        object_group: Some(GROUP.to_owned()),
        silent: Some(true),
        ..Evaluate::new(format!(
            "surefoot.document==={token}?surefoot.nodeOf({serial}):null"
        ))
    };
    let found = ended(frame, frame.session.call(&find), limits).await?;
    let ours = found.result.object_id.ok_or_else(stale)?;
    let describe = DescribeNode {
        object_id: Some(ours),
        ..DescribeNode::default()
    };
    let described = ended(frame, frame.session.call(&describe), limits).await?;
    let resolve = ResolveNode {
        backend_node_id: Some(described.node.backend_node_id),
        object_group: Some(GROUP.to_owned()),
        ..ResolveNode::default()
    };
    let theirs = ended(frame, frame.session.call(&resolve), limits)
        .await?
        .object;
    let element = CallArgument {
        object_id: theirs.object_id.clone(),
        ..CallArgument::default()
    };
    call_on(frame, &theirs, script, &[element], limits).await
}

/// Calls a function with `this` and arguments, and waits for its promise.
async fn call_on(
    frame: &FrameHandle,
    this: &RemoteObject,
    function: &str,
    arguments: &[CallArgument],
    limits: Limits,
) -> Result<RemoteObject> {
    let call = frame.session.call(&CallFunctionOn {
        object_id: this.object_id.clone(),
        arguments: Some(arguments.to_vec()),
        object_group: Some(GROUP.to_owned()),
        await_promise: Some(true),
        user_gesture: Some(true),
        ..CallFunctionOn::new(function)
    });
    let reply = ended(frame, call, limits).await?;
    match reply.exception_details {
        Some(thrown) => Err(failure(&thrown, 0).into_error()),
        None => Ok(reply.result),
    }
}

/// What a script gave, as JSON.
async fn tell(frame: &FrameHandle, given: RemoteObject, limits: Limits) -> Result<String> {
    let mut given = given;
    if subtype(&given) == "promise" {
        // In the mode of the console only an `await` waits; the value may be a promise all the same.
        let wait = CallFunctionOn {
            object_id: given.object_id.clone(),
            object_group: Some(GROUP.to_owned()),
            await_promise: Some(true),
            ..CallFunctionOn::new("function () { return this; }")
        };
        let reply = ended(frame, frame.session.call(&wait), limits).await?;
        if let Some(thrown) = reply.exception_details {
            return Err(failure(&thrown, 0).into_error());
        }
        given = reply.result;
    }
    if let Some(odd) = &given.unserializable_value {
        let number = odd.as_str();
        return Ok(if number == "-0" {
            "0".to_owned()
        } else {
            literal(number)
        });
    }
    let what = given.description.clone().unwrap_or_default();
    match (given.type_.as_str(), subtype(&given)) {
        ("undefined", _) | ("object", "null") => Ok("null".to_owned()),
        ("function", _) => Err(untellable("a function", "call it, or return what it gives")),
        ("symbol", _) => Err(untellable("a symbol", "return its `.description`")),
        ("object", "node") => Err(untellable(
            &format!("the node {}", within(&what, 100)),
            "return what you need of it: `.textContent`, `.outerHTML`, `.value`; or take a `snapshot`",
        )),
        ("object", _) if given.class_name.as_deref() == Some("Window") => Err(untellable(
            "a window",
            "return what you need of it: `.location.href`, `.innerWidth`",
        )),
        ("object", _) => write(frame, &given, limits).await,
        _ => Ok(given.value.unwrap_or_default().to_string()),
    }
}

/// Has an object written as JSON.
async fn write(frame: &FrameHandle, object: &RemoteObject, limits: Limits) -> Result<String> {
    let write = CallFunctionOn {
        object_id: object.object_id.clone(),
        return_by_value: Some(true),
        silent: Some(true),
        ..CallFunctionOn::new(TO_JSON)
    };
    let reply = ended(frame, frame.session.call(&write), limits).await?;
    if let Some(thrown) = reply.exception_details {
        let (why, _) = told(&thrown);
        let what = if why.contains("circular") || why.contains("call stack") {
            "something that contains itself".to_owned()
        } else {
            format!("something that cannot be written as JSON ({why})")
        };
        return Err(untellable(
            &what,
            "return the members that you need, as numbers, texts and lists of them",
        ));
    }
    match reply.result.value {
        Some(serde_json::Value::String(json)) => Ok(json),
        _ => Err(no_sense()),
    }
}

pub(super) fn answered() -> Error {
    Error::new(
        ErrorKind::DialogOpen,
        "a dialog of the page stopped the script, so its result is lost",
    )
    .with_hint("run it again")
}

fn subtype(object: &RemoteObject) -> &str {
    object
        .subtype
        .as_ref()
        .map_or("", |subtype| subtype.as_str())
}

fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn untellable(what: &str, hint: &str) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("the script gives {what}, which is no JSON"),
    )
    .with_hint(hint)
}

/// Whether a script is a function, going by how it begins.
pub(super) fn looks_like_function(script: &str) -> bool {
    let script = script.trim_start();
    if let Some(rest) = script
        .strip_prefix("function")
        .or_else(|| script.strip_prefix("async"))
    {
        return rest.starts_with(|c: char| c.is_whitespace() || "(*".contains(c));
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let after = script.trim_start_matches(is_name);
    script.starts_with('(') || (after.len() < script.len() && after.trim_start().starts_with("=>"))
}

/// Why a script gave nothing.
pub(super) enum Failure {
    /// It is no script; nothing of it has run.
    Syntax(Error),
    Other(Error),
}

impl Failure {
    fn into_error(self) -> Error {
        match self {
            Failure::Syntax(error) | Failure::Other(error) => error,
        }
    }
}

/// What an exception means; `before` lines were put before the script.
pub(super) fn failure(thrown: &ExceptionDetails, before: i64) -> Failure {
    let (what, line) = told(thrown);
    let line = line.map(|line| line - before).filter(|&line| line > 0);
    let place = line.map_or(String::new(), |line| format!(" (line {line})"));
    let is_syntax = thrown.stack_trace.is_none() && what.starts_with("SyntaxError");
    if is_syntax {
        let error = Error::new(
            ErrorKind::InvalidArgument,
            format!("the script is no JavaScript: {what}{place}"),
        );
        return Failure::Syntax(
            error.with_hint("check its brackets and quotes, and what the shell made of them"),
        );
    }
    Failure::Other(
        Error::new(
            ErrorKind::InvalidArgument,
            format!("the script failed: {what}{place}"),
        )
        .with_hint("it was thrown by the script, or by what it called"),
    )
}

/// What was thrown, in a line, and the line of the script that threw it, from 1.
fn told(thrown: &ExceptionDetails) -> (String, Option<i64>) {
    let exception = thrown.exception.as_ref();
    let what = exception.and_then(|e| match (&e.description, &e.value) {
        // An error's description goes on with its stack.
        (Some(text), _) => Some(text.split("\n    at ").next().unwrap_or(text).to_owned()),
        (None, Some(value)) => Some(value.to_string()),
        (None, None) => e
            .unserializable_value
            .as_ref()
            .map(|value| value.as_str().to_owned()),
    });
    let what = what.unwrap_or_else(|| match exception {
        Some(_) => "undefined was thrown".to_owned(),
        None => thrown.text.clone(),
    });
    let line = match &thrown.stack_trace {
        // The place in the script itself, and not in what of the page it has called.
        Some(stack) => stack
            .call_frames
            .iter()
            .find(|f| f.url.is_empty())
            .map(|f| f.line_number + 1),
        None if what.starts_with("SyntaxError") => Some(thrown.line_number + 1),
        None => None,
    };
    (within(what.trim(), 500), line)
}

/// Waits for a call that runs a script. When its time is over, a script that keeps the page busy is ended.
async fn ended<T>(frame: &FrameHandle, call: Call<T>, limits: Limits) -> Result<T> {
    // Before the command as a whole is given up: then nobody would be left to end the script.
    let left = limits.deadline.saturating_duration_since(Instant::now());
    let reserve = (IDLE * 2).min(left / 2);
    let until = limits
        .deadline
        .checked_sub(reserve)
        .unwrap_or(limits.deadline);
    let error = match call.by(until.into()).await {
        Ok(reply) => return Ok(reply),
        Err(error) => error,
    };
    if error.kind() == cdp::ErrorKind::Timeout {
        stop(&frame.session, reserve / 2).await;
    }
    Err(lost(&error))
}

/// Ends the script that keeps the page busy, if one does. A page that only waits for something is left alone: what it
/// ran next would be ended instead.
pub(super) async fn stop(session: &Session, patience: Duration) {
    let probe = session.call(&Evaluate::new("0")).within(patience);
    if matches!(probe.await, Err(error) if error.kind() == cdp::ErrorKind::Timeout) {
        let stopped = session.call(&TerminateExecution {}).within(patience).await;
        if let Err(error) = stopped {
            tracing::debug!(%error, "a busy script was not ended");
        }
    }
}

/// Why nothing came of a script.
pub(super) fn lost(error: &cdp::Error) -> Error {
    const LEFT: &[&str] = &[
        "navigated",
        "context",
        "collected",
        "Cannot find",
        "destroyed",
    ];
    match error.kind() {
        cdp::ErrorKind::Timeout => Error::new(
            ErrorKind::Timeout,
            "the script did not end, or its promise was not settled, in the time given",
        )
        .with_hint("give it longer with --timeout"),
        cdp::ErrorKind::Protocol { .. } if error.message().contains("terminated") => Error::new(
            ErrorKind::Timeout,
            "the script was ended: it kept the page busy",
        ),
        cdp::ErrorKind::Protocol { .. }
            if LEFT.iter().any(|word| error.message().contains(word)) =>
        {
            Error::new(
                ErrorKind::NavigationFailed,
                "the page went elsewhere before the script had ended, so its result is lost",
            )
            .with_hint("take a `snapshot` to see where it is now")
        }
        _ => errors::of(error, "the script cannot be run"),
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like_function;

    #[test]
    fn functions_are_known_by_how_they_begin() {
        for script in [
            "el => el.id",
            "  (el) => 1",
            "(function(){})",
            "function (el) { }",
            "function* () {}",
            "async el => 1",
            "async () => 1",
            "$x=>1",
        ] {
            assert!(looks_like_function(script), "{script}");
        }
        for script in [
            "document.title",
            "functional",
            "asynchronous",
            "",
            "=> 1",
            "a.b => 1",
        ] {
            assert!(!looks_like_function(script), "{script}");
        }
    }
}

//! Our world: the scripts that run in an isolated world of every document, and asking them.
//!
//! All scripts together are one function that defines the object `surefoot` in that world alone. Its members:
//! - `document`: a random token of this document, drawn once: the same as long as the document lives.
//! - `serialOf(node)`: the number of a node, given once; `nodeOf(serial)`: the node of that number if it is still
//!   connected to this document, else `null`.
//! - what the other scripts of the folder `world` add.

use surefoot_cdp::protocol::runtime::{Evaluate, EvaluateReply};
use surefoot_engine::{Error, ErrorKind, Limits, Result};

use crate::errors;
use crate::frame::FrameHandle;

/// The name of our world. Pages cannot see it.
pub(crate) const NAME: &str = "surefoot";

/// What runs in it before anything of a document does. A second run in the same world does nothing.
pub(crate) const SOURCE: &str = concat!(
    "(()=>{'use strict';if(globalThis.surefoot)return;const surefoot=globalThis.surefoot={};\n",
    include_str!("world/dom.js"),
    include_str!("world/identity.js"),
    include_str!("world/turned.js"),
    include_str!("world/controls.js"),
    include_str!("world/counters.js"),
    include_str!("world/generated.js"),
    include_str!("world/suspects.js"),
    include_str!("world/fronts.js"),
    include_str!("world/collect.js"),
    include_str!("world/query.js"),
    include_str!("world/act.js"),
    include_str!("world/seen.js"),
    include_str!("world/around.js"),
    include_str!("world/watch.js"),
    include_str!("world/fields.js"),
    include_str!("world/widgets.js"),
    include_str!("world/clip.js"),
    include_str!("world/settle.js"),
    include_str!("world/same.js"),
    include_str!("world/picture.js"),
    "})()"
);

/// Whether an expression's promise is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// It is no promise.
    No,
    /// It is one; the answer is what it resolves to.
    Awaited,
}

/// Asks our world in a frame: evaluates an expression such as `surefoot.collect()` whose value is a string. Fails with
/// [`ErrorKind::StaleRef`] if the document has gone meanwhile.
pub(crate) async fn ask(
    frame: &FrameHandle,
    expression: String,
    promise: Promise,
    limits: Limits,
) -> Result<String> {
    let call = send(frame, expression, promise);
    let reply = call
        .by(limits.deadline.into())
        .await
        .map_err(errors::about("the page cannot be asked"))?;
    answer(reply)
}

/// Sends what [`ask`] asks, for callers that have several questions under way.
pub(crate) fn send(
    frame: &FrameHandle,
    expression: String,
    promise: Promise,
) -> surefoot_cdp::Call<EvaluateReply> {
    frame.session.call(&Evaluate {
        // Without a world there is none of that name: without a name it would be asked of the page's own.
        unique_context_id: Some(frame.world.clone().unwrap_or_default()),
        return_by_value: Some(true),
        silent: Some(true),
        await_promise: (promise == Promise::Awaited).then_some(true),
        ..Evaluate::new(expression)
    })
}

/// The string in a reply to [`send`].
pub(crate) fn answer(reply: EvaluateReply) -> Result<String> {
    if let Some(exception) = reply.exception_details {
        tracing::warn!(text = exception.text, "a script of ours failed");
        let what = exception
            .exception
            .and_then(|e| e.description)
            .unwrap_or(exception.text);
        return Err(Error::new(
            ErrorKind::EngineCrashed,
            format!("reading the page failed inside of it: {what}"),
        ));
    }
    match reply.result.value {
        Some(serde_json::Value::String(text)) => Ok(text),
        _ => Err(Error::new(
            ErrorKind::EngineCrashed,
            "the page answered with something else than text",
        )),
    }
}

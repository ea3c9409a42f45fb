//! Asking the user: the one place that knows how each protocol does it.
//!
//! Until 2025-11-25 the server sends the client a request of its own and waits. From 2026-07-28 on it may not: it answers
//! that it needs to know something, and the client calls again with the user's answer.

use std::collections::BTreeMap;

use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequiredResult,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

/// What the user is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// In words.
    pub(crate) message: String,
    /// What can be answered.
    pub(crate) answers: ElicitationSchema,
}

/// What came of asking.
#[derive(Debug)]
pub(crate) enum Asked {
    /// The user has answered this.
    Answered(Value),
    /// The user does not want to say.
    Declined,
    /// The client cannot ask, or it went wrong; in words why.
    Cannot(String),
    /// The client is to ask, and to call again.
    CallAgain(Box<InputRequiredResult>),
}

/// The name of the one question of a call.
const KEY: &str = "answer";

/// Asks the user. With a protocol that has the client call again, `of` is told apart from other questions by the message:
/// an answer to another one than this does not count.
pub(crate) async fn ask(
    question: Question,
    call: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Asked {
    let can = context
        .client_capabilities()
        .and_then(|can| can.elicitation);
    // A client that says nothing of modes means forms.
    if !can.is_some_and(|can| can.form.is_some() || can.url.is_none()) {
        return Asked::Cannot("this client cannot ask its user".to_owned());
    }
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.message.clone(),
        requested_schema: question.answers,
    };
    let calls_again = context
        .protocol_version()
        .is_some_and(|version| !version.has_initialize());
    if !calls_again {
        let asked = context.peer.create_elicitation(params).await;
        return match asked {
            Ok(result) => answered(result),
            Err(_) => Asked::Cannot("the client did not ask its user".to_owned()),
        };
    }
    let state = state_of(&question.message);
    let given = call.input_responses.as_ref().and_then(|all| all.get(KEY));
    match given {
        Some(given) if call.request_state.as_deref() == Some(&state) => {
            match serde_json::from_value::<ElicitResult>(given.clone()) {
                Ok(result) => answered(result),
                Err(_) => Asked::Cannot("the client's answer is not understood".to_owned()),
            }
        }
        _ => {
            let request = InputRequest::Elicitation(ElicitRequest::new(params));
            let requests = BTreeMap::from([(KEY.to_owned(), request)]);
            Asked::CallAgain(Box::new(InputRequiredResult::new(
                Some(requests),
                Some(state),
            )))
        }
    }
}

fn answered(result: ElicitResult) -> Asked {
    match (result.action, result.content) {
        (ElicitationAction::Accept, Some(content)) => Asked::Answered(content),
        (ElicitationAction::Accept, None) => Asked::Answered(Value::Null),
        _ => Asked::Declined,
    }
}

/// What the client gives back with the answer. It says which question was answered; it is no secret.
fn state_of(message: &str) -> String {
    use std::fmt::Write as _;
    let digest = ring::digest::digest(&ring::digest::SHA256, message.as_bytes());
    digest
        .as_ref()
        .iter()
        .take(8)
        .fold(String::new(), |mut text, byte| {
            // Writing to a text cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

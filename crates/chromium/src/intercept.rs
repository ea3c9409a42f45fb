//! Pausing the requests of documents, for two ends: to keep the page that is there when the next one cannot be had, and
//! to show a document that the user has given.
//!
//! Chromium replaces the page by one of its own when a navigation fails. A navigation that is *cancelled* leaves the
//! page as it is; so while one is under way that a user has asked for, the responses to requests of documents are
//! paused, and a failed one is cancelled instead.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use surefoot_cdp::protocol::fetch::{
    ContinueRequest, Disable, Enable, FailRequest, HeaderEntry, RequestPattern, RequestStage,
};
use surefoot_cdp::protocol::network::{ErrorReason, ResourceType};
use surefoot_cdp::{Call, Empty, RawEvent, Session};

use crate::live::Live;
use crate::protocol::{FulfillRequest, RequestPaused};

/// What is done with requests that are paused.
#[derive(Debug)]
pub(crate) enum Interception {
    /// A document that cannot be had does not replace the page.
    KeepPage,
    /// The next document of the main frame is this.
    Source(Vec<u8>),
}

/// Starts to pause requests of documents. Ends when the guard is dropped.
pub(crate) fn start(live: &Arc<Live>, interception: Interception) -> Intercepting {
    let stage = match interception {
        Interception::KeepPage => RequestStage::Response,
        Interception::Source(_) => RequestStage::Request,
    };
    let pattern = RequestPattern {
        resource_type: Some(ResourceType::Document),
        request_stage: Some(stage),
        ..RequestPattern::default()
    };
    live.change(|state| state.interception = Some(interception));
    pause(&live.session, vec![pattern], asks(live)).forget();
    Intercepting(Arc::clone(live))
}

/// Requests of documents are paused as long as this is there.
#[derive(Debug)]
pub(crate) struct Intercepting(Arc<Live>);

impl Drop for Intercepting {
    fn drop(&mut self) {
        self.0.change(|state| state.interception = None);
        pause(&self.0.session, Vec::new(), asks(&self.0)).forget();
    }
}

/// Whether servers that ask for credentials are answered in this tab.
fn asks(live: &Live) -> Credentials {
    match live.context.upgrade() {
        Some(context) if context.auth.is_set() => Credentials::Given,
        _ => Credentials::None,
    }
}

/// Whether there are credentials for servers that ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Credentials {
    None,
    Given,
}

/// Has a session pause the requests that match, and no others but those that credentials are given for: all.
pub(crate) fn pause(
    session: &Session,
    mut patterns: Vec<RequestPattern>,
    credentials: Credentials,
) -> Call<Empty> {
    if credentials == Credentials::Given {
        patterns.push(RequestPattern::default());
    }
    if patterns.is_empty() {
        return session.call(&Disable {});
    }
    session.call(&Enable {
        patterns: Some(patterns),
        handle_auth_requests: Some(credentials == Credentials::Given),
    })
}

/// Lets a paused request go on, as its interception says.
pub(crate) fn note_paused(live: &Live, event: &RawEvent) {
    let Ok(paused) = serde_json::from_slice::<RequestPaused<'_>>(&event.params) else {
        return;
    };
    let Some(Ok(session)) = event
        .session
        .as_ref()
        .map(|id| live.session.client().session(id))
    else {
        return;
    };
    let mut state = live.state();
    if session.id() != live.session.id() || state.interception.is_none() {
        // Paused only so that we are asked for credentials.
        drop(state);
        let go_on = ContinueRequest::new(&*paused.request_id);
        session.call(&go_on).forget();
        return;
    }
    let is_main = paused.frame_id == state.main;
    let is_response =
        paused.response_error_reason.is_some() || paused.response_status_code.is_some();
    let source = match &mut state.interception {
        None => return,
        Some(Interception::Source(bytes)) if is_main && !is_response => Some(std::mem::take(bytes)),
        Some(_) => None,
    };
    if source.is_some() {
        state.interception = Some(Interception::KeepPage);
    }
    let refused = paused.response_error_reason.filter(|_| is_main);
    if let Some(reason) = &refused {
        state.going.refused = Some(reason.clone().into_owned());
    }
    drop(state);
    if let Some(bytes) = source {
        let fulfill = FulfillRequest {
            request_id: &paused.request_id,
            response_code: 200,
            response_headers: &[HeaderEntry::new("Content-Type", "text/html")],
            body: BASE64.encode(bytes),
        };
        session.call(&fulfill).forget();
    } else if refused.is_some() {
        let cancel = FailRequest::new(&*paused.request_id, ErrorReason::Aborted);
        session.call(&cancel).forget();
    } else {
        session
            .call(&ContinueRequest::new(&*paused.request_id))
            .forget();
    }
}

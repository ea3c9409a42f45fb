//! HTTP authentication: answering servers and proxies that ask who is there.
//!
//! To be asked, every request has to be paused and let go again; so this is only done while there are credentials.
//!
//! They are for a proxy, and for one host: the first that asks as the page of a tab, or that belongs to the page. The
//! other hosts that a page names, or that a link leads to, do not get them by asking.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use surefoot_cdp::RawEvent;
use surefoot_cdp::protocol::fetch::{
    AuthChallengeResponse, AuthChallengeResponseResponse, ContinueWithAuth,
};
use surefoot_cdp::protocol::page::FrameId;
use surefoot_engine::Credentials;
use url::Url;

use crate::live::Live;

/// The event that is read here.
pub(crate) const AUTH_REQUIRED: &str = "Fetch.authRequired";

/// How many requests are remembered for which the credentials were given, and so are wrong if they are asked for again.
const REMEMBERED: usize = 256;

/// The credentials of a context.
#[derive(Debug, Default)]
pub(crate) struct Auth(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    credentials: Option<Credentials>,
    /// The host that gets them.
    host: Option<String>,
    /// Requests that were answered.
    answered: VecDeque<Box<str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Required<'a> {
    #[serde(borrow)]
    request_id: Cow<'a, str>,
    frame_id: Option<FrameId>,
    #[serde(borrow)]
    resource_type: Cow<'a, str>,
    #[serde(borrow)]
    auth_challenge: Challenge<'a>,
}

#[derive(Deserialize)]
struct Challenge<'a> {
    source: Option<String>,
    #[serde(borrow)]
    origin: Cow<'a, str>,
}

impl Auth {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// With these.
    pub(crate) fn new(credentials: Option<Credentials>) -> Auth {
        let auth = Auth::default();
        auth.set(credentials);
        auth
    }

    /// Others, for a host that is yet to ask.
    pub(crate) fn set(&self, credentials: Option<Credentials>) {
        *self.state() = State {
            credentials,
            ..State::default()
        };
    }

    /// Whether there are any.
    pub(crate) fn is_set(&self) -> bool {
        self.state().credentials.is_some()
    }

    /// What a challenge is answered with; `None`: nothing. `is_own` tells whether a host is that of the page.
    fn answer(
        &self,
        required: &Required<'_>,
        is_own: impl Fn(&str) -> bool,
    ) -> Option<Credentials> {
        let mut state = self.state();
        let credentials = state.credentials.clone()?;
        if state.answered.iter().any(|id| **id == *required.request_id) {
            // They were wrong: asked again, they would be wrong again.
            return None;
        }
        if required.auth_challenge.source.as_deref() != Some("Proxy") {
            let origin = Url::parse(&required.auth_challenge.origin).ok()?;
            let host = origin.host_str()?;
            match &state.host {
                Some(known) if known == host => {}
                None if is_own(host) => state.host = Some(host.to_owned()),
                _ => {
                    tracing::warn!(host, "a host asked for credentials that are not for it");
                    return None;
                }
            }
        }
        if state.answered.len() == REMEMBERED {
            state.answered.pop_front();
        }
        state.answered.push_back((*required.request_id).into());
        Some(credentials)
    }
}

/// Answers a server or proxy that asks who is there.
pub(crate) fn note_required(live: &Live, event: &RawEvent) {
    let Ok(required) = serde_json::from_slice::<Required<'_>>(&event.params) else {
        return;
    };
    let Some(Ok(session)) = event
        .session
        .as_ref()
        .map(|id| live.session.client().session(id))
    else {
        return;
    };
    let is_own = |host: &str| {
        let state = live.state();
        let is_page =
            required.resource_type == "Document" && required.frame_id.as_ref() == Some(&state.main);
        let page = state
            .main_frame()
            .and_then(|frame| Url::parse(&frame.url).ok());
        is_page || page.is_some_and(|page| page.host_str() == Some(host))
    };
    let credentials = live
        .context
        .upgrade()
        .and_then(|context| context.auth.answer(&required, is_own));
    let response = match credentials {
        Some(credentials) => AuthChallengeResponse {
            username: Some(credentials.user),
            password: Some(credentials.password),
            ..AuthChallengeResponse::new(AuthChallengeResponseResponse::ProvideCredentials)
        },
        // The page that comes with the challenge is shown.
        None => AuthChallengeResponse::new(AuthChallengeResponseResponse::CancelAuth),
    };
    session
        .call(&ContinueWithAuth::new(&*required.request_id, response))
        .forget();
}

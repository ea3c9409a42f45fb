// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below b7c6b229ededde7289426bc03ed0de3769e6767a2c0d4ee1f8cdd2142e0b4c74

//! The domain `Fetch`.
//!
//! A domain for letting clients substitute browser's network layer with client code.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

string_enum! {
    /// Values of `source` of [`AuthChallenge`].
    pub enum AuthChallengeSource {
        /// `Server`
        Server = "Server",
        /// `Proxy`
        Proxy = "Proxy",
    }
}

/// Authorization challenge for HTTP status code 401 or 407.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallenge {
    /// Source of the authentication challenge.
    pub source: Option<AuthChallengeSource>,
    /// Origin of the challenger.
    pub origin: String,
    /// The authentication scheme used, such as basic or digest
    pub scheme: String,
    /// The realm of the challenge. May be empty.
    pub realm: String,
}

string_enum! {
    /// Values of `response` of [`AuthChallengeResponse`].
    pub enum AuthChallengeResponseResponse {
        /// `Default`
        Default = "Default",
        /// `CancelAuth`
        CancelAuth = "CancelAuth",
        /// `ProvideCredentials`
        ProvideCredentials = "ProvideCredentials",
    }
}

/// Response to an AuthChallenge.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallengeResponse {
    /// The decision on what to do in response to the authorization challenge.  Default means
    /// deferring to the default behavior of the net stack, which will likely either the Cancel
    /// authentication or display a popup dialog box.
    pub response: AuthChallengeResponseResponse,
    /// The username to provide, possibly empty. Should only be set if response is
    /// ProvideCredentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The password to provide, possibly empty. Should only be set if response is
    /// ProvideCredentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

impl AuthChallengeResponse {
    /// With what is required, and nothing of what is optional.
    pub fn new(response: AuthChallengeResponseResponse) -> Self {
        Self {
            response,
            username: None,
            password: None,
        }
    }
}

/// Response HTTP header entry
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeaderEntry {
    /// `Fetch.HeaderEntry.name` of the protocol.
    pub name: String,
    /// `Fetch.HeaderEntry.value` of the protocol.
    pub value: String,
}

impl HeaderEntry {
    /// With what is required, and nothing of what is optional.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
        }
    }
}

string_id! {
    /// Unique request identifier.
    /// Note that this does not identify individual HTTP requests that are part of
    /// a network request.
    pub struct RequestId;
}

/// `Fetch.RequestPattern` of the protocol.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPattern {
    /// Wildcards (`'*'` -\> zero or more, `'?'` -\> exactly one) are allowed. Escape character is
    /// backslash. Omitting is equivalent to `"*"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_pattern: Option<String>,
    /// If set, only requests for matching resource types will be intercepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<super::network::ResourceType>,
    /// Stage at which to begin intercepting requests. Default is Request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_stage: Option<RequestStage>,
}

string_enum! {
    /// Stages of the request to handle. Request will intercept before the request is
    /// sent. Response will intercept after the response is received (but before response
    /// body is received).
    pub enum RequestStage {
        /// `Request`
        Request = "Request",
        /// `Response`
        Response = "Response",
    }
}

/// Continues the request, optionally modifying some of its parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueRequest {
    /// An id the client received in requestPaused event.
    pub request_id: RequestId,
    /// If set, the request url will be modified in a way that's not observable by page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// If set, the request method is overridden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// If set, overrides the post data in the request. (Encoded as a base64 string when passed over JSON)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_data: Option<String>,
    /// If set, overrides the request headers. Note that the overrides do not
    /// extend to subsequent redirect hops, if a redirect happens. Another override
    /// may be applied to a different request produced by a redirect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<Vec<HeaderEntry>>,
    /// If set, overrides response interception behavior for this request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intercept_response: Option<bool>,
}

impl ContinueRequest {
    /// With what is required, and nothing of what is optional.
    pub fn new(request_id: impl Into<RequestId>) -> Self {
        Self {
            request_id: request_id.into(),
            url: None,
            method: None,
            post_data: None,
            headers: None,
            intercept_response: None,
        }
    }
}

impl Command for ContinueRequest {
    const METHOD: &'static str = "Fetch.continueRequest";
    type Reply = Empty;
}

/// Continues a request supplying authChallengeResponse following authRequired event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueWithAuth {
    /// An id the client received in authRequired event.
    pub request_id: RequestId,
    /// Response to  with an authChallenge.
    pub auth_challenge_response: AuthChallengeResponse,
}

impl ContinueWithAuth {
    /// With what is required, and nothing of what is optional.
    pub fn new(
        request_id: impl Into<RequestId>,
        auth_challenge_response: AuthChallengeResponse,
    ) -> Self {
        Self {
            request_id: request_id.into(),
            auth_challenge_response,
        }
    }
}

impl Command for ContinueWithAuth {
    const METHOD: &'static str = "Fetch.continueWithAuth";
    type Reply = Empty;
}

/// Disables the fetch domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Disable {}

impl Command for Disable {
    const METHOD: &'static str = "Fetch.disable";
    type Reply = Empty;
}

/// Enables issuing of requestPaused events. A request will be paused until client
/// calls one of failRequest, fulfillRequest or continueRequest/continueWithAuth.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// If specified, only requests matching any of these patterns will produce
    /// fetchRequested event and will be paused until clients response. If not set,
    /// all requests will be affected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<RequestPattern>>,
    /// If true, authRequired events will be issued and requests will be paused
    /// expecting a call to continueWithAuth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle_auth_requests: Option<bool>,
}

impl Command for Enable {
    const METHOD: &'static str = "Fetch.enable";
    type Reply = Empty;
}

/// Causes the request to fail with specified reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailRequest {
    /// An id the client received in requestPaused event.
    pub request_id: RequestId,
    /// Causes the request to fail with the given reason.
    pub error_reason: super::network::ErrorReason,
}

impl FailRequest {
    /// With what is required, and nothing of what is optional.
    pub fn new(
        request_id: impl Into<RequestId>,
        error_reason: super::network::ErrorReason,
    ) -> Self {
        Self {
            request_id: request_id.into(),
            error_reason,
        }
    }
}

impl Command for FailRequest {
    const METHOD: &'static str = "Fetch.failRequest";
    type Reply = Empty;
}

/// Issued when the domain is enabled with handleAuthRequests set to true.
/// The request is paused until client responds with continueWithAuth.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthRequired {
    /// Each request the page makes will have a unique id.
    pub request_id: RequestId,
    /// The details of the request.
    pub request: super::network::Request,
    /// The id of the frame that initiated the request.
    pub frame_id: super::page::FrameId,
    /// How the requested resource will be used.
    pub resource_type: super::network::ResourceType,
    /// Details of the Authorization Challenge encountered.
    /// If this is set, client should respond with continueRequest that
    /// contains AuthChallengeResponse.
    pub auth_challenge: AuthChallenge,
}

impl Event for AuthRequired {
    const METHOD: &'static str = "Fetch.authRequired";
}

/// Issued when the domain is enabled and the request URL matches the
/// specified filter. The request is paused until the client responds
/// with one of continueRequest, failRequest or fulfillRequest.
/// The stage of the request can be determined by presence of responseErrorReason
/// and responseStatusCode -- the request is at the response stage if either
/// of these fields is present and in the request stage otherwise.
/// Redirect responses and subsequent requests are reported similarly to regular
/// responses and requests. Redirect responses may be distinguished by the value
/// of `responseStatusCode` (which is one of 301, 302, 303, 307, 308) along with
/// presence of the `location` header. Requests resulting from a redirect will
/// have `redirectedRequestId` field set.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPaused {
    /// Each request the page makes will have a unique id.
    pub request_id: RequestId,
    /// The details of the request.
    pub request: super::network::Request,
    /// The id of the frame that initiated the request.
    pub frame_id: super::page::FrameId,
    /// How the requested resource will be used.
    pub resource_type: super::network::ResourceType,
    /// Response error if intercepted at response stage.
    pub response_error_reason: Option<super::network::ErrorReason>,
    /// Response code if intercepted at response stage.
    pub response_status_code: Option<i64>,
    /// Response status text if intercepted at response stage.
    pub response_status_text: Option<String>,
    /// Response headers if intercepted at the response stage.
    pub response_headers: Option<Vec<HeaderEntry>>,
    /// If the intercepted request had a corresponding Network.requestWillBeSent event fired for it,
    /// then this networkId will be the same as the requestId present in the requestWillBeSent event.
    pub network_id: Option<super::network::RequestId>,
    /// If the request is due to a redirect response from the server, the id of the request that
    /// has caused the redirect.
    pub redirected_request_id: Option<RequestId>,
}

impl Event for RequestPaused {
    const METHOD: &'static str = "Fetch.requestPaused";
}

//! Commands and events of the protocol that only this crate needs, besides the generated ones.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::dom::BackendNodeId;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::{Command, Empty, Event};

/// A page has asked for a navigation; one that starts is told of by `Page.frameStartedNavigating` soon after.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameRequestedNavigation {
    pub(crate) frame_id: FrameId,
    pub(crate) url: String,
    /// `currentTab`, `newTab`, `newWindow`, `download`.
    pub(crate) disposition: String,
}

impl Event for FrameRequestedNavigation {
    const METHOD: &'static str = "Page.frameRequestedNavigation";
}

/// A frame is not loading any more: all is there, or nothing will come.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameStoppedLoading {
    pub(crate) frame_id: FrameId,
}

impl Event for FrameStoppedLoading {
    const METHOD: &'static str = "Page.frameStoppedLoading";
}

/// A request waits for us to say how it goes on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestPaused<'a> {
    #[serde(borrow)]
    pub(crate) request_id: Cow<'a, str>,
    pub(crate) frame_id: FrameId,
    /// Why it failed, if it has; only told of responses.
    #[serde(borrow)]
    pub(crate) response_error_reason: Option<Cow<'a, str>>,
    pub(crate) response_status_code: Option<i64>,
}

/// The name of [`RequestPaused`].
pub(crate) const REQUEST_PAUSED: &str = "Fetch.requestPaused";

/// Answers a request in the server's place.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FulfillRequest<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) response_code: u16,
    pub(crate) response_headers: &'a [surefoot_cdp::protocol::fetch::HeaderEntry],
    /// In base64.
    pub(crate) body: String,
}

impl Command for FulfillRequest<'_> {
    const METHOD: &'static str = "Fetch.fulfillRequest";
    type Reply = Empty;
}

/// Ends the script that runs in a page, if one does.
#[derive(Debug, Serialize)]
pub(crate) struct TerminateExecution {}

impl Command for TerminateExecution {
    const METHOD: &'static str = "Runtime.terminateExecution";
    type Reply = Empty;
}

/// Replaces the content of a document.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetDocumentContent<'a> {
    pub(crate) frame_id: &'a FrameId,
    pub(crate) html: &'a str,
}

impl Command for SetDocumentContent<'_> {
    const METHOD: &'static str = "Page.setDocumentContent";
    type Reply = Empty;
}

/// The element that a frame is shown in.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetFrameOwner<'a> {
    pub(crate) frame_id: &'a FrameId,
}

/// The answer to [`GetFrameOwner`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameOwner {
    pub(crate) backend_node_id: BackendNodeId,
}

impl Command for GetFrameOwner<'_> {
    const METHOD: &'static str = "DOM.getFrameOwner";
    type Reply = FrameOwner;
}

//! Commands of the protocol that are used here alone, and no generated types are worth it for.

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::browser::BrowserContextId;
use surefoot_cdp::{Command, Empty};

/// Whether touch is believed to be there.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetTouchEmulationEnabled {
    pub(crate) enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_touch_points: Option<u32>,
}

impl Command for SetTouchEmulationEnabled {
    const METHOD: &'static str = "Emulation.setTouchEmulationEnabled";
    type Reply = Empty;
}

/// Lets pages have the size of their window again.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ClearDeviceMetricsOverride {}

impl Command for ClearDeviceMetricsOverride {
    const METHOD: &'static str = "Emulation.clearDeviceMetricsOverride";
    type Reply = Empty;
}

/// Forgets the place that was set.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ClearGeolocationOverride {}

impl Command for ClearGeolocationOverride {
    const METHOD: &'static str = "Emulation.clearGeolocationOverride";
    type Reply = Empty;
}

/// Answers for the user, in a context, whether pages may do something.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetPermission {
    pub(crate) permission: Permission,
    /// `granted`, `denied` or `prompt`.
    pub(crate) setting: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browser_context_id: Option<BrowserContextId>,
}

/// What pages may do.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Permission {
    pub(crate) name: &'static str,
}

impl Command for SetPermission {
    const METHOD: &'static str = "Browser.setPermission";
    type Reply = Empty;
}

/// Reads on in a stream.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ReadStream<'a> {
    pub(crate) handle: &'a str,
    /// The most bytes.
    pub(crate) size: u32,
}

/// The reply to [`ReadStream`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamPart {
    #[serde(default)]
    pub(crate) base64_encoded: bool,
    pub(crate) data: String,
    pub(crate) eof: bool,
}

impl Command for ReadStream<'_> {
    const METHOD: &'static str = "IO.read";
    type Reply = StreamPart;
}

/// Gives a stream up.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CloseStream<'a> {
    pub(crate) handle: &'a str,
}

impl Command for CloseStream<'_> {
    const METHOD: &'static str = "IO.close";
    type Reply = Empty;
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 9417b8e88489daf14dfff5976d7d8ec5c9f62dd15343da8d57f30f17910a9d8d

//! The domain `Browser`.
//!
//! The Browser domain defines methods and events for browser managing.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

string_id! {
    /// `Browser.BrowserContextID` of the protocol.
    pub struct BrowserContextId;
}

/// Close browser gracefully.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Close {}

impl Command for Close {
    const METHOD: &'static str = "Browser.close";
    type Reply = Empty;
}

/// Returns version information.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct GetVersion {}

/// The reply to [`GetVersion`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetVersionReply {
    /// Protocol version.
    pub protocol_version: String,
    /// Product name.
    pub product: String,
    /// Product revision.
    pub revision: String,
    /// User-Agent.
    pub user_agent: String,
    /// V8 version.
    pub js_version: String,
}

impl Command for GetVersion {
    const METHOD: &'static str = "Browser.getVersion";
    type Reply = GetVersionReply;
}

string_enum! {
    /// Values of `behavior` of [`SetDownloadBehavior`].
    pub enum SetDownloadBehaviorBehavior {
        /// `deny`
        Deny = "deny",
        /// `allow`
        Allow = "allow",
        /// `allowAndName`
        AllowAndName = "allowAndName",
        /// `default`
        Default = "default",
    }
}

/// Set the behavior when downloading a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDownloadBehavior {
    /// Whether to allow all or deny all download requests, or use default Chrome behavior if
    /// available (otherwise deny). |allowAndName| allows download and names files according to
    /// their download guids.
    pub behavior: SetDownloadBehaviorBehavior,
    /// BrowserContext to set download behavior. When omitted, default browser context is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<BrowserContextId>,
    /// The default path to save downloaded files to. This is required if behavior is set to 'allow'
    /// or 'allowAndName'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_path: Option<String>,
    /// Whether to emit download events (defaults to false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_enabled: Option<bool>,
}

impl SetDownloadBehavior {
    /// With what is required, and nothing of what is optional.
    pub fn new(behavior: SetDownloadBehaviorBehavior) -> Self {
        Self {
            behavior,
            browser_context_id: None,
            download_path: None,
            events_enabled: None,
        }
    }
}

impl Command for SetDownloadBehavior {
    const METHOD: &'static str = "Browser.setDownloadBehavior";
    type Reply = Empty;
}

string_enum! {
    /// Values of `state` of [`DownloadProgress`].
    pub enum DownloadProgressState {
        /// `inProgress`
        InProgress = "inProgress",
        /// `completed`
        Completed = "completed",
        /// `canceled`
        Canceled = "canceled",
    }
}

/// Fired when download makes progress. Last call has |done| == true.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadProgress {
    /// Global unique identifier of the download.
    pub guid: String,
    /// Total expected bytes to download.
    pub total_bytes: f64,
    /// Total bytes received.
    pub received_bytes: f64,
    /// Download status.
    pub state: DownloadProgressState,
    /// If download is "completed", provides the path of the downloaded file.
    /// Depending on the platform, it is not guaranteed to be set, nor the file
    /// is guaranteed to exist.
    pub file_path: Option<String>,
}

impl Event for DownloadProgress {
    const METHOD: &'static str = "Browser.downloadProgress";
}

/// Fired when page is about to start a download.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadWillBegin {
    /// Id of the frame that caused the download to begin.
    pub frame_id: super::page::FrameId,
    /// Global unique identifier of the download.
    pub guid: String,
    /// URL of the resource being downloaded.
    pub url: String,
    /// Suggested file name of the resource (the actual name of the file saved on disk may differ).
    pub suggested_filename: String,
}

impl Event for DownloadWillBegin {
    const METHOD: &'static str = "Browser.downloadWillBegin";
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below fe5265621d868f307ec7e5ea644258f3179ba4c6d81daab05363b0aeb8072d20

//! The domain `Target`.
//!
//! Supports additional targets discovery and allows to attach to them.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

/// A filter used by target query/discovery/auto-attach operations.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterEntry {
    /// If set, causes exclusion of matching targets from the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude: Option<bool>,
    /// If not present, matches any type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub type_: Option<String>,
}

string_id! {
    /// Unique identifier of attached debugging session.
    pub struct SessionId;
}

/// The entries in TargetFilter are matched sequentially against targets and
/// the first entry that matches determines if the target is included or not,
/// depending on the value of `exclude` field in the entry.
/// If filter is not specified, the one assumed is
/// \[{type: "browser", exclude: true}, {type: "tab", exclude: true}, {}\]
/// (i.e. include everything but `browser` and `tab`).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct TargetFilter(
    /// The bare value.
    pub Vec<FilterEntry>,
);

string_id! {
    /// `Target.TargetID` of the protocol.
    pub struct TargetId;
}

/// `Target.TargetInfo` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfo {
    /// `Target.TargetInfo.targetId` of the protocol.
    pub target_id: TargetId,
    /// List of types: <https://source.chromium.org/chromium/chromium/src/+/main:content/browser/devtools/devtools_agent_host_impl.cc?ss=chromium&q=f:devtools%20-f:out%20%22::kTypeTab%5B%5D%22>
    pub type_: String,
    /// `Target.TargetInfo.title` of the protocol.
    pub title: String,
    /// `Target.TargetInfo.url` of the protocol.
    pub url: String,
    /// Whether the target has an attached client.
    pub attached: bool,
    /// Id of the parent target, if any. For example, "iframe" target may have a "page" parent.
    pub parent_id: Option<TargetId>,
    /// Opener target Id
    pub opener_id: Option<TargetId>,
    /// Whether the target has access to the originating window.
    pub can_access_opener: Option<bool>,
    /// Frame id of originating window (is only set if target has an opener).
    pub opener_frame_id: Option<super::page::FrameId>,
    /// Id of the parent frame, present for "iframe" and "worker" targets. For nested workers,
    /// this is the "ancestor" frame that created the first worker in the nested chain.
    pub parent_frame_id: Option<super::page::FrameId>,
    /// `Target.TargetInfo.browserContextId` of the protocol.
    pub browser_context_id: Option<super::browser::BrowserContextId>,
    /// Provides additional details for specific target types. For example, for
    /// the type of "page", this may be set to "prerender".
    pub subtype: Option<String>,
    /// Embedder-specific target metadata. This is only set for targets of
    /// type "tab".
    pub embedder_data: Option<serde_json::Map<String, serde_json::Value>>,
}

string_enum! {
    /// The state of the target window.
    pub enum WindowState {
        /// `normal`
        Normal = "normal",
        /// `minimized`
        Minimized = "minimized",
        /// `maximized`
        Maximized = "maximized",
        /// `fullscreen`
        Fullscreen = "fullscreen",
    }
}

/// Activates (focuses) the target.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivateTarget {
    /// `Target.activateTarget.targetId` of the protocol.
    pub target_id: TargetId,
}

impl ActivateTarget {
    /// With what is required, and nothing of what is optional.
    pub fn new(target_id: impl Into<TargetId>) -> Self {
        Self {
            target_id: target_id.into(),
        }
    }
}

impl Command for ActivateTarget {
    const METHOD: &'static str = "Target.activateTarget";
    type Reply = Empty;
}

/// Attaches to the target with given id.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTarget {
    /// `Target.attachToTarget.targetId` of the protocol.
    pub target_id: TargetId,
    /// Enables "flat" access to the session via specifying sessionId attribute in the commands.
    /// We plan to make this the default, deprecate non-flattened mode,
    /// and eventually retire it. See crbug.com/991325.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<bool>,
}

impl AttachToTarget {
    /// With what is required, and nothing of what is optional.
    pub fn new(target_id: impl Into<TargetId>) -> Self {
        Self {
            target_id: target_id.into(),
            flatten: None,
        }
    }
}

/// The reply to [`AttachToTarget`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTargetReply {
    /// Id assigned to the session.
    pub session_id: SessionId,
}

impl Command for AttachToTarget {
    const METHOD: &'static str = "Target.attachToTarget";
    type Reply = AttachToTargetReply;
}

/// Closes the target. If the target is a page that gets closed too.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTarget {
    /// `Target.closeTarget.targetId` of the protocol.
    pub target_id: TargetId,
}

impl CloseTarget {
    /// With what is required, and nothing of what is optional.
    pub fn new(target_id: impl Into<TargetId>) -> Self {
        Self {
            target_id: target_id.into(),
        }
    }
}

impl Command for CloseTarget {
    const METHOD: &'static str = "Target.closeTarget";
    type Reply = Empty;
}

/// Creates a new empty BrowserContext. Similar to an incognito profile but you can have more than
/// one.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateBrowserContext {
    /// If specified, disposes this context when debugging session disconnects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispose_on_detach: Option<bool>,
    /// Proxy server, similar to the one passed to --proxy-server
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_server: Option<String>,
    /// Proxy bypass list, similar to the one passed to --proxy-bypass-list
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy_bypass_list: Option<String>,
    /// An optional list of origins to grant unlimited cross-origin access to.
    /// Parts of the URL other than those constituting origin are ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origins_with_universal_network_access: Option<Vec<String>>,
}

/// The reply to [`CreateBrowserContext`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateBrowserContextReply {
    /// The id of the context created.
    pub browser_context_id: super::browser::BrowserContextId,
}

impl Command for CreateBrowserContext {
    const METHOD: &'static str = "Target.createBrowserContext";
    type Reply = CreateBrowserContextReply;
}

/// Creates a new page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTarget {
    /// The initial URL the page will be navigated to. An empty string indicates about:blank.
    pub url: String,
    /// Frame left origin in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// Frame top origin in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<i64>,
    /// Frame width in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    /// Frame height in DIP (requires newWindow to be true or headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    /// Frame window state (requires newWindow to be true or headless shell).
    /// Default is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_state: Option<WindowState>,
    /// The browser context to create the page in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextId>,
    /// Whether BeginFrames for this target will be controlled via DevTools (headless shell only,
    /// not supported on MacOS yet, false by default).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_begin_frame_control: Option<bool>,
    /// Whether to create a new Window or Tab (false by default, not supported by headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_window: Option<bool>,
    /// Whether to create the target in background or foreground (false by default, not supported
    /// by headless shell).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<bool>,
    /// Whether to create the target of type "tab".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_tab: Option<bool>,
    /// Whether to create a hidden target. The hidden target is observable via protocol, but not
    /// present in the tab UI strip. Cannot be created with `forTab: true`, `newWindow: true` or
    /// `background: false`. The life-time of the tab is limited to the life-time of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// If specified, determines whether the new target should be focused.
    /// By default, the focus behavior depends on the `background` parameter:
    /// - If `background` is false (default) and `focus` is omitted, the new target is focused and the browser window is brought to the foreground.
    /// - If `background` is false and `focus` is false, the target is opened but the browser window's focus remains unchanged (e.g., if the window was in the background, it stays there).
    /// - If `background` is true, setting `focus` to true is not supported and will result in an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<bool>,
}

impl CreateTarget {
    /// With what is required, and nothing of what is optional.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            left: None,
            top: None,
            width: None,
            height: None,
            window_state: None,
            browser_context_id: None,
            enable_begin_frame_control: None,
            new_window: None,
            background: None,
            for_tab: None,
            hidden: None,
            focus: None,
        }
    }
}

/// The reply to [`CreateTarget`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTargetReply {
    /// The id of the page opened.
    pub target_id: TargetId,
}

impl Command for CreateTarget {
    const METHOD: &'static str = "Target.createTarget";
    type Reply = CreateTargetReply;
}

/// Detaches session with given id.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachFromTarget {
    /// Session to detach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
}

impl Command for DetachFromTarget {
    const METHOD: &'static str = "Target.detachFromTarget";
    type Reply = Empty;
}

/// Deletes a BrowserContext. All the belonging pages will be closed without calling their
/// beforeunload hooks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisposeBrowserContext {
    /// `Target.disposeBrowserContext.browserContextId` of the protocol.
    pub browser_context_id: super::browser::BrowserContextId,
}

impl DisposeBrowserContext {
    /// With what is required, and nothing of what is optional.
    pub fn new(browser_context_id: impl Into<super::browser::BrowserContextId>) -> Self {
        Self {
            browser_context_id: browser_context_id.into(),
        }
    }
}

impl Command for DisposeBrowserContext {
    const METHOD: &'static str = "Target.disposeBrowserContext";
    type Reply = Empty;
}

/// Retrieves a list of available targets.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargets {
    /// Only targets matching filter will be reported. If filter is not specified
    /// and target discovery is currently enabled, a filter used for target discovery
    /// is used for consistency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

/// The reply to [`GetTargets`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargetsReply {
    /// The list of targets.
    pub target_infos: Vec<TargetInfo>,
}

impl Command for GetTargets {
    const METHOD: &'static str = "Target.getTargets";
    type Reply = GetTargetsReply;
}

/// Controls whether to automatically attach to new targets which are considered
/// to be directly related to this one (for example, iframes or workers).
/// When turned on, attaches to all existing related targets as well. When turned off,
/// automatically detaches from all currently attached targets.
/// This also clears all targets added by `autoAttachRelated` from the list of targets to watch
/// for creation of related targets.
/// You might want to call this recursively for auto-attached targets to attach
/// to all available targets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAutoAttach {
    /// Whether to auto-attach to related targets.
    pub auto_attach: bool,
    /// Whether to pause new targets when attaching to them. Use `Runtime.runIfWaitingForDebugger`
    /// to run paused targets.
    pub wait_for_debugger_on_start: bool,
    /// Enables "flat" access to the session via specifying sessionId attribute in the commands.
    /// We plan to make this the default, deprecate non-flattened mode,
    /// and eventually retire it. See crbug.com/991325.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<bool>,
    /// Only targets matching filter will be attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

impl SetAutoAttach {
    /// With what is required, and nothing of what is optional.
    pub fn new(auto_attach: bool, wait_for_debugger_on_start: bool) -> Self {
        Self {
            auto_attach,
            wait_for_debugger_on_start,
            flatten: None,
            filter: None,
        }
    }
}

impl Command for SetAutoAttach {
    const METHOD: &'static str = "Target.setAutoAttach";
    type Reply = Empty;
}

/// Controls whether to discover available targets and notify via
/// `targetCreated/targetInfoChanged/targetDestroyed` events.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDiscoverTargets {
    /// Whether to discover available targets.
    pub discover: bool,
    /// Only targets matching filter will be attached. If `discover` is false,
    /// `filter` must be omitted or empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

impl SetDiscoverTargets {
    /// With what is required, and nothing of what is optional.
    pub fn new(discover: bool) -> Self {
        Self {
            discover,
            filter: None,
        }
    }
}

impl Command for SetDiscoverTargets {
    const METHOD: &'static str = "Target.setDiscoverTargets";
    type Reply = Empty;
}

/// Issued when attached to target because of auto-attach or `attachToTarget` command.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedToTarget {
    /// Identifier assigned to the session used to send/receive messages.
    pub session_id: SessionId,
    /// `Target.attachedToTarget.targetInfo` of the protocol.
    pub target_info: TargetInfo,
    /// `Target.attachedToTarget.waitingForDebugger` of the protocol.
    pub waiting_for_debugger: bool,
}

impl Event for AttachedToTarget {
    const METHOD: &'static str = "Target.attachedToTarget";
}

/// Issued when detached from target for any reason (including `detachFromTarget` command). Can be
/// issued multiple times per target if multiple sessions have been attached to it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachedFromTarget {
    /// Detached session identifier.
    pub session_id: SessionId,
}

impl Event for DetachedFromTarget {
    const METHOD: &'static str = "Target.detachedFromTarget";
}

/// Issued when a target has crashed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {
    /// `Target.targetCrashed.targetId` of the protocol.
    pub target_id: TargetId,
    /// Termination status type.
    pub status: String,
    /// Termination error code.
    pub error_code: i64,
}

impl Event for TargetCrashed {
    const METHOD: &'static str = "Target.targetCrashed";
}

/// Issued when a possible inspection target is created.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCreated {
    /// `Target.targetCreated.targetInfo` of the protocol.
    pub target_info: TargetInfo,
}

impl Event for TargetCreated {
    const METHOD: &'static str = "Target.targetCreated";
}

/// Issued when a target is destroyed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetDestroyed {
    /// `Target.targetDestroyed.targetId` of the protocol.
    pub target_id: TargetId,
}

impl Event for TargetDestroyed {
    const METHOD: &'static str = "Target.targetDestroyed";
}

/// Issued when some information about a target has changed. This only happens between
/// `targetCreated` and `targetDestroyed`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfoChanged {
    /// `Target.targetInfoChanged.targetInfo` of the protocol.
    pub target_info: TargetInfo,
}

impl Event for TargetInfoChanged {
    const METHOD: &'static str = "Target.targetInfoChanged";
}

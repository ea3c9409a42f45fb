// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below a39c4457de0905c73d08538c01e3461c895f0459deb124252ec27625943eb5d0

//! The domain `DOMDebugger`.
//!
//! DOM debugging allows setting breakpoints on particular DOM operations and events. JavaScript
//! execution will stop on these operations as if there was a regular breakpoint set.

use serde::{Deserialize, Serialize};

use crate::command::Command;

/// Object event listener.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventListener {
    /// `EventListener`'s type.
    pub type_: String,
    /// `EventListener`'s useCapture.
    pub use_capture: bool,
    /// `EventListener`'s passive flag.
    pub passive: bool,
    /// `EventListener`'s once flag.
    pub once: bool,
    /// Script id of the handler code.
    pub script_id: super::runtime::ScriptId,
    /// Line number in the script (0-based).
    pub line_number: i64,
    /// Column number in the script (0-based).
    pub column_number: i64,
    /// Event handler function value.
    pub handler: Option<super::runtime::RemoteObject>,
    /// Event original handler function value.
    pub original_handler: Option<super::runtime::RemoteObject>,
    /// Node the listener is added to (if any).
    pub backend_node_id: Option<super::dom::BackendNodeId>,
}

/// Returns event listeners of the given object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetEventListeners {
    /// Identifier of the object to return listeners for.
    pub object_id: super::runtime::RemoteObjectId,
    /// The maximum depth at which Node children should be retrieved, defaults to 1. Use -1 for the
    /// entire subtree or provide an integer larger than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Whether or not iframes and shadow roots should be traversed when returning the subtree
    /// (default is false). Reports listeners for all contexts if pierce is enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}

impl GetEventListeners {
    /// With what is required, and nothing of what is optional.
    pub fn new(object_id: impl Into<super::runtime::RemoteObjectId>) -> Self {
        Self {
            object_id: object_id.into(),
            depth: None,
            pierce: None,
        }
    }
}

/// The reply to [`GetEventListeners`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetEventListenersReply {
    /// Array of relevant listeners.
    pub listeners: Vec<EventListener>,
}

impl Command for GetEventListeners {
    const METHOD: &'static str = "DOMDebugger.getEventListeners";
    type Reply = GetEventListenersReply;
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 775b9e56ab1598ec1226a19af4ff9616fdff9758d2ba19a419e93b884d2b7288

//! The domain `DOM`.
//!
//! This domain exposes DOM read/write operations. Each DOM Node is represented with its mirror object
//! that has an `id`. This `id` can be used to get additional information on the Node, resolve it into
//! the JavaScript object wrapper, etc. It is important that client receives DOM events only for the
//! nodes that are known to the client. Backend keeps track of the nodes that were sent to the client
//! and never sends the same node twice. It is client's responsibility to collect information about
//! the nodes that were sent to the client. Note that `iframe` owner elements will return
//! corresponding document elements as their child nodes.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty};
use crate::wire::string_enum;

/// Backend node with a friendly name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackendNode {
    /// `Node`'s nodeType.
    pub node_type: i64,
    /// `Node`'s nodeName.
    pub node_name: String,
    /// `DOM.BackendNode.backendNodeId` of the protocol.
    pub backend_node_id: BackendNodeId,
}

/// Unique DOM node identifier used to reference a node that may not have been pushed to the
/// front-end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BackendNodeId(
    /// The bare value.
    pub i64,
);

/// DOM interaction is implemented in terms of mirror objects that represent the actual DOM nodes.
/// DOMNode is a base node mirror type.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Node identifier that is passed into the rest of the DOM messages as the `nodeId`. Backend
    /// will only push node with given `id` once. It is aware of all requested nodes and will only
    /// fire DOM events for nodes known to the client.
    pub node_id: NodeId,
    /// The id of the parent node if any.
    pub parent_id: Option<NodeId>,
    /// The BackendNodeId for this node.
    pub backend_node_id: BackendNodeId,
    /// `Node`'s nodeType.
    pub node_type: i64,
    /// `Node`'s nodeName.
    pub node_name: String,
    /// `Node`'s localName.
    pub local_name: String,
    /// `Node`'s nodeValue.
    pub node_value: String,
    /// Child count for `Container` nodes.
    pub child_node_count: Option<i64>,
    /// Child nodes of this node when requested with children.
    pub children: Option<Vec<Node>>,
    /// Attributes of the `Element` node in the form of flat array `[name1, value1, name2, value2]`.
    pub attributes: Option<Vec<String>>,
    /// Document URL that `Document` or `FrameOwner` node points to.
    #[serde(rename = "documentURL")]
    pub document_url: Option<String>,
    /// Base URL that `Document` or `FrameOwner` node uses for URL completion.
    #[serde(rename = "baseURL")]
    pub base_url: Option<String>,
    /// `DocumentType`'s publicId.
    pub public_id: Option<String>,
    /// `DocumentType`'s systemId.
    pub system_id: Option<String>,
    /// `DocumentType`'s internalSubset.
    pub internal_subset: Option<String>,
    /// `Document`'s XML version in case of XML documents.
    pub xml_version: Option<String>,
    /// `Attr`'s name.
    pub name: Option<String>,
    /// `Attr`'s value.
    pub value: Option<String>,
    /// Pseudo element type for this node.
    pub pseudo_type: Option<PseudoType>,
    /// Pseudo element identifier for this node. Only present if there is a
    /// valid pseudoType.
    pub pseudo_identifier: Option<String>,
    /// Shadow root type.
    pub shadow_root_type: Option<ShadowRootType>,
    /// Frame ID for frame owner elements.
    pub frame_id: Option<super::page::FrameId>,
    /// Content document for frame owner elements.
    pub content_document: Option<Box<Node>>,
    /// Shadow root list for given element host.
    pub shadow_roots: Option<Vec<Node>>,
    /// Content document fragment for template elements.
    pub template_content: Option<Box<Node>>,
    /// Pseudo elements associated with this node.
    pub pseudo_elements: Option<Vec<Node>>,
    /// Whether the node is SVG.
    #[serde(rename = "isSVG")]
    pub is_svg: Option<bool>,
    /// `DOM.Node.assignedSlot` of the protocol.
    pub assigned_slot: Option<BackendNode>,
    /// `DOM.Node.isScrollable` of the protocol.
    pub is_scrollable: Option<bool>,
    /// `DOM.Node.affectedByStartingStyles` of the protocol.
    pub affected_by_starting_styles: Option<bool>,
}

/// Unique DOM node identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(
    /// The bare value.
    pub i64,
);

string_enum! {
    /// Pseudo element type.
    pub enum PseudoType {
        /// `first-line`
        FirstLine = "first-line",
        /// `first-letter`
        FirstLetter = "first-letter",
        /// `checkmark`
        Checkmark = "checkmark",
        /// `before`
        Before = "before",
        /// `after`
        After = "after",
        /// `expand-icon`
        ExpandIcon = "expand-icon",
        /// `picker-icon`
        PickerIcon = "picker-icon",
        /// `interest-button`
        InterestButton = "interest-button",
        /// `marker`
        Marker = "marker",
        /// `backdrop`
        Backdrop = "backdrop",
        /// `column`
        Column = "column",
        /// `selection`
        Selection = "selection",
        /// `search-text`
        SearchText = "search-text",
        /// `target-text`
        TargetText = "target-text",
        /// `spelling-error`
        SpellingError = "spelling-error",
        /// `grammar-error`
        GrammarError = "grammar-error",
        /// `highlight`
        Highlight = "highlight",
        /// `first-line-inherited`
        FirstLineInherited = "first-line-inherited",
        /// `scroll-marker`
        ScrollMarker = "scroll-marker",
        /// `scroll-marker-group`
        ScrollMarkerGroup = "scroll-marker-group",
        /// `scroll-button`
        ScrollButton = "scroll-button",
        /// `scrollbar`
        Scrollbar = "scrollbar",
        /// `scrollbar-thumb`
        ScrollbarThumb = "scrollbar-thumb",
        /// `scrollbar-button`
        ScrollbarButton = "scrollbar-button",
        /// `scrollbar-track`
        ScrollbarTrack = "scrollbar-track",
        /// `scrollbar-track-piece`
        ScrollbarTrackPiece = "scrollbar-track-piece",
        /// `scrollbar-corner`
        ScrollbarCorner = "scrollbar-corner",
        /// `resizer`
        Resizer = "resizer",
        /// `input-list-button`
        InputListButton = "input-list-button",
        /// `view-transition`
        ViewTransition = "view-transition",
        /// `view-transition-group`
        ViewTransitionGroup = "view-transition-group",
        /// `view-transition-image-pair`
        ViewTransitionImagePair = "view-transition-image-pair",
        /// `view-transition-group-children`
        ViewTransitionGroupChildren = "view-transition-group-children",
        /// `view-transition-old`
        ViewTransitionOld = "view-transition-old",
        /// `view-transition-new`
        ViewTransitionNew = "view-transition-new",
        /// `placeholder`
        Placeholder = "placeholder",
        /// `file-selector-button`
        FileSelectorButton = "file-selector-button",
        /// `details-content`
        DetailsContent = "details-content",
        /// `picker`
        Picker = "picker",
        /// `select-listbox`
        SelectListbox = "select-listbox",
        /// `permission-icon`
        PermissionIcon = "permission-icon",
        /// `overscroll-area-parent`
        OverscrollAreaParent = "overscroll-area-parent",
        /// `overscroll-backdrop`
        OverscrollBackdrop = "overscroll-backdrop",
        /// `skeleton`
        Skeleton = "skeleton",
    }
}

/// An array of quad vertices, x immediately followed by y for each point, points clock-wise.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Quad(
    /// The bare value.
    pub Vec<f64>,
);

/// Rectangle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rect {
    /// X coordinate
    pub x: f64,
    /// Y coordinate
    pub y: f64,
    /// Rectangle width
    pub width: f64,
    /// Rectangle height
    pub height: f64,
}

impl Rect {
    /// With what is required, and nothing of what is optional.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }
}

string_enum! {
    /// Shadow root type.
    pub enum ShadowRootType {
        /// `user-agent`
        UserAgent = "user-agent",
        /// `open`
        Open = "open",
        /// `closed`
        Closed = "closed",
    }
}

/// Describes node given its id, does not require domain to be enabled. Does not start tracking any
/// objects, can be used for automation.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNode {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    /// The maximum depth at which children should be retrieved, defaults to 1. Use -1 for the
    /// entire subtree or provide an integer larger than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Whether or not iframes and shadow roots should be traversed when returning the subtree
    /// (default is false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}

/// The reply to [`DescribeNode`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNodeReply {
    /// Node description.
    pub node: Node,
}

impl Command for DescribeNode {
    const METHOD: &'static str = "DOM.describeNode";
    type Reply = DescribeNodeReply;
}

string_enum! {
    /// Values of `include_whitespace` of [`Enable`].
    pub enum EnableIncludeWhitespace {
        /// `none`
        None = "none",
        /// `all`
        All = "all",
    }
}

/// Enables DOM agent for the given page.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// Whether to include whitespaces in the children array of returned Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_whitespace: Option<EnableIncludeWhitespace>,
}

impl Command for Enable {
    const METHOD: &'static str = "DOM.enable";
    type Reply = Empty;
}

/// Returns quads that describe node position on the page. This method
/// might return multiple quads for inline nodes.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuads {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

/// The reply to [`GetContentQuads`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuadsReply {
    /// Quads that describe node layout relative to viewport.
    pub quads: Vec<Quad>,
}

impl Command for GetContentQuads {
    const METHOD: &'static str = "DOM.getContentQuads";
    type Reply = GetContentQuadsReply;
}

/// Returns the root DOM node (and optionally the subtree) to the caller.
/// Implicitly enables the DOM domain events for the current target.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetDocument {
    /// The maximum depth at which children should be retrieved, defaults to 1. Use -1 for the
    /// entire subtree or provide an integer larger than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// Whether or not iframes and shadow roots should be traversed when returning the subtree
    /// (default is false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}

/// The reply to [`GetDocument`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetDocumentReply {
    /// Resulting node.
    pub root: Node,
}

impl Command for GetDocument {
    const METHOD: &'static str = "DOM.getDocument";
    type Reply = GetDocumentReply;
}

/// Returns node id at given location. Depending on whether DOM domain is enabled, nodeId is
/// either returned or not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocation {
    /// X coordinate.
    pub x: i64,
    /// Y coordinate.
    pub y: i64,
    /// False to skip to the nearest non-UA shadow root ancestor (default: false).
    #[serde(
        rename = "includeUserAgentShadowDOM",
        skip_serializing_if = "Option::is_none"
    )]
    pub include_user_agent_shadow_dom: Option<bool>,
    /// Whether to ignore pointer-events: none on elements and hit test them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_pointer_events_none: Option<bool>,
}

impl GetNodeForLocation {
    /// With what is required, and nothing of what is optional.
    pub fn new(x: i64, y: i64) -> Self {
        Self {
            x,
            y,
            include_user_agent_shadow_dom: None,
            ignore_pointer_events_none: None,
        }
    }
}

/// The reply to [`GetNodeForLocation`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocationReply {
    /// Resulting node.
    pub backend_node_id: BackendNodeId,
    /// Frame this node belongs to.
    pub frame_id: super::page::FrameId,
    /// Id of the node at given coordinates, only when enabled and requested document.
    pub node_id: Option<NodeId>,
}

impl Command for GetNodeForLocation {
    const METHOD: &'static str = "DOM.getNodeForLocation";
    type Reply = GetNodeForLocationReply;
}

/// Requests that the node is sent to the caller given the JavaScript node object reference. All
/// nodes that form the path from the node to the root are also sent to the client as a series of
/// `setChildNodes` notifications.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNode {
    /// JavaScript object id to convert into node.
    pub object_id: super::runtime::RemoteObjectId,
}

impl RequestNode {
    /// With what is required, and nothing of what is optional.
    pub fn new(object_id: impl Into<super::runtime::RemoteObjectId>) -> Self {
        Self {
            object_id: object_id.into(),
        }
    }
}

/// The reply to [`RequestNode`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNodeReply {
    /// Node id for given object.
    pub node_id: NodeId,
}

impl Command for RequestNode {
    const METHOD: &'static str = "DOM.requestNode";
    type Reply = RequestNodeReply;
}

/// Resolves the JavaScript node object for a given NodeId or BackendNodeId.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNode {
    /// Id of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Backend identifier of the node to resolve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Execution context in which to resolve the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<super::runtime::ExecutionContextId>,
}

/// The reply to [`ResolveNode`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNodeReply {
    /// JavaScript object wrapper for given node.
    pub object: super::runtime::RemoteObject,
}

impl Command for ResolveNode {
    const METHOD: &'static str = "DOM.resolveNode";
    type Reply = ResolveNodeReply;
}

/// Scrolls the specified rect of the given node into view if not already visible.
/// Note: exactly one between nodeId, backendNodeId and objectId should be passed
/// to identify the node.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScrollIntoViewIfNeeded {
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    /// The rect to be scrolled into view, relative to the node's border box, in CSS pixels.
    /// When omitted, center of the node will be used, similar to Element.scrollIntoView.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
}

impl Command for ScrollIntoViewIfNeeded {
    const METHOD: &'static str = "DOM.scrollIntoViewIfNeeded";
    type Reply = Empty;
}

/// Sets files for the given file input element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFileInputFiles {
    /// Array of file paths to set.
    pub files: Vec<String>,
    /// Identifier of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Identifier of the backend node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    /// JavaScript object id of the node wrapper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

impl SetFileInputFiles {
    /// With what is required, and nothing of what is optional.
    pub fn new(files: Vec<String>) -> Self {
        Self {
            files,
            node_id: None,
            backend_node_id: None,
            object_id: None,
        }
    }
}

impl Command for SetFileInputFiles {
    const METHOD: &'static str = "DOM.setFileInputFiles";
    type Reply = Empty;
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 462da7f157f5390cbec482913954c7b7237bff256e8ed4de546fad3760d9de2f

//! The domain `Accessibility`.

use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::wire::{string_enum, string_id};

/// A node in the accessibility tree.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxNode {
    /// Unique identifier for this node.
    pub node_id: AxNodeId,
    /// Whether this node is ignored for accessibility
    pub ignored: bool,
    /// Collection of reasons why this node is hidden.
    pub ignored_reasons: Option<Vec<AxProperty>>,
    /// This `Node`'s role, whether explicit or implicit.
    pub role: Option<AxValue>,
    /// The accessible name for this `Node`.
    pub name: Option<AxValue>,
    /// The accessible description for this `Node`.
    pub description: Option<AxValue>,
    /// The value for this `Node`.
    pub value: Option<AxValue>,
    /// All other properties
    pub properties: Option<Vec<AxProperty>>,
    /// ID for this node's parent.
    pub parent_id: Option<AxNodeId>,
    /// IDs for each of this node's child nodes.
    pub child_ids: Option<Vec<AxNodeId>>,
    /// The backend ID for the associated DOM node, if any.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: Option<super::dom::BackendNodeId>,
    /// The frame ID for the frame associated with this nodes document.
    pub frame_id: Option<super::page::FrameId>,
}

string_id! {
    /// Unique accessibility node identifier.
    pub struct AxNodeId;
}

/// `Accessibility.AXProperty` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxProperty {
    /// The name of this property.
    pub name: AxPropertyName,
    /// The value of this property.
    pub value: AxValue,
}

string_enum! {
    /// Values of AXProperty name:
    /// - from 'busy' to 'roledescription': states which apply to every AX node
    /// - from 'live' to 'root': attributes which apply to nodes in live regions
    /// - from 'autocomplete' to 'valuetext': attributes which apply to widgets
    /// - from 'checked' to 'selected': states which apply to widgets
    /// - from 'activedescendant' to 'owns': relationships between elements other than parent/child/sibling
    /// - from 'activeFullscreenElement' to 'uninteresting': reasons why this noode is hidden
    pub enum AxPropertyName {
        /// `actions`
        Actions = "actions",
        /// `busy`
        Busy = "busy",
        /// `disabled`
        Disabled = "disabled",
        /// `editable`
        Editable = "editable",
        /// `focusable`
        Focusable = "focusable",
        /// `focused`
        Focused = "focused",
        /// `hidden`
        Hidden = "hidden",
        /// `hiddenRoot`
        HiddenRoot = "hiddenRoot",
        /// `invalid`
        Invalid = "invalid",
        /// `keyshortcuts`
        Keyshortcuts = "keyshortcuts",
        /// `settable`
        Settable = "settable",
        /// `roledescription`
        Roledescription = "roledescription",
        /// `live`
        Live = "live",
        /// `atomic`
        Atomic = "atomic",
        /// `relevant`
        Relevant = "relevant",
        /// `root`
        Root = "root",
        /// `autocomplete`
        Autocomplete = "autocomplete",
        /// `hasPopup`
        HasPopup = "hasPopup",
        /// `level`
        Level = "level",
        /// `multiselectable`
        Multiselectable = "multiselectable",
        /// `orientation`
        Orientation = "orientation",
        /// `multiline`
        Multiline = "multiline",
        /// `readonly`
        Readonly = "readonly",
        /// `required`
        Required = "required",
        /// `valuemin`
        Valuemin = "valuemin",
        /// `valuemax`
        Valuemax = "valuemax",
        /// `valuetext`
        Valuetext = "valuetext",
        /// `checked`
        Checked = "checked",
        /// `expanded`
        Expanded = "expanded",
        /// `modal`
        Modal = "modal",
        /// `pressed`
        Pressed = "pressed",
        /// `selected`
        Selected = "selected",
        /// `activedescendant`
        Activedescendant = "activedescendant",
        /// `controls`
        Controls = "controls",
        /// `describedby`
        Describedby = "describedby",
        /// `details`
        Details = "details",
        /// `errormessage`
        Errormessage = "errormessage",
        /// `flowto`
        Flowto = "flowto",
        /// `labelledby`
        Labelledby = "labelledby",
        /// `owns`
        Owns = "owns",
        /// `url`
        Url = "url",
        /// `activeFullscreenElement`
        ActiveFullscreenElement = "activeFullscreenElement",
        /// `activeModalDialog`
        ActiveModalDialog = "activeModalDialog",
        /// `activeAriaModalDialog`
        ActiveAriaModalDialog = "activeAriaModalDialog",
        /// `ariaHiddenElement`
        AriaHiddenElement = "ariaHiddenElement",
        /// `ariaHiddenSubtree`
        AriaHiddenSubtree = "ariaHiddenSubtree",
        /// `emptyAlt`
        EmptyAlt = "emptyAlt",
        /// `emptyText`
        EmptyText = "emptyText",
        /// `inertElement`
        InertElement = "inertElement",
        /// `inertSubtree`
        InertSubtree = "inertSubtree",
        /// `labelContainer`
        LabelContainer = "labelContainer",
        /// `labelFor`
        LabelFor = "labelFor",
        /// `notRendered`
        NotRendered = "notRendered",
        /// `notVisible`
        NotVisible = "notVisible",
        /// `presentationalRole`
        PresentationalRole = "presentationalRole",
        /// `probablyPresentational`
        ProbablyPresentational = "probablyPresentational",
        /// `inactiveCarouselTabContent`
        InactiveCarouselTabContent = "inactiveCarouselTabContent",
        /// `uninteresting`
        Uninteresting = "uninteresting",
    }
}

/// `Accessibility.AXRelatedNode` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxRelatedNode {
    /// The BackendNodeId of the related DOM node.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: super::dom::BackendNodeId,
    /// The IDRef value provided, if any.
    pub idref: Option<String>,
    /// The text alternative of this node in the current context.
    pub text: Option<String>,
}

/// A single computed AX property.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxValue {
    /// The type of this value.
    pub type_: AxValueType,
    /// The computed value of this property.
    pub value: Option<serde_json::Value>,
    /// One or more related nodes, if applicable.
    pub related_nodes: Option<Vec<AxRelatedNode>>,
}

string_enum! {
    /// Enum of possible property types.
    pub enum AxValueType {
        /// `boolean`
        Boolean = "boolean",
        /// `tristate`
        Tristate = "tristate",
        /// `booleanOrUndefined`
        BooleanOrUndefined = "booleanOrUndefined",
        /// `idref`
        Idref = "idref",
        /// `idrefList`
        IdrefList = "idrefList",
        /// `integer`
        Integer = "integer",
        /// `node`
        Node = "node",
        /// `nodeList`
        NodeList = "nodeList",
        /// `number`
        Number = "number",
        /// `string`
        String = "string",
        /// `computedString`
        ComputedString = "computedString",
        /// `token`
        Token = "token",
        /// `tokenList`
        TokenList = "tokenList",
        /// `domRelation`
        DomRelation = "domRelation",
        /// `role`
        Role = "role",
        /// `internalRole`
        InternalRole = "internalRole",
        /// `valueUndefined`
        ValueUndefined = "valueUndefined",
    }
}

/// Fetches the accessibility node and partial accessibility tree for this DOM node, if it exists.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPartialAxTree {
    /// Identifier of the node to get the partial accessibility tree for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<super::dom::NodeId>,
    /// Identifier of the backend node to get the partial accessibility tree for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<super::dom::BackendNodeId>,
    /// JavaScript object id of the node wrapper to get the partial accessibility tree for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    /// Whether to fetch this node's ancestors, siblings and children. Defaults to true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch_relatives: Option<bool>,
}

/// The reply to [`GetPartialAxTree`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPartialAxTreeReply {
    /// The `Accessibility.AXNode` for this DOM node, if it exists, plus its ancestors, siblings and
    /// children, if requested.
    pub nodes: Vec<AxNode>,
}

impl Command for GetPartialAxTree {
    const METHOD: &'static str = "Accessibility.getPartialAXTree";
    type Reply = GetPartialAxTreeReply;
}

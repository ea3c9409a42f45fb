// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 360af27f3d59c86a7252deae812ade5ccf0f5477c133371beb8b57d50a9fbd57

//! The domain `Input`.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::string_enum;

/// `Input.DragData` of the protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragData {
    /// `Input.DragData.items` of the protocol.
    pub items: Vec<DragDataItem>,
    /// List of filenames that should be included when dropping
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    /// Bit field representing allowed drag operations. Copy = 1, Link = 2, Move = 16
    pub drag_operations_mask: i64,
}

impl DragData {
    /// With what is required, and nothing of what is optional.
    pub fn new(items: Vec<DragDataItem>, drag_operations_mask: i64) -> Self {
        Self {
            items,
            drag_operations_mask,
            files: None,
        }
    }
}

/// `Input.DragDataItem` of the protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragDataItem {
    /// Mime type of the dragged data.
    pub mime_type: String,
    /// Depending of the value of `mimeType`, it contains the dragged link,
    /// text, HTML markup or any other data.
    pub data: String,
    /// Title associated with a link. Only valid when `mimeType` == "text/uri-list".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Stores the base URL for the contained markup. Only valid when `mimeType`
    /// == "text/html".
    #[serde(rename = "baseURL", skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
}

impl DragDataItem {
    /// With what is required, and nothing of what is optional.
    pub fn new(mime_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self {
            mime_type: mime_type.into(),
            data: data.into(),
            title: None,
            base_url: None,
        }
    }
}

string_enum! {
    /// `Input.MouseButton` of the protocol.
    pub enum MouseButton {
        /// `none`
        None = "none",
        /// `left`
        Left = "left",
        /// `middle`
        Middle = "middle",
        /// `right`
        Right = "right",
        /// `back`
        Back = "back",
        /// `forward`
        Forward = "forward",
    }
}

/// UTC time in seconds, counted from January 1, 1970.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct TimeSinceEpoch(
    /// The bare value.
    pub f64,
);

string_enum! {
    /// Values of `type_` of [`DispatchDragEvent`].
    pub enum DispatchDragEventType {
        /// `dragEnter`
        DragEnter = "dragEnter",
        /// `dragOver`
        DragOver = "dragOver",
        /// `drop`
        Drop = "drop",
        /// `dragCancel`
        DragCancel = "dragCancel",
    }
}

/// Dispatches a drag event into the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchDragEvent {
    /// Type of the drag event.
    pub type_: DispatchDragEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to
    /// the top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// `Input.dispatchDragEvent.data` of the protocol.
    pub data: DragData,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8
    /// (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
}

impl DispatchDragEvent {
    /// With what is required, and nothing of what is optional.
    pub fn new(type_: DispatchDragEventType, x: f64, y: f64, data: DragData) -> Self {
        Self {
            type_,
            x,
            y,
            data,
            modifiers: None,
        }
    }
}

impl Command for DispatchDragEvent {
    const METHOD: &'static str = "Input.dispatchDragEvent";
    type Reply = Empty;
}

string_enum! {
    /// Values of `type_` of [`DispatchKeyEvent`].
    pub enum DispatchKeyEventType {
        /// `keyDown`
        KeyDown = "keyDown",
        /// `keyUp`
        KeyUp = "keyUp",
        /// `rawKeyDown`
        RawKeyDown = "rawKeyDown",
        /// `char`
        Char = "char",
    }
}

/// Dispatches a key event to the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchKeyEvent {
    /// Type of the key event.
    pub type_: DispatchKeyEventType,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8
    /// (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Text as generated by processing a virtual key code with a keyboard layout. Not needed for
    /// for `keyUp` and `rawKeyDown` events (default: "")
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Text that would have been generated by the keyboard if no modifiers were pressed (except for
    /// shift). Useful for shortcut (accelerator) key handling (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmodified_text: Option<String>,
    /// Unique key identifier (e.g., 'U+0041') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_identifier: Option<String>,
    /// Unique DOM defined string value for each physical key (e.g., 'KeyA') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Unique DOM defined string value describing the meaning of the key in the context of active
    /// modifiers, keyboard layout, etc (e.g., 'AltGr') (default: "").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Windows virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_virtual_key_code: Option<i64>,
    /// Native virtual key code (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native_virtual_key_code: Option<i64>,
    /// Whether the event was generated from auto repeat (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_repeat: Option<bool>,
    /// Whether the event was generated from the keypad (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_keypad: Option<bool>,
    /// Whether the event was a system key event (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_system_key: Option<bool>,
    /// Whether the event was from the left or right side of the keyboard. 1=Left, 2=Right (default:
    /// 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<i64>,
    /// Editing commands to send with the key event (e.g., 'selectAll') (default: \[\]).
    /// These are related to but not equal the command names used in `document.execCommand` and NSStandardKeyBindingResponding.
    /// See <https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/core/editing/commands/editor_command_names.h> for valid command names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<String>>,
}

impl DispatchKeyEvent {
    /// With what is required, and nothing of what is optional.
    pub fn new(type_: DispatchKeyEventType) -> Self {
        Self {
            type_,
            modifiers: None,
            timestamp: None,
            text: None,
            unmodified_text: None,
            key_identifier: None,
            code: None,
            key: None,
            windows_virtual_key_code: None,
            native_virtual_key_code: None,
            auto_repeat: None,
            is_keypad: None,
            is_system_key: None,
            location: None,
            commands: None,
        }
    }
}

impl Command for DispatchKeyEvent {
    const METHOD: &'static str = "Input.dispatchKeyEvent";
    type Reply = Empty;
}

string_enum! {
    /// Values of `type_` of [`DispatchMouseEvent`].
    pub enum DispatchMouseEventType {
        /// `mousePressed`
        MousePressed = "mousePressed",
        /// `mouseReleased`
        MouseReleased = "mouseReleased",
        /// `mouseMoved`
        MouseMoved = "mouseMoved",
        /// `mouseWheel`
        MouseWheel = "mouseWheel",
    }
}

string_enum! {
    /// Values of `pointer_type` of [`DispatchMouseEvent`].
    pub enum DispatchMouseEventPointerType {
        /// `mouse`
        Mouse = "mouse",
        /// `pen`
        Pen = "pen",
    }
}

/// Dispatches a mouse event to the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchMouseEvent {
    /// Type of the mouse event.
    pub type_: DispatchMouseEventType,
    /// X coordinate of the event relative to the main frame's viewport in CSS pixels.
    pub x: f64,
    /// Y coordinate of the event relative to the main frame's viewport in CSS pixels. 0 refers to
    /// the top of the viewport and Y increases as it proceeds towards the bottom of the viewport.
    pub y: f64,
    /// Bit field representing pressed modifier keys. Alt=1, Ctrl=2, Meta/Command=4, Shift=8
    /// (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<i64>,
    /// Time at which the event occurred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<TimeSinceEpoch>,
    /// Mouse button (default: "none").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// A number indicating which buttons are pressed on the mouse when a mouse event is triggered.
    /// Left=1, Right=2, Middle=4, Back=8, Forward=16, None=0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buttons: Option<i64>,
    /// Number of times the mouse button was clicked (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_count: Option<i64>,
    /// The normalized pressure, which has a range of \[0,1\] (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    /// The normalized tangential pressure, which has a range of \[-1,1\] (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangential_pressure: Option<f64>,
    /// The plane angle between the Y-Z plane and the plane containing both the stylus axis and the Y axis, in degrees of the range \[-90,90\], a positive tiltX is to the right (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_x: Option<f64>,
    /// The plane angle between the X-Z plane and the plane containing both the stylus axis and the X axis, in degrees of the range \[-90,90\], a positive tiltY is towards the user (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilt_y: Option<f64>,
    /// The clockwise rotation of a pen stylus around its own major axis, in degrees in the range \[0,359\] (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twist: Option<i64>,
    /// X delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_x: Option<f64>,
    /// Y delta in CSS pixels for mouse wheel event (default: 0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_y: Option<f64>,
    /// Pointer type (default: "mouse").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer_type: Option<DispatchMouseEventPointerType>,
}

impl DispatchMouseEvent {
    /// With what is required, and nothing of what is optional.
    pub fn new(type_: DispatchMouseEventType, x: f64, y: f64) -> Self {
        Self {
            type_,
            x,
            y,
            modifiers: None,
            timestamp: None,
            button: None,
            buttons: None,
            click_count: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            delta_x: None,
            delta_y: None,
            pointer_type: None,
        }
    }
}

impl Command for DispatchMouseEvent {
    const METHOD: &'static str = "Input.dispatchMouseEvent";
    type Reply = Empty;
}

/// This method emulates inserting text that doesn't come from a key press,
/// for example an emoji keyboard or an IME.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InsertText {
    /// The text to insert.
    pub text: String,
}

impl InsertText {
    /// With what is required, and nothing of what is optional.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

impl Command for InsertText {
    const METHOD: &'static str = "Input.insertText";
    type Reply = Empty;
}

/// Prevents default drag and drop behavior and instead emits `Input.dragIntercepted` events.
/// Drag and drop behavior can be directly controlled via `Input.dispatchDragEvent`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetInterceptDrags {
    /// `Input.setInterceptDrags.enabled` of the protocol.
    pub enabled: bool,
}

impl SetInterceptDrags {
    /// With what is required, and nothing of what is optional.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl Command for SetInterceptDrags {
    const METHOD: &'static str = "Input.setInterceptDrags";
    type Reply = Empty;
}

/// Emitted only when `Input.setInterceptDrags` is enabled. Use this data with `Input.dispatchDragEvent` to
/// restore normal drag and drop behavior.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DragIntercepted {
    /// `Input.dragIntercepted.data` of the protocol.
    pub data: DragData,
}

impl Event for DragIntercepted {
    const METHOD: &'static str = "Input.dragIntercepted";
}

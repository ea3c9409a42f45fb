// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 40c1c528fde79b9d00b02a0ca3645334207c9db3a5be39e11286b0fac9bd97b2

//! The domain `Page`.
//!
//! Actions and events related to the inspected page belong to the page domain.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

string_enum! {
    /// Javascript dialog type.
    pub enum DialogType {
        /// `alert`
        Alert = "alert",
        /// `confirm`
        Confirm = "confirm",
        /// `prompt`
        Prompt = "prompt",
        /// `beforeunload`
        Beforeunload = "beforeunload",
    }
}

/// Information about the Frame on the page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Frame unique identifier.
    pub id: FrameId,
    /// Parent frame identifier.
    pub parent_id: Option<FrameId>,
    /// Identifier of the loader associated with this frame.
    pub loader_id: super::network::LoaderId,
    /// Frame's name as specified in the tag.
    pub name: Option<String>,
    /// Frame document's URL without fragment.
    pub url: String,
    /// Frame document's URL fragment including the '#'.
    pub url_fragment: Option<String>,
    /// Frame document's registered domain, taking the public suffixes list into account.
    /// Extracted from the Frame's url.
    /// Example URLs: <http://www.google.com/file.html> -\> "google.com"
    /// <http://a.b.co.uk/file.html>      -\> "b.co.uk"
    pub domain_and_registry: Option<String>,
    /// Frame document's security origin.
    pub security_origin: String,
    /// Frame document's mimeType as determined by the browser.
    pub mime_type: String,
    /// If the frame failed to load, this contains the URL that could not be loaded. Note that unlike url above, this URL may contain a fragment.
    pub unreachable_url: Option<String>,
    /// Indicates whether the main document is a secure context and explains why that is the case.
    pub secure_context_type: Option<SecureContextType>,
}

string_id! {
    /// Unique frame identifier.
    pub struct FrameId;
}

/// Information about the Frame hierarchy.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTree {
    /// Frame information for this tree item.
    pub frame: Frame,
    /// Child frames.
    pub child_frames: Option<Vec<FrameTree>>,
}

/// Layout viewport position and dimensions.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutViewport {
    /// Horizontal offset relative to the document (CSS pixels).
    pub page_x: i64,
    /// Vertical offset relative to the document (CSS pixels).
    pub page_y: i64,
    /// Width (CSS pixels), excludes scrollbar if present.
    pub client_width: i64,
    /// Height (CSS pixels), excludes scrollbar if present.
    pub client_height: i64,
}

/// Navigation history entry.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigationEntry {
    /// Unique id of the navigation history entry.
    pub id: i64,
    /// URL of the navigation history entry.
    pub url: String,
    /// URL that the user typed in the url bar.
    #[serde(rename = "userTypedURL")]
    pub user_typed_url: String,
    /// Title of the navigation history entry.
    pub title: String,
    /// Transition type.
    pub transition_type: TransitionType,
}

string_enum! {
    /// The type of a frameNavigated event.
    pub enum NavigationType {
        /// `Navigation`
        Navigation = "Navigation",
        /// `BackForwardCacheRestore`
        BackForwardCacheRestore = "BackForwardCacheRestore",
    }
}

string_enum! {
    /// The referring-policy used for the navigation.
    pub enum ReferrerPolicy {
        /// `noReferrer`
        NoReferrer = "noReferrer",
        /// `noReferrerWhenDowngrade`
        NoReferrerWhenDowngrade = "noReferrerWhenDowngrade",
        /// `origin`
        Origin = "origin",
        /// `originWhenCrossOrigin`
        OriginWhenCrossOrigin = "originWhenCrossOrigin",
        /// `sameOrigin`
        SameOrigin = "sameOrigin",
        /// `strictOrigin`
        StrictOrigin = "strictOrigin",
        /// `strictOriginWhenCrossOrigin`
        StrictOriginWhenCrossOrigin = "strictOriginWhenCrossOrigin",
        /// `unsafeUrl`
        UnsafeUrl = "unsafeUrl",
    }
}

string_id! {
    /// Unique script identifier.
    pub struct ScriptIdentifier;
}

string_enum! {
    /// Indicates whether the frame is a secure context and why it is the case.
    pub enum SecureContextType {
        /// `Secure`
        Secure = "Secure",
        /// `SecureLocalhost`
        SecureLocalhost = "SecureLocalhost",
        /// `InsecureScheme`
        InsecureScheme = "InsecureScheme",
        /// `InsecureAncestor`
        InsecureAncestor = "InsecureAncestor",
    }
}

string_enum! {
    /// Transition type.
    pub enum TransitionType {
        /// `link`
        Link = "link",
        /// `typed`
        Typed = "typed",
        /// `address_bar`
        AddressBar = "address_bar",
        /// `auto_bookmark`
        AutoBookmark = "auto_bookmark",
        /// `auto_subframe`
        AutoSubframe = "auto_subframe",
        /// `manual_subframe`
        ManualSubframe = "manual_subframe",
        /// `generated`
        Generated = "generated",
        /// `auto_toplevel`
        AutoToplevel = "auto_toplevel",
        /// `form_submit`
        FormSubmit = "form_submit",
        /// `reload`
        Reload = "reload",
        /// `keyword`
        Keyword = "keyword",
        /// `keyword_generated`
        KeywordGenerated = "keyword_generated",
        /// `other`
        Other = "other",
    }
}

/// Viewport for capturing screenshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    /// X offset in device independent pixels (dip).
    pub x: f64,
    /// Y offset in device independent pixels (dip).
    pub y: f64,
    /// Rectangle width in device independent pixels (dip).
    pub width: f64,
    /// Rectangle height in device independent pixels (dip).
    pub height: f64,
    /// Page scale factor.
    pub scale: f64,
}

impl Viewport {
    /// With what is required, and nothing of what is optional.
    pub fn new(x: f64, y: f64, width: f64, height: f64, scale: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
            scale,
        }
    }
}

/// Visual viewport position, dimensions, and scale.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VisualViewport {
    /// Horizontal offset relative to the layout viewport (CSS pixels).
    pub offset_x: f64,
    /// Vertical offset relative to the layout viewport (CSS pixels).
    pub offset_y: f64,
    /// Horizontal offset relative to the document (CSS pixels).
    pub page_x: f64,
    /// Vertical offset relative to the document (CSS pixels).
    pub page_y: f64,
    /// Width (CSS pixels), excludes scrollbar if present.
    pub client_width: f64,
    /// Height (CSS pixels), excludes scrollbar if present.
    pub client_height: f64,
    /// Scale relative to the ideal viewport (size at width=device-width).
    pub scale: f64,
    /// Page zoom factor (CSS to device independent pixels ratio).
    pub zoom: Option<f64>,
}

/// Evaluates given script in every frame upon creation (before loading frame's scripts).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddScriptToEvaluateOnNewDocument {
    /// `Page.addScriptToEvaluateOnNewDocument.source` of the protocol.
    pub source: String,
    /// If specified, creates an isolated world with the given name and evaluates given script in it.
    /// This world name will be used as the ExecutionContextDescription::name when the corresponding
    /// event is emitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world_name: Option<String>,
    /// Specifies whether command line API should be available to the script, defaults
    /// to false.
    #[serde(
        rename = "includeCommandLineAPI",
        skip_serializing_if = "Option::is_none"
    )]
    pub include_command_line_api: Option<bool>,
    /// If true, runs the script immediately on existing execution contexts or worlds.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_immediately: Option<bool>,
}

impl AddScriptToEvaluateOnNewDocument {
    /// With what is required, and nothing of what is optional.
    pub fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            world_name: None,
            include_command_line_api: None,
            run_immediately: None,
        }
    }
}

/// The reply to [`AddScriptToEvaluateOnNewDocument`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddScriptToEvaluateOnNewDocumentReply {
    /// Identifier of the added script.
    pub identifier: ScriptIdentifier,
}

impl Command for AddScriptToEvaluateOnNewDocument {
    const METHOD: &'static str = "Page.addScriptToEvaluateOnNewDocument";
    type Reply = AddScriptToEvaluateOnNewDocumentReply;
}

/// Brings page to front (activates tab).
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct BringToFront {}

impl Command for BringToFront {
    const METHOD: &'static str = "Page.bringToFront";
    type Reply = Empty;
}

string_enum! {
    /// Values of `format` of [`CaptureScreenshot`].
    pub enum CaptureScreenshotFormat {
        /// `jpeg`
        Jpeg = "jpeg",
        /// `png`
        Png = "png",
        /// `webp`
        Webp = "webp",
    }
}

/// Capture page screenshot.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshot {
    /// Image compression format (defaults to png).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<CaptureScreenshotFormat>,
    /// Compression quality from range \[0..100\] (jpeg only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i64>,
    /// Capture the screenshot of a given region only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<Viewport>,
    /// Capture the screenshot from the surface, rather than the view. Defaults to true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_surface: Option<bool>,
    /// Capture the screenshot beyond the viewport. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_beyond_viewport: Option<bool>,
    /// Optimize image encoding for speed, not for resulting size (defaults to false)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimize_for_speed: Option<bool>,
}

/// The reply to [`CaptureScreenshot`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshotReply {
    /// Base64-encoded image data. (Encoded as a base64 string when passed over JSON)
    pub data: String,
}

impl Command for CaptureScreenshot {
    const METHOD: &'static str = "Page.captureScreenshot";
    type Reply = CaptureScreenshotReply;
}

/// Tries to close page, running its beforeunload hooks, if any.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Close {}

impl Command for Close {
    const METHOD: &'static str = "Page.close";
    type Reply = Empty;
}

/// Crashes renderer on the IO thread, generates minidumps.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Crash {}

impl Command for Crash {
    const METHOD: &'static str = "Page.crash";
    type Reply = Empty;
}

/// Creates an isolated world for the given frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorld {
    /// Id of the frame in which the isolated world should be created.
    pub frame_id: FrameId,
    /// An optional name which is reported in the Execution Context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world_name: Option<String>,
    /// Whether or not universal access should be granted to the isolated world. This is a powerful
    /// option, use with caution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant_univeral_access: Option<bool>,
    /// An optional content security policy to set for the isolated world.
    /// If omitted, any existing CSP for the world will be cleared.
    /// Note that clearing or updating the CSP does not immediately affect the active
    /// context in the same document because LocalDOMWindow caches the
    /// ContentSecurityPolicy object. The change takes effect on subsequent
    /// navigations when a new window context is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_security_policy: Option<String>,
}

impl CreateIsolatedWorld {
    /// With what is required, and nothing of what is optional.
    pub fn new(frame_id: impl Into<FrameId>) -> Self {
        Self {
            frame_id: frame_id.into(),
            world_name: None,
            grant_univeral_access: None,
            content_security_policy: None,
        }
    }
}

/// The reply to [`CreateIsolatedWorld`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorldReply {
    /// Execution context of the isolated world.
    pub execution_context_id: super::runtime::ExecutionContextId,
}

impl Command for CreateIsolatedWorld {
    const METHOD: &'static str = "Page.createIsolatedWorld";
    type Reply = CreateIsolatedWorldReply;
}

/// Enables page domain notifications.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// If true, the `Page.fileChooserOpened` event will be emitted regardless of the state set by
    /// `Page.setInterceptFileChooserDialog` command (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_file_chooser_opened_event: Option<bool>,
}

impl Command for Enable {
    const METHOD: &'static str = "Page.enable";
    type Reply = Empty;
}

/// Returns present frame tree structure.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct GetFrameTree {}

/// The reply to [`GetFrameTree`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameTreeReply {
    /// Present frame tree structure.
    pub frame_tree: FrameTree,
}

impl Command for GetFrameTree {
    const METHOD: &'static str = "Page.getFrameTree";
    type Reply = GetFrameTreeReply;
}

/// Returns metrics relating to the layouting of the page, such as viewport bounds/scale.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct GetLayoutMetrics {}

/// The reply to [`GetLayoutMetrics`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetLayoutMetricsReply {
    /// Metrics relating to the layout viewport in CSS pixels.
    pub css_layout_viewport: LayoutViewport,
    /// Metrics relating to the visual viewport in CSS pixels.
    pub css_visual_viewport: VisualViewport,
    /// Size of scrollable area in CSS pixels.
    pub css_content_size: super::dom::Rect,
}

impl Command for GetLayoutMetrics {
    const METHOD: &'static str = "Page.getLayoutMetrics";
    type Reply = GetLayoutMetricsReply;
}

/// Returns navigation history for the current page.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct GetNavigationHistory {}

/// The reply to [`GetNavigationHistory`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNavigationHistoryReply {
    /// Index of the current navigation history entry.
    pub current_index: i64,
    /// Array of navigation history entries.
    pub entries: Vec<NavigationEntry>,
}

impl Command for GetNavigationHistory {
    const METHOD: &'static str = "Page.getNavigationHistory";
    type Reply = GetNavigationHistoryReply;
}

/// Accepts or dismisses a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandleJavaScriptDialog {
    /// Whether to accept or dismiss the dialog.
    pub accept: bool,
    /// The text to enter into the dialog prompt before accepting. Used only if this is a prompt
    /// dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_text: Option<String>,
}

impl HandleJavaScriptDialog {
    /// With what is required, and nothing of what is optional.
    pub fn new(accept: bool) -> Self {
        Self {
            accept,
            prompt_text: None,
        }
    }
}

impl Command for HandleJavaScriptDialog {
    const METHOD: &'static str = "Page.handleJavaScriptDialog";
    type Reply = Empty;
}

/// Navigates current page to the given URL.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Navigate {
    /// URL to navigate the page to.
    pub url: String,
    /// Referrer URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer: Option<String>,
    /// Intended transition type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition_type: Option<TransitionType>,
    /// Frame id to navigate, if not specified navigates the top frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_id: Option<FrameId>,
    /// Referrer-policy used for the navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer_policy: Option<ReferrerPolicy>,
}

impl Navigate {
    /// With what is required, and nothing of what is optional.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            referrer: None,
            transition_type: None,
            frame_id: None,
            referrer_policy: None,
        }
    }
}

/// The reply to [`Navigate`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateReply {
    /// Frame id that has navigated (or failed to navigate)
    pub frame_id: FrameId,
    /// Loader identifier. This is omitted in case of same-document navigation,
    /// as the previously committed loaderId would not change.
    pub loader_id: Option<super::network::LoaderId>,
    /// User friendly error message, present if and only if navigation has failed.
    pub error_text: Option<String>,
    /// Whether the navigation resulted in a download.
    pub is_download: Option<bool>,
}

impl Command for Navigate {
    const METHOD: &'static str = "Page.navigate";
    type Reply = NavigateReply;
}

/// Navigates current page to the given history entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateToHistoryEntry {
    /// Unique id of the entry to navigate to.
    pub entry_id: i64,
}

impl NavigateToHistoryEntry {
    /// With what is required, and nothing of what is optional.
    pub fn new(entry_id: i64) -> Self {
        Self { entry_id }
    }
}

impl Command for NavigateToHistoryEntry {
    const METHOD: &'static str = "Page.navigateToHistoryEntry";
    type Reply = Empty;
}

string_enum! {
    /// Values of `transfer_mode` of [`PrintToPdf`].
    pub enum PrintToPdfTransferMode {
        /// `ReturnAsBase64`
        ReturnAsBase64 = "ReturnAsBase64",
        /// `ReturnAsStream`
        ReturnAsStream = "ReturnAsStream",
    }
}

/// Print page as PDF.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintToPdf {
    /// Paper orientation. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landscape: Option<bool>,
    /// Display header and footer. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_header_footer: Option<bool>,
    /// Print background graphics. Defaults to false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub print_background: Option<bool>,
    /// Scale of the webpage rendering. Defaults to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Paper width in inches. Defaults to 8.5 inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_width: Option<f64>,
    /// Paper height in inches. Defaults to 11 inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_height: Option<f64>,
    /// Top margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_top: Option<f64>,
    /// Bottom margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_bottom: Option<f64>,
    /// Left margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_left: Option<f64>,
    /// Right margin in inches. Defaults to 1cm (~0.4 inches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_right: Option<f64>,
    /// Paper ranges to print, one based, e.g., '1-5, 8, 11-13'. Pages are
    /// printed in the document order, not in the order specified, and no
    /// more than once.
    /// Defaults to empty string, which implies the entire document is printed.
    /// The page numbers are quietly capped to actual page count of the
    /// document, and ranges beyond the end of the document are ignored.
    /// If this results in no pages to print, an error is reported.
    /// It is an error to specify a range with start greater than end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_ranges: Option<String>,
    /// HTML template for the print header. Should be valid HTML markup with following
    /// classes used to inject printing values into them:
    /// - `date`: formatted print date
    /// - `title`: document title
    /// - `url`: document location
    /// - `pageNumber`: current page number
    /// - `totalPages`: total pages in the document
    ///
    /// For example, `<span class=title></span>` would generate span containing the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_template: Option<String>,
    /// HTML template for the print footer. Should use the same format as the `headerTemplate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer_template: Option<String>,
    /// Whether or not to prefer page size as defined by css. Defaults to false,
    /// in which case the content will be scaled to fit the paper size.
    #[serde(rename = "preferCSSPageSize", skip_serializing_if = "Option::is_none")]
    pub prefer_css_page_size: Option<bool>,
    /// return as stream
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer_mode: Option<PrintToPdfTransferMode>,
    /// Whether or not to generate tagged (accessible) PDF. Defaults to embedder choice.
    #[serde(rename = "generateTaggedPDF", skip_serializing_if = "Option::is_none")]
    pub generate_tagged_pdf: Option<bool>,
    /// Whether or not to embed the document outline into the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_document_outline: Option<bool>,
}

/// The reply to [`PrintToPdf`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintToPdfReply {
    /// Base64-encoded pdf data. Empty if |returnAsStream| is specified. (Encoded as a base64 string when passed over JSON)
    pub data: String,
    /// A handle of the stream that holds resulting PDF data.
    pub stream: Option<super::io::StreamHandle>,
}

impl Command for PrintToPdf {
    const METHOD: &'static str = "Page.printToPDF";
    type Reply = PrintToPdfReply;
}

/// Reloads given page optionally ignoring the cache.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reload {
    /// If true, browser cache is ignored (as if the user pressed Shift+refresh).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_cache: Option<bool>,
    /// If set, the script will be injected into all frames of the inspected page after reload.
    /// Argument will be ignored if reloading dataURL origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_to_evaluate_on_load: Option<String>,
    /// If set, an error will be thrown if the target page's main frame's
    /// loader id does not match the provided id. This prevents accidentally
    /// reloading an unintended target in case there's a racing navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loader_id: Option<super::network::LoaderId>,
}

impl Command for Reload {
    const METHOD: &'static str = "Page.reload";
    type Reply = Empty;
}

/// Removes given script from the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveScriptToEvaluateOnNewDocument {
    /// `Page.removeScriptToEvaluateOnNewDocument.identifier` of the protocol.
    pub identifier: ScriptIdentifier,
}

impl RemoveScriptToEvaluateOnNewDocument {
    /// With what is required, and nothing of what is optional.
    pub fn new(identifier: impl Into<ScriptIdentifier>) -> Self {
        Self {
            identifier: identifier.into(),
        }
    }
}

impl Command for RemoveScriptToEvaluateOnNewDocument {
    const METHOD: &'static str = "Page.removeScriptToEvaluateOnNewDocument";
    type Reply = Empty;
}

/// Enable page Content Security Policy by-passing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetBypassCsp {
    /// Whether to bypass page CSP.
    pub enabled: bool,
}

impl SetBypassCsp {
    /// With what is required, and nothing of what is optional.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl Command for SetBypassCsp {
    const METHOD: &'static str = "Page.setBypassCSP";
    type Reply = Empty;
}

/// Intercept file chooser requests and transfer control to protocol clients.
/// When file chooser interception is enabled, native file chooser dialog is not shown.
/// Instead, a protocol event `Page.fileChooserOpened` is emitted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetInterceptFileChooserDialog {
    /// `Page.setInterceptFileChooserDialog.enabled` of the protocol.
    pub enabled: bool,
    /// If true, cancels the dialog by emitting relevant events (if any)
    /// in addition to not showing it if the interception is enabled
    /// (default: false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<bool>,
}

impl SetInterceptFileChooserDialog {
    /// With what is required, and nothing of what is optional.
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            cancel: None,
        }
    }
}

impl Command for SetInterceptFileChooserDialog {
    const METHOD: &'static str = "Page.setInterceptFileChooserDialog";
    type Reply = Empty;
}

/// Controls whether page will emit lifecycle events.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetLifecycleEventsEnabled {
    /// If true, starts emitting lifecycle events.
    pub enabled: bool,
}

impl SetLifecycleEventsEnabled {
    /// With what is required, and nothing of what is optional.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl Command for SetLifecycleEventsEnabled {
    const METHOD: &'static str = "Page.setLifecycleEventsEnabled";
    type Reply = Empty;
}

/// Force the page stop all navigations and pending resource fetches.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StopLoading {}

impl Command for StopLoading {
    const METHOD: &'static str = "Page.stopLoading";
    type Reply = Empty;
}

/// `Page.domContentEventFired` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DomContentEventFired {
    /// `Page.domContentEventFired.timestamp` of the protocol.
    pub timestamp: super::network::MonotonicTime,
}

impl Event for DomContentEventFired {
    const METHOD: &'static str = "Page.domContentEventFired";
}

string_enum! {
    /// Values of `mode` of [`FileChooserOpened`].
    pub enum FileChooserOpenedMode {
        /// `selectSingle`
        SelectSingle = "selectSingle",
        /// `selectMultiple`
        SelectMultiple = "selectMultiple",
    }
}

/// Emitted only when `page.interceptFileChooser` is enabled.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChooserOpened {
    /// Id of the frame containing input node.
    pub frame_id: Option<FrameId>,
    /// Input mode.
    pub mode: FileChooserOpenedMode,
    /// Input node id. Only present for file choosers opened via an `<input type="file">` element.
    pub backend_node_id: Option<super::dom::BackendNodeId>,
}

impl Event for FileChooserOpened {
    const METHOD: &'static str = "Page.fileChooserOpened";
}

/// Fired when frame has been attached to its parent.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameAttached {
    /// Id of the frame that has been attached.
    pub frame_id: FrameId,
    /// Parent frame identifier.
    pub parent_frame_id: FrameId,
}

impl Event for FrameAttached {
    const METHOD: &'static str = "Page.frameAttached";
}

string_enum! {
    /// Values of `reason` of [`FrameDetached`].
    pub enum FrameDetachedReason {
        /// `remove`
        Remove = "remove",
        /// `swap`
        Swap = "swap",
    }
}

/// Fired when frame has been detached from its parent.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetached {
    /// Id of the frame that has been detached.
    pub frame_id: FrameId,
    /// `Page.frameDetached.reason` of the protocol.
    pub reason: Option<FrameDetachedReason>,
}

impl Event for FrameDetached {
    const METHOD: &'static str = "Page.frameDetached";
}

/// Fired once navigation of the frame has completed. Frame is now associated with the new loader.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameNavigated {
    /// Frame object.
    pub frame: Frame,
    /// `Page.frameNavigated.type` of the protocol.
    pub type_: Option<NavigationType>,
}

impl Event for FrameNavigated {
    const METHOD: &'static str = "Page.frameNavigated";
}

string_enum! {
    /// Values of `navigation_type` of [`FrameStartedNavigating`].
    pub enum FrameStartedNavigatingNavigationType {
        /// `reload`
        Reload = "reload",
        /// `reloadBypassingCache`
        ReloadBypassingCache = "reloadBypassingCache",
        /// `restore`
        Restore = "restore",
        /// `restoreWithPost`
        RestoreWithPost = "restoreWithPost",
        /// `historySameDocument`
        HistorySameDocument = "historySameDocument",
        /// `historyDifferentDocument`
        HistoryDifferentDocument = "historyDifferentDocument",
        /// `sameDocument`
        SameDocument = "sameDocument",
        /// `differentDocument`
        DifferentDocument = "differentDocument",
    }
}

/// Fired when a navigation starts. This event is fired for both
/// renderer-initiated and browser-initiated navigations. For renderer-initiated
/// navigations, the event is fired after `frameRequestedNavigation`.
/// Navigation may still be cancelled after the event is issued. Multiple events
/// can be fired for a single navigation, for example, when a same-document
/// navigation becomes a cross-document navigation (such as in the case of a
/// frameset).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStartedNavigating {
    /// ID of the frame that is being navigated.
    pub frame_id: FrameId,
    /// The URL the navigation started with. The final URL can be different.
    pub url: String,
    /// Loader identifier. Even though it is present in case of same-document
    /// navigation, the previously committed loaderId would not change unless
    /// the navigation changes from a same-document to a cross-document
    /// navigation.
    pub loader_id: super::network::LoaderId,
    /// `Page.frameStartedNavigating.navigationType` of the protocol.
    pub navigation_type: FrameStartedNavigatingNavigationType,
}

impl Event for FrameStartedNavigating {
    const METHOD: &'static str = "Page.frameStartedNavigating";
}

/// Fired when a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload) has been
/// closed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogClosed {
    /// Frame id.
    pub frame_id: Option<FrameId>,
    /// Whether dialog was confirmed.
    pub result: bool,
    /// User input in case of prompt.
    pub user_input: String,
}

impl Event for JavascriptDialogClosed {
    const METHOD: &'static str = "Page.javascriptDialogClosed";
}

/// Fired when a JavaScript initiated dialog (alert, confirm, prompt, or onbeforeunload) is about to
/// open.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogOpening {
    /// Frame url.
    pub url: String,
    /// Frame id.
    pub frame_id: Option<FrameId>,
    /// Message that will be displayed by the dialog.
    pub message: String,
    /// Dialog type.
    pub type_: DialogType,
    /// True iff browser is capable showing or acting on the given dialog. When browser has no
    /// dialog handler for given target, calling alert while Page domain is engaged will stall
    /// the page execution. Execution can be resumed via calling Page.handleJavaScriptDialog.
    pub has_browser_handler: bool,
    /// Default dialog prompt.
    pub default_prompt: Option<String>,
}

impl Event for JavascriptDialogOpening {
    const METHOD: &'static str = "Page.javascriptDialogOpening";
}

/// Fired for lifecycle events (navigation, load, paint, etc) in the current
/// target (including local frames).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LifecycleEvent {
    /// Id of the frame.
    pub frame_id: FrameId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: super::network::LoaderId,
    /// `Page.lifecycleEvent.name` of the protocol.
    pub name: String,
    /// `Page.lifecycleEvent.timestamp` of the protocol.
    pub timestamp: super::network::MonotonicTime,
}

impl Event for LifecycleEvent {
    const METHOD: &'static str = "Page.lifecycleEvent";
}

/// `Page.loadEventFired` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadEventFired {
    /// `Page.loadEventFired.timestamp` of the protocol.
    pub timestamp: super::network::MonotonicTime,
}

impl Event for LoadEventFired {
    const METHOD: &'static str = "Page.loadEventFired";
}

string_enum! {
    /// Values of `navigation_type` of [`NavigatedWithinDocument`].
    pub enum NavigatedWithinDocumentNavigationType {
        /// `fragment`
        Fragment = "fragment",
        /// `historyApi`
        HistoryApi = "historyApi",
        /// `other`
        Other = "other",
    }
}

/// Fired when same-document navigation happens, e.g. due to history API usage or anchor navigation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigatedWithinDocument {
    /// Id of the frame.
    pub frame_id: FrameId,
    /// Frame's new url.
    pub url: String,
    /// Navigation type
    pub navigation_type: NavigatedWithinDocumentNavigationType,
}

impl Event for NavigatedWithinDocument {
    const METHOD: &'static str = "Page.navigatedWithinDocument";
}

/// Fired when a new window is going to be opened, via window.open(), link click, form submission,
/// etc.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WindowOpen {
    /// The URL for the new window.
    pub url: String,
    /// Window name.
    pub window_name: String,
    /// An array of enabled window features.
    pub window_features: Vec<String>,
    /// Whether or not it was triggered by user gesture.
    pub user_gesture: bool,
}

impl Event for WindowOpen {
    const METHOD: &'static str = "Page.windowOpen";
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 907e27276a5f80798c860b094fb9dd603f89b56c8e6e456f69460b871902414f

//! The domain `Network`.
//!
//! Network domain allows tracking network activities of the page. It exposes information about http,
//! file, data and other requests and responses, their headers, bodies, timing, etc.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

string_enum! {
    /// The reason why request was blocked.
    pub enum BlockedReason {
        /// `other`
        Other = "other",
        /// `csp`
        Csp = "csp",
        /// `mixed-content`
        MixedContent = "mixed-content",
        /// `origin`
        Origin = "origin",
        /// `inspector`
        Inspector = "inspector",
        /// `integrity`
        Integrity = "integrity",
        /// `subresource-filter`
        SubresourceFilter = "subresource-filter",
        /// `content-type`
        ContentType = "content-type",
        /// `coep-frame-resource-needs-coep-header`
        CoepFrameResourceNeedsCoepHeader = "coep-frame-resource-needs-coep-header",
        /// `coop-sandboxed-iframe-cannot-navigate-to-coop-page`
        CoopSandboxedIframeCannotNavigateToCoopPage = "coop-sandboxed-iframe-cannot-navigate-to-coop-page",
        /// `corp-not-same-origin`
        CorpNotSameOrigin = "corp-not-same-origin",
        /// `corp-not-same-origin-after-defaulted-to-same-origin-by-coep`
        CorpNotSameOriginAfterDefaultedToSameOriginByCoep = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep",
        /// `corp-not-same-origin-after-defaulted-to-same-origin-by-dip`
        CorpNotSameOriginAfterDefaultedToSameOriginByDip = "corp-not-same-origin-after-defaulted-to-same-origin-by-dip",
        /// `corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip`
        CorpNotSameOriginAfterDefaultedToSameOriginByCoepAndDip = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip",
        /// `corp-not-same-site`
        CorpNotSameSite = "corp-not-same-site",
        /// `sri-message-signature-mismatch`
        SriMessageSignatureMismatch = "sri-message-signature-mismatch",
    }
}

string_enum! {
    /// The underlying connection technology that the browser is supposedly using.
    pub enum ConnectionType {
        /// `none`
        None = "none",
        /// `cellular2g`
        Cellular2g = "cellular2g",
        /// `cellular3g`
        Cellular3g = "cellular3g",
        /// `cellular4g`
        Cellular4g = "cellular4g",
        /// `bluetooth`
        Bluetooth = "bluetooth",
        /// `ethernet`
        Ethernet = "ethernet",
        /// `wifi`
        Wifi = "wifi",
        /// `wimax`
        Wimax = "wimax",
        /// `other`
        Other = "other",
    }
}

/// Cookie object
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Cookie name.
    pub name: String,
    /// Cookie value.
    pub value: String,
    /// Cookie domain.
    pub domain: String,
    /// Cookie path.
    pub path: String,
    /// Cookie expiration date as the number of seconds since the UNIX epoch.
    /// The value is set to -1 if the expiry date is not set.
    /// The value can be null for values that cannot be represented in
    /// JSON (±Inf).
    pub expires: f64,
    /// Cookie size.
    pub size: i64,
    /// True if cookie is http-only.
    pub http_only: bool,
    /// True if cookie is secure.
    pub secure: bool,
    /// True in case of session cookie.
    pub session: bool,
    /// Cookie SameSite type.
    pub same_site: Option<CookieSameSite>,
    /// Cookie Priority
    pub priority: Option<CookiePriority>,
    /// Cookie source scheme type.
    pub source_scheme: Option<CookieSourceScheme>,
    /// Cookie source port. Valid values are {-1, \[1, 65535\]}, -1 indicates an unspecified port.
    /// An unspecified port value allows protocol clients to emulate legacy cookie scope for the port.
    /// This is a temporary ability and it will be removed in the future.
    pub source_port: Option<i64>,
    /// Cookie partition key.
    pub partition_key: Option<CookiePartitionKey>,
    /// True if cookie partition key is opaque.
    pub partition_key_opaque: Option<bool>,
}

/// Cookie parameter object
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CookieParam {
    /// Cookie name.
    pub name: String,
    /// Cookie value.
    pub value: String,
    /// The request-URI to associate with the setting of the cookie. This value can affect the
    /// default domain, path, source port, and source scheme values of the created cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Cookie domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Cookie path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// True if cookie is secure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secure: Option<bool>,
    /// True if cookie is http-only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_only: Option<bool>,
    /// Cookie SameSite type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_site: Option<CookieSameSite>,
    /// Cookie expiration date, session cookie if not set
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<TimeSinceEpoch>,
    /// Cookie Priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<CookiePriority>,
    /// Cookie source scheme type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_scheme: Option<CookieSourceScheme>,
    /// Cookie source port. Valid values are {-1, \[1, 65535\]}, -1 indicates an unspecified port.
    /// An unspecified port value allows protocol clients to emulate legacy cookie scope for the port.
    /// This is a temporary ability and it will be removed in the future.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_port: Option<i64>,
    /// Cookie partition key. If not set, the cookie will be set as not partitioned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<CookiePartitionKey>,
}

impl CookieParam {
    /// With what is required, and nothing of what is optional.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
            url: None,
            domain: None,
            path: None,
            secure: None,
            http_only: None,
            same_site: None,
            expires: None,
            priority: None,
            source_scheme: None,
            source_port: None,
            partition_key: None,
        }
    }
}

/// cookiePartitionKey object
/// The representation of the components of the key that are created by the cookiePartitionKey class contained in net/cookies/cookie\_partition\_key.h.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CookiePartitionKey {
    /// The site of the top-level URL the browser was visiting at the start
    /// of the request to the endpoint that set the cookie.
    pub top_level_site: String,
    /// Indicates if the cookie has any ancestors that are cross-site to the topLevelSite.
    pub has_cross_site_ancestor: bool,
}

impl CookiePartitionKey {
    /// With what is required, and nothing of what is optional.
    pub fn new(top_level_site: impl Into<String>, has_cross_site_ancestor: bool) -> Self {
        Self {
            top_level_site: top_level_site.into(),
            has_cross_site_ancestor,
        }
    }
}

string_enum! {
    /// Represents the cookie's 'Priority' status:
    /// <https://tools.ietf.org/html/draft-west-cookie-priority-00>
    pub enum CookiePriority {
        /// `Low`
        Low = "Low",
        /// `Medium`
        Medium = "Medium",
        /// `High`
        High = "High",
    }
}

string_enum! {
    /// Represents the cookie's 'SameSite' status:
    /// <https://tools.ietf.org/html/draft-west-first-party-cookies>
    pub enum CookieSameSite {
        /// `Strict`
        Strict = "Strict",
        /// `Lax`
        Lax = "Lax",
        /// `None`
        None = "None",
    }
}

string_enum! {
    /// Represents the source scheme of the origin that originally set the cookie.
    /// A value of "Unset" allows protocol clients to emulate legacy cookie scope for the scheme.
    /// This is a temporary ability and it will be removed in the future.
    pub enum CookieSourceScheme {
        /// `Unset`
        Unset = "Unset",
        /// `NonSecure`
        NonSecure = "NonSecure",
        /// `Secure`
        Secure = "Secure",
    }
}

string_enum! {
    /// The reason why request was blocked.
    pub enum CorsError {
        /// `DisallowedByMode`
        DisallowedByMode = "DisallowedByMode",
        /// `InvalidResponse`
        InvalidResponse = "InvalidResponse",
        /// `WildcardOriginNotAllowed`
        WildcardOriginNotAllowed = "WildcardOriginNotAllowed",
        /// `MissingAllowOriginHeader`
        MissingAllowOriginHeader = "MissingAllowOriginHeader",
        /// `MultipleAllowOriginValues`
        MultipleAllowOriginValues = "MultipleAllowOriginValues",
        /// `InvalidAllowOriginValue`
        InvalidAllowOriginValue = "InvalidAllowOriginValue",
        /// `AllowOriginMismatch`
        AllowOriginMismatch = "AllowOriginMismatch",
        /// `InvalidAllowCredentials`
        InvalidAllowCredentials = "InvalidAllowCredentials",
        /// `CorsDisabledScheme`
        CorsDisabledScheme = "CorsDisabledScheme",
        /// `PreflightInvalidStatus`
        PreflightInvalidStatus = "PreflightInvalidStatus",
        /// `PreflightDisallowedRedirect`
        PreflightDisallowedRedirect = "PreflightDisallowedRedirect",
        /// `PreflightWildcardOriginNotAllowed`
        PreflightWildcardOriginNotAllowed = "PreflightWildcardOriginNotAllowed",
        /// `PreflightMissingAllowOriginHeader`
        PreflightMissingAllowOriginHeader = "PreflightMissingAllowOriginHeader",
        /// `PreflightMultipleAllowOriginValues`
        PreflightMultipleAllowOriginValues = "PreflightMultipleAllowOriginValues",
        /// `PreflightInvalidAllowOriginValue`
        PreflightInvalidAllowOriginValue = "PreflightInvalidAllowOriginValue",
        /// `PreflightAllowOriginMismatch`
        PreflightAllowOriginMismatch = "PreflightAllowOriginMismatch",
        /// `PreflightInvalidAllowCredentials`
        PreflightInvalidAllowCredentials = "PreflightInvalidAllowCredentials",
        /// `PreflightMissingAllowExternal`
        PreflightMissingAllowExternal = "PreflightMissingAllowExternal",
        /// `PreflightInvalidAllowExternal`
        PreflightInvalidAllowExternal = "PreflightInvalidAllowExternal",
        /// `InvalidAllowMethodsPreflightResponse`
        InvalidAllowMethodsPreflightResponse = "InvalidAllowMethodsPreflightResponse",
        /// `InvalidAllowHeadersPreflightResponse`
        InvalidAllowHeadersPreflightResponse = "InvalidAllowHeadersPreflightResponse",
        /// `MethodDisallowedByPreflightResponse`
        MethodDisallowedByPreflightResponse = "MethodDisallowedByPreflightResponse",
        /// `HeaderDisallowedByPreflightResponse`
        HeaderDisallowedByPreflightResponse = "HeaderDisallowedByPreflightResponse",
        /// `RedirectContainsCredentials`
        RedirectContainsCredentials = "RedirectContainsCredentials",
        /// `InsecureLocalNetwork`
        InsecureLocalNetwork = "InsecureLocalNetwork",
        /// `InvalidLocalNetworkAccess`
        InvalidLocalNetworkAccess = "InvalidLocalNetworkAccess",
        /// `NoCorsRedirectModeNotFollow`
        NoCorsRedirectModeNotFollow = "NoCorsRedirectModeNotFollow",
        /// `LocalNetworkAccessPermissionDenied`
        LocalNetworkAccessPermissionDenied = "LocalNetworkAccessPermissionDenied",
    }
}

/// `Network.CorsErrorStatus` of the protocol.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CorsErrorStatus {
    /// `Network.CorsErrorStatus.corsError` of the protocol.
    pub cors_error: CorsError,
    /// `Network.CorsErrorStatus.failedParameter` of the protocol.
    pub failed_parameter: String,
}

string_enum! {
    /// Network level fetch failure reason.
    pub enum ErrorReason {
        /// `Failed`
        Failed = "Failed",
        /// `Aborted`
        Aborted = "Aborted",
        /// `TimedOut`
        TimedOut = "TimedOut",
        /// `AccessDenied`
        AccessDenied = "AccessDenied",
        /// `ConnectionClosed`
        ConnectionClosed = "ConnectionClosed",
        /// `ConnectionReset`
        ConnectionReset = "ConnectionReset",
        /// `ConnectionRefused`
        ConnectionRefused = "ConnectionRefused",
        /// `ConnectionAborted`
        ConnectionAborted = "ConnectionAborted",
        /// `ConnectionFailed`
        ConnectionFailed = "ConnectionFailed",
        /// `NameNotResolved`
        NameNotResolved = "NameNotResolved",
        /// `InternetDisconnected`
        InternetDisconnected = "InternetDisconnected",
        /// `AddressUnreachable`
        AddressUnreachable = "AddressUnreachable",
        /// `BlockedByClient`
        BlockedByClient = "BlockedByClient",
        /// `BlockedByResponse`
        BlockedByResponse = "BlockedByResponse",
    }
}

/// Request / response headers as keys / values of JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Headers(
    /// The bare value.
    pub serde_json::Map<String, serde_json::Value>,
);

string_enum! {
    /// Values of `type_` of [`Initiator`].
    pub enum InitiatorType {
        /// `parser`
        Parser = "parser",
        /// `script`
        Script = "script",
        /// `preload`
        Preload = "preload",
        /// `SignedExchange`
        SignedExchange = "SignedExchange",
        /// `preflight`
        Preflight = "preflight",
        /// `FedCM`
        FedCm = "FedCM",
        /// `other`
        Other = "other",
    }
}

/// Information about the request initiator.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initiator {
    /// Type of this initiator.
    pub type_: InitiatorType,
    /// Initiator URL, set for Parser type or for Script type (when script is importing module) or for SignedExchange type.
    pub url: Option<String>,
    /// Initiator line number, set for Parser type or for Script type (when script is importing
    /// module) (0-based).
    pub line_number: Option<f64>,
    /// Initiator column number, set for Parser type or for Script type (when script is importing
    /// module) (0-based).
    pub column_number: Option<f64>,
    /// Set if another request triggered this request (e.g. preflight).
    pub request_id: Option<RequestId>,
}

string_id! {
    /// Unique loader identifier.
    pub struct LoaderId;
}

/// Monotonically increasing time in seconds since an arbitrary point in the past.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Deserialize)]
#[serde(transparent)]
pub struct MonotonicTime(
    /// The bare value.
    pub f64,
);

string_enum! {
    /// Values of `referrer_policy` of [`Request`].
    pub enum RequestReferrerPolicy {
        /// `unsafe-url`
        UnsafeUrl = "unsafe-url",
        /// `no-referrer-when-downgrade`
        NoReferrerWhenDowngrade = "no-referrer-when-downgrade",
        /// `no-referrer`
        NoReferrer = "no-referrer",
        /// `origin`
        Origin = "origin",
        /// `origin-when-cross-origin`
        OriginWhenCrossOrigin = "origin-when-cross-origin",
        /// `same-origin`
        SameOrigin = "same-origin",
        /// `strict-origin`
        StrictOrigin = "strict-origin",
        /// `strict-origin-when-cross-origin`
        StrictOriginWhenCrossOrigin = "strict-origin-when-cross-origin",
    }
}

/// HTTP request data.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Request URL (without fragment).
    pub url: String,
    /// Fragment of the requested URL starting with hash, if present.
    pub url_fragment: Option<String>,
    /// HTTP request method.
    pub method: String,
    /// HTTP request headers.
    pub headers: Headers,
    /// True when the request has POST data. Note that postData might still be omitted when this flag is true when the data is too long.
    pub has_post_data: Option<bool>,
    /// The mixed content type of the request.
    pub mixed_content_type: Option<super::security::MixedContentType>,
    /// Priority of the resource request at the time request is sent.
    pub initial_priority: ResourcePriority,
    /// The referrer policy of the request, as defined in <https://www.w3.org/TR/referrer-policy/>
    pub referrer_policy: RequestReferrerPolicy,
    /// Whether is loaded via link preload.
    pub is_link_preload: Option<bool>,
    /// True if this resource request is considered to be the 'same site' as the
    /// request corresponding to the main frame.
    pub is_same_site: Option<bool>,
}

string_id! {
    /// Unique network request identifier.
    /// Note that this does not identify individual HTTP requests that are part of
    /// a network request.
    pub struct RequestId;
}

string_enum! {
    /// Loading priority of a resource request.
    pub enum ResourcePriority {
        /// `VeryLow`
        VeryLow = "VeryLow",
        /// `Low`
        Low = "Low",
        /// `Medium`
        Medium = "Medium",
        /// `High`
        High = "High",
        /// `VeryHigh`
        VeryHigh = "VeryHigh",
    }
}

string_enum! {
    /// Resource type as it was perceived by the rendering engine.
    pub enum ResourceType {
        /// `Document`
        Document = "Document",
        /// `Stylesheet`
        Stylesheet = "Stylesheet",
        /// `Image`
        Image = "Image",
        /// `Media`
        Media = "Media",
        /// `Font`
        Font = "Font",
        /// `Script`
        Script = "Script",
        /// `TextTrack`
        TextTrack = "TextTrack",
        /// `XHR`
        Xhr = "XHR",
        /// `Fetch`
        Fetch = "Fetch",
        /// `Prefetch`
        Prefetch = "Prefetch",
        /// `EventSource`
        EventSource = "EventSource",
        /// `WebSocket`
        WebSocket = "WebSocket",
        /// `Manifest`
        Manifest = "Manifest",
        /// `SignedExchange`
        SignedExchange = "SignedExchange",
        /// `Ping`
        Ping = "Ping",
        /// `CSPViolationReport`
        CspViolationReport = "CSPViolationReport",
        /// `Preflight`
        Preflight = "Preflight",
        /// `FedCM`
        FedCm = "FedCM",
        /// `Other`
        Other = "Other",
    }
}

/// HTTP response data.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// Response URL. This URL can be different from CachedResource.url in case of redirect.
    pub url: String,
    /// HTTP response status code.
    pub status: i64,
    /// HTTP response status text.
    pub status_text: String,
    /// HTTP response headers.
    pub headers: Headers,
    /// Resource mimeType as determined by the browser.
    pub mime_type: String,
    /// Resource charset as determined by the browser (if applicable).
    pub charset: String,
    /// Refined HTTP request headers that were actually transmitted over the network.
    pub request_headers: Option<Headers>,
    /// Specifies whether physical connection was actually reused for this request.
    pub connection_reused: bool,
    /// Physical connection id that was actually used for this request.
    pub connection_id: f64,
    /// Remote IP address.
    #[serde(rename = "remoteIPAddress")]
    pub remote_ip_address: Option<String>,
    /// Remote port.
    pub remote_port: Option<i64>,
    /// Specifies that the request was served from the disk cache.
    pub from_disk_cache: Option<bool>,
    /// Specifies that the request was served from the ServiceWorker.
    pub from_service_worker: Option<bool>,
    /// Specifies that the request was served from the prefetch cache.
    pub from_prefetch_cache: Option<bool>,
    /// Specifies that the request was served from the prefetch cache.
    pub from_early_hints: Option<bool>,
    /// Total number of bytes received for this request so far.
    pub encoded_data_length: f64,
    /// The time at which the returned response was generated.
    pub response_time: Option<TimeSinceEpoch>,
    /// Cache Storage Cache Name.
    pub cache_storage_cache_name: Option<String>,
    /// Protocol used to fetch this request.
    pub protocol: Option<String>,
    /// Security state of the request resource.
    pub security_state: super::security::SecurityState,
}

/// UTC time in seconds, counted from January 1, 1970.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TimeSinceEpoch(
    /// The bare value.
    pub f64,
);

/// Deletes browser cookies with matching name and url or domain/path/partitionKey pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteCookies {
    /// Name of the cookies to remove.
    pub name: String,
    /// If specified, deletes all the cookies with the given name where domain and path match
    /// provided URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// If specified, deletes only cookies with the exact domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// If specified, deletes only cookies with the exact path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// If specified, deletes only cookies with the the given name and partitionKey where
    /// all partition key attributes match the cookie partition key attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition_key: Option<CookiePartitionKey>,
}

impl DeleteCookies {
    /// With what is required, and nothing of what is optional.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            url: None,
            domain: None,
            path: None,
            partition_key: None,
        }
    }
}

impl Command for DeleteCookies {
    const METHOD: &'static str = "Network.deleteCookies";
    type Reply = Empty;
}

/// Activates emulation of network conditions. This command is deprecated in favor of the emulateNetworkConditionsByRule
/// and overrideNetworkState commands, which can be used together to the same effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmulateNetworkConditions {
    /// True to emulate internet disconnection.
    pub offline: bool,
    /// Minimum latency from request sent to response headers received (ms).
    pub latency: f64,
    /// Maximal aggregated download throughput (bytes/sec). -1 disables download throttling.
    pub download_throughput: f64,
    /// Maximal aggregated upload throughput (bytes/sec).  -1 disables upload throttling.
    pub upload_throughput: f64,
    /// Connection type if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection_type: Option<ConnectionType>,
    /// WebRTC packet loss (percent, 0-100). 0 disables packet loss emulation, 100 drops all the packets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet_loss: Option<f64>,
    /// WebRTC packet queue length (packet). 0 removes any queue length limitations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet_queue_length: Option<i64>,
    /// WebRTC packetReordering feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet_reordering: Option<bool>,
}

impl EmulateNetworkConditions {
    /// With what is required, and nothing of what is optional.
    pub fn new(
        offline: bool,
        latency: f64,
        download_throughput: f64,
        upload_throughput: f64,
    ) -> Self {
        Self {
            offline,
            latency,
            download_throughput,
            upload_throughput,
            connection_type: None,
            packet_loss: None,
            packet_queue_length: None,
            packet_reordering: None,
        }
    }
}

impl Command for EmulateNetworkConditions {
    const METHOD: &'static str = "Network.emulateNetworkConditions";
    type Reply = Empty;
}

/// Enables network tracking, network events will now be delivered to the client.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// Buffer size in bytes to use when preserving network payloads (XHRs, etc).
    /// This is the maximum number of bytes that will be collected by this
    /// DevTools session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_total_buffer_size: Option<i64>,
    /// Per-resource buffer size in bytes to use when preserving network payloads (XHRs, etc).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_resource_buffer_size: Option<i64>,
    /// Longest post body size (in bytes) that would be included in requestWillBeSent notification
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_post_data_size: Option<i64>,
    /// Whether DirectSocket chunk send/receive events should be reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_direct_socket_traffic: Option<bool>,
    /// Enable storing response bodies outside of renderer, so that these survive
    /// a cross-process navigation. Requires maxTotalBufferSize to be set.
    /// Currently defaults to false. This field is being deprecated in favor of the dedicated
    /// configureDurableMessages command, due to the possibility of deadlocks when awaiting
    /// Network.enable before issuing Runtime.runIfWaitingForDebugger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_durable_messages: Option<bool>,
}

impl Command for Enable {
    const METHOD: &'static str = "Network.enable";
    type Reply = Empty;
}

/// Returns all browser cookies for the current URL. Depending on the backend support, will return
/// detailed cookie information in the `cookies` field.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookies {
    /// The list of URLs for which applicable cookies will be fetched.
    /// If not specified, it's assumed to be set to the list containing
    /// the URLs of the page and all of its subframes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub urls: Option<Vec<String>>,
}

/// The reply to [`GetCookies`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookiesReply {
    /// Array of cookie objects.
    pub cookies: Vec<Cookie>,
}

impl Command for GetCookies {
    const METHOD: &'static str = "Network.getCookies";
    type Reply = GetCookiesReply;
}

/// Sets given cookies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetCookies {
    /// Cookies to be set.
    pub cookies: Vec<CookieParam>,
}

impl SetCookies {
    /// With what is required, and nothing of what is optional.
    pub fn new(cookies: Vec<CookieParam>) -> Self {
        Self { cookies }
    }
}

impl Command for SetCookies {
    const METHOD: &'static str = "Network.setCookies";
    type Reply = Empty;
}

/// Specifies whether to always send extra HTTP headers with the requests from this page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExtraHttpHeaders {
    /// Map with extra HTTP headers.
    pub headers: Headers,
}

impl SetExtraHttpHeaders {
    /// With what is required, and nothing of what is optional.
    pub fn new(headers: Headers) -> Self {
        Self { headers }
    }
}

impl Command for SetExtraHttpHeaders {
    const METHOD: &'static str = "Network.setExtraHTTPHeaders";
    type Reply = Empty;
}

/// Allows overriding user agent with the given string.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetUserAgentOverride {
    /// User agent to use.
    pub user_agent: String,
    /// Browser language to emulate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept_language: Option<String>,
    /// The platform navigator.platform should return.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// To be sent in Sec-CH-UA-\* headers and returned in navigator.userAgentData
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent_metadata: Option<super::emulation::UserAgentMetadata>,
}

impl SetUserAgentOverride {
    /// With what is required, and nothing of what is optional.
    pub fn new(user_agent: impl Into<String>) -> Self {
        Self {
            user_agent: user_agent.into(),
            accept_language: None,
            platform: None,
            user_agent_metadata: None,
        }
    }
}

impl Command for SetUserAgentOverride {
    const METHOD: &'static str = "Network.setUserAgentOverride";
    type Reply = Empty;
}

/// Fired when HTTP request has failed to load.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFailed {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Resource type.
    pub type_: ResourceType,
    /// Error message. List of network errors: <https://cs.chromium.org/chromium/src/net/base/net_error_list.h>
    pub error_text: String,
    /// True if loading was canceled.
    pub canceled: Option<bool>,
    /// The reason why loading was blocked, if any.
    pub blocked_reason: Option<BlockedReason>,
    /// The reason why loading was blocked by CORS, if any.
    pub cors_error_status: Option<CorsErrorStatus>,
}

impl Event for LoadingFailed {
    const METHOD: &'static str = "Network.loadingFailed";
}

/// Fired when HTTP request has finished loading.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFinished {
    /// Request identifier.
    pub request_id: RequestId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Total number of bytes received for this request.
    pub encoded_data_length: f64,
    /// Size of the response body before removing content encodings.
    /// Includes cached bodies, but excludes headers and transfer framing.
    pub encoded_body_length: Option<f64>,
}

impl Event for LoadingFinished {
    const METHOD: &'static str = "Network.loadingFinished";
}

/// Fired when page is about to send HTTP request.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestWillBeSent {
    /// Request identifier.
    pub request_id: RequestId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: LoaderId,
    /// URL of the document this request is loaded for.
    #[serde(rename = "documentURL")]
    pub document_url: String,
    /// Request data.
    pub request: Request,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Timestamp.
    pub wall_time: TimeSinceEpoch,
    /// Request initiator.
    pub initiator: Initiator,
    /// In the case that redirectResponse is populated, this flag indicates whether
    /// requestWillBeSentExtraInfo and responseReceivedExtraInfo events will be or were emitted
    /// for the request which was just redirected.
    pub redirect_has_extra_info: Option<bool>,
    /// Redirect response data.
    pub redirect_response: Option<Response>,
    /// Type of this resource.
    pub type_: Option<ResourceType>,
    /// Frame identifier.
    pub frame_id: Option<super::page::FrameId>,
    /// Whether the request is initiated by a user gesture. Defaults to false.
    pub has_user_gesture: Option<bool>,
}

impl Event for RequestWillBeSent {
    const METHOD: &'static str = "Network.requestWillBeSent";
}

/// Fired when HTTP response is available.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseReceived {
    /// Request identifier.
    pub request_id: RequestId,
    /// Loader identifier. Empty string if the request is fetched from worker.
    pub loader_id: LoaderId,
    /// Timestamp.
    pub timestamp: MonotonicTime,
    /// Resource type.
    pub type_: ResourceType,
    /// Response data.
    pub response: Response,
    /// Indicates whether requestWillBeSentExtraInfo and responseReceivedExtraInfo events will be
    /// or were emitted for this request.
    pub has_extra_info: Option<bool>,
    /// Frame identifier.
    pub frame_id: Option<super::page::FrameId>,
}

impl Event for ResponseReceived {
    const METHOD: &'static str = "Network.responseReceived";
}

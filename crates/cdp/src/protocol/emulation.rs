// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 60d0f126f749b9c85cfd89d907f7dc6c62eee23d338a33b717879d2b5794c34a

//! The domain `Emulation`.
//!
//! This domain emulates different environments for the page.

use serde::Serialize;

use crate::command::{Command, Empty};
use crate::wire::string_enum;

/// `Emulation.MediaFeature` of the protocol.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MediaFeature {
    /// `Emulation.MediaFeature.name` of the protocol.
    pub name: String,
    /// `Emulation.MediaFeature.value` of the protocol.
    pub value: String,
}

impl MediaFeature {
    /// With what is required, and nothing of what is optional.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
        }
    }
}

string_enum! {
    /// Values of `type_` of [`ScreenOrientation`].
    pub enum ScreenOrientationType {
        /// `portraitPrimary`
        PortraitPrimary = "portraitPrimary",
        /// `portraitSecondary`
        PortraitSecondary = "portraitSecondary",
        /// `landscapePrimary`
        LandscapePrimary = "landscapePrimary",
        /// `landscapeSecondary`
        LandscapeSecondary = "landscapeSecondary",
    }
}

/// Screen orientation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreenOrientation {
    /// Orientation type.
    pub type_: ScreenOrientationType,
    /// Orientation angle.
    pub angle: i64,
}

impl ScreenOrientation {
    /// With what is required, and nothing of what is optional.
    pub fn new(type_: ScreenOrientationType, angle: i64) -> Self {
        Self { type_, angle }
    }
}

/// Used to specify User Agent Client Hints to emulate. See <https://wicg.github.io/ua-client-hints>
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserAgentBrandVersion {
    /// `Emulation.UserAgentBrandVersion.brand` of the protocol.
    pub brand: String,
    /// `Emulation.UserAgentBrandVersion.version` of the protocol.
    pub version: String,
}

impl UserAgentBrandVersion {
    /// With what is required, and nothing of what is optional.
    pub fn new(brand: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            brand: brand.into(),
            version: version.into(),
        }
    }
}

/// Used to specify User Agent Client Hints to emulate. See <https://wicg.github.io/ua-client-hints>
/// Missing optional values will be filled in by the target with what it would normally use.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserAgentMetadata {
    /// Brands appearing in Sec-CH-UA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brands: Option<Vec<UserAgentBrandVersion>>,
    /// Brands appearing in Sec-CH-UA-Full-Version-List.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_version_list: Option<Vec<UserAgentBrandVersion>>,
    /// `Emulation.UserAgentMetadata.platform` of the protocol.
    pub platform: String,
    /// `Emulation.UserAgentMetadata.platformVersion` of the protocol.
    pub platform_version: String,
    /// `Emulation.UserAgentMetadata.architecture` of the protocol.
    pub architecture: String,
    /// `Emulation.UserAgentMetadata.model` of the protocol.
    pub model: String,
    /// `Emulation.UserAgentMetadata.mobile` of the protocol.
    pub mobile: bool,
    /// `Emulation.UserAgentMetadata.bitness` of the protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bitness: Option<String>,
    /// `Emulation.UserAgentMetadata.wow64` of the protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wow64: Option<bool>,
    /// Used to specify User Agent form-factor values.
    /// See <https://wicg.github.io/ua-client-hints/#sec-ch-ua-form-factors>
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_factors: Option<Vec<String>>,
}

impl UserAgentMetadata {
    /// With what is required, and nothing of what is optional.
    pub fn new(
        platform: impl Into<String>,
        platform_version: impl Into<String>,
        architecture: impl Into<String>,
        model: impl Into<String>,
        mobile: bool,
    ) -> Self {
        Self {
            platform: platform.into(),
            platform_version: platform_version.into(),
            architecture: architecture.into(),
            model: model.into(),
            mobile,
            brands: None,
            full_version_list: None,
            bitness: None,
            wow64: None,
            form_factors: None,
        }
    }
}

string_enum! {
    /// Values of `scrollbar_type` of [`SetDeviceMetricsOverride`].
    pub enum SetDeviceMetricsOverrideScrollbarType {
        /// `overlay`
        Overlay = "overlay",
        /// `default`
        Default = "default",
    }
}

string_enum! {
    /// Values of `viewport_meta` of [`SetDeviceMetricsOverride`].
    pub enum SetDeviceMetricsOverrideViewportMeta {
        /// `enable`
        Enable = "enable",
        /// `default`
        Default = "default",
    }
}

string_enum! {
    /// Values of `text_layout_mode` of [`SetDeviceMetricsOverride`].
    pub enum SetDeviceMetricsOverrideTextLayoutMode {
        /// `mobile`
        Mobile = "mobile",
        /// `default`
        Default = "default",
    }
}

/// Overrides the values of device screen dimensions (window.screen.width, window.screen.height,
/// window.innerWidth, window.innerHeight, and "device-width"/"device-height"-related CSS media
/// query results).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDeviceMetricsOverride {
    /// Overriding width value in pixels (minimum 0, maximum 10000000). 0 disables the override.
    pub width: i64,
    /// Overriding height value in pixels (minimum 0, maximum 10000000). 0 disables the override.
    pub height: i64,
    /// Overriding device scale factor value. 0 disables the override.
    pub device_scale_factor: f64,
    /// Whether to emulate mobile device. This includes viewport meta tag, overlay scrollbars, text
    /// autosizing and more.
    pub mobile: bool,
    /// Scale to apply to resulting view image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Overriding screen width value in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_width: Option<i64>,
    /// Overriding screen height value in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_height: Option<i64>,
    /// Overriding view X position on screen in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_x: Option<i64>,
    /// Overriding view Y position on screen in pixels (minimum 0, maximum 10000000).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_y: Option<i64>,
    /// Do not set visible view size, rely upon explicit setVisibleSize call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dont_set_visible_size: Option<bool>,
    /// Screen orientation override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation: Option<ScreenOrientation>,
    /// If set, the visible area of the page will be overridden to this viewport. This viewport
    /// change is not observed by the page, e.g. viewport-relative elements do not change positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<super::page::Viewport>,
    /// Scrollbar type. Default: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrollbar_type: Option<SetDeviceMetricsOverrideScrollbarType>,
    /// If set to true, enables screen orientation lock emulation, which
    /// intercepts screen.orientation.lock() calls from the page and reports
    /// orientation changes via screenOrientationLockChanged events. This is
    /// useful for emulating mobile device orientation lock behavior in
    /// responsive design mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen_orientation_lock_emulation: Option<bool>,
    /// Viewport meta tag behavior. Default: `default`. Note: if `mobile` is `true`,
    /// the viewport meta tag is always enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport_meta: Option<SetDeviceMetricsOverrideViewportMeta>,
    /// Text layout mode. Default: `default`. Note: if `mobile` is `true`,
    /// mobile text layout mode (text autosizing) is always enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_layout_mode: Option<SetDeviceMetricsOverrideTextLayoutMode>,
}

impl SetDeviceMetricsOverride {
    /// With what is required, and nothing of what is optional.
    pub fn new(width: i64, height: i64, device_scale_factor: f64, mobile: bool) -> Self {
        Self {
            width,
            height,
            device_scale_factor,
            mobile,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            scrollbar_type: None,
            screen_orientation_lock_emulation: None,
            viewport_meta: None,
            text_layout_mode: None,
        }
    }
}

impl Command for SetDeviceMetricsOverride {
    const METHOD: &'static str = "Emulation.setDeviceMetricsOverride";
    type Reply = Empty;
}

/// Emulates the given media type or media feature for CSS media queries.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetEmulatedMedia {
    /// Media type to emulate. Empty string disables the override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<String>,
    /// Media features to emulate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<MediaFeature>>,
}

impl Command for SetEmulatedMedia {
    const METHOD: &'static str = "Emulation.setEmulatedMedia";
    type Reply = Empty;
}

/// Enables or disables simulating a focused and active page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFocusEmulationEnabled {
    /// Whether to enable to disable focus emulation.
    pub enabled: bool,
}

impl SetFocusEmulationEnabled {
    /// With what is required, and nothing of what is optional.
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl Command for SetFocusEmulationEnabled {
    const METHOD: &'static str = "Emulation.setFocusEmulationEnabled";
    type Reply = Empty;
}

/// Overrides the Geolocation Position or Error. Omitting latitude, longitude or
/// accuracy emulates position unavailable.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetGeolocationOverride {
    /// Mock latitude
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Mock longitude
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// Mock accuracy
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Mock altitude
    #[serde(skip_serializing_if = "Option::is_none")]
    pub altitude: Option<f64>,
    /// Mock altitudeAccuracy
    #[serde(skip_serializing_if = "Option::is_none")]
    pub altitude_accuracy: Option<f64>,
    /// Mock heading
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<f64>,
    /// Mock speed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
}

impl Command for SetGeolocationOverride {
    const METHOD: &'static str = "Emulation.setGeolocationOverride";
    type Reply = Empty;
}

/// Overrides default host system locale with the specified one.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetLocaleOverride {
    /// ICU style C locale (e.g. "en\_US"). If not specified or empty, disables the override and
    /// restores default host system locale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
}

impl Command for SetLocaleOverride {
    const METHOD: &'static str = "Emulation.setLocaleOverride";
    type Reply = Empty;
}

/// Overrides default host system timezone with the specified one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetTimezoneOverride {
    /// The timezone identifier. List of supported timezones:
    /// <https://source.chromium.org/chromium/chromium/deps/icu.git/+/faee8bc70570192d82d2978a71e2a615788597d1:source/data/misc/metaZones.txt>
    /// If empty, disables the override and restores default host system timezone.
    pub timezone_id: String,
}

impl SetTimezoneOverride {
    /// With what is required, and nothing of what is optional.
    pub fn new(timezone_id: impl Into<String>) -> Self {
        Self {
            timezone_id: timezone_id.into(),
        }
    }
}

impl Command for SetTimezoneOverride {
    const METHOD: &'static str = "Emulation.setTimezoneOverride";
    type Reply = Empty;
}

// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 8dafdd884d53f92dc071cd717b3613dea2406b701e9e9a24c38b408c5c3e7dcd

//! The domain `Storage`.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty};

/// Clears cookies.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClearCookies {
    /// Browser context to use when called on the browser endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextId>,
}

impl Command for ClearCookies {
    const METHOD: &'static str = "Storage.clearCookies";
    type Reply = Empty;
}

/// Returns all browser cookies.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookies {
    /// Browser context to use when called on the browser endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextId>,
}

/// The reply to [`GetCookies`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookiesReply {
    /// Array of cookie objects.
    pub cookies: Vec<super::network::Cookie>,
}

impl Command for GetCookies {
    const METHOD: &'static str = "Storage.getCookies";
    type Reply = GetCookiesReply;
}

/// Sets given cookies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetCookies {
    /// Cookies to be set.
    pub cookies: Vec<super::network::CookieParam>,
    /// Browser context to use when called on the browser endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextId>,
}

impl SetCookies {
    /// With what is required, and nothing of what is optional.
    pub fn new(cookies: Vec<super::network::CookieParam>) -> Self {
        Self {
            cookies,
            browser_context_id: None,
        }
    }
}

impl Command for SetCookies {
    const METHOD: &'static str = "Storage.setCookies";
    type Reply = Empty;
}

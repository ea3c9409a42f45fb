// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below 0a69c470c04331e205adffe97083b6b5d4a23ad9b7abd9214e1a2d3773aac2fa

//! The domain `Security`.

use serde::Serialize;

use crate::command::{Command, Empty};
use crate::wire::string_enum;

string_enum! {
    /// A description of mixed content (HTTP resources on HTTPS pages), as defined by
    /// <https://www.w3.org/TR/mixed-content/#categories>
    pub enum MixedContentType {
        /// `blockable`
        Blockable = "blockable",
        /// `optionally-blockable`
        OptionallyBlockable = "optionally-blockable",
        /// `none`
        None = "none",
    }
}

string_enum! {
    /// The security level of a page or resource.
    pub enum SecurityState {
        /// `unknown`
        Unknown = "unknown",
        /// `neutral`
        Neutral = "neutral",
        /// `insecure`
        Insecure = "insecure",
        /// `secure`
        Secure = "secure",
        /// `info`
        Info = "info",
        /// `insecure-broken`
        InsecureBroken = "insecure-broken",
    }
}

/// Enable/disable whether all certificate errors should be ignored.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetIgnoreCertificateErrors {
    /// If true, all certificate errors will be ignored.
    pub ignore: bool,
}

impl SetIgnoreCertificateErrors {
    /// With what is required, and nothing of what is optional.
    pub fn new(ignore: bool) -> Self {
        Self { ignore }
    }
}

impl Command for SetIgnoreCertificateErrors {
    const METHOD: &'static str = "Security.setIgnoreCertificateErrors";
    type Reply = Empty;
}

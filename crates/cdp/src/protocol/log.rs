// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below dbe02911d5d79184d503ed2c4bea2e29026bf5cefd2702db45aea4893f233680

//! The domain `Log`.
//!
//! Provides access to log entries.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::string_enum;

string_enum! {
    /// Values of `source` of [`LogEntry`].
    pub enum LogEntrySource {
        /// `xml`
        Xml = "xml",
        /// `javascript`
        Javascript = "javascript",
        /// `network`
        Network = "network",
        /// `storage`
        Storage = "storage",
        /// `appcache`
        Appcache = "appcache",
        /// `rendering`
        Rendering = "rendering",
        /// `security`
        Security = "security",
        /// `deprecation`
        Deprecation = "deprecation",
        /// `worker`
        Worker = "worker",
        /// `violation`
        Violation = "violation",
        /// `intervention`
        Intervention = "intervention",
        /// `recommendation`
        Recommendation = "recommendation",
        /// `other`
        Other = "other",
    }
}

string_enum! {
    /// Values of `level` of [`LogEntry`].
    pub enum LogEntryLevel {
        /// `verbose`
        Verbose = "verbose",
        /// `info`
        Info = "info",
        /// `warning`
        Warning = "warning",
        /// `error`
        Error = "error",
    }
}

string_enum! {
    /// Values of `category` of [`LogEntry`].
    pub enum LogEntryCategory {
        /// `cors`
        Cors = "cors",
    }
}

/// Log entry.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogEntry {
    /// Log entry source.
    pub source: LogEntrySource,
    /// Log entry severity.
    pub level: LogEntryLevel,
    /// Logged text.
    pub text: String,
    /// `Log.LogEntry.category` of the protocol.
    pub category: Option<LogEntryCategory>,
    /// Timestamp when this entry was added.
    pub timestamp: super::runtime::Timestamp,
    /// URL of the resource if known.
    pub url: Option<String>,
    /// Line number in the resource.
    pub line_number: Option<i64>,
    /// JavaScript stack trace.
    pub stack_trace: Option<super::runtime::StackTrace>,
    /// Identifier of the network request associated with this entry.
    pub network_request_id: Option<super::network::RequestId>,
    /// Identifier of the worker associated with this entry.
    pub worker_id: Option<String>,
    /// Call arguments.
    pub args: Option<Vec<super::runtime::RemoteObject>>,
}

/// Enables log domain, sends the entries collected so far to the client by means of the
/// `entryAdded` notification.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Enable {}

impl Command for Enable {
    const METHOD: &'static str = "Log.enable";
    type Reply = Empty;
}

/// Issued when new message was logged.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryAdded {
    /// The entry.
    pub entry: LogEntry,
}

impl Event for EntryAdded {
    const METHOD: &'static str = "Log.entryAdded";
}

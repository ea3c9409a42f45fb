// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below d7ff59cfb471733fbc0e0aa84212675d1b970c587e8c9d77f31325690c1cfad5

//! The domain `Inspector`.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};

/// Enables inspector domain notifications.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Enable {}

impl Command for Enable {
    const METHOD: &'static str = "Inspector.enable";
    type Reply = Empty;
}

/// Fired when remote debugging connection is about to be terminated. Contains detach reason.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detached {
    /// The reason why connection has been terminated.
    pub reason: String,
}

impl Event for Detached {
    const METHOD: &'static str = "Inspector.detached";
}

/// Fired when debugging target has crashed
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TargetCrashed {}

impl Event for TargetCrashed {
    const METHOD: &'static str = "Inspector.targetCrashed";
}

/// Fired when debugging target has reloaded after crash
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TargetReloadedAfterCrash {}

impl Event for TargetReloadedAfterCrash {
    const METHOD: &'static str = "Inspector.targetReloadedAfterCrash";
}

/// Fired on worker targets when main worker script and any imported scripts have been evaluated.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct WorkerScriptLoaded {}

impl Event for WorkerScriptLoaded {
    const METHOD: &'static str = "Inspector.workerScriptLoaded";
}

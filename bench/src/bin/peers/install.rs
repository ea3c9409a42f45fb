//! Getting agent-browser from npm.

use std::path::PathBuf;

use surefoot_bench::tools::{Package, npm};

/// Installs the newest agent-browser and answers its binary for this machine, or why there is none.
pub(crate) fn agent_browser() -> Result<PathBuf, String> {
    npm(Package {
        wanted: "agent-browser@latest",
        file: "agent-browser/bin/agent-browser-{platform}",
    })
}

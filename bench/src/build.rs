//! The command under test.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Builds the command as it is released, and returns its path.
pub fn surefoot() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--package",
            "surefoot-cli",
            "--bin",
            "surefoot",
        ])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|_| "cargo cannot be started\n\nhint: --surefoot PATH measures a built command")?;
    if !output.status.success() {
        return Err("surefoot cannot be built".to_owned());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message.get("executable")?.as_str().map(PathBuf::from))
        .ok_or_else(|| "cargo does not say where it built surefoot".to_owned())
}

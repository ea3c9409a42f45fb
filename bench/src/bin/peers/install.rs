//! Getting agent-browser from npm.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Installs the newest agent-browser below the cache folder and answers its binary for this machine, or why there is
/// none. Its install script is not run: it would fetch a browser, and the package holds the binaries already.
pub(crate) fn agent_browser() -> Result<PathBuf, String> {
    let folder = std::env::home_dir()
        .ok_or("this user has no home folder")?
        .join(".cache/surefoot/peers");
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {}", folder.display(), error.kind()))?;
    let output = Command::new("npm")
        .args([
            "install",
            "--prefix",
            ".",
            "--ignore-scripts",
            // The version of Node that it asks for is that of its launcher script, which is not used.
            "--force",
            "--no-audit",
            "--no-fund",
            "agent-browser@latest",
        ])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|_| "npm cannot be started")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("npm cannot install it: {}", said.trim()));
    }
    let binary = folder
        .join("node_modules/agent-browser/bin")
        .join(format!("agent-browser-{}", platform()?));
    if !binary.exists() {
        return Err(format!("the package has no {}", binary.display()));
    }
    make_executable(&binary)?;
    Ok(binary)
}

/// As the names of its binaries call this machine.
fn platform() -> Result<&'static str, String> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Ok("linux-x64"),
        ("linux", "aarch64") => Ok("linux-arm64"),
        (os, arch) => Err(format!("this measures on Linux only, not on {os} {arch}")),
    }
}

fn make_executable(file: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).map_err(|error| {
        format!(
            "cannot make {} executable: {}",
            file.display(),
            error.kind()
        )
    })
}

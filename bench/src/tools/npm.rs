//! Getting tools from npm.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A package, and what of it is run.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// Its name and version: `agent-browser@0.41.2`.
    pub wanted: &'static str,
    /// Below `node_modules`; `{platform}` stands for this machine as npm's binaries call it.
    pub file: &'static str,
}

/// Installs a package below the cache folder, one folder for each, and answers the file of it, or why there is none. Its
/// install script is not run: it would fetch a browser.
pub fn npm(package: Package) -> Result<PathBuf, String> {
    let name = package.wanted.replace(['/', '@'], "-");
    let folder = std::env::home_dir()
        .ok_or("this user has no home folder")?
        .join(".cache/surefoot/peers")
        .join(name);
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {}", folder.display(), error.kind()))?;
    let output = Command::new("npm")
        .args([
            "install",
            "--prefix",
            ".",
            "--ignore-scripts",
            // The version of Node that one asks for is that of its launcher script, which is not used.
            "--force",
            "--no-audit",
            "--no-fund",
            package.wanted,
        ])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|_| "npm cannot be started")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("npm cannot install it: {}", said.trim()));
    }
    let file = package.file.replace("{platform}", platform()?);
    let file = folder.join("node_modules").join(file);
    if !file.exists() {
        return Err(format!("the package has no {}", file.display()));
    }
    make_executable(&file)?;
    Ok(file)
}

/// As the names of binaries from npm call this machine.
pub fn platform() -> Result<&'static str, String> {
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

//! How to install a browser here.

/// One command of an installation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstallStep {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Whether it has to be run by the administrator.
    pub as_root: bool,
}

/// The commands that install a browser with the platform's own package manager; `None` where none is known.
pub fn install_steps() -> Option<Vec<InstallStep>> {
    let step = |command: &[&str], as_root| InstallStep {
        command: command.iter().map(|&part| part.to_owned()).collect(),
        as_root,
    };
    let has = |program: &str| {
        std::env::var_os("PATH").is_some_and(|path| {
            std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
        })
    };
    if has("apt-get") {
        Some(vec![
            step(&["apt-get", "update"], true),
            step(
                &["apt-get", "install", "-y", "chromium-headless-shell"],
                true,
            ),
        ])
    } else if has("dnf") {
        Some(vec![step(
            &["dnf", "install", "-y", "chromium-headless"],
            true,
        )])
    } else if has("pacman") {
        Some(vec![step(
            &["pacman", "-S", "--noconfirm", "chromium"],
            true,
        )])
    } else if has("apk") {
        Some(vec![step(&["apk", "add", "chromium"], true)])
    } else if has("zypper") {
        Some(vec![step(&["zypper", "install", "-y", "chromium"], true)])
    } else if has("brew") {
        Some(vec![step(
            &["brew", "install", "--cask", "chromium"],
            false,
        )])
    } else {
        None
    }
}

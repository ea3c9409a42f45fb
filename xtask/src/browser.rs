//! The browser that the tests of the Chromium engine need: there already, or installed from the system's own packages.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Error;

/// Names another browser; the tests read the same variable.
const VARIABLE: &str = "SUREFOOT_BROWSER";

/// Where the tests look.
const PLACES: &[&str] = &[
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
];

/// The packages whose tests start a browser.
const USERS: &[&str] = &["surefoot-cdp", "surefoot-chromium", "surefoot-cli"];

const INSTALL: &[&[&str]] = &[
    &["apt-get", "update", "-qq"],
    &["apt-get", "install", "-y", "-qq", "chromium-headless-shell"],
];

/// Makes sure that there is a browser, if tests that these arguments select need one. Installs it where that is possible
/// without asking: as root, on a system with apt.
#[expect(clippy::print_stderr, reason = "progress of a command-line program")]
pub(crate) fn ensure(arguments: &[String]) -> Result<(), Error> {
    let is_there = std::env::var_os(VARIABLE).is_some()
        || PLACES.iter().any(|place| Path::new(place).exists());
    if is_there || !is_needed(arguments) {
        return Ok(());
    }
    let shown = INSTALL
        .iter()
        .map(|words| words.join(" "))
        .collect::<Vec<_>>()
        .join(" && ");
    let missing = |what: &str| {
        Error::new(format!(
            "the tests of the Chromium engine need a browser: {what}"
        ))
        .hint(format!(
            "as root: {shown}; or set {VARIABLE} to a Chromium, or test other packages with -p"
        ))
    };
    if !is_root() {
        return Err(missing("none was found"));
    }
    eprintln!("browser: {shown}");
    for words in INSTALL {
        if !run(words) {
            return Err(missing(&format!("`{}` failed", words.join(" "))));
        }
    }
    Ok(())
}

/// Whether the selected packages are all, or one of those that need it.
fn is_needed(arguments: &[String]) -> bool {
    let mut packages = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "-p" || word == "--package" {
            packages.extend(words.next().map(String::as_str));
        } else if let Some(name) = word
            .strip_prefix("--package=")
            .or_else(|| word.strip_prefix("-p"))
        {
            packages.push(name);
        }
    }
    packages.is_empty() || packages.iter().any(|name| USERS.contains(name))
}

fn is_root() -> bool {
    let output = Command::new("id")
        .arg("-u")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn run(words: &[&str]) -> bool {
    let Some((program, rest)) = words.split_first() else {
        return false;
    };
    Command::new(program)
        .args(rest)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::is_needed;

    #[test]
    fn only_where_its_tests_are_selected() {
        for (arguments, needed) in [
            ("", true),
            ("login", true),
            ("-p surefoot-cdp", true),
            ("-p surefoot-page", false),
            ("--package=surefoot-page x", false),
            ("-psurefoot-page -p surefoot-cdp", true),
            ("-p surefoot-cli login", true),
        ] {
            let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
            assert_eq!(is_needed(&words), needed, "{arguments}");
        }
    }
}

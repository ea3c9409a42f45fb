//! `cargo xtask test`: everything a person needs to know that the checkout works.

use std::process::{Command, Stdio};

use crate::browser;
use crate::corpus;
use crate::error::Error;

/// Fetches what the tests need, then runs all of them. Arguments are passed on to the test runner, to filter.
///
/// Uses `cargo nextest` where it is installed, because it is quicker and says clearer what failed; plain `cargo test`
/// runs the same tests. The examples in the documentation need `cargo test` in either case; they come first, so that
/// the counts of the main run close the output.
pub(crate) fn run(arguments: &[String]) -> Result<(), Error> {
    corpus::run(&[])?;
    browser::ensure(arguments)?;
    let examples = if arguments.is_empty() {
        cargo(&["test", "--quiet", "--workspace", "--doc"], &[])
    } else {
        Ok(())
    };
    let mut command = if has_nextest() {
        vec!["nextest", "run"]
    } else {
        vec!["test", "--tests"]
    };
    command.push("--no-fail-fast");
    // `cargo xtask test -p surefoot-page` means that crate alone.
    if !arguments
        .iter()
        .any(|argument| argument.starts_with("-p") || argument.starts_with("--package"))
    {
        command.push("--workspace");
    }
    cargo(&command, arguments).and(examples)
}

fn has_nextest() -> bool {
    Command::new("cargo")
        .args(["nextest", "--version"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn cargo(arguments: &[&str], more: &[String]) -> Result<(), Error> {
    let shown = format!("cargo {}", arguments.join(" "));
    let status = Command::new("cargo")
        .args(arguments)
        .args(more)
        .stdin(Stdio::null())
        .status()
        .map_err(|_| {
            Error::new("cargo cannot be started")
                .hint("run this as `cargo xtask test`, with cargo on the PATH")
        })?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::new(format!("`{shown}` failed")).hint("the failures are listed above"))
    }
}

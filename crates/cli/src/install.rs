//! `install`: how to get a browser, with the package manager of the machine.

use std::process::Command;

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{InstallStep, find_browser, install_steps};

use crate::output::{FAILED, Printed, Rendering, lines};
use crate::words::io_reason;

/// Says how to install a browser, or with `run` does it. Where one is installed already it says so.
pub(crate) fn perform(run: bool, rendering: Rendering) -> Printed {
    match attempt(run, rendering) {
        Ok(printed) => printed,
        Err(error) => Printed::error(&error, rendering, FAILED),
    }
}

fn attempt(run: bool, rendering: Rendering) -> Result<Printed, Error> {
    if let Ok(found) = find_browser(None, false) {
        let path = found.path.display().to_string();
        return Ok(match rendering {
            Rendering::Text => Printed::data(format!("a browser is installed: {path}\n")),
            Rendering::Json => Printed::json(&serde_json::json!({ "installed": path })),
        });
    }
    let steps = install_steps().ok_or_else(|| {
        Error::new(
            ErrorKind::Unsupported,
            "no package manager was found that could install a browser",
        )
        .with_hint(
            "install Chromium or Chrome yourself; --browser PATH or SUREFOOT_BROWSER names it",
        )
    })?;
    let commands: Vec<Vec<String>> = steps.iter().map(command).collect::<Result<_, _>>()?;
    let written: Vec<String> = commands.iter().map(|command| command.join(" ")).collect();
    if !run {
        return Ok(match rendering {
            Rendering::Text => Printed {
                stdout: lines(written).into_bytes(),
                stderr:
                    "note: these commands install a browser; `surefoot install --run` runs them\n"
                        .to_owned(),
                exit: 0,
            },
            Rendering::Json => Printed::json(&serde_json::json!({ "commands": written })),
        });
    }
    for (command, written) in commands.iter().zip(&written) {
        run_one(command, written)?;
    }
    let found = find_browser(None, false)?;
    let path = found.path.display().to_string();
    Ok(match rendering {
        Rendering::Text => Printed::data(format!("installed: {path}\n")),
        Rendering::Json => Printed::json(&serde_json::json!({ "installed": path })),
    })
}

/// The words of a step, by way of `sudo` where it needs rights that this user has not.
fn command(step: &InstallStep) -> Result<Vec<String>, Error> {
    let mut words = step.command.clone();
    if step.as_root && !rustix::process::geteuid().is_root() {
        words.insert(0, "sudo".to_owned());
    }
    if words.is_empty() {
        return Err(Error::new(
            ErrorKind::Unsupported,
            "this machine's way to install a browser is not known",
        ));
    }
    Ok(words)
}

/// Runs a step; what it prints goes to standard error.
fn run_one(command: &[String], written: &str) -> Result<(), Error> {
    let failed = |why: String| {
        Error::new(ErrorKind::InvalidArgument, format!("`{written}` {why}"))
            .with_hint("run it yourself, as administrator")
    };
    let Some((program, arguments)) = command.split_first() else {
        return Ok(());
    };
    let status = Command::new(program)
        .args(arguments)
        .stdout(std::io::stderr())
        .status()
        .map_err(|error| failed(format!("cannot be run: {}", io_reason(&error))))?;
    if status.success() {
        Ok(())
    } else {
        Err(failed("failed".to_owned()))
    }
}

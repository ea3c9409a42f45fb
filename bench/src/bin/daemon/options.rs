//! What was typed.

use std::ffi::OsString;
use std::path::PathBuf;

const USAGE: &str = "usage: daemon [--surefoot PATH] [--runs N] [--sessions N]";

/// What to measure.
pub(crate) struct Options {
    /// The command, where it is not to be built.
    pub(crate) surefoot: Option<PathBuf>,
    /// How often each command is timed.
    pub(crate) runs: usize,
    /// How many sessions are opened for the second figure of memory.
    pub(crate) sessions: usize,
}

impl Options {
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Options, String> {
        let mut options = Options {
            surefoot: None,
            runs: 200,
            sessions: 100,
        };
        let mut arguments = arguments;
        while let Some(option) = arguments.next() {
            let option = option.to_string_lossy().into_owned();
            let value = arguments
                .next()
                .ok_or_else(|| format!("{option} needs a value\n\nhint: {USAGE}"))?;
            match option.as_str() {
                "--surefoot" => options.surefoot = Some(PathBuf::from(value)),
                "--runs" => options.runs = number(&option, &value)?,
                "--sessions" => options.sessions = number(&option, &value)?,
                _ => return Err(format!("there is no option {option}\n\nhint: {USAGE}")),
            }
        }
        Ok(options)
    }
}

fn number(option: &str, value: &OsString) -> Result<usize, String> {
    value
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(|&number| number > 0)
        .ok_or_else(|| {
            format!(
                "{option} needs a number from 1: {}",
                value.to_string_lossy()
            )
        })
}

//! What is said when the command line cannot be understood: the thing, the reason, and what may have been meant.

use clap::error::ErrorKind as Clap;
use surefoot_engine::{Error, ErrorKind};

use crate::output::{self, Printed, Rendering};

/// What to print for an error of clap, which also stands for a request for help or for the version.
pub(crate) fn report(error: &clap::Error) -> Printed {
    match error.kind() {
        Clap::DisplayHelp | Clap::DisplayVersion => Printed::data(error.render().to_string()),
        Clap::DisplayHelpOnMissingArgumentOrSubcommand if !json_asked() => Printed {
            stdout: Vec::new(),
            stderr: error.render().to_string(),
            exit: output::USAGE,
        },
        _ => {
            let rendering = if json_asked() {
                Rendering::Json
            } else {
                Rendering::Text
            };
            Printed::error(&explain(error), rendering, output::USAGE)
        }
    }
}

/// Whether `--json` stands on the command line, which could not be parsed.
fn json_asked() -> bool {
    std::env::args_os()
        .skip(1)
        .take_while(|argument| argument != "--")
        .any(|argument| argument == "--json")
}

/// The error in our words: clap's first paragraph is the message, its tips and its usage line are the hint.
fn explain(error: &clap::Error) -> Error {
    if error.kind() == Clap::DisplayHelpOnMissingArgumentOrSubcommand {
        return Error::new(ErrorKind::InvalidArgument, "a command is missing")
            .with_hint("`surefoot --help` lists the commands");
    }
    let text = error.render().to_string();
    let mut message = String::new();
    let mut hints: Vec<String> = Vec::new();
    let mut in_message = true;
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.is_empty() {
            in_message = false;
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            hints.push(tip.to_owned());
        } else if let Some(usage) = line.strip_prefix("Usage: ") {
            // Next to a suggestion it is noise.
            if hints.is_empty() {
                hints.push(format!("usage: {usage}"));
            }
        } else if in_message {
            if !message.is_empty() {
                message.push(' ');
            }
            message.push_str(line);
        }
    }
    hints.push("`--help` after a command explains it".to_owned());
    Error::new(ErrorKind::InvalidArgument, message).with_hint(hints.join("; "))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::Cli;

    #[track_caller]
    fn said(line: &[&str]) -> (String, String) {
        let error = Cli::try_parse_from(line).expect_err("it must be refused");
        assert_eq!(error.exit_code(), 2);
        let error = explain(&error);
        (
            error.message().to_owned(),
            error.hint().unwrap_or_default().to_owned(),
        )
    }

    #[test]
    fn what_is_unknown_is_named_with_a_suggestion() {
        let (message, hint) = said(&["surefoot", "snapshto"]);
        assert!(
            message.contains("snapshto") && hint.contains("'snapshot'"),
            "{message} | {hint}"
        );
        let (message, hint) = said(&["surefoot", "snapshot", "--interactiv"]);
        assert!(
            message.contains("--interactiv") && hint.contains("'--interactive'"),
            "{message} | {hint}"
        );
        let (message, hint) = said(&["surefoot", "snapshot", "--format", "compcat"]);
        assert!(
            message.contains("compcat") && hint.contains("'compact'"),
            "{message} | {hint}"
        );
    }

    #[test]
    fn wrong_values_are_refused() {
        for line in [
            &["surefoot", "snapshot", "-d", "0"][..],
            &["surefoot", "snapshot", "-d", "-1"],
            &["surefoot", "--timeout", "soon", "back"],
            &["surefoot", "click"],
            &["surefoot", "click", "5", "6"],
            &["surefoot", "click", "5", "--button", "upper"],
            &["surefoot", "fill", "3"],
            &["surefoot", "wait"],
            &["surefoot", "wait", "5", "--text", "x"],
            &["surefoot", "type", "a", "b", "c"],
            &["surefoot", "get"],
            &["surefoot", "--engine", "gecko", "back"],
            &["surefoot", "tab", "0"],
        ] {
            let (message, _) = said(line);
            assert!(!message.is_empty(), "{line:?}");
        }
    }
}

//! `surefoot skill`: a skill file for agents that drive surefoot from a shell. Its list of commands is made of the table of
//! commands, so that it says what this binary can do.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::output::{Printed, Rendering};

/// What stands before the list.
const HEAD: &str = include_str!("skill.md");

/// What is printed of it.
pub(crate) fn printed(rendering: Rendering) -> Printed {
    match rendering {
        Rendering::Text => Printed::data(text()),
        Rendering::Json => Printed::json(&serde_json::json!({ "value": text() })),
    }
}

/// The file.
fn text() -> String {
    let mut text = HEAD.to_owned();
    let cli = Cli::command();
    for command in cli
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        let about = command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "- `{}`: {about}", command.get_name());
    }
    text.push_str("\n`surefoot COMMAND --help` says more of each.\n");
    text
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn commands_that_are_shown_can_be_given() {
        let mut checked = 0;
        for (at, span) in HEAD.split('`').enumerate() {
            let Some(line) = span.strip_prefix("surefoot ").filter(|_| at % 2 == 1) else {
                continue;
            };
            let line = line.replace("URL", "example.org");
            let mut words = vec!["surefoot".to_owned()];
            words.extend(
                line.split_whitespace()
                    .map(|word| word.trim_matches('"').to_owned()),
            );
            Cli::try_parse_from(&words).unwrap_or_else(|error| panic!("{line}: {error}"));
            checked += 1;
        }
        assert!(checked > 10);
    }

    #[test]
    fn it_is_a_skill_with_all_commands() {
        let text = text();
        assert!(text.starts_with("---\nname: surefoot\ndescription: "));
        for command in ["`click`", "`mcp`", "`read`"] {
            assert!(text.contains(command), "{command}");
        }
        assert!(surefoot_view::tokens::count(&text) < 2_500);
    }
}

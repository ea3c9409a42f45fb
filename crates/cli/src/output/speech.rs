//! [`Speech`]: whether what is named in an answer is a command of the shell or a tool of the MCP server.
//!
//! Sessions and engines say what to do next in words of the shell, in backquotes. Whoever calls tools is told the same in
//! words of tools: by one table.

use std::borrow::Cow;

/// In whose words an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Speech {
    /// Those of the shell.
    Shell,
    /// Those of tools.
    Tools,
}

/// What is typed into a shell, and what is called instead; the longer of two that fit comes first. A `*` is one word, or
/// all the rest, and stands in what is called where its `*` does.
const TOOLS: &[(&str, &str)] = &[
    ("snapshot --expand *", "browse_snapshot with expand *"),
    ("snapshot", "browse_snapshot"),
    (
        "dialog accept TEXT",
        "browse_dialog with action accept and text",
    ),
    ("dialog accept", "browse_dialog with action accept"),
    ("dialog dismiss", "browse_dialog with action dismiss"),
    ("dialog", "browse_dialog"),
    ("upload --chooser FILE", "browse_upload with files"),
    ("upload", "browse_upload"),
    ("tab list", "browse_tabs"),
    ("tab switch *", "browse_tabs with tab *"),
    ("tab *", "browse_tabs with tab *"),
    ("get selector REF", "browse_get with what selector and ref"),
    ("session restart", "browse_session with action restart"),
    ("read --page *", "browse_read with page *"),
    (
        "open URL --engine chromium",
        "browse_session with action open and engine chromium",
    ),
    ("open URL", "browse_navigate"),
    ("open *", "browse_navigate with url *"),
    ("reload", "browse_reload"),
    ("click *", "browse_click with ref *"),
    ("submit *", "browse_submit with ref *"),
    (
        "--engine chromium",
        "browse_session with action open and engine chromium",
    ),
    ("--session *", "session *"),
];

/// Options of commands that are arguments of tools. Others are those the server is started with.
const ARGUMENTS: &[(&str, &str)] = &[
    ("--timeout", "timeout"),
    ("--page", "page"),
    ("--region", "region"),
    ("--around", "around"),
    ("--viewport-only", "in_view"),
    ("-s to", "scope to"),
];

impl Speech {
    /// What was said in words of the shell, in the words wanted.
    pub(crate) fn say(self, text: &str) -> Cow<'_, str> {
        match self {
            Speech::Shell => Cow::Borrowed(text),
            Speech::Tools => Cow::Owned(in_tools(text)),
        }
    }
}

fn in_tools(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('`').enumerate() {
        // Every second part stands between backquotes.
        if number % 2 == 1 {
            let command = part.strip_prefix("surefoot ").unwrap_or(part);
            let tool = TOOLS
                .iter()
                .find_map(|(typed, called)| fitted(command, typed, called));
            out.push('`');
            out.push_str(tool.as_deref().unwrap_or(part));
            // A text that ends within backquotes has no last one.
            out.push('`');
        } else {
            let mut plain = Cow::Borrowed(part);
            for (option, argument) in ARGUMENTS {
                if plain.contains(option) {
                    plain = Cow::Owned(plain.replace(option, argument));
                }
            }
            out.push_str(&plain);
        }
    }
    if text.matches('`').count() % 2 == 1 {
        out.pop();
    }
    out
}

/// What is called in place of a command, if it is of that form.
fn fitted(command: &str, typed: &str, called: &str) -> Option<String> {
    match typed.split_once('*') {
        None => (command == typed).then(|| called.to_owned()),
        Some((start, _)) => {
            let rest = command.strip_prefix(start)?;
            (!rest.is_empty()).then(|| called.replace('*', rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_become_tools() {
        for (shell, tools) in [
            ("take a `snapshot` first", "take a `browse_snapshot` first"),
            ("`surefoot snapshot` shows it", "`browse_snapshot` shows it"),
            (
                "give it longer with --timeout",
                "give it longer with timeout",
            ),
            (
                "`snapshot --expand 7` shows them",
                "`browse_snapshot with expand 7` shows them",
            ),
            ("`tab 2` goes there", "`browse_tabs with tab 2` goes there"),
            (
                "a browser does: `--engine chromium`",
                "a browser does: `browse_session with action open and engine chromium`",
            ),
            ("write it as `el => el.id`", "write it as `el => el.id`"),
            ("an odd ` stays", "an odd ` stays"),
        ] {
            assert_eq!(Speech::Tools.say(shell), tools);
            assert_eq!(Speech::Shell.say(shell), shell);
        }
    }

    #[test]
    fn tools_that_are_named_exist() {
        for (_, called) in TOOLS {
            let name = called.split(' ').next().unwrap_or_default();
            assert!(
                name == "session" || surefoot_mcp::tool_names().any(|(known, _)| known == name),
                "{name}"
            );
        }
    }
}

//! `surefoot mcp install`: tells a client about the server, in the client's own file.
//!
//! What else stands in the file stays as it is, to the byte: our entry is put in as text, and the result is read back
//! before it is written.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use surefoot_engine::{Error, ErrorKind};

use crate::args::mcp::{Client, InstallMcp};
use crate::output::{Printed, Rendering};
use crate::words::io_reason;

/// The name that clients know the server by.
const NAME: &str = "surefoot";

/// How a client is told.
struct Row {
    client: Client,
    /// The file, in the folder it is in or in that of the user.
    file: &'static str,
    place: Place,
    form: Form,
}

enum Place {
    /// The folder the command is given in: a project.
    Project,
    /// A folder of the user, which this variable may name.
    User { variable: &'static str },
}

enum Form {
    /// An object of servers at this key.
    Json { key: &'static str, says_type: bool },
    /// A table of its own.
    Toml,
}

const CLIENTS: &[Row] = &[
    Row {
        client: Client::Claude,
        file: ".mcp.json",
        place: Place::Project,
        form: Form::Json {
            key: "mcpServers",
            says_type: false,
        },
    },
    Row {
        client: Client::Cursor,
        file: ".cursor/mcp.json",
        place: Place::Project,
        form: Form::Json {
            key: "mcpServers",
            says_type: false,
        },
    },
    Row {
        client: Client::Vscode,
        file: ".vscode/mcp.json",
        place: Place::Project,
        form: Form::Json {
            key: "servers",
            says_type: true,
        },
    },
    Row {
        client: Client::Codex,
        file: ".codex/config.toml",
        place: Place::User {
            variable: "CODEX_HOME",
        },
        form: Form::Toml,
    },
    Row {
        client: Client::Gemini,
        file: ".gemini/settings.json",
        place: Place::Project,
        form: Form::Json {
            key: "mcpServers",
            says_type: false,
        },
    },
];

/// What is started: a program and its arguments.
struct Start {
    program: String,
    arguments: Vec<String>,
}

/// Does it, or shows what would be done.
pub(crate) fn perform(
    asked: &InstallMcp,
    here: &Path,
    rendering: Rendering,
) -> Result<Printed, Error> {
    let Some(row) = CLIENTS.iter().find(|row| row.client == asked.client) else {
        return Err(Error::new(
            ErrorKind::Unsupported,
            "that client is not known",
        ));
    };
    let mut arguments = vec!["mcp".to_owned()];
    if let Some(tools) = &asked.tools {
        tools.parse::<surefoot_mcp::ToolSet>().map_err(|why| {
            Error::new(ErrorKind::InvalidArgument, format!("--tools: {why}"))
                .with_hint("give core, all, or names of tools with commas between them")
        })?;
        arguments.extend(["--tools".to_owned(), tools.clone()]);
    }
    let start = Start {
        program: program(),
        arguments,
    };
    let path = row.path(here)?;
    let before = match std::fs::read_to_string(&path) {
        // What is shown is to be put somewhere by hand: what is there already does not matter.
        _ if asked.print => None,
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(cannot("read", &path, io_reason(&error))),
    };
    let after = match &row.form {
        Form::Json { key, says_type } => {
            json_with(before.as_deref(), key, &start.entry(*says_type), &path)?
        }
        Form::Toml => toml_with(before.as_deref(), &start, &path)?,
    };
    let shown = path.display().to_string();
    let text = match after {
        None => format!("{shown} has it already\n"),
        Some(after) if asked.print => format!("{shown}:\n{after}"),
        Some(after) => {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)
                    .map_err(|error| cannot("make the folder of", &path, io_reason(&error)))?;
            }
            std::fs::write(&path, after)
                .map_err(|error| cannot("write", &path, io_reason(&error)))?;
            format!("wrote {shown}: the client starts `{}`\n", start.line())
        }
    };
    Ok(match rendering {
        Rendering::Text => Printed::data(text),
        Rendering::Json => Printed::json(&json!({ "path": shown, "said": text })),
    })
}

fn cannot(what: &str, path: &Path, why: &str) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("cannot {what} {}: {why}", path.display()),
    )
    .with_hint("with --print it is only shown, so that you can put it where it belongs")
}

impl Row {
    fn path(&self, here: &Path) -> Result<PathBuf, Error> {
        match self.place {
            Place::Project => Ok(here.join(self.file)),
            Place::User { variable } => {
                let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
                if let (Some(folder), Some(name)) =
                    (set(variable), Path::new(self.file).file_name())
                {
                    return Ok(PathBuf::from(folder).join(name));
                }
                let home = set("HOME").map(PathBuf::from).ok_or_else(|| {
                    Error::new(ErrorKind::InvalidArgument, "the home folder is not known")
                        .with_hint("set HOME, or use --print")
                })?;
                Ok(home.join(self.file))
            }
        }
    }
}

impl Start {
    fn entry(&self, says_type: bool) -> Value {
        let mut entry = json!({ "command": self.program, "args": self.arguments });
        if says_type {
            entry["type"] = json!("stdio");
        }
        entry
    }

    fn line(&self) -> String {
        std::iter::once(self.program.as_str())
            .chain(self.arguments.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The name of this program if the search path leads to it, else where it is.
fn program() -> String {
    let Ok(own) = std::env::current_exe() else {
        return NAME.to_owned();
    };
    let is_own = |folder: &Path| {
        let there = std::fs::canonicalize(folder.join(NAME));
        there.is_ok_and(|there| Some(there) == std::fs::canonicalize(&own).ok())
    };
    let folders = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&folders).any(|folder| is_own(&folder)) {
        return NAME.to_owned();
    }
    own.to_string_lossy().into_owned()
}

/// A JSON file with our entry in the object at `key`; `None` if it has it already.
fn json_with(
    before: Option<&str>,
    key: &str,
    entry: &Value,
    path: &Path,
) -> Result<Option<String>, Error> {
    let before = before
        .filter(|text| !text.trim().is_empty())
        .unwrap_or("{}\n");
    let not_ours = |why: &str| cannot("change", path, why);
    let read = |text: &str| {
        serde_json::from_str::<Value>(text)
            .ok()
            .filter(Value::is_object)
    };
    let old = read(before).ok_or_else(|| not_ours("it is not plain JSON"))?;
    match &old[key][NAME] {
        Value::Null => {}
        there if there == entry => return Ok(None),
        _ => {
            return Err(not_ours(
                "it has another server of that name; remove that first",
            ));
        }
    }
    if old.get(key).is_some_and(|servers| !servers.is_object()) {
        return Err(not_ours("what it has for servers is no object"));
    }
    let mut wanted = old.clone();
    wanted[key][NAME] = entry.clone();
    let ours = format!("\"{NAME}\": {entry}");
    let (at, inside, is_empty) = match old.get(key) {
        Some(Value::Object(servers)) => {
            let at = inside_of(before, key).ok_or_else(|| not_ours("it is not understood"))?;
            (at, format!("\n    {ours}"), servers.is_empty())
        }
        _ => {
            let at = before.find('{').map_or(0, |at| at + 1);
            let is_empty = old.as_object().is_none_or(serde_json::Map::is_empty);
            (at, format!("\n  \"{key}\": {{\n    {ours}\n  }}"), is_empty)
        }
    };
    let after = if is_empty {
        let end = if old.get(key).is_some() { "\n  " } else { "\n" };
        let rest = before[at..].trim_start();
        format!("{}{inside}{end}{rest}", &before[..at])
    } else {
        format!("{}{inside},{}", &before[..at], &before[at..])
    };
    if read(&after).as_ref() == Some(&wanted) {
        Ok(Some(after))
    } else {
        Err(not_ours("it is not understood"))
    }
}

/// Where the object at a key of the outermost object begins, after its brace.
fn inside_of(text: &str, key: &str) -> Option<usize> {
    let mut depth = 0;
    let mut last: Option<String> = None;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(text, at)?;
                if depth == 1 {
                    last = serde_json::from_str(&text[at..end]).ok();
                }
                at = end;
                continue;
            }
            b'{' | b'[' => {
                if depth == 1 && byte == b'{' && last.as_deref() == Some(key) {
                    return Some(at + 1);
                }
                depth += 1;
            }
            b'}' | b']' => depth -= 1,
            b',' if depth == 1 => last = None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The position after a string that begins at `start`.
fn end_of_string(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// A TOML file with a table of ours at its end; `None` if it has one already.
fn toml_with(before: Option<&str>, start: &Start, path: &Path) -> Result<Option<String>, Error> {
    let head = format!("[mcp_servers.{NAME}]");
    let before = before.unwrap_or_default();
    // JSON strings and lists of them are TOML, too.
    let ours = format!(
        "{head}\ncommand = {}\nargs = {}\n",
        json!(start.program),
        json!(start.arguments)
    );
    if before.contains(&ours) {
        return Ok(None);
    }
    if before.lines().any(|line| line.trim() == head) {
        return Err(cannot(
            "change",
            path,
            "it has another server of that name; remove that first",
        ));
    }
    let gap = match before {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    Ok(Some(format!("{before}{gap}{ours}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Value {
        json!({"command": "surefoot", "args": ["mcp"]})
    }

    #[track_caller]
    fn check(before: Option<&str>, after: &str) {
        let path = Path::new("x.json");
        let made = json_with(before, "mcpServers", &entry(), path)
            .unwrap()
            .unwrap();
        assert_eq!(made, after);
        assert_eq!(
            json_with(Some(&made), "mcpServers", &entry(), path).unwrap(),
            None
        );
    }

    #[test]
    fn what_is_there_stays() {
        let ours = "\"surefoot\": {\"args\":[\"mcp\"],\"command\":\"surefoot\"}";
        check(
            None,
            &format!("{{\n  \"mcpServers\": {{\n    {ours}\n  }}\n}}\n"),
        );
        check(
            Some(
                "{\n  \"z\": {\"mcpServers\": 1},\n  \"mcpServers\": {\n    \"b\": {\"command\": \"}\"}\n  }\n}\n",
            ),
            &format!(
                "{{\n  \"z\": {{\"mcpServers\": 1}},\n  \"mcpServers\": {{\n    {ours},\n    \"b\": {{\"command\": \"}}\"}}\n  }}\n}}\n"
            ),
        );
        check(
            Some("{\"mcpServers\": {}}"),
            &format!("{{\"mcpServers\": {{\n    {ours}\n  }}}}"),
        );
        check(
            Some("{\"theme\": \"dark\"}"),
            &format!("{{\n  \"mcpServers\": {{\n    {ours}\n  }},\"theme\": \"dark\"}}"),
        );
    }

    #[test]
    fn what_is_shown_does_not_depend_on_what_is_there() {
        let here = tempfile::tempdir().unwrap();
        let file = here.path().join(".mcp.json");
        let other = "{\"mcpServers\": {\"surefoot\": {\"command\": \"other\"}}}";
        std::fs::write(&file, other).unwrap();
        let asked = |print| InstallMcp {
            client: Client::Claude,
            print,
            tools: None,
        };
        let shown = perform(&asked(true), here.path(), Rendering::Text).unwrap();
        assert!(String::from_utf8_lossy(&shown.stdout).contains("\"args\":[\"mcp\"]"));
        assert!(perform(&asked(false), here.path(), Rendering::Text).is_err());
        assert_eq!(std::fs::read_to_string(file).unwrap(), other);
    }

    #[test]
    fn what_is_not_understood_is_not_changed() {
        let path = Path::new("x.json");
        for before in [
            "{ // a comment\n}",
            "[]",
            "{\"mcpServers\": []}",
            "{\"mcpServers\": {\"surefoot\": {\"command\": \"other\"}}}",
        ] {
            assert!(
                json_with(Some(before), "mcpServers", &entry(), path).is_err(),
                "{before}"
            );
        }
    }

    #[test]
    fn a_table_is_added_once() {
        let start = Start {
            program: "surefoot".to_owned(),
            arguments: vec!["mcp".to_owned()],
        };
        let path = Path::new("config.toml");
        let made = toml_with(Some("model = \"x\""), &start, path)
            .unwrap()
            .unwrap();
        assert_eq!(
            made,
            "model = \"x\"\n\n[mcp_servers.surefoot]\ncommand = \"surefoot\"\nargs = [\"mcp\"]\n"
        );
        assert_eq!(toml_with(Some(&made), &start, path).unwrap(), None);
        let other = "[mcp_servers.surefoot]\ncommand = \"x\"\n";
        assert!(toml_with(Some(other), &start, path).is_err());
    }
}

//! Flows as files: JSON with a version, what is asked for in place of secrets, and the export as a test.
//!
//! A file is `{"surefoot_flow": 1, "engine": …, "steps": [ … ]}`. A step is what [`json::Do`] says, `{"do": "fill", "text":
//! …}`, with the `elements` it is done to and what it is to do, `expect`. A text `${env:NAME}` stands for a secret: it
//! is read from the environment of whoever replays the flow. One more `$` before it makes it a plain text.

mod json;
mod playwright;
mod words;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{Answer, Command, Flow, RecordedAnswer};

use crate::words::io_reason;

pub(crate) use playwright::export;

/// The version of the files that are written, and the only one that is read.
const VERSION: u64 = 1;
/// The most bytes a file may have.
const MOST: u64 = 16 << 20;

/// A flow as a file holds it.
pub(crate) fn write(flow: &Flow) -> Result<String, Error> {
    json::write(flow)
}

/// Reads a flow. `called` is what messages call it by.
pub(crate) fn read(text: &str, called: &str) -> Result<Flow, Error> {
    json::read(text, called)
}

/// The text of a file that is to be a flow.
pub(crate) fn text(path: &Path) -> Result<String, Error> {
    let refused = |reason: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot read the flow {}: {reason}", path.display()),
        )
        .with_hint("`record start FILE` and `record stop` make one")
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| refused(io_reason(&error)))?;
    if bytes.len() as u64 > MOST {
        return Err(refused("it is larger than any flow"));
    }
    String::from_utf8(bytes).map_err(|_| refused("it is no text"))
}

/// Writes a file, over another one only if that is wanted.
pub(crate) fn save(path: &Path, text: &str, overwrites: bool) -> Result<(), Error> {
    let mut options = OpenOptions::new();
    options.write(true);
    if overwrites {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let written = options
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Error::new(
            ErrorKind::InvalidArgument,
            format!("{} is there already", path.display()),
        )
        .with_hint("name another file, or overwrite it with --force"),
        _ => Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot write {}: {}", path.display(), io_reason(&error)),
        )
        .with_hint("give a path that can be written"),
    })
}

/// What a command answers, with a flow that was recorded put where it belongs: into its file, else into the answer.
pub(crate) fn put(answer: Answer) -> Result<Answer, Error> {
    match answer {
        Answer::Recorded(recorded) => {
            let RecordedAnswer {
                flow,
                path,
                overwrites,
            } = *recorded;
            let text = write(&flow)?;
            match path {
                Some(path) => {
                    save(&path, &text, overwrites)?;
                    Ok(Answer::Written(path, text.len() as u64))
                }
                None => Ok(Answer::Text(text.trim_end().to_owned())),
            }
        }
        Answer::Noted(inner, notes) => Ok(Answer::Noted(Box::new(put(*inner)?), notes)),
        other => Ok(other),
    }
}

/// The texts of a flow that may be placeholders.
fn typed(flow: &mut Flow) -> impl Iterator<Item = &mut String> {
    flow.steps
        .iter_mut()
        .filter_map(|step| match &mut step.command {
            Command::Fill { text, .. } | Command::Type { text, .. } => Some(text),
            Command::Press { chord, .. } => Some(chord),
            _ => None,
        })
}

/// What a text that was typed stands for.
#[derive(PartialEq, Eq, Debug)]
enum Typed<'t> {
    /// Itself.
    Text(&'t str),
    /// A variable of the environment.
    Secret(&'t str),
}

fn meaning(text: &str) -> Typed<'_> {
    let bare = text.trim_start_matches('$');
    let name = bare
        .strip_prefix("{env:")
        .and_then(|rest| rest.strip_suffix('}'));
    match (text.len() - bare.len(), name) {
        (1, Some(name)) if is_variable(name) => Typed::Secret(name),
        (2.., Some(_)) => Typed::Text(&text[1..]),
        _ => Typed::Text(text),
    }
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The secrets that a flow asks for, from the environment of this process.
pub(crate) fn secrets(flow: &mut Flow) -> Result<BTreeMap<String, String>, Error> {
    let mut found = BTreeMap::new();
    for text in typed(flow) {
        if let Typed::Secret(name) = meaning(text) {
            let value = std::env::var(name).map_err(|_| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format!(
                        "the flow asks for the secret {name}, which the environment does not have"
                    ),
                )
                .with_hint(format!("set it, as in `{name}=... surefoot replay FILE`"))
            })?;
            found.insert(name.to_owned(), value);
        }
    }
    Ok(found)
}

/// Puts the secrets where their placeholders are.
pub(crate) fn reveal(flow: &mut Flow, secrets: &BTreeMap<String, String>) {
    for text in typed(flow) {
        let revealed = match meaning(text) {
            Typed::Text(plain) => plain.to_owned(),
            Typed::Secret(name) => secrets.get(name).cloned().unwrap_or_default(),
        };
        *text = revealed;
    }
}

/// Exports the flow in a file as a test in another one.
pub(crate) fn export_file(from: &Path, to: &Path, overwrites: bool) -> Result<PathBuf, Error> {
    let called = from.display().to_string();
    let flow = read(&text(from)?, &called)?;
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".json").unwrap_or(&name);
    save(to, &export(&flow, name), overwrites)?;
    Ok(to.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_texts() {
        for (text, expected) in [
            ("${env:SECRET_PASSWORD}", Typed::Secret("SECRET_PASSWORD")),
            ("$${env:X}", Typed::Text("${env:X}")),
            ("$$${env:X}", Typed::Text("$${env:X}")),
            ("$5", Typed::Text("$5")),
            ("${env:not a name}", Typed::Text("${env:not a name}")),
            ("a ${env:X}", Typed::Text("a ${env:X}")),
            ("", Typed::Text("")),
        ] {
            assert_eq!(meaning(text), expected, "{text}");
        }
    }
}

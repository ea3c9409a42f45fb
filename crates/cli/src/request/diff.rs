//! `diff`: snapshots that were saved, from their files.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::DEFAULT_MAX_BODY;
use surefoot_view::{Format, Parsed, diff, parse};

use crate::args::Global;
use crate::args::page::Diff;
use crate::output::{self, Printed, Rendering};
use crate::wire::{Command, Snapshot};
use crate::words::{io_reason, size};

/// Two files, for which no page is needed.
pub(super) fn of_files(
    before: &Path,
    after: &Path,
    global: &Global,
    rendering: Rendering,
) -> Result<Printed, Error> {
    let (old, format) = read(before, global)?;
    let (new, other) = read(after, global)?;
    if format != other {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "{} is in the format {format} and {} in {other}",
                before.display(),
                after.display()
            ),
        )
        .with_hint("compare snapshots of the same format: each says something else of a page"));
    }
    let delta = diff(&old, &new);
    Ok(output::difference(&old, &new, &delta, format, rendering))
}

/// A file and the page. The daemon gets the text, for it may not read what the user may.
pub(super) fn with_page(asked: Diff, global: &Global, here: &Path) -> Result<Command, Error> {
    let before = asked.before.unwrap_or_default();
    let text = text(&here.join(&before), global)?;
    let (_, format) = parsed(&text, &before, global)?;
    Ok(Command::Diff {
        saved: text,
        with: Snapshot {
            format: Some(format.name().to_owned()),
            ..super::part(asked.part)
        },
    })
}

fn read(path: &Path, global: &Global) -> Result<(Parsed, Format), Error> {
    parsed(&text(path, global)?, path, global)
}

/// All that a file holds.
fn text(path: &Path, global: &Global) -> Result<String, Error> {
    let refused = |reason: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot read the snapshot {}: {reason}", path.display()),
        )
        .with_hint("save one with `surefoot snapshot > FILE`")
    };
    let limit = global.max_size.unwrap_or(DEFAULT_MAX_BODY);
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| refused(io_reason(&error)))?;
    if bytes.len() as u64 > limit {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "the snapshot {} has more than {}",
                path.display(),
                size(limit)
            ),
        )
        .with_hint("raise the limit with --max-size"));
    }
    String::from_utf8(bytes).map_err(|_| refused("it is no text"))
}

/// The snapshot and its format: the one that is named, else the one that it begins like.
fn parsed(text: &str, path: &Path, global: &Global) -> Result<(Parsed, Format), Error> {
    let named = global.format.as_deref().and_then(Format::from_name);
    let format = named.unwrap_or_else(|| guessed(text));
    match parse(format, text) {
        Ok(parsed) => Ok((parsed, format)),
        Err(error) => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{}: {error}", path.display()),
        )),
    }
}

fn guessed(text: &str) -> Format {
    let begin = text.trim_start();
    let first = begin.lines().next().unwrap_or_default();
    let after_number = begin.trim_start_matches(|c: char| c.is_ascii_digit());
    if begin.starts_with('{') {
        // Of the two formats in JSON only one has a list of elements.
        if text.contains("\n \"inputs\": [") {
            Format::PageJson
        } else {
            Format::Json
        }
    } else if first.starts_with("URL: ")
        || first.starts_with('\u{26a0}') && !first.contains(" @e") && text.contains("\nURL: ")
    {
        Format::Page
    } else if begin.starts_with(['\u{26a0}', '@'])
        || first.starts_with("Page: ") && first.ends_with(')')
    {
        Format::List
    } else if after_number.starts_with(". [") {
        Format::Numbered
    } else if begin.starts_with("- ") || begin.starts_with('#') {
        Format::Tree
    } else {
        Format::Compact
    }
}

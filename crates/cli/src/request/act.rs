//! Commands that act on an element, the mouse or the keyboard, from what was typed to what is meant.

use std::path::{Path, PathBuf};

use surefoot_engine::{Error, ErrorKind};

use super::place::readable_file;
use crate::args::act as args;
use crate::wire::{self, Command};

pub(super) fn click(click: args::Click) -> Command {
    let mut modifiers: Vec<wire::Modifier> = click
        .modifiers
        .iter()
        .map(|modifier| match modifier {
            args::Modifier::Alt => wire::Modifier::Alt,
            args::Modifier::Control => wire::Modifier::Control,
            args::Modifier::Meta => wire::Modifier::Meta,
            args::Modifier::Shift => wire::Modifier::Shift,
        })
        .collect();
    if click.new_tab && !modifiers.contains(&wire::Modifier::Control) {
        modifiers.push(wire::Modifier::Control);
    }
    if let Some(at) = click.at {
        return Command::ClickAt {
            at,
            button: button(click.button),
            modifiers,
            count: click.count,
        };
    }
    Command::Click {
        target: click.target.unwrap_or_default(),
        button: button(click.button),
        modifiers,
        count: click.count,
        position: click.position,
    }
}

pub(super) fn double_click(target: String) -> Command {
    Command::Click {
        target,
        button: wire::Button::Left,
        modifiers: Vec::new(),
        count: 2,
        position: None,
    }
}

fn button(button: args::Button) -> wire::Button {
    match button {
        args::Button::Left => wire::Button::Left,
        args::Button::Middle => wire::Button::Middle,
        args::Button::Right => wire::Button::Right,
    }
}

pub(super) fn mouse(mouse: &args::Mouse) -> Command {
    Command::Mouse(match *mouse {
        args::Mouse::Move { x, y } => wire::Mouse::Move(x, y),
        args::Mouse::Down { button } => wire::Mouse::Down(self::button(button)),
        args::Mouse::Up { button } => wire::Mouse::Up(self::button(button)),
        args::Mouse::Wheel { down, right } => wire::Mouse::Wheel(right, down),
    })
}

pub(super) fn clipboard(clipboard: args::Clipboard) -> Command {
    Command::Clipboard(match clipboard {
        args::Clipboard::Read => wire::Clipboard::Read,
        args::Clipboard::Write { text } => wire::Clipboard::Write(text),
        args::Clipboard::Copy => wire::Clipboard::Copy,
        args::Clipboard::Cut => wire::Clipboard::Cut,
        args::Clipboard::Paste => wire::Clipboard::Paste,
    })
}

/// How much of a view is scrolled unless said otherwise: a little stays, to read on from.
const VIEW: f64 = 0.9;

/// Words that say where to; anything else is an element that shall come into view.
pub(super) fn scroll(scroll: args::Scroll) -> Result<Command, Error> {
    let direction = match scroll.way.as_str() {
        "up" => Some((0.0, -1.0)),
        "down" => Some((0.0, 1.0)),
        "left" => Some((-1.0, 0.0)),
        "right" => Some((1.0, 0.0)),
        _ => None,
    };
    let by = match (direction, scroll.way.as_str(), scroll.pixels) {
        (Some((x, y)), _, Some(pixels)) => wire::Distance::Pixels(x * pixels, y * pixels),
        (Some((x, y)), _, None) => wire::Distance::Views(x * VIEW, y * VIEW),
        (None, "top", None) => wire::Distance::Start,
        (None, "bottom", None) => wire::Distance::End,
        (None, _, None) if scroll.within.is_none() => {
            return Ok(Command::ScrollTo { target: scroll.way });
        }
        (None, way, _) => {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("{way:?} is no direction that can be scrolled so far"),
            )
            .with_hint("write `scroll down 300`, `scroll bottom --in TARGET` or `scroll TARGET`"));
        }
    };
    Ok(Command::Scroll {
        target: scroll.within,
        by,
    })
}

/// The first of the words is the element, unless the chooser of the page takes the files.
pub(super) fn upload(upload: args::Upload, here: &Path) -> Result<Command, Error> {
    let readable = |files: Vec<PathBuf>| -> Result<Vec<PathBuf>, Error> {
        files.iter().map(|file| readable_file(file, here)).collect()
    };
    if upload.chooser {
        let files = std::iter::once(upload.target).chain(upload.files).collect();
        return Ok(Command::Choose {
            files: readable(files)?,
        });
    }
    Ok(Command::Upload {
        target: upload.target.to_string_lossy().into_owned(),
        files: readable(upload.files)?,
    })
}

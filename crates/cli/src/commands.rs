//! The one place where the words of the wire become a session's settings and commands.

use std::path::Path;

use surefoot_engine::{Modifiers, MouseButton};
use surefoot_session::{self as session, EngineChoice};
use surefoot_view::Format;

use surefoot_engine::{Error, ErrorKind};

use crate::wire::{self, Rendering, Source};

/// What a session is started with; its downloads go to `downloads` unless something else was asked for.
pub(crate) fn settings(
    asked: &wire::Settings,
    downloads: &Path,
) -> Result<session::Settings, Error> {
    let engine = match asked.engine.as_deref() {
        None => EngineChoice::default(),
        Some(name) => EngineChoice::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, engine)| engine)
            .ok_or_else(|| {
                Error::new(
                    ErrorKind::Unsupported,
                    format!("there is no engine `{name}`"),
                )
            })?,
    };
    Ok(session::Settings {
        engine,
        user_agent: asked.user_agent.clone(),
        headers: asked.headers.clone(),
        download_dir: Some(
            asked
                .download_dir
                .clone()
                .unwrap_or_else(|| downloads.to_owned()),
        ),
    })
}

/// What opens a page.
pub(crate) fn open(source: Source, body: Vec<u8>) -> session::Command {
    match source {
        Source::Url(url) => session::Command::Open { url },
        Source::Body { url } => session::Command::OpenSource { bytes: body, url },
    }
}

/// What does the rest.
pub(crate) fn command(
    command: wire::Command,
    rendering: Rendering,
) -> Result<session::Command, Error> {
    use session::Command as Do;
    use wire::Command as Asked;
    Ok(match command {
        Asked::Back => Do::Back,
        Asked::Forward => Do::Forward,
        Asked::Reload => Do::Reload,
        Asked::Snapshot(shot) => Do::Snapshot(snapshot(shot, rendering)?),
        Asked::Click {
            target,
            button,
            modifiers,
            count,
        } => Do::Click {
            target,
            button: mouse(button),
            modifiers: held(&modifiers),
            count,
        },
        Asked::Hover { target } => Do::Hover { target },
        Asked::Focus { target } => Do::Focus { target },
        Asked::ScrollTo { target } => Do::ScrollTo { target },
        Asked::Fill { target, text } => Do::Fill { target, text },
        Asked::Type { target, text } => Do::Type { target, text },
        Asked::Press { target, chord } => Do::Press { target, chord },
        Asked::Select { target, choices } => Do::Select { target, choices },
        Asked::SetChecked { target, checked } => Do::SetChecked { target, checked },
        Asked::Submit { target } => Do::Submit { target },
        Asked::Upload { target, files } => Do::Upload { target, files },
        Asked::Get(get) => Do::Get(read(get)),
        Asked::Is { state, target } => Do::Is {
            state: self::state(state),
            target,
        },
        Asked::Wait(wait) => Do::Wait(self::wait(wait)),
        Asked::Tab(tab) => Do::Tab(self::tab(tab)),
    })
}

/// The format a snapshot is made in. Without one asked for it is `compact`; a JSON answer holds the tree and its refs
/// (S1-60) besides the elements, and so numbers as the tree does.
fn snapshot(shot: wire::Snapshot, rendering: Rendering) -> Result<session::SnapshotRequest, Error> {
    let format = match (shot.format.as_deref(), rendering) {
        (None, Rendering::Text) => Format::default(),
        (None, Rendering::Json) => Format::Tree,
        (Some(name), _) => Format::from_name(name).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no format `{name}`"),
            )
        })?,
    };
    Ok(session::SnapshotRequest {
        interactive: shot.interactive,
        cursor: shot.cursor,
        compact: shot.compact,
        depth: shot.depth,
        scope: shot.scope,
        ..session::SnapshotRequest::new(format)
    })
}

fn mouse(button: wire::Button) -> MouseButton {
    match button {
        wire::Button::Left => MouseButton::Left,
        wire::Button::Middle => MouseButton::Middle,
        wire::Button::Right => MouseButton::Right,
    }
}

fn held(modifiers: &[wire::Modifier]) -> Modifiers {
    modifiers
        .iter()
        .map(|modifier| match modifier {
            wire::Modifier::Alt => Modifiers::ALT,
            wire::Modifier::Control => Modifiers::CONTROL,
            wire::Modifier::Meta => Modifiers::META,
            wire::Modifier::Shift => Modifiers::SHIFT,
        })
        .collect()
}

fn read(get: wire::Get) -> session::Get {
    match get {
        wire::Get::Text(target) => session::Get::Text(target),
        wire::Get::Html(target) => session::Get::Html(target),
        wire::Get::Value(target) => session::Get::Value(target),
        wire::Get::Attr { target, name } => session::Get::Attr(target, name),
        wire::Get::Title => session::Get::Title,
        wire::Get::Url => session::Get::Url,
        wire::Get::Count(selector) => session::Get::Count(selector),
    }
}

fn state(state: wire::State) -> session::IsState {
    match state {
        wire::State::Visible => session::IsState::Visible,
        wire::State::Enabled => session::IsState::Enabled,
        wire::State::Checked => session::IsState::Checked,
    }
}

fn wait(wait: wire::Wait) -> session::WaitFor {
    match wait {
        wire::Wait::Target(target) => session::WaitFor::Target(target),
        wire::Wait::Text(text) => session::WaitFor::Text(text),
        wire::Wait::Url(pattern) => session::WaitFor::Url(pattern),
        wire::Wait::Load => session::WaitFor::Load,
        wire::Wait::Millis(millis) => {
            session::WaitFor::Time(std::time::Duration::from_millis(millis))
        }
    }
}

fn tab(tab: wire::Tab) -> session::TabCommand {
    match tab {
        wire::Tab::List => session::TabCommand::List,
        wire::Tab::New(url) => session::TabCommand::New(url),
        wire::Tab::Switch(number) => session::TabCommand::Switch(number),
        wire::Tab::Close(number) => session::TabCommand::Close(number),
    }
}

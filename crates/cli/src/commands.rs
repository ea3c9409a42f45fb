//! The one place where the words of the wire become a session's settings and commands.

mod around;
mod picture;

use std::path::Path;
use std::time::{Duration, Instant};

use surefoot_engine::{
    Checks, Clipboard, Credentials, Distance, Emulation, EngineOptions, Error, ErrorKind,
    LoadState, Modifiers, Mouse, MouseButton, Point, Rest,
};
use surefoot_session::{self as session, Bounds, EngineChoice, LaunchOptions};
use surefoot_snapshot::{RefPolicy, Region, Role};
use surefoot_view::{Addresses, Format, Style};

use crate::wire::{self, Rendering, Source};

/// What a session is started with; its downloads go to `downloads` unless something else was asked for.
pub(crate) fn settings(
    asked: &wire::Settings,
    session: &str,
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
    let device = asked.device.as_deref().map(session::device).transpose()?;
    let viewport = asked
        .viewport
        .map(around::viewport)
        .or(device.map(|device| device.viewport));
    let device_agent = device.and_then(|device| device.user_agent.map(str::to_owned));
    let options = EngineOptions {
        user_agent: asked.user_agent.clone().or(device_agent),
        headers: asked.headers.clone(),
        download_dir: asked
            .download_dir
            .clone()
            .unwrap_or_else(|| downloads.to_owned()),
        credentials: asked
            .credentials
            .clone()
            .map(|(user, password)| Credentials { user, password }),
        ignore_https_errors: asked.ignore_https_errors,
        ca_cert: asked.ca_cert.clone(),
        proxy: asked.proxy.clone(),
        emulation: Emulation {
            viewport,
            locale: asked.locale.clone(),
            timezone: asked.timezone.clone(),
            place: asked.geo.map(|(lat, lon)| around::place(lat, lon)),
            color_scheme: asked.color_scheme.map(around::scheme),
            reduced_motion: None,
            offline: asked.offline,
        },
    };
    let launch = LaunchOptions {
        browser: asked.browser.clone(),
        connect: asked.cdp.clone(),
        connect_headers: asked.cdp_headers.clone(),
        profile: asked.profile.clone(),
        headed: asked.headed,
        isolate: asked.isolate.then(|| session.to_owned()),
        args: asked.browser_args.clone(),
        ..LaunchOptions::default()
    };
    Ok(session::Settings {
        engine,
        options,
        launch,
    })
}

/// What a command may cost, and how patient it is.
pub(crate) fn bounds(run: &wire::Run, deadline: Instant) -> Bounds {
    let usual = Bounds::until(deadline);
    Bounds {
        max_body: run.max_body.unwrap_or(usual.max_body),
        load: run.load.map_or(usual.load, load),
        checks: if run.force {
            Checks::Forced
        } else {
            Checks::All
        },
        settle: run.settle_ms.map(Duration::from_millis),
        rest: if run.ignores_requests {
            Rest::Dom
        } else {
            Rest::Network
        },
        ..usual
    }
}

fn load(load: wire::Load) -> LoadState {
    match load {
        wire::Load::Commit => LoadState::Commit,
        wire::Load::DomContentLoaded => LoadState::DomContentLoaded,
        wire::Load::Whole => LoadState::Load,
        wire::Load::NetworkIdle => LoadState::NetworkIdle,
    }
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
        Asked::Restart => Do::Restart,
        Asked::Snapshot(shot) => Do::Snapshot(snapshot(shot, rendering)?),
        Asked::Diff { saved, with } => {
            let with = snapshot(with, rendering)?;
            let saved = surefoot_view::parse(with.format, &saved)
                .map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()))?;
            Do::Diff {
                saved: Box::new(saved),
                with,
            }
        }
        Asked::Click {
            target,
            button,
            modifiers,
            count,
            position,
        } => Do::Click {
            target,
            button: button_of(button),
            modifiers: held(&modifiers),
            count,
            position: position.map(|(x, y)| Point { x, y }),
        },
        Asked::ClickAt {
            at: (x, y),
            button,
            modifiers,
            count,
        } => Do::ClickAt {
            at: Point { x, y },
            button: button_of(button),
            modifiers: held(&modifiers),
            count,
        },
        Asked::Screenshot(asked) => picture::screenshot(asked)?,
        Asked::Compare(asked) => picture::compare(asked),
        Asked::Drag { from, to } => Do::Drag { from, to },
        Asked::Scroll { target, by } => Do::Scroll {
            target,
            by: distance(by),
        },
        Asked::Key { key, down } => Do::Key { key, down },
        Asked::Mouse(what) => Do::Mouse(mouse(what)),
        Asked::Clipboard(what) => Do::Clipboard(clipboard(what)),
        Asked::Choose { files } => Do::Choose { files },
        Asked::Download { target, to } => Do::Download { target, to },
        Asked::Dialog(what) => Do::Dialog(around::dialog(what)),
        Asked::Around(what) => Do::Around(around::around(what)),
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
        Asked::Find { target } => Do::Find { target },
        Asked::Read {
            target,
            page,
            budget,
        } => {
            let usual = session::ReadRequest::default();
            Do::Read(session::ReadRequest {
                target,
                page: page.unwrap_or(usual.page),
                budget: budget.unwrap_or(usual.budget),
            })
        }
        Asked::Get(get) => Do::Get(read(get)),
        Asked::Is { state, target } => Do::Is {
            state: self::state(state),
            target,
        },
        Asked::Wait(wait) => Do::Wait(self::wait(wait)),
        Asked::Tab(tab) => Do::Tab(self::tab(tab)),
        Asked::Record(what) => Do::Record(record(what)),
        Asked::Replay {
            flow,
            called,
            secrets,
            keep_going,
        } => {
            let mut flow = crate::flow::read(&flow, &called)?;
            crate::flow::reveal(&mut flow, &secrets);
            Do::Replay {
                flow: Box::new(flow),
                after: if keep_going {
                    session::AfterFailure::GoOn
                } else {
                    session::AfterFailure::Stop
                },
            }
        }
    })
}

/// The format a snapshot is made in. Without one asked for it is `compact`; a JSON answer holds the tree and its refs
/// (S1-60) besides the elements, and so numbers as the tree does.
fn snapshot(shot: wire::Snapshot, rendering: Rendering) -> Result<session::SnapshotRequest, Error> {
    let format = named(shot.format.as_deref())?.unwrap_or(match rendering {
        Rendering::Text => Format::default(),
        Rendering::Json => Format::Tree,
    });
    Ok(session::SnapshotRequest {
        interactive: shot.interactive,
        compact: shot.compact,
        depth: shot.depth,
        scope: shot.scope,
        regions: known(&shot.regions, "region", Region::named)?,
        around: shot.around,
        in_view: shot.in_view,
        roles: known(&shot.roles, "role", |word| {
            let words = Role::all().map(Role::as_str);
            let mut words = words.chain(["clickable", "focusable"]);
            words.find(|known| *known == word)
        })?,
        text: shot.text,
        hidden: shot.hidden,
        lines: shot.lines,
        refs: shot.refs.map(refs),
        show: show(shot.show),
        style: Style {
            max_name: shot.max_name,
            addresses: if shot.urls {
                Addresses::Shown
            } else {
                Addresses::Left
            },
        },
        budget: match shot.budget {
            wire::Budget::Usual => session::default_budget(format),
            wire::Budget::None => None,
            wire::Budget::Tokens(tokens) => Some(tokens),
        },
        expand: shot.expand,
        page: shot.page,
        ..session::SnapshotRequest::new(format)
    })
}

/// What these words mean.
fn known<T>(
    words: &[String],
    what: &str,
    meaning: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let one = |word: &String| {
        meaning(word).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no {what} `{word}`"),
            )
        })
    };
    words.iter().map(one).collect()
}

fn refs(refs: wire::Refs) -> RefPolicy {
    match refs {
        wire::Refs::Stable => RefPolicy::Stable,
        wire::Refs::Renumber => RefPolicy::Renumber,
    }
}

/// What is shown after an action. In JSON it is the elements.
pub(crate) fn after(
    what: wire::Show,
    format: Option<&str>,
    rendering: Rendering,
) -> Result<session::SnapshotRequest, Error> {
    let format = match (format, rendering) {
        (None, Rendering::Json) => Format::Json,
        (format, _) => named(format)?.unwrap_or_default(),
    };
    Ok(session::SnapshotRequest {
        show: show(what),
        ..session::SnapshotRequest::new(format)
    })
}

/// The format of that name, if one is named.
fn named(name: Option<&str>) -> Result<Option<Format>, Error> {
    let format = |name| {
        Format::from_name(name).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no format `{name}`"),
            )
        })
    };
    name.map(format).transpose()
}

fn show(show: wire::Show) -> session::Show {
    match show {
        wire::Show::Full => session::Show::Full,
        wire::Show::Delta => session::Show::Delta,
        wire::Show::IfChanged => session::Show::IfChanged,
    }
}

fn button_of(button: wire::Button) -> MouseButton {
    match button {
        wire::Button::Left => MouseButton::Left,
        wire::Button::Middle => MouseButton::Middle,
        wire::Button::Right => MouseButton::Right,
    }
}

fn distance(by: wire::Distance) -> Distance {
    match by {
        wire::Distance::Pixels(right, down) => Distance::By(right, down),
        wire::Distance::Views(right, down) => Distance::Views(right, down),
        wire::Distance::Start => Distance::Start,
        wire::Distance::End => Distance::End,
    }
}

fn mouse(what: wire::Mouse) -> Mouse {
    match what {
        wire::Mouse::Move(x, y) => Mouse::Move(Point { x, y }),
        wire::Mouse::Down(button) => Mouse::Down(button_of(button)),
        wire::Mouse::Up(button) => Mouse::Up(button_of(button)),
        wire::Mouse::Wheel(right, down) => Mouse::Wheel(right, down),
    }
}

fn clipboard(what: wire::Clipboard) -> Clipboard {
    match what {
        wire::Clipboard::Read => Clipboard::Read,
        wire::Clipboard::Write(text) => Clipboard::Write(text),
        wire::Clipboard::Copy => Clipboard::Copy,
        wire::Clipboard::Cut => Clipboard::Cut,
        wire::Clipboard::Paste => Clipboard::Paste,
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
        wire::Get::Box(target) => session::Get::Box(target),
        wire::Get::Selector(target) => session::Get::Selector(target),
        wire::Get::Styles { target, names } => session::Get::Styles(target, names),
    }
}

fn record(what: wire::Record) -> session::RecordCommand {
    match what {
        wire::Record::Start { path, overwrites } => {
            session::RecordCommand::Start { path, overwrites }
        }
        wire::Record::Stop { path, overwrites } => {
            session::RecordCommand::Stop { path, overwrites }
        }
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
        wire::Wait::Load(state) => session::WaitFor::Load(load(state)),
        wire::Wait::Function(script) => session::WaitFor::Function(script),
        wire::Wait::Gone(target) => session::WaitFor::Gone(target),
        wire::Wait::Millis(millis) => session::WaitFor::Time(Duration::from_millis(millis)),
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

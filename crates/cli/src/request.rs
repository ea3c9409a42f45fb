//! What was typed becomes what is meant: files become absolute, standard input is read, short words become commands.

mod act;
mod around;
mod diff;
mod find;
mod mcp;
mod picture;
mod place;
mod record;
mod settings;

use std::io::IsTerminal as _;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::CommandFactory as _;
use surefoot_engine::{Error, ErrorKind};

use crate::args::values::Settle;
use crate::args::{self, Cli, Global};
use crate::client::{Planned, WhenAbsent};
use crate::daemon;
use crate::output::{Printed, Rendering};
use crate::wire::{self, Call, Screen};

use self::place::{current_folder, source, standard_input};

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Plan {
    /// Print this.
    Print(Printed),
    /// Be the daemon.
    RunDaemon(daemon::Options),
    /// Be the MCP server.
    ServeMcp(Box<crate::mcp::Asked>),
    /// Ask the daemon.
    Call(Box<Planned>),
}

/// What the command line means.
pub(crate) fn plan(cli: Cli) -> Result<Plan, Error> {
    let Cli { command, global } = cli;
    let rendering = if global.json {
        Rendering::Json
    } else {
        Rendering::Text
    };
    let call = |call: Call, when_absent: WhenAbsent| {
        let deadline = Instant::now() + global.timeout;
        Ok(Plan::Call(Box::new(Planned {
            call,
            body: Vec::new(),
            timeout: global.timeout,
            deadline,
            when_absent,
        })))
    };
    match command {
        args::Command::Completions(of) => Ok(Plan::Print(completions(of.shell))),
        args::Command::Mcp(asked) => mcp::plan(asked, &global, rendering),
        args::Command::Skill => Ok(Plan::Print(crate::mcp::skill::printed(rendering))),
        args::Command::Install(install) => {
            Ok(Plan::Print(crate::install::perform(install.run, rendering)))
        }
        args::Command::Daemon(args::manage::Daemon::Run(run)) => {
            Ok(Plan::RunDaemon(daemon::Options {
                home: run.home,
                idle: run.idle,
                detach: run.detach,
            }))
        }
        args::Command::Daemon(args::manage::Daemon::Status) => {
            call(Call::Status { rendering }, WhenAbsent::NothingRuns)
        }
        args::Command::Daemon(args::manage::Daemon::Stop) => {
            call(Call::Stop, WhenAbsent::NothingRuns)
        }
        args::Command::Session(args::manage::Session::List) => {
            call(Call::Sessions { rendering }, WhenAbsent::NothingRuns)
        }
        args::Command::Session(args::manage::Session::Close(close)) => {
            let session =
                (!close.all).then(|| close.name.unwrap_or_else(|| global.session.clone()));
            call(Call::Close { rendering, session }, WhenAbsent::NothingRuns)
        }
        args::Command::Close(close) => {
            let session = (!close.all).then(|| global.session.clone());
            call(Call::Close { rendering, session }, WhenAbsent::NothingRuns)
        }
        args::Command::Diff(args::page::Diff {
            what: Some(args::page::DiffWhat::Screenshot(compare)),
            ..
        }) if compare.after.is_some() => Ok(Plan::Print(picture::compare_files(
            &compare,
            global.force,
            rendering,
        )?)),
        args::Command::Diff(args::page::Diff {
            before: Some(before),
            after: Some(after),
            ..
        }) => Ok(Plan::Print(diff::of_files(
            &before, &after, &global, rendering,
        )?)),
        args::Command::Record(args::record::Record::Export(export)) => Ok(Plan::Print(
            record::export(&export, global.force, rendering)?,
        )),
        page => run(page, &global, rendering),
    }
}

/// A command that a session does.
fn run(command: args::Command, global: &Global, rendering: Rendering) -> Result<Plan, Error> {
    let deadline = Instant::now() + global.timeout;
    let here = current_folder()?;
    let load = match &command {
        args::Command::Open(open) => Some(load(open.wait)),
        _ => None,
    };
    let (location, command) = in_session(command, global, &here)?;
    let after = global
        .snapshot
        .map(|what| after(what, command.as_ref(), global))
        .transpose()?
        .flatten();
    let (open, body) = match location {
        None => (None, Vec::new()),
        Some(location) => source(&location, &here, global)?,
    };
    let asked_settings = settings::settings(global, &here)?;
    let run = wire::Run {
        session: global.session.clone(),
        timeout_ms: 0,
        max_body: global.max_size,
        rendering,
        screen: if std::io::stdout().is_terminal() {
            Screen::Terminal
        } else {
            Screen::Plain
        },
        settings: wire::Settings {
            // With a picture they are meant for that alone.
            color_scheme: asked_settings
                .color_scheme
                .filter(|_| !matches!(command, Some(wire::Command::Screenshot(_)))),
            ..asked_settings
        },
        load,
        force: global.force,
        settle_ms: match global.settle {
            Some(Settle::Within(time)) => Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            _ => None,
        },
        ignores_requests: global.settle == Some(Settle::Dom),
        after,
        open,
        command,
    };
    let when_absent = if run.starts_session() {
        WhenAbsent::Start
    } else {
        WhenAbsent::NothingOpen
    };
    Ok(Plan::Call(Box::new(Planned {
        call: Call::Run(Box::new(run)),
        body,
        timeout: global.timeout,
        deadline,
        when_absent,
    })))
}

/// What is to be shown after an action, if that is what the command is.
fn after(
    what: args::page::AfterAction,
    command: Option<&wire::Command>,
    global: &Global,
) -> Result<Option<(wire::Show, Option<String>)>, Error> {
    if let Some(command) = command.filter(|command| !command.is_action()) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "`{}` does nothing to the page after which --snapshot could show it",
                command.name()
            ),
        )
        .with_hint("leave --snapshot out, or use the command `snapshot`"));
    }
    let show = match what {
        args::page::AfterAction::None => return Ok(None),
        args::page::AfterAction::Delta => wire::Show::Delta,
        args::page::AfterAction::Full => wire::Show::Full,
    };
    Ok(Some((show, global.format.clone())))
}

/// What to open first, and what to do then.
fn in_session(
    command: args::Command,
    global: &Global,
    here: &Path,
) -> Result<(Option<String>, Option<wire::Command>), Error> {
    use wire::Command as Do;
    let command = match command {
        args::Command::Open(open) => return Ok((Some(open.location), None)),
        args::Command::Snapshot(shot) => {
            let (location, shot) = snapshot(shot, global)?;
            return Ok((location, Some(Do::Snapshot(shot))));
        }
        args::Command::Diff(args::page::Diff {
            what: Some(args::page::DiffWhat::Screenshot(compare)),
            ..
        }) => picture::compare(&compare, global.force, here)?,
        args::Command::Diff(diff) => diff::with_page(diff, global, here)?,
        args::Command::Back => Do::Back,
        args::Command::Forward => Do::Forward,
        args::Command::Reload => Do::Reload,
        args::Command::Session(args::manage::Session::Restart) => Do::Restart,
        args::Command::Click(click) => act::click(click),
        args::Command::Dblclick(on) => act::double_click(on.target),
        args::Command::Drag(drag) => Do::Drag {
            from: drag.from,
            to: drag.to,
        },
        args::Command::Scroll(scroll) => act::scroll(scroll)?,
        args::Command::Keydown(key) => Do::Key {
            key: key.key,
            down: true,
        },
        args::Command::Keyup(key) => Do::Key {
            key: key.key,
            down: false,
        },
        args::Command::Mouse(mouse) => act::mouse(&mouse),
        args::Command::Clipboard(clipboard) => act::clipboard(clipboard),
        args::Command::Download(download) => Do::Download {
            target: download.target,
            to: download.to.map(|to| here.join(to)),
        },
        args::Command::Dialog(dialog) => around::dialog(dialog.what),
        args::Command::Eval(eval) => around::eval(eval, || standard_input(global))?,
        args::Command::Console(console) => Do::Around(wire::around::Around::Console {
            errors: console.errors,
            clear: console.clear,
        }),
        args::Command::Errors(errors) => Do::Around(wire::around::Around::Errors {
            clear: errors.clear,
        }),
        args::Command::Requests(requests)
        | args::Command::Network(args::around::Network::Requests(requests)) => {
            around::requests(requests)
        }
        args::Command::Cookies(cookies) => around::cookies(cookies.what),
        args::Command::Storage(storage) => around::storage(storage),
        args::Command::Set(set) => around::set(set)?,
        args::Command::Screenshot(shot) => picture::screenshot(shot, global, here)?,
        args::Command::Pdf(pdf) => around::pdf(pdf, global.force, here)?,
        args::Command::Record(what) => record::record(what, global.force, here),
        args::Command::Replay(replay) => record::replay(&replay, here)?,
        args::Command::Hover(on) => Do::Hover { target: on.target },
        args::Command::Focus(on) => Do::Focus { target: on.target },
        args::Command::ScrollIntoView(on) => Do::ScrollTo { target: on.target },
        args::Command::Fill(fill) => Do::Fill {
            target: fill.target,
            text: fill.text,
        },
        args::Command::Type(typed) => {
            let (target, text) = one_or_two(typed.target_or_text, typed.text);
            Do::Type { target, text }
        }
        args::Command::Press(press) => {
            let (target, chord) = one_or_two(press.target_or_key, press.key);
            Do::Press { target, chord }
        }
        args::Command::Select(select) => Do::Select {
            target: select.target,
            choices: select.choices,
        },
        args::Command::Check(on) => Do::SetChecked {
            target: on.target,
            checked: true,
        },
        args::Command::Uncheck(on) => Do::SetChecked {
            target: on.target,
            checked: false,
        },
        args::Command::Submit(form) => Do::Submit {
            target: form.target,
        },
        args::Command::Upload(upload) => act::upload(upload, here)?,
        args::Command::Find(find) => find::find(find, here)?,
        args::Command::Read(read) => Do::Read {
            target: read.target,
            page: read.page,
            budget: read.budget,
        },
        args::Command::Get(get) => Do::Get(self::get(get)),
        args::Command::Is(is) => {
            let (state, target) = match is {
                args::read::Is::Visible(on) => (wire::State::Visible, on.target),
                args::read::Is::Enabled(on) => (wire::State::Enabled, on.target),
                args::read::Is::Checked(on) => (wire::State::Checked, on.target),
            };
            Do::Is { state, target }
        }
        args::Command::Wait(wait) => Do::Wait(self::wait(wait)),
        args::Command::Tab(tab) => Do::Tab(self::tab(tab, here)?),
        args::Command::Session(_)
        | args::Command::Close(_)
        | args::Command::Daemon(_)
        | args::Command::Install(_)
        | args::Command::Mcp(_)
        | args::Command::Skill
        | args::Command::Completions(_) => {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "this command is not one of a session",
            ));
        }
    };
    Ok((None, Some(command)))
}

/// What to open first, and what to show then.
fn snapshot(
    shot: args::page::Snapshot,
    global: &Global,
) -> Result<(Option<String>, wire::Snapshot), Error> {
    let show = match (shot.delta, shot.if_changed) {
        (true, _) => wire::Show::Delta,
        (false, true) => wire::Show::IfChanged,
        (false, false) => wire::Show::Full,
    };
    if show != wire::Show::Full && shot.refs == Some(args::page::Refs::Renumber) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "with --refs renumber nothing keeps its ref, so there is nothing to compare with",
        )
        .with_hint("leave --refs out, or --delta and --if-changed"));
    }
    let asked = wire::Snapshot {
        format: global.format.clone(),
        lines: shot.lines,
        expand: shot.expand,
        page: shot.page,
        refs: shot.refs.map(refs),
        show,
        ..part(shot.part)
    };
    Ok((shot.location, asked))
}

/// Which part of the page, all of it.
fn part(part: args::page::Part) -> wire::Snapshot {
    wire::Snapshot {
        interactive: part.interactive,
        compact: part.compact,
        depth: part.depth,
        scope: part.scope,
        regions: part.regions,
        around: part.around,
        in_view: part.in_view,
        roles: part.roles.into_iter().map(str::to_owned).collect(),
        text: part.text,
        hidden: part.hidden,
        urls: part.urls,
        max_name: part.max_name,
        budget: part.budget.unwrap_or_default(),
        ..wire::Snapshot::default()
    }
}

fn refs(refs: args::page::Refs) -> wire::Refs {
    match refs {
        args::page::Refs::Stable => wire::Refs::Stable,
        args::page::Refs::Renumber => wire::Refs::Renumber,
    }
}

fn load(load: args::page::Load) -> wire::Load {
    match load {
        args::page::Load::Whole => wire::Load::Whole,
        args::page::Load::Domcontentloaded => wire::Load::DomContentLoaded,
        args::page::Load::Networkidle => wire::Load::NetworkIdle,
        args::page::Load::None => wire::Load::Commit,
    }
}

fn get(get: args::read::Get) -> wire::Get {
    match get {
        args::read::Get::Text(of) => wire::Get::Text(of.target),
        args::read::Get::Html(of) => wire::Get::Html(of.target),
        args::read::Get::Value(of) => wire::Get::Value(of.target),
        args::read::Get::Attr(of) => wire::Get::Attr {
            target: of.target,
            name: of.name,
        },
        args::read::Get::Title => wire::Get::Title,
        args::read::Get::Url => wire::Get::Url,
        args::read::Get::Count(of) => wire::Get::Count(of.selector),
        args::read::Get::Box(of) => wire::Get::Box(of.target),
        args::read::Get::Selector(of) => wire::Get::Selector(of.target),
        args::read::Get::Styles(of) => wire::Get::Styles {
            target: of.target,
            names: of.names,
        },
    }
}

/// A bare number is a time, as in other tools; a ref to wait for is written `@e5`.
fn wait(wait: args::read::Wait) -> wire::Wait {
    if let Some(target) = wait.target {
        return match target.parse::<u64>() {
            Ok(millis) => wire::Wait::Millis(millis),
            Err(_) => wire::Wait::Target(target),
        };
    }
    if let Some(text) = wait.text {
        return wire::Wait::Text(text);
    }
    if let Some(url) = wait.url {
        return wire::Wait::Url(url);
    }
    if let Some(script) = wait.function {
        return wire::Wait::Function(script);
    }
    if let Some(target) = wait.gone {
        return wire::Wait::Gone(target);
    }
    wire::Wait::Load(match wait.load.as_deref() {
        Some("domcontentloaded") => wire::Load::DomContentLoaded,
        Some("networkidle") => wire::Load::NetworkIdle,
        _ => wire::Load::Whole,
    })
}

fn tab(tab: args::manage::Tab, here: &Path) -> Result<wire::Tab, Error> {
    use args::manage::TabCommand;
    Ok(match (tab.command, tab.number) {
        (
            Some(TabCommand::New {
                location: Some(location),
            }),
            _,
        ) => wire::Tab::New(Some(place::location(&location, here)?)),
        (Some(TabCommand::New { location: None }), _) => wire::Tab::New(None),
        (Some(TabCommand::Switch { number }), _) | (None, Some(number)) => {
            wire::Tab::Switch(number)
        }
        (Some(TabCommand::Close { number }), _) => wire::Tab::Close(number),
        (Some(TabCommand::List), _) | (None, None) => wire::Tab::List,
    })
}

/// `[TARGET] TEXT`: one alone is the text.
fn one_or_two(first: String, second: Option<String>) -> (Option<String>, String) {
    match second {
        Some(text) => (Some(first), text),
        None => (None, first),
    }
}

fn completions(shell: clap_complete::Shell) -> Printed {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "surefoot", &mut script);
    Printed {
        stdout: script,
        stderr: String::new(),
        exit: 0,
    }
}

/// How long is left until `deadline`, in whole milliseconds.
pub(crate) fn millis_left(deadline: Instant) -> u64 {
    let left = deadline.saturating_duration_since(Instant::now());
    u64::try_from(left.as_millis())
        .unwrap_or(u64::MAX)
        .max(u64::from(left > Duration::ZERO))
}

//! What a step of a flow does, in the words of its file, and the commands that these are.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use surefoot_engine::{DialogAnswer, Distance, LoadState, Modifiers, MouseButton, Point};
use surefoot_session::{Command, DialogCommand, TabCommand, WaitFor};

/// What a step does: the words of the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Do {
    Open {
        url: String,
    },
    Back,
    Forward,
    Reload,
    Click {
        #[serde(default, skip_serializing_if = "Button::is_left")]
        button: Button,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<Modifier>,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<(f64, f64)>,
    },
    Hover,
    Focus,
    Scrollintoview,
    Scroll {
        by: By,
    },
    Drag,
    Fill {
        text: String,
    },
    Type {
        text: String,
    },
    Press {
        key: String,
    },
    Keydown {
        key: String,
    },
    Keyup {
        key: String,
    },
    Select {
        choices: Vec<String>,
    },
    Check,
    Uncheck,
    Submit,
    Upload {
        files: Vec<PathBuf>,
    },
    UploadToChooser {
        files: Vec<PathBuf>,
    },
    DialogAccept {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    DialogDismiss,
    TabNew {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
    TabSwitch {
        number: u32,
    },
    TabClose {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    WaitTarget {
        selector: String,
    },
    WaitGone {
        selector: String,
    },
    WaitText {
        text: String,
    },
    WaitUrl {
        url: String,
    },
    WaitLoad {
        state: Load,
    },
    WaitFn {
        script: String,
    },
    WaitTime {
        ms: u64,
    },
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(count: &u8) -> bool {
    *count == 1
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Button {
    #[default]
    Left,
    Middle,
    Right,
}

impl Button {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_left(&self) -> bool {
        *self == Button::Left
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

const MODIFIERS: [(Modifier, Modifiers); 4] = [
    (Modifier::Alt, Modifiers::ALT),
    (Modifier::Control, Modifiers::CONTROL),
    (Modifier::Meta, Modifiers::META),
    (Modifier::Shift, Modifiers::SHIFT),
];

/// How far: to the right and down.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Pixels(f64, f64),
    Views(f64, f64),
    Start,
    End,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::enum_variant_names, reason = "as the field calls them")]
pub(super) enum Load {
    Commit,
    DomContentLoaded,
    Load,
    NetworkIdle,
}

const LOADS: [(Load, LoadState); 4] = [
    (Load::Commit, LoadState::Commit),
    (Load::DomContentLoaded, LoadState::DomContentLoaded),
    (Load::Load, LoadState::Load),
    (Load::NetworkIdle, LoadState::NetworkIdle),
];

/// A command in the words of the file. `None`: there are none.
pub(super) fn said(command: &Command) -> Option<Do> {
    Some(match command {
        Command::Open { url } => Do::Open { url: url.clone() },
        Command::Back => Do::Back,
        Command::Forward => Do::Forward,
        Command::Reload => Do::Reload,
        Command::Click {
            button,
            modifiers,
            count,
            position,
            ..
        } => Do::Click {
            button: match button {
                MouseButton::Left => Button::Left,
                MouseButton::Middle => Button::Middle,
                MouseButton::Right => Button::Right,
            },
            modifiers: MODIFIERS
                .iter()
                .filter(|(_, held)| modifiers.contains(*held))
                .map(|(word, _)| *word)
                .collect(),
            count: *count,
            position: position.map(|at| (at.x, at.y)),
        },
        Command::Hover { .. } => Do::Hover,
        Command::Focus { .. } => Do::Focus,
        Command::ScrollTo { .. } => Do::Scrollintoview,
        Command::Scroll { by, .. } => Do::Scroll {
            by: match by {
                Distance::By(right, down) => By::Pixels(*right, *down),
                Distance::Views(right, down) => By::Views(*right, *down),
                Distance::Start => By::Start,
                Distance::End => By::End,
            },
        },
        Command::Drag { .. } => Do::Drag,
        Command::Fill { text, .. } => Do::Fill { text: text.clone() },
        Command::Type { text, .. } => Do::Type { text: text.clone() },
        Command::Press { chord, .. } => Do::Press { key: chord.clone() },
        Command::Key { key, down: true } => Do::Keydown { key: key.clone() },
        Command::Key { key, .. } => Do::Keyup { key: key.clone() },
        Command::Select { choices, .. } => Do::Select {
            choices: choices.clone(),
        },
        Command::SetChecked { checked: true, .. } => Do::Check,
        Command::SetChecked { .. } => Do::Uncheck,
        Command::Submit { .. } => Do::Submit,
        Command::Upload { files, .. } => Do::Upload {
            files: files.clone(),
        },
        Command::Choose { files } => Do::UploadToChooser {
            files: files.clone(),
        },
        Command::Dialog(DialogCommand::Answer(DialogAnswer::Accept(text))) => {
            Do::DialogAccept { text: text.clone() }
        }
        Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss)) => Do::DialogDismiss,
        Command::Tab(TabCommand::New(url)) => Do::TabNew { url: url.clone() },
        Command::Tab(TabCommand::Switch(number)) => Do::TabSwitch { number: *number },
        Command::Tab(TabCommand::Close(number)) => Do::TabClose { number: *number },
        Command::Wait(what) => waited(what)?,
        _ => return None,
    })
}

fn waited(what: &WaitFor) -> Option<Do> {
    Some(match what {
        WaitFor::Target(selector) => Do::WaitTarget {
            selector: selector.clone(),
        },
        WaitFor::Gone(selector) => Do::WaitGone {
            selector: selector.clone(),
        },
        WaitFor::Text(text) => Do::WaitText { text: text.clone() },
        WaitFor::Url(url) => Do::WaitUrl { url: url.clone() },
        WaitFor::Load(state) => Do::WaitLoad {
            state: LOADS
                .iter()
                .find(|(_, s)| s == state)
                .map(|(word, _)| *word)?,
        },
        WaitFor::Function(script) => Do::WaitFn {
            script: script.clone(),
        },
        WaitFor::Time(time) => Do::WaitTime {
            ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        },
        _ => return None,
    })
}

/// What words of the file mean, done to so many elements.
pub(super) fn meant(what: Do, elements: usize) -> Command {
    let target = String::new;
    let some = || (elements > 0).then(String::new);
    match what {
        Do::Open { url } => Command::Open { url },
        Do::Back => Command::Back,
        Do::Forward => Command::Forward,
        Do::Reload => Command::Reload,
        Do::Click {
            button,
            modifiers,
            count,
            position,
        } => Command::Click {
            target: target(),
            button: match button {
                Button::Left => MouseButton::Left,
                Button::Middle => MouseButton::Middle,
                Button::Right => MouseButton::Right,
            },
            modifiers: modifiers
                .into_iter()
                .map(|word| MODIFIERS[word as usize].1)
                .collect(),
            count,
            position: position.map(|(x, y)| Point { x, y }),
        },
        Do::Hover => Command::Hover { target: target() },
        Do::Focus => Command::Focus { target: target() },
        Do::Scrollintoview => Command::ScrollTo { target: target() },
        Do::Scroll { by } => Command::Scroll {
            target: some(),
            by: match by {
                By::Pixels(right, down) => Distance::By(right, down),
                By::Views(right, down) => Distance::Views(right, down),
                By::Start => Distance::Start,
                By::End => Distance::End,
            },
        },
        Do::Drag => Command::Drag {
            from: target(),
            to: target(),
        },
        Do::Fill { text } => Command::Fill {
            target: target(),
            text,
        },
        Do::Type { text } => Command::Type {
            target: some(),
            text,
        },
        Do::Press { key } => Command::Press {
            target: some(),
            chord: key,
        },
        Do::Keydown { key } => Command::Key { key, down: true },
        Do::Keyup { key } => Command::Key { key, down: false },
        Do::Select { choices } => Command::Select {
            target: target(),
            choices,
        },
        Do::Check => Command::SetChecked {
            target: target(),
            checked: true,
        },
        Do::Uncheck => Command::SetChecked {
            target: target(),
            checked: false,
        },
        Do::Submit => Command::Submit { target: some() },
        Do::Upload { files } => Command::Upload {
            target: target(),
            files,
        },
        Do::UploadToChooser { files } => Command::Choose { files },
        Do::DialogAccept { text } => {
            Command::Dialog(DialogCommand::Answer(DialogAnswer::Accept(text)))
        }
        Do::DialogDismiss => Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss)),
        Do::TabNew { url } => Command::Tab(TabCommand::New(url)),
        Do::TabSwitch { number } => Command::Tab(TabCommand::Switch(number)),
        Do::TabClose { number } => Command::Tab(TabCommand::Close(number)),
        Do::WaitTarget { selector } => Command::Wait(WaitFor::Target(selector)),
        Do::WaitGone { selector } => Command::Wait(WaitFor::Gone(selector)),
        Do::WaitText { text } => Command::Wait(WaitFor::Text(text)),
        Do::WaitUrl { url } => Command::Wait(WaitFor::Url(url)),
        Do::WaitLoad { state } => Command::Wait(WaitFor::Load(LOADS[state as usize].1)),
        Do::WaitFn { script } => Command::Wait(WaitFor::Function(script)),
        Do::WaitTime { ms } => Command::Wait(WaitFor::Time(Duration::from_millis(ms))),
    }
}

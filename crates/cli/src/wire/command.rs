//! [`Command`]: what to do on a page.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{
    Button, Clipboard, Distance, Get, Modifier, Mouse, Snapshot, State, Tab, Wait, around, picture,
};

/// What to do on a page. Words and fields are those of the command line, explained in [`args`](crate::args).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Command {
    Back,
    Forward,
    Reload,
    Restart,
    Snapshot(Snapshot),
    Diff {
        /// The text of a snapshot.
        saved: String,
        with: Snapshot,
    },
    Click {
        target: String,
        button: Button,
        modifiers: Vec<Modifier>,
        count: u8,
        position: Option<(f64, f64)>,
    },
    ClickAt {
        at: (f64, f64),
        button: Button,
        modifiers: Vec<Modifier>,
        count: u8,
    },
    Screenshot(picture::Screenshot),
    Compare(picture::Compare),
    Drag {
        from: String,
        to: String,
    },
    Scroll {
        target: Option<String>,
        by: Distance,
    },
    Key {
        key: String,
        down: bool,
    },
    Mouse(Mouse),
    Clipboard(Clipboard),
    Choose {
        files: Vec<PathBuf>,
    },
    Download {
        target: String,
        to: Option<PathBuf>,
    },
    Hover {
        target: String,
    },
    Focus {
        target: String,
    },
    ScrollTo {
        target: String,
    },
    Fill {
        target: String,
        text: String,
    },
    Type {
        target: Option<String>,
        text: String,
    },
    Press {
        target: Option<String>,
        chord: String,
    },
    Select {
        target: String,
        choices: Vec<String>,
    },
    SetChecked {
        target: String,
        checked: bool,
    },
    Submit {
        target: Option<String>,
    },
    Upload {
        target: String,
        files: Vec<PathBuf>,
    },
    Find {
        target: String,
    },
    Read {
        target: Option<String>,
        page: Option<std::num::NonZeroU32>,
        budget: Option<std::num::NonZeroU32>,
    },
    Get(Get),
    Is {
        state: State,
        target: String,
    },
    Wait(Wait),
    Tab(Tab),
    Dialog(around::Dialog),
    Around(around::Around),
    Record(Record),
    Replay {
        /// The text of the file.
        flow: String,
        /// What the file is called.
        called: String,
        /// By the names that the flow has for them.
        secrets: BTreeMap<String, String>,
        keep_going: bool,
    },
}

/// What to do about recording.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Record {
    Start {
        path: Option<PathBuf>,
        overwrites: bool,
    },
    Stop {
        path: Option<PathBuf>,
        overwrites: bool,
    },
}

impl Command {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Command::Back => "back",
            Command::Forward => "forward",
            Command::Reload => "reload",
            Command::Restart => "session restart",
            Command::Snapshot(_) => "snapshot",
            Command::Diff { .. } => "diff",
            Command::Click { .. } | Command::ClickAt { .. } => "click",
            Command::Screenshot(_) => "screenshot",
            Command::Compare(_) => "diff screenshot",
            Command::Hover { .. } => "hover",
            Command::Focus { .. } => "focus",
            Command::ScrollTo { .. } => "scrollintoview",
            Command::Fill { .. } => "fill",
            Command::Type { .. } => "type",
            Command::Press { .. } => "press",
            Command::Select { .. } => "select",
            Command::SetChecked { checked: true, .. } => "check",
            Command::SetChecked { checked: false, .. } => "uncheck",
            Command::Submit { .. } => "submit",
            Command::Upload { .. } => "upload",
            Command::Find { .. } => "find",
            Command::Read { .. } => "read",
            Command::Get(_) => "get",
            Command::Is { .. } => "is",
            Command::Wait(_) => "wait",
            Command::Tab(_) => "tab",
            Command::Drag { .. } => "drag",
            Command::Scroll { .. } => "scroll",
            Command::Key { down: true, .. } => "keydown",
            Command::Key { down: false, .. } => "keyup",
            Command::Mouse(_) => "mouse",
            Command::Clipboard(_) => "clipboard",
            Command::Choose { .. } => "upload",
            Command::Download { .. } => "download",
            Command::Dialog(_) => "dialog",
            Command::Around(around) => around.name(),
            Command::Record(_) => "record",
            Command::Replay { .. } => "replay",
        }
    }

    /// Whether it is done to the page, so that one may want to see the page afterwards.
    pub(crate) fn is_action(&self) -> bool {
        !matches!(
            self,
            Command::Snapshot(_)
                | Command::Diff { .. }
                | Command::Find { .. }
                | Command::Read { .. }
                | Command::Get(_)
                | Command::Is { .. }
                | Command::Tab(Tab::List)
                | Command::Dialog(around::Dialog::Status)
                | Command::Around(_)
                | Command::Screenshot(_)
                | Command::Compare(_)
                | Command::Record(_)
                | Command::Replay { .. }
        )
    }
}

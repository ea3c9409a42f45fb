//! The words of commands: what they are given by, what answers say was done, and what they are done to.

use surefoot_engine::{Clipboard, DialogAnswer, Mouse};
use surefoot_locate::Purpose;

use crate::{Around, Command, Cookies, DialogCommand};

impl Command {
    /// The word it is given by.
    pub fn verb(&self) -> &'static str {
        self.words().0
    }

    /// What answers say was done.
    pub(crate) fn past(&self) -> &'static str {
        self.words().1
    }

    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Command::Open { .. } | Command::OpenSource { .. } => ("open", "opened"),
            Command::Back => ("back", "went back"),
            Command::Forward => ("forward", "went forward"),
            Command::Reload => ("reload", "reloaded"),
            Command::Restart => ("session restart", "restarted"),
            Command::Snapshot(_) => ("snapshot", "shown"),
            Command::Diff { .. } => ("diff", "compared"),
            Command::Click { count: 2, .. } => ("dblclick", "double-clicked"),
            Command::Click { .. } => ("click", "clicked"),
            Command::ClickAt { count: 2, .. } => ("dblclick", "double-clicked"),
            Command::ClickAt { .. } => ("click", "clicked"),
            Command::Screenshot(_) => ("screenshot", "pictured"),
            Command::Compare { .. } => ("diff screenshot", "compared"),
            Command::Hover { .. } => ("hover", "hovered over"),
            Command::Focus { .. } => ("focus", "focused"),
            Command::ScrollTo { .. } => ("scroll", "scrolled to"),
            Command::Scroll { .. } => ("scroll", "scrolled"),
            Command::Drag { .. } => ("drag", "dragged"),
            Command::Fill { .. } => ("fill", "filled"),
            Command::Type { .. } => ("type", "typed"),
            Command::Press { .. } => ("press", "pressed"),
            Command::Key { down: true, .. } => ("keydown", "held down"),
            Command::Key { .. } => ("keyup", "released"),
            Command::Mouse(Mouse::Move(_)) => ("mouse", "moved the mouse"),
            Command::Mouse(Mouse::Down(_)) => ("mouse", "pressed the mouse"),
            Command::Mouse(Mouse::Up(_)) => ("mouse", "released the mouse"),
            Command::Mouse(Mouse::Wheel(..)) => ("mouse", "turned the wheel"),
            Command::Clipboard(Clipboard::Read) => ("clipboard", "read the clipboard"),
            Command::Clipboard(Clipboard::Write(_)) => ("clipboard", "wrote to the clipboard"),
            Command::Clipboard(Clipboard::Copy) => ("clipboard", "copied"),
            Command::Clipboard(Clipboard::Cut) => ("clipboard", "cut"),
            Command::Clipboard(Clipboard::Paste) => ("clipboard", "pasted"),
            Command::Select { .. } => ("select", "selected"),
            Command::SetChecked { checked: true, .. } => ("check", "checked"),
            Command::SetChecked { .. } => ("uncheck", "unchecked"),
            Command::Submit { .. } => ("submit", "submitted"),
            Command::Upload { .. } | Command::Choose { .. } => ("upload", "uploaded"),
            Command::Download { .. } => ("download", "downloaded"),
            Command::Find { .. } => ("find", "found"),
            Command::Read(_) => ("read", "read"),
            Command::Get(_) => ("get", "read"),
            Command::Is { .. } => ("is", "tested"),
            Command::Wait(_) => ("wait", "waited"),
            Command::Tab(_) => ("tab", "switched"),
            Command::Dialog(DialogCommand::Status) => ("dialog", "read"),
            Command::Dialog(DialogCommand::Answer(DialogAnswer::Accept(_))) => {
                ("dialog", "accepted the dialog")
            }
            Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss)) => {
                ("dialog", "dismissed the dialog")
            }
            Command::Around(around) => (around.verb(), "done"),
            Command::Record(_) => ("record", "recorded"),
            Command::Replay { .. } => ("replay", "replayed"),
        }
    }

    /// What it is done with, as far as answers repeat it. Never a text that was typed: it may be a password.
    pub(crate) fn argument(&self) -> Option<String> {
        match self {
            Command::Press { chord, .. } => Some(chord.clone()),
            Command::Key { key, .. } => Some(key.clone()),
            Command::Select { choices, .. } => Some(choices.join(", ")),
            Command::Mouse(Mouse::Move(to)) => Some(format!("{}, {}", to.x, to.y)),
            _ => None,
        }
    }

    /// The value that a control shall hold afterwards.
    pub(crate) fn asked_value(&self) -> Option<&str> {
        match self {
            Command::Fill { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether it leads to another page, whatever is on this one.
    pub(crate) fn goes(&self) -> bool {
        matches!(
            self,
            Command::Open { .. }
                | Command::OpenSource { .. }
                | Command::Back
                | Command::Forward
                | Command::Reload
        )
    }

    /// What it needs its target for.
    pub(crate) fn purpose(&self) -> Purpose {
        match self {
            Command::Fill { .. } | Command::Type { .. } => Purpose::Fill,
            Command::SetChecked { .. } => Purpose::Check,
            Command::Select { .. } => Purpose::Select,
            Command::Upload { .. } => Purpose::Upload,
            Command::Submit { .. } => Purpose::Submit,
            Command::ScrollTo { .. } | Command::Scroll { .. } => Purpose::Read,
            _ => Purpose::Use,
        }
    }

    /// The targets it names.
    pub(crate) fn targets(&self) -> Vec<&str> {
        use crate::Get;
        let several: Vec<Option<&str>> = match self {
            Command::Click { target, .. }
            | Command::Hover { target }
            | Command::Focus { target }
            | Command::ScrollTo { target }
            | Command::Fill { target, .. }
            | Command::Select { target, .. }
            | Command::SetChecked { target, .. }
            | Command::Upload { target, .. }
            | Command::Download { target, .. }
            | Command::Find { target }
            | Command::Is { target, .. } => vec![Some(target)],
            Command::Type { target, .. }
            | Command::Press { target, .. }
            | Command::Submit { target }
            | Command::Scroll { target, .. } => vec![target.as_deref()],
            Command::Drag { from, to } => vec![Some(from), Some(to)],
            Command::Snapshot(request) | Command::Diff { with: request, .. } => {
                vec![request.scope.as_deref()]
            }
            Command::Screenshot(request) => vec![request.target.as_deref()],
            Command::Read(request) => vec![request.target.as_deref()],
            Command::Get(get) => match get {
                Get::Text(target) | Get::Html(target) => vec![target.as_deref()],
                Get::Value(target)
                | Get::Attr(target, _)
                | Get::Count(target)
                | Get::Box(target)
                | Get::Selector(target)
                | Get::Styles(target, _) => vec![Some(target)],
                Get::Title | Get::Url => Vec::new(),
            },
            Command::Around(Around::Evaluate { target, .. }) => vec![target.as_deref()],
            _ => Vec::new(),
        };
        several.into_iter().flatten().collect()
    }
}

impl Around {
    /// The word it is given by.
    fn verb(&self) -> &'static str {
        match self {
            Around::Evaluate { .. } => "eval",
            Around::Console { .. } => "console",
            Around::Errors { .. } => "errors",
            Around::Requests { .. } => "requests",
            Around::Cookies(Cookies::List | Cookies::Set(_) | Cookies::Clear) => "cookies",
            Around::Storage { .. } => "storage",
            Around::Set(_) => "set",
            Around::Pdf { .. } => "pdf",
        }
    }
}

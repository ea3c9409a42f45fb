//! What is printed: data to standard output, all else to standard error; with `--json` one document to standard output,
//! errors included.
//!
//! Text of a page is made harmless only by [`surefoot_view::escape`].

mod action;
mod around;
mod delta;
mod error;
mod json;
mod json_around;
mod picture;
mod replay;
mod snapshot;
mod speech;

use std::io::Write as _;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use surefoot_engine::{Error, ErrorKind, Note};
use surefoot_session::{ActionAnswer, Answer, SessionSummary, TabSummary};
use surefoot_view::escape::{line_safe, quoted, terminal_safe};

pub(crate) use self::delta::difference;
pub(crate) use self::picture::compared;
pub(crate) use self::speech::Speech;
use crate::wire::Screen;

/// The exit code of what was refused or failed.
pub(crate) const FAILED: u8 = 1;
/// The exit code of a command line that makes no sense.
pub(crate) const USAGE: u8 = 2;

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rendering {
    /// As text.
    Text,
    /// As one JSON document.
    Json,
}

impl Rendering {
    /// What `--json` says.
    pub(crate) fn of_json(json: bool) -> Rendering {
        if json {
            Rendering::Json
        } else {
            Rendering::Text
        }
    }
}

/// How an answer is to be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    /// As text or JSON.
    pub(crate) rendering: Rendering,
    /// Where it is shown.
    pub(crate) screen: Screen,
    /// What a snapshot holds in a JSON answer.
    pub(crate) snapshots: InJson,
    /// Whether it names commands or tools.
    pub(crate) speech: Speech,
}

/// What a snapshot holds in a JSON answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InJson {
    /// The elements, and besides them the tree with its refs (S1-60).
    Everything,
    /// What the format that was asked for says.
    AsFormat,
}

/// What a command prints, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Printed {
    /// Data.
    pub(crate) stdout: Vec<u8>,
    /// All else.
    pub(crate) stderr: String,
    /// The exit code.
    pub(crate) exit: u8,
}

impl Printed {
    /// Text to standard output.
    pub(crate) fn data(text: impl Into<Vec<u8>>) -> Printed {
        Printed {
            stdout: text.into(),
            stderr: String::new(),
            exit: 0,
        }
    }

    /// `{"success":true,"data":…}`.
    pub(crate) fn json(data: &impl Serialize) -> Printed {
        json::success(data)
    }

    /// An error, with that exit code.
    pub(crate) fn error(error: &Error, rendering: Rendering, exit: u8) -> Printed {
        match rendering {
            Rendering::Text => Printed {
                stdout: Vec::new(),
                stderr: error::text(error, Speech::Shell),
                exit,
            },
            Rendering::Json => Printed {
                stdout: json::failure(error),
                stderr: String::new(),
                exit,
            },
        }
    }

    /// Writes it. A reader that has gone away is no error: it has read what it wanted.
    pub(crate) fn deliver(&self) -> ExitCode {
        // All at once and without locks held in between, so that nothing of two processes is mixed.
        let _ = std::io::stderr().write_all(self.stderr.as_bytes());
        let mut out = std::io::stdout().lock();
        match out.write_all(&self.stdout).and_then(|()| out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                let reason = crate::words::io_reason(&error);
                let _ = writeln!(
                    std::io::stderr(),
                    "error: cannot write to standard output: {reason}"
                );
                ExitCode::from(FAILED)
            }
            _ => ExitCode::from(self.exit),
        }
    }
}

/// What is printed of a session's answer; `opened` is what opening the page before said.
pub(crate) fn answer(opened: Option<&ActionAnswer>, answer: &Answer, manner: Manner) -> Printed {
    let Manner {
        rendering,
        screen,
        snapshots,
        speech,
    } = manner;
    match (answer, rendering) {
        (Answer::Snapshot(shot), Rendering::Text) => snapshot::text(opened, shot, speech),
        (Answer::Snapshot(shot), Rendering::Json) => snapshot::json(opened, shot, snapshots),
        (Answer::Diff(diff), rendering) => difference(
            &diff.before,
            &diff.after,
            &diff.delta,
            diff.format,
            rendering,
        ),
        (Answer::Action(action), Rendering::Text) => Printed::data(action::text(action, speech)),
        (Answer::Action(action), Rendering::Json) => Printed::json(&json::action(action)),
        (Answer::Value(text), Rendering::Text) => Printed::data(bare(text, screen)),
        (Answer::Text(text), Rendering::Text) => Printed::data(bare(text, screen)),
        (Answer::Value(text) | Answer::Text(text), Rendering::Json) => {
            Printed::json(&json::Value { value: text })
        }
        (Answer::Read(read), Rendering::Text) => around::read(read, screen, speech),
        (Answer::Read(read), Rendering::Json) => Printed::json(&json_around::read(read)),
        (Answer::Found(found), Rendering::Text) => Printed::data(error::found(found)),
        (Answer::Found(found), Rendering::Json) => Printed::json(&json::found(found)),
        (Answer::Count(count), Rendering::Text) => Printed::data(format!("{count}\n")),
        (Answer::Count(count), Rendering::Json) => Printed::json(&json::Value { value: count }),
        (Answer::Truth(truth), Rendering::Text) => Printed::data(format!("{truth}\n")),
        (Answer::Truth(truth), Rendering::Json) => Printed::json(&json::Value { value: truth }),
        (Answer::Tabs(tabs), Rendering::Text) => Printed::data(lines(tabs.iter().map(tab_line))),
        (Answer::Tabs(tabs), Rendering::Json) => Printed::json(&json::tabs(tabs)),
        (Answer::Screenshot(shot), Rendering::Text) => picture::text(shot),
        (Answer::Screenshot(shot), Rendering::Json) => picture::json(shot),
        (Answer::Compared(found), rendering) => compared(found, rendering),
        (Answer::Replayed(replay), rendering) => replay::replayed(replay, rendering),
        (Answer::Noted(inner, notes), _) => {
            noted(self::answer(opened, inner, manner), notes, manner)
        }
        (other, Rendering::Text) => around_text(other, screen, speech),
        (other, Rendering::Json) => around_json(other),
    }
}

/// What is printed besides, of what else should be known.
fn noted(mut printed: Printed, notes: &[Note], manner: Manner) -> Printed {
    match manner.rendering {
        Rendering::Json => json::with_notes(printed, notes),
        Rendering::Text => {
            printed.stderr.push_str(&lines(
                notes
                    .iter()
                    .map(|note| format!("note: {}", line_safe(&manner.speech.say(&note.text)))),
            ));
            printed
        }
    }
}

/// What is around a page, as text.
fn around_text(answer: &Answer, screen: Screen, speech: Speech) -> Printed {
    Printed::data(match answer {
        Answer::Json(text) => bare(text, screen),
        Answer::Box(at) => format!(
            "x: {} y: {} width: {} height: {}\n",
            at.x, at.y, at.width, at.height
        ),
        Answer::Console(messages) => around::console(messages),
        Answer::Requests(requests) => around::requests(requests),
        Answer::Cookies(cookies) => around::cookies(cookies),
        Answer::Entries(entries) => around::entries(entries),
        Answer::Dialog(dialog) => around::waiting(dialog.as_ref(), speech),
        Answer::Written(path, bytes) => format!(
            "wrote {} ({})\n",
            line_safe(&path.to_string_lossy()),
            crate::words::size(*bytes)
        ),
        Answer::Done(what) => format!("{}\n", line_safe(what)),
        _ => return unprintable(Rendering::Text),
    })
}

/// What is around a page, as JSON.
fn around_json(answer: &Answer) -> Printed {
    match answer {
        // What a script answered is JSON already, or nothing is.
        Answer::Json(text) => match serde_json::from_str::<serde_json::Value>(text) {
            Ok(value) => Printed::json(&json::Value { value }),
            Err(_) => Printed::json(&json::Value { value: text }),
        },
        Answer::Box(at) => Printed::json(&serde_json::json!({
            "value": { "x": at.x, "y": at.y, "width": at.width, "height": at.height }
        })),
        Answer::Console(messages) => Printed::json(&json_around::console(messages)),
        Answer::Requests(requests) => Printed::json(&json_around::requests(requests)),
        Answer::Cookies(cookies) => Printed::json(&json_around::cookies(cookies)),
        Answer::Entries(entries) => Printed::json(&json_around::entries(entries)),
        Answer::Dialog(dialog) => Printed::json(&json_around::waiting(dialog.as_ref())),
        Answer::Written(path, bytes) => Printed::json(&serde_json::json!({
            "path": path.to_string_lossy(), "size": bytes
        })),
        Answer::Done(what) => Printed::json(&serde_json::json!({ "done": what })),
        _ => unprintable(Rendering::Json),
    }
}

fn unprintable(rendering: Rendering) -> Printed {
    let error = Error::new(
        ErrorKind::Unsupported,
        "this answer cannot be printed by this version",
    );
    Printed::error(&error, rendering, FAILED)
}

/// Text alone, as `get` prints it: unchanged into a pipe, harmless on a terminal.
fn bare(text: &str, screen: Screen) -> String {
    let mut out = match screen {
        Screen::Terminal => terminal_safe(text).into_owned(),
        Screen::Plain => text.to_owned(),
    };
    out.push('\n');
    out
}

fn tab_line(tab: &TabSummary) -> String {
    let mark = if tab.current { '*' } else { ' ' };
    format!(
        "{mark} {}: {} {}",
        tab.number,
        quoted(&tab.title),
        line_safe(&tab.url)
    )
}

/// The lines, each with its end.
pub(crate) fn lines(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The sessions, as a list.
pub(crate) fn sessions(list: &[SessionSummary], rendering: Rendering) -> Printed {
    match rendering {
        Rendering::Json => Printed::json(&json::sessions(list)),
        Rendering::Text if list.is_empty() => Printed::data("no sessions\n"),
        Rendering::Text => Printed::data(lines(list.iter().map(session_line))),
    }
}

pub(crate) fn session_line(session: &SessionSummary) -> String {
    let tabs = crate::words::counted(session.tabs, "tab");
    format!(
        "{}: {}, {tabs}, {}",
        session.name,
        session.engine,
        line_safe(&session.url)
    )
}

/// What `close` says.
pub(crate) fn closed(asked: Option<&str>, closed: &[String], rendering: Rendering) -> Printed {
    match rendering {
        Rendering::Text => Printed::data(closed_text(asked, closed)),
        Rendering::Json => Printed::json(&serde_json::json!({ "closed": closed })),
    }
}

/// What `close` says as text.
pub(crate) fn closed_text(asked: Option<&str>, closed: &[String]) -> String {
    match (asked, closed) {
        (Some(name), []) => format!("session \"{name}\" was not open\n"),
        (None, []) => "no sessions were open\n".to_owned(),
        (_, names) => lines(
            names
                .iter()
                .map(|name| format!("closed session \"{name}\"")),
        ),
    }
}

/// What is said of an answer to whoever calls tools: what is to be known, then the data.
pub(crate) fn told(answer: &Answer) -> String {
    let manner = Manner {
        rendering: Rendering::Text,
        screen: Screen::Plain,
        snapshots: InJson::AsFormat,
        speech: Speech::Tools,
    };
    let printed = self::answer(None, answer, manner);
    printed.stderr + &String::from_utf8_lossy(&printed.stdout)
}

/// What is said of an error to whoever calls tools.
pub(crate) fn told_error(error: &Error) -> String {
    error::text(error, Speech::Tools)
}

/// That a session is not there.
pub(crate) fn no_such_session(name: &str) -> Error {
    let session = if name == "default" {
        String::new()
    } else {
        format!(" --session {name}")
    };
    Error::new(
        ErrorKind::NotFound,
        format!("session \"{name}\" has no page: nothing was opened in it"),
    )
    .with_hint(format!("open one first: `surefoot{session} open URL`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_on_a_terminal_cannot_steer_it() {
        assert_eq!(bare("a\u{1b}[2Jb", Screen::Plain), "a\u{1b}[2Jb\n");
        assert!(!bare("a\u{1b}[2Jb", Screen::Terminal).contains('\u{1b}'));
    }

    #[test]
    fn a_tab_is_one_line_whatever_its_title() {
        let tab = TabSummary {
            number: 2,
            url: "https://a/\n*".into(),
            title: "x\n* 3: \"y\"".into(),
            current: true,
        };
        assert_eq!(tab_line(&tab), "* 2: \"x\\n* 3: \\\"y\\\"\" https://a/\\n*");
    }
}

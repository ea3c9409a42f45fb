//! [`Console`]: what a tab's pages, frames and workers have said, and the errors nobody caught.
//!
//! Messages are kept as text, rendered as DevTools renders them: `%s` and its kin are filled in, objects are shown by
//! what the browser's preview has of them.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use surefoot_cdp::RawEvent;
use surefoot_engine::{ConsoleMessage, Level};

use crate::around::text::{shortened_url, within};
use crate::around::values::{Remote, formatted, shown};

/// The events that are read here.
pub(crate) const EVENTS: &[&str] = &[
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Runtime.exceptionRevoked",
    "Log.entryAdded",
];

/// How many messages are kept.
const REMEMBERED: usize = 1_000;

/// How much of a message is kept, in bytes.
pub(super) const LONGEST: usize = 2_000;

/// What a tab's pages have said.
#[derive(Debug, Default)]
pub(crate) struct Console {
    messages: VecDeque<Message>,
}

#[derive(Debug)]
struct Message {
    /// The browser's number of an error nobody caught: one that is caught late is taken back by it.
    exception: Option<i64>,
    told: ConsoleMessage,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Called {
    #[serde(rename = "type")]
    kind: String,
    args: Vec<Remote>,
    timestamp: f64,
    stack_trace: Option<Stack>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    timestamp: f64,
    exception_details: Details,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    exception_id: i64,
    text: String,
    line_number: i64,
    url: Option<String>,
    stack_trace: Option<Stack>,
    exception: Option<Remote>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Revoked {
    exception_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Added {
    entry: Entry,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    level: String,
    text: String,
    timestamp: f64,
    url: Option<String>,
    line_number: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stack {
    call_frames: Vec<CallFrame>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    url: String,
    line_number: i64,
}

impl Console {
    /// The messages, oldest first.
    pub(crate) fn list(&self) -> impl Iterator<Item = &ConsoleMessage> {
        self.messages.iter().map(|message| &message.told)
    }

    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        self.messages.clear();
    }

    /// Notes what an event tells, if it is one of [`EVENTS`]; whether it is.
    pub(crate) fn note_event(&mut self, event: &RawEvent) -> bool {
        let message = match &*event.method {
            "Runtime.consoleAPICalled" => read::<Called>(event).as_ref().and_then(called),
            "Runtime.exceptionThrown" => read::<Thrown>(event).map(thrown),
            "Log.entryAdded" => read::<Added>(event).map(added),
            "Runtime.exceptionRevoked" => {
                if let Some(revoked) = read::<Revoked>(event) {
                    self.messages
                        .retain(|m| m.exception != Some(revoked.exception_id));
                }
                None
            }
            _ => return false,
        };
        if let Some(message) = message {
            if self.messages.len() == REMEMBERED {
                self.messages.pop_front();
            }
            self.messages.push_back(message);
        }
        true
    }
}

fn read<'a, T: Deserialize<'a>>(event: &'a RawEvent) -> Option<T> {
    serde_json::from_slice(&event.params).ok()
}

fn called(called: &Called) -> Option<Message> {
    let level = match called.kind.as_str() {
        "error" | "assert" => Level::Error,
        "warning" => Level::Warning,
        "debug" => Level::Debug,
        // They say nothing themselves.
        "clear" | "endGroup" | "profile" | "profileEnd" => return None,
        _ => Level::Info,
    };
    let mut text = formatted(&called.args);
    if called.kind == "assert" {
        text = match text.as_str() {
            "" => "Assertion failed".to_owned(),
            _ => format!("Assertion failed: {text}"),
        };
    }
    let (url, line) = place(called.stack_trace.as_ref());
    Some(message(level, None, &text, url, line, called.timestamp))
}

fn thrown(thrown: Thrown) -> Message {
    let details = thrown.exception_details;
    let what = details.exception.as_ref().map(|exception| {
        let text = shown(exception);
        text.split("\n    at ").next().unwrap_or(&text).to_owned()
    });
    let promise = if details.text.contains("in promise") {
        "(in promise) "
    } else {
        ""
    };
    let text = what.unwrap_or_else(|| details.text.clone());
    let (url, line) = match place(details.stack_trace.as_ref()) {
        (None, _) => (
            details.url.filter(|url| !url.is_empty()),
            number(details.line_number),
        ),
        place => place,
    };
    let text = format!("{promise}{text}");
    message(
        Level::Error,
        Some(details.exception_id),
        &text,
        url,
        line,
        thrown.timestamp,
    )
}

fn added(added: Added) -> Message {
    let entry = added.entry;
    let level = match entry.level.as_str() {
        "error" => Level::Error,
        "warning" => Level::Warning,
        "verbose" => Level::Debug,
        _ => Level::Info,
    };
    let line = entry.line_number.and_then(number);
    message(level, None, &entry.text, entry.url, line, entry.timestamp)
}

fn message(
    level: Level,
    exception: Option<i64>,
    text: &str,
    url: Option<String>,
    line: Option<u32>,
    at: f64,
) -> Message {
    let since = Duration::try_from_secs_f64(at / 1e3).unwrap_or_default();
    Message {
        exception,
        told: ConsoleMessage {
            level,
            uncaught: exception.is_some(),
            text: within(text, LONGEST),
            url: url.map(|url| shortened_url(&url)),
            line,
            at: UNIX_EPOCH
                .checked_add(since)
                .unwrap_or_else(SystemTime::now),
        },
    }
}

/// The script and the line on top of a stack.
fn place(stack: Option<&Stack>) -> (Option<String>, Option<u32>) {
    let top = stack.and_then(|stack| stack.call_frames.iter().find(|frame| !frame.url.is_empty()));
    match top {
        Some(frame) => (Some(frame.url.clone()), number(frame.line_number)),
        None => (None, None),
    }
}

/// A line as people count, from 1.
fn number(line: i64) -> Option<u32> {
    u32::try_from(line.checked_add(1)?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn tell(console: &mut Console, method: &str, params: &Value) {
        let event = RawEvent {
            session: None,
            method: method.into(),
            params: params.to_string().into(),
        };
        assert!(console.note_event(&event));
    }

    fn text(value: &str) -> Value {
        json!({"type": "string", "value": value})
    }

    #[test]
    fn errors_nobody_caught_are_told_and_taken_back() {
        let mut console = Console::default();
        let details = json!({"timestamp": 1500.0, "exceptionDetails": {
            "exceptionId": 7, "text": "Uncaught (in promise)", "lineNumber": 4, "columnNumber": 1, "url": "http://a/",
            "exception": {"type": "object", "subtype": "error", "description": "Error: no\n    at f (http://a/:5:1)"}}});
        tell(&mut console, "Runtime.exceptionThrown", &details);
        let told = console.list().next().unwrap().clone();
        assert_eq!(told.text, "(in promise) Error: no");
        assert_eq!(
            (told.url.as_deref(), told.line, told.uncaught),
            (Some("http://a/"), Some(5), true)
        );
        assert_eq!(told.at, UNIX_EPOCH + Duration::from_millis(1500));
        tell(
            &mut console,
            "Runtime.exceptionRevoked",
            &json!({"exceptionId": 7, "reason": "handled"}),
        );
        assert_eq!(console.list().count(), 0);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut console = Console::default();
        for n in 0..1_500 {
            let call = json!({"type": "log", "args": [text(&format!("{n} {}", "x".repeat(5_000)))], "timestamp": 1.0});
            tell(&mut console, "Runtime.consoleAPICalled", &call);
        }
        let kept: Vec<_> = console.list().collect();
        assert_eq!(kept.len(), REMEMBERED);
        assert!(kept[0].text.starts_with("500 x"));
        assert!(kept.iter().all(|message| message.text.len() <= LONGEST));
    }
}

//! [`Console`]: what a tab's pages, frames and workers have said, and the errors nobody caught.
//!
//! Messages are kept as text, rendered as DevTools renders them: `%s` and its kin are filled in, objects are shown by
//! what the browser's preview has of them.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::Value;
use surefoot_cdp::RawEvent;
use surefoot_engine::{ConsoleMessage, Level};

use crate::around::text::{shortened_url, within};

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
const LONGEST: usize = 2_000;

/// How deep objects inside of objects are shown.
const DEPTH: usize = 3;

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

/// A value of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    preview: Option<Preview>,
}

/// What is shown of an object.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    description: Option<String>,
    #[serde(default)]
    overflow: bool,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    entries: Vec<PreviewEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<String>,
    value_preview: Option<Preview>,
}

/// An entry of a map or a set.
#[derive(Debug, Deserialize)]
struct PreviewEntry {
    key: Option<Preview>,
    value: Preview,
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

/// The arguments of a call, as they are shown (Console Standard, "Formatter").
fn formatted(args: &[Remote]) -> String {
    let mut out = String::new();
    let mut rest = args.iter();
    if let Some(Remote {
        value: Some(Value::String(format)),
        ..
    }) = args.first()
        && args.len() > 1
    {
        rest.next();
        fill_in(format, &mut rest, &mut out);
    }
    for arg in rest {
        // What is cut away later need not be made.
        if out.len() > LONGEST {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&shown(arg));
    }
    out
}

/// Fills in what a format asks for, as far as there are arguments.
fn fill_in<'a>(format: &str, args: &mut impl Iterator<Item = &'a Remote>, out: &mut String) {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let kind = found.as_bytes().get(1).copied().unwrap_or(b' ');
        if !b"%sdifoOc".contains(&kind) {
            out.push('%');
            rest = found.get(1..).unwrap_or_default();
            continue;
        }
        rest = found.get(2..).unwrap_or_default();
        if kind == b'%' {
            out.push('%');
            continue;
        }
        let Some(arg) = args.next() else {
            out.push('%');
            out.push(char::from(kind));
            continue;
        };
        match kind {
            // How it looks.
            b'c' => {}
            b'd' | b'i' => out.push_str(&numeric(arg, true)),
            b'f' => out.push_str(&numeric(arg, false)),
            _ => out.push_str(&shown(arg)),
        }
    }
    out.push_str(rest);
}

/// A value as the number it stands for.
fn numeric(arg: &Remote, whole: bool) -> String {
    let number = match &arg.value {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    match (number, &arg.unserializable_value) {
        (Some(number), _) if whole => number.trunc().to_string(),
        (Some(number), _) => number.to_string(),
        (None, Some(text)) if arg.kind == "bigint" => text.clone(),
        _ => "NaN".to_owned(),
    }
}

/// A value, as it is shown.
fn shown(arg: &Remote) -> String {
    if let Some(text) = &arg.unserializable_value {
        return text.clone();
    }
    match (&arg.value, arg.kind.as_str(), arg.subtype.as_deref()) {
        (Some(Value::String(text)), ..) => text.clone(),
        (_, "undefined", _) => "undefined".to_owned(),
        (_, _, Some("null")) => "null".to_owned(),
        (_, "function", _) => function(arg.description.as_deref()),
        (_, _, Some("error" | "node" | "regexp" | "date")) => {
            arg.description.clone().unwrap_or_default()
        }
        (Some(value), ..) => value.to_string(),
        (None, ..) => match &arg.preview {
            Some(preview) => {
                let mut out = String::new();
                show(preview, 0, &mut out);
                out
            }
            None => arg.description.clone().unwrap_or_else(|| arg.kind.clone()),
        },
    }
}

/// A function, by its first line.
fn function(source: Option<&str>) -> String {
    let line = source
        .and_then(|source| source.lines().next())
        .unwrap_or("function");
    within(line, 80)
}

/// An object by its preview.
fn show(preview: &Preview, depth: usize, out: &mut String) {
    let name = preview.description.as_deref().unwrap_or_default();
    match preview.subtype.as_deref() {
        Some("error" | "node" | "regexp" | "date" | "null") => return out.push_str(name),
        _ if preview.kind != "object" => return out.push_str(name),
        _ => {}
    }
    if depth == DEPTH {
        return out.push_str(name);
    }
    let is_list = matches!(preview.subtype.as_deref(), Some("array" | "typedarray"));
    // What it is called is worth a word unless it is what its brackets say.
    if name != "Object" && !(is_list && name.starts_with("Array(")) {
        out.push_str(name);
        out.push(' ');
    }
    out.push(if is_list { '[' } else { '{' });
    let mut between = "";
    for property in &preview.properties {
        out.push_str(between);
        between = ", ";
        let is_place = is_list && property.name.bytes().all(|b| b.is_ascii_digit());
        if !is_place {
            out.push_str(&property.name);
            out.push_str(": ");
        }
        property.show(depth, out);
    }
    for entry in &preview.entries {
        out.push_str(between);
        between = ", ";
        if let Some(key) = &entry.key {
            quoted(key, depth, out);
            out.push_str(" => ");
        }
        quoted(&entry.value, depth, out);
    }
    if preview.overflow {
        out.push_str(between);
        out.push('…');
    }
    out.push(if is_list { ']' } else { '}' });
}

/// A key or value of an entry: texts in quotes.
fn quoted(preview: &Preview, depth: usize, out: &mut String) {
    if preview.kind == "string" {
        out.push_str(&quote(preview.description.as_deref().unwrap_or_default()));
    } else {
        show(preview, depth + 1, out);
    }
}

fn quote(text: &str) -> String {
    format!("'{text}'")
}

impl Property {
    fn show(&self, depth: usize, out: &mut String) {
        let value = self.value.as_deref().unwrap_or_default();
        match (self.kind.as_str(), &self.value_preview) {
            (_, Some(preview)) => show(preview, depth + 1, out),
            ("string", None) => out.push_str(&quote(value)),
            ("function", None) => out.push_str("function"),
            ("accessor", None) => out.push_str("(…)"),
            ("object", None) if self.subtype.is_none() && value == "Object" => out.push_str("{…}"),
            _ => out.push_str(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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

    #[track_caller]
    fn check(args: &[Value], expected: &str) {
        let mut console = Console::default();
        let call = json!({"type": "log", "args": args, "timestamp": 1.0});
        tell(&mut console, "Runtime.consoleAPICalled", &call);
        assert_eq!(console.list().next().unwrap().text, expected);
    }

    #[test]
    fn formats_are_filled_in() {
        let three = json!({"type": "number", "value": 3.7, "description": "3.7"});
        check(&[text("100%")], "100%");
        check(&[text("a %s b"), text("x")], "a x b");
        check(
            &[
                text("%d of %f, %i"),
                three.clone(),
                three.clone(),
                text("9"),
            ],
            "3 of 3.7, 9",
        );
        check(
            &[
                text("%cred %cblue"),
                text("color: red"),
                text("color: blue"),
            ],
            "red blue",
        );
        check(&[text("%s"), text("a"), text("b")], "a b");
        check(&[text("50%% %s %x %"), text("a")], "50% a %x %");
        check(&[text("%s %s"), text("a")], "a %s");
        check(&[text("%d"), text("no number")], "NaN");
        check(&[three, text("%s")], "3.7 %s");
        check(&[], "");
    }

    #[test]
    fn values_are_shown_as_the_console_shows_them() {
        check(&[json!({"type": "undefined"})], "undefined");
        check(
            &[json!({"type": "object", "subtype": "null", "value": null})],
            "null",
        );
        check(
            &[json!({"type": "number", "unserializableValue": "-0", "description": "-0"})],
            "-0",
        );
        check(
            &[json!({"type": "bigint", "unserializableValue": "12n"})],
            "12n",
        );
        check(&[json!({"type": "boolean", "value": true})], "true");
        let object = json!({"type": "object", "className": "Object", "description": "Object", "preview": {
        "type": "object", "description": "Object", "overflow": true, "properties": [
            {"name": "a", "type": "number", "value": "1"},
            {"name": "b", "type": "string", "value": "x"},
            {"name": "c", "type": "object", "subtype": "array", "value": "Array(2)"},
            {"name": "d", "type": "object", "value": "Object"},
            {"name": "e", "type": "function", "value": ""},
        ]}});
        check(
            &[object],
            "{a: 1, b: 'x', c: Array(2), d: {…}, e: function, …}",
        );
        let list = json!({"type": "object", "subtype": "array", "description": "Array(2)", "preview": {
        "type": "object", "subtype": "array", "description": "Array(2)", "overflow": false, "properties": [
            {"name": "0", "type": "string", "value": "x"},
            {"name": "1", "type": "object", "subtype": "null", "value": "null"},
        ]}});
        check(&[text("list"), list], "list ['x', null]");
        let map = json!({"type": "object", "subtype": "map", "description": "Map(1)", "preview": {
            "type": "object", "subtype": "map", "description": "Map(1)", "overflow": false, "properties": [],
            "entries": [{"key": {"type": "string", "description": "k", "overflow": false, "properties": []},
                         "value": {"type": "number", "description": "1", "overflow": false, "properties": []}}]}});
        check(&[map], "Map(1) {'k' => 1}");
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

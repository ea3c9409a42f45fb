//! What is around a page, as text: one line for each message, request, cookie, entry.

use std::fmt::Write as _;

use surefoot_engine::{
    ConsoleMessage, Cookie, Dialog, DialogKind, Level, Request, SameSite, Scrolled,
};
use surefoot_view::escape::{line_safe, quoted};

use surefoot_session::ReadAnswer;

use super::{Printed, Speech, lines};
use crate::wire::Screen;
use crate::words::size;

/// The lines, or what is said where there are none.
fn listed(what: &str, all: Vec<String>) -> String {
    if all.is_empty() {
        return format!("no {what}\n");
    }
    lines(all)
}

/// A page of what was read, and on standard error how much more there is.
pub(super) fn read(read: &ReadAnswer, screen: Screen, speech: Speech) -> Printed {
    let mut printed = Printed::data(super::bare(&read.text, screen));
    if read.text.is_empty() {
        printed.stderr.push_str("note: there is nothing to read\n");
    } else if read.pages > 1 {
        printed.stderr = format!("note: page {} of {}", read.page, read.pages);
        if read.page < read.pages {
            let next = format!("; `read --page {}` shows the next", read.page + 1);
            printed.stderr.push_str(&speech.say(&next));
        }
        printed.stderr.push('\n');
    }
    printed
}

/// `error: text (url:line)`.
pub(super) fn console(messages: &[ConsoleMessage]) -> String {
    let line = |message: &ConsoleMessage| {
        let what = match (message.uncaught, message.level) {
            (true, _) => "uncaught",
            (_, level) => level_word(level),
        };
        let place = match (&message.url, message.line) {
            (Some(url), Some(line)) => format!(" ({}:{line})", line_safe(url)),
            (Some(url), None) => format!(" ({})", line_safe(url)),
            _ => String::new(),
        };
        format!("{what}: {}{place}", line_safe(&message.text))
    };
    listed("messages", messages.iter().map(line).collect())
}

pub(super) fn level_word(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

/// `3: GET 200 document https://… 12.3 KB 45 ms`.
pub(super) fn requests(requests: &[Request]) -> String {
    let line = |request: &Request| {
        let came = match (&request.failure, request.status) {
            (Some(why), _) => format!("failed ({})", line_safe(why)),
            (None, Some(status)) => status.to_string(),
            (None, None) => "pending".to_owned(),
        };
        let size = request.size.map(size).map(|s| format!(" {s}"));
        let took = request.took_ms.map(|ms| format!(" {ms:.0} ms"));
        format!(
            "{}: {} {came} {} {}{}{}",
            request.number,
            line_safe(&request.method),
            line_safe(&request.kind),
            line_safe(&request.url),
            size.unwrap_or_default(),
            took.unwrap_or_default()
        )
    };
    listed("requests", requests.iter().map(line).collect())
}

/// `name="value" domain=… path=… session`.
pub(super) fn cookies(cookies: &[Cookie]) -> String {
    let line = |cookie: &Cookie| {
        let mut line = format!(
            "{}={} domain={} path={}",
            line_safe(&cookie.name),
            quoted(&cookie.value),
            line_safe(&cookie.domain),
            line_safe(&cookie.path)
        );
        match cookie.expires {
            // Writing to a text cannot fail.
            Some(at) => drop(write!(line, " expires={at:.0}")),
            None => line.push_str(" session"),
        }
        for (word, is_so) in [("httponly", cookie.http_only), ("secure", cookie.secure)] {
            if is_so {
                line.push(' ');
                line.push_str(word);
            }
        }
        if let Some(sites) = cookie.same_site {
            line.push_str(" samesite=");
            line.push_str(sites_word(sites));
        }
        line
    };
    listed("cookies", cookies.iter().map(line).collect())
}

pub(super) fn sites_word(sites: SameSite) -> &'static str {
    match sites {
        SameSite::Strict => "strict",
        SameSite::Lax => "lax",
        SameSite::None => "none",
    }
}

/// `"key": "value"`.
pub(super) fn entries(entries: &[(String, String)]) -> String {
    let line = |(key, value): &(String, String)| format!("{}: {}", quoted(key), quoted(value));
    listed("entries", entries.iter().map(line).collect())
}

/// The dialog that waits, if one does.
pub(super) fn waiting(dialog: Option<&Dialog>, speech: Speech) -> String {
    match dialog {
        None => "no dialog waits\n".to_owned(),
        Some(dialog) => format!("{}\n", self::dialog(dialog, speech)),
    }
}

/// `confirm "Really?" waits: …`.
pub(super) fn dialog(dialog: &Dialog, speech: Speech) -> String {
    let kind = kind_word(dialog.kind);
    let message = quoted(&dialog.message);
    let proposal = dialog
        .proposal
        .as_ref()
        .filter(|text| !text.is_empty())
        .map(|text| format!(" proposes {}", quoted(text)))
        .unwrap_or_default();
    match (dialog.waits, dialog.kind) {
        (false, _) => format!("{kind} {message} (closed)"),
        (true, DialogKind::Prompt) => {
            let how = speech.say("`dialog accept TEXT` or `dialog dismiss`");
            format!("{kind} {message}{proposal} waits: {how}")
        }
        (true, _) => {
            let how = speech.say("`dialog accept` or `dialog dismiss`");
            format!("{kind} {message} waits: {how}")
        }
    }
}

pub(super) fn kind_word(kind: DialogKind) -> &'static str {
    match kind {
        DialogKind::Alert => "alert",
        DialogKind::Confirm => "confirm",
        DialogKind::Prompt => "prompt",
        DialogKind::BeforeUnload => "beforeunload",
    }
}

/// `0, 300 (1200 left below)`.
pub(super) fn scrolled(to: Scrolled) -> String {
    let mut left = Vec::new();
    if to.below >= 1.0 {
        left.push(format!("{:.0} left below", to.below));
    }
    if to.right >= 1.0 {
        left.push(format!("{:.0} left to the right", to.right));
    }
    if left.is_empty() {
        left.push("the end".to_owned());
    }
    format!("{:.0}, {:.0} ({})", to.x, to.y, left.join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_page_says_makes_no_line_of_its_own() {
        let message = ConsoleMessage {
            level: Level::Error,
            uncaught: true,
            text: "a\nerror: b".into(),
            url: Some("http://x/\ny".into()),
            line: Some(3),
            at: SystemTime::UNIX_EPOCH,
        };
        assert_eq!(
            console(&[message]),
            "uncaught: a\\nerror: b (http://x/\\ny:3)\n"
        );
        assert_eq!(console(&[]), "no messages\n");
        assert_eq!(
            entries(&[("a\"".into(), "b\n".into())]),
            "\"a\\\"\": \"b\\n\"\n"
        );
    }

    #[test]
    fn dialogs_say_what_to_do() {
        let mut asks = Dialog {
            kind: DialogKind::Prompt,
            message: "Name?".into(),
            proposal: Some("Ada".into()),
            url: "http://x/".into(),
            waits: true,
        };
        assert_eq!(
            dialog(&asks, Speech::Shell),
            "prompt \"Name?\" proposes \"Ada\" waits: `dialog accept TEXT` or `dialog dismiss`"
        );
        asks.waits = false;
        asks.kind = DialogKind::Alert;
        assert_eq!(dialog(&asks, Speech::Shell), "alert \"Name?\" (closed)");
    }
}

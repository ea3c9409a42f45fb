//! What is around a page, as JSON.

use serde::Serialize;
use surefoot_engine::{ConsoleMessage, Cookie, Dialog, Request, Scrolled};
use surefoot_session::ReadAnswer;
use surefoot_view::rfc3339;

use super::around::{kind_word, level_word, sites_word};

#[derive(Serialize)]
struct Message<'a> {
    level: &'static str,
    uncaught: bool,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    timestamp: String,
}

#[derive(Serialize)]
struct Messages<'a> {
    messages: Vec<Message<'a>>,
}

/// The `data` of `console` and `errors`.
pub(super) fn console(messages: &[ConsoleMessage]) -> impl Serialize + '_ {
    Messages {
        messages: messages
            .iter()
            .map(|message| Message {
                level: level_word(message.level),
                uncaught: message.uncaught,
                text: &message.text,
                url: message.url.as_deref(),
                line: message.line,
                timestamp: rfc3339(message.at),
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct RequestBody<'a> {
    number: u64,
    method: &'a str,
    url: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took_ms: Option<f64>,
}

#[derive(Serialize)]
struct Requests<'a> {
    requests: Vec<RequestBody<'a>>,
}

/// The `data` of `requests`.
pub(super) fn requests(requests: &[Request]) -> impl Serialize + '_ {
    Requests {
        requests: requests
            .iter()
            .map(|request| RequestBody {
                number: request.number,
                method: &request.method,
                url: &request.url,
                kind: &request.kind,
                status: request.status,
                mime: request.mime.as_deref(),
                size: request.size,
                failure: request.failure.as_deref(),
                took_ms: request.took_ms,
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct CookieBody<'a> {
    name: &'a str,
    value: &'a str,
    domain: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<f64>,
    http_only: bool,
    secure: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_site: Option<&'static str>,
}

#[derive(Serialize)]
struct Cookies<'a> {
    cookies: Vec<CookieBody<'a>>,
}

/// The `data` of `cookies`.
pub(super) fn cookies(cookies: &[Cookie]) -> impl Serialize + '_ {
    Cookies {
        cookies: cookies
            .iter()
            .map(|cookie| CookieBody {
                name: &cookie.name,
                value: &cookie.value,
                domain: &cookie.domain,
                path: &cookie.path,
                expires: cookie.expires,
                http_only: cookie.http_only,
                secure: cookie.secure,
                same_site: cookie.same_site.map(sites_word),
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct Entry<'a> {
    key: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct Entries<'a> {
    entries: Vec<Entry<'a>>,
}

/// The `data` of `storage`.
pub(super) fn entries(entries: &[(String, String)]) -> impl Serialize + '_ {
    Entries {
        entries: entries
            .iter()
            .map(|(key, value)| Entry { key, value })
            .collect(),
    }
}

/// A dialog.
#[derive(Serialize)]
pub(super) struct DialogBody<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal: Option<&'a str>,
    url: &'a str,
    waits: bool,
}

pub(super) fn dialog(dialog: &Dialog) -> DialogBody<'_> {
    DialogBody {
        kind: kind_word(dialog.kind),
        message: &dialog.message,
        proposal: dialog.proposal.as_deref(),
        url: &dialog.url,
        waits: dialog.waits,
    }
}

#[derive(Serialize)]
struct Waiting<'a> {
    dialog: Option<DialogBody<'a>>,
}

/// The `data` of `dialog status`.
pub(super) fn waiting(dialog: Option<&Dialog>) -> impl Serialize + '_ {
    Waiting {
        dialog: dialog.map(self::dialog),
    }
}

/// Where something is scrolled to, and how much is left.
#[derive(Serialize)]
pub(super) struct ScrolledBody {
    x: f64,
    y: f64,
    right: f64,
    below: f64,
}

impl From<Scrolled> for ScrolledBody {
    fn from(to: Scrolled) -> ScrolledBody {
        ScrolledBody {
            x: to.x,
            y: to.y,
            right: to.right,
            below: to.below,
        }
    }
}

#[derive(Serialize)]
struct Read<'a> {
    value: &'a str,
    page: u32,
    pages: u32,
    url: &'a str,
    title: &'a str,
}

/// A page of what was read.
pub(super) fn read(read: &ReadAnswer) -> impl Serialize + '_ {
    Read {
        value: &read.text,
        page: read.page,
        pages: read.pages,
        url: &read.url,
        title: &read.title,
    }
}

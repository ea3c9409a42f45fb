//! What client and daemon say to each other over the socket of their [`home`](crate::home).
//!
//! Both first send a [`Hello`]. Then the client sends one [`Call`] with a body of plain bytes (HTML from standard input,
//! mostly empty), the daemon one [`Reply`] with a body (what goes to standard output), and the connection ends. A client
//! that goes away meanwhile takes back its call.
//!
//! [`Hello`] and [`Call::Stop`] must stay readable for other versions: with them a new client ends an old daemon.

pub(crate) mod around;
mod command;
pub(crate) mod frame;
pub(crate) mod picture;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) use self::command::{Command, Record};
pub(crate) use crate::output::Rendering;

/// The version that must be the same on both sides.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of surefoot.
    pub(crate) surefoot: String,
    /// The process.
    pub(crate) pid: u32,
    /// How many sessions the daemon holds; 0 from a client.
    #[serde(default)]
    pub(crate) sessions: usize,
}

impl Hello {
    /// This process.
    pub(crate) fn new(sessions: usize) -> Hello {
        Hello {
            surefoot: VERSION.to_owned(),
            pid: std::process::id(),
            sessions,
        }
    }
}

/// What the client asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub(crate) enum Call {
    /// End.
    Stop,
    /// Say how the daemon is.
    Status {
        /// How to say it.
        rendering: Rendering,
    },
    /// List the sessions.
    Sessions {
        /// How to say it.
        rendering: Rendering,
    },
    /// End a session.
    Close {
        /// How to say it.
        rendering: Rendering,
        /// Its name; `None`: every session.
        session: Option<String>,
    },
    /// Do something in a session.
    Run(Box<Run>),
}

/// Something to be done in a session.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The session's name.
    pub(crate) session: String,
    /// How long it may take, in milliseconds.
    pub(crate) timeout_ms: u64,
    /// The most bytes a document may have.
    pub(crate) max_body: Option<u64>,
    /// How to answer.
    pub(crate) rendering: Rendering,
    /// Where the answer is shown.
    pub(crate) screen: Screen,
    /// What the session is to be started with, if it is not there yet.
    pub(crate) settings: Settings,
    /// How far a page is to be loaded; `None`: as usual.
    pub(crate) load: Option<Load>,
    /// Whether elements are acted on without checking them.
    pub(crate) force: bool,
    /// How long, at most, what an action has started is waited for, in milliseconds.
    pub(crate) settle_ms: Option<u64>,
    /// Whether requests that an action has started are not waited for.
    pub(crate) ignores_requests: bool,
    /// What to show of the page after an action, and the format asked for by name.
    pub(crate) after: Option<(Show, Option<String>)>,
    /// What to open before.
    pub(crate) open: Option<Source>,
    /// What to do; `None`: only open.
    pub(crate) command: Option<Command>,
}

/// Where an answer is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Screen {
    /// On a terminal, which obeys escape sequences.
    Terminal,
    /// In a pipe or a file.
    Plain,
}

/// How far a page is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Load {
    Commit,
    DomContentLoaded,
    Whole,
    NetworkIdle,
}

/// Settings of a session. What is absent was not asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The engine.
    pub(crate) engine: Option<String>,
    /// The `User-Agent`.
    pub(crate) user_agent: Option<String>,
    /// Headers of every request.
    pub(crate) headers: Vec<(String, String)>,
    /// Where downloads go, absolute.
    pub(crate) download_dir: Option<PathBuf>,
    /// The browser's program, absolute unless it is to be found on the PATH.
    pub(crate) browser: Option<PathBuf>,
    /// A browser that runs already.
    pub(crate) cdp: Option<String>,
    /// Headers sent when connecting to it.
    pub(crate) cdp_headers: Vec<(String, String)>,
    /// A profile that is kept, absolute.
    pub(crate) profile: Option<PathBuf>,
    /// Whether the window is shown.
    pub(crate) headed: bool,
    /// Whether the browser is not shared.
    pub(crate) isolate: bool,
    /// Further switches of the browser.
    pub(crate) browser_args: Vec<String>,
    /// The proxy.
    pub(crate) proxy: Option<String>,
    /// User and password.
    pub(crate) credentials: Option<(String, String)>,
    /// Whether bad certificates are accepted.
    pub(crate) ignore_https_errors: bool,
    /// Certificates that are trusted besides, absolute.
    pub(crate) ca_cert: Option<PathBuf>,
    /// Width, height, device pixels for each CSS pixel.
    pub(crate) viewport: Option<(u32, u32, f64)>,
    /// A device.
    pub(crate) device: Option<String>,
    /// The language.
    pub(crate) locale: Option<String>,
    /// The time zone.
    pub(crate) timezone: Option<String>,
    /// Latitude and longitude.
    pub(crate) geo: Option<(f64, f64)>,
    /// The colors.
    pub(crate) color_scheme: Option<around::Scheme>,
    /// Whether there is no network.
    pub(crate) offline: bool,
    /// The engine, if none is named.
    pub(crate) usual_engine: Option<String>,
    /// The browser's program, if none is named.
    pub(crate) usual_browser: Option<PathBuf>,
}

impl Settings {
    /// What a new session is started with: what was not asked for is as usual.
    pub(crate) fn in_effect(&self) -> Settings {
        Settings {
            engine: self.engine.clone().or_else(|| self.usual_engine.clone()),
            browser: self.browser.clone().or_else(|| self.usual_browser.clone()),
            ..self.clone()
        }
    }
}

/// What to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// A URL or host as typed, or the URL of a file.
    Url(String),
    /// HTML in the body of the call, as if it stood at this URL.
    Body {
        /// The URL.
        url: String,
    },
}

impl Run {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> &'static str {
        self.command.as_ref().map_or("open", Command::name)
    }

    /// Whether it makes sense in a session that is not there yet.
    pub(crate) fn starts_session(&self) -> bool {
        self.open.is_some()
            || match &self.command {
                Some(
                    Command::Tab(Tab::New(_))
                    | Command::Record(Record::Start { .. })
                    | Command::Replay { .. },
                ) => true,
                Some(Command::Around(around)) => around.comes_before_pages(),
                _ => false,
            }
    }
}

/// Which part of the page, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Snapshot {
    /// The format asked for by name.
    pub(crate) format: Option<String>,
    /// `-i`.
    pub(crate) interactive: bool,
    /// `-c`.
    pub(crate) compact: bool,
    /// `-d`.
    pub(crate) depth: Option<std::num::NonZeroU32>,
    /// `-s`.
    pub(crate) scope: Option<String>,
    /// `--region`, by their names.
    pub(crate) regions: Vec<String>,
    /// `--around`.
    pub(crate) around: Option<String>,
    /// `--viewport-only`.
    pub(crate) in_view: bool,
    /// `--role`, by the words that are printed.
    pub(crate) roles: Vec<String>,
    /// `--text`.
    pub(crate) text: Option<String>,
    /// `--all`.
    pub(crate) hidden: bool,
    /// `--urls`.
    pub(crate) urls: bool,
    /// `--max-name`.
    pub(crate) max_name: Option<std::num::NonZeroU32>,
    /// `--lines`.
    pub(crate) lines: Option<std::num::NonZeroU32>,
    /// `--refs`.
    pub(crate) refs: Option<Refs>,
    /// `--delta`, `--if-changed`.
    pub(crate) show: Show,
    /// `--budget`.
    pub(crate) budget: Budget,
    /// `--expand`.
    pub(crate) expand: Option<String>,
    /// `--page`.
    pub(crate) page: Option<std::num::NonZeroU32>,
}

/// How many tokens a snapshot may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Budget {
    /// As many as is usual for the format.
    #[default]
    Usual,
    /// Any number.
    None,
    /// So many.
    Tokens(std::num::NonZeroU32),
}

/// How refs are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refs {
    Stable,
    Renumber,
}

/// How much is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Show {
    #[default]
    Full,
    Delta,
    IfChanged,
}

/// A button of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Button {
    Left,
    Middle,
    Right,
}

/// A key held down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

/// How far to scroll.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Distance {
    Pixels(f64, f64),
    Views(f64, f64),
    Start,
    End,
}

/// What to do with the mouse.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mouse {
    Move(f64, f64),
    Down(Button),
    Up(Button),
    Wheel(f64, f64),
}

/// What to do with the clipboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Clipboard {
    Read,
    Write(String),
    Copy,
    Cut,
    Paste,
}

/// What to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Get {
    Text(Option<String>),
    Html(Option<String>),
    Value(String),
    Attr { target: String, name: String },
    Title,
    Url,
    Count(String),
    Box(String),
    Selector(String),
    Styles { target: String, names: Vec<String> },
}

/// What to test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    Visible,
    Enabled,
    Checked,
}

/// What to wait for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wait {
    Target(String),
    Text(String),
    Url(String),
    Load(Load),
    Function(String),
    Gone(String),
    Millis(u64),
}

/// What to do with tabs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tab {
    List,
    New(Option<String>),
    Switch(u32),
    Close(Option<u32>),
}

/// What the daemon answers; what goes to standard output is the body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Reply {
    /// What goes to standard error.
    pub(crate) stderr: String,
    /// The exit code.
    pub(crate) exit: u8,
}

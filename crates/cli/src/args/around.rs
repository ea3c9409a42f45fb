//! Arguments of the commands around the page: scripts, dialogs, console, requests, cookies, storage, settings, paper.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use super::browser::Scheme;
use super::values;

pub(crate) const EVAL_EXAMPLES: &str = "\
Examples:
  surefoot eval document.title                    an expression
  surefoot eval \"await (await fetch('/x')).json()\"  what a promise resolves to
  surefoot eval \"e => e.className\" --on 5           a function that gets an element
  surefoot eval --stdin < script.js               a script from standard input";

/// `eval`.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("source").required(true).args(["script", "stdin"])))]
pub(crate) struct Eval {
    /// The script; its result is answered as JSON
    #[arg(allow_hyphen_values = true)]
    pub(crate) script: Option<String>,
    /// Read the script from standard input
    #[arg(long)]
    pub(crate) stdin: bool,
    /// An element, which is given to the script; that must be a function then
    #[arg(long, value_name = "TARGET")]
    pub(crate) on: Option<String>,
}

/// `dialog`.
#[derive(Debug, Subcommand)]
pub(crate) enum Dialog {
    /// Say whether a dialog waits
    Status,
    /// Say yes to it
    Accept {
        /// The text that a prompt asks for
        #[arg(allow_hyphen_values = true)]
        text: Option<String>,
    },
    /// Say no to it
    Dismiss,
}

/// `console`.
#[derive(Debug, Args)]
pub(crate) struct Console {
    /// Only errors
    #[arg(long)]
    pub(crate) errors: bool,
    /// Forget them afterwards
    #[arg(long)]
    pub(crate) clear: bool,
}

/// `errors`.
#[derive(Debug, Args)]
pub(crate) struct Errors {
    /// Forget them afterwards, with the console
    #[arg(long)]
    pub(crate) clear: bool,
}

/// `requests`.
#[derive(Debug, Args)]
pub(crate) struct Requests {
    /// Only those with this in their URL
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Forget them afterwards
    #[arg(long)]
    pub(crate) clear: bool,
}

/// `network`, as other tools have it.
#[derive(Debug, Subcommand)]
pub(crate) enum Network {
    /// List the requests of the page
    Requests(Requests),
}

/// `cookies`.
#[derive(Debug, Subcommand)]
pub(crate) enum Cookies {
    /// List them
    Get,
    /// Set one
    Set(SetCookie),
    /// Forget all
    Clear,
}

/// `cookies set`.
#[derive(Debug, Args)]
pub(crate) struct SetCookie {
    /// Its name
    pub(crate) name: String,
    /// Its value
    #[arg(allow_hyphen_values = true)]
    pub(crate) value: String,
    /// Its host, with a dot before it for hosts below as well [default: the page's host]
    #[arg(long, value_name = "HOST")]
    pub(crate) domain: Option<String>,
    /// Its path
    #[arg(long, default_value = "/")]
    pub(crate) path: String,
    /// When it ends, in seconds since 1970 [default: with the session]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) expires: Option<f64>,
    /// Scripts cannot see it
    #[arg(long)]
    pub(crate) http_only: bool,
    /// For https only
    #[arg(long)]
    pub(crate) secure: bool,
    /// To which sites' requests it is added
    #[arg(long, value_enum, value_name = "SITES", ignore_case = true)]
    pub(crate) same_site: Option<SameSite>,
}

/// To which sites' requests a cookie is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SameSite {
    /// Only the same site's
    Strict,
    /// Besides, when a user goes there from elsewhere
    Lax,
    /// All
    None,
}

pub(crate) const STORAGE_EXAMPLES: &str = "\
Examples:
  surefoot storage local                 all entries of localStorage
  surefoot storage local get token       one of them
  surefoot storage session set step 2    set one of sessionStorage
  surefoot storage local remove token    remove one
  surefoot storage local clear           remove all";

/// `storage`.
#[derive(Debug, Args)]
pub(crate) struct Storage {
    /// Which storage of the page's origin
    #[arg(value_enum)]
    pub(crate) kind: StorageKind,
    /// What to do [default: list the entries]
    #[command(subcommand)]
    pub(crate) what: Option<StorageCommand>,
}

/// Which storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StorageKind {
    /// localStorage
    Local,
    /// sessionStorage
    Session,
}

/// What to do with a storage.
#[derive(Debug, Subcommand)]
pub(crate) enum StorageCommand {
    /// Read an entry, or all
    Get {
        /// Its key
        key: Option<String>,
    },
    /// Set an entry
    Set {
        /// Its key
        key: String,
        /// Its value
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Remove an entry
    Remove {
        /// Its key
        key: String,
    },
    /// Remove all entries
    Clear,
}

/// `set`.
#[derive(Debug, Subcommand)]
pub(crate) enum Set {
    /// The size of the view
    Viewport {
        /// In CSS pixels
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20_000))]
        width: u32,
        /// In CSS pixels
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20_000))]
        height: u32,
        /// Device pixels for each CSS pixel
        #[arg(default_value_t = 1.0)]
        scale: f64,
    },
    /// A device, with its view and User-Agent
    Device {
        /// Its name: "iPhone 15"
        name: String,
    },
    /// The place
    Geo {
        /// In degrees, north positive
        #[arg(allow_negative_numbers = true)]
        latitude: f64,
        /// In degrees, east positive
        #[arg(allow_negative_numbers = true)]
        longitude: f64,
    },
    /// Whether there is no network
    Offline {
        /// on or off
        #[arg(value_enum, default_value_t = Switch::On)]
        state: Switch,
    },
    /// Headers sent with every request, instead of those before
    Headers {
        /// As JSON: {"Name": "value"}
        #[arg(value_name = "JSON")]
        object: String,
    },
    /// User and password for servers that ask who is there
    Credentials {
        /// The user
        user: String,
        /// The password
        #[arg(allow_hyphen_values = true)]
        password: String,
    },
    /// What the user prefers of how pages look
    Media {
        /// The colors
        #[arg(value_enum)]
        scheme: Option<Scheme>,
        /// Less motion
        #[arg(long)]
        reduced_motion: bool,
    },
    /// The User-Agent
    #[command(name = "useragent", alias = "user-agent")]
    UserAgent {
        /// What is sent; left out, the engine's own
        text: Option<String>,
    },
    /// The language
    Locale {
        /// Such as de-DE; left out, the browser's own
        tag: Option<String>,
    },
    /// How refs are numbered from now on
    Refs {
        /// stable or renumber
        #[arg(value_enum)]
        policy: super::page::Refs,
    },
    /// The time zone
    Timezone {
        /// Such as Europe/Berlin; left out, the machine's own
        zone: Option<String>,
    },
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    /// It is so
    On,
    /// It is not so
    Off,
}

/// `pdf`.
#[derive(Debug, Args)]
pub(crate) struct Pdf {
    /// The file, or a folder [default: a file of its own in a folder for temporary files]
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
    /// The paper
    #[arg(long, value_enum, default_value_t = Paper::A4, ignore_case = true)]
    pub(crate) paper: Paper,
    /// On its side
    #[arg(long)]
    pub(crate) landscape: bool,
    /// Without backgrounds
    #[arg(long)]
    pub(crate) no_background: bool,
    /// How large the content is drawn, from 0.1 to 2
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = values::scale)]
    pub(crate) scale: f64,
    /// The margins, in inches [default: 0.4]
    #[arg(long, value_name = "INCHES", value_parser = values::inches)]
    pub(crate) margin: Option<f64>,
    /// Which pages: 1-3, 5 [default: all]
    #[arg(long, value_name = "PAGES", default_value = "")]
    pub(crate) pages: String,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Paper {
    /// 210 by 297 mm
    A4,
    /// 297 by 420 mm
    A3,
    /// 8.5 by 11 inches
    Letter,
    /// 8.5 by 14 inches
    Legal,
}

/// `install`.
#[derive(Debug, Args)]
pub(crate) struct Install {
    /// Run the commands instead of printing them
    #[arg(long, visible_alias = "yes")]
    pub(crate) run: bool,
}

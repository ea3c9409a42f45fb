//! Arguments of the commands that go to a page and show it.

use std::num::NonZeroU32;

use clap::{Args, ValueEnum};

use super::values;

pub(crate) const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  surefoot snapshot                      the page that is open
  surefoot snapshot -i -c                only what can be acted on
  surefoot snapshot -s \"#main\" -d 3      a part of it, three levels deep
  surefoot snapshot example.com          open a page first
  curl -s URL | surefoot snapshot -      HTML from standard input";

/// `open`.
#[derive(Debug, Args)]
pub(crate) struct Open {
    /// A URL, a host, a file, or - for HTML on standard input
    #[arg(value_name = "URL|FILE|-")]
    pub(crate) location: String,
    /// How far it shall be loaded; what never ends is waited for no longer than 5 seconds
    #[arg(long, value_enum, value_name = "STATE", default_value_t = Load::Whole)]
    pub(crate) wait: Load,
}

/// How far a page is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Load {
    /// With all it asked for at first
    #[value(name = "load")]
    Whole,
    /// Its document is parsed
    Domcontentloaded,
    /// Besides, no request was under way for half a second
    Networkidle,
    /// It has begun
    None,
}

/// `snapshot`.
#[derive(Debug, Args)]
pub(crate) struct Snapshot {
    /// What to open first: a URL, a host, a file, or - for HTML on standard input
    #[arg(value_name = "URL|FILE|-")]
    pub(crate) location: Option<String>,
    /// Only what can be acted on, as a flat list, what is no control but can be clicked included
    #[arg(short, long)]
    pub(crate) interactive: bool,
    /// Nothing more: what only its cursor, a listener or a tabindex makes interactive is shown in any case
    #[arg(short = 'C', long = "cursor")]
    _cursor: bool,
    /// Without structure that has nothing of its own
    #[arg(short, long)]
    pub(crate) compact: bool,
    /// Only so many levels; 1 is the top level alone
    #[arg(short, long, value_name = "N", value_parser = values::depth)]
    pub(crate) depth: Option<NonZeroU32>,
    /// Only what is inside these elements
    #[arg(short, long, value_name = "CSS|REF")]
    pub(crate) scope: Option<String>,
}

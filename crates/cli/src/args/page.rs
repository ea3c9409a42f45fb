//! Arguments of the commands that go to a page and show it.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values;

pub(crate) const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  surefoot snapshot                      the page that is open
  surefoot snapshot -i -c                only what can be acted on
  surefoot snapshot -s \"#main\" -d 3      a part of it, three levels deep
  surefoot snapshot --delta              what is different from the last one
  surefoot snapshot --if-changed         nothing, if nothing is
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
    /// Only what is new (+), gone (-) or changed (~) since the last snapshot of this part of the page
    #[arg(long)]
    pub(crate) delta: bool,
    /// Nothing but that, if the page reads as in the last snapshot of this part of it
    #[arg(long, conflicts_with = "delta")]
    pub(crate) if_changed: bool,
}

pub(crate) const DIFF_EXAMPLES: &str = "\
Examples:
  surefoot snapshot > before.txt
  surefoot diff before.txt               how the page differs from it now
  surefoot diff before.txt after.txt     how one differs from the other
  surefoot diff before.txt -i            of a snapshot that was taken with -i";

/// `diff`.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// A snapshot that was saved
    #[arg(value_name = "FILE")]
    pub(crate) before: PathBuf,
    /// Another one [default: the page as it is now]
    #[arg(value_name = "FILE")]
    pub(crate) after: Option<PathBuf>,
    /// It was taken with -i: only what can be acted on
    #[arg(short, long)]
    pub(crate) interactive: bool,
    /// It was taken with -c: without structure that has nothing of its own
    #[arg(short, long)]
    pub(crate) compact: bool,
    /// It was taken with -d: only so many levels
    #[arg(short, long, value_name = "N", value_parser = values::depth)]
    pub(crate) depth: Option<NonZeroU32>,
    /// It was taken with -s: only what is inside these elements
    #[arg(short, long, value_name = "CSS|REF")]
    pub(crate) scope: Option<String>,
}

/// What is shown of the page after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AfterAction {
    /// Nothing but what was observed
    None,
    /// What is different from the last snapshot
    Delta,
    /// All
    Full,
}

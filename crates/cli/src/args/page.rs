//! Arguments of the commands that go to a page and show it.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values;
use crate::wire::Budget;

pub(crate) const SNAPSHOT_EXAMPLES: &str = "\
Examples:
  surefoot snapshot                      the page that is open
  surefoot snapshot -i -c                only what can be acted on
  surefoot snapshot -s \"#main\" -d 3      a part of it, three levels deep
  surefoot snapshot --region main -u     what it is about, with the addresses of links
  surefoot snapshot --role button,link   buttons and links alone
  surefoot snapshot --text \"sign in\"     what says this
  surefoot snapshot --around 12          what stands around element 12
  surefoot snapshot --delta              what is different from the last one
  surefoot snapshot --if-changed         nothing, if nothing is
  surefoot snapshot --budget 500         in so many tokens, the rest folded
  surefoot snapshot --expand 40          what a fold stands for
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
    /// Which part of it.
    #[command(flatten)]
    pub(crate) part: Part,
    /// No more than so many elements, and how many more there are
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) lines: Option<NonZeroU32>,
    /// How refs are numbered [default: stable, or as `set refs` has it]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) refs: Option<Refs>,
    /// Only what is new (+), gone (-) or changed (~) since the last snapshot of this part of the page
    #[arg(long)]
    pub(crate) delta: bool,
    /// Nothing but that, if the page reads as in the last snapshot of this part of it
    #[arg(long, conflicts_with = "delta")]
    pub(crate) if_changed: bool,
    /// All that a fold (`… 40 more rows, expand 7`) stands for, or all of an element
    #[arg(long, value_name = "REF", conflicts_with_all = ["scope", "delta", "if_changed"])]
    pub(crate) expand: Option<String>,
    /// One page of what does not fit, in order, instead of folding
    #[arg(long, value_name = "K", value_parser = values::page, conflicts_with_all = ["delta", "if_changed"])]
    pub(crate) page: Option<NonZeroU32>,
}

pub(crate) const DIFF_EXAMPLES: &str = "\
Examples:
  surefoot snapshot > before.txt
  surefoot diff before.txt               how the page differs from it now
  surefoot diff before.txt after.txt     how one differs from the other
  surefoot diff before.txt -i            of a snapshot that was taken with -i
  surefoot diff screenshot a.png b.png   how two pictures differ";

/// `diff`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Diff {
    /// Something else than snapshots
    #[command(subcommand)]
    pub(crate) what: Option<DiffWhat>,
    /// A snapshot that was saved
    #[arg(value_name = "FILE", required = true)]
    pub(crate) before: Option<PathBuf>,
    /// Another one [default: the page as it is now]
    #[arg(value_name = "FILE")]
    pub(crate) after: Option<PathBuf>,
    /// The part of the page that it was taken of.
    #[command(flatten)]
    pub(crate) part: Part,
}

/// What is compared that is no snapshot.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum DiffWhat {
    /// Compare a picture with what is in view, or with another one
    #[command(after_help = super::picture::DIFF_EXAMPLES)]
    Screenshot(super::picture::Compare),
}

/// Which part of a page is shown, and how it is written.
#[derive(Debug, Args)]
pub(crate) struct Part {
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
    /// Only what is in such parts of the page: main, navigation, dialog ...
    #[arg(long = "region", value_name = "NAME", value_delimiter = ',', value_parser = values::region(),
          hide_possible_values = true)]
    pub(crate) regions: Vec<String>,
    /// Only what is around an element: what holds it, and what stands beside it
    #[arg(long, value_name = "REF")]
    pub(crate) around: Option<String>,
    /// Only what is in view, as scrolled now; it needs a browser
    #[arg(long = "viewport-only")]
    pub(crate) in_view: bool,
    /// Only what has one of these roles, as in button,link
    #[arg(long = "role", value_name = "ROLE", value_delimiter = ',', value_parser = values::role)]
    pub(crate) roles: Vec<&'static str>,
    /// Only what has this in its name, text, value or placeholder: a text, or a regular expression as /total: [0-9]+/i
    #[arg(long, value_name = "TEXT", value_parser = values::pattern, allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    /// What nobody can see, too, marked `hidden`
    #[arg(long = "all")]
    pub(crate) hidden: bool,
    /// The addresses of links, too
    #[arg(short, long)]
    pub(crate) urls: bool,
    /// Cut names and texts to so many characters
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) max_name: Option<NonZeroU32>,
    /// The most tokens it may be [default: 8000; in JSON formats none]: what matters least is folded, and says so
    #[arg(long, value_name = "N|none", value_parser = values::budget)]
    pub(crate) budget: Option<Budget>,
}

/// How refs are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Refs {
    /// An element keeps its number
    Stable,
    /// Each snapshot counts from 1, and older refs mean nothing any more
    Renumber,
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

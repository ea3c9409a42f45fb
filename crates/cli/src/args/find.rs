//! Arguments of `find`.

use clap::{Args, Subcommand, ValueEnum};

pub(crate) const FIND_EXAMPLES: &str = "\
Examples:
  surefoot find role button                      every button, with its ref
  surefoot find role button click --name Save    click the only button with Save in its name
  surefoot find label Email fill jane@x.org      fill the field that is called so
  surefoot find text \"Sign in\" click --exact     the text, and nothing but that
  surefoot find testid cart text                 read it
  surefoot find nth 2 \".item\" click              the third that matches

Actions: click, dblclick, hover, focus, scrollintoview, fill TEXT, type TEXT, press KEY, check, uncheck,
select OPTION…, upload FILE…, text, html, value, attr NAME, visible, enabled, checked. Without one what was found is listed.";

/// `find`.
#[derive(Debug, Subcommand)]
pub(crate) enum Find {
    /// By the role that snapshots show, with --name for its name
    Role(Named),
    /// By the text that can be read in it
    Text(By),
    /// By what a field is called, or by what aria-label says
    Label(By),
    /// By the placeholder of a field
    Placeholder(By),
    /// By the text that stands for a picture
    Alt(By),
    /// By the title attribute
    Title(By),
    /// By data-testid, data-test-id or data-test
    Testid(By),
    /// The first that a target matches
    First(Of),
    /// The last that a target matches
    Last(Of),
    /// One of those that a target matches, by its number from 0
    Nth(Nth),
}

/// By a text.
#[derive(Debug, Args)]
pub(crate) struct By {
    /// The text
    pub(crate) value: String,
    #[command(flatten)]
    pub(crate) then: Then,
    /// All of the text, with the same case of letters
    #[arg(long)]
    pub(crate) exact: bool,
}

/// By a role.
#[derive(Debug, Args)]
pub(crate) struct Named {
    /// The role: button, link, textbox
    #[arg(value_name = "ROLE")]
    pub(crate) value: String,
    #[command(flatten)]
    pub(crate) then: Then,
    /// What its name shall be, or have in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// All of the name, with the same case of letters
    #[arg(long)]
    pub(crate) exact: bool,
}

/// One of several.
#[derive(Debug, Args)]
pub(crate) struct Of {
    /// What matches them: a CSS selector, text=, role= …
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) then: Then,
}

/// One of several, by its number.
#[derive(Debug, Args)]
pub(crate) struct Nth {
    /// Its number from 0; -1 is the last
    #[arg(allow_negative_numbers = true)]
    pub(crate) number: i32,
    /// What matches them: a CSS selector, text=, role= …
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) then: Then,
}

/// What to do with what was found.
#[derive(Debug, Args)]
pub(crate) struct Then {
    /// What to do with it [default: list what was found]
    #[arg(value_enum, value_name = "ACTION", hide_possible_values = true)]
    pub(crate) action: Option<Action>,
    /// What the action needs: a text, a key, an option; may start with a hyphen
    #[arg(value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) argument: Option<String>,
    /// Further options or files
    #[arg(value_name = "MORE", hide = true)]
    pub(crate) more: Vec<String>,
}

/// What can be done with what was found. Words are those of the commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Action {
    Click,
    Dblclick,
    Hover,
    Focus,
    #[value(alias = "scrollinto")]
    Scrollintoview,
    Fill,
    Type,
    Press,
    Check,
    Uncheck,
    Select,
    Upload,
    Text,
    Html,
    Value,
    Attr,
    Visible,
    Enabled,
    Checked,
}

//! Arguments of the commands that read, test and wait.

use std::num::NonZeroU32;

use clap::{ArgGroup, Args, Subcommand};

use super::act::Target;

pub(crate) const WAIT_EXAMPLES: &str = "\
Examples:
  surefoot wait @e5                      until element 5 can be seen
  surefoot wait \"#results\"               until an element matches
  surefoot wait --text \"Saved\"           until the page shows a text
  surefoot wait --url \"**/cart\"          until the URL fits
  surefoot wait --gone \".spinner\"       until an element is gone
  surefoot wait --fn \"window.ready\"     until a script answers true
  surefoot wait --load networkidle       until nothing is being loaded
  surefoot wait 500                      half a second: a bare number is milliseconds, not a ref";

/// `get`.
#[derive(Debug, Subcommand)]
pub(crate) enum Get {
    /// The text of an element, or of the page
    Text(OptionalElement),
    /// The markup inside an element, or of the page
    Html(OptionalElement),
    /// What a control holds
    Value(Target),
    /// An attribute of an element
    Attr(Attribute),
    /// The title of the page
    Title,
    /// The URL of the page
    Url,
    /// How many elements match a CSS selector
    Count(Selector),
    /// Where an element is: x, y, width, height in CSS pixels of the page
    Box(Target),
    /// Computed styles of an element
    Styles(Styles),
    /// A selector that matches an element and nothing else, for scripts and tests
    Selector(Target),
}

/// An element, or the whole page.
#[derive(Debug, Args)]
pub(crate) struct OptionalElement {
    /// The element: a ref, a label or a CSS selector [default: the whole page]
    pub(crate) target: Option<String>,
}

/// `get attr`.
#[derive(Debug, Args)]
pub(crate) struct Attribute {
    /// The element: a ref, a label or a CSS selector
    pub(crate) target: String,
    /// The name of the attribute
    pub(crate) name: String,
}

/// `get styles`.
#[derive(Debug, Args)]
pub(crate) struct Styles {
    /// The element: a ref, a label or a CSS selector
    pub(crate) target: String,
    /// Which: color, font-size [default: those that say most]
    #[arg(value_name = "PROPERTY")]
    pub(crate) names: Vec<String>,
}

/// `get count`.
#[derive(Debug, Args)]
pub(crate) struct Selector {
    /// The selector
    #[arg(value_name = "CSS")]
    pub(crate) selector: String,
}

/// `read`.
#[derive(Debug, Args)]
pub(crate) struct Read {
    /// The element: a ref, a label or a CSS selector [default: the main content of the page]
    pub(crate) target: Option<String>,
    /// The page that is wanted of what does not fit on one
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<NonZeroU32>,
    /// How many tokens a page is, at most [default: 4000]
    #[arg(long, value_name = "TOKENS", alias = "max-tokens")]
    pub(crate) budget: Option<NonZeroU32>,
}

/// `is`.
#[derive(Debug, Subcommand)]
pub(crate) enum Is {
    /// Whether it can be seen
    Visible(Target),
    /// Whether it is not disabled
    Enabled(Target),
    /// Whether it is checked
    Checked(Target),
}

/// `wait`.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["target", "text", "url", "load", "function", "gone"])))]
pub(crate) struct Wait {
    /// The element that shall be seen, or a number of milliseconds
    #[arg(value_name = "TARGET|MS")]
    pub(crate) target: Option<String>,
    /// A text that the page shall show
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    /// A pattern that the URL shall fit: * stands for anything but /, ** for anything
    #[arg(long, value_name = "PATTERN")]
    pub(crate) url: Option<String>,
    /// That the page is loaded; --load STATE as other tools have it means the same
    #[arg(long, value_name = "STATE", num_args = 0..=1, default_missing_value = "load",
          value_parser = ["load", "domcontentloaded", "networkidle"])]
    pub(crate) load: Option<String>,
    /// A script whose result shall be true
    #[arg(
        long = "fn",
        id = "function",
        value_name = "SCRIPT",
        allow_hyphen_values = true
    )]
    pub(crate) function: Option<String>,
    /// An element that shall not be seen any more
    #[arg(long, value_name = "TARGET")]
    pub(crate) gone: Option<String>,
}

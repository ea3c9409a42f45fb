//! Arguments of the commands that act on an element.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::values;

/// An element.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The element: a ref from a snapshot (5, @e5), a label or a CSS selector
    pub(crate) target: String,
}

/// An element that need not be given.
#[derive(Debug, Args)]
pub(crate) struct OptionalTarget {
    /// The form or a control in it [default: the only form of the page]
    pub(crate) target: Option<String>,
}

/// `click`.
#[derive(Debug, Args)]
pub(crate) struct Click {
    /// The element: a ref from a snapshot (5, @e5), a label or a CSS selector
    #[arg(required_unless_present = "at")]
    pub(crate) target: Option<String>,
    /// What is at this point of the last picture of the page (`screenshot`), in its pixels, instead
    #[arg(long, value_name = "X,Y", value_parser = values::point, allow_hyphen_values = true,
          conflicts_with_all = ["target", "position"])]
    pub(crate) at: Option<(f64, f64)>,
    /// The button of the mouse
    #[arg(long, value_enum, default_value_t = Button::Left)]
    pub(crate) button: Button,
    /// Keys held down, with commas between
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KEYS")]
    pub(crate) modifiers: Vec<Modifier>,
    /// How often in a row
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) count: u8,
    /// Open a link in a new tab
    #[arg(long)]
    pub(crate) new_tab: bool,
    /// Where in the element, in CSS pixels from the top left corner of its box [default: its middle]
    #[arg(long, value_name = "X,Y", value_parser = values::point, allow_hyphen_values = true)]
    pub(crate) position: Option<(f64, f64)>,
}

/// `drag`.
#[derive(Debug, Args)]
pub(crate) struct Drag {
    /// What is dragged: a ref from a snapshot, a label or a CSS selector
    pub(crate) from: String,
    /// Where it is dropped: a ref from a snapshot, a label or a CSS selector
    pub(crate) to: String,
}

pub(crate) const SCROLL_EXAMPLES: &str = "\
Examples:
  surefoot scroll down                   most of a view further
  surefoot scroll down 500               500 CSS pixels
  surefoot scroll bottom                 to the end of the page
  surefoot scroll right 200 --in 12      the part of the page that element 12 is in
  surefoot scroll 12                     until element 12 is in view";

/// `scroll`.
#[derive(Debug, Args)]
pub(crate) struct Scroll {
    /// Where to, or the element that shall come into view
    #[arg(value_name = "up|down|left|right|top|bottom|TARGET")]
    pub(crate) way: String,
    /// How many CSS pixels [default: most of a view]
    #[arg(value_parser = values::pixels)]
    pub(crate) pixels: Option<f64>,
    /// An element: what it is in is scrolled, and not the page
    #[arg(long = "in", alias = "selector", value_name = "TARGET")]
    pub(crate) within: Option<String>,
}

/// `keydown` and `keyup`.
#[derive(Debug, Args)]
pub(crate) struct Key {
    /// The key: Shift, a
    pub(crate) key: String,
}

/// `mouse`.
#[derive(Debug, Subcommand)]
pub(crate) enum Mouse {
    /// Move it, to a point of the view
    Move {
        /// From the left, in CSS pixels
        x: f64,
        /// From the top, in CSS pixels
        y: f64,
    },
    /// Press a button
    Down {
        /// Which
        #[arg(value_enum, default_value_t = Button::Left)]
        button: Button,
    },
    /// Release a button
    Up {
        /// Which
        #[arg(value_enum, default_value_t = Button::Left)]
        button: Button,
    },
    /// Turn the wheel
    Wheel {
        /// Down, in CSS pixels
        #[arg(allow_negative_numbers = true)]
        down: f64,
        /// To the right, in CSS pixels
        #[arg(allow_negative_numbers = true, default_value_t = 0.0)]
        right: f64,
    },
}

/// `clipboard`.
#[derive(Debug, Subcommand)]
pub(crate) enum Clipboard {
    /// Print the text in it
    Read,
    /// Put a text into it
    Write {
        /// The text
        #[arg(allow_hyphen_values = true)]
        text: String,
    },
    /// Copy what is selected
    Copy,
    /// Cut what is selected
    Cut,
    /// Paste where the focus is
    Paste,
}

/// `download`.
#[derive(Debug, Args)]
pub(crate) struct Download {
    /// The element: a ref from a snapshot (5, @e5), a label or a CSS selector
    pub(crate) target: String,
    /// Where the file goes: a folder or a file name [default: the session's folder for downloads]
    #[arg(value_name = "PATH")]
    pub(crate) to: Option<PathBuf>,
}

/// A button of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Button {
    /// The main one
    Left,
    /// The wheel
    Middle,
    /// The one for context menus
    Right,
}

/// A key held down during a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Modifier {
    /// Alt or Option
    #[value(alias = "Alt", alias = "option")]
    Alt,
    /// Control
    #[value(alias = "Control", alias = "ctrl")]
    Control,
    /// Command or Windows
    #[value(alias = "Meta", alias = "command", alias = "cmd")]
    Meta,
    /// Shift
    #[value(alias = "Shift")]
    Shift,
}

/// `fill`.
#[derive(Debug, Args)]
pub(crate) struct Fill {
    /// The control: a ref from a snapshot (3, @e3), a label or a CSS selector
    pub(crate) target: String,
    /// What it shall hold; may start with a hyphen and may be empty
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,
}

/// `type`. Two arguments and not one list of up to two: a list would take options that follow for text.
#[derive(Debug, Args)]
#[command(override_usage = "surefoot type [OPTIONS] [TARGET] <TEXT>")]
pub(crate) struct Type {
    /// The control; left out, the text goes to what has the focus
    #[arg(value_name = "TARGET", allow_hyphen_values = true)]
    pub(crate) target_or_text: String,
    /// The text; may start with a hyphen
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
}

/// `press`.
#[derive(Debug, Args)]
#[command(override_usage = "surefoot press [OPTIONS] [TARGET] <KEY>")]
pub(crate) struct Press {
    /// The element; left out, the key goes to what has the focus
    #[arg(value_name = "TARGET")]
    pub(crate) target_or_key: String,
    /// The key or chord: Enter, Control+a
    #[arg(value_name = "KEY")]
    pub(crate) key: Option<String>,
}

/// `select`.
#[derive(Debug, Args)]
pub(crate) struct Select {
    /// The list: a ref from a snapshot (4, @e4), a label or a CSS selector
    pub(crate) target: String,
    /// Values or labels of the options that shall be selected
    #[arg(required = true, value_name = "OPTION")]
    pub(crate) choices: Vec<String>,
}

/// `upload`.
#[derive(Debug, Args)]
pub(crate) struct Upload {
    /// The file input: a ref from a snapshot (6, @e6), a label or a CSS selector
    pub(crate) target: PathBuf,
    /// The files
    #[arg(required_unless_present = "chooser", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Give them to the file chooser that the page has opened; then no element is named
    #[arg(long)]
    pub(crate) chooser: bool,
}

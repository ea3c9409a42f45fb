//! Arguments of `screenshot`, and of comparing pictures.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::values;

pub(crate) const SCREENSHOT_EXAMPLES: &str = "\
Examples:
  surefoot screenshot                    what is in view, into a file of its own
  surefoot screenshot page.jpg --force   into this file, even if it is there already
  surefoot screenshot 12 button.png      an element
  surefoot screenshot --annotate         with the refs of what is in it; `click 5` and `click --at X,Y` act on it
  surefoot screenshot --annotate -i      with the refs of what can be acted on
  surefoot screenshot --stitch           all of the page, as somebody sees it who scrolls through it
  surefoot screenshot --full --max-width 1000
  surefoot screenshot --if-changed       only if it looks otherwise than in the last one";

/// `screenshot`.
#[derive(Debug, Args)]
pub(crate) struct Screenshot {
    /// An element [default: the page]; alone, what ends as a picture's file or is a folder is where it goes
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// The file, or a folder [default: a file of its own in a folder for temporary files]
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
    /// All of the page as it is laid out, not only what is in view
    #[arg(short, long, conflicts_with_all = ["stitch", "region"])]
    pub(crate) full: bool,
    /// All of the page, or of an element that scrolls, put together from what is in view while it is scrolled through:
    /// with what only comes then, and with fixed parts once
    #[arg(long, conflicts_with = "region")]
    pub(crate) stitch: bool,
    /// A part of the page, in its CSS pixels
    #[arg(long, value_name = "X,Y,W,H", value_parser = values::region_of_page, allow_hyphen_values = true)]
    pub(crate) region: Option<[f64; 4]>,
    /// The most CSS pixels it may be high, with --full and --stitch [default: 15000]
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) max_height: Option<NonZeroU32>,
    /// The format of the file: png, jpeg, webp [default: as its name ends, else png]
    #[arg(long, id = "format", value_name = "FORMAT", value_parser = values::format_of_picture)]
    pub(crate) format: Option<String>,
    /// How good it is, from 1 to 100, in jpeg, and in webp that nothing is drawn on [default: 80]
    #[arg(long, alias = "screenshot-quality", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) quality: Option<u8>,
    /// Make it smaller, if it is wider than so many pixels
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) max_width: Option<NonZeroU32>,
    /// Pixels for each CSS pixel, from 0.1 to 8 [default: as the page is shown]
    #[arg(long, value_name = "FACTOR", value_parser = values::density)]
    pub(crate) scale: Option<f64>,
    /// Draw a box around each element that has a ref, with its number, and list them
    #[arg(long)]
    pub(crate) annotate: bool,
    /// The same for what can be acted on alone
    #[arg(short, long)]
    pub(crate) interactive: bool,
    /// None, if it looks as the last one did
    #[arg(long)]
    pub(crate) if_changed: bool,
    /// How much of it may differ for that, in percent
    #[arg(long, value_name = "PERCENT", value_parser = values::percent, requires = "if_changed", default_value_t = 0.0)]
    pub(crate) threshold: f64,
}

pub(crate) const DIFF_EXAMPLES: &str = "\
Examples:
  surefoot diff screenshot before.png            how the page looks otherwise now
  surefoot diff screenshot a.png b.png -o d.png  where two pictures differ, in red";

/// `diff screenshot`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// A picture
    #[arg(value_name = "FILE")]
    pub(crate) before: PathBuf,
    /// Another one [default: what is in view now]
    #[arg(value_name = "FILE")]
    pub(crate) after: Option<PathBuf>,
    /// The file for a picture that shows where they differ [default: diff-....png in a folder for temporary files]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Compare with all of the page
    #[arg(short, long, conflicts_with = "after")]
    pub(crate) full: bool,
}

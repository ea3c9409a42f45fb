//! [`Format`]: the formats, as one table.

use std::fmt;

use surefoot_snapshot::{Numbering, Snapshot};

use crate::item::Described;
use crate::model::Source;
use crate::{Meta, ParseError, Parsed, compact, json, tree};

/// A way to write a snapshot down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// Numbered lines, indented like the page (S4).
    #[default]
    Compact,
    /// A list of roles and names with refs in brackets (S1).
    Tree,
    /// All that is known, for programs.
    Json,
}

/// What there is to say about a format.
struct Row {
    format: Format,
    name: &'static str,
    about: &'static str,
    numbering: Numbering,
    render: fn(&dyn Source, &mut String),
    parse: fn(&str) -> Result<Parsed, ParseError>,
}

/// Every format, in the order of [`Format`].
const TABLE: &[Row] = &[
    Row {
        format: Format::Compact,
        name: "compact",
        about: "numbered lines, indented like the page: `5: button \"Save\"`",
        numbering: Numbering::All,
        render: compact::render,
        parse: compact::parse,
    },
    Row {
        format: Format::Tree,
        name: "tree",
        about: "the accessibility tree as a list: `- button \"Save\" [ref=e5]`",
        numbering: Numbering::InteractiveAndNamed,
        render: tree::render,
        parse: tree::parse,
    },
    Row {
        format: Format::Json,
        name: "json",
        about: "everything that is known of each element, for programs",
        numbering: Numbering::All,
        render: json::render,
        parse: json::parse,
    },
];

/// The formats of the table, checked to be in the order of the enum, which is how [`Format::row`] finds them.
const FORMATS: [Format; TABLE.len()] = {
    let mut formats = [Format::Compact; TABLE.len()];
    let mut at = 0;
    while at < TABLE.len() {
        assert!(
            TABLE[at].format as usize == at,
            "the rows are in the order of the enum"
        );
        formats[at] = TABLE[at].format;
        at += 1;
    }
    formats
};

impl Format {
    /// Every format, the default first.
    pub const ALL: &'static [Format] = &FORMATS;

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name, as in `--format NAME`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it looks like, in one line.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Which elements it gives refs to.
    pub fn numbering(self) -> Numbering {
        self.row().numbering
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Format> {
        TABLE
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.format)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes a snapshot down. `meta` is what `json` says besides the page; the other formats say nothing of it.
pub fn render(format: Format, snapshot: &Snapshot, meta: &Meta<'_>) -> String {
    written(format, &Described { snapshot, meta })
}

/// Writes down what [`parse`] read, or what was put together by hand.
pub fn render_parsed(format: Format, parsed: &Parsed) -> String {
    written(format, parsed)
}

/// Reads what [`render`] wrote in that format; rendering the result gives the same text. What a format does not show
/// is absent from the result.
pub fn parse(format: Format, text: &str) -> Result<Parsed, ParseError> {
    (format.row().parse)(text)
}

/// About as many bytes as a line takes, to make the buffer once.
const LINE: usize = 48;

fn written(format: Format, source: &dyn Source) -> String {
    let mut out = String::with_capacity(source.len() * LINE + 256);
    (format.row().render)(source, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_are_unique_and_found() {
        for &format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            assert!(
                !format.about().is_empty() && !format.about().contains('\n'),
                "{format}"
            );
        }
        assert_eq!(Format::from_name("Compact"), None);
        assert_eq!(Format::ALL[0], Format::default());
    }
}

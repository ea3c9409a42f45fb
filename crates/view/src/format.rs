//! [`Format`]: the formats, as one table.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashMap;
use surefoot_snapshot::{Item, Numbering, Snapshot, merged};

use crate::item::Described;
use crate::model::{Source, Styled};
use crate::{Element, Meta, ParseError, Parsed, Style, compact, json, list, numbered, page, tree};

/// A way to write a snapshot down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// Numbered lines, indented like the page (S4).
    #[default]
    Compact,
    /// A list of roles and names with refs in brackets (S1).
    Tree,
    /// A flat list of what can be acted on and of text, with warnings of what blocks the page (S0).
    List,
    /// What can be acted on, with selectors and positions (S2).
    Numbered,
    /// The page by sections: content, inputs, actions, navigation, forms, alerts (S3).
    Page,
    /// The same as JSON.
    PageJson,
    /// All that is known, for programs.
    Json,
}

/// Which elements a format shows, and how they hang together.
#[derive(Clone, Copy)]
enum Part {
    /// All, as they nest.
    All,
    /// All, as they nest, but for what says nothing that is not said anyway.
    Merged,
    /// Those for which this holds, as a flat list.
    Flat(fn(&Element<'_>) -> bool),
}

/// What there is to say about a format.
struct Row {
    format: Format,
    name: &'static str,
    about: &'static str,
    numbering: Numbering,
    part: Part,
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
        part: Part::Merged,
        render: compact::render,
        parse: compact::parse,
    },
    Row {
        format: Format::Tree,
        name: "tree",
        about: "the accessibility tree as a list: `- button \"Save\" [ref=e5]`",
        numbering: Numbering::InteractiveAndNamed,
        part: Part::All,
        render: tree::render,
        parse: tree::parse,
    },
    Row {
        format: Format::List,
        name: "list",
        about: "a flat list of controls and text: `@e5 [button] \"Save\"`",
        numbering: Numbering::All,
        part: Part::Flat(list::is_listed),
        render: list::render,
        parse: list::parse,
    },
    Row {
        format: Format::Numbered,
        name: "numbered",
        about: "what can be acted on, with selectors and positions: `5. [button] <button> \"Save\"`",
        numbering: Numbering::All,
        part: Part::Flat(numbered::is_listed),
        render: numbered::render,
        parse: numbered::parse,
    },
    Row {
        format: Format::Page,
        name: "page",
        about: "the page by sections, with readable ids: `[sign-in-btn] Sign In (button, primary)`",
        numbering: Numbering::InteractiveAndNamed,
        part: Part::All,
        render: page::render,
        parse: page::parse,
    },
    Row {
        format: Format::PageJson,
        name: "page-json",
        about: "the same for programs: content, inputs, actions, forms, alerts, tables, lists",
        numbering: Numbering::InteractiveAndNamed,
        part: Part::All,
        render: page::render_json,
        parse: page::parse_json,
    },
    Row {
        format: Format::Json,
        name: "json",
        about: "everything that is known of each element, for programs",
        numbering: Numbering::All,
        part: Part::All,
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

    /// Whether it shows the facts of a page, besides its elements and what stands in front of it.
    pub fn shows_facts(self) -> bool {
        matches!(self, Format::Page | Format::PageJson | Format::Json)
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
    render_in(format, snapshot, meta, Style::default())
}

/// Writes a snapshot down in a style.
pub fn render_in(format: Format, snapshot: &Snapshot, meta: &Meta<'_>, style: Style) -> String {
    let snapshot = &*arranged(format, snapshot);
    let described = Described {
        snapshot,
        meta,
        style,
    };
    written(format, &described)
}

/// Writes down what [`parse`] read, or what was put together by hand.
pub fn render_parsed(format: Format, parsed: &Parsed) -> String {
    written(format, parsed)
}

/// The same in a style.
pub fn render_parsed_in(format: Format, parsed: &Parsed, style: Style) -> String {
    written(format, &Styled { parsed, style })
}

/// The snapshot with the items that the format shows, in the order in which it shows them: what refs are given in. It is
/// the very snapshot where the format shows all of it.
pub fn arranged(format: Format, snapshot: &Snapshot) -> Cow<'_, Snapshot> {
    let is_shown = match format.row().part {
        Part::All => return Cow::Borrowed(snapshot),
        Part::Merged => return merged(snapshot),
        Part::Flat(is_shown) => is_shown,
    };
    let is_shown = |item: &Item| is_shown(&Element::from(item));
    let is_flat = |item: &Item| item.depth == 0 && item.parent.is_none();
    let is_blocked = snapshot.overlays.iter().any(|overlay| overlay.blocking);
    if !is_blocked && (snapshot.items.iter()).all(|item| is_flat(item) && is_shown(item)) {
        return Cow::Borrowed(snapshot);
    }
    let mut items: Vec<Item> = (snapshot.items.iter())
        .filter(|item| is_shown(item))
        .map(Item::alone)
        .collect();
    put_overlays_first(&mut items, snapshot);
    Cow::Owned(snapshot.with_items(items))
}

/// What is in something that blocks the page comes first: only that can be acted on (resolution A8).
fn put_overlays_first(items: &mut [Item], snapshot: &Snapshot) {
    let blocking = snapshot.overlays.iter().filter(|overlay| overlay.blocking);
    let order: FxHashMap<_, usize> = (blocking.flat_map(|overlay| &overlay.inside))
        .enumerate()
        .map(|(at, key)| (*key, at))
        .collect();
    if !order.is_empty() {
        items.sort_by_key(|item| order.get(&item.key).copied().unwrap_or(usize::MAX));
    }
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

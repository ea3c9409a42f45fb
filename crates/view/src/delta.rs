//! Deltas: how two snapshots differ, as text and as JSON, and comparing what was read back.
//!
//! A line is that of the format, after a sign and a blank: `+` new, `-` gone, `~` changed, and a blank for what is shown
//! only because of what is inside it. What stands elsewhere now is `~` and ends in ` (moved)`.
//!
//! ```text
//!   2: list
//! +   9: listitem "Bread"
//! -   5: listitem "Eggs"
//! ~   6: checkbox "Milk" checked
//! ```

use std::time::UNIX_EPOCH;

use rustc_hash::FxHashMap;
use serde::Serialize;
use surefoot_snapshot::{Delta, DeltaLine, Mark, Snapshot, Thing, arrange, pair_up};

use crate::item::Described;
use crate::model::Source;
use crate::style::Line;
use crate::{Element, Format, Meta, Parsed, Style, compact, json, list, numbered, tree};

/// What ends the line of what stands elsewhere now.
const MOVED: &str = " (moved)";

/// The lines of a delta between two snapshots, as the format writes lines; `json` writes one document.
pub fn render_delta(
    format: Format,
    before: &Snapshot,
    after: &Snapshot,
    delta: &Delta,
    style: Style,
) -> String {
    let meta = nothing_else();
    let [before, after] = [before, after].map(|snapshot| Described {
        snapshot,
        meta: &meta,
        style,
    });
    written(format, &Difference::new(&before, &after, delta))
}

/// The same between what was read back.
pub fn render_parsed_delta(
    format: Format,
    before: &Parsed,
    after: &Parsed,
    delta: &Delta,
) -> String {
    written(format, &Difference::new(before, after, delta))
}

/// How `after` differs from `before`, two snapshots that were read back: an element that has the same ref, role and
/// label is the same one, then one that reads the same, then one of the same ref and role. Refs are no difference, for
/// the snapshots may be of two sessions.
pub fn diff(before: &Parsed, after: &Parsed) -> Delta {
    let (old, new) = (parents(before), parents(after));
    let mut pairs = pair_up(
        &things(before, &old),
        &things(after, &new),
        &same_refs(before, after, &[], |element| {
            Some((element.reference?, element.role.as_ref(), element.label()))
        }),
    );
    pairs = same_refs(before, after, &pairs, |element| {
        Some((element.reference?, element.role.as_ref(), ""))
    });
    arrange(&old, &new, &pairs, |was, now| {
        !reads_the_same(&before.elements[was], &after.elements[now])
    })
}

/// Adds to the pairs what has the same mark, which no two elements should have.
fn same_refs<'p>(
    before: &'p Parsed,
    after: &'p Parsed,
    pairs: &[Option<u32>],
    mark: impl Fn(&'p Element<'static>) -> Option<(u32, &'p str, &'p str)>,
) -> Vec<Option<u32>> {
    let taken: rustc_hash::FxHashSet<u32> = pairs.iter().flatten().copied().collect();
    let mut free: FxHashMap<(u32, &str, &str), u32> = (0u32..)
        .zip(&after.elements)
        .filter(|(at, _)| !taken.contains(at))
        .filter_map(|(at, element)| Some((mark(element)?, at)))
        .collect();
    (before.elements.iter().enumerate())
        .map(|(at, element)| {
            let known = pairs.get(at).copied().flatten();
            known.or_else(|| free.remove(&mark(element)?))
        })
        .collect()
}

/// What each element is inside of, which text formats say by indentation.
fn parents(parsed: &Parsed) -> Vec<Option<u32>> {
    let mut around: Vec<(u32, u32)> = Vec::new();
    (0u32..)
        .zip(&parsed.elements)
        .map(|(at, element)| {
            while around
                .pop_if(|(depth, _)| *depth >= element.depth)
                .is_some()
            {}
            let parent = around.last().map(|(_, parent)| *parent);
            around.push((element.depth, at));
            parent
        })
        .collect()
}

fn things<'p>(parsed: &'p Parsed, parents: &[Option<u32>]) -> Vec<Thing<'p>> {
    (parsed.elements.iter().zip(parents))
        .map(|(element, parent)| Thing {
            role: &element.role,
            label: element.label(),
            text: &element.text,
            context: element.context.as_deref(),
            parent: *parent,
        })
        .collect()
}

fn reads_the_same(a: &Element<'_>, b: &Element<'_>) -> bool {
    a.role == b.role
        && a.name == b.name
        && a.text == b.text
        && a.value == b.value
        && a.states == b.states
        && a.level == b.level
        && a.href == b.href
        && a.placeholder == b.placeholder
        && a.error == b.error
        && a.clue == b.clue
        && a.hints == b.hints
}

fn nothing_else() -> Meta<'static> {
    Meta {
        timestamp: UNIX_EPOCH,
        engine: "",
        generation: 0,
        notes: Vec::new(),
    }
}

/// A delta with what its lines are about.
struct Difference<'a> {
    before: &'a dyn Source,
    after: &'a dyn Source,
    delta: &'a Delta,
    /// Which elements show their context.
    repeated: (Vec<bool>, Vec<bool>),
}

impl<'a> Difference<'a> {
    fn new(before: &'a dyn Source, after: &'a dyn Source, delta: &'a Delta) -> Difference<'a> {
        Difference {
            before,
            after,
            delta,
            repeated: (before.repeated(), after.repeated()),
        }
    }

    /// The element of a line, indented as the line is, and whether it shows its context.
    fn element(&self, line: &DeltaLine) -> (Element<'a>, bool) {
        let (source, repeated) = match line.mark {
            Mark::Removed => (self.before, &self.repeated.0),
            _ => (self.after, &self.repeated.1),
        };
        let element = Element {
            depth: line.depth,
            parent: None,
            ..source.element(line.at)
        };
        (element, repeated[line.at])
    }
}

/// What stands before a line.
fn sign(mark: Mark) -> char {
    match mark {
        Mark::Around => ' ',
        Mark::Added => '+',
        Mark::Removed => '-',
        Mark::Changed | Mark::Moved => '~',
    }
}

fn written(format: Format, difference: &Difference<'_>) -> String {
    if matches!(format, Format::Json | Format::PageJson) {
        let data = data(difference.delta, |line| difference.element(line).0);
        return json::text(&data) + "\n";
    }
    let mut out = String::new();
    for line in &difference.delta.lines {
        let (element, repeated) = difference.element(line);
        let line_style = Line {
            repeated,
            style: difference.after.style(),
        };
        out.push(sign(line.mark));
        out.push(' ');
        match format {
            Format::Compact | Format::Page => compact::push_line(&mut out, &element, line_style),
            Format::Tree => tree::push_single(&mut out, &element, line_style),
            Format::List => list::push_line(&mut out, &element, line_style),
            Format::Numbered => numbered::push_entry(&mut out, &element, line_style),
            Format::Json | Format::PageJson => {}
        }
        if line.mark == Mark::Moved {
            out.truncate(out.trim_end_matches('\n').len());
            out.push_str(MOVED);
            out.push('\n');
        }
    }
    out
}

/// A delta as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeltaData<'a> {
    /// How many elements are new.
    pub added: usize,
    /// How many are gone.
    pub removed: usize,
    /// How many read otherwise.
    pub changed: usize,
    /// How many stand elsewhere.
    pub moved: usize,
    /// The lines, in their order.
    pub lines: Vec<LineData<'a>>,
}

/// A line of a [`DeltaData`]: the element as `json` has it, and how it differs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineData<'a> {
    /// `+` new, `-` gone, `~` changed, `=` as it was.
    pub sign: char,
    /// Whether it stands elsewhere now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// The element; its `depth` is that of the line.
    #[serde(flatten)]
    pub element: Element<'a>,
}

fn data<'a>(delta: &Delta, element: impl Fn(&DeltaLine) -> Element<'a>) -> DeltaData<'a> {
    let lines = delta.lines.iter().map(|line| LineData {
        sign: match line.mark {
            Mark::Around => '=',
            mark => sign(mark),
        },
        moved: line.mark == Mark::Moved,
        element: element(line),
    });
    DeltaData {
        added: delta.count(Mark::Added),
        removed: delta.count(Mark::Removed),
        changed: delta.count(Mark::Changed),
        moved: delta.count(Mark::Moved),
        lines: lines.collect(),
    }
}

/// A delta between two snapshots as JSON has it.
pub fn delta_data<'a>(before: &'a Snapshot, after: &'a Snapshot, delta: &Delta) -> DeltaData<'a> {
    let element = |line: &DeltaLine| {
        let items = match line.mark {
            Mark::Removed => &before.items,
            _ => &after.items,
        };
        Element {
            depth: line.depth,
            parent: None,
            ..Element::from(&items[line.at])
        }
    };
    data(delta, element)
}

/// A delta between what was read back as JSON has it.
pub fn parsed_delta_data<'a>(
    before: &'a Parsed,
    after: &'a Parsed,
    delta: &Delta,
) -> DeltaData<'a> {
    let element = |line: &DeltaLine| {
        let source = match line.mark {
            Mark::Removed => before,
            _ => after,
        };
        Element {
            depth: line.depth,
            parent: None,
            ..source.element(line.at)
        }
    };
    data(delta, element)
}

//! How a page differs from what was shown of it, and how two snapshots differ.

use serde::Serialize;
use surefoot_session::{ChangeSummary, Since, SnapshotAnswer};
use surefoot_snapshot::{Delta, Mark};
use surefoot_view::escape::{line_safe, quoted};
use surefoot_view::{
    DeltaData, Format, Parsed, delta_data, parsed_delta_data, render_delta, render_parsed_delta,
};

use super::{Printed, Rendering};
use crate::words::counted;

/// `+2 -1 ~3, 1 moved`.
fn counts(added: usize, removed: usize, changed: usize, moved: usize) -> String {
    let moved = if moved > 0 {
        format!(", {moved} moved")
    } else {
        String::new()
    };
    format!("+{added} -{removed} ~{changed}{moved}")
}

/// The first line of what an action changed.
pub(super) fn summary(changes: &ChangeSummary) -> String {
    let counts = counts(
        changes.added,
        changes.removed,
        changes.changed,
        changes.moved,
    );
    format!("changed: {counts}")
}

fn head(delta: &Delta) -> String {
    counts(
        delta.count(Mark::Added),
        delta.count(Mark::Removed),
        delta.count(Mark::Changed),
        delta.count(Mark::Moved),
    )
}

/// How the page differs from what was shown before.
pub(super) fn text(shot: &SnapshotAnswer, since: &Since) -> String {
    if shot.is_unchanged() {
        return format!(
            "unchanged: {} {}, {}\n",
            quoted(&shot.snapshot.title),
            line_safe(&shot.snapshot.url),
            counted(shot.refs(), "ref")
        );
    }
    let mut head_lines = Vec::new();
    if since.before.url != shot.snapshot.url {
        head_lines.push(format!("url: {}", line_safe(&shot.snapshot.url)));
    }
    if since.before.title != shot.snapshot.title {
        head_lines.push(format!("title: {}", quoted(&shot.snapshot.title)));
    }
    head_lines.push(format!("since the last snapshot: {}", head(&since.delta)));
    super::lines(head_lines)
        + &render_delta(
            lines_of(shot.format),
            &since.before,
            &shot.snapshot,
            &since.delta,
            shot.style,
        )
}

/// The format of the lines: those of `json` stand in a document of their own.
fn lines_of(format: Format) -> Format {
    match format {
        Format::Json => Format::Compact,
        format => format,
    }
}

/// What JSON says of it.
pub(super) fn json<'a>(shot: &'a SnapshotAnswer, since: &'a Since) -> DeltaData<'a> {
    delta_data(&since.before, &shot.snapshot, &since.delta)
}

#[derive(Serialize)]
struct Difference<'a> {
    delta: DeltaData<'a>,
}

/// How two snapshots that were read back differ.
pub(crate) fn difference(
    before: &Parsed,
    after: &Parsed,
    delta: &Delta,
    format: Format,
    rendering: Rendering,
) -> Printed {
    match rendering {
        Rendering::Json => Printed::json(&Difference {
            delta: parsed_delta_data(before, after, delta),
        }),
        Rendering::Text if delta.is_empty() => Printed::data("no difference\n"),
        Rendering::Text => Printed::data(format!(
            "changed: {}\n{}",
            head(delta),
            render_parsed_delta(lines_of(format), before, after, delta)
        )),
    }
}

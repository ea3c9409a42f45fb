//! A page shown: the snapshot alone on standard output, what else is to be known on standard error.

use serde::Serialize;
use surefoot_engine::Note;
use surefoot_session::{ActionAnswer, SnapshotAnswer};
use surefoot_view::escape::line_safe;
use surefoot_view::{Format, Meta, render_in, rfc3339};

use super::{InJson, Printed, Speech, action::status_line};

/// The snapshot in its format.
pub(super) fn text(
    opened: Option<&ActionAnswer>,
    shot: &SnapshotAnswer,
    speech: Speech,
) -> Printed {
    let mut stdout = match &shot.since {
        Some(since) => super::delta::text(shot, since),
        None => render_in(shot.format, &shot.snapshot, &meta(opened, shot), shot.style),
    };
    if !stdout.ends_with('\n') {
        stdout.push('\n');
    }
    let mut notes: Vec<String> = Vec::new();
    notes.extend(
        shot.error_status
            .map(|status| format!("the page answered with status {}", status_line(status))),
    );
    notes.extend(known(opened, shot).iter().map(|note| note.text.clone()));
    notes.extend(shot.snapshot.diagnostics.iter().cloned());
    if shot.snapshot.items.is_empty() {
        let what = if shot.interactive {
            "nothing that can be acted on"
        } else {
            "nothing to show"
        };
        notes.push(format!("there is {what}"));
    }
    let stderr = super::lines(
        notes
            .iter()
            .map(|note| format!("note: {}", line_safe(&speech.say(note)))),
    );
    Printed {
        stdout: stdout.into_bytes(),
        stderr,
        exit: 0,
    }
}

/// The page as it is shown after an action: after a blank line, unless it is told how it differs.
pub(super) fn after(shot: &SnapshotAnswer, speech: Speech) -> String {
    let printed = text(None, shot, speech);
    let mut out = printed.stderr;
    if shot.since.is_none() {
        out.push('\n');
    }
    out.push_str(&String::from_utf8_lossy(&printed.stdout));
    out
}

/// What is to be known about the page, each thing once: opening it has often said the same as showing it.
fn known<'n>(opened: Option<&'n ActionAnswer>, shot: &'n SnapshotAnswer) -> Vec<&'n Note> {
    let mut known: Vec<&Note> = Vec::new();
    let opening = opened.into_iter().flat_map(|action| {
        action
            .effects
            .navigation
            .iter()
            .flat_map(|navigation| &navigation.notes)
            .chain(&action.effects.notes)
    });
    for note in opening.chain(&shot.notes) {
        if !known.contains(&note) {
            known.push(note);
        }
    }
    known
}

fn meta<'m>(opened: Option<&ActionAnswer>, shot: &'m SnapshotAnswer) -> Meta<'m> {
    Meta {
        timestamp: shot.timestamp,
        engine: shot.engine,
        generation: shot.generation,
        notes: known(opened, shot)
            .iter()
            .map(|note| note.text.clone())
            .collect(),
    }
}

/// What a JSON answer says of every snapshot, whatever its format.
#[derive(Serialize)]
struct About<'a> {
    url: &'a str,
    title: &'a str,
    engine: &'a str,
    generation: u64,
    timestamp: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

/// A snapshot in one of the text formats inside of a JSON document: `snapshot` and `refs` as S1-60 has them, whatever the
/// format.
#[derive(Serialize)]
struct InText<'a> {
    #[serde(flatten)]
    about: About<'a>,
    format: &'static str,
    snapshot: String,
    refs: surefoot_view::json::RefMap,
}

/// The `data` of a tree: `snapshot` and `refs` as S1-60 has them, and what is known besides.
#[derive(Serialize)]
struct InTree<'a> {
    #[serde(flatten)]
    about: About<'a>,
    #[serde(flatten)]
    tree: surefoot_view::json::TreeData,
}

/// The elements, and what there is besides them.
#[derive(Serialize)]
struct Elements<T> {
    #[serde(flatten)]
    data: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(flatten)]
    tree: Option<surefoot_view::json::TreeData>,
}

/// The page by sections, and what there is besides it.
#[derive(Serialize)]
struct InSections<'a, T> {
    #[serde(flatten)]
    page: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

/// How the page differs, in the JSON answer to a snapshot.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    about: About<'a>,
    unchanged: bool,
    /// How many refs the page has now, shown or not.
    refs: usize,
    delta: surefoot_view::DeltaData<'a>,
}

/// The page in the JSON answer to an action: one of the two.
#[derive(Serialize)]
pub(super) struct After<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<Whole<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<surefoot_view::DeltaData<'a>>,
}

/// All of the page.
enum Whole<'a> {
    /// As text.
    Text(String),
    /// Its elements.
    Elements(&'a SnapshotAnswer, Meta<'a>),
    /// By sections.
    Sections(&'a SnapshotAnswer),
}

impl Serialize for Whole<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Whole::Text(text) => serializer.serialize_str(text),
            Whole::Sections(shot) => surefoot_view::page_data(&shot.snapshot).serialize(serializer),
            Whole::Elements(shot, meta) => {
                surefoot_view::json::data_in(&shot.snapshot, meta, shot.style).serialize(serializer)
            }
        }
    }
}

/// How the page differs, or all of it: as text in the text formats, else as `json` has it.
pub(super) fn after_json(shot: &SnapshotAnswer) -> After<'_> {
    if let Some(since) = &shot.since {
        return After {
            snapshot: None,
            delta: Some(super::delta::json(shot, since)),
        };
    }
    let meta = meta(None, shot);
    let snapshot = match shot.format {
        Format::Json => Whole::Elements(shot, meta),
        Format::PageJson => Whole::Sections(shot),
        format => Whole::Text(render_in(format, &shot.snapshot, &meta, shot.style)),
    };
    After {
        snapshot: Some(snapshot),
        delta: None,
    }
}

/// The snapshot as one JSON document. `json`: everything; `tree`: S1-60; the others: their text.
pub(super) fn json(opened: Option<&ActionAnswer>, shot: &SnapshotAnswer, what: InJson) -> Printed {
    if let Some(since) = &shot.since {
        return Printed::json(&Compared {
            about: about(opened, shot),
            unchanged: shot.is_unchanged(),
            refs: shot.refs(),
            delta: super::delta::json(shot, since),
        });
    }
    let meta = meta(opened, shot);
    let elements = |tree| {
        let data = surefoot_view::json::data_in(&shot.snapshot, &meta, shot.style);
        Printed::json(&Elements {
            data,
            status: shot.error_status,
            tree,
        })
    };
    match shot.format {
        _ if what == InJson::Everything => {
            elements(Some(surefoot_view::json::tree_data(&shot.snapshot, &meta)))
        }
        Format::Json => elements(None),
        Format::Tree => {
            let tree = surefoot_view::json::tree_data(&shot.snapshot, &meta);
            Printed::json(&InTree {
                about: about(opened, shot),
                tree,
            })
        }
        Format::PageJson => {
            let About { status, notes, .. } = about(opened, shot);
            Printed::json(&InSections {
                page: surefoot_view::page_data(&shot.snapshot),
                status,
                notes,
            })
        }
        format => {
            let snapshot = render_in(format, &shot.snapshot, &meta, shot.style);
            Printed::json(&InText {
                about: about(opened, shot),
                format: format.name(),
                snapshot,
                refs: surefoot_view::json::tree_data(&shot.snapshot, &meta).refs,
            })
        }
    }
}

fn about<'a>(opened: Option<&'a ActionAnswer>, shot: &'a SnapshotAnswer) -> About<'a> {
    About {
        url: &shot.snapshot.url,
        title: &shot.snapshot.title,
        engine: shot.engine,
        generation: shot.generation,
        timestamp: rfc3339(shot.timestamp),
        status: shot.error_status,
        notes: known(opened, shot)
            .iter()
            .map(|note| note.text.as_str())
            .collect(),
    }
}

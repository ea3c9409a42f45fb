//! `record` and `replay`: files are read here, for the daemon may not read what the user may.

use std::path::Path;

use surefoot_engine::Error;

use crate::args::record::{Export, Record, Replay};
use crate::flow;
use crate::output::{Printed, Rendering};
use crate::wire;

/// `record start`, `record stop`.
pub(super) fn record(record: Record, overwrites: bool, here: &Path) -> wire::Command {
    wire::Command::Record(match record {
        Record::Start(start) => wire::Record::Start {
            path: start.path.map(|path| here.join(path)),
            overwrites,
        },
        Record::Stop(stop) => wire::Record::Stop {
            path: stop.path.map(|path| here.join(path)),
            overwrites,
        },
        // It needs no session, and was done before.
        Record::Export(_) => wire::Record::Stop {
            path: None,
            overwrites,
        },
    })
}

/// `record export`, for which no page is needed.
pub(super) fn export(
    export: &Export,
    overwrites: bool,
    rendering: Rendering,
) -> Result<Printed, Error> {
    let path = flow::export_file(&export.from, &export.to, overwrites)?;
    Ok(match rendering {
        Rendering::Text => Printed::data(format!(
            "wrote {}\n",
            surefoot_view::escape::line_safe(&path.to_string_lossy())
        )),
        Rendering::Json => Printed::json(&serde_json::json!({ "path": path.to_string_lossy() })),
    })
}

/// `replay`. Secrets are those of the user's environment, not of the daemon's.
pub(super) fn replay(replay: &Replay, here: &Path) -> Result<wire::Command, Error> {
    let text = flow::text(&here.join(&replay.path))?;
    let called = replay.path.display().to_string();
    let mut read = flow::read(&text, &called)?;
    Ok(wire::Command::Replay {
        secrets: flow::secrets(&mut read)?,
        flow: text,
        called,
        keep_going: replay.keep_going,
    })
}

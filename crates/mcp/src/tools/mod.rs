//! The rows of the table, by subject, and what they share.

pub(crate) mod act;
pub(crate) mod around;
pub(crate) mod fill;
pub(crate) mod page;
pub(crate) mod read;
pub(crate) mod several;

use surefoot_engine::{Checks, Result};
use surefoot_session::{Command, Show, SnapshotRequest};

use crate::arguments::Arguments;
use crate::catalog::{Arg, Kind, Manner};
use crate::task::{Step, Task};

/// The element that something is done to.
const REF: Arg = Arg::new("ref", Kind::Target)
    .also(&["ref_id", "element_ref", "target", "element", "selector"])
    .required();

/// The element that something is done to, where there need not be one.
const MAYBE_REF: Arg = Arg {
    need: crate::catalog::Need::Optional,
    ..REF
};

/// Whether checks are skipped (S0-63).
const FORCE: Arg = Arg::new("force", Kind::Flag);

/// An action: how the page differs is shown afterwards, unless the call says otherwise.
fn action(command: Command, arguments: &Arguments, manner: Manner) -> Result<Step> {
    let after = after(arguments, manner, Show::Delta)?;
    let step = Step::of(command).then(after);
    Ok(Step {
        checks: checks(arguments)?,
        ..step
    })
}

/// An action that is all of the call.
fn only(command: Command, arguments: &Arguments, manner: Manner) -> Result<Task> {
    action(command, arguments, manner).map(Task::one)
}

/// Something that is read: nothing is shown afterwards.
fn reading(command: Command) -> Task {
    Task::one(Step::of(command))
}

fn checks(arguments: &Arguments) -> Result<Checks> {
    Ok(if arguments.flag("force")? {
        Checks::Forced
    } else {
        Checks::All
    })
}

/// What is shown of the page after an action.
fn after(arguments: &Arguments, manner: Manner, usual: Show) -> Result<Option<SnapshotRequest>> {
    let show = match arguments.word("snapshot")?.as_deref() {
        Some("none") => return Ok(None),
        Some("full") => Show::Full,
        Some("delta") => Show::Delta,
        _ => usual,
    };
    Ok(Some(SnapshotRequest {
        show,
        ..SnapshotRequest::new(manner.format)
    }))
}

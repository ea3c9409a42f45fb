//! [`Task`]: what a call means.

use surefoot_engine::Checks;
use surefoot_session::{Command, EngineChoice, SnapshotRequest};

/// What a call means.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// To do something in the session.
    Steps(Vec<Step>),
    /// To ask the user how the dialog that waits is to be answered.
    AskAboutDialog,
    /// To do something about sessions.
    Manage(Manage),
}

impl Task {
    /// One step.
    pub(crate) fn one(step: Step) -> Task {
        Task::Steps(vec![step])
    }
}

/// What to do about sessions.
#[derive(Clone, Debug)]
pub(crate) enum Manage {
    /// List them.
    List,
    /// Start the one that is named, if it is not there.
    Open(Option<EngineChoice>),
    /// End it.
    Close,
}

/// One thing to do in a session.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What.
    pub(crate) command: Command,
    /// What is done instead where the element turns out to be of another kind.
    pub(crate) instead: Option<Command>,
    /// What is shown of the page afterwards.
    pub(crate) after: Option<SnapshotRequest>,
    /// Whether elements are checked before.
    pub(crate) checks: Checks,
    /// Whether it can be the first thing that happens in a session.
    pub(crate) begins: bool,
}

impl Step {
    /// A command, after which nothing is shown.
    pub(crate) fn of(command: Command) -> Step {
        Step {
            command,
            instead: None,
            after: None,
            checks: Checks::All,
            begins: false,
        }
    }

    /// What is shown afterwards.
    pub(crate) fn then(self, after: Option<SnapshotRequest>) -> Step {
        Step { after, ..self }
    }

    /// It can begin a session.
    pub(crate) fn begins(self) -> Step {
        Step {
            begins: true,
            ..self
        }
    }
}

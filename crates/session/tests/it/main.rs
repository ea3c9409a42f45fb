//! The act loop, over an engine whose page changes between what the agent saw and what it does.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on shall panic")]

mod budget;
mod deltas;
mod identity;
mod layout;
mod moving;
mod native;
mod puppet;
mod souls;

use std::time::{Duration, Instant};

use surefoot_engine::Result;
use surefoot_session::{Answer, Bounds, Command, Session, SnapshotRequest};
use surefoot_view::{Format, Meta, render};

/// Runs a command with plenty of time.
pub(crate) async fn run(session: &mut Session, command: Command) -> Result<Answer> {
    let deadline = Instant::now() + Duration::from_secs(30);
    session.run(command, Bounds::until(deadline)).await
}

/// The page as `compact` shows it.
pub(crate) async fn shown(session: &mut Session) -> String {
    let Answer::Snapshot(answer) = run(
        session,
        Command::Snapshot(SnapshotRequest::new(Format::Compact)),
    )
    .await
    .unwrap() else {
        unreachable!("a snapshot answers a snapshot");
    };
    let meta = Meta {
        timestamp: answer.timestamp,
        engine: answer.engine,
        generation: answer.generation,
        notes: Vec::new(),
    };
    render(Format::Compact, &answer.snapshot, &meta)
}

pub(crate) fn click(target: &str) -> Command {
    Command::Click {
        target: target.to_owned(),
        button: surefoot_engine::MouseButton::Left,
        modifiers: surefoot_engine::Modifiers::empty(),
        count: 1,
        position: None,
    }
}

//! Doing what a call means: step after step in a session, until one fails.

use std::time::{Duration, Instant};

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_session::{Answer, Bounds, Session};
use tokio::sync::mpsc::UnboundedSender;

use crate::task::Step;
use crate::{Piece, Voice};

/// How a call ended.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// What is said.
    pub(crate) pieces: Vec<Piece>,
    /// Whether it failed.
    pub(crate) failed: bool,
}

impl Reply {
    /// A text alone.
    pub(crate) fn text(text: impl Into<String>) -> Reply {
        Reply {
            pieces: vec![Piece::Text(text.into())],
            failed: false,
        }
    }

    /// A failure, in words.
    pub(crate) fn failure(text: impl Into<String>) -> Reply {
        Reply {
            failed: true,
            ..Reply::text(text)
        }
    }
}

/// That a step is done, for whoever watches: which, of how many, and what was done.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) done: usize,
    pub(crate) of: usize,
    pub(crate) what: &'static str,
}

/// Does the steps.
pub(crate) async fn perform(
    session: &mut Session,
    steps: Vec<Step>,
    patience: Duration,
    voice: &dyn Voice,
    watcher: Option<UnboundedSender<Progress>>,
) -> Reply {
    let of = steps.len();
    let bounds = Bounds::until(Instant::now() + patience);
    let mut pieces = Vec::new();
    for (done, step) in (1..).zip(steps) {
        let verb = step.command.verb();
        match one(session, step, bounds)
            .await
            .and_then(|answer| voice.answer(&answer))
        {
            Ok(more) => pieces.extend(more),
            Err(error) => {
                let mut text = voice.error(&error);
                if of > 1 {
                    let rest = if done < of {
                        "; what comes after was not done"
                    } else {
                        ""
                    };
                    text = format!("step {done} of {of} ({verb}) failed{rest}\n{text}");
                }
                pieces.push(Piece::Text(text));
                return Reply {
                    pieces: joined(pieces),
                    failed: true,
                };
            }
        }
        if let Some(watcher) = &watcher {
            // Who watches may have gone.
            let _ = watcher.send(Progress {
                done,
                of,
                what: verb,
            });
        }
    }
    Reply {
        pieces: joined(pieces),
        failed: false,
    }
}

async fn one(session: &mut Session, step: Step, bounds: Bounds) -> Result<Answer> {
    let Step {
        command,
        instead,
        after,
        checks,
        begins: _,
    } = step;
    let bounds = Bounds { checks, ..bounds };
    let after_first = after.clone();
    let first = match after_first {
        Some(after) => session.run_and_show(command, after, bounds).await,
        None => session.run(command, bounds).await,
    };
    match (first, instead) {
        (Err(refused), Some(instead)) if is_of_another_kind(&refused) => {
            let second = match after {
                Some(after) => session.run_and_show(instead, after, bounds).await,
                None => session.run(instead, bounds).await,
            };
            match second {
                // It is neither: what was meant first says more.
                Err(error) if is_of_another_kind(&error) => Err(refused),
                second => second,
            }
        }
        (first, _) => first,
    }
}

fn is_of_another_kind(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::WrongKind | ErrorKind::NotEditable)
}

/// Texts that follow each other as one.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (all.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => {
                if !before.ends_with('\n') {
                    before.push('\n');
                }
                before.push_str(&text);
            }
            (_, piece) => all.push(piece),
        }
    }
    all
}

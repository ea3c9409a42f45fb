//! [`Worker`]: the thread of a session. It does one command after the other, drives the session's part of the work
//! itself and leaves the network to the shared runtime. A panic in it ends this session and no other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{Answer, Bounds, Session, SessionSummary, Shared, SnapshotRequest};
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};

use super::registry::Entry;
use crate::commands;
use crate::output::{self, FAILED, InJson, Manner, Printed, Speech};
use crate::wire::{self, Run};
use crate::words::io_reason;

/// How long `close` waits for a session that is in the middle of something.
const CLOSING: Duration = Duration::from_secs(2);

/// A command for a session.
#[derive(Debug)]
pub(super) struct Job {
    /// What to do.
    pub(super) run: Run,
    /// What came with it.
    pub(super) body: Vec<u8>,
    /// When it has to have ended.
    pub(super) deadline: Instant,
    /// Where the answer goes. When nobody waits for it any more, the command is taken back.
    pub(super) reply: oneshot::Sender<Printed>,
}

/// A session and its thread.
#[derive(Debug)]
pub(super) struct Worker {
    settings: wire::Settings,
    /// `None` once it shall end: then the thread finds its queue closed.
    jobs: Mutex<Option<Sender<Job>>>,
    about: Mutex<About>,
    /// Told when the command that runs shall be dropped.
    closing: Notify,
    /// Told when the thread is about to end.
    ended: Notify,
}

/// What is known of the session without asking it.
#[derive(Debug)]
struct About {
    summary: SessionSummary,
    busy: Option<&'static str>,
}

/// Starts a session with a thread. That the session itself cannot be started is told as the answer to its first job.
pub(super) fn start(
    entry: Entry,
    run: &Run,
    settings: surefoot_session::Settings,
    shared: Arc<Shared>,
    runtime: Handle,
) -> Result<Arc<Worker>, Error> {
    let (jobs, queue) = channel();
    let summary = SessionSummary {
        name: run.session.clone(),
        engine: "starting",
        url: String::new(),
        tabs: 0,
        browser: None,
    };
    let worker = Arc::new(Worker {
        settings: run.settings.in_effect(),
        jobs: Mutex::new(Some(jobs)),
        about: Mutex::new(About {
            summary,
            busy: None,
        }),
        closing: Notify::new(),
        ended: Notify::new(),
    });
    let mine = Arc::clone(&worker);
    let name = run.session.clone();
    let thread = Thread {
        worker: mine,
        entry,
        runtime,
    };
    std::thread::Builder::new()
        .name(format!("session {name}"))
        .spawn(move || thread.run(&name, settings, &shared, &queue))
        .map_err(|error| {
            Error::new(
                ErrorKind::TooLarge,
                format!("no thread for another session: {}", io_reason(&error)),
            )
            .with_hint("`surefoot close --all` ends the sessions there are")
        })?;
    Ok(worker)
}

impl Worker {
    /// What it was started with.
    pub(super) fn settings(&self) -> &wire::Settings {
        &self.settings
    }

    /// What lists show of it.
    pub(super) fn summary(&self) -> SessionSummary {
        self.about().summary.clone()
    }

    /// What it does now.
    pub(super) fn busy(&self) -> Option<&'static str> {
        self.about().busy
    }

    /// Puts a job into its queue.
    pub(super) fn give(&self, job: Job) -> Result<(), Error> {
        let name = job.run.session.clone();
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok()) {
            Ok(())
        } else {
            Err(output::no_such_session(&name))
        }
    }

    /// Tells it to end: what it does is dropped, what waits is answered with that.
    pub(super) fn end(&self) {
        self.jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        self.closing.notify_one();
    }

    /// Ends it, and comes back when its thread is done, or after a while if that computes something just then: it ends
    /// by itself afterwards.
    pub(super) async fn close(&self) {
        self.end();
        if tokio::time::timeout(CLOSING, self.ended.notified())
            .await
            .is_err()
        {
            tracing::warn!(
                "session {:?} is closed, but still computes",
                self.summary().name
            );
        }
    }

    fn about(&self) -> std::sync::MutexGuard<'_, About> {
        self.about.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the thread of a session holds.
struct Thread {
    worker: Arc<Worker>,
    entry: Entry,
    runtime: Handle,
}

/// How a job ended.
enum Done {
    /// With something to say.
    Answered(Printed),
    /// Nobody waits for it any more.
    TakenBack,
    /// The session is being closed.
    Closing,
}

impl Thread {
    fn run(
        self,
        name: &str,
        settings: surefoot_session::Settings,
        shared: &Shared,
        queue: &Receiver<Job>,
    ) {
        let mut session = self.begin(name, settings, shared);
        for job in queue {
            let Job {
                run,
                body,
                deadline,
                mut reply,
            } = job;
            let rendering = run.rendering;
            let printed = match &mut session {
                Err(error) => Printed::error(error, rendering, FAILED),
                Ok(_) if reply.is_closed() => continue,
                Ok(session) => {
                    self.worker.about().busy = Some(run.name());
                    let done = catch_unwind(AssertUnwindSafe(|| {
                        self.perform(session, run, body, deadline, &mut reply)
                    }));
                    self.worker.about().busy = None;
                    match done {
                        Ok(Done::Answered(printed)) => printed,
                        Ok(Done::TakenBack) => continue,
                        // Dropping the reply says it.
                        Ok(Done::Closing) => continue,
                        Err(_) => {
                            self.entry.remove(&self.worker);
                            self.worker.end();
                            let _ = reply.send(Printed::error(&crashed(name), rendering, FAILED));
                            break;
                        }
                    }
                }
            };
            if session.is_err() {
                self.entry.remove(&self.worker);
                self.worker.end();
            }
            let _ = reply.send(printed);
        }
        if let Ok(session) = session {
            // After a panic the session may be in any state: its end must not become the end of the daemon.
            let closed = catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(session.close())));
            if !matches!(closed, Ok(Ok(()))) {
                tracing::warn!("session {name:?} did not end cleanly");
            }
        }
        self.worker.ended.notify_one();
    }

    fn begin(
        &self,
        name: &str,
        settings: surefoot_session::Settings,
        shared: &Shared,
    ) -> Result<Session, Error> {
        let begun = catch_unwind(AssertUnwindSafe(|| {
            self.runtime.block_on(Session::new(name, settings, shared))
        }));
        let session = begun.unwrap_or_else(|_| Err(crashed(name)))?;
        self.worker.about().summary = session.summary();
        Ok(session)
    }

    fn perform(
        &self,
        session: &mut Session,
        run: Run,
        body: Vec<u8>,
        deadline: Instant,
        reply: &mut oneshot::Sender<Printed>,
    ) -> Done {
        let rendering = run.rendering;
        let manner = Manner {
            rendering,
            screen: run.screen,
            snapshots: in_json(&run),
            speech: Speech::Shell,
        };
        let outcome = self.runtime.block_on(async {
            tokio::select! {
                answers = answers(session, run, body, deadline) => Ok(answers.and_then(put)),
                () = reply.closed() => Err(Done::TakenBack),
                () = self.worker.closing.notified() => Err(Done::Closing),
            }
        });
        self.worker.about().summary = session.summary();
        match outcome {
            Err(done) => done,
            Ok(Err(error)) => Done::Answered(Printed::error(&error, rendering, FAILED)),
            Ok(Ok((opened, answer))) => {
                let opened = match &opened {
                    Some(Answer::Action(action)) => Some(action),
                    _ => None,
                };
                Done::Answered(output::answer(opened, &answer, manner))
            }
        }
    }
}

/// Opens what is to be opened, then does what is to be done.
async fn answers(
    session: &mut Session,
    run: Run,
    body: Vec<u8>,
    deadline: Instant,
) -> Result<(Option<Answer>, Answer), Error> {
    let bounds = commands::bounds(&run, deadline);
    let open = run.open.map(|source| commands::open(source, body));
    if run.settings.engine.as_deref() == Some("chromium") {
        session.use_browser(open.as_ref(), bounds).await?;
    }
    let after = run.after.as_ref();
    let after = after
        .map(|(show, format)| commands::after(*show, format.as_deref(), run.rendering))
        .transpose()?;
    let opened = match open {
        // It is the action, if nothing else is to be done.
        Some(open) if run.command.is_none() => {
            Some(acted(session, open, after.clone(), bounds).await?)
        }
        Some(open) => Some(session.run(open, bounds).await?),
        None => None,
    };
    match (run.command, opened) {
        // It was saved: there is no page to go on with.
        (Some(_), Some(opened)) if is_download(&opened) => Ok((None, opened)),
        (Some(command), opened) => {
            let command = commands::command(command, run.rendering)?;
            let answer = acted(session, command, after, bounds).await?;
            Ok((opened, answer))
        }
        (None, Some(opened)) => Ok((None, opened)),
        (None, None) => Err(Error::new(
            ErrorKind::InvalidArgument,
            "there is nothing to do",
        )),
    }
}

/// Puts a flow that was recorded where it belongs.
fn put((opened, answer): (Option<Answer>, Answer)) -> Result<(Option<Answer>, Answer), Error> {
    Ok((opened, crate::flow::put(answer)?))
}

/// Does what is to be done, and shows the page afterwards, if that is asked for.
async fn acted(
    session: &mut Session,
    command: surefoot_session::Command,
    after: Option<SnapshotRequest>,
    bounds: Bounds,
) -> Result<Answer, Error> {
    match after {
        Some(after) => session.run_and_show(command, after, bounds).await,
        None => session.run(command, bounds).await,
    }
}

/// Whether what was opened turned out to be no page.
fn is_download(opened: &Answer) -> bool {
    matches!(opened, Answer::Action(action) if action.effects.navigation.is_none() && !action.effects.downloads.is_empty())
}

fn in_json(run: &Run) -> InJson {
    match &run.command {
        Some(wire::Command::Snapshot(shot)) if shot.format.is_none() => InJson::Everything,
        _ => InJson::AsFormat,
    }
}

fn crashed(name: &str) -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        format!("surefoot failed inside session \"{name}\", which is closed now; other sessions are not affected"),
    )
    .with_hint("open the page again; if it fails again, please report it with the log that `surefoot daemon status` names")
}

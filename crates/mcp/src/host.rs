//! [`Host`]: the sessions of a server, each with a thread of its own.
//!
//! A page that takes long to work on delays no other session, and a panic ends one session and no other. The network is
//! shared: the server's runtime drives it. A piece of work that nobody waits for any more is dropped where it stands.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_session::{EngineChoice, Session, SessionSummary, Settings, Shared};
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};

/// The most sessions at a time: each has a thread.
const MOST: usize = 200;

/// How long the end of a session is waited for that is in the middle of something.
const CLOSING: Duration = Duration::from_secs(2);

/// Work in a session, to be driven by its thread.
pub(crate) type Doing<'s, T> = Pin<Box<dyn Future<Output = T> + 's>>;

/// What a thread is given to do. It answers by itself.
type Job = Box<dyn FnOnce(&mut Result<Session>, &Handle, &Notify) + Send>;

/// When a session is ended that nobody uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Idle {
    /// Never: it ends with its only client.
    Kept,
    /// After so long.
    EndsAfter(Duration),
}

/// Whether a session may be started for what is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Absent {
    /// It may.
    Start(Option<EngineChoice>),
    /// There has to be one.
    Refuse,
}

/// The sessions.
#[derive(Debug)]
pub(crate) struct Host {
    workers: Workers,
    shared: Arc<Shared>,
    settings: Settings,
    runtime: Handle,
    idle: Idle,
}

type Workers = Arc<Mutex<BTreeMap<String, Arc<Worker>>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere leaves what is behind it whole: it is replaced at once or not at all.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host {
    /// Without sessions.
    pub(crate) fn new(settings: Settings, idle: Idle, runtime: Handle) -> Result<Host> {
        Ok(Host {
            workers: Workers::default(),
            shared: Arc::new(Shared::new()?),
            settings,
            runtime,
            idle,
        })
    }

    /// What lists show of each session, by name.
    pub(crate) fn summaries(&self) -> Vec<SessionSummary> {
        let workers = locked(&self.workers);
        workers
            .values()
            .map(|worker| locked(&worker.about).clone())
            .collect()
    }

    /// Whether there is a session of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        locked(&self.workers).contains_key(name)
    }

    /// Has work done in a session. Whoever drops the future takes the work back.
    pub(crate) async fn work<T, F>(&self, name: &str, absent: Absent, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: for<'s> FnOnce(&'s mut Session) -> Doing<'s, T> + Send + 'static,
    {
        let (reply, answered) = oneshot::channel();
        let job: Job = Box::new(move |session, runtime, closing| {
            let mut reply: oneshot::Sender<Result<T>> = reply;
            let done = match session {
                Err(error) => Some(Err(error.clone())),
                Ok(_) if reply.is_closed() => None,
                Ok(session) => runtime.block_on(async {
                    tokio::select! {
                        done = work(session) => Some(Ok(done)),
                        () = reply.closed() => None,
                        () = closing.notified() => None,
                    }
                }),
            };
            if let Some(done) = done {
                // Nobody may wait for it any more.
                let _ = reply.send(done);
            }
        });
        self.give(name, absent, job)?;
        answered.await.unwrap_or_else(|_| {
            Err(Error::new(
                ErrorKind::EngineCrashed,
                format!("session \"{name}\" ended meanwhile"),
            )
            .with_hint("open the page again with browse_navigate"))
        })
    }

    /// Puts a job into the queue of a session. While it is, no session is added or taken away.
    fn give(&self, name: &str, absent: Absent, job: Job) -> Result<()> {
        let mut workers = locked(&self.workers);
        let worker = match (workers.get(name), absent) {
            (Some(worker), _) => Arc::clone(worker),
            (None, Absent::Refuse) => return Err(no_page(name)),
            (None, Absent::Start(engine)) => {
                if workers.len() >= MOST {
                    return Err(Error::new(
                        ErrorKind::TooLarge,
                        format!("there are {MOST} sessions already"),
                    )
                    .with_hint("browse_session with action \"close\" ends one"));
                }
                let worker = self.start(name, engine)?;
                workers.insert(name.to_owned(), Arc::clone(&worker));
                worker
            }
        };
        let jobs = locked(&worker.jobs);
        let sent = jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if sent { Ok(()) } else { Err(no_page(name)) }
    }

    fn start(&self, name: &str, engine: Option<EngineChoice>) -> Result<Arc<Worker>> {
        let mut settings = self.settings.clone();
        if let Some(engine) = engine {
            settings.engine = engine;
        }
        if settings.launch.isolate.is_some() {
            settings.launch.isolate = Some(name.to_owned());
        }
        let (jobs, queue) = channel();
        let worker = Arc::new(Worker {
            jobs: Mutex::new(Some(jobs)),
            about: Mutex::new(SessionSummary {
                name: name.to_owned(),
                engine: "starting",
                url: String::new(),
                tabs: 0,
                browser: None,
            }),
            closing: Notify::new(),
            ended: Notify::new(),
        });
        let thread = Thread {
            name: name.to_owned(),
            worker: Arc::clone(&worker),
            workers: Arc::clone(&self.workers),
            shared: Arc::clone(&self.shared),
            runtime: self.runtime.clone(),
            idle: self.idle,
        };
        std::thread::Builder::new()
            .name(format!("session {name}"))
            .spawn(move || thread.run(settings, &queue))
            .map_err(|_| {
                Error::new(ErrorKind::TooLarge, "no thread for another session")
                    .with_hint("browse_session with action \"close\" ends one")
            })?;
        Ok(worker)
    }

    /// Ends a session; whether there was one.
    pub(crate) async fn close(&self, name: &str) -> bool {
        let worker = locked(&self.workers).remove(name);
        match worker {
            Some(worker) => {
                worker.end();
                worker.wait().await;
                true
            }
            None => false,
        }
    }

    /// Ends all, and the browsers they used.
    pub(crate) async fn end(&self) {
        let workers = std::mem::take(&mut *locked(&self.workers));
        // All are told first, so that they end side by side.
        for worker in workers.values() {
            worker.end();
        }
        for worker in workers.values() {
            worker.wait().await;
        }
        self.shared.close().await;
    }
}

/// A session and its thread.
#[derive(Debug)]
struct Worker {
    /// `None` once it shall end: then the thread finds its queue closed.
    jobs: Mutex<Option<Sender<Job>>>,
    about: Mutex<SessionSummary>,
    /// Told when the work that is under way shall be dropped.
    closing: Notify,
    /// Told when the thread is about to end.
    ended: Notify,
}

impl Worker {
    fn end(&self) {
        locked(&self.jobs).take();
        self.closing.notify_one();
    }

    async fn wait(&self) {
        if tokio::time::timeout(CLOSING, self.ended.notified())
            .await
            .is_err()
        {
            tracing::warn!("a session is closed, but still computes");
        }
    }
}

/// What the thread of a session holds.
struct Thread {
    name: String,
    worker: Arc<Worker>,
    workers: Workers,
    shared: Arc<Shared>,
    runtime: Handle,
    idle: Idle,
}

impl Thread {
    fn run(self, settings: Settings, queue: &Receiver<Job>) {
        let begun = catch_unwind(AssertUnwindSafe(|| {
            let new = Session::new(self.name.clone(), settings, &self.shared);
            self.runtime.block_on(new)
        }));
        let mut session = begun.unwrap_or_else(|_| Err(self.crashed()));
        while let Some(job) = self.next(queue) {
            self.note(&session);
            let done = catch_unwind(AssertUnwindSafe(|| {
                job(&mut session, &self.runtime, &self.worker.closing);
            }));
            self.note(&session);
            if done.is_err() || session.is_err() {
                self.leave();
                break;
            }
        }
        if let Ok(session) = session {
            // After a panic it may be in any state: its end must not become the end of the server.
            let closed = catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(session.close())));
            if !matches!(closed, Ok(Ok(()))) {
                tracing::warn!("session {:?} did not end cleanly", self.name);
            }
        }
        self.worker.ended.notify_one();
    }

    /// The next job; `None` if there shall be none.
    fn next(&self, queue: &Receiver<Job>) -> Option<Job> {
        let Idle::EndsAfter(idle) = self.idle else {
            return queue.recv().ok();
        };
        match queue.recv_timeout(idle) {
            Ok(job) => Some(job),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                // With the map locked nobody can give it anything.
                let mut workers = locked(&self.workers);
                if let Ok(job) = queue.try_recv() {
                    return Some(job);
                }
                tracing::info!("session {:?} was not used and ends", self.name);
                self.take_out(&mut workers);
                None
            }
        }
    }

    fn leave(&self) {
        self.take_out(&mut locked(&self.workers));
        self.worker.end();
    }

    /// Takes it out of the map, unless another one has come in its place.
    fn take_out(&self, workers: &mut BTreeMap<String, Arc<Worker>>) {
        let there = workers.get(&self.name);
        if there.is_some_and(|there| Arc::ptr_eq(there, &self.worker)) {
            workers.remove(&self.name);
        }
    }

    fn note(&self, session: &Result<Session>) {
        if let Ok(session) = session {
            *locked(&self.worker.about) = session.summary();
        }
    }

    fn crashed(&self) -> Error {
        Error::new(
            ErrorKind::EngineCrashed,
            format!("session \"{}\" could not be started", self.name),
        )
        .with_hint("try again with another session")
    }
}

/// That a session has nothing to work on.
pub(crate) fn no_page(name: &str) -> Error {
    Error::new(
        ErrorKind::NotFound,
        format!("session \"{name}\" has no page: nothing was opened in it"),
    )
    .with_hint("open one first with browse_navigate")
}

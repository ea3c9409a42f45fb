//! [`Session`]: an engine with its tabs, and the refs that were given out.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime};

use surefoot_engine::{
    Checks, DEFAULT_MAX_BODY, Engine, EngineOptions, Error, ErrorKind, Limits, LoadState, Note,
    NoteKind, Outcome, Rest, Result,
};
use surefoot_page::{DocumentId, Page};
use surefoot_snapshot::{RefPolicy, Registry, Snapshot};

use crate::engines::{EngineKind, Engines, OwnEngines, Shared};
use crate::record::Recorder;
use crate::tabs::Tabs;
use crate::{Answer, Command, EngineChoice, SessionSummary, Settings, SnapshotRequest, TabCommand};

/// What one command may cost, and how patient it is.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When it has to have ended.
    pub deadline: Instant,
    /// The most bytes a document may have once decoded.
    pub max_body: u64,
    /// How far a page is loaded before going there counts as done.
    pub load: LoadState,
    /// Whether elements are checked before they are acted on.
    pub checks: Checks,
    /// How long, at most, what an action has started is waited for; `None`: as engines have it.
    pub settle: Option<Duration>,
    /// What has to have come to rest until then.
    pub rest: Rest,
}

impl Bounds {
    /// With this deadline, and otherwise what users get who ask for nothing.
    pub fn until(deadline: Instant) -> Bounds {
        Bounds {
            deadline,
            max_body: DEFAULT_MAX_BODY,
            load: LoadState::Load,
            checks: Checks::All,
            settle: None,
            rest: Rest::Network,
        }
    }

    pub(crate) fn limits(self) -> Limits {
        let usual = Limits::until(self.deadline);
        Limits {
            max_body: self.max_body,
            load: self.load,
            checks: self.checks,
            settle: self.settle.unwrap_or(usual.settle),
            rest: self.rest,
            ..usual
        }
    }
}

/// How long after its deadline a command is cut off: the engine's own error says more.
const GRACE: Duration = Duration::from_millis(100);

/// A named session: its engine, its tabs, its refs. It runs one command at a time.
#[derive(Debug)]
pub struct Session {
    pub(crate) name: String,
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) tabs: Tabs,
    pub(crate) registry: Registry,
    /// As the refs were before an error gave refs to its candidates, in case that nobody is told of it.
    pub(crate) before_candidates: Option<Registry>,
    /// How many snapshots it has shown.
    pub(crate) generation: u64,
    /// By the numbers of folds, what was asked for when they were shown: what they stand for is shown alike.
    pub(crate) folded: HashMap<u32, Arc<SnapshotRequest>>,
    /// What the page looked like last.
    pub(crate) seen: Option<Seen>,
    /// Where other engines come from; `None`: there are none.
    pub(crate) engines: Option<Box<dyn Engines>>,
    pub(crate) choice: EngineChoice,
    /// What engines are started with, as the user has it now.
    pub(crate) options: EngineOptions,
    /// What is to be told with the next answer.
    pub(crate) notes: Vec<Note>,
    /// What was observed, and not told yet.
    pub(crate) meanwhile: Outcome,
    /// The recording that is under way.
    pub(crate) recorder: Option<Recorder>,
}

/// A page when it was looked at.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The page, for as long as the engine has not changed it.
    page: Weak<Page>,
    pub(crate) document: Option<DocumentId>,
    pub(crate) outline: Arc<Snapshot>,
}

/// A page as it is now, with all that can be read or acted on.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) page: Arc<Page>,
    pub(crate) outline: Arc<Snapshot>,
    pub(crate) at: SystemTime,
}

impl Session {
    /// Starts a session. Its first tab shows nothing yet.
    pub async fn new(
        name: impl Into<String>,
        settings: Settings,
        shared: &Shared,
    ) -> Result<Session> {
        let engines = Box::new(OwnEngines {
            shared: shared.clone(),
            launch: settings.launch.clone(),
        });
        Session::with_engines(name, &settings, engines).await
    }

    /// Starts a session whose engines come from elsewhere.
    pub async fn with_engines(
        name: impl Into<String>,
        settings: &Settings,
        engines: Box<dyn Engines>,
    ) -> Result<Session> {
        let kind = match settings.engine {
            EngineChoice::Native => EngineKind::Native,
            EngineChoice::Auto if !settings.need_a_browser() => EngineKind::Native,
            EngineChoice::Auto | EngineChoice::Chromium => EngineKind::Chromium,
        };
        let options = settings.engine_options();
        let started = engines.start(kind, &options).await?;
        let mut session = Session::with_engine(name, started.engine).await?;
        session.warn(started.warnings);
        session.choice = settings.engine;
        session.options = options;
        session.engines = Some(engines);
        Ok(session)
    }

    /// Starts a session on an engine of the caller's own, which is the only one it ever has.
    pub async fn with_engine(
        name: impl Into<String>,
        mut engine: Box<dyn Engine>,
    ) -> Result<Session> {
        let tabs = Tabs::new(engine.new_tab().await?);
        Ok(Session {
            name: name.into(),
            engine,
            tabs,
            registry: Registry::new(RefPolicy::Stable),
            before_candidates: None,
            generation: 0,
            folded: HashMap::new(),
            seen: None,
            engines: None,
            choice: EngineChoice::Native,
            options: EngineOptions::default(),
            notes: Vec::new(),
            meanwhile: Outcome::default(),
            recorder: None,
        })
    }

    /// Does what the command asks and answers what was observed. Ends by the deadline, whatever the page does.
    pub async fn run(&mut self, command: Command, bounds: Bounds) -> Result<Answer> {
        let limits = bounds.limits();
        let what = command.verb();
        let work = self.prepared(command, limits);
        match tokio::time::timeout_at((bounds.deadline + GRACE).into(), work).await {
            Ok(answer) => answer.map(|answer| self.told(answer)),
            Err(_) => Err(Error::new(
                ErrorKind::Timeout,
                format!("`{what}` did not end in the time given"),
            )
            .with_hint(
                "give it longer with --timeout, or look at the page as it is with `snapshot`",
            )),
        }
    }

    pub(crate) async fn dispatch(&mut self, command: Command, limits: Limits) -> Result<Answer> {
        let noted = self.recorder.is_some().then(|| command.clone());
        let answer = self.dispatch_unnoted(command, limits).await?;
        if let Some(command) = noted {
            self.note_other(&command, &answer);
        }
        Ok(answer)
    }

    async fn dispatch_unnoted(&mut self, command: Command, limits: Limits) -> Result<Answer> {
        match command {
            Command::Record(what) => self.record(what),
            Command::Replay { flow, after } => self.replay(*flow, after, limits).await,
            Command::Snapshot(request) => self.show(request, limits).await.map(Answer::Snapshot),
            Command::Diff { saved, with } => self.diff(*saved, with, limits).await,
            Command::Find { target } => self.list(&target, limits).await,
            Command::Read(request) => self.read(request, limits).await.map(Answer::Read),
            Command::Get(what) => self.get(what, limits).await,
            Command::Is { state, target } => self.is(state, &target, limits).await,
            Command::Wait(what) => self.wait(what, limits).await,
            Command::Tab(TabCommand::List) => Ok(Answer::Tabs(self.tabs.list())),
            Command::Tab(command) => self.tab(command, limits).await,
            Command::Dialog(what) => self.dialog(what, limits).await,
            Command::Download { target, to } => self.download(target, to, limits).await,
            Command::Around(what) => self.around(what, limits).await,
            Command::Screenshot(request) => Box::pin(self.screenshot(*request, limits)).await,
            Command::Compare {
                before,
                extent,
                save,
            } => Box::pin(self.compare_page(&before, extent, &save, limits)).await,
            command => self.act(command, limits).await.map(Answer::Action),
        }
    }

    /// What lists show of it.
    pub fn summary(&self) -> SessionSummary {
        SessionSummary {
            name: self.name.clone(),
            engine: self.engine.name(),
            url: self.tabs.current().tab.url().to_owned(),
            tabs: self.tabs.len(),
            browser: self.engine.process(),
        }
    }

    /// Ends it with all that belongs to it.
    pub async fn close(mut self) -> Result<()> {
        drop(self.tabs);
        self.engine.close().await
    }

    /// The page as it is now. If it has not changed since the last look, nothing is computed anew.
    pub(crate) async fn look(&mut self, limits: Limits) -> Result<Look> {
        let page = self.tabs.current_mut().tab.capture(limits).await?;
        Ok(self.look_at(page))
    }

    /// A page that the current tab showed just now.
    pub(crate) fn look_at(&mut self, page: Arc<Page>) -> Look {
        let seen = self.seen.as_ref().filter(|seen| {
            seen.page
                .upgrade()
                .is_some_and(|seen| Arc::ptr_eq(&seen, &page))
        });
        let outline = match seen {
            Some(seen) => Arc::clone(&seen.outline),
            None => {
                let semantics = surefoot_aria::Semantics::new(&page);
                Arc::new(surefoot_snapshot::outline(&semantics))
            }
        };
        self.seen = Some(Seen {
            page: Arc::downgrade(&page),
            document: page.documents().first().map(|d| d.id),
            outline: Arc::clone(&outline),
        });
        self.tabs.current_mut().title.clone_from(&outline.title);
        Look {
            page,
            outline,
            at: SystemTime::now(),
        }
    }

    /// Keeps something to be told with the next answer.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notes.push(Note {
            kind: NoteKind::Other,
            text: text.into(),
        });
    }

    pub(crate) fn warn(&mut self, warnings: Vec<String>) {
        for warning in warnings {
            self.say(warning);
        }
    }

    /// An answer with what else is to be told.
    fn told(&mut self, mut answer: Answer) -> Answer {
        let notes = std::mem::take(&mut self.notes);
        if notes.is_empty() {
            return answer;
        }
        match &mut answer {
            Answer::Action(action) => {
                action.effects.notes.splice(0..0, notes);
                answer
            }
            Answer::Snapshot(shot) => {
                shot.notes.splice(0..0, notes);
                answer
            }
            _ => Answer::Noted(Box::new(answer), notes),
        }
    }
}

//! Before a command is done: is there still a browser, are its tabs still there, does a dialog wait? And after it was
//! refused: could a browser do it?

use surefoot_engine::{Capabilities, Destination, Error, ErrorKind, Limits, Outcome, Result};
use surefoot_locate::Target;

use crate::engines::EngineKind;
use crate::tabs::Tabs;
use crate::{Answer, Bounds, Command, EngineChoice, Session, TabCommand};

/// What comes along to another engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bring {
    /// Cookies and pages.
    Pages,
    /// Cookies only: another page is opened anyway.
    Cookies,
}

impl Session {
    /// Does a command, with all that may have to be done before.
    pub(crate) async fn prepared(&mut self, command: Command, limits: Limits) -> Result<Answer> {
        if matches!(command, Command::Restart) {
            return self.restart(limits).await;
        }
        let command = if self.engine.is_alive() {
            command
        } else {
            self.revived(command).await?
        };
        self.note_tabs().await?;
        self.gate(&command)?;
        let again = self.may_move().then(|| command.clone());
        match (self.dispatch(command, limits).await, again) {
            (Err(error), Some(command)) if error.kind() == ErrorKind::Unsupported => {
                self.with_a_browser(error, command, limits).await
            }
            (Err(error), _)
                if error.kind() == ErrorKind::EngineCrashed && !self.engine.is_alive() =>
            {
                Err(self.lost())
            }
            (result, _) => result,
        }
    }

    /// Refuses what cannot be done while a dialog waits.
    fn gate(&self, command: &Command) -> Result<()> {
        let passes = matches!(
            command,
            Command::Dialog(_)
                | Command::Tab(TabCommand::List | TabCommand::Switch(_))
                | Command::Record(_)
        );
        match self.tabs.current().tab.dialog().filter(|d| d.waits) {
            Some(dialog) if !passes => Err(crate::dialogs::open(&dialog)),
            _ => Ok(()),
        }
    }

    /// Takes note of what happened to tabs since the last command: some opened, some closed by themselves.
    async fn note_tabs(&mut self) -> Result<()> {
        for tab in self.tabs.take_opened() {
            let opened = self.tabs.add_behind(tab);
            self.say(format!(
                "tab {} opened by itself: {}; `tab switch {}` goes there",
                opened.number, opened.url, opened.number
            ));
        }
        for closed in self.closed_meanwhile().await? {
            self.say(format!(
                "tab {} closed itself: {}",
                closed.number, closed.url
            ));
        }
        Ok(())
    }

    /// What is said of a browser that has ended.
    fn lost(&self) -> Error {
        let tabs = match self.tabs.len() {
            1 => "the page".to_owned(),
            n => format!("{n} tabs"),
        };
        Error::new(
            ErrorKind::EngineCrashed,
            format!(
                "the browser of session \"{}\" ended unexpectedly: {tabs}, cookies and storage are lost",
                self.name
            ),
        )
        .with_hint(format!(
            "`session restart` starts a new one and opens {} again; `open URL` opens another page in one",
            self.tabs.current().tab.url()
        ))
    }

    /// Starts a new browser in place of one that has ended, for a command that opens a page; refuses others.
    async fn revived(&mut self, command: Command) -> Result<Command> {
        let command = match command {
            Command::Open { .. } | Command::OpenSource { .. } => command,
            Command::Tab(TabCommand::New(Some(url))) => Command::Open { url },
            Command::Reload => Command::Open {
                url: self.tabs.current().tab.url().to_owned(),
            },
            _ => return Err(self.lost()),
        };
        let Some(engines) = &self.engines else {
            return Err(self.lost());
        };
        let kind = EngineKind::of(self.engine.capabilities());
        let mut started = engines.start(kind, &self.options).await?;
        let tab = started.engine.new_tab().await?;
        let lost = self.tabs.len();
        self.tabs = Tabs::after(&self.tabs, tab);
        // Closing the old one would talk to a browser that is gone.
        self.engine = started.engine;
        self.seen = None;
        self.meanwhile = Outcome::default();
        self.say(format!(
            "the browser had ended unexpectedly and was started again; cookies, storage and {} are lost",
            match lost {
                1 => "the history".to_owned(),
                n => format!("{n} tabs"),
            }
        ));
        self.warn(started.warnings);
        Ok(command)
    }

    pub(crate) fn has(&self, capabilities: Capabilities) -> bool {
        self.engine.capabilities().contains(capabilities)
    }

    /// Whether it may move to a browser: it was not told which engine to use, and is not in one already.
    pub(crate) fn may_move(&self) -> bool {
        self.choice == EngineChoice::Auto
            && self.engines.is_some()
            && !self.has(Capabilities::SCRIPTS)
    }

    /// Moves to a browser because the user says so. What is open there already stays.
    pub async fn use_browser(&mut self, command: Option<&Command>, bounds: Bounds) -> Result<()> {
        if !self.may_move() {
            return Ok(());
        }
        let opens = matches!(
            command,
            Some(Command::Open { .. } | Command::OpenSource { .. })
        );
        let bring = if opens { Bring::Cookies } else { Bring::Pages };
        self.move_over("as asked for", bring, bounds.limits())
            .await?;
        Ok(())
    }

    /// Does in a browser what the engine without one has refused, if that is what was meant: not where a ref names an
    /// element of the old document.
    async fn with_a_browser(
        &mut self,
        refused: Error,
        command: Command,
        limits: Limits,
    ) -> Result<Answer> {
        let available = self.engines.as_ref().map_or(Ok(()), |e| e.browser());
        if let Err(none) = available {
            let why = none.hint().unwrap_or("none is installed").to_owned();
            return Err(refused.replacing_hint(format!(
                "a browser could do it, but {}: {why}",
                none.message()
            )));
        }
        let mut targets = command.targets().into_iter();
        let stays = match command {
            // What has the focus here has it nowhere else.
            Command::Type { target: None, .. } | Command::Press { target: None, .. } => true,
            _ => targets.any(|t| !Target::parse(t).is_ok_and(|t| t.is_of_any_document())),
        };
        if stays {
            return Err(refused.replacing_hint(
                "a browser can: `surefoot snapshot --engine chromium` moves the session to one, where refs are new"
                    .to_owned(),
            ));
        }
        let why = format!("`{}` needs a browser", command.verb());
        match self.move_over(&why, Bring::Pages, limits).await {
            Ok(_) => self.dispatch(command, limits).await,
            Err(error) => Err(refused.replacing_hint(format!(
                "the session could not be moved to a browser: {}",
                error.message()
            ))),
        }
    }

    /// After a navigation: moves to a browser if the page needs scripts. What was observed is then what was observed
    /// there.
    pub(crate) async fn moved_if_needed(
        &mut self,
        mut outcome: Outcome,
        limits: Limits,
    ) -> Outcome {
        use surefoot_engine::NoteKind::NeedsScripts;
        let needs = outcome
            .navigation
            .as_ref()
            .is_some_and(|n| n.notes.iter().any(|note| note.kind == NeedsScripts));
        if !needs || !self.may_move() {
            return outcome;
        }
        match self
            .move_over("the page needs scripts", Bring::Pages, limits)
            .await
        {
            Ok(there) => {
                outcome.navigation = there.navigation.or(outcome.navigation);
                merge(
                    &mut outcome,
                    Outcome {
                        navigation: None,
                        ..there
                    },
                );
            }
            Err(error) => {
                let hint = error.hint().map(|h| format!(" ({h})")).unwrap_or_default();
                self.say(format!(
                    "the session stays with the native engine: {}{hint}",
                    error.message()
                ));
            }
        }
        outcome
    }

    /// Moves to a browser, with the cookies and, if asked for, the pages. If anything goes wrong, it stays where it is.
    async fn move_over(&mut self, why: &str, bring: Bring, limits: Limits) -> Result<Outcome> {
        let Some(engines) = &self.engines else {
            return Err(self.lost());
        };
        engines.browser()?;
        let here = self.tabs.current().number;
        let pages: Vec<(u32, Option<Destination>)> = match bring {
            Bring::Pages => self.tabs.revisits(),
            Bring::Cookies => self
                .tabs
                .revisits()
                .into_iter()
                .filter(|(number, _)| *number != here)
                .collect(),
        };
        if pages
            .iter()
            .any(|(number, to)| *number == here && to.is_none())
        {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the page is the answer to a form that was sent, and is not asked for again",
            )
            .with_hint("open a page with `--engine chromium` first, and send the form there"));
        }
        let mut started = engines.start(EngineKind::Chromium, &self.options).await?;
        let cookies = self.engine.cookies(None).await?;
        if !cookies.is_empty() {
            started.engine.set_cookies(cookies).await?;
        }
        let rebuilt = self
            .rebuilt(started.engine.as_mut(), &pages, limits)
            .await?;
        let outcome = rebuilt.here?;
        let mut old = self.exchange(started.engine, rebuilt.tabs);
        old.close().await?;
        self.say(format!(
            "moved to chromium: {why}; {}",
            match bring {
                Bring::Pages =>
                    "the page was loaded again there, with its cookies, so refs are new and what was typed is gone",
                Bring::Cookies => "cookies came along",
            }
        ));
        self.say_left(&rebuilt.left);
        self.warn(started.warnings);
        if let Some(navigation) = &outcome.navigation {
            self.tabs.current_mut().remember(navigation);
        }
        Ok(outcome)
    }
}

/// Adds what was observed to what was observed before.
pub(crate) fn merge(into: &mut Outcome, from: Outcome) {
    into.navigation = from.navigation.or(into.navigation.take());
    into.opened.extend(from.opened);
    into.downloads.extend(from.downloads);
    into.validation.extend(from.validation);
    into.dialogs.extend(from.dialogs);
    into.chooser = from.chooser.or(into.chooser);
    into.scrolled = from.scrolled.or(into.scrolled);
    into.value = from.value.or(into.value.take());
    into.focus = from.focus.or(into.focus);
    into.notes.extend(from.notes);
}

/// Errors told again with another next step.
trait Hints: Sized {
    fn replacing_hint(self, hint: String) -> Self;
}

impl Hints for Error {
    fn replacing_hint(self, hint: String) -> Error {
        Error::new(self.kind(), self.message())
            .with_candidates(self.candidates().to_vec())
            .with_hint(hint)
    }
}

//! Starting an engine anew in place of another one, with the pages that were open.

use surefoot_engine::{Destination, Engine, Error, ErrorKind, Limits, Outcome, Result, Tab};

use crate::engines::EngineKind;
use crate::{ActionAnswer, Answer, Command, Session};

/// The tabs of a session, opened again in another engine.
pub(crate) struct Rebuilt {
    /// They, by their numbers.
    pub(crate) tabs: Vec<(u32, Box<dyn Tab>)>,
    /// What came of opening the page of the current one.
    pub(crate) here: Result<Outcome>,
    /// Those whose pages could not be opened: they are empty.
    pub(crate) left: Vec<u32>,
}

impl Session {
    /// Opens a tab in another engine for each of the session's, with these pages in them. A page that is `None` cannot be
    /// opened again; a tab that has none stays empty.
    pub(crate) async fn rebuilt(
        &self,
        engine: &mut dyn Engine,
        pages: &[(u32, Option<Destination>)],
        limits: Limits,
    ) -> Result<Rebuilt> {
        let current = self.tabs.current().number;
        let mut rebuilt = Rebuilt {
            tabs: Vec::new(),
            here: Ok(Outcome::default()),
            left: Vec::new(),
        };
        for number in self.tabs.numbers() {
            let mut tab = engine.new_tab().await?;
            match pages.iter().find(|(n, _)| *n == number) {
                Some((_, Some(Destination::Url(url)))) if url == "about:blank" => {}
                Some((_, Some(to))) => {
                    let there = tab.navigate(to.clone(), limits).await;
                    if number == current {
                        rebuilt.here = there;
                    } else if there.is_err() {
                        rebuilt.left.push(number);
                    }
                }
                Some((_, None)) => rebuilt.left.push(number),
                None => {}
            }
            rebuilt.tabs.push((number, tab));
        }
        Ok(rebuilt)
    }

    /// Puts another engine and its tabs in the place of those there were; answers the old one.
    pub(crate) fn exchange(
        &mut self,
        engine: Box<dyn Engine>,
        tabs: Vec<(u32, Box<dyn Tab>)>,
    ) -> Box<dyn Engine> {
        for (number, tab) in tabs {
            self.tabs.replace(number, tab);
        }
        self.seen = None;
        self.meanwhile = Outcome::default();
        std::mem::replace(&mut self.engine, engine)
    }

    /// Starts the session's engine anew, whether the old one is still alive or not, and opens its pages again.
    pub(crate) async fn restart(&mut self, limits: Limits) -> Result<Answer> {
        let command = Command::Restart;
        let Some(engines) = &self.engines else {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "this session was given its engine and cannot start another one",
            ));
        };
        let before = self.before_leaving();
        let pages = self.tabs.revisits();
        // A profile belongs to one browser at a time, so the old one goes first.
        let cookies = if self.engine.is_alive() {
            let cookies = self.engine.cookies(None).await.unwrap_or_default();
            self.engine.close().await?;
            Some(cookies)
        } else {
            None
        };
        let kind = EngineKind::of(self.engine.capabilities());
        let mut started = engines.start(kind, &self.options).await?;
        let came_along = match cookies {
            Some(cookies) if !cookies.is_empty() => {
                started.engine.set_cookies(cookies).await?;
                "cookies came along"
            }
            Some(_) => "there were no cookies",
            None => "cookies and storage are lost",
        };
        let rebuilt = self
            .rebuilt(started.engine.as_mut(), &pages, limits)
            .await?;
        self.exchange(started.engine, rebuilt.tabs);
        self.say(format!(
            "its pages were opened again, so refs are new and what was typed is gone; {came_along}"
        ));
        self.warn(started.warnings);
        self.say_left(&rebuilt.left);
        let outcome = rebuilt.here.unwrap_or_else(|error| {
            self.say(format!("the page could not be opened: {}", error.message()));
            Outcome::default()
        });
        let effects = self.observe(before, outcome, None, limits).await?;
        Ok(Answer::Action(ActionAnswer {
            verb: command.past(),
            argument: None,
            target: None,
            reattached: false,
            effects,
            snapshot: None,
        }))
    }

    /// Says which tabs are empty because their pages could not be opened again.
    pub(crate) fn say_left(&mut self, left: &[u32]) {
        for number in left {
            self.say(format!(
                "tab {number} could not be loaded there and is empty"
            ));
        }
    }
}

//! The tabs of a session.

use surefoot_engine::{Error, ErrorKind};
use surefoot_engine::{Limits, Navigation, Note, NoteKind, Result, Tab};

use crate::{ActionAnswer, Answer, Effects, Session, TabCommand, TabSummary};

/// A tab and what the session remembers of it.
#[derive(Debug)]
pub(crate) struct OpenTab {
    /// Its number in this session, which no other tab gets.
    pub(crate) number: u32,
    pub(crate) tab: Box<dyn Tab>,
    /// Its title when it was last looked at.
    pub(crate) title: String,
    /// The HTTP status of its document, if it is an error.
    pub(crate) error_status: Option<u16>,
    /// What was to be known of its document when it was loaded.
    pub(crate) notes: Vec<Note>,
}

impl OpenTab {
    fn new(number: u32, tab: Box<dyn Tab>) -> OpenTab {
        OpenTab {
            number,
            tab,
            title: String::new(),
            error_status: None,
            notes: Vec::new(),
        }
    }

    /// Remembers what has to be said again whenever the page is shown.
    pub(crate) fn remember(&mut self, navigation: &Navigation) {
        use surefoot_engine::NavigationKind::Fragment;
        if navigation.kind == Fragment {
            return;
        }
        self.error_status = navigation.status.filter(|s| *s >= 400);
        self.notes = navigation
            .notes
            .iter()
            .filter(|n| n.kind != NoteKind::Other)
            .cloned()
            .collect();
    }

    fn summary(&self, current: bool) -> TabSummary {
        TabSummary {
            number: self.number,
            url: self.tab.url().to_owned(),
            title: self.title.clone(),
            current,
        }
    }
}

/// All tabs; there is always one, and one is the current one.
#[derive(Debug)]
pub(crate) struct Tabs {
    first: OpenTab,
    others: Vec<OpenTab>,
    /// The number of the current one.
    current: u32,
    /// The number given last.
    last: u32,
}

impl Tabs {
    pub(crate) fn new(tab: Box<dyn Tab>) -> Tabs {
        Tabs {
            first: OpenTab::new(1, tab),
            others: Vec::new(),
            current: 1,
            last: 1,
        }
    }

    pub(crate) fn len(&self) -> usize {
        1 + self.others.len()
    }

    fn iter(&self) -> impl Iterator<Item = &OpenTab> {
        std::iter::once(&self.first).chain(&self.others)
    }

    pub(crate) fn current(&self) -> &OpenTab {
        self.others
            .iter()
            .find(|t| t.number == self.current)
            .unwrap_or(&self.first)
    }

    pub(crate) fn current_mut(&mut self) -> &mut OpenTab {
        let current = self.current;
        self.others
            .iter_mut()
            .find(|t| t.number == current)
            .unwrap_or(&mut self.first)
    }

    pub(crate) fn list(&self) -> Vec<TabSummary> {
        let current = self.current().number;
        self.iter()
            .map(|t| t.summary(t.number == current))
            .collect()
    }

    /// Adds a tab and makes it the current one.
    pub(crate) fn add(&mut self, tab: Box<dyn Tab>) -> TabSummary {
        self.last += 1;
        self.current = self.last;
        let tab = OpenTab::new(self.last, tab);
        let summary = tab.summary(true);
        self.others.push(tab);
        summary
    }

    fn switch(&mut self, number: u32) -> Result<()> {
        if !self.iter().any(|t| t.number == number) {
            return Err(self.no_such(number));
        }
        self.current = number;
        Ok(())
    }

    /// Closes a tab. If it was the current one, the one opened before it becomes current.
    fn close(&mut self, number: u32) -> Result<()> {
        if !self.iter().any(|t| t.number == number) {
            return Err(self.no_such(number));
        }
        if self.others.is_empty() {
            return Err(
                Error::new(ErrorKind::InvalidArgument, "the only tab cannot be closed")
                    .with_hint("`close` ends the whole session"),
            );
        }
        if self.first.number == number {
            self.first = self.others.remove(0);
        } else {
            self.others.retain(|t| t.number != number);
        }
        if self.current == number {
            self.current = self
                .iter()
                .map(|t| t.number)
                .filter(|n| *n < number)
                .last()
                .unwrap_or(self.first.number);
        }
        Ok(())
    }

    fn no_such(&self, number: u32) -> Error {
        let open: Vec<String> = self.iter().map(|t| t.number.to_string()).collect();
        Error::new(ErrorKind::NotFound, format!("there is no tab {number}")).with_hint(format!(
            "open tabs: {}; `tab list` shows them",
            open.join(", ")
        ))
    }
}

impl Session {
    /// Opens, switches or closes tabs.
    pub(crate) async fn tab(&mut self, command: TabCommand, limits: Limits) -> Result<Answer> {
        match command {
            TabCommand::List => {}
            TabCommand::New(url) => {
                let tab = self.engine.new_tab().await?;
                let opened = self.tabs.add(tab);
                if let Some(url) = url {
                    // A tab that could not be loaded is not left behind: the user asked for the page, not for a tab.
                    return match self.act(crate::Command::Open { url }, limits).await {
                        Ok(mut answer) => {
                            answer.effects.opened =
                                self.tabs.list().into_iter().filter(|t| t.current).collect();
                            Ok(Answer::Action(answer))
                        }
                        Err(error) => {
                            self.tabs.close(opened.number)?;
                            Err(error)
                        }
                    };
                }
                let effects = Effects {
                    opened: vec![opened],
                    ..Effects::default()
                };
                return Ok(Answer::Action(ActionAnswer {
                    verb: "opened",
                    argument: None,
                    target: None,
                    reattached: false,
                    effects,
                }));
            }
            TabCommand::Switch(number) => self.tabs.switch(number)?,
            TabCommand::Close(number) => {
                let number = number.unwrap_or_else(|| self.tabs.current().number);
                self.tabs.close(number)?;
            }
        }
        Ok(Answer::Tabs(self.tabs.list()))
    }
}

//! The tabs of a session.

use surefoot_engine::{Destination, Error, ErrorKind};
use surefoot_engine::{Limits, Navigation, Note, NoteKind, Result, Tab};

use crate::picture::LastPicture;
use crate::show::LastShown;
use crate::{ActionAnswer, Answer, Effects, Session, TabCommand, TabSummary};

/// A tab and what the session remembers of it.
#[derive(Debug)]
pub(crate) struct OpenTab {
    /// Its number in this session, which no other tab gets.
    pub(crate) number: u32,
    /// The number of the one that was current when this one was opened.
    from: u32,
    pub(crate) tab: Box<dyn Tab>,
    /// Its title when it was last looked at.
    pub(crate) title: String,
    /// The HTTP status of its document, if it is an error.
    pub(crate) error_status: Option<u16>,
    /// What was to be known of its document when it was loaded.
    pub(crate) notes: Vec<Note>,
    /// The snapshot of it that was shown last.
    pub(crate) shown: Option<LastShown>,
    /// The picture of it that was made last.
    pub(crate) picture: Option<LastPicture>,
}

impl OpenTab {
    fn new(number: u32, tab: Box<dyn Tab>) -> OpenTab {
        OpenTab {
            number,
            from: number,
            tab,
            title: String::new(),
            error_status: None,
            notes: Vec::new(),
            shown: None,
            picture: None,
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
            .filter(|n| !matches!(n.kind, NoteKind::Other | NoteKind::StillLoading))
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

    /// One new tab, numbered on from those there were.
    pub(crate) fn after(old: &Tabs, tab: Box<dyn Tab>) -> Tabs {
        let number = old.last + 1;
        Tabs {
            first: OpenTab::new(number, tab),
            others: Vec::new(),
            current: number,
            last: number,
        }
    }

    /// The numbers of all, in the order they were opened.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        self.iter().map(|t| t.number).collect()
    }

    /// How the page of each can be shown again elsewhere.
    pub(crate) fn revisits(&self) -> Vec<(u32, Option<Destination>)> {
        self.iter().map(|t| (t.number, t.tab.revisit())).collect()
    }

    /// Puts another page in place of a tab's.
    pub(crate) fn replace(&mut self, number: u32, tab: Box<dyn Tab>) {
        if let Some(there) = self.iter_mut().find(|t| t.number == number) {
            *there = OpenTab::new(number, tab);
        }
    }

    /// Whether none was closed by its page.
    pub(crate) fn all_open(&self) -> bool {
        self.iter().all(|t| t.tab.is_open())
    }

    /// Whether any is left that was not closed by its page.
    pub(crate) fn any_open(&self) -> bool {
        self.iter().any(|t| t.tab.is_open())
    }

    /// Lets go of tabs that were closed by their pages, and tells which. `spare` takes the place of the last one.
    pub(crate) fn drop_closed(&mut self, spare: Option<Box<dyn Tab>>) -> Vec<TabSummary> {
        if let Some(spare) = spare {
            let current = self.current;
            self.add(spare);
            // What was current stays so until it is taken out below.
            self.current = current;
        }
        let gone: Vec<TabSummary> = self
            .iter()
            .filter(|t| !t.tab.is_open())
            .map(|t| t.summary(t.number == self.current))
            .collect();
        for tab in &gone {
            self.remove(tab.number);
        }
        gone
    }

    /// The tabs that opened by themselves since they were last asked for.
    pub(crate) fn take_opened(&mut self) -> Vec<Box<dyn Tab>> {
        let mut opened = Vec::new();
        for tab in self.iter_mut() {
            opened.append(&mut tab.tab.take_opened());
        }
        opened
    }

    pub(crate) fn len(&self) -> usize {
        1 + self.others.len()
    }

    fn iter(&self) -> impl Iterator<Item = &OpenTab> {
        std::iter::once(&self.first).chain(&self.others)
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenTab> {
        std::iter::once(&mut self.first).chain(&mut self.others)
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

    /// Adds a tab behind the others; the current one stays so.
    pub(crate) fn add_behind(&mut self, tab: Box<dyn Tab>) -> TabSummary {
        let current = self.current;
        let summary = self.add(tab);
        self.current = current;
        TabSummary {
            current: false,
            ..summary
        }
    }

    /// Adds a tab and makes it the current one.
    pub(crate) fn add(&mut self, tab: Box<dyn Tab>) -> TabSummary {
        self.last += 1;
        let mut tab = OpenTab::new(self.last, tab);
        tab.from = self.current;
        self.current = self.last;
        let summary = tab.summary(true);
        self.others.push(tab);
        summary
    }

    /// Makes a tab the current one, if it is there.
    pub(crate) fn make_current(&mut self, number: u32) {
        if self.iter().any(|t| t.number == number) {
            self.current = number;
        }
    }

    fn switch(&mut self, number: u32) -> Result<()> {
        if !self.iter().any(|t| t.number == number) {
            return Err(self.no_such(number));
        }
        self.current = number;
        Ok(())
    }

    /// The tab of that number, if it may be closed: there is always one.
    fn closable(&mut self, number: u32) -> Result<&mut OpenTab> {
        if !self.iter().any(|t| t.number == number) {
            return Err(self.no_such(number));
        }
        if self.others.is_empty() {
            return Err(
                Error::new(ErrorKind::InvalidArgument, "the only tab cannot be closed")
                    .with_hint("`close` ends the whole session"),
            );
        }
        let missing = self.no_such(number);
        self.iter_mut().find(|t| t.number == number).ok_or(missing)
    }

    /// Takes a tab out, unless it is the only one. If it was the current one, the one it was opened from becomes current,
    /// or, where that is gone, the one opened before it.
    fn remove(&mut self, number: u32) {
        if self.others.is_empty() {
            return;
        }
        let from = self
            .iter()
            .find(|t| t.number == number)
            .map_or(number, |t| t.from);
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
                .max_by_key(|n| (*n == from, *n))
                .unwrap_or(self.first.number);
        }
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
            TabCommand::New(url) => return self.new_tab(url, limits).await.map(Answer::Action),
            TabCommand::Switch(number) => {
                self.tabs.switch(number)?;
                self.seen = None;
                self.tabs.current_mut().tab.activate().await?;
            }
            TabCommand::Close(number) => {
                let number = number.unwrap_or_else(|| self.tabs.current().number);
                let was_current = number == self.tabs.current().number;
                self.tabs.closable(number)?.tab.close().await?;
                self.tabs.remove(number);
                if was_current {
                    self.seen = None;
                    self.tabs.current_mut().tab.activate().await?;
                }
            }
        }
        Ok(Answer::Tabs(self.tabs.list()))
    }

    async fn new_tab(&mut self, url: Option<String>, limits: Limits) -> Result<ActionAnswer> {
        let before = self.tabs.current().number;
        let tab = self.engine.new_tab().await?;
        let opened = self.tabs.add(tab);
        self.seen = None;
        let Some(url) = url else {
            let effects = Effects {
                opened: vec![opened],
                ..Effects::default()
            };
            return Ok(ActionAnswer {
                verb: "opened",
                argument: None,
                target: None,
                reattached: false,
                snapshot: None,
                effects,
            });
        };
        // A tab that could not be loaded is not left behind: the user asked for the page, not for a tab.
        match self.act(crate::Command::Open { url }, limits).await {
            Ok(mut answer) => {
                answer.effects.opened.extend(
                    self.tabs
                        .list()
                        .into_iter()
                        .filter(|t| t.number == opened.number),
                );
                Ok(answer)
            }
            Err(error) => {
                self.tabs.remove(opened.number);
                self.tabs.switch(before)?;
                self.seen = None;
                Err(error)
            }
        }
    }
}

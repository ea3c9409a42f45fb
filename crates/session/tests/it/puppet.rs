//! An engine whose page the test changes as it likes, and which writes down what was acted on.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use surefoot_engine::{
    Action, Capabilities, Content, ContentKind, Cookie, Destination, Dialog, DialogAnswer, Engine,
    Error, ErrorKind, Limits, Navigation, NavigationKind, Note, NoteKind, Outcome, Query, Result,
    Tab, async_trait,
};
use surefoot_native::dom::parse_html;
use surefoot_page::{NodeKey, Page, Selector, name};

/// What the test and the engine share.
#[derive(Debug)]
pub(crate) struct Strings {
    page: Arc<Page>,
    /// The `id`s of the elements that were acted on.
    done: Vec<String>,
    capabilities: Capabilities,
    /// Pages that come one after the other by themselves, as rerenderings.
    coming: VecDeque<String>,
    /// What the page is rendered anew as when something is done.
    after_action: Option<String>,
    /// What every action is refused with, and the `id` of what is to blame.
    refusal: Option<(ErrorKind, &'static str)>,
    dialog: Option<Dialog>,
    answers: Vec<DialogAnswer>,
    /// What going somewhere notes.
    notes: Vec<Note>,
    went: Vec<Destination>,
    /// Whether the page is the answer to a form that was sent.
    sent: bool,
    dead: bool,
    closed: bool,
    cookies: Vec<Cookie>,
}

impl Strings {
    /// Replaces all nodes by new ones, parsed from `html`, in the same document.
    fn rerender(&mut self, html: &str) {
        let old = self.page.documents()[0].id;
        let used = self.page.len() as u32;
        let mut page = parse_html(html, "https://example.com/");
        for node in page.ids().collect::<Vec<_>>() {
            page.set_serial(node, used + node.index() as u32);
        }
        let root = page.root().unwrap();
        page.document_mut(root).unwrap().id = old;
        self.page = Arc::new(page);
    }
}

/// The hand of the test.
#[derive(Clone, Debug)]
pub(crate) struct Puppet(Arc<Mutex<Strings>>);

impl Puppet {
    pub(crate) fn new(html: &str) -> Puppet {
        Puppet(Arc::new(Mutex::new(Strings {
            page: Arc::new(parse_html(html, "https://example.com/")),
            done: Vec::new(),
            capabilities: Capabilities::empty(),
            coming: VecDeque::new(),
            after_action: None,
            refusal: None,
            dialog: None,
            answers: Vec::new(),
            notes: Vec::new(),
            went: Vec::new(),
            sent: false,
            dead: false,
            closed: false,
            cookies: Vec::new(),
        })))
    }

    /// One that does what a browser does.
    pub(crate) fn browser(html: &str) -> Puppet {
        let puppet = Puppet::new(html);
        puppet.0.lock().unwrap().capabilities =
            Capabilities::SCRIPTS | Capabilities::LAYOUT | Capabilities::INPUT;
        puppet
    }

    /// Lets these pages come one after the other, each when a change is waited for.
    pub(crate) fn will_become(&self, pages: &[&str]) {
        self.0.lock().unwrap().coming = pages.iter().map(|&p| p.to_owned()).collect();
    }

    /// Lets the page be rendered anew as this when something is done.
    pub(crate) fn becomes_when_acted_on(&self, html: &str) {
        self.0.lock().unwrap().after_action = Some(html.to_owned());
    }

    /// Lets every action be refused from now on.
    pub(crate) fn refuse(&self, kind: ErrorKind, culprit: &'static str) {
        self.0.lock().unwrap().refusal = Some((kind, culprit));
    }

    pub(crate) fn ask(&self, dialog: Dialog) {
        self.0.lock().unwrap().dialog = Some(dialog);
    }

    pub(crate) fn answers(&self) -> Vec<DialogAnswer> {
        self.0.lock().unwrap().answers.clone()
    }

    /// Lets going somewhere note that the page needs scripts.
    pub(crate) fn need_scripts(&self) {
        self.0.lock().unwrap().notes.push(Note {
            kind: NoteKind::NeedsScripts,
            text: "the page needs scripts".to_owned(),
        });
    }

    /// Lets the page be the answer to a form that was sent.
    pub(crate) fn sent(&self) {
        self.0.lock().unwrap().sent = true;
    }

    pub(crate) fn die(&self) {
        self.0.lock().unwrap().dead = true;
    }

    pub(crate) fn close_itself(&self) {
        self.0.lock().unwrap().closed = true;
    }

    pub(crate) fn give_cookie(&self, cookie: Cookie) {
        self.0.lock().unwrap().cookies.push(cookie);
    }

    pub(crate) fn cookies(&self) -> Vec<Cookie> {
        self.0.lock().unwrap().cookies.clone()
    }

    pub(crate) fn went(&self) -> Vec<Destination> {
        self.0.lock().unwrap().went.clone()
    }

    /// Changes the page in place: its nodes stay what they are.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Page)) {
        let mut strings = self.0.lock().unwrap();
        let page = Arc::make_mut(&mut strings.page);
        change(page);
        page.finish();
    }

    /// Replaces all nodes by new ones, parsed from `html`, in the same document.
    pub(crate) fn rerender(&self, html: &str) {
        self.0.lock().unwrap().rerender(html);
    }

    /// Another document, as after a navigation by script.
    pub(crate) fn navigate(&self, html: &str) {
        self.0.lock().unwrap().page = Arc::new(parse_html(html, "https://example.com/next"));
    }

    /// Any page, identities and all.
    pub(crate) fn show(&self, page: Page) {
        self.0.lock().unwrap().page = Arc::new(page);
    }

    pub(crate) fn done(&self) -> Vec<String> {
        self.0.lock().unwrap().done.clone()
    }
}

#[async_trait]
impl Engine for Puppet {
    fn name(&self) -> &'static str {
        "puppet"
    }

    fn capabilities(&self) -> Capabilities {
        self.0.lock().unwrap().capabilities
    }

    fn is_alive(&self) -> bool {
        !self.0.lock().unwrap().dead
    }

    async fn cookies(&mut self, _: Option<&str>) -> Result<Vec<Cookie>> {
        Ok(Puppet::cookies(self))
    }

    async fn set_cookies(&mut self, cookies: Vec<Cookie>) -> Result<()> {
        self.0.lock().unwrap().cookies.extend(cookies);
        Ok(())
    }

    async fn new_tab(&mut self) -> Result<Box<dyn Tab>> {
        Ok(Box::new(self.clone()))
    }

    async fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

#[async_trait]
impl Tab for Puppet {
    fn engine(&self) -> &'static str {
        "puppet"
    }

    fn url(&self) -> &'static str {
        "https://example.com/"
    }

    fn is_open(&self) -> bool {
        !self.0.lock().unwrap().closed
    }

    fn revisit(&self) -> Option<Destination> {
        (!self.0.lock().unwrap().sent).then(|| Destination::Url(Tab::url(self).to_owned()))
    }

    fn dialog(&self) -> Option<Dialog> {
        self.0.lock().unwrap().dialog.clone()
    }

    async fn answer_dialog(&mut self, answer: DialogAnswer, _: Limits) -> Result<Outcome> {
        let mut strings = self.0.lock().unwrap();
        strings.dialog = None;
        strings.answers.push(answer);
        Ok(Outcome::default())
    }

    async fn is_quiet(&mut self, _: Limits) -> Result<bool> {
        Ok(self.0.lock().unwrap().coming.is_empty())
    }

    async fn evaluate(&mut self, script: &str, _: Option<NodeKey>, _: Limits) -> Result<String> {
        Ok(format!("{script:?}"))
    }

    async fn navigate(&mut self, to: Destination, _: Limits) -> Result<Outcome> {
        self.0.lock().unwrap().went.push(to);
        let notes = self.0.lock().unwrap().notes.clone();
        Ok(Navigation {
            url: self.url().to_owned(),
            kind: NavigationKind::Document,
            status: None,
            redirects: Vec::new(),
            content: Content {
                kind: ContentKind::Html,
                mime: "text/html".to_owned(),
                about: None,
                size: 0,
            },
            notes,
        }
        .into())
    }

    async fn capture(&mut self, _: Limits) -> Result<Arc<Page>> {
        Ok(Arc::clone(&self.0.lock().unwrap().page))
    }

    async fn perform(&mut self, action: Action, _: Limits) -> Result<Outcome> {
        let mut strings = self.0.lock().unwrap();
        if let Some((kind, culprit)) = strings.refusal {
            let page = &strings.page;
            let culprit = page
                .ids()
                .find(|&n| page.attr(n, name::ID) == Some(culprit))
                .and_then(|n| page.key(n));
            let error = Error::new(kind, "it is covered");
            return Err(culprit.map_or(error.clone(), |culprit| error.with_culprit(culprit)));
        }
        if let Action::Click { node, .. } = action {
            let page = &strings.page;
            let node = page.find(node).unwrap();
            let soul = || page.attr(node, page.lookup("data-soul")?);
            let id = page.attr(node, name::ID).or_else(soul);
            let id = id.unwrap_or("?").to_owned();
            strings.done.push(id);
        }
        if let Some(html) = strings.after_action.take() {
            strings.rerender(&html);
        }
        Ok(Outcome::default())
    }

    async fn query(&mut self, queries: &[Query], _: Limits) -> Result<Vec<Vec<NodeKey>>> {
        let strings = self.0.lock().unwrap();
        let page = &strings.page;
        let answer = |query: &Query| {
            let Query::Css(css) = query else {
                return Vec::new();
            };
            let found = page
                .select_everywhere(&Selector::parse(css).unwrap())
                .unwrap();
            found.into_iter().filter_map(|n| page.key(n)).collect()
        };
        Ok(queries.iter().map(answer).collect())
    }

    async fn next_change(&mut self, _: Limits) -> Result<Option<Outcome>> {
        let mut strings = self.0.lock().unwrap();
        let Some(next) = strings.coming.pop_front() else {
            return Ok(None);
        };
        strings.rerender(&next);
        Ok(Some(Outcome::default()))
    }
}

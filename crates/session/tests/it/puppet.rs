//! An engine whose page the test changes as it likes, and which writes down what was acted on.

use std::sync::{Arc, Mutex};

use surefoot_engine::{
    Action, Capabilities, Content, ContentKind, Destination, Engine, Limits, Navigation,
    NavigationKind, Outcome, Query, Result, Tab, async_trait,
};
use surefoot_native::dom::parse_html;
use surefoot_page::{NodeKey, Page, Selector, name};

/// What the test and the engine share.
#[derive(Debug)]
pub(crate) struct Strings {
    page: Arc<Page>,
    /// The `id`s of the elements that were acted on.
    done: Vec<String>,
}

/// The hand of the test.
#[derive(Clone, Debug)]
pub(crate) struct Puppet(Arc<Mutex<Strings>>);

impl Puppet {
    pub(crate) fn new(html: &str) -> Puppet {
        Puppet(Arc::new(Mutex::new(Strings {
            page: Arc::new(parse_html(html, "https://example.com/")),
            done: Vec::new(),
        })))
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
        let mut strings = self.0.lock().unwrap();
        let old = strings.page.documents()[0].id;
        let used = strings.page.len() as u32;
        let mut page = parse_html(html, "https://example.com/");
        for node in page.ids().collect::<Vec<_>>() {
            page.set_serial(node, used + node.index() as u32);
        }
        let root = page.root().unwrap();
        page.document_mut(root).unwrap().id = old;
        strings.page = Arc::new(page);
    }

    /// Another document, as after a navigation by script.
    pub(crate) fn navigate(&self, html: &str) {
        self.0.lock().unwrap().page = Arc::new(parse_html(html, "https://example.com/next"));
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
        Capabilities::empty()
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

    async fn navigate(&mut self, _: Destination, _: Limits) -> Result<Outcome> {
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
            notes: Vec::new(),
        }
        .into())
    }

    async fn capture(&mut self, _: Limits) -> Result<Arc<Page>> {
        Ok(Arc::clone(&self.0.lock().unwrap().page))
    }

    async fn perform(&mut self, action: Action, _: Limits) -> Result<Outcome> {
        let mut strings = self.0.lock().unwrap();
        if let Action::Click { node, .. } = action {
            let page = &strings.page;
            let node = page.find(node).unwrap();
            let id = page.attr(node, name::ID).unwrap_or("?").to_owned();
            strings.done.push(id);
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
        Ok(None)
    }
}

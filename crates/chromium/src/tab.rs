//! [`ChromiumTab`]: a tab, as the session layer knows tabs.

use std::sync::Arc;

use surefoot_cdp::protocol::page;
use surefoot_engine::{
    Action, Content, ContentKind, Destination, Error, ErrorKind, Limits, Navigation,
    NavigationKind, Outcome, Query, Request, Result, Tab, async_trait,
};
use surefoot_page::{NodeKey, Page};

use crate::browser::Browser;
use crate::live::Live;
use crate::{act, collect, errors, settle};

/// A tab of an engine.
#[derive(Debug)]
pub(crate) struct ChromiumTab {
    pub(crate) live: Arc<Live>,
    pub(crate) browser: Arc<Browser>,
    /// Its URL when it was last looked at.
    pub(crate) url: String,
    /// Its keyboard and mouse.
    pub(crate) input: act::Input,
}

impl ChromiumTab {
    pub(crate) fn new(live: Arc<Live>, browser: Arc<Browser>) -> ChromiumTab {
        let mut tab = ChromiumTab {
            live,
            browser,
            url: String::new(),
            input: act::Input::default(),
        };
        tab.refresh_url();
        tab
    }

    fn refresh_url(&mut self) {
        let state = self.live.state();
        if let Some(frame) = state.frames.get(&state.main) {
            self.url.clone_from(&frame.url);
        }
    }
}

#[async_trait]
impl Tab for ChromiumTab {
    fn url(&self) -> &str {
        &self.url
    }

    fn engine(&self) -> &'static str {
        crate::engine::NAME
    }

    async fn navigate(&mut self, to: Destination, limits: Limits) -> Result<Outcome> {
        let Destination::Url(url) = to else {
            return Err(Error::new(ErrorKind::Unsupported, "not yet"));
        };
        let reply = self
            .live
            .session
            .call(&page::Navigate::new(url))
            .by(limits.deadline.into())
            .await
            .map_err(errors::about("the page cannot be opened"))?;
        if let Some(error) = reply.error_text {
            return Err(Error::new(ErrorKind::NavigationFailed, error));
        }
        let url = self
            .live
            .until(limits.deadline, "the page was not loaded", |state| {
                let loaded = state.lifecycle.iter().any(|l| l == "load");
                let frame = state.frames.get(&state.main)?;
                let is_it = reply
                    .loader_id
                    .as_ref()
                    .is_none_or(|l| l.as_str() == frame.loader);
                (loaded && is_it).then(|| frame.url.clone())
            })
            .await?;
        self.refresh_url();
        Ok(Outcome::from(Navigation {
            url,
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
        }))
    }

    async fn capture(&mut self, limits: Limits) -> Result<Arc<Page>> {
        let page = collect::capture(&self.live, limits).await?;
        self.refresh_url();
        Ok(page)
    }

    async fn perform(&mut self, action: Action, limits: Limits) -> Result<Outcome> {
        let outcome = act::perform(self, action, limits).await;
        self.refresh_url();
        outcome
    }

    async fn query(&mut self, queries: &[Query], limits: Limits) -> Result<Vec<Vec<NodeKey>>> {
        collect::query(&self.live, queries, limits).await
    }

    async fn next_change(&mut self, limits: Limits) -> Result<Option<Outcome>> {
        let outcome = settle::next_change(&self.live, limits).await?;
        self.refresh_url();
        Ok(Some(outcome))
    }

    fn requests(&self) -> Vec<Request> {
        self.live.state().traffic.list().cloned().collect()
    }

    fn clear_requests(&mut self) {
        self.live.state().traffic.clear();
    }
}

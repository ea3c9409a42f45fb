//! [`ChromiumTab`]: a tab, as the session layer knows tabs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use surefoot_cdp::protocol::page::{FrameId, HandleJavaScriptDialog};
use surefoot_cdp::protocol::target::{ActivateTarget, CloseTarget};
use surefoot_engine::{
    Action, ConsoleMessage, Destination, Dialog, DialogAnswer, Error, ErrorKind, Hit, HitPoint,
    Limits, Outcome, Paper, Picture, PictureRequest, Query, Read, Reading, Request, Result,
    Storage, StorageKind, Tab, async_trait,
};
use surefoot_page::{NodeKey, Page};

use crate::around::{evaluate, pdf, read, storage, until};
use crate::browser::Browser;
use crate::live::Live;
use crate::{act, collect, errors, nav, picture, settle};

/// How long a tab may take to close.
const CLOSING: Duration = Duration::from_secs(5);

/// A tab of an engine. Dropping it closes it.
#[derive(Debug)]
pub(crate) struct ChromiumTab {
    pub(crate) live: Arc<Live>,
    pub(crate) browser: Arc<Browser>,
    /// Its URL when it was last looked at.
    pub(crate) url: String,
    /// Whether it is closed when this is dropped: not one that a user of the browser has opened.
    is_own: bool,
    /// Its keyboard and mouse.
    pub(crate) input: act::Input,
    /// Whether it was opened behind the tab it was opened from.
    is_behind: bool,
    /// How many changes each frame had when a change was last waited for, with the world that counts them.
    pub(crate) seen: FxHashMap<FrameId, (String, i64)>,
}

impl ChromiumTab {
    /// A tab that was opened for its engine.
    pub(crate) fn new(live: Arc<Live>, browser: Arc<Browser>) -> ChromiumTab {
        ChromiumTab::of(live, browser, true)
    }

    /// A tab that a page has opened, or that was there before.
    pub(crate) fn found(live: Arc<Live>, browser: Arc<Browser>) -> ChromiumTab {
        let is_own = !browser.is_connected_to();
        ChromiumTab::of(live, browser, is_own)
    }

    fn of(live: Arc<Live>, browser: Arc<Browser>, is_own: bool) -> ChromiumTab {
        let mut tab = ChromiumTab {
            live,
            is_own,
            browser,
            url: String::new(),
            input: act::Input::default(),
            is_behind: false,
            seen: FxHashMap::default(),
        };
        tab.refresh_url();
        tab
    }

    fn refresh_url(&mut self) {
        let state = self.live.state();
        if let Some(frame) = state.main_frame() {
            self.url.clone_from(&frame.url);
        }
    }

    /// Puts a new tab in the place of one that does not answer. Its history is lost.
    pub(crate) async fn replace(&mut self, deadline: Instant) -> Result<()> {
        let Some(context) = self.live.context.upgrade() else {
            return Err(Error::new(
                ErrorKind::EngineCrashed,
                "the session is closed",
            ));
        };
        let live = self.browser.open_tab(&context, deadline).await?;
        let given_up = std::mem::replace(&mut self.live, live);
        self.browser.close_tab(&given_up.target);
        self.is_own = true;
        Ok(())
    }
}

impl Drop for ChromiumTab {
    fn drop(&mut self) {
        if self.is_own && self.is_open() {
            self.browser.close_tab(&self.live.target);
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

    fn is_open(&self) -> bool {
        let gone = self.live.state().gone;
        self.browser.is_alive()
            && !matches!(gone, Some(ErrorKind::NotFound | ErrorKind::EngineCrashed))
    }

    fn is_behind(&self) -> bool {
        self.is_behind
    }

    fn revisit(&self) -> Option<Destination> {
        let state = self.live.state();
        let frame = state.main_frame()?;
        let asked = state.traffic.document(&frame.loader);
        let sent = asked.is_some_and(|d| d.method != "GET" && d.method != "HEAD");
        (!sent).then(|| Destination::Url(frame.url.clone()))
    }

    async fn navigate(&mut self, to: Destination, limits: Limits) -> Result<Outcome> {
        let outcome = nav::navigate(self, to, limits).await;
        self.refresh_url();
        outcome
    }

    async fn capture(&mut self, limits: Limits) -> Result<Arc<Page>> {
        self.live.usable()?;
        let page = collect::capture(&self.live, limits).await?;
        self.refresh_url();
        Ok(page)
    }

    async fn perform(&mut self, action: Action, limits: Limits) -> Result<Outcome> {
        self.live.usable()?;
        let outcome = act::perform(self, action, limits).await;
        self.refresh_url();
        outcome
    }

    async fn query(&mut self, queries: &[Query], limits: Limits) -> Result<Vec<Vec<NodeKey>>> {
        self.live.usable()?;
        collect::query(&self.live, queries, limits).await
    }

    async fn next_change(&mut self, limits: Limits) -> Result<Option<Outcome>> {
        self.live.usable()?;
        let outcome = settle::next_change(self, limits).await?;
        self.refresh_url();
        Ok(Some(outcome))
    }

    async fn is_quiet(&mut self, limits: Limits) -> Result<bool> {
        self.live.usable()?;
        settle::is_quiet(&self.live, limits).await
    }

    async fn wait_loaded(&mut self, limits: Limits) -> Result<Outcome> {
        self.live.usable()?;
        let since = self.live.mark().going;
        let mut outcome = Outcome::default();
        if self.live.opener.get().is_some() {
            self.live.shows_something(limits.deadline).await;
        }
        nav::loaded(&self.live, since, limits, &mut outcome).await?;
        self.refresh_url();
        Ok(outcome)
    }

    fn dialog(&self) -> Option<Dialog> {
        self.live.state().dialogs.waiting().cloned()
    }

    async fn answer_dialog(&mut self, answer: DialogAnswer, limits: Limits) -> Result<Outcome> {
        if self.dialog().is_none() {
            return Err(Error::new(ErrorKind::NotFound, "no dialog is open"));
        }
        let command = match answer {
            DialogAnswer::Accept(text) => HandleJavaScriptDialog {
                prompt_text: text.or_else(|| self.dialog()?.proposal),
                ..HandleJavaScriptDialog::new(true)
            },
            DialogAnswer::Dismiss => HandleJavaScriptDialog::new(false),
        };
        let since = self.live.mark();
        let call = self.live.session.call(&command).by(limits.deadline.into());
        call.await
            .map_err(errors::about("the dialog cannot be answered"))?;
        self.live.change(|state| {
            // The script that goes on may have opened the next one before the answer was acknowledged.
            if state.dialogs.count() == since.dialogs {
                state.dialogs.note_closed();
                // What was said of it was said when it came.
                state.dialogs.take_untold();
            }
        });
        let outcome = settle::settle(self, since, limits).await?;
        self.refresh_url();
        Ok(outcome)
    }

    fn take_opened(&mut self) -> Vec<Box<dyn Tab>> {
        let Some(context) = self.live.context.upgrade() else {
            return Vec::new();
        };
        let is_behind = self.input.opens_behind();
        context
            .take_opened_by(&self.live.target)
            .into_iter()
            .map(|live| {
                let mut tab = ChromiumTab::found(live, Arc::clone(&self.browser));
                tab.is_behind = is_behind;
                Box::new(tab) as Box<dyn Tab>
            })
            .collect()
    }

    fn requests(&self) -> Vec<Request> {
        self.live.state().traffic.list().cloned().collect()
    }

    fn clear_requests(&mut self) {
        self.live.state().traffic.clear();
    }

    async fn evaluate(
        &mut self,
        script: &str,
        node: Option<NodeKey>,
        limits: Limits,
    ) -> Result<String> {
        self.live.usable()?;
        let since = self.live.mark();
        let json = evaluate::evaluate(&self.live, script, node, limits).await;
        if json.is_ok() {
            settle::after_script(&self.live, since, limits).await;
        }
        self.refresh_url();
        json
    }

    async fn wait_until(&mut self, script: &str, limits: Limits) -> Result<Option<Outcome>> {
        self.live.usable()?;
        let outcome = until::wait_until(self, script, limits).await;
        self.refresh_url();
        outcome
    }

    async fn read(&mut self, reading: Reading, limits: Limits) -> Result<Read> {
        self.live.usable()?;
        read::read(&self.live, reading, limits).await
    }

    fn console(&self) -> Vec<ConsoleMessage> {
        self.live.state().console.list().cloned().collect()
    }

    fn clear_console(&mut self) {
        self.live.state().console.clear();
    }

    async fn storage(
        &mut self,
        kind: StorageKind,
        what: Storage,
        limits: Limits,
    ) -> Result<Vec<(String, String)>> {
        self.live.usable()?;
        storage::storage(&self.live, kind, what, limits).await
    }

    async fn pdf(&mut self, paper: Paper, limits: Limits) -> Result<Vec<u8>> {
        self.live.usable()?;
        pdf::pdf(&self.live.session, &paper, limits).await
    }

    async fn picture(&mut self, request: PictureRequest, limits: Limits) -> Result<Picture> {
        self.live.usable()?;
        let made = picture::picture(self, request, limits).await;
        self.refresh_url();
        made
    }

    async fn hit(
        &mut self,
        document: &str,
        point: HitPoint,
        limits: Limits,
    ) -> Result<Option<Hit>> {
        self.live.usable()?;
        picture::hit(&self.live, document, point, limits).await
    }

    async fn activate(&mut self) -> Result<()> {
        self.live.usable()?;
        let activate = ActivateTarget::new(&self.live.target);
        let call = self.browser.client.root().call(&activate);
        call.await
            .map(|_| ())
            .map_err(errors::about("the tab cannot be brought to the front"))
    }

    async fn close(&mut self) -> Result<()> {
        if !self.is_open() {
            return Ok(());
        }
        let close = CloseTarget::new(&self.live.target);
        match self.browser.client.root().call(&close).await {
            Ok(_) => {
                let until = Instant::now() + CLOSING;
                // It closes soon after the browser has said that it will; nothing else waits for it.
                let closed = self
                    .live
                    .until(until, "the tab did not close", |_| None::<()>);
                match closed.await {
                    Err(error) if error.kind() == ErrorKind::Timeout => Err(error),
                    _ => Ok(()),
                }
            }
            // It was closed already, or its browser has ended.
            Err(_) if !self.is_open() => Ok(()),
            Err(error) => Err(errors::of(&error, "the tab cannot be closed")),
        }
    }
}

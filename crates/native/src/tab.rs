//! [`NativeTab`]: a live document with its history, and how both change.

use std::sync::Arc;

use surefoot_engine::{
    Action, Destination, Error, ErrorKind, Limits, Navigation, NavigationKind, Note, NoteKind,
    Outcome, Query, Result, Tab, async_trait,
};
use surefoot_page::{NodeId, NodeKey, Page, Selector};
use tokio::time::Instant;
use url::Url;

use crate::act::Visit;
use crate::document::Document;
use crate::form::Transport;
use crate::frames::Target;
use crate::history::{Direction, History, Kept, Recipe, Step};
use crate::load::{self, Context, Loaded};
use crate::{errors, form, net};

/// A tab of the native engine.
#[derive(Debug)]
pub struct NativeTab {
    context: Arc<Context>,
    document: Box<Document>,
    history: History,
}

/// How a document that was loaded takes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// As a new entry of the history.
    Push,
    /// Instead of the current one.
    Replace,
}

impl NativeTab {
    /// A tab on an empty page.
    pub(crate) fn new(context: Arc<Context>) -> NativeTab {
        let document = Box::new(Document::blank());
        NativeTab {
            history: History::new(document.url.clone()),
            context,
            document,
        }
    }

    /// Puts a loaded document in place.
    fn commit(&mut self, document: Box<Document>, recipe: Recipe, place: Place) -> Navigation {
        let old = std::mem::replace(&mut self.document, document);
        let url = self.document.url.clone();
        match place {
            Place::Push => self.history.push(url, recipe, old),
            Place::Replace => self.history.replace(url, recipe),
        }
        self.document.navigation(NavigationKind::Document)
    }

    /// Goes to a fragment of the current document, if `url` is one of it.
    fn go_to_fragment(&mut self, url: &Url) -> Option<Navigation> {
        url.fragment()?;
        if !is_same_document(url, &self.document.url) {
            return None;
        }
        if *url != self.document.url {
            self.history.push_fragment(url.clone());
            self.document.set_url(url.clone());
        }
        Some(self.document.navigation(NavigationKind::Fragment))
    }

    async fn open(&mut self, written: &str, limits: Limits) -> Result<Outcome> {
        let url = Url::parse(written).map_err(|_| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("{:?} is not an absolute URL", form::clip(written)),
            )
            .with_hint("write it with its scheme: https://example.org/")
        })?;
        if let Some(navigation) = self.go_to_fragment(&url) {
            return Ok(navigation.into());
        }
        let place = self.place_for(&url);
        let loaded = self
            .context
            .load(net::Request::get(url.clone()), load::net_limits(limits))
            .await?;
        self.arrive(loaded, place, &url)
    }

    /// A visit to where the tab is already replaces the entry.
    fn place_for(&self, url: &Url) -> Place {
        if *url == self.document.url {
            Place::Replace
        } else {
            Place::Push
        }
    }

    /// The answer to a navigation that was asked for as such: a document, or a download.
    fn arrive(&mut self, loaded: Loaded, place: Place, url: &Url) -> Result<Outcome> {
        match loaded {
            Loaded::Document(document) => {
                let recipe = recipe_of(&document);
                Ok(self.commit(document, recipe, place).into())
            }
            Loaded::Download(download) => {
                let mut outcome = Outcome::from(download);
                outcome.notes.push(Note {
                    kind: NoteKind::Other,
                    text: "it is a download, not a page: the tab still shows the page it was on"
                        .to_owned(),
                });
                Ok(outcome)
            }
            Loaded::Nothing => Err(Error::new(
                ErrorKind::NavigationFailed,
                format!(
                    "{}: the server answered that there is nothing to show",
                    net::display_url(url)
                ),
            )
            .with_hint("the tab still shows the page it was on")),
        }
    }

    async fn reload(&mut self, limits: Limits) -> Result<Outcome> {
        match self.history.recipe() {
            Recipe::Post => Err(Error::new(
                ErrorKind::NavigationFailed,
                "this page is the answer to a submitted form: loading it again would submit the form again",
            )
            .with_hint("open its URL, or go back and submit the form again")),
            Recipe::Source(bytes) => {
                let document = self.build_source(bytes.clone(), self.document.url.clone(), limits).await?;
                Ok(self.commit(document, Recipe::Source(bytes), Place::Replace).into())
            }
            Recipe::Get => {
                let url = self.document.url.clone();
                let request = net::Request {
                    cache: net::CacheMode::Reload,
                    ..net::Request::get(url.clone())
                };
                let loaded = self.context.load(request, load::net_limits(limits)).await?;
                self.arrive(loaded, Place::Replace, &url)
            }
        }
    }

    async fn build_source(
        &self,
        bytes: Vec<u8>,
        url: Url,
        limits: Limits,
    ) -> Result<Box<Document>> {
        if bytes.len() as u64 > limits.max_body {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "the document has {}, more than the limit of {}",
                    crate::content::size_text(bytes.len() as u64),
                    crate::content::size_text(limits.max_body)
                ),
            )
            .with_hint("raise the limit with --max-size"));
        }
        let mut headers = net::HeaderMap::new();
        headers.insert(
            reqwest::header::CONTENT_TYPE,
            reqwest::header::HeaderValue::from_static("text/html"),
        );
        let response = net::Response {
            url,
            status: None,
            status_text: String::new(),
            headers,
            redirects: Vec::new(),
            body: bytes,
            complete: true,
            notes: Vec::new(),
            method: net::Method::GET,
        };
        let limits = load::net_limits(limits);
        let mut document = Box::new(load::parse(response, &limits).await?);
        let roots = document.page.root().into_iter().collect();
        self.context
            .load_frames(&mut document, roots, &limits)
            .await;
        Ok(document)
    }

    async fn traverse(&mut self, direction: Direction, limits: Limits) -> Result<Outcome> {
        let Some(step) = self.history.peek(direction) else {
            let which = match direction {
                Direction::Back => "older",
                Direction::Forward => "newer",
            };
            return Err(Error::new(
                ErrorKind::NavigationFailed,
                format!("there is no {which} page in the history of this tab"),
            )
            .with_hint("open a URL instead"));
        };
        match step.kept {
            Kept::Current => {
                self.history.arrive(&step, None);
                self.document.set_url(step.url);
                Ok(self.document.navigation(NavigationKind::Fragment).into())
            }
            Kept::Yes => Ok(self.restore(step).into()),
            Kept::No => self.load_again(step, limits).await,
        }
    }

    fn restore(&mut self, step: Step) -> Navigation {
        if let Some(document) = self.history.take(&step) {
            let old = std::mem::replace(&mut self.document, document);
            self.history.arrive(&step, Some(old));
            if self.document.url != step.url {
                self.document.set_url(step.url);
            }
            if let Some(refresh) = &mut self.document.refresh {
                refresh.due = Instant::now() + refresh.delay;
            }
        }
        self.document.navigation(NavigationKind::Restored)
    }

    /// Loads the document of a step that is no longer kept.
    async fn load_again(&mut self, step: Step, limits: Limits) -> Result<Outcome> {
        let document = match &step.recipe {
            Recipe::Post => {
                return Err(Error::new(
                    ErrorKind::NavigationFailed,
                    format!(
                        "{} was the answer to a submitted form and is no longer kept: going there would submit the form again",
                        net::display_url(&step.url)
                    ),
                )
                .with_hint("open its URL, or submit the form again"));
            }
            Recipe::Source(bytes) => {
                self.build_source(bytes.clone(), step.url.clone(), limits)
                    .await?
            }
            Recipe::Get => {
                let request = net::Request::get(step.url.clone());
                match self.context.load(request, load::net_limits(limits)).await? {
                    Loaded::Document(document) => document,
                    other => return self.arrive(other, Place::Push, &step.url),
                }
            }
        };
        let old = std::mem::replace(&mut self.document, document);
        self.history.arrive(&step, Some(old));
        Ok(self.document.navigation(NavigationKind::Document).into())
    }

    /// Goes where an action leads, and tells it in `outcome`.
    async fn visit(&mut self, visit: Visit, outcome: &mut Outcome, limits: Limits) -> Result<()> {
        let is_get = matches!(visit.transport, Transport::Url);
        if visit.target == Target::Main
            && is_get
            && !visit.download
            && let Some(navigation) = self.go_to_fragment(&visit.url)
        {
            outcome.navigation = Some(navigation);
            return Ok(());
        }
        let (url, target, download) = (visit.url.clone(), visit.target, visit.download);
        let request = request_for(visit).await?;
        let net_limits = load::net_limits(limits);
        if download {
            let loaded = self.context.download(request, net_limits).await?;
            note_loaded(loaded, outcome);
            return Ok(());
        }
        match target {
            Target::Main => {
                // What was sent is a visit of its own, even to the same URL, as in Chromium.
                let place = if request.method == net::Method::GET {
                    self.place_for(&url)
                } else {
                    Place::Push
                };
                match self.context.load(request, net_limits).await? {
                    Loaded::Document(document) => {
                        let recipe = recipe_of(&document);
                        outcome.navigation = Some(self.commit(document, recipe, place));
                    }
                    other => note_loaded(other, outcome),
                }
            }
            Target::Frame(element) => {
                self.visit_in_frame(element, request, outcome, net_limits)
                    .await?;
            }
            Target::New => {
                let mut tab = NativeTab::new(Arc::clone(&self.context));
                match self.context.load(request, net_limits).await? {
                    Loaded::Document(document) => {
                        let recipe = recipe_of(&document);
                        tab.commit(document, recipe, Place::Push);
                        outcome.opened.push(Box::new(tab));
                    }
                    other => note_loaded(other, outcome),
                }
            }
        }
        Ok(())
    }

    async fn visit_in_frame(
        &mut self,
        element: NodeId,
        mut request: net::Request,
        outcome: &mut Outcome,
        limits: net::Limits,
    ) -> Result<()> {
        if let Some(root) = self.document.page.content_document(element)
            && self.document.go_to_frame_fragment(root, &request)
        {
            return Ok(());
        }
        request.purpose = net::Purpose::Nested;
        let source = self.context.frame_answer(element, request, limits).await?;
        let shown = net::display_url(&source.url);
        // Worked out on a copy, so that the page is whole if this is given up half-way.
        let mut document = self.document.clone();
        let before = document.notes.len();
        let roots = document.show_in_frames(vec![source]);
        self.context
            .load_frames(&mut document, roots, &limits)
            .await;
        outcome.notes.extend(
            document
                .notes
                .get(before..)
                .unwrap_or_default()
                .iter()
                .cloned(),
        );
        outcome.notes.push(Note {
            kind: NoteKind::Other,
            text: format!("a frame of the page now shows {shown}"),
        });
        self.document = document;
        Ok(())
    }

    /// Follows a refresh that is due.
    async fn refresh(&mut self, url: Url, limits: Limits) -> Result<Outcome> {
        let request = net::Request::from_page(url, &self.document.url);
        let mut outcome = Outcome::default();
        match self.context.load(request, load::net_limits(limits)).await {
            Ok(Loaded::Document(document)) => {
                let recipe = recipe_of(&document);
                outcome.navigation = Some(self.commit(document, recipe, Place::Replace));
            }
            Ok(other) => {
                self.document.refresh = None;
                note_loaded(other, &mut outcome);
            }
            Err(error) => {
                // Tried once: a page that cannot be reached is not asked for again and again.
                self.document.refresh = None;
                return Err(error);
            }
        }
        Ok(outcome)
    }
}

/// Whether two URLs differ in nothing but their fragment.
fn is_same_document(a: &Url, b: &Url) -> bool {
    a[..url::Position::AfterQuery] == b[..url::Position::AfterQuery]
}

fn recipe_of(document: &Document) -> Recipe {
    if document.is_post {
        Recipe::Post
    } else {
        Recipe::Get
    }
}

/// Tells of what was loaded but is no document.
fn note_loaded(loaded: Loaded, outcome: &mut Outcome) {
    match loaded {
        Loaded::Download(download) => outcome.downloads.push(download),
        Loaded::Nothing => outcome.notes.push(Note {
            kind: NoteKind::Other,
            text: "the server answered that there is nothing to show; the page stays".to_owned(),
        }),
        Loaded::Document(_) => {}
    }
}

/// The request of a visit. Reads the files that are sent.
async fn request_for(visit: Visit) -> Result<net::Request> {
    let mut request = net::Request::from_page(visit.url, &visit.from);
    if visit.noreferrer {
        request.referrer = None;
    }
    if let Transport::Body {
        entries,
        enctype,
        encoding,
    } = visit.transport
    {
        request.method = net::Method::POST;
        let encoding_body =
            tokio::task::spawn_blocking(move || form::encode_body(&entries, enctype, encoding));
        let (content_type, bytes) = encoding_body.await.map_err(|_| {
            Error::new(ErrorKind::NavigationFailed, "the form could not be encoded")
        })??;
        request.body = Some(net::Body {
            content_type,
            bytes: bytes.into(),
        });
    }
    Ok(request)
}

#[async_trait]
impl Tab for NativeTab {
    fn engine(&self) -> &'static str {
        crate::engine::NAME
    }

    fn url(&self) -> &str {
        self.document.url.as_str()
    }

    fn revisit(&self) -> Option<Destination> {
        let url = self.document.url.to_string();
        match self.history.recipe() {
            Recipe::Get => Some(Destination::Url(url)),
            Recipe::Source(bytes) => Some(Destination::Source { bytes, url }),
            Recipe::Post => None,
        }
    }

    async fn navigate(&mut self, to: Destination, limits: Limits) -> Result<Outcome> {
        within(limits, "loading the page", async {
            match to {
                Destination::Url(url) => self.open(&url, limits).await,
                Destination::Source { bytes, url } => {
                    let parsed = Url::parse(&url).map_err(|_| {
                        Error::new(
                            ErrorKind::InvalidArgument,
                            format!("{:?} is not an absolute URL", form::clip(&url)),
                        )
                    })?;
                    let document = self.build_source(bytes.clone(), parsed, limits).await?;
                    Ok(self
                        .commit(document, Recipe::Source(bytes), Place::Push)
                        .into())
                }
                Destination::Back => self.traverse(Direction::Back, limits).await,
                Destination::Forward => self.traverse(Direction::Forward, limits).await,
                Destination::Reload => self.reload(limits).await,
            }
        })
        .await
    }

    async fn capture(&mut self, _: Limits) -> Result<Arc<Page>> {
        Ok(Arc::clone(&self.document.page))
    }

    async fn perform(&mut self, action: Action, limits: Limits) -> Result<Outcome> {
        let reaction = self.document.act(action)?;
        let mut outcome = reaction.outcome;
        if let Some(visit) = reaction.visit {
            within(
                limits,
                "loading where this leads",
                self.visit(visit, &mut outcome, limits),
            )
            .await?;
        }
        Ok(outcome)
    }

    async fn query(&mut self, queries: &[Query], _: Limits) -> Result<Vec<Vec<NodeKey>>> {
        let page = &self.document.page;
        let invalid =
            |e: surefoot_page::CssError| Error::new(ErrorKind::InvalidArgument, e.to_string());
        let selectors: Vec<Selector> = queries
            .iter()
            .map(|query| match query {
                Query::Css(text) => Selector::parse(text).map_err(invalid),
                _ => Err(Error::new(
                    ErrorKind::Unsupported,
                    "the native engine does not know XPath",
                )
                .with_hint("write it as a CSS selector, a label, role= or text=; a browser knows XPath: `--engine chromium`")),
            })
            .collect::<Result<_>>()?;
        let found = page.select_many(&selectors).map_err(invalid)?;
        let keys = |nodes: Vec<_>| nodes.into_iter().filter_map(|n| page.key(n)).collect();
        Ok(found.into_iter().map(keys).collect())
    }

    async fn next_change(&mut self, limits: Limits) -> Result<Option<Outcome>> {
        let Some(refresh) = self.document.refresh.clone() else {
            return Ok(None);
        };
        within(limits, "the refresh that the page asked for", async {
            tokio::time::sleep_until(refresh.due).await;
            self.refresh(refresh.url, limits).await.map(Some)
        })
        .await
    }
}

/// Runs what must end by the deadline of `limits`.
async fn within<T>(limits: Limits, what: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout_at(Instant::from_std(limits.deadline), work).await {
        Ok(done) => done,
        Err(_) => Err(errors::timeout(what)),
    }
}

//! Loading: from a request to a live document with its frames, or to a file on disk.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use futures_util::future::join_all;
use surefoot_engine::{Download, EngineOptions, Error, ErrorKind, Note, NoteKind, Result};
use surefoot_page::NodeId;
use tokio::time::Instant;
use url::Url;

use crate::document::{Document, FrameBody, FrameSource};
use crate::errors;
use crate::frames::{self, Wanted};
use crate::net::{self, Client, CookieJar};
use crate::refresh::AT_ONCE;

/// Most refreshes that are followed at once, one after the other.
const MAX_REFRESHES: usize = 10;
/// Frames get no longer than this, so that a dead frame does not hold up its page.
const FRAME_TIME: Duration = Duration::from_secs(10);
/// Bodies up to this size are parsed where they arrive; larger ones on a thread of their own, so that they hold up no other session.
const PARSE_HERE: usize = 128 * 1024;

/// What the tabs of one engine share.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) client: RwLock<Client>,
    pub(crate) jar: CookieJar,
    pub(crate) options: EngineOptions,
}

/// What came of a request.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// A document.
    Document(Box<Document>),
    /// A file, saved.
    Download(Download),
    /// The server says that there is nothing to show (204, 205): the tab stays where it is.
    Nothing,
}

/// The limits of one exchange.
pub(crate) fn net_limits(limits: surefoot_engine::Limits) -> net::Limits {
    net::Limits {
        max_body: limits.max_body,
        deadline: Instant::from_std(limits.deadline),
        max_redirects: net::Limits::DEFAULT_MAX_REDIRECTS,
        on_timeout: net::OnTimeout::Fail,
    }
}

impl Context {
    /// What requests are made with now.
    pub(crate) fn client(&self) -> Client {
        self.client
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Makes requests with another client from now on.
    pub(crate) fn set_client(&self, client: Client) {
        *self.client.write().unwrap_or_else(PoisonError::into_inner) = client;
    }

    /// Loads a document with its frames, following refreshes that are due at once.
    pub(crate) async fn load(&self, request: net::Request, limits: net::Limits) -> Result<Loaded> {
        let mut seen: Vec<Url> = Vec::new();
        let mut redirects = Vec::new();
        let mut request = request;
        let mut left: Option<Box<Document>> = None;
        loop {
            seen.push(request.url.clone());
            let mut document = match (self.load_one(request, &limits).await, left.take()) {
                (Ok(Loaded::Document(document)), _) => document,
                (Ok(other), _) => return Ok(other),
                // Where the page wanted to go on to cannot be had: then it is itself what there is to see.
                (Err(error), Some(mut document)) => {
                    document.refresh = None;
                    document.notes.push(Note {
                        kind: NoteKind::RefreshPending,
                        text: format!(
                            "the page asks to go elsewhere at once, which failed: {}",
                            error.message()
                        ),
                    });
                    redirects.pop();
                    document
                }
                (Err(error), None) => return Err(error),
            };
            let next = document
                .refresh
                .as_ref()
                .filter(|r| r.delay <= AT_ONCE && r.url != document.url)
                .filter(|r| seen.len() <= MAX_REFRESHES && !seen.contains(&r.url))
                .map(|r| r.url.clone());
            redirects.append(&mut document.redirects);
            if let Some(next) = next {
                redirects.push(surefoot_engine::Hop {
                    url: document.url.to_string(),
                    status: document.status.unwrap_or(0),
                });
                request = net::Request::from_page(next, &document.url);
                left = Some(document);
                continue;
            }
            document.redirects = redirects;
            let root = document.page.root();
            self.load_frames(&mut document, root.into_iter().collect(), &limits)
                .await;
            return Ok(Loaded::Document(document));
        }
    }

    async fn load_one(&self, request: net::Request, limits: &net::Limits) -> Result<Loaded> {
        let exchange = self
            .client()
            .begin(&self.jar, request, limits)
            .await
            .map_err(|e| errors::from_net(&e))?;
        if matches!(exchange.head().status, Some(204 | 205)) {
            return Ok(Loaded::Nothing);
        }
        let is_error = exchange.head().status.is_some_and(|s| s >= 400);
        if net::is_attachment(exchange.head()) && !is_error {
            let saved = exchange.save(limits, self.download_dir()?).await;
            return Self::downloaded(saved);
        }
        let response = exchange
            .read(limits)
            .await
            .map_err(|e| errors::from_net(&e))?;
        let kind = net::sniff(&response).kind;
        if matches!(
            kind,
            net::ContentKind::Archive(_) | net::ContentKind::Binary
        ) && !is_error
            && !response.body.is_empty()
        {
            let saved = self.client().save(response, self.download_dir()?).await;
            return Self::downloaded(saved);
        }
        parse(response, limits)
            .await
            .map(|d| Loaded::Document(Box::new(d)))
    }

    /// Saves what stands at a URL.
    pub(crate) async fn download(
        &self,
        request: net::Request,
        limits: net::Limits,
    ) -> Result<Loaded> {
        let dir = self.download_dir()?;
        let saved = self
            .client()
            .fetch_to_file(&self.jar, request, &limits, dir)
            .await;
        Self::downloaded(saved)
    }

    fn downloaded(saved: Result<net::Download, net::NetError>) -> Result<Loaded> {
        let saved = saved.map_err(|e| errors::from_net(&e))?;
        Ok(Loaded::Download(Download {
            path: saved.path,
            url: saved.url.into(),
            size: saved.size,
            mime: saved
                .content_type
                .unwrap_or_else(|| "application/octet-stream".to_owned()),
        }))
    }

    /// The folder for downloads, created if need be.
    fn download_dir(&self) -> Result<&std::path::Path> {
        let dir = &self.options.download_dir;
        std::fs::create_dir_all(dir).map_err(|_| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("the download folder {} cannot be created", dir.display()),
            )
            .with_hint("choose a folder that can be written to")
        })?;
        Ok(dir)
    }

    /// Loads the documents of the frames below `roots`, and theirs, as far as limits allow. What fails becomes a note.
    pub(crate) async fn load_frames(
        &self,
        document: &mut Document,
        mut roots: Vec<NodeId>,
        limits: &net::Limits,
    ) {
        let mut left = frames::MAX_FRAMES;
        let deadline = frame_deadline(limits);
        for _ in 0..frames::MAX_DEPTH {
            let mut all: Vec<(NodeId, Wanted)> = roots
                .iter()
                .flat_map(|&root| frames::wanted(&document.page, root))
                .collect();
            if all.is_empty() {
                return;
            }
            if all.len() > left {
                document.notes.push(Note {
                    kind: NoteKind::LimitReached,
                    text: format!(
                        "the page has more than {} frames: {} of them were not loaded",
                        frames::MAX_FRAMES,
                        all.len() - left
                    ),
                });
                all.truncate(left);
            }
            left -= all.len();
            let frame_limits = net::Limits {
                max_body: limits.max_body.min(frames::MAX_BODY),
                deadline,
                ..*limits
            };
            let document_ref = &*document;
            let loads = all.into_iter().map(|(element, wanted)| {
                self.frame_source(document_ref, element, wanted, frame_limits)
            });
            let mut sources = Vec::new();
            let mut notes = Vec::new();
            for loaded in join_all(loads).await {
                match loaded {
                    Ok(source) => sources.push(source),
                    Err(note) => notes.push(note),
                }
            }
            document.notes.extend(notes);
            roots = document.show_in_frames(sources);
        }
        let deeper: usize = roots
            .iter()
            .map(|&root| frames::wanted(&document.page, root).len())
            .sum();
        if deeper > 0 {
            document.notes.push(Note {
                kind: NoteKind::LimitReached,
                text: format!(
                    "frames nested more than {} deep were not loaded",
                    frames::MAX_DEPTH
                ),
            });
        }
    }

    async fn frame_source(
        &self,
        document: &Document,
        element: NodeId,
        wanted: Wanted,
        limits: net::Limits,
    ) -> Result<FrameSource, Note> {
        let own = document.url_of(element);
        match wanted {
            Wanted::Srcdoc(markup) => Ok(FrameSource {
                element,
                url: Url::parse("about:srcdoc").unwrap_or(own),
                base: document
                    .page
                    .document_of(element)
                    .map(|d| d.base_url.clone()),
                body: FrameBody::Markup(markup),
            }),
            Wanted::Url(url) => {
                let request = net::Request {
                    purpose: net::Purpose::Nested,
                    ..net::Request::from_page(url.clone(), &own)
                };
                self.frame_answer(element, request, limits)
                    .await
                    .map_err(|e| Note {
                        kind: NoteKind::FrameFailed,
                        text: format!("a frame could not be loaded: {}", e.message()),
                    })
            }
        }
    }

    /// Fetches what a frame is to show.
    pub(crate) async fn frame_answer(
        &self,
        element: NodeId,
        request: net::Request,
        limits: net::Limits,
    ) -> Result<FrameSource> {
        let response = self
            .client()
            .fetch(&self.jar, request, &limits)
            .await
            .map_err(|e| errors::from_net(&e))?;
        Ok(FrameSource {
            element,
            url: response.url.clone(),
            base: None,
            body: FrameBody::Answer(Box::new(response)),
        })
    }
}

/// Frames must leave time to show the page around them.
fn frame_deadline(limits: &net::Limits) -> Instant {
    let now = Instant::now();
    let left = limits.deadline.saturating_duration_since(now);
    now + (left / 10 * 9).min(FRAME_TIME)
}

/// Parses an answer, on a thread of its own if it is large.
pub(crate) async fn parse(response: net::Response, limits: &net::Limits) -> Result<Document> {
    if response.body.len() <= PARSE_HERE {
        return Ok(Document::from_response(response));
    }
    let url = net::display_url(&response.url);
    let parsing = tokio::task::spawn_blocking(move || Document::from_response(response));
    match tokio::time::timeout_at(limits.deadline, parsing).await {
        Ok(Ok(document)) => Ok(document),
        Ok(Err(_)) => Err(Error::new(
            ErrorKind::PageCrashed,
            format!("{url}: the page could not be parsed"),
        )),
        Err(_) => Err(errors::timeout(&format!("parsing {url}"))),
    }
}

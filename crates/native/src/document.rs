//! [`Document`]: a loaded page that lives: its arena, the state of its controls, and the facts of the answer it came from.

use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};
use surefoot_engine::{Content, ContentKind, Hop, Navigation, NavigationKind, Note, NoteKind};
use surefoot_page::{DocumentInfo, Facts, NodeId, Page};
use url::Url;

use crate::dom::{self, Origin, Parsed};
use crate::form::{self, Controls, Owners};
use crate::frames::{self, Frame};
use crate::refresh::{self, Refresh};
use crate::{content, net, scripts, text};

/// Where the user is in the text of the focused control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Caret {
    /// Before that character, counted from 0.
    At(usize),
    /// Everything is selected.
    All,
}

/// A live document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) page: Arc<Page>,
    pub(crate) controls: Controls,
    /// Where it is, fragment included.
    pub(crate) url: Url,
    pub(crate) encoding: &'static Encoding,
    pub(crate) status: Option<u16>,
    pub(crate) redirects: Vec<Hop>,
    pub(crate) content: Content,
    pub(crate) notes: Vec<Note>,
    pub(crate) refresh: Option<Refresh>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) focused: Option<NodeId>,
    pub(crate) caret: Option<Caret>,
    /// Whether it answers a POST, which must not be repeated unasked.
    pub(crate) is_post: bool,
    /// Whether scripts of the page would run in a browser.
    pub(crate) has_scripts: bool,
}

/// What a frame is to show, ready to be parsed.
#[derive(Debug)]
pub(crate) struct FrameSource {
    /// The frame's element.
    pub(crate) element: NodeId,
    /// The document's URL.
    pub(crate) url: Url,
    /// What its relative links resolve against, where that is not its URL.
    pub(crate) base: Option<String>,
    /// The source, and how it is to be read.
    pub(crate) body: FrameBody,
}

/// The source of a frame's document.
#[derive(Debug)]
pub(crate) enum FrameBody {
    /// `srcdoc`.
    Markup(String),
    /// An answer.
    Answer(Box<net::Response>),
}

impl Document {
    /// The document of an answer. Parses, so it takes time in proportion to the body; never fails.
    pub(crate) fn from_response(response: net::Response) -> Document {
        let header = response.header(&refresh_header());
        let is_post = response.method == net::Method::POST;
        let built = build(
            Page::new(),
            DocumentInfo::new(response.url.as_str()),
            response,
        );
        let Built {
            parsed,
            url,
            encoding,
            status,
            redirects,
            content,
            complete,
        } = built;
        let Parsed {
            page,
            root,
            owners,
            mut notes,
        } = parsed;
        if let Some(why) = complete {
            notes.insert(
                0,
                Note {
                    kind: NoteKind::Incomplete,
                    text: why,
                },
            );
        }
        let mut document = Document {
            page: Arc::new(page),
            controls: Controls::default(),
            url,
            encoding,
            status,
            redirects,
            content,
            notes,
            refresh: None,
            frames: Vec::new(),
            focused: None,
            caret: None,
            is_post,
            has_scripts: false,
        };
        document.settle(root, &owners);
        document.refresh = refresh::find(&document.page, root, header.as_deref());
        document.has_scripts = scripts::has_scripts(&document.page, root);
        document.notes.extend(
            scripts::note(&document.page, root)
                .filter(|_| document.content.kind == ContentKind::Html),
        );
        document
    }

    /// The empty document of a new tab.
    pub(crate) fn blank() -> Document {
        let mut page = dom::parse_html("", "about:blank");
        page.finish();
        Document {
            page: Arc::new(page),
            controls: Controls::default(),
            url: blank_url(),
            encoding: UTF_8,
            status: None,
            redirects: Vec::new(),
            content: Content {
                kind: ContentKind::Html,
                mime: "text/html".to_owned(),
                about: None,
                size: 0,
            },
            notes: Vec::new(),
            refresh: None,
            frames: Vec::new(),
            focused: None,
            caret: None,
            is_post: false,
            has_scripts: false,
        }
    }

    /// After a document at `root` was added: its derived facts, owners, values and styles.
    fn settle(&mut self, root: NodeId, by_parser: &rustc_hash::FxHashMap<NodeId, NodeId>) {
        let page = Arc::make_mut(&mut self.page);
        let styles = dom::finish(page);
        if styles.costly_rules > 0 || styles.ended_early {
            self.notes.push(Note {
                kind: NoteKind::LimitReached,
                text: "some style rules took too long to match and were passed over: what they hide is shown".to_owned(),
            });
        }
        form::initialise(page, root, by_parser);
        for (control, value) in form::initial_values(page, root) {
            page.set_value(control, value);
        }
        self.controls
            .owners
            .extend(Owners::new(page, root, by_parser));
        form::mark_invalid(page, &self.controls, root);
        if self.focused.is_none() {
            self.focused = page
                .descendants(root)
                .find(|&n| page.facts(n).contains(Facts::FOCUSED));
        }
    }

    /// Shows documents in frames, in place of what they showed. Returns the new documents' nodes.
    pub(crate) fn show_in_frames(&mut self, sources: Vec<FrameSource>) -> Vec<NodeId> {
        let mut roots = Vec::new();
        for source in sources {
            let page = std::mem::take(Arc::make_mut(&mut self.page));
            let info = DocumentInfo {
                base_url: source.base.unwrap_or_else(|| source.url.to_string()),
                ..DocumentInfo::new(source.url.as_str())
            };
            let (parsed, encoding) = match source.body {
                FrameBody::Markup(markup) => {
                    (dom::parse_into(page, &markup, info, Origin::Srcdoc), UTF_8)
                }
                FrameBody::Answer(response) => {
                    let built = build(page, info, *response);
                    (built.parsed, built.encoding)
                }
            };
            let Parsed {
                mut page,
                root,
                owners,
                notes,
            } = parsed;
            if let Some(old) = page.content_document(source.element) {
                page.detach(old);
                self.frames.retain(|f| f.root != old);
            }
            page.append(source.element, root);
            self.page = Arc::new(page);
            self.notes.extend(notes);
            self.frames.push(Frame { root, encoding });
            self.settle(root, &owners);
            self.forget_detached();
            roots.push(root);
        }
        roots
    }

    /// Drops state of nodes that are no longer part of the page.
    fn forget_detached(&mut self) {
        let page = &self.page;
        self.frames.retain(|f| page.is_attached(f.root));
        self.focused = self.focused.filter(|&n| page.is_attached(n));
    }

    /// The encoding of the document that `node` is in.
    pub(crate) fn encoding_of(&self, node: NodeId) -> &'static Encoding {
        let root = frames::document_root(&self.page, node);
        self.frames
            .iter()
            .find(|f| Some(f.root) == root)
            .map_or(self.encoding, |f| f.encoding)
    }

    /// The URL of the document that `node` is in.
    pub(crate) fn url_of(&self, node: NodeId) -> Url {
        self.page
            .document_of(node)
            .and_then(|d| Url::parse(&d.url).ok())
            .unwrap_or_else(|| self.url.clone())
    }

    /// `written` resolved as a link of the document that `node` is in.
    pub(crate) fn resolve(&self, node: NodeId, written: &str) -> Option<Url> {
        let base = self
            .page
            .document_of(node)
            .and_then(|d| Url::parse(&d.base_url).ok());
        match base {
            Some(base) => base.join(written.trim()).ok(),
            None => Url::parse(written.trim()).ok(),
        }
    }

    /// Moves within the document.
    pub(crate) fn set_url(&mut self, url: Url) {
        let page = Arc::make_mut(&mut self.page);
        if let Some(info) = page.root().and_then(|root| page.document_mut(root)) {
            // A base URL that a <base> set stays; one that followed the URL follows on.
            if info.base_url == info.url {
                info.base_url = url.to_string();
            }
            info.url = url.to_string();
        }
        self.url = url;
    }

    /// Moves within the document of a frame, if `request` asks for a fragment of it.
    pub(crate) fn go_to_frame_fragment(&mut self, root: NodeId, request: &net::Request) -> bool {
        let page = Arc::make_mut(&mut self.page);
        let Some(info) = page.document_mut(root) else {
            return false;
        };
        let same = Url::parse(&info.url).is_ok_and(|own| {
            own[..url::Position::AfterQuery] == request.url[..url::Position::AfterQuery]
        });
        if !same || request.url.fragment().is_none() || request.body.is_some() {
            return false;
        }
        if info.base_url == info.url {
            info.base_url = request.url.to_string();
        }
        info.url = request.url.to_string();
        true
    }

    /// What is told of being at this document.
    pub(crate) fn navigation(&self, kind: NavigationKind) -> Navigation {
        let mut notes = match kind {
            NavigationKind::Document => self.notes.clone(),
            NavigationKind::Fragment | NavigationKind::Restored => Vec::new(),
        };
        if kind != NavigationKind::Fragment
            && let Some(refresh) = &self.refresh
        {
            notes.push(Note {
                kind: NoteKind::RefreshPending,
                text: format!(
                    "the page wants to go to {} after {} seconds",
                    net::display_url(&refresh.url),
                    refresh.delay.as_secs()
                ),
            });
        }
        Navigation {
            url: self.url.to_string(),
            kind,
            status: self.status,
            redirects: match kind {
                NavigationKind::Document => self.redirects.clone(),
                NavigationKind::Fragment | NavigationKind::Restored => Vec::new(),
            },
            content: self.content.clone(),
            notes,
        }
    }

    /// Roughly how many bytes it holds, for the bound on kept documents.
    pub(crate) fn weight(&self) -> u64 {
        // A node with its attributes and strings takes about this much (page: "at most 120 bytes besides strings").
        self.page.len() as u64 * 200
    }
}

/// `about:blank`.
pub(crate) fn blank_url() -> Url {
    match Url::parse("about:blank") {
        Ok(url) => url,
        Err(_) => unreachable!("about:blank is a URL"),
    }
}

fn refresh_header() -> reqwest::header::HeaderName {
    reqwest::header::HeaderName::from_static("refresh")
}

/// A parsed answer.
struct Built {
    parsed: Parsed,
    url: Url,
    encoding: &'static Encoding,
    status: Option<u16>,
    redirects: Vec<Hop>,
    content: Content,
    /// Why the document is not complete, if it is not.
    complete: Option<String>,
}

/// Parses an answer as the next document of `page`.
fn build(page: Page, info: DocumentInfo, response: net::Response) -> Built {
    let sniffed = net::sniff(&response);
    let content = content::describe(&sniffed, response.body.len() as u64);
    let title = content::file_name(&response.url);
    let mut notes: Vec<Note> = Vec::new();
    let mut say = |texts: Vec<String>| {
        notes.extend(texts.into_iter().map(|text| Note {
            kind: NoteKind::Other,
            text,
        }));
    };
    let mut reasons = response.notes;
    let complete = (!response.complete).then(|| {
        let why = reasons.pop();
        match why {
            Some(why) => format!("the document broke off before its end: {why}"),
            None => "the document broke off before its end".to_owned(),
        }
    });
    say(reasons);
    let mut encoding = UTF_8;
    let (page, root, owners) = if sniffed.kind.is_textual() {
        let decoded = text::decode(
            response.body,
            text::TextKind::of(&sniffed.kind),
            sniffed.charset.as_deref(),
            response.url.host_str(),
        );
        say(decoded.notes);
        encoding = decoded.encoding;
        match sniffed.kind {
            // XHTML and SVG are close enough to what an HTML parser reads; their names and nesting come out right.
            net::ContentKind::Html | net::ContentKind::Xhtml | net::ContentKind::Svg => {
                let parsed = dom::parse_into(page, &decoded.text, info, Origin::Response);
                notes.extend(parsed.notes);
                (parsed.page, parsed.root, parsed.owners)
            }
            _ => {
                let (page, root) = content::text_page(page, info, &title, &decoded.text);
                (page, root, rustc_hash::FxHashMap::default())
            }
        }
    } else {
        let (page, root) = content::about_page(page, info, &title, &content);
        (page, root, rustc_hash::FxHashMap::default())
    };
    Built {
        parsed: Parsed {
            page,
            root,
            owners,
            notes,
        },
        url: response.url,
        encoding,
        status: response.status,
        redirects: response
            .redirects
            .into_iter()
            .map(|hop| Hop {
                url: hop.url.into(),
                status: hop.status,
            })
            .collect(),
        content,
        complete,
    }
}

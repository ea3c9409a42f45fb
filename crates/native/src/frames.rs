//! Frames: which document a link or form leads into, and the documents inside the page's frames.

use encoding_rs::Encoding;
use surefoot_page::{NodeId, Page, name};
use url::Url;

/// Most frames of a page whose documents are loaded.
pub(crate) const MAX_FRAMES: usize = 20;
/// How deep frames in frames are loaded.
pub(crate) const MAX_DEPTH: usize = 3;
/// Most bytes of a frame's document.
pub(crate) const MAX_BODY: u64 = 8 * 1024 * 1024;

/// A document in a frame.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Its document.
    pub(crate) root: NodeId,
    /// The document's encoding, for its forms.
    pub(crate) encoding: &'static Encoding,
}

/// Where a link or form leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Into the whole tab.
    Main,
    /// Into the frame of that element.
    Frame(NodeId),
    /// Into a new tab.
    New,
}

/// The `target` that `<base>` gives the links of a node's document; empty if none.
pub(crate) fn base_target(page: &Page, node: NodeId) -> String {
    let Some(root) = document_root(page, node) else {
        return String::new();
    };
    page.descendants(root)
        .filter(|&n| page.html_tag(n) == name::BASE)
        .find_map(|n| page.attr(n, name::TARGET))
        .unwrap_or("")
        .to_owned()
}

/// The document node a node is in.
pub(crate) fn document_root(page: &Page, node: NodeId) -> Option<NodeId> {
    page.document_of(node).and_then(|d| d.root)
}

/// The frame a document is shown in; `None` for the main one.
fn own_frame(page: &Page, root: NodeId) -> Option<NodeId> {
    page.parent(root)
}

/// Finds what a `target` names (HTML, "rules for choosing a navigable"), seen from `node`.
pub(crate) fn resolve(page: &Page, node: NodeId, target: &str) -> Target {
    let own = document_root(page, node).and_then(|root| own_frame(page, root));
    let into = |frame: Option<NodeId>| frame.map_or(Target::Main, Target::Frame);
    let target = target.trim();
    if target.is_empty() || target.eq_ignore_ascii_case("_self") {
        return into(own);
    }
    if target.eq_ignore_ascii_case("_top") || target.eq_ignore_ascii_case("_unfencedTop") {
        return Target::Main;
    }
    if target.eq_ignore_ascii_case("_parent") {
        let parent = own
            .and_then(|frame| document_root(page, frame))
            .and_then(|root| own_frame(page, root));
        return into(parent);
    }
    if target.eq_ignore_ascii_case("_blank") {
        return Target::New;
    }
    let named = page.ids().find(|&n| {
        is_frame(page, n) && page.is_attached(n) && page.attr(n, name::NAME) == Some(target)
    });
    named.map_or(Target::New, Target::Frame)
}

/// Whether an element holds a document of its own.
pub(crate) fn is_frame(page: &Page, node: NodeId) -> bool {
    matches!(page.html_tag(node), name::IFRAME | name::FRAME)
}

/// What a frame shows at first.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// Markup of its own.
    Srcdoc(String),
    /// What stands at a URL.
    Url(Url),
}

/// The URLs, without fragments, of a document and of those whose frames it is in.
fn around(page: &Page, root: NodeId) -> Vec<Url> {
    let mut urls = Vec::new();
    let mut at = Some(root);
    while let Some(root) = at {
        let url = page.document_of(root).and_then(|d| Url::parse(&d.url).ok());
        urls.extend(url.map(without_fragment));
        at = own_frame(page, root).and_then(|frame| document_root(page, frame));
    }
    urls
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

/// The frames of a document with what they show; those that show nothing, only a script's result, or a page they are
/// themselves in (HTML, "shared attribute processing steps for iframe and frame elements") are left out.
pub(crate) fn wanted(page: &Page, root: NodeId) -> Vec<(NodeId, Wanted)> {
    let base = page
        .document_of(root)
        .and_then(|d| Url::parse(&d.base_url).ok());
    let around = around(page, root);
    page.descendants(root)
        .filter(|&n| is_frame(page, n))
        .filter(|&n| !page.facts(n).contains(surefoot_page::Facts::NOT_RENDERED))
        .filter_map(|n| {
            if let Some(markup) = page.attr(n, name::SRCDOC) {
                return Some((n, Wanted::Srcdoc(markup.to_owned())));
            }
            let src = page.attr(n, name::SRC)?.trim();
            let url = match &base {
                Some(base) => base.join(src),
                None => Url::parse(src),
            }
            .ok()?;
            let shown = matches!(url.scheme(), "http" | "https" | "data" | "file")
                && !around.contains(&without_fragment(url.clone()));
            shown.then_some((n, Wanted::Url(url)))
        })
        .collect()
}

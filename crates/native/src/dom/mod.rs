//! From HTML source to a [`Page`]: our tokenizer and html5ever's tree builder, building right into the arena.
//!
//! The nouns: *tokens* are tags, runs of text and the like (`tokens`); the *sink* turns the tree builder's calls into
//! nodes of the arena; the *guard* stands between the two and keeps hostile markup from costing quadratic time (the
//! tree builder searches its stack of open elements for nearly every tag). What the guard had to leave out is told as
//! a [`Note`]. *Owners* are the few controls whose form is not an ancestor, because table markup tore them apart.

mod guard;
mod names;
mod sink;
mod tokens;

use html5ever::local_name;
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::FxHashMap;
use surefoot_engine::{Note, NoteKind};
use surefoot_page::{DocumentInfo, NodeId, Page, name};
use url::Url;

use self::guard::Guard;
use self::sink::Sink;
use crate::style::StyleReport;

/// Where the source of a document came from, as far as parsing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A response or a string of the user.
    Response,
    /// The `srcdoc` attribute of a frame: never in quirks mode.
    Srcdoc,
}

/// What parsing a document gave besides its nodes.
#[derive(Debug)]
pub(crate) struct Parsed {
    /// The page the document was parsed into.
    pub(crate) page: Page,
    /// The document's node.
    pub(crate) root: NodeId,
    /// Controls whose form owner is a form that is not an ancestor (HTML, "form element pointer").
    pub(crate) owners: FxHashMap<NodeId, NodeId>,
    /// What was left out, and why.
    pub(crate) notes: Vec<Note>,
}

/// Parses a document at `url` as the main document of a new page, with its form controls in their initial state.
///
/// Never fails: any string is a page. Takes time linear in the length of `html`.
pub fn parse_html(html: &str, url: &str) -> Page {
    let mut parsed = parse_into(Page::new(), html, DocumentInfo::new(url), Origin::Response);
    finish(&mut parsed.page);
    crate::form::initialise(&mut parsed.page, parsed.root, &parsed.owners);
    parsed.page
}

/// Parses a document as the next one of `page`. It is not linked to a frame, and the page is not finished.
pub(crate) fn parse_into(page: Page, html: &str, info: DocumentInfo, origin: Origin) -> Parsed {
    let sink = Sink::new(page, info, html.len());
    let builder = TreeBuilder::new(
        sink,
        TreeBuilderOpts {
            scripting_enabled: false,
            iframe_srcdoc: origin == Origin::Srcdoc,
            drop_doctype: true,
            ..TreeBuilderOpts::default()
        },
    );
    let guard = Guard::new(builder);
    let cut = tokens::tokenize(html, &guard);
    let (sink, mut notes) = guard.into_parts();
    if cut > 0 {
        notes.push(Note {
            kind: NoteKind::LimitReached,
            text: format!(
                "{cut} elements have more than {} attributes: the rest of them were left out",
                tokens::MAX_ATTRIBUTES
            ),
        });
    }
    let has_base = sink.has_made(&local_name!("base"));
    let (mut page, root, owners) = sink.into_parts();
    if has_base {
        set_base_url(&mut page, root);
    }
    Parsed {
        page,
        root,
        owners,
        notes,
    }
}

/// Computes what depends on the whole tree: scopes, slots, and what style sheets and HTML itself hide.
pub(crate) fn finish(page: &mut Page) -> StyleReport {
    page.finish();
    restyle(page)
}

/// Computes again what style sheets and HTML itself hide, after attributes or live state changed.
pub(crate) fn restyle(page: &mut Page) -> StyleReport {
    crate::style::apply(page)
}

/// Sets the base URL from the first `<base href>` (HTML, "document base URL"), where that is a usable URL.
fn set_base_url(page: &mut Page, root: NodeId) {
    let href = page
        .descendants(root)
        .filter(|&n| page.html_tag(n) == name::BASE)
        .find_map(|n| page.attr(n, name::HREF));
    let Some(href) = href.map(str::to_owned) else {
        return;
    };
    let Some(document) = page.document_mut(root) else {
        return;
    };
    let resolved = match Url::parse(&document.base_url) {
        Ok(base) => base.join(href.trim()),
        Err(_) => Url::parse(href.trim()),
    };
    if let Ok(url) = resolved
        && !matches!(url.scheme(), "data" | "javascript")
    {
        document.base_url = url.into();
    }
}

#[cfg(test)]
mod tests;

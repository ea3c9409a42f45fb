//! The steps from bytes to text, each as one function, so that every benchmark measures the same thing.

use std::time::SystemTime;

use surefoot_aria::Semantics;
use surefoot_native::text::{TextKind, decode};
use surefoot_page::Page;
use surefoot_snapshot::{Numbering, RefPolicy, Registry, Snapshot, outline};
use surefoot_view::{Format, Meta};

/// The address pages are read as.
const URL: &str = "https://example.com/page.html";

/// Bytes to text: the charset is found as without an HTTP header.
pub fn decoded(bytes: Vec<u8>) -> String {
    decode(bytes, TextKind::Html, None, None).text
}

/// Text to page: tokens, tree, style sheets, the state of controls.
pub fn parsed(html: &str) -> Page {
    surefoot_native::dom::parse_html(html, URL)
}

/// The names of all elements, computed one after the other. Returns their length together.
pub fn all_names(semantics: &Semantics<'_>) -> usize {
    let page = semantics.page();
    page.ids()
        .filter(|&node| page.is_element(node))
        .map(|node| semantics.name(node).len())
        .sum()
}

/// Gives every item of a new snapshot its ref, as the first snapshot of a session does.
pub fn numbered(mut snapshot: Snapshot) -> Snapshot {
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
    snapshot
}

/// The snapshot as text.
pub fn rendered(format: Format, snapshot: &Snapshot) -> String {
    let meta = Meta {
        timestamp: SystemTime::UNIX_EPOCH,
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    };
    surefoot_view::render(format, snapshot, &meta)
}

/// All of it: what `surefoot snapshot FILE` does between reading the file and writing the answer.
pub fn everything(bytes: Vec<u8>) -> String {
    let html = decoded(bytes);
    let page = parsed(&html);
    let snapshot = numbered(outline(&Semantics::new(&page)));
    rendered(Format::Compact, &snapshot)
}

//! Pages for tests: HTML parsed by the native engine, with the facts about layout that the markup itself tells.

use surefoot_page::{Facts, NodeId, NodeKind, Page, Step, name};

/// Elements that start a line by default, as far as the tests use them.
const BLOCKS: &str = " address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption \
     figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search \
     section summary table tbody td tfoot th thead tr ul ";

/// Parses a page and sets the facts about rendering that tests need, from `hidden`, `style` and tag names alone: so the
/// tests depend on no engine's style sheets.
pub(crate) fn page(html: &str) -> Page {
    let mut page = surefoot_native::dom::parse_html(html, "about:blank");
    let mut changes: Vec<(NodeId, Facts)> = Vec::new();
    let mut open = vec![Facts::empty()];
    for step in page.walk(page.root().expect("a document")) {
        match step {
            Step::Leave(_) => {
                open.pop();
            }
            Step::Enter(node) => {
                let above = open.last().copied().unwrap_or_default();
                let (own, below) = facts(&page, node, above);
                changes.push((node, own));
                open.push(below);
            }
        }
    }
    for (node, facts) in changes {
        page.remove_facts(node, Facts::NOT_RENDERED | Facts::INVISIBLE | Facts::BLOCK | Facts::INERT);
        page.add_facts(node, facts);
    }
    page
}

fn facts(page: &Page, node: NodeId, above: Facts) -> (Facts, Facts) {
    let mut facts = above;
    if page.kind(node) != NodeKind::Element {
        return (facts, facts);
    }
    let style = page.attr(node, name::STYLE).unwrap_or("").replace(' ', "");
    let tag = page.html_tag(node);
    let closed = page.parent(node).is_some_and(|p| {
        page.html_tag(p) == name::DETAILS && !page.has_attr(p, name::OPEN) && tag != name::SUMMARY
    });
    let dialog = tag == name::DIALOG && !page.has_attr(node, name::OPEN);
    if page.has_attr(node, name::HIDDEN) || style.contains("display:none") || closed || dialog {
        facts |= Facts::NOT_RENDERED;
    }
    if style.contains("visibility:hidden") || style.contains("visibility:collapse") {
        facts |= Facts::INVISIBLE;
    }
    if style.contains("visibility:visible") {
        facts -= Facts::INVISIBLE;
    }
    if page.has_attr(node, name::INERT) {
        facts |= Facts::INERT;
    }
    let by_default = BLOCKS.contains(&format!(" {} ", page.name_str(tag)));
    let own = match style.split("display:").nth(1) {
        Some(value) => value.starts_with("block") || value.starts_with("inline-block") || value.starts_with("flex"),
        None => by_default,
    };
    (if own { facts | Facts::BLOCK } else { facts }, facts)
}

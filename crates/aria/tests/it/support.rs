//! Pages for tests: parsed HTML, with those facts that an engine would find in the markup itself.

use surefoot_page::{Facts, Name, NodeId, NodeKind, Page, Step, name};

/// Elements that start a line by default, as far as the tests use them.
const BLOCKS: &str = " address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption \
     figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search \
     section summary table tbody td tfoot th thead tr ul ";

/// Parses a page and sets the facts that tests need: rendering from `hidden`, `style` and tag names, and the initial state
/// of controls. No engine has a part in it.
pub(crate) fn page(html: &str) -> Page {
    let mut page = crate::sink::parse(html);
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
        page.add_facts(node, facts);
    }
    page
}

/// The state of a control as its markup sets it.
fn state(page: &Page, node: NodeId, tag: Name) -> Facts {
    let mut facts = Facts::empty();
    let in_first_legend = |fieldset: NodeId| {
        let legend = page
            .children(fieldset)
            .find(|&c| page.html_tag(c) == name::LEGEND);
        legend.is_some_and(|l| page.contains(l, node))
    };
    let is_control = matches!(
        tag,
        name::INPUT | name::BUTTON | name::SELECT | name::TEXTAREA
    );
    let in_disabled_fieldset = || {
        page.ancestors(node).any(|a| {
            page.html_tag(a) == name::FIELDSET
                && page.has_attr(a, name::DISABLED)
                && !in_first_legend(a)
        })
    };
    facts.set(
        Facts::DISABLED,
        is_control && (page.has_attr(node, name::DISABLED) || in_disabled_fieldset()),
    );
    facts.set(
        Facts::CHECKED,
        tag == name::INPUT && page.has_attr(node, name::CHECKED),
    );
    let is_missing =
        page.has_attr(node, name::REQUIRED) && page.value(node).is_some_and(|v| v.is_empty());
    facts.set(Facts::INVALID, is_control && is_missing);
    facts.set(
        Facts::USER_INVALID,
        is_control && is_missing && page.has_attr(node, name::AUTOFOCUS),
    );
    if tag == name::OPTION {
        let select = page
            .ancestors(node)
            .find(|&a| page.html_tag(a) == name::SELECT);
        let by_default = select.is_some_and(|s| {
            !page.has_attr(s, name::MULTIPLE)
                && page.options(s).next() == Some(node)
                && !page.options(s).any(|o| page.has_attr(o, name::SELECTED))
        });
        facts.set(
            Facts::SELECTED,
            page.has_attr(node, name::SELECTED) || by_default,
        );
    }
    facts
}

fn facts(page: &Page, node: NodeId, above: Facts) -> (Facts, Facts) {
    let mut facts = above;
    if page.kind(node) != NodeKind::Element {
        return (facts, facts);
    }
    let style = page.attr(node, name::STYLE).unwrap_or("").replace(' ', "");
    let tag = page.html_tag(node);
    let closed = page.parent(node).is_some_and(|p| {
        page.html_tag(p) == name::DETAILS
            && !page.has_attr(p, name::OPEN)
            && page.children(p).find(|&c| page.is_element(c)) != Some(node)
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
        Some(value) => {
            value.starts_with("block")
                || value.starts_with("inline-block")
                || value.starts_with("flex")
        }
        None => by_default,
    };
    let own = if own { facts | Facts::BLOCK } else { facts };
    (own | state(page, node, tag), facts)
}

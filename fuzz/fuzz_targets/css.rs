//! Any text is a selector or an error. The three ways to match one (one element, a whole page, a set of style rules)
//! agree. The input is the selector, then optionally a NUL and a page.

#![no_main]

use libfuzzer_sys::fuzz_target;
use surefoot_page::{NodeId, Page, RuleSet, Selector, TreeRank};

const PAGE: &str = "<!doctype html><html lang=en><body class='a b'><main id=m><h1 class=a>T</h1>\
    <form id=f><input name=q required value=v><input type=checkbox checked disabled><p class='b c'>x<b></b></p>\
    <ul><li>1<li class=c>2<li data-x='y z'>3</ul><select><option selected>o</select></form>\
    <a href=/x>l</a><svg><g id=G class=A></g></svg></main>";

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let (source, html) = text.split_once('\0').unwrap_or((text, PAGE));
    let Ok(selector) = Selector::parse(source) else {
        return;
    };
    assert_eq!(selector.to_string(), source);
    let again = Selector::parse(source).expect("it was read before");
    assert_eq!(again.to_string(), source);

    let page = surefoot_native::dom::parse_html(html, "https://example.com/");
    let Some(root) = page.root() else {
        return;
    };
    let Ok(found) = page.select(&selector, root) else {
        return;
    };
    if let Some(one_by_one) = one_by_one(&page, root, &selector) {
        assert_eq!(found, one_by_one, "{source}");
    }
    if let Some(by_rule) = by_rule(&page, root, source) {
        assert_eq!(found, by_rule, "{source}");
    }
});

/// The elements that match when each is asked for alone; `None` if that costs too much.
fn one_by_one(page: &Page, root: NodeId, selector: &Selector) -> Option<Vec<NodeId>> {
    let mut found = Vec::new();
    for node in page
        .in_tree_order()
        .filter(|&node| page.scope(node) == Some(root) && page.is_element(node))
    {
        if selector.matches(page, node).ok()? {
            found.push(node);
        }
    }
    Some(found)
}

/// The elements that a style rule with the selector applies to; `None` if it costs too much, or means something else
/// in a style sheet: there what is unknown in `:is()` is passed over.
fn by_rule(page: &Page, root: NodeId, source: &str) -> Option<Vec<NodeId>> {
    let selector = Selector::parse_rule(source, None).ok()?;
    let mut rules = RuleSet::new(page);
    rules.insert(root, &selector, 0);
    let matches = rules.matches();
    if matches.ended_early || !matches.given_up.is_empty() {
        return None;
    }
    let mut found: Vec<_> = matches
        .found
        .iter()
        .filter(|found| found.rank == TreeRank::Own)
        .map(|found| found.node)
        .collect();
    found.dedup();
    Some(found)
}

//! What holds for every page: each selector that is made matches the element it was made for, and nothing else in its
//! tree; every element has one; the cost is linear.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use surefoot_locate::{Chain, Search, Waterfall};
use surefoot_native::dom::parse_html;
use surefoot_page::{NodeId, NodeKey, Page, Selector};

/// Random markup, with ids that repeat and values that need escaping.
fn markup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "main",
        "a b",
        "1st",
        ":r1:",
        "x\"y",
        "x'y",
        "\\",
        "]",
        "a.b",
        "#",
        "größe",
        "css-1q2w3e",
        "-",
        "--",
        "A",
        "a",
        "&#10;",
        "😀",
        ">>>",
        "/p?q=1",
        "javascript:",
        "active",
        "a\u{202e}b",
    ]);
    let attribute = prop::sample::select(vec![
        "id",
        "class",
        "name",
        "href",
        "aria-label",
        "data-testid",
        "data-test",
        "data-sku",
        "data-@x",
        "data-v-7ba5bd90",
        "value",
        "type=radio value",
    ]);
    let tag = prop::sample::select(vec![
        "a",
        "b",
        "div",
        "li",
        "button",
        "input",
        "x-y",
        "svg",
        "foo:bar",
        "linearGradient",
    ]);
    let open =
        (tag, prop::collection::vec((attribute, word), 0..4)).prop_map(|(tag, attributes)| {
            let attributes: Vec<String> = attributes
                .into_iter()
                .map(|(name, value)| format!(" {name}=\"{}\"", value.replace('"', "&quot;")))
                .collect();
            format!("<{tag}{}>", attributes.concat())
        });
    let piece = prop_oneof![
        5 => open,
        3 => prop::sample::select(vec![
            "</a>", "</b>", "</div>", "</li>", "</svg>", "text", "</x-y>",
            "<x-y><template shadowrootmode=open><b>in</b><slot></slot>",
            "<x-y><template shadowrootmode=open><x-y><template shadowrootmode=open><a href=q>deep</a>",
            "</template>", "</template></x-y>", "<template><p>inert</p></template>",
        ]).prop_map(str::to_owned),
    ];
    let doctype = prop::sample::select(vec!["<!doctype html>", ""]);
    (doctype, prop::collection::vec(piece, 0..40))
        .prop_map(|(doctype, pieces)| format!("{doctype}{}", pieces.concat()))
}

fn matched(page: &Page, tree: NodeId, css: &str) -> Vec<NodeId> {
    let selector = Selector::parse(css).unwrap_or_else(|error| panic!("{css}: {error}"));
    page.select(&selector, tree).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Each candidate matches exactly its element; there is always one, the last of the twelve among them; a chain of
    /// them leads from the main document to the element.
    #[test]
    fn selectors_match_exactly_what_they_were_made_for(html in markup()) {
        let page = parse_html(&html, "https://example.com/");
        let waterfall = Waterfall::new(&page);
        for node in page.in_tree_order().filter(|&n| page.is_element(n)) {
            let tree = page.scope(node).unwrap();
            let candidates: Vec<_> = waterfall.candidates(node).collect();
            // What is in a template is not part of the page.
            let Some(legs) = waterfall.legs(node) else { continue };
            for candidate in &candidates {
                prop_assert_eq!(matched(&page, tree, &candidate.css), vec![node], "{:?} in {}", candidate, html);
            }
            prop_assert!(candidates.iter().any(|c| c.strategy.number() == 12), "{}", html);
            let chain = proved(&page, &waterfall, node);
            let Some(chain) = chain else {
                prop_assert!(false, "no selector for {node:?} of {html}");
                continue;
            };
            let read = Chain::parse(&chain.to_string()).unwrap();
            prop_assert_eq!(&read, &chain);
            prop_assert_eq!(read.legs().len(), legs.len());
            let everywhere: Vec<Vec<NodeId>> =
                read.legs().iter().map(|leg| everywhere(&page, leg)).collect();
            prop_assert_eq!(read.follow(&page, &everywhere), vec![node], "{} in {}", chain, html);
        }
    }
}

fn everywhere(page: &Page, css: &str) -> Vec<NodeId> {
    page.select_everywhere(&Selector::parse(css).unwrap())
        .unwrap()
}

/// The selector of an element, with the page's own matcher in place of an engine.
fn proved(page: &Page, waterfall: &Waterfall<'_>, node: NodeId) -> Option<Chain> {
    let mut search = Search::new(waterfall, node)?;
    loop {
        let answers: Vec<Vec<NodeKey>> = search
            .questions()
            .into_iter()
            .map(|css| {
                everywhere(page, css)
                    .into_iter()
                    .filter_map(|n| page.key(n))
                    .collect()
            })
            .collect();
        if answers.is_empty() {
            return search.found();
        }
        search.answer(page, &answers.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }
}

/// A shop with many products that all look alike.
fn shop(products: usize) -> String {
    let mut html = String::from("<!doctype html><main id=shop><ul class=products>");
    for n in 0..products {
        let _ = write!(
            html,
            "<li class='card css-1q2w3e'><h3>Thing {n}</h3><a class=link href='/p/{n}'>Show</a>\
             <button class=buy>Buy</button><input type=radio name=size value={n}></li>"
        );
    }
    html + "</ul></main>"
}

fn time_for(products: usize) -> Duration {
    let page = parse_html(&shop(products), "https://example.com/");
    let begin = Instant::now();
    let waterfall = Waterfall::new(&page);
    let made = page
        .in_tree_order()
        .filter(|&n| page.is_element(n))
        .filter_map(|node| waterfall.candidates(node).next())
        .count();
    assert!(made >= 5 * products);
    begin.elapsed()
}

#[test]
fn the_cost_is_linear() {
    let best = |products| (0..3).map(|_| time_for(products)).min().unwrap();
    let (small, large) = (best(500), best(4_000));
    assert!(
        large < small * 8 * 4 + Duration::from_millis(50),
        "500 products: {small:?}, 4000: {large:?}"
    );
}

#[test]
fn what_is_nested_beyond_reason_has_no_selector_by_place_and_costs_nothing() {
    let html = "<div>".repeat(20_000) + "<button id=deep>Go</button>";
    let page = parse_html(&html, "https://example.com/");
    let waterfall = Waterfall::new(&page);
    let made: Vec<String> = page
        .in_tree_order()
        .filter(|&n| page.is_element(n))
        .filter_map(|node| waterfall.candidates(node).next())
        .map(|candidate| candidate.css)
        .collect();
    assert!(made.contains(&"#deep".to_owned()));
    assert!(made.len() < 300, "{}", made.len());
}

//! Pages made to be costly: nothing overflows, nothing goes quadratic, and what is cut is told.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use surefoot_aria::{Diagnostic, MAX_NAME_BYTES, Semantics};
use surefoot_page::{DocumentInfo, Namespace, NodeId, Page, Step, name};

use crate::support;

/// Far above what any of these takes (tens of milliseconds), far below what quadratic work on them would.
const LIMIT: Duration = Duration::from_secs(20);

/// Asks for everything there is to know about every node.
fn ask_all(page: &Page) -> (Vec<Diagnostic>, usize) {
    let start = Instant::now();
    let semantics = Semantics::new(page);
    let mut bytes = 0;
    for node in page.ids() {
        let name = semantics.name(node);
        assert!(name.len() <= MAX_NAME_BYTES);
        bytes += name.len() + semantics.description(node).len();
        let _ = (semantics.states(node), semantics.shown_value(node));
    }
    let root = page.root().expect("a document");
    let (mut entered, mut left) = (0, 0);
    for step in semantics.walk(root) {
        match step {
            Step::Enter(_) => entered += 1,
            Step::Leave(_) => left += 1,
        }
    }
    assert_eq!(entered, left);
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
    (semantics.diagnostics(), bytes)
}

/// A page of elements nested without limit, made without a parser; `fill` dresses each.
fn nested(depth: usize, tag: surefoot_page::Name, fill: impl Fn(&mut Page, NodeId, usize)) -> Page {
    let mut page = Page::new();
    let mut at = page.create_document(DocumentInfo::new("about:blank"));
    for level in 0..depth {
        let child = page.create_element(Namespace::Html, tag);
        page.append(at, child);
        fill(&mut page, child, level);
        at = child;
    }
    page.append_text(at, "the end");
    page.finish();
    page
}

#[test]
fn buttons_nested_a_hundred_thousand_deep() {
    let page = nested(100_000, name::DIV, |page, node, _| {
        page.set_attr(node, name::ROLE, "button");
    });
    let (diagnostics, bytes) = ask_all(&page);
    assert_eq!(diagnostics, [Diagnostic::NamesCut]);
    assert!(bytes > 0);
}

#[test]
fn labels_nested_a_hundred_thousand_deep() {
    let mut page = nested(100_000, name::LABEL, |_, _, _| {});
    let root = page.root().expect("a document");
    let last = page
        .walk(root)
        .filter_map(|s| {
            if let Step::Enter(n) = s {
                Some(n)
            } else {
                None
            }
        })
        .last();
    let input = page.create_element(Namespace::Html, name::INPUT);
    page.insert_before(last.expect("the text"), input);
    page.finish();
    let semantics = Semantics::new(&page);
    assert_eq!(semantics.labels(input).len(), 100_000);
    // The text lies deeper than one name looks.
    assert_eq!(semantics.name(input), "");
    assert_eq!(semantics.diagnostics(), [Diagnostic::NamesCut]);
    ask_all(&page);
}

#[test]
fn a_thousand_levels_are_no_reason_to_cut_a_name() {
    let mut page = nested(5_000, name::SPAN, |_, _, _| {});
    let root = page.root().expect("a document");
    let top = page.children(root).next().expect("a span");
    page.set_attr(top, name::ROLE, "button");
    let semantics = Semantics::new(&page);
    assert_eq!(semantics.name(top), "the end");
    assert!(semantics.diagnostics().is_empty());
}

#[test]
fn lists_of_ids_on_every_element() {
    let mut html = String::new();
    let list = (0..2_000).fold(String::new(), |mut list, i| {
        write!(list, "i{i} ").expect("a string");
        list
    });
    for i in 0..2_000 {
        write!(html, "<div id=i{i} role=group aria-labelledby='{list}' aria-describedby='{list}' aria-owns='{list}'></div>")
            .expect("a string");
    }
    ask_all(&support::page(&html));
}

#[test]
fn owners_in_chains_and_circles() {
    let mut html = String::new();
    for i in 0..20_000 {
        write!(
            html,
            "<div id=i{i} role=button aria-owns='i{} i{} i{i}'></div>",
            (i + 1) % 20_000,
            (i * 7) % 20_000
        )
        .expect("a string");
    }
    let page = support::page(&html);
    ask_all(&page);
    let semantics = Semantics::new(&page);
    let root = page.root().expect("a document");
    let elements = page
        .ids()
        .filter(|&n| page.attr(n, name::ID).is_some())
        .count();
    let mut seen = std::collections::HashSet::new();
    for step in semantics.walk(root) {
        if let Step::Enter(node) = step {
            assert!(seen.insert(node), "entered twice");
        }
    }
    let seen = seen
        .into_iter()
        .filter(|&n| page.attr(n, name::ID).is_some())
        .count();
    assert_eq!(seen, elements, "each is still reached");
}

#[test]
fn wide_pages_and_wide_details() {
    let html = format!(
        "<ul>{}</ul><details>{}</details><select>{}</select><p>{}</p>",
        "<li><a href=x>item</a></li>".repeat(20_000),
        "<p>x</p><summary>s</summary>".repeat(10_000),
        "<option>o</option>".repeat(20_000),
        "<article></article>".repeat(5_000),
    );
    ask_all(&support::page(&html));
}

#[test]
fn twenty_thousand_labelled_inputs() {
    let mut html = String::new();
    for i in 0..20_000 {
        write!(html, "<label for=i{i}>Label {i}</label><input id=i{i}>").expect("a string");
    }
    let page = support::page(&html);
    let start = Instant::now();
    let semantics = Semantics::new(&page);
    let inputs: Vec<_> = page
        .ids()
        .filter(|&n| page.html_tag(n) == name::INPUT)
        .collect();
    for (i, &input) in inputs.iter().enumerate() {
        assert_eq!(semantics.name(input), format!("Label {i}"));
    }
    assert_eq!(inputs.len(), 20_000);
    assert!(semantics.diagnostics().is_empty());
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_name_is_cut_at_a_whole_character() {
    let page = support::page(&format!("<button>{}</button>", "é".repeat(5_000)));
    let semantics = Semantics::new(&page);
    let button = page
        .ids()
        .find(|&n| page.html_tag(n) == name::BUTTON)
        .expect("a button");
    assert_eq!(semantics.name(button), "é".repeat(MAX_NAME_BYTES / 2));
}

#[test]
fn wide_and_long_things_referred_to_by_many() {
    let html = format!(
        "<div id=wide>{}</div><p id=long>{}{}</p>{}<label for=l>x</label>{}<input id=l>",
        "<b></b>".repeat(20_000),
        "a".repeat(100_000),
        " ".repeat(100_000),
        "<i role=group aria-labelledby='wide long'></i><i role=group aria-labelledby=l></i>"
            .repeat(5_000),
        "<label for=l></label>".repeat(20_000),
    );
    ask_all(&support::page(&html));
}

#[test]
fn editable_regions_and_titles_nested_deep() {
    ask_all(&nested(50_000, name::DIV, |page, node, _| {
        page.set_attr(node, name::CONTENTEDITABLE, "");
    }));
    ask_all(&nested(50_000, name::OUTPUT, |page, node, _| {
        page.set_attr(node, name::ROLE, "slider");
    }));
    ask_all(&nested(50_000, name::ARTICLE, |_, _, _| {}));
    ask_all(&nested(50_000, name::DIV, |page, node, _| {
        page.set_attr(node, name::ROLE, "combobox");
    }));
    let mut page = Page::new();
    let mut at = page.create_document(DocumentInfo::new("about:blank"));
    for level in 0..50_000 {
        let tag = if level % 2 == 0 {
            name::SVG
        } else {
            name::TITLE
        };
        let child = page.create_element(Namespace::Svg, tag);
        page.append(at, child);
        at = child;
    }
    page.finish();
    ask_all(&page);
}

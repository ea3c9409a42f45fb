//! Cases are pages in `tests/style_cases`, whose elements say in `data-expect` what should hold for them: `visible` or
//! some of `not-rendered invisible transparent no-pointer inert`, exactly; and, only if it is said, `block` or `inline`.

use std::fmt::Write;
use std::path::Path;

use surefoot_page::{DocumentInfo, Facts, Namespace, NodeId, Page, name};

use super::*;
use crate::dom::parse_html;

const STATES: [(&str, Facts); 5] = [
    ("not-rendered", Facts::NOT_RENDERED),
    ("invisible", Facts::INVISIBLE),
    ("transparent", Facts::TRANSPARENT),
    ("no-pointer", Facts::NO_POINTER_EVENTS),
    ("inert", Facts::INERT),
];

/// Compares what holds for an element with what it expects; what differs is added to `wrong`.
fn compare(page: &Page, node: NodeId, expected: &str, wrong: &mut String) {
    let facts = page.facts(node);
    let block = if facts.contains(Facts::BLOCK) {
        "block"
    } else {
        "inline"
    };
    let mut states: Vec<&str> = STATES
        .iter()
        .filter(|(_, flag)| facts.contains(*flag))
        .map(|(word, _)| *word)
        .collect();
    if states.is_empty() {
        states.push("visible");
    }
    for word in expected.split_whitespace() {
        let holds = match word {
            "block" | "inline" => word == block,
            _ => states.contains(&word),
        };
        if !holds {
            wrong.push_str("\n  ");
            let tag = page.name_str(page.tag(node));
            let text = page.text_content(node);
            let _ = write!(
                wrong,
                "<{tag}> {:?}: expected {expected}, is {states:?} {block}",
                text.trim()
            );
            return;
        }
    }
    let said = expected
        .split_whitespace()
        .filter(|w| !matches!(*w, "block" | "inline"))
        .count();
    if said != 0 && said != states.len() {
        let _ = write!(wrong, "\n  expected {expected}, is {states:?} {block}");
    }
}

#[track_caller]
fn check(page: &Page, what: &str) -> usize {
    let expect = page.lookup("data-expect");
    let mut wrong = String::new();
    let mut checked = 0;
    for node in page.ids() {
        if let Some(expected) = expect.and_then(|e| page.attr(node, e)) {
            compare(page, node, expected, &mut wrong);
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{what}:{wrong}");
    checked
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/style_cases");
    let mut checked = 0;
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let html = std::fs::read_to_string(&file).unwrap();
        let mut page = parse_html(&html, "https://example.test/");
        apply(&mut page);
        checked += check(&page, &file.display().to_string());
        let before: Vec<Facts> = page.ids().map(|n| page.facts(n)).collect();
        apply(&mut page);
        let after: Vec<Facts> = page.ids().map(|n| page.facts(n)).collect();
        assert!(
            before == after,
            "{}: not the same when applied again",
            file.display()
        );
    }
    assert!(checked > 100, "only {checked} elements were checked");
}

fn styled(html: &str) -> (Page, StyleReport) {
    let mut page = parse_html(html, "https://example.test/");
    let report = apply(&mut page);
    check(&page, html);
    (page, report)
}

#[test]
fn what_is_passed_over_is_told() {
    let (_, report) = styled(
        "<style>@import 'x'; @scope (a) { b { display: none } } a:nope { display: none } a:nope { color: red }</style>",
    );
    assert_eq!(report.skipped_blocks, 2);
    assert_eq!(report.unread_selectors, 1);
    assert_eq!(report.costly_rules, 0);
}

#[test]
fn an_action_that_opens_something_is_seen() {
    let (mut page, _) =
        styled("<details><summary>s</summary><p id=p data-expect=not-rendered>x</p></details>");
    let details = page
        .ids()
        .find(|&n| page.html_tag(n) == name::DETAILS)
        .unwrap();
    page.set_attr(details, name::OPEN, "");
    apply(&mut page);
    let p = page.ids().find(|&n| page.html_tag(n) == name::P).unwrap();
    assert!(!page.facts(p).contains(Facts::NOT_RENDERED));
}

#[test]
fn a_modal_dialog_makes_the_rest_inert() {
    let (mut page, _) = styled("<main><p>x</p><dialog open><button>ok</button></dialog></main>");
    let by_tag = |page: &Page, tag| page.ids().find(|&n| page.html_tag(n) == tag).unwrap();
    let dialog = by_tag(&page, name::DIALOG);
    page.add_facts(dialog, Facts::TOP_LAYER);
    apply(&mut page);
    assert!(page.facts(by_tag(&page, name::P)).contains(Facts::INERT));
    assert!(
        !page
            .facts(by_tag(&page, name::BUTTON))
            .contains(Facts::INERT)
    );
}

#[test]
fn frames_are_styled_on_their_own() {
    let mut page = Page::new();
    let root = page.create_document(DocumentInfo::new("about:blank"));
    let add = |page: &mut Page, parent, tag| {
        let node = page.create_element(Namespace::Html, tag);
        page.append(parent, node);
        node
    };
    let style = add(&mut page, root, name::STYLE);
    page.append_text(style, "p { display: none } .gone { visibility: hidden }");
    let mut frames = Vec::new();
    for class in ["", "gone"] {
        let frame = add(&mut page, root, name::IFRAME);
        page.set_attr(frame, name::CLASS, class);
        let fallback = add(&mut page, frame, name::B);
        let inner = page.create_document(DocumentInfo::new("about:blank"));
        page.append(frame, inner);
        let p = add(&mut page, inner, name::P);
        frames.push((fallback, p));
    }
    page.finish();
    apply(&mut page);
    assert!(!page.facts(frames[0].1).is_hidden());
    assert!(page.facts(frames[1].1).is_hidden());
    assert!(
        frames
            .iter()
            .all(|(fallback, _)| page.facts(*fallback).is_hidden())
    );
}

#[test]
fn hostile_sheets_end_and_are_told() {
    let mut html = String::from("<style>");
    for i in 0..200 {
        let _ = write!(html, "q ~ i:not(.x{i}) {{ display: none }}");
    }
    html.push_str(
        ".gone { display: none }</style><b></b><b class=gone data-expect=not-rendered><a>",
    );
    html.push_str(&"<i>x</i>".repeat(5_000));
    let (_, report) = styled(&html);
    assert!(report.costly_rules > 0 || report.ended_early);
}

#[test]
fn deep_pages_and_deep_sheets() {
    let html = format!(
        "<style>{}</style>{}<p data-expect=visible>x",
        "a { ".repeat(50_000),
        "<div>".repeat(400)
    );
    styled(&html);
    styled(&format!(
        "<style>{}</style>",
        "@media screen { ".repeat(50_000)
    ));
    styled(&format!("<style>{}", "a:b{".repeat(50_000)));
    styled(&format!(
        "<style>a {{ {} }}</style>",
        "&:is(&, &) { ".repeat(50)
    ));
}

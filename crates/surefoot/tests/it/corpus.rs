//! Real pages, which nobody here wrote, through the whole way from markup to text and back.

use std::collections::HashSet;

use surefoot::{Format, Snapshot, read_html, render};
use surefoot_view::{arranged, parse, render_parsed};

#[test]
fn real_pages_are_shown_without_loss_in_every_format() {
    let pages = surefoot_corpus::selection().unwrap_or_else(|missing| panic!("{missing}"));
    assert!(!pages.is_empty());
    let mut items = 0;
    for page in pages {
        let html = String::from_utf8_lossy(&page.bytes().unwrap()).into_owned();
        let snapshot = read_html(&html, "https://example.org/dir/page.html");
        items += snapshot.items.len();
        refs_are_distinct(&page.name, &snapshot);
        for &format in Format::ALL {
            let text = render(format, &snapshot);
            is_harmless(&page.name, &text);
            let parsed = parse(format, &text)
                .unwrap_or_else(|error| panic!("{} as {format:?}: {error}", page.name));
            let again = render_parsed(format, &parsed);
            let other = text.lines().zip(again.lines()).find(|(a, b)| a != b);
            assert!(
                text == again,
                "{} as {format:?} changes when read back: {other:?}",
                page.name
            );
        }
        let lines = render(Format::Compact, &snapshot).lines().count();
        let heading = if snapshot.title.is_empty() { 0 } else { 2 };
        assert_eq!(
            lines,
            arranged(Format::Compact, &snapshot).items.len() + heading,
            "{}: one line each",
            page.name
        );
    }
    assert!(items > 10_000, "only {items} items in all of them");
}

fn refs_are_distinct(name: &str, snapshot: &Snapshot) {
    let mut seen = HashSet::new();
    for item in &snapshot.items {
        if let Some(reference) = item.reference {
            assert!(seen.insert(reference), "{name}: @e{reference} twice");
        }
    }
}

/// Nothing in it moves a terminal or hides itself.
fn is_harmless(name: &str, text: &str) {
    let bad = text
        .chars()
        .find(|&c| c != '\n' && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')));
    assert_eq!(bad, None, "{name}");
}

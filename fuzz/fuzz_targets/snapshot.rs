//! Any bytes are a page: they are decoded, parsed, given roles and names, and shown in every format. What is shown
//! reads back, renders the same again, and has exactly the lines and refs it should have.

#![no_main]

use std::time::SystemTime;

use libfuzzer_sys::fuzz_target;
use surefoot_aria::{MAX_NAME_BYTES, Semantics};
use surefoot_native::text::{TextKind, decode};
use surefoot_page::Page;
use surefoot_snapshot::{Numbering, RefPolicy, Registry, Snapshot, outline};
use surefoot_view::{Format, Meta, escape, parse, render, render_parsed};

fuzz_target!(|bytes: &[u8]| {
    let decoded = decode(bytes.to_vec(), TextKind::Html, None, None);
    let page = surefoot_native::dom::parse_html(&decoded.text, "https://example.com/");
    check_tree(&page);
    let semantics = Semantics::new(&page);
    check_semantics(&semantics);
    let mut snapshot = outline(&semantics);
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
    check_snapshot(&snapshot);
    for &format in Format::ALL {
        check_format(format, &snapshot);
    }
});

/// Every node that is attached is in the tree once.
fn check_tree(page: &Page) {
    let mut seen = vec![false; page.len()];
    for node in page.in_tree_order() {
        assert!(
            !std::mem::replace(&mut seen[node.index()], true),
            "a node is in the tree twice"
        );
    }
}

fn check_semantics(semantics: &Semantics<'_>) {
    for node in semantics.page().ids() {
        assert!(semantics.name(node).len() <= MAX_NAME_BYTES);
        assert!(semantics.description(node).len() <= MAX_NAME_BYTES);
        let _ = semantics.states(node);
    }
}

/// Parents come before their children, one level above them, and refs count on from 1.
fn check_snapshot(snapshot: &Snapshot) {
    let mut last = 0;
    for (index, item) in snapshot.items.iter().enumerate() {
        let above = item.parent.map(|parent| {
            assert!((parent as usize) < index);
            snapshot.items[parent as usize].depth + 1
        });
        assert_eq!(item.depth, above.unwrap_or(0));
        if let Some(reference) = item.reference {
            assert_eq!(reference, last + 1);
            last = reference;
        }
    }
}

fn check_format(format: Format, snapshot: &Snapshot) {
    let meta = Meta {
        timestamp: SystemTime::UNIX_EPOCH,
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    };
    let text = render(format, snapshot, &meta);
    let parsed = parse(format, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(render_parsed(format, &parsed), text, "{format}");

    let other_lines = match format {
        Format::Compact if snapshot.title.trim().is_empty() => 0,
        Format::Compact | Format::Json => 2,
        _ => usize::from(
            text.lines()
                .any(|line| line == "# Cursor-interactive elements:"),
        ),
    };
    assert_eq!(
        text.lines().count(),
        other_lines + snapshot.items.len(),
        "{text}"
    );
    assert!(
        !text.contains(|c| c != '\n' && escape::is_hidden(c)),
        "{text:?}"
    );

    let mut shown: Vec<_> = parsed
        .elements
        .iter()
        .filter_map(|element| element.reference)
        .collect();
    shown.sort_unstable();
    let given: Vec<_> = snapshot
        .items
        .iter()
        .filter_map(|item| item.reference)
        .collect();
    assert_eq!(shown, given, "{text}");
}

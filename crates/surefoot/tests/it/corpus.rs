//! Real pages, which nobody here wrote, through the whole way from markup to text and back.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::{Duration, Instant};

use surefoot::snapshot::PageFacts;
use surefoot::view::{page_data, tokens};
use surefoot::{
    Answer, Bounds, Command, Format, Session, Settings, Shared, Snapshot, SnapshotAnswer,
    SnapshotRequest, read_html, render,
};
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

/// A page in a session with the native engine.
async fn visited(name: &str, bytes: Vec<u8>) -> Session {
    let mut session = Session::new(name, Settings::default(), &Shared::new().unwrap())
        .await
        .unwrap();
    let source = Command::OpenSource {
        bytes,
        url: "https://example.org/dir/page.html".to_owned(),
    };
    session.run(source, bounds()).await.unwrap();
    session
}

fn bounds() -> Bounds {
    Bounds::until(Instant::now() + Duration::from_mins(1))
}

async fn shot(session: &mut Session, request: SnapshotRequest) -> SnapshotAnswer {
    let command = Command::Snapshot(request);
    match session.run(command, bounds()).await.unwrap() {
        Answer::Snapshot(shot) => shot,
        other => panic!("{other:?}"),
    }
}

fn facts(shot: &SnapshotAnswer) -> &PageFacts {
    shot.snapshot.facts.as_deref().unwrap()
}

fn in_runtime<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

#[test]
fn what_a_page_is_there_for_fits_into_500_tokens() {
    let pages = surefoot_corpus::selection().unwrap();
    let (mut primary, mut folded) = (0, 0);
    in_runtime(async {
        for page in pages {
            let mut session = visited("budget", page.bytes().unwrap()).await;
            let whole = shot(&mut session, SnapshotRequest::new(Format::Json)).await;
            let request = SnapshotRequest {
                budget: NonZeroU32::new(500),
                ..SnapshotRequest::new(Format::Compact)
            };
            let shown = shot(&mut session, request).await;
            let text = render(Format::Compact, &shown.snapshot);
            let count = tokens::count(&text);
            assert!(count <= 500, "{}: {count} tokens\n{text}", page.name);
            folded += usize::from(shown.snapshot.items.iter().any(|item| item.fold.is_some()));
            let action = facts(&whole).primary().map(|action| action.node);
            primary += usize::from(action.is_some());
            let overlays = whole.snapshot.overlays.iter();
            for needed in overlays.filter_map(|overlay| overlay.dismiss).chain(action) {
                let is_shown = shown.snapshot.items.iter().any(|item| item.key == needed);
                let at = whole.snapshot.position(needed).unwrap();
                let label = whole.snapshot.items[at].label();
                assert!(is_shown, "{}: {label:?} is not in\n{text}", page.name);
            }
        }
    });
    assert!(primary > 5, "{primary} pages with a primary action");
    assert!(folded > 30, "{folded} pages that did not fit");
}

/// The facts of a page, on a few lines.
fn told(name: &str, shot: &SnapshotAnswer) -> String {
    let facts = facts(shot);
    let mut out = format!(
        "{name}\n  {}, {} inputs, {} actions, {} links of the navigation, {} forms, {} alerts, {} tables, {} lists, \
         {} characters to read\n",
        facts.page_type.map_or("none", |kind| kind.as_str()),
        facts.inputs.len(),
        facts.actions.len(),
        facts.navigation.len(),
        facts.forms.len(),
        facts.alerts.len(),
        facts.tables.len(),
        facts.lists.len(),
        facts.content.text.chars().count(),
    );
    if let Some(action) = facts.primary() {
        let _ = writeln!(out, "  is there for {:?}", action.label);
    }
    for overlay in &shot.snapshot.overlays {
        let _ = writeln!(
            out,
            "  behind {} {:?}",
            overlay.kind.as_str(),
            overlay.title
        );
    }
    for captcha in &facts.captchas {
        let _ = writeln!(out, "  {captcha:?}");
    }
    out
}

/// What is known of each page is in `tests/corpus_facts.txt`, which a person has read; `UPDATE_EXPECT=1` writes it anew.
#[test]
fn facts_of_real_pages() {
    let pages = surefoot_corpus::selection().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus_facts.txt");
    let mut all = String::new();
    in_runtime(async {
        for page in pages {
            let mut session = visited("facts", page.bytes().unwrap()).await;
            let shot = shot(&mut session, SnapshotRequest::new(Format::PageJson)).await;
            all.push_str(&told(&page.name, &shot));
            let ids = serde_json::to_value(page_data(&shot.snapshot)).unwrap();
            let mut seen = HashSet::new();
            for control in ["inputs", "actions"] {
                for control in ids[control].as_array().unwrap() {
                    let id = control["id"].as_str().unwrap();
                    assert!(seen.insert(id.to_owned()), "{}: {id} twice", page.name);
                }
            }
        }
    });
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &all).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let other = all
        .lines()
        .zip(expected.lines())
        .find(|(is, was)| is != was);
    assert!(
        all == expected,
        "what is known of the pages has changed: {other:?}"
    );
}

//! A page as Markdown: a folder of cases, no code per case.
//!
//! `tests/markdown/NAME.html` is a page, `NAME.md` its main part. `UPDATE_EXPECT=1 cargo test -p surefoot-snapshot` writes
//! those anew.

use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_snapshot::{main_part, markdown};

use crate::properties::markup;

fn read(html: &str) -> String {
    let page = parse_html(html, "https://example.com/");
    let semantics = Semantics::new(&page);
    let address = |href: &str| {
        Some(format!(
            "https://example.com/{}",
            href.trim_start_matches('/')
        ))
    };
    main_part(&semantics)
        .map(|part| markdown(&semantics, part, &address))
        .unwrap_or_default()
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/markdown");
    let mut seen = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        seen += 1;
        let got = read(&std::fs::read_to_string(&path).unwrap()) + "\n";
        let expected = path.with_extension("md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &got).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
            wrong.push(format!("{}:\n{got}", path.display()));
        }
    }
    assert!(seen > 3, "the folder of cases is there");
    assert!(
        wrong.is_empty(),
        "what is read has changed in\n{}",
        wrong.join("\n")
    );
}

#[test]
fn depth_and_breadth_cost_no_more_than_they_are() {
    for (open, close) in [
        ("<ul><li>x", "</ul>"),
        ("<blockquote>x", "</blockquote>"),
        ("<b>x", "</b>"),
        ("<table><tr><td>x", "</table>"),
        ("<a href=y>x", ""),
        ("<pre>x", "</pre>"),
    ] {
        let html = open.repeat(20_000) + &close.repeat(20_000);
        let begun = Instant::now();
        let text = read(&html);
        assert!(text.contains('x'), "{open}");
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{open}: {:?}",
            begun.elapsed()
        );
        assert!(
            text.len() < 100 * html.len(),
            "{open}: {} bytes",
            text.len()
        );
    }
}

proptest! {
    #[test]
    fn any_page_can_be_read(html in markup()) {
        read(&html);
    }
}

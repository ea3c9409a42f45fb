//! The cases: `tests/selectors/NAME.html` is a page in which the attribute `x` marks elements; `NAME.txt` is what the
//! waterfall says of each. `UPDATE_EXPECT=1 cargo test -p surefoot-locate` writes those anew.

use std::fmt::Write as _;
use std::path::Path;

use surefoot_locate::{Chain, Waterfall};
use surefoot_native::dom::parse_html;
use surefoot_page::Page;

/// At most so many selectors of an element are listed.
const LISTED: usize = 4;

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/selectors");
    let bless = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut count = 0;
    let mut wrong = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "html") {
            continue;
        }
        count += 1;
        let html = std::fs::read_to_string(&path).unwrap();
        let said = said(&parse_html(&html, "https://example.com/"));
        let expected = path.with_extension("txt");
        if bless {
            std::fs::write(expected, said).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            let _ = writeln!(wrong, "{}:\n{said}", path.display());
        }
    }
    assert!(count >= 8, "the cases are there");
    assert!(wrong.is_empty(), "{wrong}");
}

fn said(page: &Page) -> String {
    let waterfall = Waterfall::new(page);
    let marker = page.lookup("x").expect("a case marks elements with x");
    let mut out = String::new();
    for node in page.in_tree_order() {
        let Some(called) = page.attr(node, marker) else {
            continue;
        };
        let legs = waterfall
            .legs(node)
            .expect("every element of a case can be reached");
        let first = |&leg: &_| waterfall.candidates(leg).next().map(|found| found.css);
        let best: Option<Vec<String>> = legs.iter().map(first).collect();
        let chain = Chain::new(best.unwrap_or_default());
        let _ = writeln!(
            out,
            "{called}: {}",
            chain.map_or_else(|| "none".to_owned(), |c| c.to_string())
        );
        for candidate in waterfall.candidates(node).take(LISTED) {
            let _ = writeln!(out, "  {:2} {}", candidate.strategy.number(), candidate.css);
        }
    }
    out
}

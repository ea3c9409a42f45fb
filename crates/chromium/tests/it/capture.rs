//! What is captured: a folder of cases, no code per case.
//!
//! `tests/captures/NAME.html` is a page; `NAME.txt` is what is captured of it, as an agent sees it. With the line
//! `<!-- facts -->` at its begin the facts and boxes of all elements with an id follow. `UPDATE_EXPECT=1` writes the
//! expectations anew.

use std::fmt::Write as _;
use std::path::Path;
use std::time::SystemTime;

use surefoot_aria::Semantics;
use surefoot_engine::Destination;
use surefoot_page::{Page, name};
use surefoot_snapshot::{Numbering, Options, RefPolicy, Registry, filtered, outline};
use surefoot_view::{Format, Meta, render};

use crate::support::{limits, run};

/// A page as an agent sees it.
pub(crate) fn compact(page: &Page) -> String {
    let mut snapshot = filtered(&outline(&Semantics::new(page)), &Options::default());
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
    let meta = Meta {
        timestamp: SystemTime::UNIX_EPOCH,
        engine: "chromium",
        generation: 1,
        notes: Vec::new(),
    };
    render(Format::Compact, &snapshot, &meta)
}

/// The facts of all elements that have an id.
fn facts(page: &Page) -> String {
    let mut out = String::new();
    for node in page.in_tree_order() {
        let Some(id) = page.attr(node, name::ID) else {
            continue;
        };
        write!(out, "{id}: {:?}", page.facts(node)).unwrap();
        if let Some(bounds) = page.bounds(node) {
            let [x, y, width, height] = [bounds.x, bounds.y, bounds.width, bounds.height];
            write!(out, " at {x},{y} {width}x{height}").unwrap();
        }
        if let Some(scroll) = page.scroll(node) {
            write!(out, " {scroll:?}").unwrap();
        }
        if let Some(by) = page.cover(node) {
            write!(out, " under {:?}", page.attr(by, name::ID)).unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures");
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "html"))
        .collect();
    cases.sort();
    assert!(!cases.is_empty());
    run(async |site| {
        let mut wrong = Vec::new();
        for path in &cases {
            let url = format!("file://{}", path.display());
            site.tab
                .navigate(Destination::Url(url), limits())
                .await
                .unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            let mut got = compact(&page);
            let source = std::fs::read_to_string(path).unwrap();
            if source.starts_with("<!-- facts -->") {
                got = format!("{got}\n{}", facts(&page));
            }
            let expected = path.with_extension("txt");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&expected, &got).unwrap();
            } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
                wrong.push(format!("{}:\n{got}", path.display()));
            }
        }
        assert!(
            wrong.is_empty(),
            "what is captured has changed in\n{}",
            wrong.join("\n")
        );
    });
}

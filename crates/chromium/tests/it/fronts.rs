//! What stands in front of a page: a folder of cases, no code per case.
//!
//! `tests/fronts/NAME.html` is a page; `NAME.txt` says what overlays it has, as geometry tells. `UPDATE_EXPECT=1` writes
//! the expectations anew.

use std::fmt::Write as _;
use std::path::Path;

use surefoot_aria::Semantics;
use surefoot_engine::Destination;
use surefoot_page::Page;
use surefoot_snapshot::outline;

use crate::support::{limits, run};

/// The overlays of a page, one a line.
pub(crate) fn overlays(page: &Page) -> String {
    let outline = outline(&Semantics::new(page));
    let mut out = String::new();
    for overlay in &outline.overlays {
        let dismiss = overlay.dismiss.and_then(|key| outline.position(key));
        let dismiss = dismiss.map_or("nothing", |at| outline.items[at].label());
        let blocking = if overlay.blocking { " blocking" } else { "" };
        let (kind, title) = (overlay.kind.as_str(), &overlay.title);
        writeln!(out, "{kind}{blocking} {title:?}, {dismiss:?} closes it").unwrap();
    }
    if out.is_empty() {
        out.push_str("nothing\n");
    }
    out
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fronts");
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "html"))
        .collect();
    cases.sort();
    assert!(cases.len() > 10, "the folder of cases is there");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    run(async |site| {
        for case in cases {
            let source = Destination::Source {
                bytes: std::fs::read(&case).unwrap(),
                url: "https://example.com/".to_owned(),
            };
            site.tab.navigate(source, limits()).await.unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            let got = overlays(&page);
            let path = case.with_extension("txt");
            if update {
                std::fs::write(&path, &got).unwrap();
            } else if std::fs::read_to_string(&path).unwrap_or_default() != got {
                wrong.push(format!("{}:\n{got}", path.display()));
            }
        }
    });
    assert!(
        wrong.is_empty(),
        "what stands in front has changed in\n{}",
        wrong.join("\n")
    );
}

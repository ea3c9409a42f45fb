//! What is kept of a page: a folder of cases, no code per case.
//!
//! `tests/cases/NAME.html` is a page; its first line may be a comment with options (`<!-- -i -c -d 2 -s CSS --merged -->`).
//! `NAME.txt` is what is shown of it. `UPDATE_EXPECT=1 cargo test -p surefoot-snapshot` writes those anew.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on shall panic"
)]

mod context;
mod delta;
mod facts;
mod markdown;
mod properties;
mod slugs;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::{Page, Selector};
use surefoot_snapshot::{
    Numbering, Options, RefPolicy, Registry, Scope, Snapshot, filtered, merged, outline,
};

/// The options of a case, as a command line would have them.
fn options(page: &Page, line: &str) -> Options {
    let mut options = Options::default();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "-i" => options.interactive = true,
            "-c" => options.compact = true,
            "--merged" => {}
            "-d" => options.depth = words.next().and_then(|d| d.parse().ok()),
            "-s" => {
                let css = words.next().expect("a selector after -s");
                let roots = page.select_everywhere(&Selector::parse(css).expect("a selector"));
                options.scope = Some(Scope::new(page, &roots.expect("a cheap selector")));
            }
            other => panic!("unknown option {other}"),
        }
    }
    options
}

/// One line an item, with everything that matters.
pub(crate) fn dump(snapshot: &Snapshot) -> String {
    let mut out = format!("{:?} {}\n", snapshot.title, snapshot.url);
    for item in &snapshot.items {
        let indent = "  ".repeat(item.depth as usize);
        let reference = item.reference.map_or("-".to_owned(), |r| r.to_string());
        write!(out, "{indent}{reference} {}", item.role_name()).unwrap();
        for (label, text) in [
            ("", &item.name),
            (" text=", &item.text),
            (" inner=", &item.inner),
            (" description=", &item.description),
        ] {
            if !text.is_empty() {
                write!(
                    out,
                    "{}{text:?}",
                    if label.is_empty() { " " } else { label }
                )
                .unwrap();
            }
        }
        for (label, text) in [
            ("value", &item.value),
            ("href", &item.href),
            ("placeholder", &item.placeholder),
            (
                "clue",
                &Some(item.clue.clone()).filter(|clue| !clue.is_empty()),
            ),
        ] {
            if let Some(text) = text {
                write!(out, " {label}={text:?}").unwrap();
            }
        }
        let s = &item.states;
        let states = [
            (
                "checked",
                s.checked
                    .is_some_and(|c| c == surefoot_snapshot::Tristate::True),
            ),
            ("expanded", s.expanded == Some(true)),
            ("collapsed", s.expanded == Some(false)),
            ("selected", s.selected == Some(true)),
            ("disabled", s.disabled),
            ("required", s.required),
            ("readonly", s.readonly),
            ("multiline", s.multiline),
            ("focused", s.focused),
        ];
        for (word, _) in states.iter().filter(|(_, on)| *on) {
            write!(out, " {word}").unwrap();
        }
        if !item.hints.is_empty() {
            write!(out, " hints={:?}", item.hints).unwrap();
        }
        if item.frame != 0 {
            write!(out, " frame={}", item.frame).unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "html"))
        .collect();
    names.sort();
    assert!(names.len() > 5, "the folder of cases is there");
    let mut wrong = Vec::new();
    for path in names {
        let html = std::fs::read_to_string(&path).unwrap();
        let page = parse_html(&html, "https://example.com/");
        let line = html
            .lines()
            .next()
            .and_then(|l| l.strip_prefix("<!-- "))
            .and_then(|l| l.strip_suffix(" -->"))
            .filter(|l| l.starts_with('-'))
            .unwrap_or("");
        let mut snapshot = filtered(&outline(&Semantics::new(&page)), &options(&page, line));
        if line.contains("--merged") {
            snapshot = merged(&snapshot).into_owned();
            // Merging again changes nothing.
            assert!(matches!(merged(&snapshot), Cow::Borrowed(_)), "{path:?}");
        }
        Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
        let got = dump(&snapshot);
        let expected = path.with_extension("txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &got).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
            wrong.push(format!(
                "{}:\n{got}",
                path.file_name().unwrap().to_string_lossy()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "what is shown has changed in\n{}",
        wrong.join("\n")
    );
}

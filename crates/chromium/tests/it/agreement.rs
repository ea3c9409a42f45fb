//! Where neither layout nor script matters, both engines show the same.
//!
//! The pages are the cases of the crates that need no browser, without their scripts. What is shown otherwise in the
//! browser stands in `tests/agreement.txt`, line by line, with the reasons; `UPDATE_EXPECT=1` writes the lines anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use surefoot_engine::Destination;
use surefoot_native::dom::parse_html;

use crate::capture::compact;
use crate::support::{limits, run};

/// The folders of cases, and how many are there at least.
const FOLDERS: [(&str, usize); 3] = [
    ("aria/tests/cases", 4),
    ("snapshot/tests/cases", 8),
    ("native/tests/style_cases", 1),
];

fn cases() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    for (folder, least) in FOLDERS {
        let mut found: Vec<_> = std::fs::read_dir(crates.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "html"))
            .collect();
        assert!(found.len() >= least, "{folder}: {}", found.len());
        found.sort();
        all.extend(found);
    }
    all
}

/// The lines that only one of both texts has, in order: `-` native, `+` chromium.
fn difference(native: &str, chromium: &str) -> Vec<String> {
    let plain = |text: &str| -> Vec<String> {
        // Refs count on, so one line more would change all after it.
        let line = |l: &str| l.split_once(": ").map_or(l, |(_, rest)| rest).to_owned();
        text.lines().map(line).collect()
    };
    let (old, new) = (plain(native), plain(chromium));
    // Longest common subsequence, from the end.
    let mut longest = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i][j] = if old[i] == new[j] {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            i += 1;
            j += 1;
        } else if j == new.len() || (i < old.len() && longest[i + 1][j] >= longest[i][j + 1]) {
            lines.push(format!("-{}", old[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", new[j]));
            j += 1;
        }
    }
    lines
}

#[test]
fn both_engines_show_the_same() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement.txt");
    let folder = tempfile::tempdir().unwrap();
    run(async |site| {
        let mut got = String::new();
        for path in cases() {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let html = std::fs::read_to_string(&path).unwrap();
            let html = html
                .replace("<script", "<template")
                .replace("</script", "</template");
            let copy = folder.path().join(&name);
            std::fs::write(&copy, &html).unwrap();
            let url = format!("file://{}", copy.display());
            let native = compact(&parse_html(&html, &url));
            let to = Destination::Url(url);
            site.tab.navigate(to, limits()).await.unwrap();
            let chromium = compact(&site.tab.capture(limits()).await.unwrap());
            let lines = difference(&native, &chromium);
            if !lines.is_empty() {
                writeln!(got, "{name}\n{}", lines.join("\n")).unwrap();
            }
        }
        let expected = std::fs::read_to_string(&list).unwrap_or_default();
        let comments: Vec<_> = expected.lines().filter(|l| l.starts_with('#')).collect();
        let differences: Vec<_> = expected.lines().filter(|l| !l.starts_with('#')).collect();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&list, format!("{}\n{got}", comments.join("\n"))).unwrap();
        } else {
            assert_eq!(got.trim_end(), differences.join("\n").trim_end());
        }
    });
}

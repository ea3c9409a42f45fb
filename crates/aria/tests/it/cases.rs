//! The cases: HTML files that say themselves what is expected of their elements.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use surefoot_aria::{Exclusion, Semantics, States};
use surefoot_page::{NodeId, Page};

use crate::support;

/// The states of an element as words, in a fixed order.
fn words(states: &States) -> String {
    let mut out = Vec::new();
    let flags = [
        ("disabled", states.disabled),
        ("required", states.required),
        ("readonly", states.readonly),
        ("multiline", states.multiline),
        ("multiselectable", states.multiselectable),
        ("modal", states.modal),
        ("focused", states.focused),
        ("busy", states.busy),
        ("inert", states.inert),
    ];
    out.extend(
        states
            .checked
            .map(|v| format!("checked={}", format!("{v:?}").to_lowercase())),
    );
    out.extend(
        states
            .pressed
            .map(|v| format!("pressed={}", format!("{v:?}").to_lowercase())),
    );
    out.extend(states.expanded.map(|v| format!("expanded={v}")));
    out.extend(states.selected.map(|v| format!("selected={v}")));
    out.extend(flags.iter().filter(|f| f.1).map(|f| f.0.to_owned()));
    out.extend(states.invalid.map(|v| format!("invalid={}", v.as_str())));
    out.extend(states.current.map(|v| format!("current={}", v.as_str())));
    out.extend(states.level.map(|v| format!("level={v}")));
    out.extend(states.sort.map(|v| format!("sort={}", v.as_str())));
    out.extend(
        states
            .orientation
            .map(|v| format!("orientation={}", v.as_str())),
    );
    if let Some(range) = &states.range {
        out.extend(range.now.map(|v| format!("now={v}")));
        out.extend(range.min.map(|v| format!("min={v}")));
        out.extend(range.max.map(|v| format!("max={v}")));
        out.extend(range.text.as_ref().map(|v| format!("text={v}")));
    }
    out.extend(states.has_popup.map(|v| format!("popup={}", v.as_str())));
    out.extend(states.live.map(|v| format!("live={}", v.as_str())));
    out.join(" ")
}

/// What an attribute of a case asks for.
fn answer(semantics: &Semantics<'_>, node: NodeId, question: &str) -> Option<String> {
    Some(match question {
        "data-role" => semantics.role(node).as_str().to_owned(),
        "data-name" => semantics.name(node),
        "data-description" => semantics.description(node),
        "data-states" => words(&semantics.states(node)),
        "data-value" => semantics.shown_value(node).unwrap_or_default().into_owned(),
        "data-placeholder" => semantics.placeholder(node).unwrap_or_default().to_owned(),
        "data-orphan" => semantics
            .orphaned_role(node)
            .map_or(String::new(), |r| r.to_string()),
        "data-labelled-by" => ids(semantics.page(), &semantics.labelled_by(node)),
        "data-children" => ids(semantics.page(), &semantics.owned_children(node)),
        "data-excluded" => match semantics.exclusion(node) {
            None => "no",
            Some(Exclusion::NotContent) => "not-content",
            Some(Exclusion::NotRendered) => "not-rendered",
            Some(Exclusion::Invisible) => "invisible",
            Some(Exclusion::AriaHidden) => "aria-hidden",
            Some(Exclusion::Inert) => "inert",
            Some(_) => "other",
        }
        .to_owned(),
        _ => return None,
    })
}

/// The ids of the elements among some nodes.
fn ids(page: &Page, nodes: &[NodeId]) -> String {
    let ids: Vec<_> = nodes
        .iter()
        .filter_map(|&n| page.attr(n, surefoot_page::name::ID))
        .collect();
    ids.join(" ")
}

/// Checks one file: how many expectations it holds, and a line for each that is not met.
fn check(path: &Path) -> (usize, String) {
    let html = std::fs::read_to_string(path).expect("a readable case");
    let page = support::page(&html);
    let semantics = Semantics::new(&page);
    let mut count = 0;
    let mut failures = String::new();
    for node in page.ids().filter(|&n| page.is_element(n)) {
        for attribute in page.attrs(node) {
            let question = page.name_str(attribute.name);
            let Some(got) = answer(&semantics, node, question) else {
                continue;
            };
            count += 1;
            if got != attribute.value {
                let tag = page.name_str(page.tag(node));
                let id = page.attr(node, surefoot_page::name::ID).unwrap_or("");
                let want = attribute.value;
                writeln!(
                    failures,
                    "  <{tag} id={id:?}> {question}: want {want:?}, got {got:?}"
                )
                .expect("a string");
            }
        }
    }
    assert!(semantics.diagnostics().is_empty(), "{}", path.display());
    (count, failures)
}

#[test]
fn cases_are_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "html"))
        .collect();
    files.sort();
    let mut all = 0;
    let mut report = String::new();
    for path in &files {
        let (count, failures) = check(path);
        assert!(count > 0, "{} expects nothing", path.display());
        all += count;
        if !failures.is_empty() {
            writeln!(report, "{}:\n{failures}", path.display()).expect("a string");
        }
    }
    assert!(
        report.is_empty(),
        "of {all} expectations these are not met:\n{report}"
    );
}

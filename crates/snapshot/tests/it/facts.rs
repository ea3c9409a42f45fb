//! What is known about a page as a whole: a folder of cases, no code per case.
//!
//! `tests/facts/NAME.html` is a page; its first line may be a comment with its address (`<!-- https://… -->`). `NAME.txt`
//! is what is known of it. `UPDATE_EXPECT=1 cargo test -p surefoot-snapshot` writes those anew.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::NodeKey;
use surefoot_snapshot::facts::{Constraints, Input};
use surefoot_snapshot::{PageFacts, Slugs, Snapshot, outline};

use crate::properties::markup;

fn facts(html: &str, url: &str) -> (Snapshot, Slugs, PageFacts) {
    let page = parse_html(html, url);
    let semantics = Semantics::new(&page);
    let outline = outline(&semantics);
    let slugs = Slugs::new(&page, &outline);
    let facts = PageFacts::with_slugs(&semantics, &outline, &slugs);
    (outline, slugs, facts)
}

/// Everything that is known, one line a fact.
fn dump(outline: &Snapshot, slugs: &Slugs, facts: &PageFacts) -> String {
    let called = |key: NodeKey| match outline.position(key) {
        Some(at) if !slugs.of(at).is_empty() => slugs.of(at).to_owned(),
        Some(at) => outline.items[at].role_name().to_owned(),
        None => "?".to_owned(),
    };
    let mut out = String::new();
    for overlay in &outline.overlays {
        let blocking = if overlay.blocking { " blocking" } else { "" };
        let dismiss = overlay.dismiss.map(called).unwrap_or_default();
        let (kind, title) = (overlay.kind.as_str(), &overlay.title);
        writeln!(
            out,
            "overlay {kind}{blocking} {title:?} -> {dismiss} ({} inside)",
            overlay.inside.len()
        )
        .unwrap();
    }
    if let Some(kind) = facts.page_type {
        writeln!(out, "type {}", kind.as_str()).unwrap();
    }
    for (word, text) in [
        ("language", &facts.language),
        ("description", &facts.description),
    ] {
        if !text.is_empty() {
            writeln!(out, "{word} {text}").unwrap();
        }
    }
    if facts.has_login_form() {
        out.push_str("has login form\n");
    }
    for captcha in &facts.captchas {
        writeln!(out, "captcha {}", captcha.as_str()).unwrap();
    }
    let content = &facts.content;
    writeln!(
        out,
        "content {:?} {} bytes",
        content.source,
        content.text.len()
    )
    .unwrap();
    for line in content.text.lines() {
        writeln!(out, "  {line}").unwrap();
    }
    for input in &facts.inputs {
        writeln!(out, "input {}", input_line(input)).unwrap();
    }
    for action in &facts.actions {
        let mut line = format!(
            "action {} {} {:?}",
            action.id,
            action.kind.as_str(),
            action.label
        );
        if let Some(href) = &action.href {
            write!(line, " -> {href}").unwrap();
        }
        for (word, is) in [(" primary", action.primary), (" disabled", action.disabled)] {
            line.push_str(if is { word } else { "" });
        }
        writeln!(out, "{line}").unwrap();
    }
    for link in &facts.navigation {
        writeln!(
            out,
            "navigation {:?} -> {}",
            link.label,
            link.href.as_deref().unwrap_or_default()
        )
        .unwrap();
    }
    for form in &facts.forms {
        let kind = form
            .kind
            .map(|kind| format!(" {kind:?}"))
            .unwrap_or_default();
        let submit = form.submit.as_deref().unwrap_or_default();
        writeln!(
            out,
            "form {}{kind} fields {:?} -> {submit}",
            form.id, form.fields
        )
        .unwrap();
        for (field, error) in &form.errors {
            writeln!(out, "  {field}: {error}").unwrap();
        }
    }
    for alert in &facts.alerts {
        writeln!(out, "alert {} {:?}", alert.kind.as_str(), alert.text).unwrap();
    }
    for table in &facts.tables {
        writeln!(
            out,
            "table {:?} {:?} {} rows",
            table.caption, table.headers, table.total_rows
        )
        .unwrap();
        for row in &table.rows {
            writeln!(out, "  {}", row.join(" | ")).unwrap();
        }
        for span in &table.spans {
            writeln!(out, "  {span:?}").unwrap();
        }
    }
    for list in &facts.lists {
        writeln!(out, "list {:?} {} items", list.label, list.total).unwrap();
        for item in &list.items {
            writeln!(out, "  {item}").unwrap();
        }
    }
    if let Some(pages) = &facts.pagination {
        let (next, previous) = (pages.next.map(called), pages.previous.map(called));
        writeln!(
            out,
            "pages {:?} of {:?} next {next:?} previous {previous:?}",
            pages.current, pages.last
        )
        .unwrap();
    }
    out
}

fn input_line(input: &Input) -> String {
    let mut line = format!("{} {} {:?}", input.id, input.kind, input.label);
    for (word, text) in [
        ("value", &input.value),
        ("placeholder", &input.placeholder),
        ("error", &input.error),
        ("autocomplete", &input.autocomplete),
    ] {
        if !text.is_empty() {
            write!(line, " {word}={text:?}").unwrap();
        }
    }
    for (word, is) in [
        ("checked", input.checked == Some(true)),
        ("unchecked", input.checked == Some(false)),
        ("disabled", input.disabled),
        ("readonly", input.readonly),
    ] {
        if is {
            write!(line, " {word}").unwrap();
        }
    }
    if input.constraints != Constraints::default() {
        write!(line, " {:?}", input.constraints).unwrap();
    }
    if !input.options.is_empty() {
        write!(line, " options={:?}", input.options).unwrap();
    }
    line
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "html"))
        .collect();
    names.sort();
    assert!(names.len() > 10, "the folder of cases is there");
    let mut wrong = Vec::new();
    for path in names {
        let html = std::fs::read_to_string(&path).unwrap();
        let url = html
            .lines()
            .next()
            .and_then(|l| l.strip_prefix("<!-- "))
            .and_then(|l| l.strip_suffix(" -->"))
            .filter(|l| l.starts_with("http"))
            .unwrap_or("https://example.com/");
        let (outline, slugs, facts) = facts(&html, url);
        let got = dump(&outline, &slugs, &facts);
        let expected = path.with_extension("txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &got).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
            wrong.push(format!("{}:\n{got}", path.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "what is known has changed of\n{}",
        wrong.join("\n")
    );
}

/// Pieces that facts are made of.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<nav class=pagination><a rel=next href=2>",
        "</nav>",
        "<div role=alert class='alert-danger'>",
        "<div role=dialog aria-modal=true class=show>",
        "<dialog open>",
        "<div style='position:fixed;inset:0'>",
        "</div>",
        "<table><tr><th colspan=99>",
        "<td rowspan=9999999 colspan=0>",
        "</table>",
        "<ul><li>",
        "</ul>",
        "<form role=search>",
        "<form id=a class=login>",
        "</form>",
        "<input type=password name=p>",
        "<input form=a required pattern='[' min=x maxlength=1 aria-invalid=true aria-describedby=a>",
        "<select><option>",
        "<button class=primary>Sign in</button>",
        "<meta property=og:description content='d'>",
        "<iframe src=https://www.google.com/recaptcha/api2></iframe>",
        "<article><p>Some longer text, with commas, and more of it, so that it is text to be read by someone. </p>",
        "<p>Cookie</p>",
        "<main>",
        "<h1>404",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever the markup, facts are found, they are the same again, and what they name is there.
    #[test]
    fn facts_are_found_of_any_markup(a in pieces(), b in markup(), c in ".{0,40}") {
        let html = format!("{a}{b}{c}");
        let (outline, slugs, known) = facts(&html, "https://example.com/?q=x");
        let (_, _, again) = facts(&html, "https://example.com/?q=x");
        prop_assert_eq!(known.page_type, again.page_type);
        prop_assert_eq!(&known.content, &again.content);
        for (node, id) in known.inputs.iter().map(|i| (i.node, &i.id)).chain(known.actions.iter().map(|a| (a.node, &a.id))) {
            prop_assert_eq!(outline.position(node), slugs.find(id));
        }
        let ids: Vec<_> = known.inputs.iter().map(|i| &i.id).collect();
        for form in &known.forms {
            prop_assert!(form.fields.iter().all(|f| ids.contains(&f)));
        }
        prop_assert!(!known.content.text.contains("secret-word"));
        prop_assert!(known.inputs.iter().all(|i| &*i.value != "secret-word"));
        prop_assert!(known.actions.iter().filter(|a| a.primary).count() <= 1);
        prop_assert!(known.content.text.lines().all(|line| !line.trim().is_empty()));
    }
}

/// How long the facts of a page take.
fn cost(html: &str) -> Duration {
    let page = parse_html(html, "https://example.com/");
    let semantics = Semantics::new(&page);
    let outline = outline(&semantics);
    let began = Instant::now();
    let facts = PageFacts::new(&semantics, &outline);
    assert!(facts.content.text.len() < 1_000_000);
    began.elapsed()
}

#[test]
fn cost_is_linear() {
    const N: usize = 20_000;
    let text =
        "Some longer text, with commas, and more of it, so that it is text to be read by someone. ";
    let pages: Vec<(&str, String)> = vec![
        (
            "inputs",
            format!(
                "<form>{}</form>",
                "<label>Name <input name=a required aria-invalid=true></label>".repeat(N)
            ),
        ),
        (
            "forms",
            "<form><input type=password><button>Go</button></form>".repeat(N / 2),
        ),
        ("same buttons", "<button>Save</button>".repeat(N)),
        ("nested", format!("{}{text}", "<div>".repeat(N))),
        (
            "nested text",
            format!("<p>{text}").repeat(8) + &format!("<div>{text}").repeat(N / 10),
        ),
        ("nested lists", "<ul><li>a".repeat(N / 10)),
        ("nested tables", "<table><tr><td>a<td>".repeat(200)),
        (
            "nested dialogs",
            "<div role=dialog aria-modal=true class=show>a".repeat(N / 10),
        ),
        (
            "alerts",
            "<div class='alert alert-danger'>no".repeat(N / 10),
        ),
        (
            "rows",
            format!("<table>{}</table>", "<tr><td rowspan=3>a<td>b".repeat(N)),
        ),
        (
            "items",
            format!("<ul>{}</ul>", "<li><a href=x>a</a>".repeat(N)),
        ),
        (
            "wide cells",
            format!("<table><tr>{}</table>", "<td colspan=1000>a".repeat(N)),
        ),
    ];
    for (what, html) in pages {
        let took = cost(&html);
        // The bound is loose since tests are built without optimization and share the machine; what is quadratic takes
        // minutes.
        assert!(took < Duration::from_secs(20), "{what}: {took:?}");
    }
}

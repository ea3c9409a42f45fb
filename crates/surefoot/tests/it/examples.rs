//! The literal examples of the reference documents, from pages that are written for them: engine, snapshot, format.
//!
//! `tests/examples` holds the examples as the documents have them, `tests/examples/pages` the pages. Those of S1, S2 and
//! S4 come out byte for byte, those of S0 after runs of blanks are collapsed (its padding was lost). What needs a layout
//! or a style is asked of Chromium.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use surefoot::snapshot::{Options, RefPolicy, Registry, filtered};
use surefoot::view::{Meta, Parsed, arranged, json, parse, render, render_parsed};
use surefoot::{
    Answer, Bounds, Command, EngineChoice, Format, Session, Settings, Shared, Snapshot,
    SnapshotRequest, read_html,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/examples")
}

fn example(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap()
}

fn page(name: &str) -> String {
    example(&format!("pages/{name}.html"))
}

/// An example of S1.
fn of_s1(name: &str) -> String {
    let examples: Value = serde_json::from_str(&example("s1_examples.json")).unwrap();
    examples[name].as_str().unwrap().to_owned()
}

fn meta() -> Meta<'static> {
    Meta {
        timestamp: std::time::UNIX_EPOCH,
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    }
}

fn interactive() -> Options {
    Options {
        interactive: true,
        ..Options::default()
    }
}

/// The first snapshot of a page, read without a browser, in a format that numbers as it does.
fn snapshot(html: &str, url: &str, format: Format, options: &Options) -> Snapshot {
    let snapshot = filtered(&read_html(html, url), options);
    let mut snapshot = arranged(format, &snapshot).into_owned();
    Registry::new(RefPolicy::Stable).assign(&mut snapshot, format.numbering());
    snapshot
}

fn shown(html: &str, format: Format, options: &Options) -> String {
    let url = "https://example.com/";
    render(format, &snapshot(html, url, format, options), &meta())
}

/// Runs of blanks as one, as the examples of S0 have to be compared.
fn collapsed(text: &str) -> String {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of `text` that an example has, in its order.
fn lines_of(text: &str, example: &str) -> Vec<String> {
    let wanted: Vec<String> = example.lines().map(str::to_owned).collect();
    text.lines()
        .map(str::to_owned)
        .filter(|line| wanted.contains(line))
        .collect()
}

// ---- a session ---------------------------------------------------------------------------------------------------------

struct Visit(Session);

impl Visit {
    async fn to(name: &str, engine: EngineChoice) -> Visit {
        let settings = Settings {
            engine,
            ..Settings::default()
        };
        let mut visit = Visit(
            Session::new("examples", settings, &Shared::new().unwrap())
                .await
                .unwrap(),
        );
        visit
            .run(Command::OpenSource {
                bytes: page(name).into_bytes(),
                url: "https://example.com/".to_owned(),
            })
            .await;
        visit
    }

    async fn run(&mut self, command: Command) -> Answer {
        let bounds = Bounds::until(Instant::now() + Duration::from_mins(1));
        self.0.run(command, bounds).await.unwrap()
    }

    async fn snapshot(&mut self, request: SnapshotRequest) -> Snapshot {
        match self.run(Command::Snapshot(request)).await {
            Answer::Snapshot(shot) => (*shot.snapshot).clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Focuses an element of a page that was shown.
    async fn focus(&mut self, target: &str) {
        self.text(SnapshotRequest::new(Format::Compact)).await;
        let target = target.to_owned();
        self.run(Command::Focus { target }).await;
    }

    async fn text(&mut self, request: SnapshotRequest) -> String {
        let format = request.format;
        render(format, &self.snapshot(request).await, &meta())
    }
}

fn in_browser<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

// ---- S0 ----------------------------------------------------------------------------------------------------------------

#[test]
fn s0_agent_text() {
    let html = page("s0_agent_text_github");
    let url = "https://github.com/example/wraith-browser";
    let snapshot = snapshot(&html, url, Format::List, &Options::default());
    let expected = collapsed(&example("s0_agent_text_github.txt"));
    assert_eq!(
        collapsed(&render(Format::List, &snapshot, &meta())),
        expected
    );
    let dom = surefoot::view::dom::DomSnapshot::new(&snapshot, &meta());
    assert_eq!(collapsed(&dom.to_agent_text()), expected);
}

#[test]
fn s0_disabled() {
    let text = shown(&page("s0_disabled"), Format::List, &Options::default());
    let last = text.lines().last().unwrap();
    assert_eq!(collapsed(last), collapsed(&example("s0_disabled.txt")));
}

#[test]
fn s0_form_before_and_after_it_is_filled() {
    let form = |text: &str| {
        let text = collapsed(text);
        let at = text.find("@e12 ").unwrap();
        text[at..].to_owned()
    };
    in_browser(async {
        let mut visit = Visit::to("s0_form", EngineChoice::Native).await;
        let before = visit.text(SnapshotRequest::new(Format::List)).await;
        assert_eq!(
            form(&before),
            collapsed(&example("s0_form_before_fill.txt"))
        );
        let fill = Command::Fill {
            target: "12".to_owned(),
            text: "user@example.com".to_owned(),
        };
        visit.run(fill).await;
        let after = visit.snapshot(SnapshotRequest::new(Format::List)).await;
        let expected = collapsed(&example("s0_form_after_fill.txt"));
        let dom = surefoot::view::dom::DomSnapshot::new(&after, &meta());
        assert_eq!(form(&dom.to_agent_text()), expected);
        // `list` says what has the focus, too.
        let text = render(Format::List, &after, &meta()).replace(" [FOCUSED]", "");
        assert_eq!(form(&text), expected);
    });
}

#[test]
fn s0_overlay() {
    let url = "https://example.com";
    let snapshot = snapshot(&page("s0_overlay"), url, Format::List, &Options::default());
    let lines = |text: &str| {
        let lines: Vec<String> = collapsed(text).lines().map(str::to_owned).collect();
        lines.into_iter().filter(|line| !line.is_empty())
    };
    let shown = render(Format::List, &snapshot, &meta());
    let expected = example("s0_overlay.txt");
    // The dots say that there is more.
    for (shown, expected) in lines(&shown).zip(lines(&expected)) {
        assert!(shown == expected || expected == "...", "{shown}");
    }
    assert!(lines(&shown).count() >= lines(&expected).count());
}

#[test]
fn s0_overlay_is_read_back() {
    let text = example("s0_overlay.txt").replace("...\n", "");
    let parsed = parse(Format::List, &text).unwrap();
    assert_eq!(parsed.meta.overlays[0].kind, "cookie_banner");
    assert_eq!(parsed.meta.overlays[0].reference, Some(1));
    let again = render_parsed(Format::List, &parsed);
    let without_blank_lines = |text: &str| {
        let text = collapsed(text);
        text.lines()
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(without_blank_lines(&again), without_blank_lines(&text));
}

// ---- S1 ----------------------------------------------------------------------------------------------------------------

#[test]
fn s1_trees() {
    let compact = Options {
        compact: true,
        ..Options::default()
    };
    for (name, html, options) in [
        ("example_domain", "s1_example_domain", Options::default()),
        ("interactive_refs", "s1_interactive_refs", interactive()),
        ("content_refs", "s1_content_refs", Options::default()),
        ("duplicates", "s1_duplicates", Options::default()),
        ("compact_before", "s1_compact", Options::default()),
        ("compact_after", "s1_compact", compact),
    ] {
        let text = shown(&page(html), Format::Tree, &options);
        assert_eq!(text, of_s1(name), "{name}");
        let parsed = parse(Format::Tree, &text).unwrap();
        assert_eq!(render_parsed(Format::Tree, &parsed), text, "{name}");
    }
}

#[test]
fn s1_tree_before_refs_are_given() {
    let mut snapshot = read_html(&page("s1_aria_source"), "https://example.com/");
    for item in &mut snapshot.items {
        item.reference = None;
    }
    let text = render(Format::Tree, &snapshot, &meta());
    assert_eq!(text, of_s1("aria_source"));
}

#[test]
fn s1_what_only_a_cursor_makes_interactive() {
    in_browser(async {
        let request = SnapshotRequest {
            interactive: true,
            ..SnapshotRequest::new(Format::Tree)
        };
        let mut visit = Visit::to("s1_iC", EngineChoice::Chromium).await;
        // In the document the first of them stands before the form.
        let text = visit.text(request.clone()).await;
        let expected = of_s1("iC");
        let by_kind = |text: &str| {
            let lines = text.lines().map(|line| {
                let (start, rest) = line.split_once(" [ref=").unwrap_or((line, ""));
                let (_, end) = rest.split_once(']').unwrap_or_default();
                format!("{start}{end}")
            });
            lines.collect::<Vec<_>>()
        };
        assert_eq!(by_kind(&text), by_kind(&expected));
        assert_eq!(text.lines().count(), expected.lines().count());

        let mut visit = Visit::to("s1_cursor_lines", EngineChoice::Chromium).await;
        let expected = of_s1("cursor_lines");
        let text = visit.text(request).await;
        assert!(text.ends_with(&expected), "{text}");
    });
}

#[test]
fn s1_json() {
    let options = interactive();
    let snapshot = snapshot(
        &page("s1_json_mode"),
        "https://example.com/",
        Format::Tree,
        &options,
    );
    let data = json::text(&json::tree_data(&snapshot, &meta()));
    let examples: Value = serde_json::from_str(&example("s1_examples.json")).unwrap();
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data, examples["json_mode"]["data"]);
}

#[test]
fn s1_refs_as_they_are_written() {
    use surefoot::locate::Target;
    let examples: Value = serde_json::from_str(&example("s1_examples.json")).unwrap();
    for row in examples["parse_ref"].as_array().unwrap() {
        let text = row[0].as_str().unwrap();
        let number = row[1].as_str().map(|name| name[1..].parse().unwrap());
        let found = match Target::parse(text) {
            Ok(Target::Ref(number)) => Some(number),
            _ => None,
        };
        assert_eq!(found, number, "{text:?}");
    }
}

// ---- S2 ----------------------------------------------------------------------------------------------------------------

#[test]
fn s2_element_list() {
    in_browser(async {
        let mut visit = Visit::to("s2_element_list", EngineChoice::Chromium).await;
        let mut snapshot = visit.snapshot(SnapshotRequest::new(Format::Numbered)).await;
        let selectors = ["a[href=\"/collections/all\"]", "#add-to-cart-btn"];
        for (item, selector) in snapshot.items.iter_mut().zip(selectors) {
            item.selector = Some(selector.into());
        }
        let text = render(Format::Numbered, &snapshot, &meta());
        assert_eq!(text, example("s2_element_list.txt"));
        let parsed = parse(Format::Numbered, &text).unwrap();
        assert_eq!(render_parsed(Format::Numbered, &parsed), text);
    });
}

// ---- S4 ----------------------------------------------------------------------------------------------------------------

#[test]
fn s4_pages() {
    for name in ["s4_12_1", "s4_12_2", "s4_12_3", "s4_full_example"] {
        in_browser(async {
            let mut visit = Visit::to(name, EngineChoice::Native).await;
            if page(name).contains("autofocus") {
                visit.focus("[autofocus]").await;
            }
            let text = visit.text(SnapshotRequest::new(Format::Compact)).await;
            assert_eq!(text, example(&format!("{name}.txt")), "{name}");
        });
    }
}

#[test]
fn s4_states() {
    in_browser(async {
        let mut visit = Visit::to("s4_states_lines", EngineChoice::Native).await;
        visit.focus("[autofocus]").await;
        let text = visit.text(SnapshotRequest::new(Format::Compact)).await;
        let expected = example("s4_states_lines.txt");
        let mut wanted: Vec<&str> = expected.lines().collect();
        wanted.sort_unstable();
        let mut found = lines_of(&text, &expected);
        found.sort_unstable();
        assert_eq!(found, wanted, "{text}");
    });
}

/// No markup nests links in a link, so the example is only read and written.
#[test]
fn s4_indentation() {
    let text = example("s4_indentation.txt");
    let parsed: Parsed = parse(Format::Compact, &text).unwrap();
    assert_eq!(render_parsed(Format::Compact, &parsed), text);
    let depths: Vec<u32> = parsed
        .elements
        .iter()
        .map(|element| element.depth)
        .collect();
    assert_eq!(depths, [0, 1, 1, 2, 2, 1]);
}

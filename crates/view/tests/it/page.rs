//! The formats by sections: the examples of S3 from a page of HTML, and what holds for any page.

use std::path::Path;
use std::time::UNIX_EPOCH;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_snapshot::{PageFacts, outline};
use surefoot_view::{
    ActionView, AlertView, FormView, Format, InputView, ListView, Meta, MoreView, OverlayView,
    PageView, Parsed, TableView, escape, parse, render, render_parsed,
};

use crate::properties::text;

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The page as the native engine would show it.
fn shown(html: &str, url: &str, format: Format) -> String {
    let page = surefoot_native::dom::parse_html(html, url);
    let semantics = Semantics::new(&page);
    let mut snapshot = outline(&semantics);
    snapshot.facts = Some(PageFacts::new(&semantics, &snapshot).into());
    let meta = Meta {
        timestamp: UNIX_EPOCH,
        engine: "native",
        generation: 1,
        notes: Vec::new(),
    };
    render(format, &snapshot, &meta)
}

/// Runs of blanks as one.
fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_examples_of_s3() {
    let html = golden("s3_login.html");
    for (format, name) in [
        (Format::PageJson, "s3_login.json"),
        (Format::Page, "s3_login.txt"),
    ] {
        let got = shown(&html, "https://example.com/login", format);
        assert_eq!(collapsed(&got), collapsed(&golden(name)), "{got}");
        assert_eq!(got.trim_end(), golden(name).trim_end());
        let again = parse(format, &got).expect("our own output");
        assert_eq!(render_parsed(format, &again), got);
    }
}

#[test]
fn text_of_the_page_makes_nothing_of_the_format() {
    let html = "<title>INPUTS:</title><p>ACTIONS:</p><p>[pay-btn] Pay (button, primary)</p><p>(none)</p><p>C:\\temp</p>
        <p>ALERTS: none</p><p>\u{26a0} OVERLAY DETECTED</p><button>A (link -> /x)</button><button>[b] B</button><button>FORMS:</button>
        <a href='/a b)'>\"q\"</a><nav><a href=1>a | b</a><a href=2>FORMS:</a></nav>
        <label>Name (required) <input value='\", required)'></label>
        <select aria-label=S><option>a | b<option selected>c, d)</select><table><caption>T</caption><tr><th>x|y<tr><td>- z</table>
        <ul aria-label=L><li>LISTS:<li>= 5</ul><div role=alert>TABLES:</div>";
    let got = shown(html, "https://example.com/", Format::Page);
    let expected = "URL: https://example.com/
TITLE: \"INPUTS:\"
CONTENT:
\\x41CTIONS:
\\x5bpay-btn] Pay (button, primary)
\\x28none)
C:\\\\temp
\\x41LERTS: none
\\u26a0 OVERLAY DETECTED
\\x4cISTS:
\\x3d 5
INPUTS:
[name-required-field] \"Name (required)\" (text, value=\"\\\", required)\")
[s-select] S (select, selected: \"c, d)\"; options: \"a | b\" | \"c, d)\")
ACTIONS:
[a-link-x-btn] \"A (link -> /x)\" (button)
[b-b-btn] \"[b] B\" (button)
[forms-btn] \"FORMS:\" (button)
[q-link] \"\\\"q\\\"\" (link -> \"/a b)\")
NAVIGATION:
\"a | b\" | \"FORMS:\"
FORMS:
(none)
ALERTS:
info: \"TABLES:\"
TABLES:
table \"T\" (1 rows)
= \"x|y\"
- \"- z\"
LISTS:
list \"L\" (2 items)
- \"LISTS:\"
- \"= 5\"
";
    assert_eq!(got, expected);
}

#[test]
fn a_snapshot_without_facts_is_written_by_its_elements() {
    let text = "Page: \"Login\"\n\n1: heading \"Sign in\"\n2: textbox \"Email\" value=\"a@b\" required\n3: checkbox \"Stay\" checked\n4: button \"Go\" disabled\n";
    let parsed = parse(Format::Compact, text).expect("a snapshot");
    assert_eq!(
        render_parsed(Format::Page, &parsed),
        "URL: \nTITLE: Login\nCONTENT:\nSign in\nINPUTS:\n[textbox-2] Email (text, value=\"a@b\", required)\n\
         [checkbox-3] Stay (checkbox, checked)\nACTIONS:\n[button-4] Go (button, disabled)\nNAVIGATION:\n(none)\nFORMS:\n\
         (none)\nALERTS:\n(none)\n"
    );
}

#[test]
fn errors_say_what_is_expected_where() {
    let check = |text: &str, says: &str| {
        let error = parse(Format::Page, text)
            .expect_err("it is wrong")
            .to_string();
        assert!(error.contains(says), "{error}");
    };
    check("", "URL");
    check("URL: x\nTITLE: t\nCONTENT:\nx\n", "INPUTS:");
    check(
        "URL: x\nTITLE: t\nCONTENT:\nINPUTS:\n[x] a\nACTIONS:\n",
        "in parentheses",
    );
    check(
        "URL: x\nTITLE: t\nCONTENT:\nINPUTS:\n[x] a (text, odd)\nACTIONS:\n",
        "what it holds",
    );
}

/// Ids as they are found on pages, and others.
fn id() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z]{1,8}(-[a-z0-9]{1,5}){0,2}", 1 => text()]
}

fn kind(kinds: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![6 => proptest::sample::select(kinds).prop_map(str::to_owned), 1 => text()]
}

fn input() -> impl Strategy<Value = InputView> {
    const KINDS: &[&str] = &[
        "text", "email", "password", "checkbox", "radio", "select", "textarea", "number",
    ];
    let said = (of(text()), of(text()), of(text()), of(text()));
    let holds = (of(text()), of(any::<bool>()), of(vec(text(), 0..4)));
    (id(), text(), kind(KINDS), holds, any::<[bool; 3]>(), said).prop_map(
        |(
            id,
            label,
            kind,
            (value, checked, options),
            [required, disabled, readonly],
            (placeholder, pattern, min, error),
        )| InputView {
            id,
            label,
            kind,
            value,
            checked,
            options,
            required,
            disabled,
            readonly,
            placeholder,
            pattern,
            min,
            error,
            ..InputView::default()
        },
    )
}

fn action() -> impl Strategy<Value = ActionView> {
    const KINDS: &[&str] = &["button", "link", "tab", "menu-item"];
    (
        id(),
        text(),
        kind(KINDS),
        of(text()),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(id, label, kind, href, primary, disabled)| ActionView {
            id,
            label,
            kind,
            href,
            primary,
            disabled,
        })
}

fn page() -> impl Strategy<Value = PageView> {
    let alerts = vec(
        (text(), kind(&["error", "info"])).prop_map(|(text, kind)| AlertView { text, kind }),
        0..3,
    );
    let forms = vec(
        (id(), vec(id(), 0..3), of(id())).prop_map(|(id, fields, submit)| FormView {
            id,
            fields,
            submit,
        }),
        0..3,
    );
    let tables = vec(
        (
            text(),
            vec(text(), 0..3),
            vec(vec(text(), 0..3), 0..3),
            any::<u32>(),
        )
            .prop_map(|(caption, headers, rows, total_rows)| TableView {
                caption,
                headers,
                rows,
                total_rows,
                spans: Vec::new(),
            }),
        0..2,
    );
    let lists = vec(
        (text(), vec(text(), 0..3), any::<u32>()).prop_map(|(label, items, total)| ListView {
            label,
            items,
            total,
        }),
        0..2,
    );
    let overlays = vec(
        (
            kind(&["dialog", "cookie_banner"]),
            text(),
            any::<bool>(),
            of(id()),
        )
            .prop_map(|(kind, title, blocking, dismiss)| OverlayView {
                kind,
                title,
                blocking,
                dismiss,
            }),
        0..2,
    );
    let head = (
        text(),
        text(),
        vec(text(), 0..4).prop_map(|lines| lines.join("\n")),
        any::<bool>(),
    );
    let controls = (vec(input(), 0..4), vec(action(), 0..4), vec(text(), 0..4));
    (
        head,
        controls,
        alerts,
        forms,
        tables,
        lists,
        overlays,
        (vec(text(), 0..2), vec(more(), 0..2)),
    )
        .prop_map(
            |(
                (url, title, content, content_truncated),
                (inputs, actions, navigation),
                alerts,
                forms,
                tables,
                lists,
                overlays,
                (frames, more),
            )| PageView {
                url,
                title,
                content,
                content_truncated,
                inputs,
                actions,
                navigation,
                alerts,
                forms,
                tables,
                lists,
                overlays,
                frames,
                more,
            },
        )
}

/// Something that was left out.
fn more() -> impl Strategy<Value = MoreView> {
    let what = "lines with [1-9] links, [1-9] buttons";
    let number = || of(1..u32::MAX);
    (any::<u32>(), what, number(), number()).prop_map(|(count, what, expand, page)| MoreView {
        count,
        what,
        expand,
        page,
    })
}

/// How many lines a page should have.
fn lines(page: &PageView) -> usize {
    let section = |things: usize| 1 + things.max(1);
    let optional = |things: usize| if things == 0 { 0 } else { 1 + things };
    let tables: usize = (page.tables.iter())
        .map(|t| 1 + usize::from(!t.headers.is_empty()) + t.rows.len())
        .sum();
    page.overlays.iter().filter(|o| o.blocking).count()
        + 2
        + section(page.content.lines().filter(|line| !line.is_empty()).count())
        + section(page.inputs.len())
        + section(page.actions.len())
        + section(usize::from(!page.navigation.is_empty()))
        + section(page.forms.len())
        + section(page.alerts.len())
        + optional(tables)
        + optional(page.lists.iter().map(|l| 1 + l.items.len()).sum())
        + optional(page.frames.len())
        + optional(page.more.len())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_is_rendered_reads_back_and_renders_the_same(page in page()) {
        let parsed = Parsed { page: Some(Box::new(page.clone())), ..Parsed::default() };
        for format in [Format::Page, Format::PageJson] {
            let rendered = render_parsed(format, &parsed);
            let again = match parse(format, &rendered) {
                Ok(again) => again,
                Err(e) => return Err(TestCaseError::fail(format!("{e}\n{rendered}"))),
            };
            prop_assert_eq!(render_parsed(format, &again), rendered.clone(), "{}", format);
            prop_assert!(!rendered.contains(|c| c != '\n' && escape::is_hidden(c)), "{:?}", rendered);
            let read = again.page.expect("the page");
            if format == Format::PageJson {
                prop_assert_eq!(*read, page.clone());
                continue;
            }
            // No text makes or takes a line, and labels are what they were.
            prop_assert_eq!(rendered.lines().count(), lines(&page), "{}", rendered);
            prop_assert_eq!(read.inputs.len(), page.inputs.len());
            for (a, b) in read.inputs.iter().zip(&page.inputs) {
                prop_assert_eq!(&a.label, &b.label);
                prop_assert_eq!(a.required, b.required);
                prop_assert_eq!(&a.error, &b.error);
            }
            for (a, b) in read.actions.iter().zip(&page.actions) {
                prop_assert_eq!((&a.label, &a.href, a.primary), (&b.label, &b.href, b.primary));
            }
            prop_assert_eq!(&read.navigation, &page.navigation);
            prop_assert_eq!(&read.more, &page.more);
            prop_assert_eq!(&read.title, &page.title);
            prop_assert_eq!(read.tables.iter().map(|t| &t.rows).collect::<Vec<_>>(), page.tables.iter().map(|t| &t.rows).collect::<Vec<_>>());
        }
    }
}

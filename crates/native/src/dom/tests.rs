//! Tests of parsing: structure, hostile shapes, any bytes.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use surefoot_page::{Facts, Step};

use super::*;

/// A bound no machine should reach when parsing is linear; quadratic parsing of these takes minutes.
const SOON: Duration = Duration::from_secs(8);

fn parse(html: &str) -> Parsed {
    let mut parsed = parse_into(
        Page::new(),
        html,
        DocumentInfo::new("http://h.test/dir/page"),
        Origin::Response,
    );
    finish(&mut parsed.page);
    parsed
}

/// Tags and texts of the flat tree in one line.
fn outline(page: &Page) -> String {
    let mut out = String::new();
    for step in page.walk(page.root().expect("a document")) {
        match step {
            Step::Enter(n) if page.is_element(n) => {
                out.extend(["<", page.name_str(page.tag(n)), ">"]);
            }
            Step::Enter(n) => out += page.text(n),
            Step::Leave(n) if page.is_element(n) => out += "</>",
            Step::Leave(_) => {}
        }
    }
    out
}

#[test]
fn a_document_is_built_as_the_standard_says() {
    let page = parse("<!doctype html><title>T</title><p>a<!-- c -->b<b>x<p>y</b>z").page;
    assert_eq!(
        outline(&page),
        "<html><head><title>T</></><body><p>ab<b>x</></><p><b>y</>z</></></>"
    );
    assert_eq!(page.title(), "T");
    assert!(!page.documents()[0].quirks);
    assert!(parse("<p>x").page.documents()[0].quirks);
}

#[test]
fn the_base_url_is_the_first_usable_base() {
    let base = |html: &str| parse(html).page.documents()[0].base_url.clone();
    assert_eq!(
        base("<base target=x><base href=/a/><base href=/b/>"),
        "http://h.test/a/"
    );
    assert_eq!(base("<p>"), "http://h.test/dir/page");
    assert_eq!(base("<base href='javascript:1'>"), "http://h.test/dir/page");
    assert_eq!(
        base("<template><base href=/a/></template>"),
        "http://h.test/dir/page"
    );
}

#[test]
fn declarative_shadow_roots_are_attached_once() {
    let page = parse(
        "<div id=h><template shadowrootmode=open><slot></slot>!</template><template shadowrootmode=open>no</template>light</div>",
    )
    .page;
    assert_eq!(
        outline(&page),
        "<html><head></><body><div><slot><template></>light</>!</></></>"
    );
}

#[test]
fn controls_torn_from_their_form_by_table_markup_keep_it() {
    let parsed = parse("<table><form id=f><tr><td><input name=a></form></table><input name=b>");
    let page = &parsed.page;
    let inputs: Vec<_> = page
        .descendants(parsed.root)
        .filter(|&n| page.html_tag(n) == name::INPUT)
        .collect();
    let owners = crate::form::Owners::new(page, parsed.root, &parsed.owners);
    let form = owners.of(page, inputs[0]).expect("a form owner");
    assert_eq!(page.attr(form, name::ID), Some("f"));
    assert_eq!(owners.of(page, inputs[1]), None);
}

#[test]
fn the_initial_state_of_controls() {
    let page = parse_html(
        "<input type=radio name=r checked id=a><input type=radio name=r checked id=b>
         <select><option disabled>0<option id=c>1<option>2</select>
         <fieldset disabled><legend><input id=d></legend><legend><input id=e></legend><button id=f></fieldset>
         <div contenteditable><p id=g>x</p></div><input autofocus id=h><select multiple><option>1<option selected id=i></select>",
        "about:blank",
    );
    let mut facts = String::new();
    for node in page.descendants(page.root().expect("a document")) {
        if let Some(id) = page.attr(node, name::ID) {
            let line = format!("{id} {:?}\n", page.facts(node) - Facts::BLOCK);
            facts.push_str(&line);
        }
    }
    assert_eq!(
        facts,
        "a Facts(FOCUSABLE)\nb Facts(FOCUSABLE | CHECKED)\nc Facts(SELECTED)\nd Facts(FOCUSABLE)\n\
         e Facts(DISABLED)\nf Facts(DISABLED)\ng Facts(EDITABLE)\nh Facts(FOCUSABLE | FOCUSED)\ni Facts(SELECTED)\n"
    );
}

#[test]
fn hostile_shapes_take_linear_time() {
    let numbered =
        |n: usize, text: fn(usize) -> String| (0..n).map(text).collect::<Vec<_>>().concat();
    let attributes = numbered(200_000, |i| format!("a{i} "));
    let fonts = numbered(2_000, |i| format!("<font size={i}>"));
    let shapes = [
        ("div", "<div>".repeat(100_000)),
        ("b", "<b>".repeat(100_000)),
        ("table", "<table>".repeat(100_000)),
        ("table cell", "<table><tr><td>".repeat(50_000)),
        ("a", "<a href=x>".repeat(100_000)),
        ("button", "<button>".repeat(100_000)),
        ("p in b", "<b><p>".repeat(50_000)),
        ("svg", "<svg><g>".repeat(50_000)),
        ("template", "<template>".repeat(50_000)),
        ("formatting", fonts + &"<p>x".repeat(100_000)),
        ("misnested", "<b><i><a><div></b></i></a>".repeat(20_000)),
        (
            "stray ends",
            "<div>".repeat(600) + &"<div></x>".repeat(50_000),
        ),
        ("foster", "<table>x<div>".repeat(20_000)),
        ("select", "<select><option>".repeat(50_000)),
        ("attributes", format!("<p {attributes}>")),
        ("nul", "\0".repeat(1_000_000)),
        ("siblings", "<br>".repeat(200_000)),
    ];
    for (what, html) in shapes {
        let start = Instant::now();
        let page = parse_html(&html, "about:blank");
        assert!(start.elapsed() < SOON, "{what}: {:?}", start.elapsed());
        assert!(page.len() < 1_000_000, "{what}: {} nodes", page.len());
    }
}

#[test]
fn what_is_nested_too_deep_is_flattened_and_said() {
    let html = format!(
        "{}<a href=x>deep</a><p>text</p>{}<p id=after>after",
        "<div>".repeat(5_000),
        "</div>".repeat(5_000)
    );
    let parsed = parse(&html);
    assert_eq!(parsed.notes.len(), 1, "{:?}", parsed.notes);
    let page = &parsed.page;
    let after = page
        .descendants(parsed.root)
        .find(|&n| page.attr(n, name::ID) == Some("after"))
        .expect("it was parsed");
    assert_eq!(
        page.ancestors(after).count(),
        3,
        "its end tags were matched"
    );
    assert!(outline(page).contains("<a>deep</>text"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_make_a_page(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        parse_html(&String::from_utf8_lossy(&bytes), "http://h.test/");
    }

    #[test]
    fn any_markup_makes_a_page(parts in proptest::collection::vec(prop_oneof![
        Just("<table>"), Just("<tr>"), Just("<td>"), Just("</td>"), Just("<b>"), Just("</b>"), Just("<p>"), Just("</p>"),
        Just("<a href=x>"), Just("</a>"), Just("<form>"), Just("</form>"), Just("<input name=x>"), Just("<select>"),
        Just("<option>"), Just("</select>"), Just("<template shadowrootmode=open>"), Just("<template>"), Just("</template>"),
        Just("<div>"), Just("</div>"), Just("<svg>"), Just("<math>"), Just("<mi>"), Just("</svg>"), Just("<script>"),
        Just("</script>"), Just("text"), Just("<!--"), Just("-->"), Just("<frameset>"), Just("<body x>"), Just("<html y>"),
        Just("<annotation-xml encoding='text/html'>"), Just("<foreignObject>"), Just("<caption>"), Just("<nobr>"),
        Just("<button>"), Just("<li>"), Just("<noscript>"), Just("<head>"), Just("<![CDATA[x]]>"), Just("\0"),
    ], 0..60)) {
        parse_html(&parts.concat(), "http://h.test/");
    }
}

use super::*;
use crate::{DocumentInfo, Facts, Namespace, NodeId, Page, ShadowMode, name};

/// A page from lines of `tag #id .class [name=value] "text"`, nested by indentation; `--shadow` opens a shadow root.
fn page(outline: &str) -> Page {
    let mut page = Page::new();
    let root = page.create_document(DocumentInfo::new("about:blank"));
    let mut open: Vec<(usize, NodeId)> = vec![(0, root)];
    for line in outline.lines().filter(|l| !l.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len() + 1;
        while open.last().is_some_and(|(i, _)| *i >= indent) {
            open.pop();
        }
        let parent = open.last().unwrap().1;
        let mut words = line.split_whitespace();
        let tag = words.next().unwrap();
        if tag == "--shadow" {
            open.push((indent, page.create_shadow_root(parent, ShadowMode::Open)));
            continue;
        }
        let tag = page.intern(tag);
        let node = page.create_element(Namespace::Html, tag);
        let mut classes = Vec::new();
        for word in words {
            match word.split_at(1) {
                ("#", id) => page.set_attr(node, name::ID, id),
                (".", class) => classes.push(class),
                ("[", rest) => {
                    let rest = rest.trim_end_matches(']');
                    let (key, value) = rest.split_once('=').unwrap_or((rest, ""));
                    let key = page.intern(key);
                    page.set_attr(node, key, value);
                }
                (_, fact) => page.add_facts(node, Facts::from_name(fact).expect(fact)),
            }
        }
        if !classes.is_empty() {
            page.set_attr(node, name::CLASS, &classes.join(" "));
        }
        page.append(parent, node);
        open.push((indent, node));
    }
    page.finish();
    page
}

fn ids(page: &Page, nodes: &[NodeId]) -> String {
    let ids: Vec<_> = nodes
        .iter()
        .map(|&n| page.attr(n, name::ID).unwrap_or("?"))
        .collect();
    ids.join(" ")
}

#[track_caller]
fn check(outline: &str, cases: &[(&str, &str)]) {
    let page = page(outline);
    for (selector, expected) in cases {
        let parsed = Selector::parse(selector).unwrap_or_else(|e| panic!("{e}"));
        let found = page.select(&parsed, page.root().unwrap()).unwrap();
        assert_eq!(ids(&page, &found), *expected, "{selector}");
        let one_by_one: Vec<_> = page
            .ids()
            .filter(|&n| page.scope(n) == page.root() && parsed.matches(&page, n).unwrap())
            .collect();
        assert_eq!(ids(&page, &one_by_one), *expected, "{selector}, one by one");
    }
}

#[test]
fn structure_and_names() {
    check(
        "
html #html
 body #body
  div #a .card .big [data-x=One]
   p #p1
   p #p2 .note
   span #s1
  section #b [lang=en-GB]
   x-item #x1 [x-state=on]
   p #p3 .note
    b #deep
",
        &[
            ("DIV", "a"),
            (".card.big", "a"),
            ("#p2, #p1", "p1 p2"),
            ("div > p", "p1 p2"),
            ("body p", "p1 p2 p3"),
            ("p + p", "p2"),
            ("p ~ span", "s1"),
            ("div p, section p", "p1 p2 p3"),
            ("[data-x=one]", ""),
            ("[data-x=one i]", "a"),
            ("[DATA-X^=On]", "a"),
            ("[x-state]", "x1"),
            ("x-item", "x1"),
            ("x-none, [x-none]", ""),
            ("p:first-child", "p1"),
            ("p:last-child", "p3"),
            ("p:nth-child(2)", "p2 p3"),
            ("p:nth-last-of-type(1)", "p2 p3"),
            (":nth-child(1 of .note)", "p2 p3"),
            (":root", "html"),
            ("span:empty", "s1"),
            ("p:not(.note)", "p1"),
            (":is(div, section) > .note", "p2 p3"),
            ("body > :where(div)", "a"),
            ("div:has(> .note)", "a"),
            (":has(#deep)", "html body b p3"),
            ("p:has(+ p)", "p1"),
            ("div:has(~ section)", "a"),
            ("div:has(~ section b)", "a"),
            ("body:has(section > p b)", "body"),
            ("p:lang(en)", "p3"),
            ("p:dir(ltr):lang(en)", "p3"),
            ("p:dir(rtl)", ""),
            (":scope", "html"),
            ("p::before", ""),
        ],
    );
}

#[test]
fn live_state() {
    check(
        "
html
 form
  input #c1 [type=checkbox] =CHECKED
  input #c2 [type=checkbox] [checked] =INDETERMINATE
  input #t [required] [placeholder=Name] =FOCUSED
  input #r [readonly] [value=x] =INVALID
  button #b =DISABLED
  select #s
   option #o1
   option #o2 =SELECTED
  a #l [href=/]
  a #n
  details #d [open]
  div #e =EDITABLE
  dialog #m [open] =TOP_LAYER
  div #pop [popover] =TOP_LAYER
",
        &[
            (":checked", "c1 o2"),
            (":indeterminate", "c2"),
            ("input:required", "t"),
            ("input:optional", "c1 c2 r"),
            (":disabled", "b"),
            ("input:enabled", "c1 c2 t r"),
            (":placeholder-shown", "t"),
            ("form > :read-write", "t e"),
            ("input:read-only", "c1 c2 r"),
            (":invalid", "r"),
            ("input:valid", "c1 c2 t"),
            (":focus", "t"),
            ("form :focus-within", "t"),
            (":link", "l"),
            ("a:not(:any-link)", "n"),
            ("a:hover", ""),
            (":open", "d m"),
            (":modal", "m"),
            (":popover-open", "pop"),
            ("form > :defined:not(input, button, select, a)", "d e m pop"),
        ],
    );
}

#[test]
fn shadow_trees_are_searched_each_on_its_own() {
    let page = page(
        "
html
 x-card #host .blue
  --shadow
   div #inner
    slot #slot
  b #light
 p #after
",
    );
    let everywhere = |selector: &str| {
        let selector = Selector::parse(selector).unwrap();
        ids(&page, &page.select_everywhere(&selector).unwrap())
    };
    assert_eq!(everywhere("div, b, p, slot"), "inner slot light after");
    assert_eq!(everywhere("x-card div"), "");
    assert_eq!(everywhere(":host > div"), "inner");
    assert_eq!(everywhere(":host(.blue) slot"), "slot");
    assert_eq!(everywhere(":host(.red) slot"), "");
    assert_eq!(everywhere("x-card > b"), "light");
}

#[test]
fn scope_in_a_style_rule_of_a_document_is_the_root_element() {
    let page = page("html\n p #a");
    let matched = |selector: &str| {
        let mut rules = RuleSet::new(&page);
        let selector = Selector::parse_rule(selector, None).unwrap();
        rules.insert(page.root().unwrap(), &selector, 0);
        let found = rules.matches().found;
        found.iter().map(|m| m.node.index()).collect::<Vec<_>>()
    };
    assert_eq!(matched(":scope"), matched("html"));
    assert_eq!(matched(":scope > p"), matched("p"));
    assert_eq!(matched(":host"), []);
}

#[test]
fn roots_scope_and_quirks() {
    let mut page = page("html\n ul #a .X\n  li #b\n   ul #c\n    li #d");
    let select = |page: &Page, selector: &str, root: &str| {
        let root = page
            .ids()
            .find(|&n| page.attr(n, name::ID) == Some(root))
            .unwrap();
        let found = page.select(&Selector::parse(selector).unwrap(), root);
        ids(page, &found.unwrap())
    };
    assert_eq!(select(&page, "li", "c"), "d");
    assert_eq!(select(&page, ".X li", "c"), "d");
    assert_eq!(select(&page, ":scope > li", "a"), "b");
    assert_eq!(select(&page, "#A li, .x li", "a"), "");
    let root = page.root().unwrap();
    page.document_mut(root).unwrap().quirks = true;
    assert_eq!(select(&page, "#A li", "a"), "b d");
    assert_eq!(select(&page, ".x li", "a"), "b d");
}

#[test]
fn errors_name_the_thing_and_the_place() {
    for (text, expected) in [
        ("", "a selector is missing (column 1)"),
        ("a, ", "a selector is missing (column 4)"),
        ("a >", "nothing follows the last combinator (column 4)"),
        ("a:foo", "the pseudo-class \":foo\" is not known (column 2)"),
        (
            "b, a::text",
            "the pseudo-element \"::text\" is not known (column 5)",
        ),
        (
            "p:is(.a, :nope)",
            "the pseudo-class \":nope\" is not known (column 10)",
        ),
        ("a[href", ""),
        (
            "p:nth-child(x) b",
            "the brackets that end here hold something unexpected (column 15)",
        ),
        (
            "a[=x]",
            "the attribute selector is malformed; write [name] or [name=\"value\"] (column 6)",
        ),
        ("svg|a", "namespace prefixes are not supported (column 5)"),
        ("a {}", "\"{}\" is unexpected (column 3)"),
        (
            ":has(:has(b))",
            ":has() cannot stand inside :has() (column 14)",
        ),
        ("a.*", "a class name must follow the dot (column 4)"),
        (".1a", "\".1a\" is unexpected (column 1)"),
    ] {
        match Selector::parse(text) {
            Ok(_) => assert_eq!(expected, "", "{text}"),
            Err(error) => assert_eq!(
                error.to_string(),
                format!("cannot read the CSS selector \"{text}\": {expected}")
            ),
        }
    }
}

#[test]
fn huge_selectors_are_refused() {
    let nested = format!("{}a{}", ":not(".repeat(10_000), ")".repeat(10_000));
    for text in [nested.as_str(), &"a ".repeat(20_000), &"a>".repeat(100_000)] {
        let error = Selector::parse(text).unwrap_err();
        assert_eq!(error.kind(), CssErrorKind::TooComplex, "{error}");
        assert!(error.to_string().len() < 300);
    }
    assert!(Selector::parse(&vec!["a b"; 5_000].join(",")).is_ok());
}

/// A chain of `depth` elements, each with a text node.
fn chain(depth: usize) -> Page {
    let mut page = Page::new();
    let mut at = page.create_document(DocumentInfo::new("about:blank"));
    for _ in 0..depth {
        let child = page.create_element(Namespace::Html, name::DIV);
        page.append(at, child);
        at = child;
    }
    let last = page.create_element(Namespace::Html, name::P);
    page.append(at, last);
    page.finish();
    page
}

fn count(page: &Page, selector: &str) -> Result<usize, CssErrorKind> {
    page.select(&Selector::parse(selector).unwrap(), page.root().unwrap())
        .map(|found| found.len())
        .map_err(|e| e.kind())
}

#[test]
fn deep_pages_neither_overflow_nor_hang() {
    let page = chain(100_000);
    assert_eq!(count(&page, "div > p"), Ok(1));
    assert_eq!(count(&page, "section div"), Ok(0));
    assert_eq!(count(&page, "div:has(p)"), Ok(100_000));
    assert_eq!(count(&page, "p:empty"), Ok(1));
    assert_eq!(count(&page, "p:not(section *)"), Ok(1));
    // No known cheap way for this one: it must end, and must not pretend to have an answer.
    assert_eq!(
        count(&page, "div:has(div > p)"),
        Err(CssErrorKind::TooCostly)
    );
    assert_eq!(
        count(&page, ":root div div:not(:root div div *) p"),
        Err(CssErrorKind::TooCostly)
    );
}

#[test]
fn many_siblings_are_matched_in_linear_time() {
    let mut page = Page::new();
    let root = page.create_document(DocumentInfo::new("about:blank"));
    let list = page.create_element(Namespace::Html, name::UL);
    page.append(root, list);
    for i in 0..20_000 {
        let item = page.create_element(Namespace::Html, name::LI);
        if i % 2 == 0 {
            page.set_attr(item, name::CLASS, "even");
        }
        page.append(list, item);
    }
    page.finish();
    assert_eq!(count(&page, "li:nth-child(3n)"), Ok(6_666));
    assert_eq!(count(&page, "li:nth-last-child(2)"), Ok(1));
    assert_eq!(count(&page, "li:nth-child(-n+5 of .even)"), Ok(5));
    assert_eq!(count(&page, "li:last-of-type"), Ok(1));
    assert_eq!(count(&page, "li:has(+ .even)"), Ok(9_999));
    assert_eq!(count(&page, "li ~ a ~ .even"), Err(CssErrorKind::TooCostly));
}

#[test]
fn selectors_go_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Selector>();
    is_shared::<CssError>();
}

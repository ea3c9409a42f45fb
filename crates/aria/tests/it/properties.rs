//! What holds for every page: no panic, names without stray blanks, a walk that enters and leaves each node once.

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_page::{NodeKind, Step};

use crate::support;

const PIECES: &[&str] = &[
    "<div ",
    "<button ",
    "<label ",
    "<input ",
    "<select ",
    "<option ",
    "<ul ",
    "<li ",
    "<table ",
    "<tr ",
    "<th ",
    "<td ",
    "<svg ",
    "<title ",
    "<details ",
    "<summary ",
    "<iframe ",
    "<a href=x ",
    "<span ",
    "<fieldset ",
    "<legend ",
    "<h2 ",
    "<article ",
    "<img alt='' ",
    "<textarea ",
    "<template shadowrootmode=open ",
    "<slot ",
    "<br ",
];
const ATTRIBUTES: &[&str] = &[
    "id=a",
    "id=b",
    "id=c",
    "aria-labelledby='a b c'",
    "aria-describedby='c a'",
    "aria-owns='b a'",
    "aria-owns=c",
    "aria-label=L",
    "role=button",
    "role='none option'",
    "role=listbox",
    "role=region",
    "role=grid",
    "role=combobox",
    "aria-hidden=true",
    "hidden",
    "style='visibility:hidden'",
    "style='visibility:visible'",
    "title=T",
    "for=a",
    "value=v",
    "type=password",
    "type=range",
    "multiple",
    "contenteditable",
    "tabindex=0",
    "aria-selected=true",
    "slot=s",
    "inert",
];
const ENDS: &[&str] = &[
    "",
    "text",
    " ",
    "</div>",
    "</label>",
    "</button>",
    "</ul>",
    "</table>",
    "</template>",
    "</select>",
];

fn html() -> impl Strategy<Value = String> {
    let attributes = prop::collection::vec(prop::sample::select(ATTRIBUTES), 0..3);
    let piece = (
        prop::sample::select(PIECES),
        attributes,
        prop::sample::select(ENDS),
    )
        .prop_map(|(open, attributes, end)| format!("{open}{}>{end}", attributes.join(" ")));
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// What holds of every page.
fn check(html: &str) -> Result<(), TestCaseError> {
    let page = support::page(html);
    let semantics = Semantics::new(&page);
    for node in page.ids() {
        let name = semantics.name(node);
        prop_assert_eq!(name.trim_matches([' ', '\n', '\t']), &name);
        prop_assert!(!name.contains("  "));
        prop_assert_eq!(&name, &semantics.name(node));
        let description = semantics.description(node);
        prop_assert!(!description.contains("  "));
        let _ = (
            semantics.states(node),
            semantics.shown_value(node),
            semantics.labelled_by(node),
        );
        for &label in semantics.labels(node) {
            prop_assert_eq!(semantics.label_target(label), Some(node));
        }
    }
    let mut open = Vec::new();
    let mut entered = std::collections::HashSet::new();
    let root = page.root().expect("a document");
    for step in semantics.walk(root) {
        match step {
            Step::Enter(node) => {
                prop_assert!(entered.insert(node));
                prop_assert!(!semantics.is_excluded(node));
                open.push(node);
            }
            Step::Leave(node) => prop_assert_eq!(open.pop(), Some(node)),
        }
    }
    prop_assert!(open.is_empty());
    let visible = page
        .ids()
        .filter(|&n| page.kind(n) != NodeKind::ShadowRoot && !semantics.is_excluded(n))
        .count();
    prop_assert_eq!(entered.len(), visible);
    prop_assert!(semantics.diagnostics().is_empty());
    Ok(())
}

/// Pages that were once wrong.
#[test]
fn pages_that_were_found() {
    let found = [
        "<img alt='' id=a><div inert><select aria-owns='b a'>",
        "<div inert>x<dialog open>y</dialog></div>",
    ];
    for html in found {
        check(html).unwrap_or_else(|why| panic!("{html}: {why}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_page_has_semantics(html in html()) {
        check(&html)?;
    }
}

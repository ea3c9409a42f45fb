//! What a control is said to be inside of.

use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_snapshot::{Item, outline};

/// The contexts of everything that can be acted on, as `label in context`.
fn contexts(html: &str) -> Vec<String> {
    let page = parse_html(html, "about:blank");
    let said = |item: &Item| match &item.context {
        Some(context) => format!("{} in {}", item.label(), context.name()),
        None => item.label().to_owned(),
    };
    let outline = outline(&Semantics::new(&page));
    let controls = outline.items.iter().filter(|item| item.is_interactive());
    controls.map(said).collect()
}

#[track_caller]
fn check(html: &str, expected: &[&str]) {
    assert_eq!(contexts(html), expected, "{html}");
}

#[test]
fn a_row_is_called_by_its_header_or_its_first_text() {
    check(
        "<table><tr><th>Name<th>Do<tr><td>Bob<td><button>Delete</button><tr><td>Eve<td><button>Delete</button></table>",
        &["Delete in Bob", "Delete in Eve"],
    );
    check(
        "<table><tr><td>17<td>Active<th scope=row>Bob<td><button>Delete</button></table>",
        &["Delete in Bob"],
    );
    check(
        "<table><tr><td><input type=checkbox aria-label=Select><td>17<td>Bob<td><button>Delete</button></table>",
        &["Select in Bob", "Delete in Bob"],
    );
    check(
        "<table><tr><td>17<td>18<td><button>Delete</button></table>",
        &["Delete in 17"],
    );
}

#[test]
fn a_card_is_called_by_its_heading() {
    check(
        "<article><p>New!</p><h3>Lamp</h3><button>Add</button></article>
         <article><p>New!</p><h3>Table</h3><button>Add</button></article>",
        &["Add in Lamp", "Add in Table"],
    );
    check(
        "<fieldset><legend>Home</legend><input aria-label=Street></fieldset>
         <fieldset><legend>Work</legend><input aria-label=Street></fieldset>",
        &["Street in Home", "Street in Work"],
    );
    check(
        "<dialog open aria-label=Login><p>Hello</p><button>OK</button></dialog>",
        &["OK in Login"],
    );
    check(
        "<nav aria-label=Site><a href=a>Shop</a></nav><nav aria-label=Path><a href=a>Shop</a></nav>",
        &["Shop in Site", "Shop in Path"],
    );
    // Just anything in a part of the page does not say what it is.
    check(
        "<nav><a href=a>Shop</a><a href=b>Cart</a></nav>",
        &["Shop", "Cart"],
    );
}

#[test]
fn what_is_called_by_nothing_is_called_by_what_is_around_it() {
    check(
        "<ul><li>Milk <div role=group><button>Up</button><button>Down</button></div><li>Eggs <button>Up</button></ul>",
        &["Up in Milk", "Down in Milk", "Up in Eggs"],
    );
    check(
        "<ul><li>Milk <div role=group aria-label=Actions><button>Up</button></div></ul>",
        &["Up in Actions, Milk"],
    );
    check(
        "<details open><summary>More</summary><p>Text</p><button>Up</button></details>",
        &["More", "Up"],
    );
    check("<button>Up</button>", &["Up"]);
    check(
        "<ul><li><button>Up</button><button>Down</button></ul>",
        &["Up", "Down"],
    );
}

#[test]
fn what_a_control_says_itself_tells_nothing() {
    check(
        "<ul><li><a href=x>More</a> Milk<li><a href=x>More</a> Eggs</ul>",
        &["More in Milk", "More in Eggs"],
    );
    check(
        "<nav aria-label=Site><ul><li><a href=x>Shop</a></ul></nav><nav aria-label=Foot><ul><li><a href=x>Shop</a></ul></nav>",
        &["Shop in Site", "Shop in Foot"],
    );
    check(
        "<ul><li><label><input type=checkbox> Milk</label> <button>Delete</button></ul>",
        &["Milk", "Delete in Milk"],
    );
}

#[test]
fn rows_are_written_alike_if_only_numbers_differ() {
    let context = |html: &str| {
        let page = parse_html(html, "about:blank");
        let outline = outline(&Semantics::new(&page));
        let button = outline.items.iter().find(|item| item.tag == "button");
        button.unwrap().context.clone().unwrap()
    };
    let row = |mail: &str, count: &str| {
        context(&format!(
            "<table><tr><td>Bob<td>{mail}<td>{count}<td><button>Delete</button></table>"
        ))
    };
    assert!(row("bob@a", "3").is_written_like(&row("bob@a", "4")));
    assert!(!row("bob@a", "3").is_written_like(&row("bob@b", "3")));
    assert_eq!(row("bob@a", "3").name(), "Bob");
}

#[test]
fn rows_of_one_name_are_told_apart_by_what_else_they_say() {
    let row =
        |first: &str, last: &str| format!("<tr><td>{first}<td>{last}<td><button>Delete</button>");
    let table = |rows: &[String]| format!("<table>{}</table>", rows.concat());
    check(
        &table(&[
            row("Charles", "Babbage"),
            row("Charles", "Moore"),
            row("Mary", "Shaw"),
        ]),
        &[
            "Delete in Charles, Babbage",
            "Delete in Charles, Moore",
            "Delete in Mary",
        ],
    );
}

#[test]
fn groups_in_groups_cost_no_more_than_their_number() {
    let deep = "<div role=group>".repeat(20_000) + "<button>Up</button>";
    assert_eq!(contexts(&deep), ["Up"]);
    let same = format!(
        "<dialog open><p>{}</p>{}</dialog>",
        "long ".repeat(20_000),
        "<a href=x>More</a>".repeat(20_000)
    );
    let all = contexts(&same);
    assert_eq!(all.len(), 20_000);
    assert!(all.iter().all(|said| said.len() < 300));
}

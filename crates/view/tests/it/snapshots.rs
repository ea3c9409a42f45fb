//! Snapshots put together by hand, as the crate `snapshot` would make them.

use std::borrow::Cow;
use std::time::{Duration, UNIX_EPOCH};

use surefoot_page::{DocumentId, NodeKey, Page};
use surefoot_snapshot::{Frame, Hints, Item, Numbering, Role, Snapshot, States, Tristate};
use surefoot_view::{Format, Meta, Parsed, item_line, json, parse, render, render_parsed};

fn item(reference: u32, depth: u32, role: Role, name: &str) -> Item {
    Item {
        node: Page::new().create_text(""),
        key: NodeKey {
            document: DocumentId::fresh(),
            serial: reference,
        },
        reference: Some(reference),
        role,
        name: name.into(),
        text: Box::default(),
        inner: Box::default(),
        value: None,
        states: States::default(),
        href: None,
        placeholder: None,
        input_type: None,
        description: Box::default(),
        error: Box::default(),
        clue: Box::default(),
        tag: Cow::Borrowed("div"),
        selector: None,
        bounds: None,
        cover: None,
        obscured_by: None,
        hidden: false,
        fold: None,
        cut: None,
        context: None,
        hints: Hints::empty(),
        parent: None,
        depth,
        frame: 0,
    }
}

fn meta() -> Meta<'static> {
    Meta {
        timestamp: UNIX_EPOCH + Duration::from_millis(1_795_302_457_042),
        engine: "native",
        generation: 3,
        notes: vec!["HTTP 404".to_owned()],
    }
}

fn snapshot() -> Snapshot {
    let mut list = item(1, 0, Role::List, "");
    list.tag = Cow::Borrowed("ul");
    let mut link = item(2, 1, Role::Link, "Home");
    link.parent = Some(0);
    link.href = Some("/home?a=1&b=2".into());
    link.states.focused = true;
    let mut heading = item(3, 0, Role::Heading, "News");
    heading.states.level = Some(2);
    let mut email = item(4, 0, Role::Textbox, "E-mail");
    email.value = Some("a@b.c".into());
    email.placeholder = Some("you@example.com".into());
    email.input_type = Some("email");
    email.states.required = true;
    email.frame = 1;
    let mut all = item(5, 0, Role::Checkbox, "All");
    all.states.checked = Some(Tristate::Mixed);
    let mut menu = item(6, 0, Role::Generic, "Menu");
    menu.hints = Hints::POINTER | Hints::ONCLICK;
    let mut text = item(7, 0, Role::Text, "Good night");
    text.tag = Cow::Borrowed("");
    text.reference = None;
    Snapshot {
        url: "http://127.0.0.1/".to_owned(),
        title: "Home".to_owned(),
        items: vec![list, link, heading, email, all, menu, text],
        frames: vec![
            Frame {
                url: "http://127.0.0.1/".to_owned(),
                newest: 0,
            },
            Frame {
                url: "http://127.0.0.2/frame".to_owned(),
                newest: 0,
            },
        ],
        diagnostics: vec!["one frame could not be read".to_owned()],
        ..Snapshot::default()
    }
}

#[test]
fn compact() {
    let expected = "Page: \"Home\"\n\n\
        1: list\n  2: link \"Home\" focused\n3: heading \"News\"\n4: textbox \"E-mail\" value=\"a@b.c\" required\n\
        5: checkbox \"All\" mixed\n6: clickable \"Menu\"\ntext \"Good night\"\n";
    assert_eq!(render(Format::Compact, &snapshot(), &meta()), expected);
}

#[test]
fn tree() {
    let expected = "- list [ref=e1]:\n  - link \"Home\" [ref=e2] [focused]\n- heading \"News\" [ref=e3] [level=2]\n\
        - textbox \"E-mail\" [ref=e4] [required] [value=\"a@b.c\"]\n- checkbox \"All\" [ref=e5] [checked=mixed]\n\
        - clickable \"Menu\" [ref=e6] [cursor:pointer, onclick]\n- text: Good night\n";
    assert_eq!(render(Format::Tree, &snapshot(), &meta()), expected);
}

#[test]
fn json_says_everything() {
    let expected = concat!(
        r#"{"url":"http://127.0.0.1/","title":"Home","timestamp":"2026-11-21T23:07:37.042Z","engine":"native","generation":3,"#,
        r#""meta":{"notes":["HTTP 404"],"diagnostics":["one frame could not be read"],"#,
        r#""frames":["http://127.0.0.1/","http://127.0.0.2/frame"]},"elements":["#,
        "\n",
        r#"{"ref":1,"role":"list","tag":"ul","depth":0},"#,
        "\n",
        r#"{"ref":2,"role":"link","name":"Home","states":{"focused":true},"href":"/home?a=1&b=2","tag":"div","depth":1,"parent":0},"#,
        "\n",
        r#"{"ref":3,"role":"heading","name":"News","level":2,"tag":"div","depth":0},"#,
        "\n",
        r#"{"ref":4,"role":"textbox","name":"E-mail","value":"a@b.c","states":{"required":true},"#,
        r#""placeholder":"you@example.com","tag":"div","type":"email","depth":0,"frame":1},"#,
        "\n",
        r#"{"ref":5,"role":"checkbox","name":"All","states":{"checked":"mixed"},"tag":"div","depth":0},"#,
        "\n",
        r#"{"ref":6,"role":"clickable","name":"Menu","tag":"div","hints":["cursor:pointer","onclick"],"depth":0},"#,
        "\n",
        r#"{"role":"text","name":"Good night","depth":0}"#,
        "\n]}\n",
    );
    let rendered = render(Format::Json, &snapshot(), &meta());
    assert_eq!(rendered, expected);
    let (snapshot, meta) = (snapshot(), meta());
    assert_eq!(
        json::text(&json::data(&snapshot, &meta)),
        expected.replace('\n', "")
    );
}

#[test]
fn what_is_read_back_renders_the_same_in_every_format() {
    let (snapshot, meta) = (snapshot(), meta());
    let parsed: Parsed =
        parse(Format::Json, &render(Format::Json, &snapshot, &meta)).expect("our own output");
    for &format in Format::ALL {
        assert_eq!(
            render_parsed(format, &parsed),
            render(format, &snapshot, &meta),
            "{format}"
        );
    }
}

#[test]
fn one_element() {
    let mut save = item(5, 0, Role::Button, "Save \"all\"");
    assert_eq!(item_line(&save), r#"@e5 button "Save \"all\"""#);
    assert_eq!(
        json::text(&json::item_json(&save)),
        r#"{"ref":5,"role":"button","name":"Save \"all\"","tag":"div","depth":0}"#
    );
    save.name = Box::default();
    save.text = "é".repeat(100).into();
    assert_eq!(
        item_line(&save),
        format!("@e5 button \"{}...\"", "é".repeat(77))
    );
    save.text = Box::default();
    save.inner = "Inside".into();
    assert_eq!(item_line(&save), "@e5 button \"Inside\"");
    save.inner = Box::default();
    save.reference = None;
    assert_eq!(item_line(&save), "button");
}

#[test]
fn tree_data_is_the_example_of_s1() {
    let snapshot = Snapshot {
        items: vec![
            item(1, 0, Role::Button, "Submit"),
            item(2, 0, Role::Textbox, "Email"),
        ],
        ..Snapshot::default()
    };
    let expected = concat!(
        r#"{"snapshot":"- button \"Submit\" [ref=e1]\n- textbox \"Email\" [ref=e2]","refs":{"#,
        r#""e1":{"selector":"getByRole('button', { name: \"Submit\", exact: true })","role":"button","name":"Submit"},"#,
        r#""e2":{"selector":"getByRole('textbox', { name: \"Email\", exact: true })","role":"textbox","name":"Email"}}}"#,
    );
    assert_eq!(json::text(&json::tree_data(&snapshot, &meta())), expected);
}

#[test]
fn tree_data_tells_duplicates_apart() {
    let mut menu = item(3, 0, Role::Generic, "Menu");
    menu.hints = Hints::POINTER;
    let items = vec![
        item(1, 0, Role::Button, "Delete"),
        item(2, 0, Role::Button, "Delete"),
        menu,
        item(4, 0, Role::Button, ""),
    ];
    let data = json::tree_data(
        &Snapshot {
            items,
            ..Snapshot::default()
        },
        &meta(),
    );
    let refs: Vec<_> = data
        .refs
        .0
        .iter()
        .map(|(r, entry)| (*r, entry.nth, entry.selector.as_str()))
        .collect();
    let delete = "getByRole('button', { name: \"Delete\", exact: true })";
    // The section of the elements that only a cursor makes interactive comes last.
    assert_eq!(
        refs,
        [
            (1, Some(0), delete),
            (2, Some(1), delete),
            (4, None, "getByRole('button')"),
            (3, None, "getByText(\"Menu\", { exact: true })")
        ]
    );
}

#[test]
fn each_format_numbers_as_its_specification_says() {
    assert_eq!(Format::Compact.numbering(), Numbering::All);
    assert_eq!(Format::Tree.numbering(), Numbering::InteractiveAndNamed);
    assert_eq!(Format::Json.numbering(), Numbering::All);
}

#[test]
fn depth_costs_a_bounded_indentation() {
    let items: Vec<Item> = (0..20_000)
        .map(|depth| item(depth + 1, depth, Role::List, ""))
        .collect();
    let snapshot = Snapshot {
        items,
        ..Snapshot::default()
    };
    for format in [Format::Compact, Format::Tree] {
        let text = render(format, &snapshot, &meta());
        assert!(text.len() < 20_000 * 160, "{format}: {}", text.len());
        let parsed = parse(format, &text).expect("our own output");
        assert_eq!(parsed.elements.len(), 20_000);
        assert_eq!(render_parsed(format, &parsed), text);
    }
}

#[test]
fn members_of_later_versions_are_passed_over() {
    let text = r#"{"later":[1,{"a":null}],"elements":[{"role":"link","bounds":[0,0,1,1],"hints":["onclick","later"],"name":"Home"}]}"#;
    let parsed = parse(Format::Json, text).expect("a snapshot");
    assert_eq!(render_parsed(Format::Compact, &parsed), "link \"Home\"\n");
    assert!(parsed.elements[0].hints.words().eq(["onclick"]));
}

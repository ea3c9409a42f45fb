//! Actions on elements, and what is refused.

use super::*;
use surefoot_engine::NoteKind;
use surefoot_page::{Facts, name};

#[test]
fn links_lead_where_they_say() {
    run(async |b| {
        for (text, target) in [
            ("Plain link", "/landed"),
            ("Icon link", "/landed"),
            ("Missing page", "/status/404"),
        ] {
            b.go("/links").await;
            let css = if text == "Icon link" { "a span" } else { "a" };
            let outcome = b.click_text(css, text).await.unwrap();
            assert_eq!(
                outcome.navigation.unwrap().url,
                b.server.page(target),
                "{text}"
            );
        }
        b.go("/links").await;
        for text in ["Script link", "Mail link", "Telephone link"] {
            assert_eq!(
                kind_of(b.click_text("a", text).await),
                ErrorKind::Unsupported,
                "{text}"
            );
        }
        assert_eq!(
            kind_of(b.click_text("a", "Broken address").await),
            ErrorKind::NavigationFailed
        );
        let opened = b.click_text("a", "Link to a new tab").await.unwrap().opened;
        assert_eq!(opened[0].url(), b.server.page("/landed"));
        let node = b.key_by_text("a", "Plain link").await;
        let outcome = b
            .act(Action::Click {
                node,
                button: MouseButton::Left,
                count: 1,
                modifiers: Modifiers::CONTROL,
                position: None,
            })
            .await
            .unwrap();
        assert_eq!(outcome.opened.len(), 1);
        assert_eq!(b.tab.url(), b.server.page("/links"));
        let outcome = b.click("area[href='/shop']").await.unwrap();
        assert_eq!(outcome.navigation.unwrap().url, b.server.page("/shop"));
    });
}

#[test]
fn details_open_and_close_with_their_group() {
    run(async |b| {
        b.go("/details").await;
        b.click_text("summary", "One of a group").await.unwrap();
        let found = b
            .tab
            .query(
                &[Query::Css("details[name=group][open]".to_owned())],
                limits(),
            )
            .await
            .unwrap();
        assert_eq!(found[0].len(), 1);
        let (page, node) = b.node("details[name=group][open] summary").await;
        assert_eq!(page.text_content(node), "One of a group");
        let text = b.text().await;
        assert!(!text.contains("First answer"));
        b.click_text("summary", "First question").await.unwrap();
        assert!(b.text().await.contains("First answer"));
        b.press("summary", "Enter").await.unwrap();
        assert!(!b.text().await.contains("First answer"));
    });
}

#[test]
fn what_only_a_script_does_is_refused() {
    run(async |b| {
        b.show("<script>1</script><button type=button id=a>x</button><div onclick='go()'><b id=b>y</b></div>\
                <p id=c>text</p><div contenteditable id=d>e</div><div role=checkbox id=e>f</div><a href='#' id=g>menu</a>")
            .await;
        assert_eq!(kind_of(b.click("#a").await), ErrorKind::Unsupported);
        assert_eq!(kind_of(b.click("#b").await), ErrorKind::Unsupported);
        let outcome = b.click("#c").await.unwrap();
        assert_eq!(outcome.notes[0].kind, NoteKind::NeedsScripts);
        assert_eq!(kind_of(b.fill("#d", "x").await), ErrorKind::Unsupported);
        let node = b.key("#e").await;
        assert_eq!(
            kind_of(
                b.act(Action::SetChecked {
                    node,
                    checked: true
                })
                .await
            ),
            ErrorKind::Unsupported
        );
        assert_eq!(
            kind_of(b.act(Action::Hover(node)).await),
            ErrorKind::Unsupported
        );
        let outcome = b.click("#g").await.unwrap();
        assert_eq!(outcome.notes[0].kind, NoteKind::NeedsScripts);
        b.show("<button type=button>x</button>").await;
        assert!(
            b.click("button").await.unwrap().notes.is_empty(),
            "no script, nothing to miss"
        );
    });
}

#[test]
fn popovers_and_dialogs_work_by_markup() {
    run(async |b| {
        b.show(
            "<button popovertarget=p>P</button><div popover id=p>pop</div>\
                <button commandfor=d command=show-modal id=show>D</button>\
                <dialog id=d>modal <button commandfor=d command=close id=close>C</button></dialog>",
        )
        .await;
        assert!(!b.text().await.contains("pop"));
        let outcome = b.click("[popovertarget]").await.unwrap();
        assert_eq!(outcome.value.as_deref(), Some("open"));
        assert!(b.text().await.contains("pop"));
        b.press("[popovertarget]", "Escape").await.unwrap();
        assert!(!b.text().await.contains("pop"));
        b.click("#show").await.unwrap();
        assert!(b.text().await.contains("modal"));
        b.click("#close").await.unwrap();
        assert!(!b.text().await.contains("modal"));
    });
}

#[test]
fn checkboxes_and_radio_buttons() {
    run(async |b| {
        b.show("<input type=checkbox id=c><label for=c>l</label><input type=radio name=r id=r1 checked><input type=radio name=r id=r2>\
                <input type=checkbox disabled id=d>")
            .await;
        let (c, r1, r2) = (b.key("#c").await, b.key("#r1").await, b.key("#r2").await);
        let set = |node, checked| Action::SetChecked { node, checked };
        for _ in 0..2 {
            assert_eq!(
                b.act(set(c, true)).await.unwrap().value.as_deref(),
                Some("checked")
            );
        }
        b.click("label").await.unwrap();
        let page = b.page().await;
        assert!(!page.facts(page.find(c).unwrap()).contains(Facts::CHECKED));
        assert_eq!(kind_of(b.act(set(r1, false)).await), ErrorKind::WrongKind);
        b.act(set(r2, true)).await.unwrap();
        let page = b.page().await;
        assert!(!page.facts(page.find(r1).unwrap()).contains(Facts::CHECKED));
        assert_eq!(kind_of(b.click("#d").await), ErrorKind::Disabled);
        let double = Action::Click {
            node: c,
            button: MouseButton::Left,
            count: 2,
            modifiers: Modifiers::empty(),
            position: None,
        };
        assert_eq!(
            b.act(double).await.unwrap().value.as_deref(),
            Some("unchecked")
        );
    });
}

#[test]
fn keys_edit_text_and_move_the_focus() {
    run(async |b| {
        b.show("<input id=a value=ab><textarea id=t></textarea><select id=s><option>1<option>2</select><button id=z disabled>Z</button>").await;
        b.press("#a", "c").await.unwrap();
        for chord in ["Home", "Delete", "X", "Backspace", "End", "Backspace"] {
            b.act(Action::Press {
                node: None,
                chord: chord.to_owned(),
            })
            .await
            .unwrap();
        }
        let (page, node) = b.node("#a").await;
        assert_eq!(page.value(node).unwrap(), "b");
        let outcome = b
            .act(Action::Press {
                node: None,
                chord: "Tab".to_owned(),
            })
            .await
            .unwrap();
        assert_eq!(outcome.focus, Some(b.key("#t").await));
        b.act(Action::Type {
            node: None,
            text: "l1\nl2".to_owned(),
        })
        .await
        .unwrap();
        b.act(Action::Press {
            node: None,
            chord: "Control+a".to_owned(),
        })
        .await
        .unwrap();
        b.act(Action::Press {
            node: None,
            chord: "q".to_owned(),
        })
        .await
        .unwrap();
        let (page, node) = b.node("#t").await;
        assert_eq!(page.value(node).unwrap(), "q");
        b.press("#s", "ArrowDown").await.unwrap();
        let (page, node) = b.node("#s").await;
        assert_eq!(page.value(node).unwrap(), "2");
        let outcome = b
            .act(Action::Press {
                node: None,
                chord: "Tab".to_owned(),
            })
            .await
            .unwrap();
        assert_eq!(
            outcome.focus,
            Some(b.key("#a").await),
            "disabled is passed over"
        );
        assert_eq!(kind_of(b.press("#a", "F5").await), ErrorKind::Unsupported);
        assert_eq!(
            kind_of(b.press("#a", "Hyper+a").await),
            ErrorKind::InvalidArgument
        );
    });
}

#[test]
fn fields_refuse_what_they_cannot_hold() {
    run(async |b| {
        b.show("<input id=a maxlength=3><input id=r readonly><input id=d disabled><input type=date id=t><input type=checkbox id=c>\
                <select id=s></select><p id=p>x</p><input type=file id=f><input id=m type=datetime-local>")
            .await;
        assert_eq!(
            b.fill("#a", "ab\ncdef").await.unwrap().value.as_deref(),
            Some("abc")
        );
        assert_eq!(
            b.fill("#m", "2024-05-06 07:08")
                .await
                .unwrap()
                .value
                .as_deref(),
            Some("2024-05-06T07:08")
        );
        for (css, kind) in [
            ("#r", ErrorKind::NotEditable),
            ("#d", ErrorKind::Disabled),
            ("#t", ErrorKind::InvalidArgument),
            ("#c", ErrorKind::WrongKind),
            ("#s", ErrorKind::WrongKind),
            ("#p", ErrorKind::WrongKind),
            ("#f", ErrorKind::WrongKind),
        ] {
            assert_eq!(kind_of(b.fill(css, "x").await), kind, "{css}");
        }
        let bad = b.tab.query(&[Query::Css("p[".to_owned())], limits()).await;
        assert_eq!(kind_of(bad), ErrorKind::InvalidArgument);
        let gone = b.key("#p").await;
        b.go("/landed").await;
        assert_eq!(kind_of(b.act(click(gone)).await), ErrorKind::StaleRef);
    });
}

#[test]
fn changing_a_page_leaves_captures_alone() {
    run(async |b| {
        b.show("<details><summary>s</summary>x</details>").await;
        let before = b.page().await;
        b.click("summary").await.unwrap();
        let after = b.page().await;
        let details = |page: &Page| {
            page.descendants(page.root().unwrap())
                .find(|&n| page.html_tag(n) == name::DETAILS)
                .is_some_and(|n| page.has_attr(n, name::OPEN))
        };
        assert!(!details(&before) && details(&after));
    });
}

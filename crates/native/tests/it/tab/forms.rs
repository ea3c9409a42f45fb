//! Forms against a server: logging in, sending every kind of control, validation, uploads.

use super::*;
use surefoot_engine::Choice;

#[test]
fn logging_in_keeps_a_cookie() {
    run(async |b| {
        b.go("/login").await;
        b.fill("#username", "ada").await.unwrap();
        b.fill("#password", "correct horse").await.unwrap();
        let outcome = b.press("#password", "Enter").await.unwrap();
        let navigation = outcome.navigation.expect("Enter submits");
        assert_eq!(navigation.url, b.server.page("/dashboard"));
        assert!(b.text().await.contains("Ada Lovelace"));
        b.go("/landed").await;
        b.go("/dashboard").await;
        assert!(b.text().await.contains("Ada Lovelace"));
    });
}

#[test]
fn every_kind_of_control_is_sent() {
    run(async |b| {
        b.go("/forms/profile").await;
        b.fill("#email", "ada@example.org").await.unwrap();
        b.fill("#bio", "one\ntwo").await.unwrap();
        b.fill("#volume", "7").await.unwrap();
        assert_eq!(
            kind_of(b.fill("#age", "old").await),
            ErrorKind::InvalidArgument
        );
        let country = b.key("#country").await;
        let select = |choice| Action::Select {
            node: country,
            choices: vec![choice],
        };
        assert_eq!(
            kind_of(b.act(select(Choice::ValueOrLabel("Mars".to_owned()))).await),
            ErrorKind::NotFound
        );
        assert_eq!(
            kind_of(
                b.act(select(Choice::ValueOrLabel("Antarctica".to_owned())))
                    .await
            ),
            ErrorKind::Disabled
        );
        let outcome = b
            .act(select(Choice::ValueOrLabel("Japan".to_owned())))
            .await
            .unwrap();
        assert_eq!(outcome.value.as_deref(), Some("Japan"));
        b.click_text("label", "Music").await.unwrap();
        b.click_text("label", "Telephone").await.unwrap();
        let file = file(b, "note.png", "not really");
        let node = b.key("#avatar").await;
        b.act(Action::Upload {
            node,
            files: vec![file],
        })
        .await
        .unwrap();
        let sent = b.click_text("button", "Save").await.unwrap();
        assert_eq!(sent.validation, []);
        let text = b.text().await;
        for part in [
            "multipart/form-data",
            "ada@example.org",
            "music",
            "phone",
            "jp",
            "English",
            "French",
            "note.png (image/png, 10 bytes)",
            "in-legend",
            "belongs",
            "save",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        for part in ["never sent", "limit", "horses", "aq", "draft"] {
            assert!(!text.contains(part), "{part} in {text}");
        }
        assert!(
            text.contains("volume\n8"),
            "a range is on its steps: {text}"
        );
    });
}

#[test]
fn what_fails_its_constraints_is_not_sent() {
    run(async |b| {
        b.go("/forms/validation").await;
        for (button, message) in [
            ("Check required", "Please fill out this field."),
            ("Check email", "Please include an '@'"),
            ("Check url", "Please enter a URL."),
            (
                "Check pattern",
                "Please match the requested format. Three capital letters",
            ),
            ("Check min", "Value must be greater than or equal to 5."),
            ("Check max", "Value must be less than or equal to 5."),
            ("Check step", "The two nearest valid values are 3 and 6."),
            ("Check date", "Value must be 2020-01-01 or later."),
            ("Check agreement", "Please check this box"),
            ("Check select", "Please select an item in the list."),
            ("Check radio", "Please select one of these options."),
            ("Check textarea", "Please fill out this field."),
            ("Check file", "Please select a file."),
        ] {
            let outcome = b.click_text("button", button).await.unwrap();
            assert!(outcome.navigation.is_none(), "{button}");
            assert_eq!(
                outcome.validation.len(),
                1,
                "{button}: {:?}",
                outcome.validation
            );
            let failure = &outcome.validation[0];
            assert!(
                failure.message.contains(message),
                "{button}: {}",
                failure.message
            );
            assert_eq!(outcome.focus, Some(failure.node), "{button}");
        }
        assert_eq!(b.server.hits("/echo"), 0);
        for button in [
            "Sent all the same",
            "Skip the check",
            "Disabled fields are not checked",
            "Check several",
        ] {
            b.go("/forms/validation").await;
            let outcome = b.click_text("button", button).await.unwrap();
            assert!(
                outcome.navigation.is_some(),
                "{button}: {:?}",
                outcome.validation
            );
        }
    });
}

#[test]
fn the_submitter_decides() {
    run(async |b| {
        for (button, expected) in [
            ("Default (GET)", "GET /echo?field=1"),
            ("Named", "GET /echo?field=1&which=named"),
            ("By POST", "POST /echo"),
            ("By multipart", "POST /echo"),
            ("Other action", "GET /echo?field=1"),
            ("Outside the form", "GET /echo?field=1&which=outside"),
            ("Replaces the query", "GET /echo?a=b+c%26d"),
            ("No action: this page", "POST /forms/submitters"),
        ] {
            b.go("/forms/submitters").await;
            b.click_text("button", button).await.unwrap();
            let seen = b.server.seen();
            let last = seen.last().unwrap();
            assert_eq!(
                format!("{} {}", last.method, last.target),
                expected,
                "{button}"
            );
        }
        b.go("/forms/submitters").await;
        b.click("input[type=image]").await.unwrap();
        assert_eq!(
            b.server.seen().last().unwrap().target,
            "/echo?field=1&spot.x=0&spot.y=0"
        );
        b.go("/forms/submitters").await;
        let outcome = b.click_text("button", "New tab").await.unwrap();
        assert!(outcome.navigation.is_none());
        assert_eq!(outcome.opened[0].url(), b.server.page("/echo?field=1"));
        let outcome = b.click_text("dialog button", "Yes").await.unwrap();
        assert!(outcome.navigation.is_none());
        let (page, dialog) = b.node("dialog").await;
        assert!(!page.has_attr(dialog, surefoot_page::name::OPEN));
    });
}

#[test]
fn uploads_are_checked_and_sent() {
    run(async |b| {
        b.go("/forms/upload").await;
        let (one, two) = (
            file(b, "one.txt", "first"),
            file(b, "two \"x\".bin", "second"),
        );
        let node = b.key("#one").await;
        let upload = |files| Action::Upload { node, files };
        assert_eq!(
            kind_of(b.act(upload(vec![one.clone(), two.clone()])).await),
            ErrorKind::InvalidArgument
        );
        let missing = b.downloads.path().join("missing");
        assert_eq!(
            kind_of(b.act(upload(vec![missing])).await),
            ErrorKind::InvalidArgument
        );
        b.act(upload(vec![one.clone()])).await.unwrap();
        let many = b.key("#many").await;
        b.act(Action::Upload {
            node: many,
            files: vec![one, two],
        })
        .await
        .unwrap();
        b.click_text("button", "Upload").await.unwrap();
        let text = b.text().await;
        assert!(text.contains("one.txt (text/plain, 5 bytes)"), "{text}");
        assert!(
            text.contains("(application/octet-stream, 6 bytes)"),
            "{text}"
        );
        assert!(text.contains('\u{e4}'), "{text}");
    });
}

#[test]
fn reset_brings_back_what_the_markup_says() {
    run(async |b| {
        b.show("<form><input name=a value=1><input type=checkbox checked><select><option>x<option selected>y</select><button type=reset>R</button></form>").await;
        b.fill("input", "2").await.unwrap();
        b.click("[type=checkbox]").await.unwrap();
        let node = b.key("select").await;
        b.act(Action::Select {
            node,
            choices: vec![Choice::Index(0)],
        })
        .await
        .unwrap();
        assert_eq!(
            b.node("select")
                .await
                .0
                .value(b.node("select").await.1)
                .unwrap(),
            "x"
        );
        b.click("button").await.unwrap();
        let (page, input) = b.node("input").await;
        assert_eq!(page.value(input).unwrap(), "1");
        assert_eq!(
            b.node("select")
                .await
                .0
                .value(b.node("select").await.1)
                .unwrap(),
            "y"
        );
        b.key("[type=checkbox]:checked").await;
    });
}

//! Frames: loaded into the page, acted in, navigated.

use super::*;
use surefoot_engine::NoteKind;

#[test]
fn frames_are_part_of_the_page() {
    run(async |b| {
        let navigation = b.go("/frames").await;
        let page = b.page().await;
        assert!(page.documents().len() >= 5, "{:?}", page.documents());
        b.key_by_text("button", "Inner button").await;
        let itself = |url: &str| url == b.server.page("/frames");
        let documents = page.documents();
        assert_eq!(documents.iter().filter(|d| itself(&d.url)).count(), 1);
        assert_eq!(navigation.notes, []);
    });
}

#[test]
fn frames_end_somewhere() {
    run(async |b| {
        let mut markup = "<p>innermost</p>".to_owned();
        for _ in 0..8 {
            let inner = markup.replace('&', "&amp;").replace('"', "&quot;");
            markup = format!("<iframe srcdoc=\"{inner}\"></iframe>");
        }
        let source = Destination::Source {
            bytes: markup.into_bytes(),
            url: b.server.page("/source"),
        };
        let navigation = b.to(source).await.unwrap();
        assert_eq!(navigation.notes[0].kind, NoteKind::LimitReached);
    });
}

#[test]
fn links_and_forms_stay_in_their_frame_or_leave_it() {
    run(async |b| {
        b.show("<p id=outer>outer</p><iframe src=/frames/child></iframe><iframe name=other></iframe><a href=/landed target=other>into</a>").await;
        let outer = b.key("#outer").await;
        b.fill("[name=word]", "hello").await.unwrap();
        let outcome = b.click_text("button", "Send from the frame").await.unwrap();
        assert!(
            outcome.navigation.is_none(),
            "only the frame went somewhere"
        );
        let word = b.server.seen().last().unwrap().target.clone();
        assert_eq!(word, "/echo?word=hello");
        assert!(
            b.page().await.find(outer).is_some(),
            "the rest keeps its keys"
        );
        b.key_by_text("td", "hello").await;
        b.click_text("a", "into").await.unwrap();
        assert_eq!(b.tab.url(), b.server.page("/source"));
        b.show("<iframe src=/frames/child></iframe>").await;
        let outcome = b.click_text("a", "Leave the frame").await.unwrap();
        assert_eq!(outcome.navigation.unwrap().url, b.server.page("/landed"));
    });
}

#[test]
fn a_dead_frame_is_told_and_costs_nothing_else() {
    run(async |b| {
        let dead = "http://127.0.0.1:1/";
        let source = Destination::Source {
            bytes: format!("<p>here</p><iframe src='{dead}'></iframe>").into_bytes(),
            url: b.server.page("/source"),
        };
        let navigation = b.to(source).await.unwrap();
        assert_eq!(navigation.notes[0].kind, NoteKind::FrameFailed);
        assert!(b.text().await.contains("here"));
    });
}

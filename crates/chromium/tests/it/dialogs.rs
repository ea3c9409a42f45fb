//! Dialogs of pages.

use std::time::{Duration, Instant};

use surefoot_engine::{Destination, DialogAnswer, DialogKind, ErrorKind, Outcome};

use crate::support::{Site, limits, run};

/// Waits until a dialog has come, and answers the outcome that told of it.
async fn comes(site: &mut Site) -> Outcome {
    loop {
        match site.tab.next_change(limits()).await {
            Ok(outcome) => {
                let outcome = outcome.unwrap();
                if !outcome.dialogs.is_empty() {
                    return outcome;
                }
            }
            // It came before it was waited for.
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
                return Outcome::default();
            }
        }
    }
}

#[test]
fn an_alert_is_closed_and_told() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("setTimeout(() => { alert('Saved'); document.title = 'after' }, 0)")
            .await;
        let outcome = comes(site).await;
        let dialog = outcome.dialogs.first().unwrap();
        assert_eq!(dialog.kind, DialogKind::Alert);
        assert_eq!(dialog.message, "Saved");
        assert!(!dialog.waits && site.tab.dialog().is_none());
        assert_eq!(site.eval("document.title").await, "after");
    });
}

#[test]
fn what_asks_waits_for_an_answer() {
    run(async |site| {
        site.go("/landed").await;
        for (script, answer, expected) in [
            ("confirm('Sure?')", DialogAnswer::Accept(None), "true"),
            ("confirm('Sure?')", DialogAnswer::Dismiss, "false"),
            ("prompt('Sure?', 'yes')", DialogAnswer::Accept(None), "yes"),
            (
                "prompt('Sure?', 'yes')",
                DialogAnswer::Accept(Some("no".to_owned())),
                "no",
            ),
            ("prompt('Sure?', 'yes')", DialogAnswer::Dismiss, "null"),
        ] {
            site.eval(&format!(
                "setTimeout(() => {{ document.title = String({script}) }}, 0)"
            ))
            .await;
            comes(site).await;
            let dialog = site.tab.dialog().unwrap();
            assert_eq!(dialog.message, "Sure?");
            let begun = Instant::now();
            let error = site.tab.capture(limits()).await.map(drop).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DialogOpen);
            assert!(error.message().contains("Sure?"), "{error}");
            assert!(error.hint().unwrap().contains("dialog accept"), "{error:?}");
            let error = site.try_go("/links").await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DialogOpen);
            assert!(begun.elapsed() < Duration::from_secs(1));
            site.tab.answer_dialog(answer, limits()).await.unwrap();
            assert!(site.tab.dialog().is_none());
            assert_eq!(site.eval("document.title").await, expected);
        }
        let error = site
            .tab
            .answer_dialog(DialogAnswer::Dismiss, limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    });
}

#[test]
fn a_page_may_ask_before_it_is_left() {
    run(async |site| {
        site.go("/landed").await;
        // A page may only ask once its user has done something.
        site.eval("addEventListener('beforeunload', (e) => e.preventDefault())")
            .await;
        let error = site.try_go("/links").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen, "{error}");
        assert_eq!(site.tab.dialog().unwrap().kind, DialogKind::BeforeUnload);
        site.tab
            .answer_dialog(DialogAnswer::Dismiss, limits())
            .await
            .unwrap();
        assert_eq!(site.tab.url(), site.server.page("/landed"));

        let result = site.tab.navigate(Destination::Reload, limits()).await;
        assert_eq!(result.unwrap_err().kind(), ErrorKind::DialogOpen);
        let answer = DialogAnswer::Accept(None);
        let outcome = site.tab.answer_dialog(answer, limits()).await.unwrap();
        assert_eq!(outcome.navigation.unwrap().url, site.server.page("/landed"));
        site.go("/links").await;
    });
}

#[test]
fn a_storm_of_alerts_is_survived() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("setTimeout(() => { for (;;) alert('x'.repeat(5000)) }, 0)")
            .await;
        // The script is ended, and the page is as usable as before.
        site.tab.capture(limits()).await.unwrap();
        assert_eq!(site.eval("1 + 1").await, 2);
        let outcome = site.go("/links").await;
        assert!(!outcome.dialogs.is_empty() && outcome.dialogs.len() <= 10);
        let told = outcome
            .notes
            .iter()
            .any(|n| n.text.contains("more dialogs, and would not stop"));
        assert!(told, "{:?}", outcome.notes);
    });
}

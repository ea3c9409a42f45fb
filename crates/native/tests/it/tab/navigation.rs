//! Loading, history, refreshes, content that is not HTML.

use super::*;
use surefoot_engine::{ContentKind, NavigationKind, NoteKind};

#[test]
fn statuses_and_redirects_are_told() {
    run(async |b| {
        let missing = b.go("/status/404").await;
        assert_eq!(missing.status, Some(404));
        let moved = b.go("/redirect/3").await;
        assert_eq!(moved.redirects.len(), 3);
        assert_eq!(moved.url, b.server.page("/landed"));
        let failed = b.try_go("/redirect-loop/a").await.unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::NavigationFailed);
        assert_eq!(b.tab.url(), b.server.page("/landed"), "the old page stays");
    });
}

#[test]
fn a_slow_server_ends_in_time_and_keeps_the_page() {
    run(async |b| {
        b.go("/landed").await;
        let key = b.key("h1, p").await;
        let url = b.server.page("/slow/headers?seconds=30");
        let start = Instant::now();
        let short = Limits {
            deadline: start + Duration::from_millis(300),
            ..limits()
        };
        let error = b.tab.navigate(Destination::Url(url), short).await;
        assert_eq!(kind_of(error), ErrorKind::Timeout);
        assert!(start.elapsed() < Duration::from_secs(3));
        assert!(b.page().await.find(key).is_some());
    });
}

#[test]
fn the_history_restores_documents_with_their_state() {
    run(async |b| {
        b.go("/login").await;
        b.fill("#username", "ada").await.unwrap();
        let key = b.key("#username").await;
        b.go("/landed").await;
        let back = b.to(Destination::Back).await.unwrap();
        assert_eq!(back.kind, NavigationKind::Restored);
        let page = b.page().await;
        let node = page.find(key).expect("the same node");
        assert_eq!(page.value(node).unwrap(), "ada");
        let forward = b.to(Destination::Forward).await.unwrap();
        assert_eq!(
            (forward.kind, forward.url),
            (NavigationKind::Restored, b.server.page("/landed"))
        );
        assert_eq!(
            kind_of(b.to(Destination::Forward).await),
            ErrorKind::NavigationFailed
        );
        let reloaded = b.to(Destination::Reload).await.unwrap();
        assert_eq!(reloaded.kind, NavigationKind::Document);
        b.to(Destination::Back).await.unwrap();
        assert_eq!(
            kind_of(b.to(Destination::Back).await),
            ErrorKind::NavigationFailed,
            "about:blank is no entry"
        );
    });
}

#[test]
fn documents_dropped_from_the_history_are_loaded_again() {
    run(async |b| {
        for id in 1..=12 {
            b.go(&format!("/shop/{id}")).await;
        }
        let mut kinds = Vec::new();
        for _ in 1..12 {
            kinds.push(b.to(Destination::Back).await.unwrap().kind);
        }
        assert_eq!(b.tab.url(), b.server.page("/shop/1"));
        assert!(
            kinds[..8].iter().all(|k| *k == NavigationKind::Restored),
            "{kinds:?}"
        );
        assert_eq!(kinds.last(), Some(&NavigationKind::Document));
    });
}

#[test]
fn fragments_stay_in_the_document() {
    run(async |b| {
        b.go("/links").await;
        let key = b.key("a").await;
        let outcome = b.click_text("a", "Link within the page").await.unwrap();
        let navigation = outcome.navigation.unwrap();
        assert_eq!(navigation.kind, NavigationKind::Fragment);
        assert_eq!(navigation.url, b.server.page("/links#terms"));
        assert!(b.page().await.find(key).is_some());
        let back = b.to(Destination::Back).await.unwrap();
        assert_eq!(
            (back.kind, back.url),
            (NavigationKind::Fragment, b.server.page("/links"))
        );
        assert_eq!(b.server.hits("/links"), 1);
    });
}

#[test]
fn refreshes_due_at_once_are_followed_and_others_wait() {
    run(async |b| {
        for how in ["now", "quoted", "header"] {
            let navigation = b.go(&format!("/refresh/{how}")).await;
            assert_eq!(navigation.url, b.server.page("/landed"), "{how}");
            assert_eq!(navigation.redirects.len(), 1, "{how}");
        }
        let looping = b.go("/refresh/loop").await;
        assert_eq!(looping.notes[0].kind, NoteKind::RefreshPending);
        let later = b.go("/refresh/later").await;
        assert!(
            later.notes[0].text.contains("/landed after 3600 seconds"),
            "{:?}",
            later.notes
        );
        let short = Limits {
            deadline: Instant::now() + Duration::from_millis(50),
            ..limits()
        };
        assert_eq!(kind_of(b.tab.next_change(short).await), ErrorKind::Timeout);
        b.go("/landed").await;
        assert!(b.tab.next_change(limits()).await.unwrap().is_none());
    });
}

#[test]
fn a_pending_refresh_is_the_next_change() {
    run(async |b| {
        b.show("<meta http-equiv=refresh content='2; url=/landed'>wait")
            .await;
        let outcome = b.tab.next_change(limits()).await.unwrap().unwrap();
        assert_eq!(outcome.navigation.unwrap().url, b.server.page("/landed"));
        assert!(b.tab.next_change(limits()).await.unwrap().is_none());
    });
}

#[test]
fn content_is_shown_as_what_it_is() {
    run(async |b| {
        let json = b.go("/media/data.json").await;
        assert_eq!(json.content.kind, ContentKind::Json);
        assert!(b.text().await.contains('{'));
        let picture = b.go("/media/pixel.png").await;
        assert_eq!(picture.content.kind, ContentKind::Image);
        assert!(picture.content.about.unwrap().starts_with("PNG image, "));
        assert_eq!(b.page().await.title(), "pixel.png");
        let page = b.tab.navigate(
            Destination::Url("data:text/html,<title>D</title><p>x".to_owned()),
            limits(),
        );
        assert_eq!(page.await.unwrap().navigation.unwrap().status, None);
        assert_eq!(b.page().await.title(), "D");
    });
}

#[test]
fn downloads_are_saved_and_the_page_stays() {
    run(async |b| {
        b.go("/links").await;
        let outcome = b
            .click_text("a", "Download by the server's wish")
            .await
            .unwrap();
        assert!(outcome.navigation.is_none());
        assert!(
            outcome.downloads[0]
                .path
                .starts_with(b.downloads.path().join("new"))
        );
        let saved = std::fs::metadata(&outcome.downloads[0].path).unwrap();
        assert_eq!(saved.len(), outcome.downloads[0].size);
        let outcome = b
            .click_text("a", "Download by the page's wish")
            .await
            .unwrap();
        assert_eq!(outcome.downloads[0].mime, "image/png");
        assert_eq!(b.tab.url(), b.server.page("/links"));
        let url = Destination::Url(b.server.page("/download"));
        let outcome = b.tab.navigate(url, limits()).await.unwrap();
        assert!(outcome.navigation.is_none());
        assert_eq!(outcome.downloads[0].mime, "text/csv");
        assert_eq!(b.tab.url(), b.server.page("/links"));
    });
}

#[test]
fn a_page_of_scripts_says_so() {
    run(async |b| {
        let app = b.go("/app").await;
        assert!(
            app.notes.iter().any(|n| n.kind == NoteKind::NeedsScripts),
            "{:?}",
            app.notes
        );
        let plain = b.go("/links").await;
        assert!(plain.notes.iter().all(|n| n.kind != NoteKind::NeedsScripts));
    });
}

#[test]
fn a_post_is_not_repeated() {
    run(async |b| {
        b.show("<form method=post action=/echo><input name=a value=1><button>Go</button></form>")
            .await;
        let outcome = b.click("button").await.unwrap();
        assert_eq!(outcome.navigation.unwrap().status, Some(200));
        assert_eq!(
            kind_of(b.to(Destination::Reload).await),
            ErrorKind::NavigationFailed
        );
        b.go("/landed").await;
        assert_eq!(
            b.to(Destination::Back).await.unwrap().kind,
            NavigationKind::Restored
        );
        assert_eq!(b.server.hits("/echo"), 1);
    });
}

#[test]
fn sessions_share_nothing() {
    run(async |b| {
        b.go("/login").await;
        assert!(!b.engine.jar().list().is_empty());
        let client = Client::new(ClientConfig::default()).unwrap();
        let options = EngineOptions {
            user_agent: Some("own/1".to_owned()),
            headers: vec![("x-own".to_owned(), "yes".to_owned())],
            download_dir: b.downloads.path().to_owned(),
            ..EngineOptions::default()
        };
        let mut other = NativeEngine::new(client, options).unwrap();
        assert!(other.jar().list().is_empty());
        let mut tab = other.new_tab().await.unwrap();
        let url = b.server.page("/landed");
        tab.navigate(Destination::Url(url), limits()).await.unwrap();
        let seen = b.server.seen();
        let last = seen.last().unwrap();
        assert_eq!(last.header("user-agent"), Some("own/1"));
        assert_eq!(last.header("x-own"), Some("yes"));
    });
}

#[test]
fn a_refresh_that_leads_nowhere_leaves_the_page() {
    run(async |b| {
        let url =
            "data:text/html,<meta http-equiv=refresh content='0;url=http://127.0.0.1:1/'><p>Here";
        let shown = b.to(Destination::Url(url.to_owned())).await.unwrap();
        assert!(shown.url.starts_with("data:"), "{shown:?}");
        assert!(shown.redirects.is_empty(), "{shown:?}");
        assert!(
            shown
                .notes
                .iter()
                .any(|n| n.kind == NoteKind::RefreshPending),
            "{shown:?}"
        );
    });
}

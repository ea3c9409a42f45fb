//! Opening pages: by URL, by source, through the history, and what happens when there is no page.

use std::time::{Duration, Instant};

use surefoot_engine::{
    ContentKind, Destination, ErrorKind, Limits, LoadState, NavigationKind, NoteKind,
};

use crate::support::{limits, run};

#[test]
fn a_page_is_opened() {
    run(async |site| {
        let outcome = site.go("/landed").await;
        let navigation = outcome.navigation.unwrap();
        assert_eq!(navigation.url, site.server.page("/landed"));
        assert_eq!(navigation.status, Some(200));
        assert_eq!(navigation.kind, NavigationKind::Document);
        assert_eq!(navigation.content.kind, ContentKind::Html);
        assert_eq!(site.tab.url(), site.server.page("/landed"));
        assert!(outcome.notes.is_empty(), "{:?}", outcome.notes);
    });
}

#[test]
fn statuses_redirects_and_kinds_are_told() {
    run(async |site| {
        for (path, status, hops, kind, mime) in [
            ("/status/404", 404, 0, ContentKind::Html, "text/html"),
            ("/status/503", 503, 0, ContentKind::Html, "text/html"),
            ("/redirect/3", 200, 3, ContentKind::Html, "text/html"),
            (
                "/media/data.json",
                200,
                0,
                ContentKind::Json,
                "application/json",
            ),
            ("/media/notes.txt", 200, 0, ContentKind::Text, "text/plain"),
            ("/media/pixel.png", 200, 0, ContentKind::Image, "image/png"),
            (
                "/media/drawing.svg",
                200,
                0,
                ContentKind::Xml,
                "image/svg+xml",
            ),
            (
                "/media/page.xhtml",
                200,
                0,
                ContentKind::Html,
                "application/xhtml+xml",
            ),
        ] {
            let navigation = site.go(path).await.navigation.unwrap();
            assert_eq!(navigation.status, Some(status), "{path}");
            assert_eq!(navigation.redirects.len(), hops, "{path}");
            assert_eq!(navigation.content.kind, kind, "{path}");
            assert_eq!(navigation.content.mime, mime, "{path}");
        }
    });
}

#[test]
fn what_cannot_be_opened_leaves_the_page_that_was_there() {
    run(async |site| {
        site.go("/landed").await;
        let there = site.server.page("/landed");
        let closed = {
            let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            format!("http://{}/", listener.local_addr().unwrap())
        };
        let secure = site.server.page("/").replace("http:", "https:");
        use ErrorKind::{InvalidArgument, NavigationFailed};
        for (url, kind, part) in [
            (closed, NavigationFailed, "refused"),
            (
                "http://nowhere.invalid/".to_owned(),
                NavigationFailed,
                "no host of that name",
            ),
            (secure, NavigationFailed, "secure connection"),
            (
                site.server.page("/no-content"),
                NavigationFailed,
                "no content",
            ),
            (
                site.server.raw_page("/reset-at-once"),
                NavigationFailed,
                "broke off",
            ),
            (
                "file:///nowhere/at/all.html".to_owned(),
                NavigationFailed,
                "no such file",
            ),
            ("javascript:alert(1)".to_owned(), InvalidArgument, "script"),
            ("chrome://version".to_owned(), InvalidArgument, "own pages"),
            ("gopher://x/".to_owned(), InvalidArgument, "gopher"),
            ("no url".to_owned(), InvalidArgument, "no URL"),
        ] {
            let result = site
                .tab
                .navigate(Destination::Url(url.clone()), limits())
                .await;
            let error = result.unwrap_err();
            assert_eq!(error.kind(), kind, "{url}: {error}");
            assert!(error.message().contains(part), "{url}: {error}");
            assert_eq!(site.tab.url(), there, "{url}");
        }
        // It is the same document still, not one that was loaded again.
        assert_eq!(site.server.hits("/landed"), 1);

        // Where Chromium does not let it stay, it is shown again.
        let error = site.try_go("/redirect-loop/a").await.unwrap_err();
        assert!(error.message().contains("redirects without end"), "{error}");
        assert_eq!(site.tab.url(), there);
    });
}

#[test]
fn a_first_page_that_cannot_be_opened_is_an_error_too() {
    run(async |site| {
        let url = "http://nowhere.invalid/".to_owned();
        let error = site
            .tab
            .navigate(Destination::Url(url), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NavigationFailed);
        assert!(error.message().contains("no host of that name"), "{error}");
        assert_eq!(site.tab.url(), "about:blank");
        site.go("/landed").await;
    });
}

#[test]
fn a_fragment_is_the_same_document() {
    run(async |site| {
        site.go("/links").await;
        let navigation = site.go("/links#here").await.navigation.unwrap();
        assert_eq!(navigation.kind, NavigationKind::Fragment);
        assert_eq!(navigation.url, site.server.page("/links#here"));
        assert_eq!(site.server.hits("/links"), 1);
        let back = site
            .tab
            .navigate(Destination::Back, limits())
            .await
            .unwrap();
        assert_eq!(back.navigation.unwrap().kind, NavigationKind::Fragment);
        assert_eq!(site.tab.url(), site.server.page("/links"));
    });
}

#[test]
fn the_history_is_gone_through() {
    run(async |site| {
        for to in [Destination::Back, Destination::Forward] {
            let error = site.tab.navigate(to, limits()).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NavigationFailed);
        }
        site.go("/landed").await;
        let error = site
            .tab
            .navigate(Destination::Back, limits())
            .await
            .unwrap_err();
        assert!(error.message().contains("no earlier page"), "{error}");
        site.go("/links").await;
        for (to, path) in [
            (Destination::Back, "/landed"),
            (Destination::Forward, "/links"),
            (Destination::Reload, "/links"),
        ] {
            let outcome = site.tab.navigate(to, limits()).await.unwrap();
            assert_eq!(outcome.navigation.unwrap().url, site.server.page(path));
            assert_eq!(site.tab.url(), site.server.page(path));
        }
        // Past every cache.
        assert!(site.server.hits("/links") >= 2);
    });
}

#[test]
fn a_source_is_shown_at_its_url() {
    run(async |site| {
        for url in [
            site.server.page("/given/by/the/user"),
            "https://nowhere.invalid/given".to_owned(),
            "file:///nowhere/given.html".to_owned(),
            "about:blank".to_owned(),
        ] {
            let source = Destination::Source {
                bytes: b"<!doctype html><meta charset=utf-8><title>T</title><p>Hi \xc3\xbc"
                    .to_vec(),
                url: url.clone(),
            };
            let outcome = site.tab.navigate(source, limits()).await.unwrap();
            assert_eq!(outcome.navigation.unwrap().url, url);
            assert_eq!(site.tab.url(), url);
        }
        assert_eq!(site.server.hits("/given/by/the/user"), 0);
    });
}

#[test]
fn what_never_ends_loading_is_usable_after_a_while() {
    run(async |site| {
        let server = &site.server;
        let source = Destination::Source {
            bytes: format!("<p>Hi<img src='{}'>", server.page("/slow/headers")).into_bytes(),
            url: server.page("/given"),
        };
        let begun = Instant::now();
        let outcome = site.tab.navigate(source, limits()).await.unwrap();
        let took = begun.elapsed();
        assert!(
            took >= Duration::from_secs(4) && took < Duration::from_secs(9),
            "{took:?}"
        );
        let note = outcome.notes.first().unwrap();
        assert_eq!(note.kind, NoteKind::StillLoading);
        assert!(note.text.contains("/slow/headers"), "{}", note.text);

        // Those who want less get it at once.
        for load in [LoadState::Commit, LoadState::DomContentLoaded] {
            let begun = Instant::now();
            let less = Limits { load, ..limits() };
            let outcome = site.tab.navigate(Destination::Reload, less).await;
            // The source was shown once; its URL itself is another page.
            assert_eq!(outcome.unwrap().navigation.unwrap().status, Some(404));
            assert!(begun.elapsed() < Duration::from_secs(4));
        }
    });
}

#[test]
fn a_server_that_does_not_answer_is_a_timeout_and_the_page_stays() {
    run(async |site| {
        site.go("/landed").await;
        let url = site.server.page("/slow/headers");
        let limits = Limits::until(Instant::now() + Duration::from_secs(1));
        let error = site
            .tab
            .navigate(Destination::Url(url), limits)
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert_eq!(site.tab.url(), site.server.page("/landed"));
        site.go("/links").await;
    });
}

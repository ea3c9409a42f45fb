//! Downloads into a folder.

use std::fs;

use surefoot_native::net::{CookieJar, Limits, NetErrorKind, Request, is_attachment};
use tempfile::TempDir;

use super::{client, limits};
use crate::server::{Act, Server, answer};

fn names(dir: &TempDir) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir.path())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn named_safely_and_never_over_another() {
    let server = Server::start(|seen| match seen.path() {
        "/disposition" => answer(
            "200 OK",
            &["content-disposition: attachment; filename=\"../../evil.txt\""],
            b"one",
        ),
        "/report.pdf?x=1" => answer("200 OK", &["content-type: application/pdf"], b"two"),
        _ => answer(
            "200 OK",
            &["content-type: text/html; charset=utf-8"],
            b"three",
        ),
    })
    .await;
    let (client, jar, dir) = (client(), CookieJar::new(), TempDir::new().unwrap());
    for (path, name, content_type) in [
        ("/disposition", "evil.txt", None),
        ("/disposition", "evil (1).txt", None),
        ("/report.pdf?x=1", "report.pdf", Some("application/pdf")),
        ("/", "download.html", Some("text/html; charset=utf-8")),
        ("/%2e%2e%2fup", "up.html", Some("text/html; charset=utf-8")),
    ] {
        let download = client
            .fetch_to_file(&jar, Request::get(server.url(path)), &limits(), dir.path())
            .await
            .unwrap();
        assert_eq!(download.file_name, name);
        assert_eq!(download.path, dir.path().join(name));
        assert_eq!(download.content_type.as_deref(), content_type);
        assert_eq!(fs::metadata(&download.path).unwrap().len(), download.size);
    }
    let exchange = client
        .begin(&jar, Request::get(server.url("/disposition")), &limits())
        .await
        .unwrap();
    assert!(is_attachment(exchange.head()));
    let response = exchange.read(&limits()).await.unwrap();
    assert_eq!(
        client.save(response, dir.path()).await.unwrap().file_name,
        "evil (2).txt"
    );
    assert_eq!(names(&dir).len(), 6);
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_in_the_folder_is_not_followed() {
    let (dir, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    std::os::unix::fs::symlink(outside.path().join("target"), dir.path().join("a.txt")).unwrap();
    let server = Server::start(|_| answer("200 OK", &[], b"x")).await;
    let download = client()
        .fetch_to_file(
            &CookieJar::new(),
            Request::get(server.url("/a.txt")),
            &limits(),
            dir.path(),
        )
        .await
        .unwrap();
    assert_eq!(download.file_name, "a (1).txt");
    assert!(!outside.path().join("target").exists());
}

#[tokio::test]
async fn what_fails_leaves_nothing_behind() {
    let server = Server::start(|seen| match seen.path() {
        "/broken" => vec![
            Act::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\npart".to_vec()),
            Act::Close,
        ],
        "/endless" => vec![
            Act::Send(b"HTTP/1.1 200 OK\r\n\r\npart".to_vec()),
            Act::Hang,
        ],
        _ => answer("200 OK", &[], &[0; 5000]),
    })
    .await;
    let dir = TempDir::new().unwrap();
    for (path, kind) in [
        ("/broken", NetErrorKind::Protocol),
        ("/endless", NetErrorKind::Timeout),
        ("/large", NetErrorKind::TooLarge),
    ] {
        let timeout =
            std::time::Duration::from_millis(if path == "/endless" { 200 } else { 20_000 });
        let short = Limits {
            max_body: 4000,
            ..Limits::within(timeout)
        };
        let result = client()
            .fetch_to_file(
                &CookieJar::new(),
                Request::get(server.url(path)),
                &short,
                dir.path(),
            )
            .await;
        assert_eq!(result.unwrap_err().kind(), kind, "{path}");
        assert_eq!(names(&dir), Vec::<String>::new(), "{path}");
    }
    let missing = dir.path().join("missing");
    let result = client()
        .fetch_to_file(
            &CookieJar::new(),
            Request::get(server.url("/a")),
            &limits(),
            &missing,
        )
        .await;
    let error = result.unwrap_err();
    assert_eq!(error.kind(), NetErrorKind::FileNotFound);
    assert!(error.to_string().contains("missing"), "{error}");
}

#[tokio::test]
async fn a_download_that_is_given_up_is_removed() {
    let server = Server::start(|_| {
        vec![
            Act::Send(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\npart".to_vec()),
            Act::Hang,
        ]
    })
    .await;
    let dir = TempDir::new().unwrap();
    let (client, jar) = (client(), CookieJar::new());
    let limits = limits();
    let exchange = client
        .begin(&jar, Request::get(server.url("/big.iso")), &limits)
        .await
        .unwrap();
    let mut saving = Box::pin(exchange.save(&limits, dir.path()));
    // One poll creates the file, as the answer has begun already.
    tokio::select! {
        biased;
        done = &mut saving => panic!("the server has not sent it all: {done:?}"),
        () = std::future::ready(()) => {}
    }
    assert_eq!(names(&dir), ["big.iso"]);
    drop(saving);
    assert_eq!(names(&dir), Vec::<String>::new());
    tokio::time::timeout(std::time::Duration::from_secs(10), server.client_left())
        .await
        .unwrap();
}

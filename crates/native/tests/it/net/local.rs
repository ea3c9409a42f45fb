//! Addresses that need no network.

use std::fs;

use surefoot_native::net::{ContentKind, CookieJar, Limits, NetErrorKind, Request, sniff};
use tempfile::TempDir;
use url::Url;

use super::{client, failure, get, limits};

#[tokio::test]
async fn data_and_about() {
    let rows = [
        ("data:,Hello%2C%20World", "text/plain", "Hello, World"),
        ("data:text/html,<p>x#f", "text/html", "<p>x"),
        (
            "data:text/html;charset=utf-8;base64,PGI+eA==",
            "text/html",
            "<b>x",
        ),
        ("data:;base64,aGk", "text/plain", "hi"),
        ("about:blank", "text/html", ""),
        ("about:srcdoc", "text/html", ""),
    ];
    for (address, content_type, body) in rows {
        let response = get(address.parse().unwrap()).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&response.body), body, "{address}");
        assert_eq!(sniff(&response).content_type, content_type, "{address}");
        assert_eq!((response.status, response.url.as_str()), (None, address));
    }
    for (address, kind) in [
        ("data:no comma", NetErrorKind::InvalidUrl),
        ("data:;base64,%%%", NetErrorKind::InvalidUrl),
        ("javascript:alert(1)", NetErrorKind::UnsupportedScheme),
        ("mailto:a@b.c", NetErrorKind::UnsupportedScheme),
        ("about:config", NetErrorKind::UnsupportedScheme),
        ("odd:thing", NetErrorKind::UnsupportedScheme),
    ] {
        let url: Url = address.parse().unwrap();
        assert_eq!(failure(get(url.clone()).await, &url).0, kind, "{address}");
    }
    let small = Limits {
        max_body: 3,
        ..limits()
    };
    let url: Url = "data:,four".parse().unwrap();
    let result = client()
        .fetch(&CookieJar::new(), Request::get(url.clone()), &small)
        .await;
    assert_eq!(failure(result, &url).0, NetErrorKind::TooLarge);
}

#[tokio::test]
async fn files() {
    let dir = TempDir::new().unwrap();
    let page = dir.path().join("a page.html");
    fs::write(&page, "<p>hi").unwrap();
    fs::write(dir.path().join("app.ts"), "let x = 1;").unwrap();
    fs::write(dir.path().join("noext"), "<!doctype html>").unwrap();
    let url = |name: &str| Url::from_file_path(dir.path().join(name)).unwrap();
    let response = get(url("a page.html")).await.unwrap();
    assert_eq!(
        (response.body.as_slice(), sniff(&response).kind),
        (&b"<p>hi"[..], ContentKind::Html)
    );
    assert_eq!(
        sniff(&get(url("app.ts")).await.unwrap()).kind,
        ContentKind::Text
    );
    assert_eq!(
        sniff(&get(url("noext")).await.unwrap()).kind,
        ContentKind::Html
    );
    let missing = url("missing.html");
    let expected = "URL: cannot be opened: there is no such file or folder".to_owned();
    assert_eq!(
        failure(get(missing.clone()).await, &missing),
        (NetErrorKind::FileNotFound, expected)
    );
    let odd: Url = "file://elsewhere/x".parse().unwrap();
    assert_eq!(
        failure(get(odd.clone()).await, &odd).0,
        NetErrorKind::InvalidUrl
    );
    let small = Limits {
        max_body: 4,
        ..limits()
    };
    let result = client()
        .fetch(&CookieJar::new(), Request::get(url("a page.html")), &small)
        .await;
    assert_eq!(result.unwrap_err().kind(), NetErrorKind::TooLarge);
}

#[tokio::test]
async fn only_the_user_and_other_files_may_open_files() {
    let dir = TempDir::new().unwrap();
    let url = Url::from_directory_path(dir.path()).unwrap();
    let jar = CookieJar::new();
    for page in [
        "http://127.0.0.1/",
        "https://example.com/",
        "data:text/html,x",
        "about:blank",
    ] {
        let request = Request::from_page(url.clone(), &page.parse().unwrap());
        let result = client().fetch(&jar, request, &limits()).await;
        assert_eq!(
            failure(result, &url).0,
            NetErrorKind::FileNotAllowed,
            "{page}"
        );
    }
    let request = Request::from_page(url.clone(), &"file:///x.html".parse().unwrap());
    client().fetch(&jar, request, &limits()).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn folders_and_devices() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("sub")).unwrap();
    fs::write(dir.path().join("<img src=x>&\"#?.txt"), "12345").unwrap();
    let url = Url::from_file_path(dir.path()).unwrap();
    let response = get(url.clone()).await.unwrap();
    assert!(response.url.path().ends_with('/'), "{}", response.url);
    let html = String::from_utf8(response.body).unwrap();
    let base = Url::from_directory_path(dir.path()).unwrap();
    assert!(
        html.contains(&format!("<a href=\"{base}sub/\">sub/</a>")),
        "{html}"
    );
    assert!(
        html.contains("&lt;img src=x&gt;&amp;&quot;#?.txt</a> 5 bytes"),
        "{html}"
    );
    assert!(html.contains("%23%3F.txt\""), "{html}");
    assert!(!html.contains("<img"));
    let device: Url = "file:///dev/zero".parse().unwrap();
    assert_eq!(
        failure(get(device.clone()).await, &device).0,
        NetErrorKind::File
    );
}

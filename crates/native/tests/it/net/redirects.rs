//! Redirects, and the headers that depend on where a request comes from and goes to.

use surefoot_native::net::{
    Body, CacheMode, Client, ClientConfig, CookieJar, Initiator, Limits, Method, NetErrorKind,
    ProxyMode, Request,
};

use super::{client, client_with, failure, get, limits};
use crate::server::{Server, answer, redirect};

fn post(url: url::Url) -> Request {
    Request {
        method: Method::POST,
        body: Some(Body {
            content_type: "text/plain".into(),
            bytes: "hello".into(),
        }),
        ..Request::get(url)
    }
}

#[tokio::test]
async fn chain_fragment_and_hops() {
    let server = Server::start(|seen| match seen.path() {
        "/a" => redirect(301, "/b?x=1"),
        "/b?x=1" => redirect(302, "c"),
        _ => answer("200 OK", &["content-type: text/html"], b"end"),
    })
    .await;
    let response = get(server.url("/a#part")).await.unwrap();
    assert_eq!(response.url, server.url("/c#part"));
    assert_eq!(
        (response.status, response.status_text.as_str()),
        (Some(200), "OK")
    );
    assert_eq!(response.body, b"end");
    assert!(response.complete && response.notes.is_empty());
    let hops: Vec<_> = response
        .redirects
        .iter()
        .map(|h| (h.url.path(), h.status))
        .collect();
    assert_eq!(hops, [("/a", 301), ("/b", 302)]);
}

#[tokio::test]
async fn methods_and_bodies() {
    let server = Server::start(|seen| match seen.path() {
        "/end" => answer("200 OK", &[], b""),
        path => redirect(path[1..].parse().unwrap(), "/end"),
    })
    .await;
    for (status, line, body) in [
        (301, "GET /end", ""),
        (302, "GET /end", ""),
        (303, "GET /end", ""),
        (307, "POST /end", "hello"),
        (308, "POST /end", "hello"),
    ] {
        let response = client()
            .fetch(
                &CookieJar::new(),
                post(server.url(&format!("/{status}"))),
                &limits(),
            )
            .await
            .unwrap();
        let last = server.seen().pop().unwrap();
        assert_eq!(
            (last.line.as_str(), last.body.as_slice()),
            (line, body.as_bytes()),
            "{status}"
        );
        assert_eq!(
            last.header("content-type").is_some(),
            !body.is_empty(),
            "{status}"
        );
        assert!(line.starts_with(response.method.as_str()));
    }
}

#[tokio::test]
async fn loops_and_limits() {
    let server = Server::start(|seen| match seen.path() {
        "/a" => redirect(302, "/b"),
        "/b" => redirect(302, "/a"),
        path => redirect(302, &format!("/{}", path[1..].parse::<u32>().unwrap() + 1)),
    })
    .await;
    let url = server.url("/a");
    let (kind, message) = failure(get(url.clone()).await, &url);
    assert_eq!(kind, NetErrorKind::RedirectLoop);
    assert_eq!(
        message,
        "URL: the server redirects in a circle, back to URL after 2 redirects"
    );
    let url = server.url("/0");
    let (kind, message) = failure(get(url.clone()).await, &url);
    assert_eq!(
        (kind, message.as_str()),
        (
            NetErrorKind::TooManyRedirects,
            "URL: gave up after 20 redirects"
        )
    );
    let few = Limits {
        max_redirects: 0,
        ..limits()
    };
    let result = client()
        .fetch(&CookieJar::new(), Request::get(url.clone()), &few)
        .await;
    assert_eq!(failure(result, &url).0, NetErrorKind::TooManyRedirects);
}

#[tokio::test]
async fn a_redirect_to_itself_with_a_new_cookie_is_no_loop() {
    let server = Server::start(|seen| {
        if seen.header("cookie") == Some("seen=1") {
            answer("200 OK", &[], b"in")
        } else {
            answer("302 Found", &["location: /", "set-cookie: seen=1"], b"")
        }
    })
    .await;
    assert_eq!(get(server.url("/")).await.unwrap().body, b"in");
}

#[tokio::test]
async fn bad_targets() {
    let server = Server::start(|seen| match seen.path() {
        "/none" => answer("302 Found", &["content-type: text/html"], b"a page"),
        "/file" => redirect(302, "file:///etc/passwd"),
        _ => redirect(302, "http://"),
    })
    .await;
    let response = get(server.url("/none")).await.unwrap();
    assert_eq!(
        (response.status, response.body.as_slice()),
        (Some(302), &b"a page"[..])
    );
    let url = server.url("/file");
    assert_eq!(
        failure(get(url.clone()).await, &url).0,
        NetErrorKind::UnsupportedScheme
    );
    let error = get(server.url("/bad")).await.unwrap_err();
    assert_eq!(error.kind(), NetErrorKind::InvalidUrl);
}

#[tokio::test]
async fn referer_and_origin() {
    let server = Server::start(|_| answer("200 OK", &[], b"")).await;
    let other = Server::start_on("127.0.0.2", |_| answer("200 OK", &[], b"")).await;
    let page = server.url("/page?q=1#f");
    let jar = CookieJar::new();
    for (target, referer) in [
        (server.url("/x"), server.url("/page?q=1").to_string()),
        (other.url("/x"), server.url("/").to_string()),
    ] {
        let request = Request {
            method: Method::POST,
            ..Request::from_page(target.clone(), &page)
        };
        client().fetch(&jar, request, &limits()).await.unwrap();
        let seen = if target.host_str() == Some("127.0.0.2") {
            other.seen()
        } else {
            server.seen()
        }
        .pop()
        .unwrap();
        assert_eq!(seen.header("referer"), Some(referer.as_str()));
        assert_eq!(
            seen.header("origin"),
            Some(server.url("/").as_str().trim_end_matches('/'))
        );
        assert_eq!(seen.header("content-length"), Some("0"));
    }
    client()
        .fetch(&jar, Request::get(server.url("/")), &limits())
        .await
        .unwrap();
    let seen = server.seen().pop().unwrap();
    assert_eq!(
        (
            seen.header("referer"),
            seen.header("origin"),
            seen.header("cache-control")
        ),
        (None, None, None)
    );
    assert!(seen.header("user-agent").unwrap().contains("surefoot/"));
    assert_eq!(
        seen.header("accept-encoding"),
        Some("gzip, deflate, br, zstd")
    );
    let reload = Request {
        cache: CacheMode::Reload,
        ..Request::get(server.url("/"))
    };
    client().fetch(&jar, reload, &limits()).await.unwrap();
    assert_eq!(
        server.seen().pop().unwrap().header("cache-control"),
        Some("no-cache")
    );
}

#[tokio::test]
async fn credentials_stay_within_their_origin() {
    let other = Server::start_on("127.0.0.2", |_| answer("200 OK", &[], b"")).await;
    let target = other.url("/").to_string();
    let server = Server::start(move |seen| match seen.path() {
        "/away" => redirect(302, &target),
        "/near" => redirect(302, "/end"),
        _ => answer("200 OK", &[], b""),
    })
    .await;
    let mut url = server.url("/near");
    url.set_username("us%40er").unwrap();
    url.set_password(Some("pass")).unwrap();
    get(url.clone()).await.unwrap();
    let lines: Vec<_> = server
        .seen()
        .iter()
        .map(|s| (s.path().to_owned(), s.header("authorization").is_some()))
        .collect();
    assert_eq!(
        lines,
        [("/near".to_owned(), true), ("/end".to_owned(), true)]
    );
    // "us@er:pass"
    assert_eq!(
        server.seen()[0].header("authorization"),
        Some("Basic dXNAZXI6cGFzcw==")
    );
    url.set_path("/away");
    get(url).await.unwrap();
    let config = ClientConfig {
        extra_headers: vec![
            ("Authorization".into(), "Bearer x".into()),
            ("X-A".into(), "1".into()),
        ],
        ..ClientConfig::default()
    };
    client_with(config)
        .fetch(
            &CookieJar::new(),
            Request::get(server.url("/away")),
            &limits(),
        )
        .await
        .unwrap();
    assert_eq!(
        server.seen().pop().unwrap().header("authorization"),
        Some("Bearer x")
    );
    for seen in other.seen() {
        assert_eq!(seen.header("authorization"), None);
    }
    assert_eq!(other.seen().pop().unwrap().header("x-a"), Some("1"));
}

#[tokio::test]
async fn an_error_hides_the_password() {
    let mut url: url::Url = "http://127.0.0.1:1/".parse().unwrap();
    url.set_username("user").unwrap();
    url.set_password(Some("hunter2")).unwrap();
    let request = Request {
        initiator: Initiator::User,
        ..Request::get(url)
    };
    let error = client()
        .fetch(&CookieJar::new(), request, &limits())
        .await
        .unwrap_err();
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_proxy_gets_all_but_this_machine() {
    let server = Server::start(|_| answer("200 OK", &[], b"direct")).await;
    let proxy = Server::start(|_| answer("200 OK", &[], b"by proxy")).await;
    let config = ClientConfig {
        proxy: ProxyMode::Url(proxy.url("").to_string()),
        ..ClientConfig::default()
    };
    let client = Client::new(config).unwrap();
    let jar = CookieJar::new();
    for (url, body) in [
        (server.url("/"), "direct"),
        (
            format!("http://localhost:{}/", server.address.port())
                .parse()
                .unwrap(),
            "direct",
        ),
        ("http://far.example/page".parse().unwrap(), "by proxy"),
    ] {
        let response = client
            .fetch(&jar, Request::get(url.clone()), &limits())
            .await
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&response.body), body, "{url}");
    }
    let lines: Vec<_> = proxy.seen().into_iter().map(|seen| seen.line).collect();
    assert_eq!(lines, ["GET http://far.example/page"]);
}

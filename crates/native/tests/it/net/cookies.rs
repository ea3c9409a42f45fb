//! Cookies over the wire: set on every hop, sent where they belong.

use surefoot_native::net::{CookieJar, Method, Purpose, Request};

use super::{client, limits};
use crate::server::{Server, answer};

#[tokio::test]
async fn a_session_is_kept_and_is_its_own() {
    let server = Server::start(|seen| match seen.path() {
        "/login" => answer(
            "302 Found",
            &[
                "location: /home",
                "set-cookie: id=7; HttpOnly; Path=/",
                "set-cookie: b=\u{e9}",
            ],
            b"",
        ),
        _ => answer(
            "200 OK",
            &[],
            seen.header("cookie").unwrap_or("none").as_bytes(),
        ),
    })
    .await;
    let (client, jar) = (client(), CookieJar::new());
    let response = client
        .fetch(&jar, Request::get(server.url("/login")), &limits())
        .await
        .unwrap();
    assert!(response.body.starts_with(b"id=7; b="));
    let response = client
        .fetch(&CookieJar::new(), Request::get(server.url("/")), &limits())
        .await
        .unwrap();
    assert_eq!(
        response.body, b"none",
        "another session shares the connections, not the cookies"
    );
    jar.clear();
    let response = client
        .fetch(&jar, Request::get(server.url("/")), &limits())
        .await
        .unwrap();
    assert_eq!(response.body, b"none");
}

#[tokio::test]
async fn same_site_decides_by_who_asks() {
    let server = Server::start(|seen| match seen.path() {
        "/set" => answer(
            "200 OK",
            &[
                "set-cookie: s=1; SameSite=Strict",
                "set-cookie: l=1; SameSite=Lax",
            ],
            b"",
        ),
        _ => answer(
            "200 OK",
            &[],
            seen.header("cookie").unwrap_or("none").as_bytes(),
        ),
    })
    .await;
    let (client, jar) = (client(), CookieJar::new());
    client
        .fetch(&jar, Request::get(server.url("/set")), &limits())
        .await
        .unwrap();
    let foreign = "http://127.0.0.2/".parse().unwrap();
    let here = server.url("/page");
    let to = || server.url("/");
    let rows = [
        (Request::get(to()), "s=1; l=1"),
        (Request::from_page(to(), &here), "s=1; l=1"),
        (Request::from_page(to(), &foreign), "l=1"),
        (
            Request {
                method: Method::POST,
                ..Request::from_page(to(), &foreign)
            },
            "none",
        ),
        (
            Request {
                purpose: Purpose::Nested,
                ..Request::from_page(to(), &foreign)
            },
            "none",
        ),
    ];
    for (request, expected) in rows {
        let shown = format!("{request:?}");
        let response = client.fetch(&jar, request, &limits()).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&response.body), expected, "{shown}");
    }
}

//! Servers that are slow, lie, break off or send far too much.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use surefoot_native::net::{
    Client, CookieJar, Limits, NetError, NetErrorKind, OnTimeout, Request, Response,
};
use tokio::time::Instant;

use super::{client, failure, get, limits};
use crate::server::{Act, Server, answer, raw};

/// What a server does.
type Acts = fn() -> Vec<Act>;

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn head(headers: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\n{headers}\r\n").into_bytes()
}

async fn answered_or_not(
    acts: impl Fn() -> Vec<Act> + Send + Sync + 'static,
) -> Result<Response, NetError> {
    let server = Server::start(move |_| acts()).await;
    get(server.url("/")).await
}

async fn answered(acts: impl Fn() -> Vec<Act> + Send + Sync + 'static) -> Response {
    answered_or_not(acts).await.unwrap()
}

#[tokio::test]
async fn bodies_that_end_early_are_kept() {
    let text = "All happy families are alike. ".repeat(4000).into_bytes();
    let zipped = gzip(&text);
    let half = zipped.len() / 2;
    let rows: Vec<(Vec<u8>, Act, &str)> = vec![
        (
            [head("content-length: 100\r\n"), b"only this".to_vec()].concat(),
            Act::Close,
            "the connection was closed in the middle of the answer",
        ),
        (
            [
                head("transfer-encoding: chunked\r\n"),
                b"4\r\nonly\r\n5\r\n this\r\n".to_vec(),
            ]
            .concat(),
            Act::Close,
            "the connection was closed in the middle of the answer",
        ),
        (
            [
                head("transfer-encoding: chunked\r\n"),
                b"4\r\nonly\r\n5\r\n this\r\nzz\r\n".to_vec(),
            ]
            .concat(),
            Act::Hang,
            "the answer breaks the rules of HTTP in its middle",
        ),
        (
            [
                head("content-encoding: gzip\r\nconnection: close\r\n"),
                zipped[..half].to_vec(),
            ]
            .concat(),
            Act::Close,
            "the gzip data of the answer ends too early",
        ),
        (
            [
                head(&format!(
                    "content-encoding: gzip\r\ncontent-length: {half}\r\n"
                )),
                zipped[..half].to_vec(),
            ]
            .concat(),
            Act::Hang,
            "the gzip data of the answer ends too early",
        ),
        (
            [
                head(&format!(
                    "content-encoding: gzip\r\ncontent-length: {}\r\n",
                    zipped.len()
                )),
                zipped[..half].to_vec(),
            ]
            .concat(),
            Act::Close,
            "the connection was closed in the middle of the answer",
        ),
    ];
    for (bytes, then, note) in rows {
        let zipped = String::from_utf8_lossy(&bytes).contains("gzip");
        let acts = std::sync::Mutex::new(Some((bytes, then)));
        let response = answered(move || match acts.lock().unwrap().take() {
            Some((bytes, then)) => vec![Act::Send(bytes), then],
            None => vec![Act::Close],
        })
        .await;
        assert!(!response.complete);
        assert_eq!(response.notes, [note]);
        if zipped {
            assert!(
                response.body.len() > 1000 && text.starts_with(&response.body),
                "{} bytes",
                response.body.len()
            );
        } else {
            assert_eq!(response.body, b"only this");
        }
    }
}

#[tokio::test]
async fn a_reset_in_the_middle() {
    // The reset may overtake what was sent before it, so the client first gets to read: the second request asks for it.
    let response = answered(|| {
        vec![
            Act::Send(head("content-length: 9\r\n")),
            Act::Send(b"part".to_vec()),
            Act::Reset,
        ]
    })
    .await;
    assert!(!response.complete);
    assert!(b"part".starts_with(response.body.as_slice()));
    assert_eq!(
        response.notes,
        ["the server reset the connection in the middle of the answer"]
    );
}

#[tokio::test]
async fn odd_but_readable() {
    let rows: &[(&[u8], &[u8])] = &[
        (b"HTTP/1.0 200 OK\r\n\r\nold", b"old"),
        (b"HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok", b"ok"),
        (
            b"HTTP/1.1 200 OK\r\nBad Header\r\ncontent-length: 2\r\n\r\nok",
            b"ok",
        ),
        (
            b"HTTP/1.1 200 OK\r\nX : y\r\ncontent-length: 2\r\n\r\nok",
            b"ok",
        ),
        (
            b"HTTP/1.1 404 Gone fishing\r\nconnection: close\r\n\r\nnot here",
            b"not here",
        ),
        (
            b"HTTP/1.1 200 OK\r\ncontent-encoding: rot13\r\ncontent-length: 2\r\n\r\nbx",
            b"bx",
        ),
    ];
    for (bytes, body) in rows {
        let response = answered(move || raw(bytes)).await;
        assert_eq!(response.body, *body, "{}", bytes.escape_ascii());
        assert!(response.complete);
        assert_eq!(
            response.notes.len(),
            usize::from(bytes.escape_ascii().to_string().contains("rot13"))
        );
    }
}

#[tokio::test]
async fn many_headers() {
    let answered = |count: usize| {
        answered_or_not(move || {
            let headers = "x-many: y\r\n".repeat(count);
            raw(format!("HTTP/1.1 200 OK\r\n{headers}content-length: 2\r\n\r\nok").as_bytes())
        })
    };
    assert_eq!(answered(300).await.unwrap().headers.len(), 301);
    assert_eq!(
        answered(5000).await.unwrap_err().kind(),
        NetErrorKind::Protocol
    );
}

#[tokio::test]
async fn no_answer_at_all() {
    let rows: Vec<(Acts, NetErrorKind, &str)> = vec![
        (
            || vec![Act::Close],
            NetErrorKind::Connect,
            "URL: the server closed the connection before it answered",
        ),
        (
            || vec![Act::Reset],
            NetErrorKind::Connect,
            "URL: the server reset the connection before it answered",
        ),
        (
            || raw(b"SSH-2.0-OpenSSH_9.6\r\n"),
            NetErrorKind::Protocol,
            "URL: what the server sent is not valid HTTP",
        ),
        (
            || raw(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc"),
            NetErrorKind::Protocol,
            "URL: what the server sent is not valid HTTP",
        ),
    ];
    for (acts, kind, message) in rows {
        let server = Server::start(move |_| acts()).await;
        let url = server.url("/");
        assert_eq!(
            failure(get(url.clone()).await, &url),
            (kind, message.to_owned())
        );
    }
}

#[tokio::test]
async fn nobody_listens() {
    let url: url::Url = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/", listener.local_addr().unwrap())
            .parse()
            .unwrap()
    };
    let message = "URL: nothing accepts connections on port PORT of 127.0.0.1".to_owned();
    assert_eq!(
        failure(get(url.clone()).await, &url),
        (NetErrorKind::Connect, message)
    );
}

#[tokio::test]
async fn a_name_without_address() {
    // A label of more than 63 characters is refused before any name server is asked.
    let url: url::Url = format!("http://{}.invalid/", "x".repeat(64))
        .parse()
        .unwrap();
    assert_eq!(failure(get(url.clone()).await, &url).0, NetErrorKind::Dns);
}

#[tokio::test]
async fn a_kept_connection_that_was_closed_is_replaced() {
    let server = Server::start(|_| {
        let mut acts = answer("200 OK", &[], b"hi");
        acts.push(Act::Close);
        acts
    })
    .await;
    let (client, jar) = (client(), CookieJar::new());
    for _ in 0..20 {
        assert_eq!(
            client
                .fetch(&jar, Request::get(server.url("/")), &limits())
                .await
                .unwrap()
                .body,
            b"hi"
        );
    }
}

async fn timed(
    client: &Client,
    server: &Server,
    on_timeout: OnTimeout,
) -> (Result<Response, NetError>, Duration) {
    let start = Instant::now();
    let limits = Limits {
        on_timeout,
        ..Limits::within(Duration::from_millis(150))
    };
    let result = client
        .fetch(&CookieJar::new(), Request::get(server.url("/")), &limits)
        .await;
    (result, start.elapsed())
}

#[tokio::test]
async fn the_deadline_holds_everywhere() {
    let rows: Vec<(Acts, &str)> = vec![
        (|| vec![Act::Hang], "URL: no answer within the time limit"),
        (
            || vec![Act::Send(b"HTTP/1.1 200".to_vec()), Act::Hang],
            "URL: no answer within the time limit",
        ),
        (
            || {
                vec![
                    Act::Send(head("content-length: 9\r\n")),
                    Act::Send(b"part".to_vec()),
                    Act::Hang,
                ]
            },
            "URL: the server sent only part of its answer in time",
        ),
    ];
    for (acts, message) in rows {
        let server = Server::start(move |_| acts()).await;
        let (result, took) = timed(&client(), &server, OnTimeout::Fail).await;
        assert_eq!(
            failure(result, &server.url("/")),
            (NetErrorKind::Timeout, message.to_owned())
        );
        assert!(took < Duration::from_secs(3), "{took:?}");
    }
}

#[tokio::test]
async fn a_body_without_end_can_be_kept_in_part() {
    let server = Server::start(|_| {
        vec![
            Act::Send(head("transfer-encoding: chunked\r\n")),
            Act::Send(b"4\r\npart\r\n".to_vec()),
            Act::Hang,
        ]
    })
    .await;
    let (result, _) = timed(&client(), &server, OnTimeout::KeepPartial).await;
    let response = result.unwrap();
    assert_eq!(
        (response.body.as_slice(), response.complete),
        (&b"part"[..], false)
    );
    assert_eq!(
        response.notes,
        ["the time limit was reached before the whole page had arrived"]
    );
}

#[tokio::test]
async fn dropping_the_future_closes_the_connection() {
    let server = Server::start(|_| vec![Act::Hang]).await;
    let (result, _) = timed(&client(), &server, OnTimeout::Fail).await;
    assert!(result.is_err());
    tokio::time::timeout(Duration::from_secs(10), server.client_left())
        .await
        .unwrap();
}

#[tokio::test]
async fn size_limits() {
    let small = Limits {
        max_body: 1024,
        ..limits()
    };
    let rows: Vec<Acts> = vec![
        || answer("200 OK", &[], &[b'x'; 1025]),
        || {
            vec![
                Act::Send(head("content-length: 99999999999\r\n")),
                Act::Hang,
            ]
        },
        || {
            vec![
                Act::Send([head("connection: close\r\n"), vec![b'x'; 5000]].concat()),
                Act::Hang,
            ]
        },
        || {
            answer(
                "200 OK",
                &["content-encoding: gzip"],
                &gzip(&vec![0; 100_000]),
            )
        },
    ];
    for acts in rows {
        let server = Server::start(move |_| acts()).await;
        let url = server.url("/");
        let result = client()
            .fetch(&CookieJar::new(), Request::get(url.clone()), &small)
            .await;
        let hint = result.as_ref().unwrap_err().hint().unwrap().to_owned();
        assert_eq!(
            failure(result, &url),
            (
                NetErrorKind::TooLarge,
                "URL: the answer is larger than 1 KiB".to_owned()
            )
        );
        assert!(hint.contains("--max-size"));
    }
    let server = Server::start(|_| answer("200 OK", &[], &[b'x'; 1024])).await;
    let response = client()
        .fetch(&CookieJar::new(), Request::get(server.url("/")), &small)
        .await
        .unwrap();
    assert_eq!(response.body.len(), 1024, "the limit itself is allowed");
}

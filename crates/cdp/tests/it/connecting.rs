//! WebSockets, and finding the one of a browser.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use surefoot_cdp::protocol::browser::{Close, GetVersion};
use surefoot_cdp::{Client, Config, Endpoint, ErrorKind, connect};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::Message;

const LIMIT: usize = 1 << 20;
const TIME: Duration = Duration::from_secs(10);

/// Answers one HTTP request with these bytes, and hands out what was asked.
async fn answer_once(listener: &TcpListener, answer: &str) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut asked = Vec::new();
    while !asked.ends_with(b"\r\n\r\n") {
        assert!(stream.read_buf(&mut asked).await.unwrap() > 0);
    }
    stream.write_all(answer.as_bytes()).await.unwrap();
    String::from_utf8(asked).unwrap()
}

async fn listen() -> (TcpListener, Endpoint) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = Endpoint::parse(&listener.local_addr().unwrap().port().to_string()).unwrap();
    (listener, endpoint)
}

async fn accept(stream: TcpStream) -> tokio_tungstenite::WebSocketStream<TcpStream> {
    accept_async_with_config(stream, None).await.unwrap()
}

#[tokio::test]
async fn from_a_port_to_answers() {
    let (listener, endpoint) = listen().await;
    let headers = [("Authorization".to_owned(), "Bearer x".to_owned())];
    let play = async {
        let port = listener.local_addr().unwrap().port();
        let body =
            json!({"webSocketDebuggerUrl": format!("ws://127.0.0.1:{port}/devtools/browser/1")})
                .to_string();
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let asked = answer_once(&listener, &answer).await;
        assert!(
            asked.starts_with("GET /json/version HTTP/1.1\r\n")
                && asked.contains("authorization: Bearer x"),
            "{asked}"
        );
        let (stream, _) = listener.accept().await.unwrap();
        let mut head = vec![0; 4096];
        let length = stream.peek(&mut head).await.unwrap();
        let head = String::from_utf8_lossy(&head[..length]).to_lowercase();
        assert!(
            head.starts_with("get /devtools/browser/1 ")
                && head.contains("authorization: bearer x"),
            "{head}"
        );
        accept(stream).await
    };
    let (transport, mut socket) = tokio::join!(connect(&endpoint, &headers, LIMIT, TIME), play);
    let client = Client::start(transport.unwrap(), Config::new());

    let call = client.root().call(&GetVersion {});
    socket.send(Message::Ping("x".into())).await.unwrap();
    let request: Value = loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => break serde_json::from_str(&text).unwrap(),
            Message::Pong(_) => {}
            other => panic!("{other:?}"),
        }
    };
    socket.send(Message::text("garbage")).await.unwrap();
    let version = json!({"protocolVersion": "", "product": "Fake", "revision": "", "userAgent": "", "jsVersion": ""});
    socket
        .send(Message::text(
            json!({"id": request["id"], "result": version}).to_string(),
        ))
        .await
        .unwrap();
    assert_eq!(call.await.unwrap().product, "Fake");

    // Larger than what is read: over a WebSocket that is the end.
    let call = client.root().call(&GetVersion {});
    socket.next().await.unwrap().unwrap();
    let _ = socket.send(Message::text("x".repeat(LIMIT + 1))).await;
    let error = call.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
    assert!(error.to_string().contains("too large"), "{error}");
}

#[tokio::test]
async fn a_socket_that_breaks_ends_its_calls() {
    let (listener, endpoint) = listen().await;
    let socket = Endpoint::parse(&endpoint.to_string().replace("http", "ws")).unwrap();
    let play = async { accept(listener.accept().await.unwrap().0).await };
    let (transport, mut browser) = tokio::join!(connect(&socket, &[], LIMIT, TIME), play);
    let client = Client::start(transport.unwrap(), Config::new());
    let call = client.root().call(&Close {});
    browser.next().await.unwrap().unwrap();
    drop(browser);
    assert_eq!(call.await.unwrap_err().kind(), ErrorKind::Closed);
}

#[tokio::test]
async fn dropping_the_client_closes_the_socket() {
    let (listener, endpoint) = listen().await;
    let socket = Endpoint::parse(&endpoint.to_string().replace("http", "ws")).unwrap();
    let play = async { accept(listener.accept().await.unwrap().0).await };
    let (transport, mut browser) = tokio::join!(connect(&socket, &[], LIMIT, TIME), play);
    drop(Client::start(transport.unwrap(), Config::new()));
    let last = browser.next().await;
    assert!(
        matches!(last, None | Some(Ok(Message::Close(_)) | Err(_))),
        "{last:?}"
    );
}

#[tokio::test]
async fn what_is_no_browser_is_said_so() {
    for (answer, part) in [
        ("HTTP/1.1 404 Not Found\r\n\r\n", "it answered 404"),
        (
            "HTTP/1.1 200 OK\r\n\r\nhello",
            "names no webSocketDebuggerUrl",
        ),
        (
            "HTTP/1.1 200 OK\r\n\r\n{\"webSocketDebuggerUrl\":\"wss://a.test/\"}",
            "not supported",
        ),
        ("SSH-2.0-x\r\n\r\n", "no HTTP"),
        ("", "no HTTP"),
    ] {
        let (listener, endpoint) = listen().await;
        let (result, _) = tokio::join!(
            connect(&endpoint, &[], LIMIT, TIME),
            answer_once(&listener, answer)
        );
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connect);
        assert!(error.to_string().contains(part), "{answer:?}: {error}");
    }
}

#[tokio::test]
async fn a_page_that_is_gone_and_a_port_where_nobody_is() {
    let (listener, endpoint) = listen().await;
    let socket = Endpoint::parse(&endpoint.to_string().replace("http", "ws")).unwrap();
    let (result, _) = tokio::join!(
        connect(&socket, &[], LIMIT, TIME),
        answer_once(
            &listener,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        )
    );
    assert!(
        result
            .unwrap_err()
            .to_string()
            .contains("it knows no such page")
    );
    drop(listener);
    let error = connect(&endpoint, &[], LIMIT, TIME).await.unwrap_err();
    assert!(
        error.to_string().contains("nothing listens there")
            && error.to_string().contains("--remote-debugging-port")
    );
    let bad = [("na me".to_owned(), "secret".to_owned())];
    let error = connect(&endpoint, &bad, LIMIT, TIME).await.unwrap_err();
    assert!(
        error.to_string().contains("na me") && !error.to_string().contains("secret"),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_port_that_says_nothing_costs_the_given_time() {
    let (_listener, endpoint) = listen().await;
    let error = connect(&endpoint, &[], LIMIT, Duration::from_millis(200))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("within 200 ms"), "{error}");
}

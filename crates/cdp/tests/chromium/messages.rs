//! What is said and answered, in both framings and over a WebSocket.

use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use surefoot_cdp::protocol::browser::GetVersion;
use surefoot_cdp::protocol::page::{CaptureScreenshot, Enable, LoadEventFired, Navigate};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::protocol::target::CreateTarget;
use surefoot_cdp::{
    Client, Config, Endpoint, ErrorKind, Event, Framing, Interest, Session, connect,
};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::browser::{command, start};
use crate::site::Site;

/// A new tab at an address, loaded.
pub(crate) async fn open(client: &Client, address: &str) -> Session {
    let tab = client
        .root()
        .call(&CreateTarget::new("about:blank"))
        .await
        .unwrap();
    let session = client.attach(&tab.target_id).await.unwrap();
    session.call(&Enable::default()).await.unwrap();
    go(&session, address).await;
    session
}

pub(crate) async fn go(session: &Session, address: &str) {
    let mut loaded = session.events(Interest::Methods(&[LoadEventFired::METHOD]));
    let reply = session.call(&Navigate::new(address)).await.unwrap();
    assert_eq!(reply.error_text, None);
    loaded.next_of::<LoadEventFired>().await.unwrap().unwrap();
}

/// The value of an expression.
pub(crate) async fn value(session: &Session, expression: impl Into<String>) -> Value {
    let evaluate = Evaluate {
        return_by_value: Some(true),
        ..Evaluate::new(expression)
    };
    let reply = session.call(&evaluate).await.unwrap();
    assert_eq!(reply.exception_details, None);
    reply.result.value.unwrap_or(Value::Null)
}

#[tokio::test]
async fn both_framings_say_the_same() {
    let site = Site::start().await;
    for framing in [Framing::Json, Framing::Cbor] {
        let browser = start(framing);
        let version = browser.client.root().call(&GetVersion {}).await.unwrap();
        assert!(version.product.contains("Chrom"), "{version:?}");
        let page = open(&browser.client, &format!("{}/", site.one)).await;
        assert_eq!(value(&page, "document.title").await, "Привет, мир 😀");

        // Every kind of value, there and back.
        let given = json!({
            "text": "a\"\\\n\u{1}é😀", "ключ": "значение",
            "numbers": [0, -1, 23, 24, 255, 256, 70000, -70000, 4_294_967_296_u64, 0.5, 1e300],
            "empty": [[], {}, ""], "words": [true, false, null],
        });
        let back = value(&page, format!("({given})")).await;
        // Numbers are doubles in a page: compared as such.
        let number = |value: &Value| value.as_f64().unwrap();
        for (given, back) in given["numbers"]
            .as_array()
            .unwrap()
            .iter()
            .zip(back["numbers"].as_array().unwrap())
        {
            assert!(
                (number(given) - number(back)).abs() <= number(given).abs() * 1e-15,
                "{given} {back}"
            );
        }
        for key in ["text", "ключ", "empty", "words"] {
            assert_eq!(given[key], back[key], "{framing:?}");
        }
        assert_eq!(value(&page, "'a\\ud83d'").await, "a\u{fffd}");

        // Bytes are base64 in either.
        let picture = page.call(&CaptureScreenshot::default()).await.unwrap();
        assert!(picture.data.starts_with("iVBORw0KGgo") && picture.data.len() % 4 == 0);

        // A large reply, read without copies of its parts.
        #[derive(Deserialize)]
        struct Reply<'a> {
            #[serde(borrow)]
            result: Large<'a>,
        }
        #[derive(Deserialize)]
        struct Large<'a> {
            #[serde(borrow)]
            value: std::borrow::Cow<'a, str>,
        }
        let bytes = page
            .call_raw(
                "Runtime.evaluate",
                &json!({"expression": "'x'.repeat(5e6)"}),
            )
            .await
            .unwrap();
        let reply: Reply<'_> = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(reply.result.value.len(), 5_000_000);

        let error = page
            .call_raw("Page.noSuchThing", &json!({}))
            .await
            .unwrap_err();
        assert_eq!(
            error.kind(),
            ErrorKind::Protocol { code: -32601 },
            "{error}"
        );
    }
}

#[tokio::test]
async fn many_calls_under_way_at_once() {
    let site = Site::start().await;
    let browser = start(Framing::Json);
    let (first, second) = (format!("{}/", site.one), format!("{}/", site.two));
    let (one, two) = tokio::join!(
        open(&browser.client, &first),
        open(&browser.client, &second)
    );
    let commands: Vec<_> = (0..500)
        .map(|number| Evaluate::new(format!("{number} * 2")))
        .collect();
    let (first, second) = tokio::join!(one.call_all(&commands), two.call_all(&commands));
    for answers in [first, second] {
        for (number, answer) in answers.into_iter().enumerate() {
            assert_eq!(answer.unwrap().result.value, Some(json!(number * 2)));
        }
    }
    assert_eq!(browser.client.pending_calls(), 0);
}

#[tokio::test]
async fn over_a_web_socket() {
    let (mut command, _profile) = command();
    command
        .arg("--remote-debugging-port=0")
        .stderr(Stdio::piped());
    let mut child = tokio::process::Command::from(command)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines
            .next_line()
            .await
            .unwrap()
            .expect("the browser prints its address");
        if let Some(address) = line.strip_prefix("DevTools listening on ") {
            break address.to_owned();
        }
    };
    let printed = Endpoint::parse(&address).unwrap();
    let port = address
        .split([':', '/'])
        .find(|part| part.parse::<u16>().is_ok())
        .unwrap();
    for endpoint in [printed, Endpoint::parse(port).unwrap()] {
        let transport = connect(&endpoint, &[], 128 << 20, Duration::from_secs(30))
            .await
            .unwrap();
        let client = Client::start(transport, Config::new());
        assert!(
            client
                .root()
                .call(&GetVersion {})
                .await
                .unwrap()
                .product
                .contains("Chrom")
        );
        let page = open(&client, "data:text/html,<title>t").await;
        assert_eq!(
            value(&page, "document.title + 'é'.repeat(3e5)")
                .await
                .as_str()
                .unwrap()
                .len(),
            600_001
        );
    }
}

//! Calls: in any order, refused, garbled, too large, too late, and when the connection ends.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::json;
use surefoot_cdp::protocol::{browser, page, runtime};
use surefoot_cdp::{Config, ErrorKind, Interest};
use tokio::time::Instant;

use crate::fake::start;

#[tokio::test]
async fn answers_in_any_order_find_their_calls() {
    let (client, mut browser) = start(Config::new());
    let expressions: Vec<_> = (0..50)
        .map(|number| runtime::Evaluate::new(number.to_string()))
        .collect();
    let root = client.root();
    let calls = root.call_all(&expressions);
    let play = async {
        let mut requests = Vec::new();
        for _ in 0..50 {
            requests.push(browser.request().await);
        }
        // 17 and 50 have no common divisor: every request once, in another order.
        for at in (0..50).map(|at| at * 17 % 50) {
            let request = &requests[at];
            let value = request["params"]["expression"].clone();
            browser.event(None, "Test.between", json!({})).await;
            browser
                .answer(
                    request,
                    json!({"result": {"type": "string", "value": value}}),
                )
                .await;
        }
    };
    let (answers, ()) = tokio::join!(calls, play);
    for (number, answer) in answers.into_iter().enumerate() {
        assert_eq!(
            answer.unwrap().result.value,
            Some(json!(number.to_string()))
        );
    }
    assert_eq!(client.pending_calls(), 0);
}

#[tokio::test]
async fn a_request_is_sent_before_it_is_awaited() {
    let (client, mut browser) = start(Config::new());
    let call = client.root().call(&page::Navigate::new("https://a.test/"));
    let request = browser.request().await;
    assert_eq!(request["method"], "Page.navigate");
    // What was not set is not sent.
    assert_eq!(request["params"], json!({"url": "https://a.test/"}));
    browser
        .answer(&request, json!({"frameId": "F", "more": 1}))
        .await;
    assert_eq!(call.await.unwrap().frame_id.as_str(), "F");
}

#[tokio::test]
async fn refusals_say_what_the_browser_said() {
    let (client, mut browser) = start(Config::new());
    for (error, kind, shown) in [
        (
            json!({"code": -32000, "message": "No node", "data": "7"}),
            ErrorKind::Protocol { code: -32000 },
            "Browser.getVersion: the browser refused: No node: 7 (-32000)",
        ),
        (
            json!({"code": -32001, "message": "Session with given id not found."}),
            ErrorKind::Detached,
            "session is gone",
        ),
        (
            json!({"code": -32000, "message": "Target crashed"}),
            ErrorKind::Crashed,
            "renderer has crashed",
        ),
        (json!({}), ErrorKind::Protocol { code: 0 }, "refused"),
    ] {
        let call = client.root().call(&browser::GetVersion {});
        let request = browser.request().await;
        browser
            .send(json!({"id": request["id"], "error": error}))
            .await;
        let error = call.await.unwrap_err();
        assert_eq!(
            (error.kind(), error.method()),
            (kind, Some("Browser.getVersion"))
        );
        assert!(error.to_string().contains(shown), "{error}");
    }
}

#[tokio::test]
async fn what_is_no_message_disturbs_nobody() {
    let (client, mut browser) = start(Config::new());
    let call = client.root().call_raw("Test.raw", &json!({}));
    let request = browser.request().await;
    for garbage in [
        &b"\0"[..],
        b"garbage\0",
        b"{\"id\":\0",
        b"[1,2]\0",
        b"{\"id\":\"text\"}\0",
        b"{\"id\":-1,\"result\":{}}\0",
        b"{\"id\":999999,\"result\":{}}\0",
        b"{\"method\":5}\0",
        b"{\"method\":\"Target.attachedToTarget\",\"params\":{\"sessionId\":5}}\0",
        b"{}\0",
        b"\xff\xfe\0",
    ] {
        browser.send_bytes(garbage).await;
    }
    // Spaces as they are: the bytes are handed out untouched.
    let answer = format!("{{\"id\":{},\"result\":{{\"a\": [1] }}}}\0", request["id"]);
    browser.send_bytes(answer.as_bytes()).await;
    assert_eq!(call.await.unwrap(), "{\"a\": [1] }");
}

#[tokio::test]
async fn text_that_is_half_a_character_is_read() {
    let (client, mut browser) = start(Config::new());
    let call = client
        .root()
        .call(&runtime::Evaluate::new("document.title"));
    let request = browser.request().await;
    let answer = format!(
        "{{\"id\":{},\"result\":{{\"result\":{{\"type\":\"string\",\"value\":\"a\\ud83d\"}}}}}}\0",
        request["id"]
    );
    browser.send_bytes(answer.as_bytes()).await;
    assert_eq!(call.await.unwrap().result.value, Some(json!("a\u{fffd}")));
}

#[tokio::test]
async fn large_answers_arrive_and_larger_ones_end_their_call_alone() {
    let limit = 2 << 20;
    let (client, mut browser) = start(Config {
        max_message: limit,
        ..Config::new()
    });
    let (fits, too_large) = ("x".repeat(limit - 1000), "x".repeat(limit + 1000));
    let root = client.root();
    for (data, fits) in [(&fits, true), (&too_large, false), (&fits, true)] {
        let call = root.call(&page::CaptureScreenshot::default());
        let request = browser.request().await;
        let (answer, ()) = tokio::join!(call, browser.answer(&request, json!({"data": data})));
        match answer {
            Ok(reply) => assert!(fits && reply.data == *data),
            Err(error) => assert!(!fits && error.kind() == ErrorKind::TooLarge, "{error}"),
        }
    }
    // Of an event that is too large it is only known that there was one.
    let mut events = root.events(Interest::Methods(&["Test.other"]));
    browser
        .event(None, "Test.event", json!({"data": too_large}))
        .await;
    let call = root.call(&browser::Close {});
    let request = browser.request().await;
    browser.answer(&request, json!({})).await;
    call.await.unwrap();
    let missed = events.try_next().unwrap().unwrap_err();
    assert_eq!(missed.kind(), ErrorKind::Lagged { missed: 1 });
}

#[tokio::test]
async fn the_end_of_the_pipe_ends_everything_at_once() {
    let (client, mut browser) = start(Config::new());
    let root = client.root();
    let calls: Vec<_> = (0..10)
        .map(|_| root.call(&browser::GetVersion {}))
        .collect();
    let mut events = root.events(Interest::Every);
    browser.request().await;
    browser.event(None, "Test.last", json!({})).await;
    // In the middle of an answer.
    browser.send_bytes(b"{\"id\":0,\"resu").await;
    let ended = Instant::now();
    drop(browser);
    for call in calls {
        let error = call.await.unwrap_err();
        assert_eq!(
            (error.kind(), error.method()),
            (ErrorKind::Closed, Some("Browser.getVersion"))
        );
    }
    assert_eq!(&*events.next().await.unwrap().unwrap().method, "Test.last");
    assert!(events.next().await.is_none() && events.next().await.is_none());
    assert_eq!(
        root.call(&browser::GetVersion {}).await.unwrap_err().kind(),
        ErrorKind::Closed
    );
    assert!(root.events(Interest::Every).next().await.is_none());
    assert!(ended.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_hung_page_costs_its_own_calls_alone() {
    let (client, mut browser) = start(Config {
        timeout: Duration::from_secs(30),
        ..Config::new()
    });
    let root = client.root();
    let started = Instant::now();
    let hung = root
        .call(&runtime::Evaluate::new("for(;;);"))
        .within(Duration::from_secs(2));
    let patient = root.call(&browser::GetVersion {});
    let shared = root
        .call(&browser::GetVersion {})
        .by(started + Duration::from_secs(3));
    let (late, other) = (browser.request().await, browser.request().await);

    let error = hung.await.unwrap_err();
    assert_eq!(
        (error.kind(), error.method()),
        (ErrorKind::Timeout, Some("Runtime.evaluate"))
    );
    assert!(error.to_string().contains("2000 ms"), "{error}");
    assert_eq!(started.elapsed().as_secs(), 2);
    assert_eq!(shared.await.unwrap_err().kind(), ErrorKind::Timeout);
    assert_eq!(started.elapsed().as_secs(), 3);

    // The late answer is dropped; the other call still gets its own.
    browser
        .answer(&late, json!({"result": {"type": "undefined"}}))
        .await;
    browser.answer(&other, version()).await;
    assert_eq!(patient.await.unwrap().product, "Fake/1");
    assert_eq!(
        root.call(&browser::GetVersion {}).await.unwrap_err().kind(),
        ErrorKind::Timeout
    );
    assert_eq!(started.elapsed().as_secs(), 33);
    assert_eq!(client.pending_calls(), 0);
}

fn version() -> serde_json::Value {
    json!({"protocolVersion": "1.3", "product": "Fake/1", "revision": "", "userAgent": "", "jsVersion": ""})
}

#[tokio::test]
async fn calls_that_are_given_up_leave_nothing_behind() {
    let (client, mut browser) = start(Config::new());
    drop(client.root().call(&browser::GetVersion {}));
    client.root().call(&browser::GetVersion {}).forget();
    assert_eq!(client.pending_calls(), 0);
    // Sent all the same.
    assert_eq!(browser.request().await["method"], "Browser.getVersion");
    assert_eq!(browser.request().await["method"], "Browser.getVersion");
}

#[tokio::test]
async fn what_cannot_be_written_or_read_names_the_method() {
    let (client, mut browser) = start(Config::new());
    let unwritable = HashMap::from([(vec![1], 2)]);
    let error = client
        .root()
        .call_raw("Test.encode", &unwritable)
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.method()),
        (ErrorKind::Encode, Some("Test.encode"))
    );
    assert_eq!(client.pending_calls(), 0);

    let call = client.root().call(&page::Navigate::new("x"));
    let request = browser.request().await;
    assert_eq!(
        request["method"], "Page.navigate",
        "nothing was sent of what cannot be written"
    );
    browser
        .answer(&request, json!({"frameId": {"a secret": 1}}))
        .await;
    let error = call.await.unwrap_err();
    assert_eq!(
        (error.kind(), error.method()),
        (ErrorKind::Decode, Some("Page.navigate"))
    );
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[tokio::test]
async fn a_browser_that_does_not_read_is_not_sent_ever_more() {
    let (client, mut browser) = start(Config {
        max_outgoing: 1 << 20,
        ..Config::new()
    });
    let text = "x".repeat(300 << 10);
    let root = client.root();
    let mut calls: Vec<_> = (0..3)
        .map(|_| root.call(&runtime::Evaluate::new(text.as_str())))
        .collect();
    let error = root
        .call(&runtime::Evaluate::new(text.as_str()))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.method()),
        (ErrorKind::Overloaded, Some("Runtime.evaluate"))
    );
    // It reads again.
    for _ in 0..3 {
        let request = browser.request().await;
        browser
            .answer(&request, json!({"result": {"type": "undefined"}}))
            .await;
    }
    for call in calls.drain(..) {
        call.await.unwrap();
    }
    let call = root.call(&runtime::Evaluate::new("1"));
    let request = browser.request().await;
    browser
        .answer(&request, json!({"result": {"type": "number", "value": 1}}))
        .await;
    assert_eq!(call.await.unwrap().result.value, Some(json!(1)));
}

#[tokio::test]
async fn the_last_words_are_sent_when_the_client_is_dropped() {
    let (client, browser) = start(Config::new());
    let root = client.root();
    let mut events = root.events(Interest::Every);
    let call = root.call(&browser::Close {});
    drop((client, root));
    assert_eq!(call.await.unwrap_err().kind(), ErrorKind::Closed);
    assert!(events.next().await.is_none());
    let said = browser.end().await;
    assert!(String::from_utf8(said).unwrap().contains("Browser.close"));
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_does_not_read_keeps_no_task_alive() {
    let (client, browser) = start(Config::new());
    client
        .root()
        .call(&runtime::Evaluate::new("x".repeat(1 << 20)))
        .forget();
    tokio::task::yield_now().await;
    drop(client);
    let rest = browser;
    // Only after the farewell is the pipe closed; then what fitted into it can be read to its end.
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(rest.end().await.len() < 1 << 20);
}

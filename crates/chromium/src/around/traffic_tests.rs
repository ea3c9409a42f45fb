//! Traffic, told by events as the browser tells them.

use serde_json::{Value, json};
use surefoot_cdp::RawEvent;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::protocol::target::SessionId;

use super::{DOCUMENTS, REMEMBERED, Traffic};

fn tell(traffic: &mut Traffic, session: &str, method: &str, params: &Value) {
    let event = RawEvent {
        session: None,
        method: method.into(),
        params: params.to_string().into(),
    };
    assert!(traffic.note_event(&SessionId::from(session), &event));
}

fn sent(id: &str, loader: &str, frame: &str, kind: &str, at: f64) -> Value {
    json!({
        "requestId": id, "loaderId": loader, "frameId": frame, "type": kind, "timestamp": at,
        "request": {"url": format!("http://127.0.0.1/{id}"), "method": "GET", "headers": {}},
    })
}

fn response(url: &str, status: u16) -> Value {
    json!({"url": url, "status": status, "mimeType": "text/html", "encodedDataLength": 12.0})
}

fn finished(id: &str) -> Value {
    json!({"requestId": id, "timestamp": 2.5, "encodedDataLength": 345.0})
}

fn main() -> FrameId {
    FrameId::from("main")
}

#[test]
fn a_document_is_followed_over_redirects_and_processes() {
    let mut traffic = Traffic::new(main());
    let before = traffic.mark();
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("L", "L", "main", "Document", 1.0),
    );
    let between = traffic.mark();
    let mut again = sent("L", "L", "main", "Document", 1.5);
    again["redirectResponse"] = response("http://127.0.0.1/L", 302);
    again["request"]["url"] = "http://127.0.0.2/end".into();
    tell(&mut traffic, "a", "Network.requestWillBeSent", &again);
    let received = json!({"requestId": "L", "response": response("http://127.0.0.2/end", 404)});
    tell(&mut traffic, "a", "Network.responseReceived", &received);
    assert_eq!(traffic.in_flight(), 1);
    assert_eq!(traffic.awaited_since(before), 1);
    assert_eq!(
        traffic.awaited_since(between),
        0,
        "it started before its redirect"
    );
    assert_eq!(traffic.running_urls(3), ["http://127.0.0.2/end"]);
    tell(&mut traffic, "b", "Network.loadingFinished", &finished("L"));
    assert_eq!(traffic.in_flight(), 0);

    let document = traffic.document("L").unwrap();
    assert_eq!(document.status, Some(404));
    assert_eq!(document.size, Some(345));
    assert_eq!(document.url, "http://127.0.0.2/end");
    let hops: Vec<_> = document
        .redirects
        .iter()
        .map(|h| (&*h.url, h.status))
        .collect();
    assert_eq!(hops, [("http://127.0.0.1/L", 302)]);
    let list: Vec<_> = traffic
        .list()
        .map(|r| (r.number, r.status, r.took_ms))
        .collect();
    assert_eq!(
        list,
        [(1, Some(302), Some(500.0)), (2, Some(404), Some(1000.0))]
    );
}

#[test]
fn what_a_page_had_under_way_is_given_up_with_it() {
    let mut traffic = Traffic::new(main());
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("1", "old", "main", "Image", 1.0),
    );
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("new", "new", "main", "Document", 1.0),
    );
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("next", "next", "main", "Document", 1.0),
    );
    tell(
        &mut traffic,
        "b",
        "Network.requestWillBeSent",
        &sent("2", "of frame", "frame", "Image", 1.0),
    );
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("3", "new", "main", "EventSource", 1.0),
    );
    assert_eq!(traffic.in_flight(), 4, "a stream is not waited for");
    traffic.note_document(&main(), "new");
    assert_eq!(traffic.in_flight(), 3);
    traffic.note_session_gone(&SessionId::from("b"));
    assert_eq!(traffic.in_flight(), 2);
    let left: Vec<_> = traffic
        .list()
        .filter_map(|r| r.failure.as_deref())
        .collect();
    assert_eq!(left, ["the page was left", "the page or frame is gone"]);
}

#[test]
fn a_failure_says_why() {
    let cases = [
        (json!({}), "net::ERR_FAILED"),
        (json!({"canceled": true}), "canceled"),
        (json!({"blockedReason": "csp"}), "blocked: csp"),
        (
            json!({"corsErrorStatus": {"corsError": "MissingAllowOriginHeader"}}),
            "CORS: MissingAllowOriginHeader",
        ),
    ];
    for (more, why) in cases {
        let mut traffic = Traffic::new(main());
        tell(
            &mut traffic,
            "a",
            "Network.requestWillBeSent",
            &sent("1", "L", "main", "Fetch", 1.0),
        );
        let mut failed =
            json!({"requestId": "1", "timestamp": 2.0, "errorText": "net::ERR_FAILED"});
        failed
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        tell(&mut traffic, "a", "Network.loadingFailed", &failed);
        assert_eq!(traffic.list().next().unwrap().failure.as_deref(), Some(why));
        assert_eq!(traffic.in_flight(), 0);
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let mut traffic = Traffic::new(main());
    tell(
        &mut traffic,
        "a",
        "Network.requestWillBeSent",
        &sent("L", "L", "main", "Document", 1.0),
    );
    for n in 0..2_000 {
        let id = format!("f{n}");
        tell(
            &mut traffic,
            "a",
            "Network.requestWillBeSent",
            &sent(&id, &id, &id, "Document", 1.0),
        );
        tell(&mut traffic, "a", "Network.loadingFinished", &finished(&id));
    }
    assert_eq!(traffic.list().count(), REMEMBERED);
    assert_eq!(traffic.list().last().unwrap().number, 2_001);
    assert!(
        traffic.document("L").is_some(),
        "frames do not push the page out"
    );
    assert_eq!(traffic.documents.len(), DOCUMENTS + 1);
    traffic.clear();
    tell(&mut traffic, "a", "Network.loadingFinished", &finished("L"));
    assert_eq!((traffic.list().count(), traffic.in_flight()), (0, 0));
}

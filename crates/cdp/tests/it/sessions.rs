//! Sessions: events to whom they belong, and every way a session can end.

use serde_json::json;
use surefoot_cdp::protocol::page::{AddScriptToEvaluateOnNewDocument, LoadEventFired, Navigate};
use surefoot_cdp::protocol::runtime::{Enable, Evaluate};
use surefoot_cdp::protocol::target::DetachedFromTarget;
use surefoot_cdp::{Attachment, Config, ErrorKind, Event, Following, Interest, Start};

use crate::fake::{attached, start};

#[tokio::test]
async fn attaching_gives_the_session_that_was_announced() {
    let (client, mut browser) = start(Config::new());
    let target = "T1".into();
    let play = async {
        let request = browser.request().await;
        assert_eq!(
            request["params"],
            json!({"targetId": "T1", "flatten": true})
        );
        browser
            .event(None, "Target.attachedToTarget", attached("S1", "T1", false))
            .await;
        browser.answer(&request, json!({"sessionId": "S1"})).await;
    };
    let (session, ()) = tokio::join!(client.attach(&target), play);
    let session = session.unwrap();
    session.call(&Enable {}).forget();
    let request = browser.request().await;
    assert_eq!(
        (
            request["sessionId"].as_str(),
            session.id().unwrap().as_str()
        ),
        (Some("S1"), "S1")
    );
    assert_eq!(
        client.session(&"S2".into()).unwrap_err().kind(),
        ErrorKind::Detached
    );
}

#[tokio::test]
async fn events_go_to_their_session_and_are_there_before_the_answer() {
    let (client, mut browser) = start(Config::new());
    let one = browser.attach(&client, None, "S1", "T1").await;
    let two = browser.attach(&client, None, "S2", "T2").await;
    let mut of_one = one.events(Interest::Every);
    let mut of_two = two.events(Interest::Methods(&[LoadEventFired::METHOD]));
    let mut of_all = client.events_everywhere(Interest::Every);
    let call = one.call(&Enable {});
    let request = browser.request().await;
    browser.event(Some("S1"), "Test.a", json!({})).await;
    browser.event(Some("S2"), "Test.b", json!({})).await;
    browser
        .event(Some("S2"), "Page.loadEventFired", json!({"timestamp": 1.5}))
        .await;
    browser.event(None, "Test.c", json!({})).await;
    browser.event(Some("unknown"), "Test.d", json!({})).await;
    browser.answer(&request, json!({})).await;
    call.await.unwrap();

    assert_eq!(&*of_one.try_next().unwrap().unwrap().method, "Test.a");
    assert!(of_one.try_next().is_none());
    let loaded = of_two.next_of::<LoadEventFired>().await.unwrap().unwrap();
    assert!((loaded.timestamp.0 - 1.5).abs() < f64::EPSILON);
    assert!(of_two.try_next().is_none());
    let all: Vec<_> = std::iter::from_fn(|| of_all.try_next())
        .map(|event| event.unwrap().method.to_string())
        .collect();
    assert_eq!(
        all,
        [
            "Test.a",
            "Test.b",
            "Page.loadEventFired",
            "Test.c",
            "Test.d"
        ]
    );
}

#[tokio::test]
async fn a_subscription_that_is_not_read_stops_nobody() {
    let (client, mut browser) = start(Config {
        max_queued_events: 10,
        ..Config::new()
    });
    let mut events = client.root().events(Interest::Every);
    for number in 0..1000 {
        browser
            .event(None, "Test.many", json!({"number": number}))
            .await;
    }
    let call = client.root().call(&Enable {});
    let request = browser.request().await;
    browser.answer(&request, json!({})).await;
    call.await.unwrap();
    for _ in 0..10 {
        events.next().await.unwrap().unwrap();
    }
    assert_eq!(
        events.next().await.unwrap().unwrap_err().kind(),
        ErrorKind::Lagged { missed: 990 }
    );
    assert!(events.try_next().is_none());
}

#[tokio::test]
async fn a_detached_session_ends_with_all_that_hang_on_it() {
    let (client, mut browser) = start(Config::new());
    let page = browser.attach(&client, None, "S1", "T1").await;
    let frame = browser.attach(&client, Some("S1"), "S2", "T2").await;
    let worker = browser.attach(&client, Some("S2"), "S3", "T3").await;
    let other = browser.attach(&client, None, "S4", "T4").await;
    let mut ended = Vec::new();
    for session in [&page, &frame, &worker] {
        ended.push((
            session.call(&Evaluate::new("1")),
            session.events(Interest::Every),
        ));
        browser.request().await;
    }
    let survives = other.call(&Enable {});
    let request = browser.request().await;
    browser
        .event(
            None,
            "Target.detachedFromTarget",
            json!({"sessionId": "S1"}),
        )
        .await;
    for (call, mut events) in ended {
        assert_eq!(call.await.unwrap_err().kind(), ErrorKind::Detached);
        assert!(events.next().await.is_none());
    }
    // Nothing is sent for it any more.
    assert_eq!(
        worker.call(&Enable {}).await.unwrap_err().kind(),
        ErrorKind::Detached
    );
    assert!(frame.events(Interest::Every).next().await.is_none());
    assert_eq!(
        client.session(&"S3".into()).unwrap_err().kind(),
        ErrorKind::Detached
    );
    browser.answer(&request, json!({})).await;
    survives.await.unwrap();
}

#[tokio::test]
async fn a_crash_ends_the_calls_of_its_session_until_it_is_navigated() {
    let (client, mut browser) = start(Config::new());
    let page = browser.attach(&client, None, "S1", "T1").await;
    let same_target = browser.attach(&client, None, "S2", "T1").await;
    let other = browser.attach(&client, None, "S3", "T3").await;
    let (first, second) = (
        page.call(&Evaluate::new("1")),
        same_target.call(&Evaluate::new("2")),
    );
    let survives = other.call(&Enable {});
    for _ in 0..2 {
        browser.request().await;
    }
    let request = browser.request().await;

    browser
        .event(Some("S1"), "Inspector.targetCrashed", json!({}))
        .await;
    let error = first.await.unwrap_err();
    assert_eq!(
        (error.kind(), error.method()),
        (ErrorKind::Crashed, Some("Runtime.evaluate"))
    );
    browser
        .event(
            None,
            "Target.targetCrashed",
            json!({"targetId": "T1", "status": "crashed", "errorCode": 5}),
        )
        .await;
    assert_eq!(second.await.unwrap_err().kind(), ErrorKind::Crashed);
    browser.answer(&request, json!({})).await;
    survives.await.unwrap();

    // Refused at once, and not sent: the next request is the navigation.
    assert_eq!(
        page.call(&Enable {}).await.unwrap_err().kind(),
        ErrorKind::Crashed
    );
    let revive = page.call(&Navigate::new("https://a.test/"));
    let request = browser.request().await;
    assert_eq!(request["method"], "Page.navigate");
    browser
        .event(Some("S1"), "Inspector.targetReloadedAfterCrash", json!({}))
        .await;
    browser.answer(&request, json!({"frameId": "F"})).await;
    revive.await.unwrap();
    let call = page.call(&Enable {});
    let request = browser.request().await;
    browser.answer(&request, json!({})).await;
    call.await.unwrap();
    assert_eq!(
        same_target.call(&Enable {}).await.unwrap_err().kind(),
        ErrorKind::Crashed
    );
}

#[tokio::test]
async fn following_reaches_every_level_and_holds_targets_until_they_are_ready() {
    let (client, mut browser) = start(Config::new());
    let page = browser.attach(&client, None, "S1", "T1").await;
    let play = async {
        let request = browser.request().await;
        assert_eq!(
            request["params"],
            json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true})
        );
        browser
            .event(
                Some("S1"),
                "Target.attachedToTarget",
                attached("S2", "T2", true),
            )
            .await;
        browser
            .event(
                None,
                "Target.attachedToTarget",
                attached("elsewhere", "T9", false),
            )
            .await;
        browser.answer(&request, json!({})).await;
    };
    let following = Following {
        start: Start::Held,
        filter: None,
    };
    let (attachments, ()) = tokio::join!(page.follow(following), play);
    let mut attachments = attachments.unwrap();

    let Some(Ok(Attachment::Attached(frame))) = attachments.next().await else {
        panic!("no frame")
    };
    assert_eq!(
        (frame.parent.as_ref(), frame.target.target_id.as_str()),
        (page.id(), "T2")
    );
    assert!(frame.is_held());
    frame
        .session
        .call(&AddScriptToEvaluateOnNewDocument::new("1"))
        .forget();
    let session = frame.resume();
    // The level below is asked for, then what was installed, then it runs: in this order, all in the frame's session.
    for method in [
        "Target.setAutoAttach",
        "Page.addScriptToEvaluateOnNewDocument",
        "Runtime.runIfWaitingForDebugger",
    ] {
        let request = browser.request().await;
        assert_eq!(
            (&request["method"], &request["sessionId"]),
            (&json!(method), &json!("S2"))
        );
    }
    browser
        .event(
            Some("S2"),
            "Target.attachedToTarget",
            attached("S3", "T3", true),
        )
        .await;
    let Some(Ok(Attachment::Attached(worker))) = attachments.next().await else {
        panic!("no worker")
    };
    assert_eq!(worker.parent.as_ref(), session.id());
    drop(worker);
    assert_eq!(browser.request().await["sessionId"], "S3");
    assert_eq!(
        browser.request().await["method"],
        "Runtime.runIfWaitingForDebugger"
    );

    browser
        .event(
            Some("S1"),
            DetachedFromTarget::METHOD,
            json!({"sessionId": "S2"}),
        )
        .await;
    let Some(Ok(Attachment::Detached { session })) = attachments.next().await else {
        panic!("no end")
    };
    assert_eq!(session.as_str(), "S2");
    assert!(attachments.try_next().is_none());

    drop(attachments);
    let request = browser.request().await;
    assert_eq!(
        (&request["sessionId"], &request["params"]["autoAttach"]),
        (&json!("S1"), &json!(false))
    );
}

#[tokio::test]
async fn what_nobody_reads_is_let_go() {
    let (client, mut browser) = start(Config::new());
    let page = browser.attach(&client, None, "S1", "T1").await;
    let play = async {
        let request = browser.request().await;
        browser
            .event(
                Some("S1"),
                "Target.attachedToTarget",
                attached("S2", "T2", true),
            )
            .await;
        browser.answer(&request, json!({})).await;
    };
    let (attachments, ()) = tokio::join!(
        page.follow(Following {
            start: Start::Held,
            filter: None
        }),
        play
    );
    // The browser detaches, and so resumes, what was attached.
    drop(attachments);
    assert_eq!(browser.request().await["params"]["autoAttach"], false);
}

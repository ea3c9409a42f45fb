//! Frames of two origins and workers, attached as they come.

use surefoot_cdp::protocol::inspector::WorkerScriptLoaded;
use surefoot_cdp::protocol::page::{AddScriptToEvaluateOnNewDocument, Enable, Navigate};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::protocol::target::CreateTarget;
use surefoot_cdp::{Attachment, ErrorKind, Event, Following, Framing, Interest, Start};

use crate::browser::start;
use crate::messages::value;
use crate::site::Site;

#[tokio::test]
async fn every_level_is_attached_and_prepared_before_its_first_script() {
    let site = Site::start().await;
    let browser = start(Framing::Json);
    let tab = browser
        .client
        .root()
        .call(&CreateTarget::new("about:blank"))
        .await
        .unwrap();
    let page = browser.client.attach(&tab.target_id).await.unwrap();
    page.call(&Enable::default()).await.unwrap();
    let mut attachments = page
        .follow(Following {
            start: Start::Held,
            filter: None,
        })
        .await
        .unwrap();
    page.call(&Navigate::new(format!("{}/frames", site.one)))
        .await
        .unwrap();

    let mut seen = Vec::new();
    let mut parents = Vec::new();
    while seen.len() < 3 {
        let Attachment::Attached(attached) = attachments.next().await.unwrap().unwrap() else {
            continue;
        };
        assert!(attached.is_held());
        parents.push((attached.session.id().cloned(), attached.parent.clone()));
        let kind = attached.target.type_.clone();
        let events = attached
            .session
            .events(Interest::Methods(&[WorkerScriptLoaded::METHOD]));
        if kind == "iframe" {
            // The scripts of a session only run where its Page domain is enabled.
            attached.session.call(&Enable::default()).forget();
            let script = AddScriptToEvaluateOnNewDocument::new("window.installed = 'before'");
            attached.session.call(&script).forget();
        }
        seen.push((kind, attached.resume(), events));
    }
    let kinds: Vec<&str> = seen.iter().map(|(kind, ..)| kind.as_str()).collect();
    assert_eq!(kinds, ["iframe", "iframe", "worker"]);
    // Each hangs on the one before.
    assert_eq!(parents[0].1.as_ref(), page.id());
    assert_eq!(parents[1].1, parents[0].0);
    assert_eq!(parents[2].1, parents[1].0);

    let [(_, inner, _), (_, innermost, _), (_, worker, loaded)] = &mut seen[..] else {
        panic!("three")
    };
    // Chromium 156 crashes when a worker is asked to evaluate something before its script is there.
    loaded
        .next_of::<WorkerScriptLoaded>()
        .await
        .unwrap()
        .unwrap();
    assert_eq!(value(worker, "location.pathname").await, "/worker.js");
    assert_eq!(value(inner, "location.origin").await, site.two);
    assert_eq!(value(innermost, "location.origin").await, site.one);
    assert_eq!(value(innermost, "seen").await, "before");

    // A frame that is removed takes what hangs on it along. A call under way ends, by the browser's word or with its
    // session.
    let pending = innermost.call(&Evaluate {
        await_promise: Some(true),
        ..Evaluate::new("new Promise(() => {})")
    });
    value(&page, "document.querySelector('iframe').remove()").await;
    let ended = pending.await.unwrap_err().kind();
    assert!(
        matches!(ended, ErrorKind::Detached | ErrorKind::Protocol { .. }),
        "{ended:?}"
    );
    loop {
        match attachments.next().await.unwrap().unwrap() {
            Attachment::Detached { session } if Some(&session) == inner.id() => break,
            _ => {}
        }
    }
    for session in [inner, innermost, worker] {
        let error = session.call(&Evaluate::new("1")).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Detached);
    }
    assert_eq!(value(&page, "document.title").await, "frames");
}

//! Renderers and browsers that crash, hang or are killed while calls are under way.

use std::time::Duration;

use surefoot_cdp::protocol::browser::GetVersion;
use surefoot_cdp::protocol::page::Crash;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::{Call, Client, Config, ErrorKind, Framing, Interest, Session, launch};
use tokio::time::Instant;

use crate::browser::{command, start};
use crate::messages::{go, open, value};
use crate::site::Site;

/// Far below the 30 seconds a call has, far above what an event takes on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(10);

/// A call that the page never answers.
fn endless(session: &Session) -> Call<surefoot_cdp::protocol::runtime::EvaluateReply> {
    session.call(&Evaluate {
        await_promise: Some(true),
        ..Evaluate::new("new Promise(() => {})")
    })
}

#[tokio::test]
async fn a_renderer_that_crashes_ends_its_calls_and_can_be_used_again() {
    let site = Site::start().await;
    for framing in [Framing::Json, Framing::Cbor] {
        let browser = start(framing);
        let page = open(&browser.client, &format!("{}/", site.one)).await;
        let other = open(&browser.client, &format!("{}/", site.two)).await;
        let (pending, unharmed) = (endless(&page), endless(&other));
        let begun = Instant::now();
        let crash = page.call(&Crash {});
        assert_eq!(pending.await.unwrap_err().kind(), ErrorKind::Crashed);
        assert_eq!(crash.await.unwrap_err().kind(), ErrorKind::Crashed);
        assert_eq!(
            page.call(&Evaluate::new("1")).await.unwrap_err().kind(),
            ErrorKind::Crashed
        );
        assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());

        assert_eq!(value(&other, "1 + 1").await, 2);
        go(&page, &format!("{}/", site.one)).await;
        assert_eq!(
            value(&page, "document.querySelector('button').textContent").await,
            "One"
        );
        unharmed.forget();
    }
}

#[tokio::test]
async fn a_browser_that_is_killed_ends_everything() {
    let site = Site::start().await;
    for framing in [Framing::Json, Framing::Cbor] {
        let mut browser = start(framing);
        let page = open(&browser.client, &format!("{}/", site.one)).await;
        let mut events = page.events(Interest::Every);
        let pending = endless(&page);
        // Answered, so it is certain that the page has the other.
        value(&page, "1").await;
        let killed = Instant::now();
        browser.child.kill().await.unwrap();
        assert_eq!(pending.await.unwrap_err().kind(), ErrorKind::Closed);
        while events.next().await.is_some() {}
        assert_eq!(
            browser
                .client
                .root()
                .call(&GetVersion {})
                .await
                .unwrap_err()
                .kind(),
            ErrorKind::Closed
        );
        assert!(killed.elapsed() < AT_ONCE, "{:?}", killed.elapsed());
    }
}

#[tokio::test]
async fn a_page_that_hangs_stops_nobody_else() {
    let site = Site::start().await;
    let browser = start(Framing::Json);
    let page = open(&browser.client, &format!("{}/", site.one)).await;
    let other = open(&browser.client, &format!("{}/", site.two)).await;
    let hung = page
        .call(&Evaluate::new("for (;;);"))
        .within(Duration::from_millis(300));
    assert_eq!(hung.await.unwrap_err().kind(), ErrorKind::Timeout);
    assert_eq!(value(&other, "1 + 1").await, 2);
    assert_eq!(browser.client.pending_calls(), 0);
}

#[tokio::test]
async fn a_browser_ends_with_its_client() {
    let mut browser = start(Framing::Json);
    browser.client.root().call(&GetVersion {}).await.unwrap();
    drop(browser.client);
    let ended = tokio::time::timeout(Duration::from_secs(20), browser.child.wait()).await;
    assert!(
        ended.is_ok(),
        "the browser runs on without anybody at its pipe"
    );
}

#[tokio::test]
async fn what_is_no_browser_ends_at_once() {
    let (command, _profile) = command();
    let mut wrong = std::process::Command::new("/bin/true");
    wrong.args(command.get_args());
    let (mut child, transport) = launch(wrong, Framing::Json).unwrap();
    let client = Client::start(transport, Config::new());
    assert_eq!(
        client.root().call(&GetVersion {}).await.unwrap_err().kind(),
        ErrorKind::Closed
    );
    child.wait().await.unwrap();
    let error = launch(
        std::process::Command::new("/nonexistent/browser"),
        Framing::Json,
    )
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Launch);
    assert!(
        error
            .to_string()
            .contains("/nonexistent/browser: there is no such program"),
        "{error}"
    );
}

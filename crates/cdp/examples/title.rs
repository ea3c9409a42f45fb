//! Starts a browser, opens an address, prints the title of the page.
//!
//!     cargo run -p surefoot-cdp --example title -- https://example.com/

#[expect(clippy::expect_used, reason = "the launcher of the tests")]
#[path = "../tests/chromium/browser.rs"]
mod browser;

use surefoot_cdp::protocol::browser::Close;
use surefoot_cdp::protocol::page::{Enable, LoadEventFired, Navigate};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::protocol::target::CreateTarget;
use surefoot_cdp::{Error, Event, Framing, Interest};

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "an example")]
async fn main() -> Result<(), Error> {
    let address = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "data:text/html,<title>Hello</title>".to_owned());
    let mut browser = browser::start(Framing::Cbor);
    let root = browser.client.root();

    let tab = root.call(&CreateTarget::new("about:blank")).await?;
    let page = browser.client.attach(&tab.target_id).await?;
    // Subscribed before it is caused; sent together, answered in any order.
    let mut loaded = page.events(Interest::Methods(&[LoadEventFired::METHOD]));
    let (enabled, navigated) = (
        page.call(&Enable::default()),
        page.call(&Navigate::new(address)),
    );
    enabled.await?;
    if let Some(reason) = navigated.await?.error_text {
        println!("not loaded: {reason}");
        return Ok(());
    }
    loaded.next_of::<LoadEventFired>().await.transpose()?;

    let title = page.call(&Evaluate::new("document.title")).await?;
    println!("{}", title.result.value.unwrap_or_default());
    // Politely, so that it leaves nothing behind.
    root.call(&Close {}).await?;
    let _ = browser.child.wait().await;
    Ok(())
}

//! Frames that come, go, and move from one process to another.

use surefoot_engine::ErrorKind;

use crate::support::{Site, limits, run};

/// Waits until a capture shows this text, or does not any more.
async fn until_shown(site: &mut Site, text: &str, shown: bool) {
    loop {
        let page = site.tab.capture(limits()).await.unwrap();
        let has = crate::capture::compact(&page).contains(text);
        if has == shown {
            return;
        }
        match site.tab.next_change(limits()).await {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::PageCrashed, "{error}"),
        }
    }
}

#[test]
fn a_frame_goes_from_one_process_to_another_and_back() {
    run(async |site| {
        let other = site.server.other_page("/landed").unwrap();
        // Built in a page that came over the network: one that a user gives may not reach this machine's servers.
        site.go("/empty").await;
        let html = format!(
            "<p>Main<iframe id=f src='{other}'></iframe><iframe id=s srcdoc='<p>Inline'></iframe>\
             <iframe id=b></iframe><iframe sandbox srcdoc='<p>Boxed'></iframe>"
        );
        let html = serde_json::Value::from(html);
        site.eval(&format!("document.body.innerHTML = {html}; 0"))
            .await;
        for text in ["Main", "Inline", "Boxed"] {
            until_shown(site, text, true).await;
        }
        let landed = "anded";
        until_shown(site, landed, true).await;
        for _ in 0..2 {
            // To this site, inline, empty, and back.
            site.eval("f.src = '/nowhere'; 0").await;
            until_shown(site, "no page at", true).await;
            until_shown(site, landed, false).await;
            site.eval(&format!("f.src = '{other}'; 0")).await;
            until_shown(site, landed, true).await;
        }
        site.eval("f.remove(); 0").await;
        until_shown(site, landed, false).await;
        until_shown(site, "Inline", true).await;
        site.eval("s.srcdoc = '<p>Changed'; 0").await;
        until_shown(site, "Changed", true).await;
        site.eval("b.contentDocument.body.textContent = 'Written'; 0")
            .await;
        until_shown(site, "Written", true).await;
    });
}

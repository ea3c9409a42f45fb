//! Frames that come, go, and move from one process to another.

use std::time::{Duration, Instant};

use surefoot_engine::{Action, ErrorKind, Modifiers, MouseButton};

use crate::capture::compact;
use crate::processes::{renderers, signal, worked};
use crate::support::{Site, limits, run, run_isolating_sites};

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
fn a_frame_goes_from_one_site_to_another_and_back() {
    run(to_and_fro);
}

#[test]
fn a_frame_goes_from_one_process_to_another_and_back() {
    run_isolating_sites(to_and_fro);
}

async fn to_and_fro(site: &mut Site) {
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
}

/// What captures note, while frames go to and fro.
#[test]
fn frames_whose_documents_are_being_replaced_are_not_left_out() {
    run(while_replaced);
}

#[test]
fn frames_that_move_from_process_to_process_are_not_left_out() {
    run_isolating_sites(while_replaced);
}

async fn while_replaced(site: &mut Site) {
    let there = site.server.other_page("/landed").unwrap();
    let here = site.server.page("/landed");
    site.go("/empty").await;
    site.eval("document.body.innerHTML = '<iframe id=f></iframe><iframe id=g></iframe>'; 0")
        .await;
    let ways = [
        (there.as_str(), here.as_str()),
        (here.as_str(), there.as_str()),
        ("about:blank", there.as_str()),
        (there.as_str(), "data:text/html,x"),
    ];
    for round in 0..3 {
        for (f, g) in ways {
            site.eval(&format!("f.src = '{f}'; g.src = '{g}'; 0")).await;
            for _ in 0..6 {
                let page = site.tab.capture(limits()).await.unwrap();
                assert!(
                    page.notes().is_empty(),
                    "{round} {f} {g}: {:?}",
                    page.notes()
                );
                assert_eq!(page.documents().len(), 3, "{round} {f} {g}");
            }
        }
    }
}

/// Far less than a frame that does not answer is given, and far more than a page takes.
const SOON: Duration = Duration::from_millis(1_500);

/// Within which a capture has given up a frame that does not answer.
const GIVEN_UP: Duration = Duration::from_secs(5);

/// Opens a page with a button and a frame of another site, and waits until that is there.
async fn open_with_other(site: &mut Site) -> String {
    let other = site.server.other_page("/landed").unwrap();
    site.go("/empty").await;
    let html = format!(
        "<button onclick=\"this.textContent='Pressed'\">Press</button><iframe id=f src='{other}'></iframe>"
    );
    let html = serde_json::Value::from(html);
    site.eval(&format!("document.body.innerHTML = {html}; 0"))
        .await;
    until_shown(site, "You have arrived", true).await;
    other
}

/// Runs a script in the frame.
async fn in_frame(site: &mut Site, script: &str) {
    let page = site.tab.capture(limits()).await.unwrap();
    let heading = page
        .in_tree_order()
        .find(|&n| page.html_tag(n) == surefoot_page::name::H1)
        .unwrap();
    let key = page.key(heading).unwrap();
    let script = format!("function(){{ {script} }}");
    let ran = site.tab.evaluate(&script, Some(key), limits()).await;
    ran.unwrap();
}

/// The process that shows the frame: the one that works when a script of it does.
async fn process_of_frame(site: &mut Site) -> i32 {
    let before: Vec<(i32, u64)> = renderers(site)
        .into_iter()
        .map(|id| (id, worked(id)))
        .collect();
    in_frame(
        site,
        "const end = Date.now() + 300; while (Date.now() < end);",
    )
    .await;
    let worked = |&(id, before): &(i32, u64)| worked(id) - before;
    before.iter().max_by_key(|p| worked(p)).unwrap().0
}

/// Clicks the button. Answers how long that took.
async fn press(site: &mut Site) -> Duration {
    let page = site.tab.capture(limits()).await.unwrap();
    let button = page
        .in_tree_order()
        .find(|&n| page.html_tag(n) == surefoot_page::name::BUTTON)
        .unwrap();
    let click = Action::Click {
        node: page.key(button).unwrap(),
        button: MouseButton::Left,
        count: 1,
        modifiers: Modifiers::empty(),
        position: None,
    };
    let begun = Instant::now();
    site.tab.perform(click, limits()).await.unwrap();
    begun.elapsed()
}

#[test]
fn a_frame_that_hangs_is_named_and_the_page_around_it_goes_on() {
    run_isolating_sites(async |site| {
        let other = open_with_other(site).await;
        in_frame(site, "setTimeout(() => { for (;;); }, 0)").await;
        let mut took = Vec::new();
        for _ in 0..2 {
            let begun = Instant::now();
            let page = site.tab.capture(limits()).await.unwrap();
            took.push(begun.elapsed());
            let shown = compact(&page);
            assert!(
                shown.contains("Press") && !shown.contains("arrived"),
                "{shown}"
            );
            let expected = format!("a frame does not answer and was left out: {other}");
            assert_eq!(page.notes(), [expected]);
        }
        assert!(took.iter().all(|t| *t < GIVEN_UP), "{took:?}");
        let took = press(site).await;
        assert!(took < SOON, "{took:?}");
        assert_eq!(
            site.eval("document.querySelector('button').textContent")
                .await,
            "Pressed"
        );
        // It can be brought elsewhere.
        let here = site.server.page("/links");
        site.eval(&format!("f.src = '{here}'; 0")).await;
        until_shown(site, "Skip to content", true).await;
    });
}

#[test]
fn a_frame_that_crashes_is_named_at_once_and_the_page_around_it_goes_on() {
    run_isolating_sites(async |site| {
        let other = open_with_other(site).await;
        let victim = process_of_frame(site).await;
        signal(victim, rustix::process::Signal::KILL);
        until_shown(site, "You have arrived", false).await;
        let begun = Instant::now();
        let page = site.tab.capture(limits()).await.unwrap();
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        assert_eq!(
            page.notes(),
            [format!("the process of a frame has crashed: {other}")]
        );
        let took = press(site).await;
        assert!(took < SOON, "{took:?}");
        assert_eq!(
            site.eval("document.querySelector('button').textContent")
                .await,
            "Pressed"
        );
        site.eval(&format!("f.src = '{other}?again'; 0")).await;
        until_shown(site, "You have arrived", true).await;
        let page = site.tab.capture(limits()).await.unwrap();
        assert_eq!(page.notes(), [] as [&str; 0]);
    });
}

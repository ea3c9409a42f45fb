//! Captures beyond single pages: identity over time, documents that are no HTML, frames of other sites, large pages.

use std::time::{Duration, Instant};

use surefoot_engine::Destination;
use surefoot_page::{Facts, NodeId, NodeKey, Page, name};

use crate::capture::compact;
use crate::support::{Site, limits, run};

async fn open(site: &mut Site, html: &str) -> std::sync::Arc<Page> {
    let url = format!(
        "data:text/html,<meta charset=utf-8>{}",
        html.replace('#', "%23").replace('\n', "")
    );
    let to = Destination::Url(url);
    site.tab.navigate(to, limits()).await.unwrap();
    site.tab.capture(limits()).await.unwrap()
}

fn by_id(page: &Page, id: &str) -> NodeId {
    page.in_tree_order()
        .find(|&n| page.attr(n, name::ID) == Some(id))
        .unwrap_or_else(|| panic!("no element #{id}"))
}

fn key(page: &Page, id: &str) -> NodeKey {
    page.key(by_id(page, id)).unwrap()
}

#[test]
fn a_node_that_stays_keeps_its_key_and_a_replaced_one_gets_a_new_one() {
    run(async |site| {
        let html = "<ul id=list><li id=a>a<li id=b>b</ul>";
        let before = open(site, html).await;
        site.tab
            .evaluate(
                "list.insertBefore(b, a); a.textContent = 'A'; a.outerHTML = '<li id=a>new</li>'",
                None,
                limits(),
            )
            .await
            .unwrap();
        let after = site.tab.capture(limits()).await.unwrap();
        assert_eq!(key(&before, "b"), key(&after, "b"));
        assert_eq!(key(&before, "list"), key(&after, "list"));
        assert_ne!(key(&before, "a"), key(&after, "a"));
        assert_eq!(after.find(key(&before, "a")), None);
        let again = open(site, html).await;
        assert_ne!(key(&after, "list").document, key(&again, "list").document);
    });
}

#[test]
fn listeners_that_come_later_are_told() {
    run(async |site| {
        let page = open(site, "<div id=a>a</div><div id=b>b</div>").await;
        assert!(
            !page
                .facts(by_id(&page, "a"))
                .contains(Facts::CLICK_LISTENER)
        );
        for (id, script) in [
            ("a", "a.addEventListener('click', () => {})"),
            ("b", "b.onclick = () => {}; 0"),
        ] {
            site.tab.evaluate(script, None, limits()).await.unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            let facts = page.facts(by_id(&page, id));
            assert!(facts.contains(Facts::CLICK_LISTENER), "{id}: {facts:?}");
        }
    });
}

#[test]
fn documents_that_are_no_html_are_captured() {
    run(async |site| {
        let folder = tempfile::tempdir().unwrap();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg"><a href="x"><text y="20">Label</text></a></svg>"#;
        for (file, content, expected) in [
            // What is drawn has no name of its own: an image without one is not shown.
            ("a.svg", svg, ""),
            ("a.xml", "<root><item>One</item></root>", ""),
            (
                "a.xhtml",
                r#"<html xmlns="http://www.w3.org/1999/xhtml"><body><button>Press</button></body></html>"#,
                "Press",
            ),
            ("a.txt", "plain text", "plain text"),
            ("a.json", "{\"key\": 1}", "key"),
        ] {
            let path = folder.path().join(file);
            std::fs::write(&path, content).unwrap();
            let url = format!("file://{}", path.display());
            site.tab
                .navigate(Destination::Url(url), limits())
                .await
                .unwrap();
            let text = compact(&site.tab.capture(limits()).await.unwrap());
            assert!(text.contains(expected), "{file}: {text}");
        }
        for url in [
            "about:blank",
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        ] {
            let to = Destination::Url(url.to_owned());
            site.tab.navigate(to, limits()).await.unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            assert!(page.root().is_some(), "{url}");
        }
    });
}

#[test]
fn frames_of_other_sites_are_placed_and_their_listeners_told() {
    run(async |site| {
        let Some(other) = site.server.other_page("/js/frame") else {
            return;
        };
        let html = format!(
            "<style>*{{margin:0;padding:0;border:0}}</style><p>before</p><iframe id=f src='{other}'></iframe><p>after</p>"
        );
        let page = open(site, &html).await;
        assert_eq!(page.documents().len(), 2, "{}", compact(&page));
        let frame = by_id(&page, "f");
        let inner = page.content_document(frame).unwrap();
        let owner = page.bounds(frame).unwrap();
        let inside = page
            .ids()
            .filter(|&n| page.scope(n) == Some(inner))
            .find_map(|n| page.bounds(n))
            .unwrap();
        assert!(
            inside.y >= owner.y && inside.x >= owner.x,
            "{inside:?} in {owner:?}"
        );
    });
}

/// Enough for both pages on a machine with much else to do; what is quadratic takes longer.
const TIME: Duration = Duration::from_secs(25);

#[test]
fn a_deep_and_a_large_page_are_captured_whole_and_in_bounded_time() {
    run(async |site| {
        let begin = Instant::now();
        let deep = "<div id=top hidden></div><script>let inner=document.createElement('b');\
            for(let i=0;i<10000;i++){const outer=document.createElement('div');outer.append(inner);inner=outer}\
            document.getElementById('top').append(inner)</script>";
        let page = open(site, deep).await;
        assert!(page.len() > 10_000, "{}", page.len());
        // Each test of what is hit there takes as long as there are links.
        let stacked = "<style>a{position:absolute;top:0;left:0;width:50px;height:50px}</style><script>\
            document.body.innerHTML='<a href=x>x</a>'.repeat(4000)</script>";
        let page = open(site, &format!("<body>{stacked}")).await;
        assert!(page.len() > 8_000, "{}", page.len());
        assert!(!page.is_cut_off());
        assert!(begin.elapsed() < TIME, "{:?}", begin.elapsed());
    });
}

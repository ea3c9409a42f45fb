//! Pages as no author writes them: nested without end, full of listeners, replaced while they are read.

use std::time::{Duration, Instant};

use surefoot_engine::{Destination, ErrorKind, Limits};
use surefoot_page::{Facts, NodeId, Page, name};

use crate::around_server::{Fixed, Tls, html};
use crate::capture::compact;
use crate::support::{Site, limits, run, run_isolating_sites};

/// Enough for one such page on a machine with much else to do; what is quadratic takes far longer.
const TIME: Duration = Duration::from_secs(20);

/// The text right below an element.
fn text_of(page: &Page, node: NodeId) -> String {
    let texts = page.children(node).map(|n| page.text(n));
    texts.collect()
}

fn elements(page: &Page, id: &str) -> Vec<NodeId> {
    page.in_tree_order()
        .filter(|&n| page.attr(n, name::ID) == Some(id))
        .collect()
}

#[test]
fn a_page_nested_without_end_is_read() {
    run(async |site| {
        for (style, must) in [
            ("display:none", true),
            ("display:contents", false),
            ("", false),
        ] {
            site.go("/empty").await;
            let begun = Instant::now();
            let limits = Limits::until(begun + TIME);
            // Built of short pieces, as each insertion costs as much as it is deep, and put into the page in the end:
            // what is laid out then is as deep as it gets.
            let script = format!(
                "(() => {{ const top = document.createElement('div'); top.style.cssText = '{style}';
                                let bottom = top;
                for (let i = 0; i < 400; i++) {{
                    const piece = document.createElement('div');
                    let at = piece;
                    for (let j = 0; j < 250; j++) {{
                        const inner = document.createElement('div'); at.append(inner); at = inner;
                    }}
                    bottom.append(piece); bottom = at;
                }}
                document.body.append('beside', top); return 0 }})()"
            );
            let built = site.tab.evaluate(&script, None, limits).await;
            let read = match built {
                Ok(_) => site.tab.capture(limits).await,
                Err(error) => Err(error),
            };
            let took = begun.elapsed();
            assert!(took < TIME + Duration::from_secs(5), "{style}: {took:?}");
            match read {
                Ok(page) => {
                    assert!(page.len() > 100_000, "{style}: {}", page.len());
                    assert!(compact(&page).contains("beside"), "{style}");
                }
                // Where Chromium's own layout gives up, that is what is said.
                Err(error) => {
                    assert!(!must, "{style}: {error}");
                    let kinds = [ErrorKind::PageCrashed, ErrorKind::Timeout];
                    assert!(kinds.contains(&error.kind()), "{style}: {error}");
                }
            }
            // What comes next is as ever.
            site.go("/landed").await;
            let page = site.tab.capture(crate::support::limits()).await.unwrap();
            assert!(compact(&page).contains("You have arrived"), "{style}");
        }
    });
}

#[test]
fn a_page_full_of_listeners_is_read_and_all_are_found() {
    run(async |site| {
        site.go("/empty").await;
        let build = "for (let i = 0; i < 20000; i++) {
                const div = document.createElement('div'); div.id = 'd'; div.textContent = i;
                if (i % 2) div.addEventListener('click', () => {});
                document.body.append(div);
            } 0";
        site.eval(build).await;
        let begun = Instant::now();
        let mut captures = 0;
        loop {
            let page = site.tab.capture(limits()).await.unwrap();
            captures += 1;
            let listening = |n: &NodeId| page.facts(*n).contains(Facts::CLICK_LISTENER);
            let (mut found, mut all) = (0, 0);
            for (at, node) in elements(&page, "d").iter().enumerate() {
                all += 1;
                found += usize::from(listening(node));
                assert!(at % 2 == 1 || !listening(node), "{at}");
            }
            assert_eq!(all, 20_000);
            if found == 10_000 {
                break;
            }
            // What is not known yet is said, and each capture learns more.
            assert!(found >= captures * 1_000, "{found} after {captures}");
            let notes = page.notes().join("\n");
            assert!(notes.contains("listen"), "{found}: {notes}");
        }
        assert!(begun.elapsed() < TIME, "{captures}: {:?}", begun.elapsed());
    });
}

/// Pages of the tests here, each other than the last.
fn answer(request: &str) -> String {
    let path = request.split(' ').nth(1).unwrap_or_default();
    let (path, number) = path.split_once('?').unwrap_or((path, "0"));
    match path {
        "/spin" => html(
            "200 OK",
            "",
            &format!(
                "<p id=a>{number}</p><p id=a>{number}</p><p id=a>{number}</p>\
                 <script>setTimeout(() => location.replace('/spin?' + (1 + {number})), 30)</script>"
            ),
        ),
        "/listening" => html(
            "200 OK",
            "",
            "<div id=yes>yes</div><div id=no>no</div><script>yes.addEventListener('click', () => {})</script>",
        ),
        _ => html("200 OK", "", "<body>"),
    }
}

fn at(server: &Fixed, path: &str) -> Destination {
    Destination::Url(format!("http://127.0.0.1:{}{path}", server.address.port()))
}

/// That what is captured is of one document.
fn is_of_one_document(page: &Page) -> bool {
    let texts: Vec<String> = elements(page, "a")
        .iter()
        .map(|&n| text_of(page, n))
        .collect();
    texts.windows(2).all(|two| two[0] == two[1]) && (texts.is_empty() || texts.len() == 3)
}

#[test]
fn documents_that_are_replaced_while_they_are_read_are_never_mixed() {
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        site.tab
            .navigate(at(&server, "/top"), limits())
            .await
            .unwrap();
        site.eval(
            "window.n = 0; setInterval(() => { const t = `<p id=a>${++n}</p>`; document.open(); \
             document.write(t + t + t); document.close() }, 5); 0",
        )
        .await;
        for _ in 0..50 {
            let page = site.tab.capture(limits()).await.unwrap();
            assert!(is_of_one_document(&page), "{}", compact(&page));
        }

        site.tab
            .navigate(at(&server, "/spin?1"), limits())
            .await
            .unwrap();
        let (mut read, mut last) = (0, 0);
        for _ in 0..30 {
            let begun = Instant::now();
            match site.tab.capture(limits()).await {
                Ok(page) => {
                    assert!(is_of_one_document(&page), "{}", compact(&page));
                    let number = elements(&page, "a")
                        .first()
                        .map_or(last, |&n| text_of(&page, n).parse::<u32>().unwrap());
                    assert!(number >= last, "{number} after {last}");
                    last = number;
                    read += 1;
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::Timeout, "{error}"),
            }
            assert!(begun.elapsed() < TIME);
        }
        assert!(read > 10, "{read}");
    });
}

/// Frames come and go all the time: each is read under its own element, and who listens in it is told of no other.
async fn never_mixed_up(site: &mut Site) {
    let server = Fixed::start(Tls::No, answer).await;
    site.tab
        .navigate(at(&server, "/top"), limits())
        .await
        .unwrap();
    let port = server.address.port();
    let build = format!(
        "window.n = 0;
        const listen = '<script>document.querySelector(\"#yes\").onclick = () => {{}}</' + 'script>';
        setInterval(() => {{
            const frame = document.createElement('iframe');
            frame.title = 'number ' + (++n);
            if (n % 3) frame.srcdoc = `<p id=own>number ${{n}}</p><div id=yes>y</div><div id=no>n</div>` + listen;
            else frame.src = 'http://127.0.0.2:{port}/listening';
            document.body.append(frame);
            if (document.body.children.length > 10) document.body.children[n % 5].remove();
        }}, 150); 0"
    );
    site.eval(&build).await;
    let (mut frames, mut listening) = (0, 0);
    let begun = Instant::now();
    while frames < 50 || listening < 50 {
        assert!(begun.elapsed() < 3 * TIME, "{frames} {listening}");
        let page = site.tab.capture(limits()).await.unwrap();
        for node in page.in_tree_order() {
            let facts = page.facts(node);
            match page.attr(node, name::ID) {
                Some("own") => {
                    let root = page.document_of(node).unwrap().root.unwrap();
                    let owner = page.parent(root).unwrap();
                    let title = page.attr(owner, name::TITLE).unwrap();
                    assert_eq!(text_of(&page, node), title);
                    frames += 1;
                }
                Some("no") => assert!(!facts.contains(Facts::CLICK_LISTENER)),
                Some("yes") => listening += usize::from(facts.contains(Facts::CLICK_LISTENER)),
                _ => {}
            }
        }
    }
}

#[test]
fn frames_that_come_and_go_are_never_mixed_up() {
    run(never_mixed_up);
}

#[test]
fn frames_of_other_processes_that_come_and_go_are_never_mixed_up() {
    run_isolating_sites(never_mixed_up);
}

#[test]
fn listeners_in_frames_of_other_processes_are_found() {
    run_isolating_sites(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        site.tab
            .navigate(at(&server, "/top"), limits())
            .await
            .unwrap();
        let port = server.address.port();
        site.eval(&format!(
            "document.body.innerHTML = `<iframe src='http://127.0.0.2:{port}/listening'></iframe>`; 0"
        ))
        .await;
        loop {
            let page = site.tab.capture(limits()).await.unwrap();
            if let [yes] = elements(&page, "yes")[..] {
                // Its script may not have run yet.
                if page.facts(yes).contains(Facts::CLICK_LISTENER) {
                    let no = elements(&page, "no")[0];
                    assert!(!page.facts(no).contains(Facts::CLICK_LISTENER));
                    return;
                }
            }
            site.tab.next_change(limits()).await.unwrap();
        }
    });
}

//! Documents of every kind, in the tab and in frames: what of them can be read is read.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use surefoot_chromium::{BrowserKind, Browsers, LaunchOptions, find_browser};
use surefoot_engine::{Action, Destination, Engine, EngineOptions, Limits, Modifiers, MouseButton};
use surefoot_page::name;

use crate::around_server::{Fixed, Tls, html};
use crate::capture::compact;
use crate::processes::until;
use crate::support::{Site, limits, run};
use crate::tabs::listening;

/// An answer of some type.
fn typed(kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// A page of one sheet with a line of text on it.
const PDF: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n\
    4 0 obj<</Length 39>>stream\nBT /F 12 Tf 20 50 Td (On the sheet) Tj ET\nendstream endobj\n\
    5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

const XSLT: &str = "<?xml version='1.0'?><xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
    <xsl:template match='/'><html><body><p>Made by a sheet: <xsl:value-of select='/r/i'/></p></body></html></xsl:template>\
    </xsl:stylesheet>";

/// The server: what each path is.
fn answer(request: &str) -> String {
    let path = request.split(' ').nth(1).unwrap_or_default();
    let strict = "Content-Security-Policy: default-src 'none'; sandbox\r\n";
    let typing =
        "Content-Security-Policy: require-trusted-types-for 'script'; trusted-types 'none'\r\n";
    let script = "<p id=p>Before</p><button>Press</button><input><a href=/text.txt>Go</a><script>p.textContent='Script ran'</script>";
    match path {
        "/top" => html("200 OK", "", "<title>Top</title><body>"),
        "/text.txt" => typed("text/plain", "Plain words"),
        "/data.json" => typed("application/json", "{\"key\": \"In JSON\"}"),
        "/doc.xml" => typed("text/xml", "<root><item>In XML</item></root>"),
        "/styled.xml" => typed(
            "text/xml",
            "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='/sheet.xsl'?><r><i>value</i></r>",
        ),
        "/sheet.xsl" => typed("text/xsl", XSLT),
        "/broken.xml" => typed("text/xml", "<root><item>In broken XML</root>"),
        "/doc.svg" => typed(
            "image/svg+xml",
            "<svg xmlns='http://www.w3.org/2000/svg'><a href='/x' ><text y='20'>In SVG</text></a></svg>",
        ),
        "/doc.xhtml" => typed(
            "application/xhtml+xml",
            "<html xmlns='http://www.w3.org/1999/xhtml'><body><button>In XHTML</button></body></html>",
        ),
        "/doc.pdf" => typed("application/pdf", PDF),
        "/strict" => html("200 OK", strict, script),
        "/typing" => html("200 OK", typing, script),
        "/frameset" => html(
            "200 OK",
            "",
            "<frameset cols='*,*'><frame src='/text.txt'><frame src='/doc.xhtml'></frameset>",
        ),
        "/denied" => html("200 OK", "X-Frame-Options: DENY\r\n", "<p>Never in a frame"),
        _ => html("404 Not Found", "", "<p>No such page"),
    }
}

/// Long enough for what comes at once.
fn soon() -> Limits {
    Limits::until(Instant::now() + Duration::from_secs(5))
}

/// Waits until a capture shows all these texts; what it shows instead if that does not come.
async fn comes(site: &mut Site, texts: &[&str]) -> Result<(), String> {
    let soon = soon();
    loop {
        let page = site
            .tab
            .capture(limits())
            .await
            .map_err(|e| e.to_string())?;
        let notes = page.notes().join("\n");
        let shown = format!("{}{notes}", compact(&page));
        if texts.iter().all(|text| shown.contains(text)) {
            return Ok(());
        }
        if Instant::now() >= soon.deadline {
            return Err(shown);
        }
        let _ = site.tab.next_change(soon).await;
    }
}

/// What is shown of the documents that a page makes.
#[test]
fn documents_in_frames_are_read() {
    // What the script of a page does, and what is shown then. `f` is a frame that was just added, still empty.
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "initial",
            "f.contentDocument.body.innerHTML = '<button>In empty'",
            &["In empty"],
        ),
        (
            "written",
            "f.contentDocument.write('<button>Written')",
            &["Written"],
        ),
        (
            "opened",
            "const d = f.contentDocument; d.open(); d.write('<button>Opened'); d.close()",
            &["Opened"],
        ),
        (
            "opened twice",
            "for (const t of ['One', 'Two']) { const d = f.contentDocument; d.open(); d.write('<button>' + t); d.close() }",
            &["Two"],
        ),
        (
            "written later",
            "f.onload = null; setTimeout(() => { f.contentDocument.open(); f.contentDocument.write('<button>Late') }, 50)",
            &["Late"],
        ),
        (
            "script URL",
            "f.src = 'javascript:\"<button>By URL\"'",
            &["By URL"],
        ),
        (
            "blank",
            "f.src = 'about:blank'; f.onload = () => { f.contentDocument.body.textContent = 'In blank' }",
            &["In blank"],
        ),
        ("srcdoc", "f.srcdoc = '<button>In srcdoc'", &["In srcdoc"]),
        (
            "sandboxed",
            "f.sandbox = ''; f.srcdoc = '<button>Boxed'",
            &["Boxed"],
        ),
        (
            "sandboxed with scripts",
            "f.sandbox = 'allow-scripts'; f.srcdoc = '<button>Boxed</button><script>document.body.append(\"ran\")</script>'",
            &["Boxed", "ran"],
        ),
        (
            "sandboxed server",
            "f.sandbox = ''; f.src = '/doc.xhtml'",
            &["In XHTML"],
        ),
        (
            "data",
            "f.src = 'data:text/html,<button>In data'",
            &["In data"],
        ),
        (
            "blob",
            "f.src = URL.createObjectURL(new Blob(['<button>In blob'], {type: 'text/html'}))",
            &["In blob"],
        ),
        ("text", "f.src = '/text.txt'", &["Plain words"]),
        ("json", "f.src = '/data.json'", &["In JSON"]),
        ("xml", "f.src = '/doc.xml'", &["In XML"]),
        ("xslt", "f.src = '/styled.xml'", &["Made by a sheet: value"]),
        ("broken xml", "f.src = '/broken.xml'", &["error"]),
        ("svg", "f.src = '/doc.svg'", &["In SVG"]),
        ("xhtml", "f.src = '/doc.xhtml'", &["In XHTML"]),
        ("strict", "f.src = '/strict'", &["Before", "Press"]),
        ("typing", "f.src = '/typing'", &["Script ran", "Press"]),
        (
            "object",
            "f.outerHTML = '<object data=/doc.xhtml width=100 height=50></object>'",
            &["In XHTML"],
        ),
        (
            "embed",
            "f.outerHTML = '<embed src=/doc.xhtml width=100 height=50>'",
            &["In XHTML"],
        ),
        (
            "object svg",
            "f.outerHTML = '<object data=/doc.svg width=100 height=50></object>'",
            &["In SVG"],
        ),
        (
            "stopped",
            "f.src = '/never'; f.contentWindow.stop(); f.contentDocument.body.textContent = 'After a stop'",
            &["After a stop"],
        ),
        (
            "moved",
            "f.srcdoc = '<button>Moved'; f.onload = () => { f.onload = null; const d = document.createElement('div'); document.body.append(d); d.append(f) }",
            &["Moved"],
        ),
        (
            "in a shadow tree",
            "const h = document.createElement('div'); document.body.append(h); h.attachShadow({mode: 'open'}).append(f); f.contentDocument.write('<button>Shaded')",
            &["Shaded"],
        ),
        (
            "in an opened document",
            "const d = f.contentDocument; d.open(); d.write('<iframe id=g></iframe>'); d.close(); \
             d.getElementById('g').contentDocument.write('<button>Innermost')",
            &["Innermost"],
        ),
        (
            "the page itself, opened",
            "document.open(); document.write('<title>T</title><button>Anew</button><iframe id=g></iframe>'); document.close(); \
             document.getElementById('g').contentDocument.write('<button>And inside')",
            &["Anew", "And inside"],
        ),
        (
            "refused",
            "f.src = '/denied'",
            &[
                "a frame is empty: ",
                "/denied could not be opened",
                "does not let it be shown here",
            ],
        ),
        (
            "unreachable",
            "f.src = 'http://127.0.0.1:2/'",
            &["a frame is empty: http://127.0.0.1:2/ could not be opened"],
        ),
        (
            "frameset",
            "location = '/frameset'",
            &["Plain words", "In XHTML"],
        ),
    ];
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        let top = format!("http://127.0.0.1:{}/top", server.address.port());
        let mut wrong = String::new();
        for (name, script, texts) in cases {
            let to = Destination::Url(top.clone());
            site.tab.navigate(to, limits()).await.unwrap();
            let script = format!(
                "const f = document.createElement('iframe'); document.body.append(f); {{ {script} }}; 0"
            );
            site.tab.evaluate(&script, None, limits()).await.unwrap();
            if let Err(shown) = comes(site, texts).await {
                let _ = writeln!(wrong, "--- {name}: not {texts:?} but\n{shown}");
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

#[test]
fn documents_of_every_kind_are_read() {
    // The path, what the page shows, and a word of its source.
    let cases: &[(&str, &[&str], &str)] = &[
        ("/text.txt", &["Plain words"], "Plain"),
        ("/data.json", &["In JSON"], "key"),
        ("/doc.xml", &["In XML"], "item"),
        ("/styled.xml", &["Made by a sheet: value"], ""),
        ("/broken.xml", &["error"], "item"),
        ("/doc.svg", &["In SVG"], "svg"),
        ("/doc.xhtml", &["In XHTML"], "button"),
        ("/strict", &["Before", "Press"], "script"),
        ("/typing", &["Script ran", "Press"], "script"),
        ("/frameset", &["Plain words", "In XHTML"], "frame"),
        ("/missing", &["No such page"], "such"),
    ];
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        let mut wrong = String::new();
        for (path, texts, word) in cases {
            for before in ["", "view-source:"] {
                let url = format!("{before}http://127.0.0.1:{}{path}", server.address.port());
                let went = site
                    .tab
                    .navigate(Destination::Url(url.clone()), limits())
                    .await;
                if let Err(error) = went {
                    let _ = writeln!(wrong, "--- {url}: {error}");
                    continue;
                }
                let texts: &[&str] = if before.is_empty() { texts } else { &[word] };
                if let Err(shown) = comes(site, texts).await {
                    let _ = writeln!(wrong, "--- {url}: not {texts:?} but\n{shown}");
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

/// A browser that shows a page with frames before anybody connects to it.
#[test]
fn frames_that_were_there_before_are_read() {
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        let port = server.address.port();
        let browser = listening(&format!("http://127.0.0.1:{port}/top"));
        until("it has asked for its page", || !server.seen().is_empty());
        let launch = LaunchOptions {
            connect: Some(browser.port.clone()),
            ..LaunchOptions::default()
        };
        // What was there is made by a first connection, which goes then.
        let build = format!(
            "document.body.innerHTML = `<iframe id=a></iframe><iframe srcdoc='<p>In srcdoc<iframe id=n></iframe>'></iframe>\
             <iframe sandbox srcdoc='<p>Boxed'></iframe><iframe src='http://127.0.0.2:{port}/doc.xhtml'></iframe>\
             <iframe src='http://127.0.0.2:{port}/top'></iframe>`; a.contentDocument.write('<p>Written'); 0"
        );
        let texts = ["In srcdoc", "Boxed", "In XHTML", "Written"];
        for round in 0..3 {
            let browsers = Browsers::new();
            let options = EngineOptions {
                download_dir: site.downloads.path().to_owned(),
                ..EngineOptions::default()
            };
            let mut engine = browsers.engine(&launch, options).await.unwrap();
            let mut tab = engine.new_tab().await.unwrap();
            // The first connection may come before the page is whole.
            let here = "document.title === 'Top' && document.readyState === 'complete'";
            let mut waits = 0;
            while tab.evaluate(here, None, limits()).await.unwrap() != "true" {
                tab.next_change(soon()).await.unwrap();
                waits += 1;
                assert!(waits < 10, "{}", tab.url());
            }
            if round == 0 {
                tab.evaluate(&build, None, limits()).await.unwrap();
            }
            std::mem::swap(&mut site.tab, &mut tab);
            let seen = comes(site, &texts).await;
            std::mem::swap(&mut site.tab, &mut tab);
            seen.unwrap_or_else(|shown| panic!("{round}: {shown}"));
            let page = tab.capture(limits()).await.unwrap();
            assert_eq!(page.documents().len(), 7, "{round}: {}", compact(&page));
            assert_eq!(page.notes(), [] as [&str; 0]);
            drop(tab);
            engine.close().await.unwrap();
        }
    });
}

#[test]
fn tabs_that_are_written_into_are_read() {
    run(async |site| {
        site.go("/landed").await;
        for (script, texts) in [
            (
                "open('').document.write('<button>Written')",
                &["Written"] as &[&str],
            ),
            (
                "open('about:blank').document.body.innerHTML = '<button>Put'",
                &["Put"],
            ),
            (
                "const d = open('').document; d.open(); \
                 d.write('<button>Opened</button><iframe srcdoc=\"<p>And inside\"></iframe>'); d.close()",
                &["Opened", "And inside"],
            ),
            ("open('javascript:\"<button>By URL\"')", &["By URL"]),
        ] {
            site.eval(&format!("{{ {script} }}; 0")).await;
            let tab = crate::tabs::opened(site).await;
            let before = std::mem::replace(&mut site.tab, tab);
            let seen = comes(site, texts).await;
            site.tab = before;
            seen.unwrap_or_else(|shown| panic!("{script}: {shown}"));
        }
    });
}

#[test]
fn strict_policies_do_not_stop_an_agent() {
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        for (path, ran) in [("/strict", "Before"), ("/typing", "Script ran")] {
            let url = format!("http://127.0.0.1:{}{path}", server.address.port());
            site.tab
                .navigate(Destination::Url(url), limits())
                .await
                .unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            assert!(compact(&page).contains(ran), "{path}");
            let find = |tag| {
                page.in_tree_order()
                    .find(|&n| page.html_tag(n) == tag)
                    .unwrap()
            };
            let field = page.key(find(name::INPUT)).unwrap();
            let fill = Action::Fill {
                node: field,
                text: "words".to_owned(),
            };
            site.tab.perform(fill, limits()).await.unwrap();
            let link = page.key(find(name::A)).unwrap();
            let hover = Action::Hover(link);
            site.tab.perform(hover, limits()).await.unwrap();
            let page = site.tab.capture(limits()).await.unwrap();
            let field = page.find(field).unwrap();
            assert_eq!(page.value(field).as_deref(), Some("words"), "{path}");
            let link = page.key(find(name::A)).unwrap();
            let click = Action::Click {
                node: link,
                button: MouseButton::Left,
                count: 1,
                modifiers: Modifiers::empty(),
                position: None,
            };
            let outcome = site.tab.perform(click, limits()).await.unwrap();
            assert!(outcome.navigation.is_some(), "{path}: {outcome:?}");
        }
    });
}

#[test]
fn what_becomes_of_a_pdf_is_said() {
    run(async |site| {
        let server = Fixed::start(Tls::No, answer).await;
        let url = format!("http://127.0.0.1:{}/doc.pdf", server.address.port());
        let kinds = [false, true].map(|headed| find_browser(None, headed).ok());
        for found in kinds.into_iter().flatten() {
            let launch = LaunchOptions {
                browser: Some(found.path.clone()),
                ..LaunchOptions::default()
            };
            let options = EngineOptions {
                download_dir: site.downloads.path().to_owned(),
                ..EngineOptions::default()
            };
            let mut engine = site.browsers.engine(&launch, options).await.unwrap();
            let mut tab = engine.new_tab().await.unwrap();
            let to = Destination::Url(url.clone());
            let outcome = tab.navigate(to, limits()).await.unwrap();
            match found.kind {
                BrowserKind::HeadlessShell => {
                    assert_eq!(outcome.downloads[0].mime, "application/pdf");
                }
                BrowserKind::Full => {
                    let page = tab.capture(limits()).await.unwrap();
                    let note = format!("a PDF is shown, whose text cannot be read here: {url}");
                    assert_eq!(page.notes(), [note]);
                }
            }
        }
    });
}

//! Tabs that pages open and close, files that they download, and browsers that were there before.

use std::process::{Child, Command, Stdio};
use std::time::Instant;

use surefoot_chromium::{Browsers, LaunchOptions, find_browser};
use surefoot_engine::{Destination, Engine, EngineOptions, ErrorKind, LoadState, Outcome, Tab};

use crate::processes::until;
use crate::support::{Site, limits, run};

/// Waits until the page has opened a tab.
pub(crate) async fn opened(site: &mut Site) -> Box<dyn Tab> {
    loop {
        if let Some(tab) = site.tab.take_opened().pop() {
            return tab;
        }
        let mut outcome = site.tab.next_change(limits()).await.unwrap().unwrap();
        if let Some(tab) = outcome.opened.pop() {
            return tab;
        }
    }
}

/// Waits until a file was downloaded.
async fn downloaded(site: &mut Site, mut outcome: Outcome) -> surefoot_engine::Download {
    loop {
        if let Some(download) = outcome.downloads.pop() {
            return download;
        }
        outcome = site.tab.next_change(limits()).await.unwrap().unwrap();
    }
}

#[test]
fn tabs_that_a_page_opens_are_told() {
    run(async |site| {
        site.go("/landed").await;
        let links = site.server.page("/links");
        for script in [
            "window.w = open('/links'); 0",
            "const a = document.createElement('a'); a.href = '/links'; a.target = '_blank'; a.click(); 0",
            "const b = document.createElement('a'); b.href = '/links'; b.target = '_blank'; b.rel = 'noopener'; \
             b.click(); 0",
        ] {
            site.eval(script).await;
            let mut tab = opened(site).await;
            tab.wait_loaded(limits()).await.unwrap();
            assert_eq!(tab.url(), links, "{script}");
            tab.capture(limits()).await.unwrap();
            let script = "String(1 + 1)";
            assert_eq!(tab.evaluate(script, None, limits()).await.unwrap(), "\"2\"");
            tab.close().await.unwrap();
            assert!(!tab.is_open());
        }
    });
}

#[test]
fn a_tab_that_its_page_closes_is_closed() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("window.w = open('/links'); 0").await;
        let mut tab = opened(site).await;
        tab.wait_loaded(limits()).await.unwrap();
        site.eval("w.close(); 0").await;
        let error = loop {
            if let Err(error) = tab.next_change(limits()).await {
                break error;
            }
        };
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
        assert!(error.message().contains("closed"), "{error}");
        assert!(!tab.is_open());
        let error = tab
            .navigate(Destination::Reload, limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
        tab.close().await.unwrap();
        assert!(site.tab.is_open());
        site.go("/links").await;
    });
}

#[test]
fn fifty_tabs() {
    run(async |site| {
        let mut tabs = Vec::new();
        for _ in 0..50 {
            tabs.push(site.engine.new_tab().await.unwrap());
        }
        let to = Destination::Url(site.server.page("/landed"));
        for tab in &mut tabs {
            tab.navigate(to.clone(), limits()).await.unwrap();
        }
        for (n, tab) in tabs.iter_mut().enumerate() {
            let script = format!("document.title = '{n}'");
            let title = tab.evaluate(&script, None, limits()).await.unwrap();
            assert_eq!(title, format!("\"{n}\""));
        }
        drop(tabs);
        site.go("/landed").await;
    });
}

#[test]
fn downloads_are_saved_under_safe_names() {
    run(async |site| {
        site.go("/landed").await;
        let folder = site.downloads.path().join("new");
        for (path, name) in [
            ("/download", "report.csv"),
            ("/download", "report (1).csv"),
            ("/download/evil", "_.._evil.sh"),
        ] {
            let outcome = site.go(path).await;
            assert!(outcome.navigation.is_none());
            let download = outcome.downloads.first().unwrap();
            // Chromium itself writes `_` for what is no part of a name.
            assert_eq!(download.path.parent(), Some(&*folder));
            assert!(download.path.ends_with(name), "{}", download.path.display());
            assert_eq!(download.url, site.server.page(path));
            let size = std::fs::metadata(&download.path).unwrap().len();
            assert!(size > 0 && download.size == size);
            assert!(!download.mime.is_empty());
            assert_eq!(site.tab.url(), site.server.page("/landed"));
        }
        assert_eq!(site.server.hits("/landed"), 1);
        // By a link, by a script, and in a tab of its own.
        for script in [
            "location.href = '/download'; 0",
            "const a = document.createElement('a'); a.href = '/download'; a.download = 'mine.csv'; a.click(); 0",
            "const b = document.createElement('a'); b.download = 'text.txt'; \
             b.href = URL.createObjectURL(new Blob(['some text'])); b.click(); 0",
            "open('/download'); 0",
        ] {
            site.eval(script).await;
            let download = downloaded(site, Outcome::default()).await;
            assert!(
                download.path.starts_with(&folder) && download.path.is_file(),
                "{script}"
            );
        }
        // Nothing but what was told of.
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().collect();
        assert_eq!(left.len(), 7, "{left:?}");
    });
}

#[test]
fn a_quiet_page_is_known_to_be_quiet() {
    run(async |site| {
        site.go("/landed").await;
        assert!(site.tab.is_quiet(limits()).await.unwrap());
        let begun = Instant::now();
        assert!(site.tab.is_quiet(limits()).await.unwrap());
        let took = begun.elapsed();
        assert!(took.as_millis() < 300, "{took:?}");

        site.eval("setInterval(() => document.body.append('x'), 10); 0")
            .await;
        // The first change that is waited for may be past.
        for _ in 0..3 {
            site.tab.next_change(limits()).await.unwrap().unwrap();
        }
        assert!(!site.tab.is_quiet(limits()).await.unwrap());
        let idle = surefoot_engine::Limits {
            load: LoadState::NetworkIdle,
            ..limits()
        };
        site.tab.wait_loaded(idle).await.unwrap();
    });
}

/// A browser that listens for those who want to connect. It is ended with this.
pub(crate) struct Listening {
    pub(crate) process: Child,
    pub(crate) port: String,
    _profile: tempfile::TempDir,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts one that shows a page.
pub(crate) fn listening(url: &str) -> Listening {
    let profile = tempfile::tempdir().unwrap();
    let found = find_browser(None, false).unwrap();
    let process = Command::new(&found.path)
        .args([
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            url,
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let told = profile.path().join("DevToolsActivePort");
    let mut port = String::new();
    until("it listens", || {
        let text = std::fs::read_to_string(&told).unwrap_or_default();
        text.lines()
            .next()
            .unwrap_or_default()
            .clone_into(&mut port);
        !port.is_empty() && text.lines().count() > 1
    });
    Listening {
        process,
        port,
        _profile: profile,
    }
}

#[test]
fn a_browser_that_was_there_is_used_and_left_alone() {
    let mut browser = listening("about:blank#mine");
    let port = browser.port.clone();
    run(async |site| {
        let launch = LaunchOptions {
            connect: Some(port.clone()),
            ..LaunchOptions::default()
        };
        let options = || EngineOptions {
            download_dir: site.downloads.path().to_owned(),
            ..EngineOptions::default()
        };
        for round in 0..2 {
            let browsers = Browsers::new();
            let mut engine = browsers.engine(&launch, options()).await.unwrap();
            assert_eq!(engine.process(), None);
            let mut front = engine.new_tab().await.unwrap();
            if round == 0 {
                assert!(front.url().starts_with("about:blank"), "{}", front.url());
            }
            let to = Destination::Url(site.server.page("/landed"));
            front.navigate(to.clone(), limits()).await.unwrap();
            front.capture(limits()).await.unwrap();
            let mut own = engine.new_tab().await.unwrap();
            own.navigate(to, limits()).await.unwrap();
            drop((front, own));
            engine.close().await.unwrap();
        }
        let launch = LaunchOptions {
            connect: Some("127.0.0.1:1".to_owned()),
            ..LaunchOptions::default()
        };
        let error = Browsers::new()
            .engine(&launch, options())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EngineCrashed, "{error}");
    });
    assert!(
        browser.process.try_wait().unwrap().is_none(),
        "it was ended"
    );
}

#[test]
fn a_profile_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    run(async |site| {
        let launch = LaunchOptions {
            profile: Some(folder.path().join("mine")),
            ..LaunchOptions::default()
        };
        for round in 0..2 {
            let browsers = Browsers::new();
            let options = EngineOptions::default();
            let mut engine = browsers.engine(&launch, options).await.unwrap();
            let mut tab = engine.new_tab().await.unwrap();
            let to = Destination::Url(site.server.page("/landed"));
            tab.navigate(to, limits()).await.unwrap();
            let script =
                "const had = document.cookie; document.cookie = 'kept=yes; max-age=9999'; had";
            let had = tab.evaluate(script, None, limits()).await.unwrap();
            assert_eq!(had.contains("kept=yes"), round == 1, "{round}: {had}");
            let other = Browsers::new();
            let error = other
                .engine(&launch, EngineOptions::default())
                .await
                .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
            assert!(error.message().contains("in use"), "{error}");
            drop(tab);
            engine.close().await.unwrap();
        }
    });
}

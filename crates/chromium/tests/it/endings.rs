//! Pages that crash or hang, browsers that die, and what they leave behind.

use std::io::BufRead;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use surefoot_chromium::{Browsers, LaunchOptions};
use surefoot_engine::{Destination, Engine, EngineOptions, ErrorKind, Limits};

use crate::processes::{group, profile, renderers, signal, until};
use crate::support::{limits, run};

/// Within which what was lost has to be told.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn a_page_that_crashes_is_told_at_once_and_can_be_left() {
    run(async |site| {
        site.go("/landed").await;
        let victims = renderers(site);
        let begun = Instant::now();
        let (result, ()) = tokio::join!(
            site.tab.evaluate("new Promise(() => 0)", None, limits()),
            async {
                for id in victims {
                    signal(id, Signal::KILL);
                }
            }
        );
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PageCrashed, "{error}");
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        let error = site.tab.capture(limits()).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PageCrashed, "{error}");
        assert!(error.hint().unwrap().contains("reload"), "{error:?}");
        assert!(site.tab.is_open());

        let outcome = site.tab.navigate(Destination::Reload, limits()).await;
        let url = outcome.unwrap().navigation.unwrap().url;
        assert_eq!(url, site.server.page("/landed"));
        assert_eq!(site.eval("1 + 1").await, 2);
        site.tab.capture(limits()).await.unwrap();

        // Again, and leave it by opening another.
        for id in renderers(site) {
            signal(id, Signal::KILL);
        }
        let error = loop {
            // The crash is told by an event; a question asked before it is ended by it.
            match site.tab.evaluate("1", None, limits()).await {
                Ok(_) => {}
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::PageCrashed);
        site.go("/links").await;
        site.tab.capture(limits()).await.unwrap();
    });
}

#[test]
fn a_browser_that_dies_is_told_at_once_and_another_is_started() {
    run(async |site| {
        site.go("/landed").await;
        let leader = site.engine.process().unwrap();
        let begun = Instant::now();
        let (result, ()) = tokio::join!(
            site.tab.evaluate("new Promise(() => 0)", None, limits()),
            async { signal(leader.cast_signed(), Signal::KILL) }
        );
        assert_eq!(result.unwrap_err().kind(), ErrorKind::EngineCrashed);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());

        let begun = Instant::now();
        let error = site.tab.capture(limits()).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EngineCrashed);
        let error = site.try_go("/landed").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EngineCrashed);
        let error = site.engine.new_tab().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EngineCrashed);
        assert!(!site.tab.is_open() && !site.engine.is_alive());
        site.engine.close().await.unwrap();
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());

        let options = EngineOptions::default();
        let launch = LaunchOptions::default();
        site.engine = site.browsers.engine(&launch, options).await.unwrap();
        site.tab = site.engine.new_tab().await.unwrap();
        site.go("/landed").await;
        assert_ne!(site.engine.process(), Some(leader));
    });
}

#[test]
fn a_page_that_hangs_costs_time_and_can_be_left() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("setTimeout(() => { for (;;); }, 0)").await;
        let short = Limits::until(Instant::now() + Duration::from_millis(500));
        let begun = Instant::now();
        let error = site.tab.capture(short).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(begun.elapsed() < 3 * SOON);
        let begun = Instant::now();
        site.go("/links").await;
        assert!(begun.elapsed() < 5 * SOON, "{:?}", begun.elapsed());
        assert_eq!(site.eval("1 + 1").await, 2);

        // By reloading, too.
        site.eval("setTimeout(() => { for (;;); }, 0)").await;
        let outcome = site.tab.navigate(Destination::Reload, limits()).await;
        assert!(outcome.unwrap().navigation.is_some());
        assert_eq!(site.eval("1 + 1").await, 2);
    });
}

#[test]
fn a_page_that_does_not_even_end_its_script_is_given_up() {
    run(async |site| {
        site.go("/landed").await;
        let stopped = renderers(site);
        for &id in &stopped {
            signal(id, Signal::STOP);
        }
        let begun = Instant::now();
        let result = site.try_go("/links").await;
        for &id in &stopped {
            signal(id, Signal::CONT);
        }
        result.unwrap();
        assert!(begun.elapsed() < 15 * SOON, "{:?}", begun.elapsed());
        assert_eq!(site.eval("1 + 1").await, 2);
    });
}

#[test]
fn nothing_is_left_of_a_browser() {
    let mut left = None;
    run(async |site| {
        site.go("/landed").await;
        let leader = site.engine.process().unwrap();
        left = Some((leader, profile(leader)));
        assert!(profile(leader).is_dir());
    });
    let (leader, profile) = left.unwrap();
    assert!(!profile.exists(), "{}", profile.display());
    until("its processes have ended", || group(leader).is_empty());
}

#[test]
fn the_last_session_ends_the_browser() {
    run(async |site| {
        let options = EngineOptions::default();
        let launch = LaunchOptions::default();
        let second = site
            .browsers
            .engine(&launch, options.clone())
            .await
            .unwrap();
        let leader = site.engine.process().unwrap();
        assert_eq!(second.process(), Some(leader));
        drop(second);
        assert!(site.engine.is_alive());
        site.go("/landed").await;
        site.browsers.close_all().await;
        until("it has ended", || group(leader).is_empty());
        let error = site.tab.capture(limits()).await.map(drop).unwrap_err();
        // Its tabs are closed, and then it ends.
        let kinds = [ErrorKind::EngineCrashed, ErrorKind::NotFound];
        assert!(kinds.contains(&error.kind()), "{error}");
    });
}

/// Set in the process that is killed.
const HOLD: &str = "SUREFOOT_TEST_HOLDS_A_BROWSER";

#[test]
fn a_browser_ends_with_the_process_that_started_it() {
    if std::env::var_os(HOLD).is_some() {
        run(async |site| {
            let leader = site.engine.process().unwrap();
            eprintln!("LEADER {leader} {}", profile(leader).display());
            std::future::pending::<()>().await;
        });
    }
    // A folder of its own: what is left in the common one is removed by whoever starts a browser next.
    let temporary = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "endings::a_browser_ends_with_the_process_that_started_it",
            "--nocapture",
        ])
        .env(HOLD, "1")
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let errors = std::io::BufReader::new(child.stderr.take().unwrap());
    let line = errors
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("LEADER "))
        .unwrap();
    let mut words = line.split("LEADER ").nth(1).unwrap().split(' ');
    let leader: u32 = words.next().unwrap().parse().unwrap();
    let folder = std::path::PathBuf::from(words.next().unwrap());
    assert!(!group(leader).is_empty() && folder.is_dir());
    child.kill().unwrap();
    child.wait().unwrap();
    until("the browser has ended", || group(leader).is_empty());
    // Nobody was left to remove it; whoever starts a browser next does, and this is what makes that safe.
    let lock = std::fs::File::open(folder.join("surefoot.lock")).unwrap();
    lock.try_lock().unwrap();
}

#[test]
fn a_program_that_is_no_browser_is_an_error_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        for (script, part) in [
            ("#!/bin/sh\nexit 1\n", "it said nothing"),
            (
                "#!/bin/sh\necho 'x: error while loading shared libraries: libx.so.1: cannot open' >&2\nexit 127\n",
                "a shared library is missing: libx.so.1",
            ),
        ] {
            use std::os::unix::fs::PermissionsExt as _;
            let path = folder.path().join("browser");
            std::fs::write(&path, script).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            let launch = LaunchOptions {
                browser: Some(path),
                ..LaunchOptions::default()
            };
            let options = EngineOptions::default();
            let error = Browsers::new().engine(&launch, options).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::EngineCrashed, "{error}");
            assert!(error.message().contains(part), "{error}");
        }
    });
}

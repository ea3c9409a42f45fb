//! The command over a real browser: what cannot be told in a transcript. Browsers that die, and pages that hang.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use surefoot_fixtures::Server;

use crate::envelopes::{IN_A_BROWSER, answer};
use crate::support::{Home, LONG, Said};

/// How soon an answer must be there once a browser has died.
const SOON: Duration = Duration::from_secs(1);

#[test]
fn every_command_of_a_browser_answers_in_the_same_shape() {
    let server = Server::start().unwrap();
    let home = Home::new();
    for line in IN_A_BROWSER {
        let data = answer(&home, &server, line, 0)["data"].take();
        assert!(data.is_object(), "{line}: {data}");
    }
}

#[test]
fn a_page_that_needs_scripts_moves_the_session() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/landed"), "--engine", "auto"]);
    assert!(home.ok(&["session", "list"]).contains("default: native"));
    home.ok(&["cookies", "set", "taste", "sweet"]);
    let moved = home.ok(&["open", &server.page("/js/shell")]);
    assert!(
        moved.contains("note: moved to chromium: the page needs scripts"),
        "{moved}"
    );
    assert!(home.ok(&["session", "list"]).contains("default: chromium"));
    home.ok(&["wait", "--text", "Inbox"]);
    let shown = home.ok(&["snapshot"]);
    assert!(shown.contains("cookie: taste=sweet"), "{shown}");
    // It stays there.
    home.ok(&["open", &server.page("/landed")]);
    assert!(home.ok(&["session", "list"]).contains("default: chromium"));
}

#[test]
fn the_browser_of_the_environment_is_that_of_one_client() {
    let home = Home::new();
    let open = |browser: &str| {
        let mut command = home.command(&["open", &home.page(), "--engine", "chromium"]);
        command.env("SUREFOOT_BROWSER", browser);
        let begun = Instant::now();
        Said::of(&command.output().unwrap(), begun)
    };
    open("/nonexistent/browser").refused(1, "there is no browser at /nonexistent/browser");
    let said = open("");
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn what_comes_by_itself_is_waited_for() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/js/waiting"), "--engine", "chromium"]);
    home.ok(&["click", "#go"]);
    for wait in [
        ["--text", "All done"],
        ["--gone", "#spinner"],
        ["--url", "**/js/waiting?done"],
        ["--fn", "window.ready"],
        ["--load", "networkidle"],
    ] {
        home.ok(&["wait", wait[0], wait[1]]);
    }
    home.ok(&["wait", "#result"]);
    home.ok(&["click", "#result button"]);
}

/// The browser that the daemon uses, by its own account.
fn browser(home: &Home) -> u32 {
    let status: Value = serde_json::from_str(&home.ok(&["daemon", "status", "--json"])).unwrap();
    let browsers = status["data"]["browsers"].as_array().expect("browsers");
    assert_eq!(browsers.len(), 1, "{status}");
    u32::try_from(browsers[0].as_u64().unwrap()).unwrap()
}

fn kill(pid: u32) {
    let killed = Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
}

/// That it says what was lost, and soon.
#[track_caller]
fn lost(said: &Said) {
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stderr.contains("(engine_crashed)"), "{said:?}");
    assert!(
        said.stderr.contains("cookies and storage are lost"),
        "{said:?}"
    );
    assert!(said.took < SOON, "{said:?}");
}

#[test]
fn a_browser_killed_between_commands_is_told_and_started_again() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let url = server.page("/js/keys");
    home.ok(&["open", &url, "--engine", "chromium"]);
    let first = browser(&home);
    kill(first);
    lost(&home.run(&["snapshot"]));
    lost(&home.run(&["click", "button"]));
    let again = home.run(&["reload"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stdout.contains("was started again"), "{again:?}");
    assert_ne!(browser(&home), first);
    assert_eq!(home.ok(&["get", "url"]).trim(), url);
}

#[test]
fn a_session_is_started_again() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let url = server.page("/js/keys");
    home.ok(&["open", &url, "--engine", "chromium"]);
    home.ok(&["cookies", "set", "taste", "sweet"]);
    home.ok(&["tab", "new", &server.page("/landed")]);
    let first = browser(&home);
    // Alive: the cookies come along, and so do all tabs.
    let again = home.ok(&["session", "restart"]);
    assert!(again.starts_with("restarted\nurl: "), "{again}");
    assert!(again.contains("cookies came along"), "{again}");
    assert!(home.ok(&["cookies"]).contains("sweet"));
    assert_eq!(home.ok(&["get", "text", "h1"]).trim(), "Landed");
    home.ok(&["tab", "switch", "1"]);
    assert_eq!(home.ok(&["get", "url"]).trim(), url);
    // Dead: they are lost.
    let second = browser(&home);
    kill(second);
    lost(&home.run(&["snapshot"]));
    let again = home.ok(&["session", "restart"]);
    assert!(again.contains("cookies and storage are lost"), "{again}");
    assert!(!home.ok(&["cookies"]).contains("sweet"));
    assert_eq!(home.ok(&["get", "url"]).trim(), url);
    assert!(![first, second].contains(&browser(&home)));
}

#[test]
fn a_browser_killed_during_a_command_ends_it() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/js/keys"), "--engine", "chromium"]);
    let pid = browser(&home);
    let waiting = home.spawn(&["wait", "--text", "never shown", "--timeout", "60s"]);
    await_busy(&home);
    let killed = Instant::now();
    kill(pid);
    let output = waiting.wait_with_output().unwrap();
    lost(&Said::of(&output, killed));
    let opened = home.run(&["open", &server.page("/landed")]);
    assert_eq!(opened.code, Some(0), "{opened:?}");
    assert!(opened.stdout.contains("was started again"), "{opened:?}");
}

/// Comes back when the session works on `wait`.
fn await_busy(home: &Home) {
    let deadline = Instant::now() + LONG;
    while Instant::now() < deadline {
        let said = home.run(&["get", "url", "--timeout", "50ms"]);
        if said.stderr.contains("which still does `wait`") {
            return;
        }
    }
    panic!("the session never began to wait");
}

#[test]
fn a_page_in_an_endless_loop_can_be_left() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/js/loop"), "--engine", "chromium"]);
    let stuck = home.run(&["click", "#forever", "--timeout", "1s"]);
    assert_eq!(stuck.code, Some(1), "{stuck:?}");
    let stuck = home.run(&["snapshot", "--timeout", "1s"]);
    assert_eq!(stuck.code, Some(1), "{stuck:?}");
    assert!(stuck.stderr.contains("(timeout)"), "{stuck:?}");
    let landed = server.page("/landed");
    home.ok(&["open", &landed]);
    assert_eq!(home.ok(&["get", "url"]).trim(), landed);
}

#[test]
fn a_page_that_never_ends_is_usable() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let never = server.page("/js/never");
    let opened = home.run(&["open", &never, "--engine", "chromium"]);
    assert_eq!(opened.code, Some(0), "{opened:?}");
    assert!(opened.stdout.contains("still loading"), "{opened:?}");
    let none = home.run(&["open", &never, "--wait", "none"]);
    assert_eq!(none.code, Some(0), "{none:?}");
    assert!(none.took < Duration::from_secs(4), "{none:?}");
    home.ok(&["snapshot"]);
}

#[test]
fn sessions_share_a_browser_but_no_cookies() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let page = server.page("/landed");
    for session in ["a", "b"] {
        home.ok(&["open", &page, "--engine", "chromium", "--session", session]);
    }
    browser(&home);
    home.ok(&["cookies", "set", "taste", "sweet", "--session", "a"]);
    assert!(
        home.ok(&["cookies", "--session", "a"])
            .contains("taste=\"sweet\"")
    );
    assert_eq!(home.ok(&["cookies", "--session", "b"]), "no cookies\n");
    home.ok(&["close", "--session", "a"]);
    home.ok(&["get", "url", "--session", "b"]);
}

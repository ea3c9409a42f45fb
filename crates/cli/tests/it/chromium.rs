//! The command over a real browser: what cannot be told in a transcript. Browsers that die, and pages that hang.

use std::time::Duration;

use surefoot_fixtures::Server;

use crate::envelopes::{IN_A_BROWSER, answer};
use crate::support::Home;

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
    home.ok(&["cookies", "set", "taste", "sweet", "--session", "a"]);
    assert!(
        home.ok(&["cookies", "--session", "a"])
            .contains("taste=\"sweet\"")
    );
    assert_eq!(home.ok(&["cookies", "--session", "b"]), "no cookies\n");
    home.ok(&["close", "--session", "a"]);
    home.ok(&["get", "url", "--session", "b"]);
}

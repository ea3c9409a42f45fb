//! Forms that scripts send, and what comes later.

use super::stage::Stage;

#[test]
fn a_login_by_fetch() {
    let stage = Stage::at("/js/login");
    stage.fill("textbox", "Username", "ada");
    stage.ok(&["fill", "[name=password]", "wrong-secret"]);
    let button = stage.find("button", "Sign in");
    stage.ok(&["click", &button]);
    stage.wait_text("Wrong username or password");
    stage.ok(&["fill", "[name=password]", "correct horse"]);
    let shown = stage.ok(&["snapshot"]);
    assert!(!shown.contains("correct horse"), "{shown}");
    stage.ok(&["press", "Enter"]);
    stage.wait_text("Welcome, Ada Lovelace");
    assert_eq!(stage.ok(&["get", "title"]), "Home\n");
    assert!(stage.ok(&["get", "url"]).trim().ends_with("/js/login#home"));
    // The form is gone with all that was in it.
    stage.refused(&["click", &button], "stale_ref");
    assert_eq!(stage.server.hits("/js/api/login"), 2);
}

#[test]
fn what_comes_later_is_waited_for() {
    let stage = Stage::at("/js/slow?seconds=0.3&gate=held");
    stage.ok(&["click", "#load"]);
    stage.ok(&["wait", "--text", "Report South"]);
    assert!(stage.shows("link", "Report East"));

    stage.ok(&["click", "#hold"]);
    assert!(!stage.shows("link", "Report East"));
    let waiting = stage.spawn(&["wait", "--text", "Report East"]);
    assert!(
        stage
            .server
            .wait_for("/js/api/reports", crate::support::LONG)
            .is_some()
    );
    stage.server.open_gate("held");
    let output = waiting.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");

    stage.ok(&["click", "#fail"]);
    stage.wait_text("Reports cannot be loaded: status 500");
    let error = stage.refused(
        &["wait", "--text", "Report East", "--timeout", "400ms"],
        "timeout",
    );
    assert!(
        error["message"].as_str().unwrap().contains("Report East"),
        "{error}"
    );
}

#[test]
fn text_url_script_and_disappearance_are_waited_for() {
    let stage = Stage::at("/js/waiting");
    stage.ok(&["click", "#go"]);
    stage.ok(&["wait", "--gone", "#spinner"]);
    stage.ok(&["wait", "--text", "All done"]);
    stage.ok(&["wait", "--url", "**/js/waiting?done"]);
    stage.ok(&["wait", "--fn", "window.ready"]);
    stage.ok(&["wait", "#result"]);
    stage.ok(&["wait", "--load", "networkidle"]);
    assert!(stage.shows("button", "Continue"));
}

#[test]
fn a_page_that_never_ends_is_usable() {
    let stage = Stage::new();
    let said = stage.run(&[
        "--engine",
        "chromium",
        "open",
        &stage.server.page("/js/never"),
    ]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.took.as_secs_f64() < 12.0, "{said:?}");
    assert!(said.stdout.contains("still loading"), "{said:?}");
    stage.click("button", "Ready");
    assert_eq!(stage.log(), "clicked");

    let said = stage.run(&[
        "open",
        &stage.server.page("/js/never"),
        "--wait",
        "domcontentloaded",
    ]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.took.as_secs_f64() < 4.0, "{said:?}");
    // Here even the parser waits: what is there by then is shown.
    let said = stage.run(&[
        "open",
        &stage.server.page("/js/never-parsed"),
        "--wait",
        "none",
    ]);
    assert_eq!(said.code, Some(0), "{said:?}");
    stage.wait_text("Before the script");
}

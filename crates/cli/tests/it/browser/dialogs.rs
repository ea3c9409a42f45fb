//! Dialogs of the page: alert, confirm, prompt, beforeunload, and storms of them.

use std::time::Duration;

use super::stage::Stage;

#[test]
fn an_alert_is_closed_and_told() {
    let stage = Stage::at("/js/dialogs");
    let said = stage.click("button", "Alert");
    // On one line, so that no page can write lines of its own.
    assert!(
        said.contains(r#"Saved \"all\" of it"#) || said.contains(r#"Saved "all" of it"#),
        "{said}"
    );
    assert!(!said.lines().any(|line| line == "line two"), "{said}");
    assert_eq!(stage.log(), "alerted");
    stage.click("button", "Alert a little later");
    stage.wait_text("alerted late");
    assert_eq!(stage.log(), "alerted late");
}

#[test]
fn a_confirm_waits_and_holds_everything_else() {
    let stage = Stage::at("/js/dialogs");
    let button = stage.find("button", "Confirm");
    let said = stage.run(&["click", &button]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.contains("Delete everything?"), "{said:?}");
    assert!(said.took < Duration::from_secs(4), "{said:?}");
    for words in [
        &["snapshot"][..],
        &["click", "#alert"],
        &["get", "text", "#log"],
        &["eval", "1"],
        &["reload"],
    ] {
        let error = stage.refused(words, "dialog_open");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .contains("Delete everything?"),
            "{error}"
        );
        assert!(
            error["hint"].as_str().unwrap().contains("dialog accept"),
            "{error}"
        );
    }
    assert!(
        stage
            .ok(&["dialog", "status"])
            .contains("Delete everything?")
    );
    stage.ok(&["dialog", "accept"]);
    assert_eq!(stage.log(), "confirm:true");
    stage.ok(&["click", &button]);
    stage.ok(&["dialog", "dismiss"]);
    assert_eq!(stage.log(), "confirm:true confirm:false");
    assert!(
        !stage
            .ok(&["dialog", "status"])
            .contains("Delete everything?")
    );
}

#[test]
fn a_prompt_is_answered_and_one_dialog_may_follow_another() {
    let stage = Stage::at("/js/dialogs");
    stage.click("button", "Prompt");
    stage.ok(&["dialog", "accept", "Ada"]);
    stage.click("button", "Prompt");
    stage.ok(&["dialog", "dismiss"]);
    assert_eq!(stage.log(), "prompt:Ada prompt:null");
    stage.click("button", "Confirm, then prompt");
    stage.ok(&["dialog", "accept"]);
    // It follows at once, and yet perhaps after the answer.
    let error = stage.refused(&["wait", "--text", "chain:"], "dialog_open");
    assert!(error.to_string().contains("How far?"), "{error}");
    stage.ok(&["dialog", "accept", "far"]);
    assert_eq!(stage.log(), "prompt:Ada prompt:null chain:far");
}

#[test]
fn leaving_is_asked_for_and_can_be_refused() {
    let stage = Stage::at("/js/dialogs");
    stage.ok(&["check", "#guard"]);
    // A page may ask only after it was used.
    stage.fill("textbox", "Note", "unsaved");
    let leave = stage.find("link", "Leave");
    stage.run(&["click", &leave]);
    stage.refused(&["snapshot"], "dialog_open");
    stage.ok(&["dialog", "dismiss"]);
    assert!(stage.ok(&["get", "url"]).trim().ends_with("/js/dialogs"));
    assert_eq!(stage.value("#note"), "unsaved");
    stage.run(&["click", &leave]);
    stage.ok(&["dialog", "accept"]);
    stage.ok(&["wait", "--url", "**/landed"]);
}

#[test]
fn a_hundred_alerts_are_one_storm() {
    let stage = Stage::at("/js/dialogs");
    let said = stage.run(&["click", "#storm"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.len() < 20_000, "{} bytes", said.stdout.len());
    stage.wait_text("storm over");
}

#[test]
fn alerts_without_end_end_with_the_page() {
    let stage = Stage::at("/js/dialogs");
    let said = stage.run(&["click", "#endless", "--timeout", "5s"]);
    assert!(said.took < Duration::from_secs(7), "{said:?}");
    let memory = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .unwrap();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    assert!(memory(stage.home.pid()) < 400_000, "kB of the daemon");
    // Elsewhere life goes on.
    stage.ok(&["--timeout", "20s", "open", &stage.server.page("/landed")]);
    assert_eq!(stage.text("h1"), "Landed");
    stage.end_clean();
}

#[test]
fn a_dialog_while_the_page_loads() {
    let stage = Stage::at("/js/dialog-on-load?kind=alert");
    assert_eq!(stage.log(), "alert:undefined");
    let said = stage.run(&["open", &stage.server.page("/js/dialog-on-load?kind=prompt")]);
    assert!(said.took < Duration::from_secs(10), "{said:?}");
    assert!(
        said.stdout.contains("While the page loads")
            || said.stderr.contains("While the page loads"),
        "{said:?}"
    );
    stage.ok(&["dialog", "accept", "told"]);
    stage.ok(&["wait", "--text", "prompt:told"]);
    assert!(stage.shows("button", "After it"));
}

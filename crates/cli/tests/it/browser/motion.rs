//! Things that move, and scripts that never come back.

use std::time::Duration;

use super::stage::Stage;

#[test]
fn moving_buttons_are_waited_for() {
    let stage = Stage::at("/js/motion");
    let slider = stage.find("button", "Slides once");
    stage.ok(&["click", "#start"]);
    stage.ok(&["click", &slider]);
    assert_eq!(stage.log(), "slider");
    stage.click("button", "Pulses in place");
    stage.click("button", "Open the drawer");
    stage.ok(&["click", "#inside"]);
    assert_eq!(stage.log(), "slider pulse inside");
}

#[test]
fn a_button_that_never_stands_still_ends_in_a_word_about_it() {
    let stage = Stage::at("/js/motion");
    let said = stage.run(&["click", "#endless"]);
    assert!(said.took < Duration::from_secs(8), "{said:?}");
    let log = stage.log();
    // Hit, or refused: never one said and the other done.
    assert_eq!(said.code == Some(0), log == "endless", "{said:?}: {log}");
}

#[test]
fn a_button_that_is_enabled_soon_is_waited_for() {
    let stage = Stage::at("/js/motion");
    stage.ok(&["click", "#later"]);
    stage.ok(&["wait", "--fn", "!document.getElementById('other').disabled"]);
    stage.ok(&["click", "#other"]);
    assert_eq!(stage.log(), "other");
}

#[test]
fn a_page_in_an_endless_loop_costs_the_time_given_and_can_be_left() {
    let stage = Stage::at("/js/loop");
    stage.ok(&[
        "--session",
        "other",
        "--engine",
        "chromium",
        "open",
        &stage.server.page("/landed"),
    ]);
    let said = stage.run(&["click", "#forever", "--timeout", "3s"]);
    assert!(said.took < Duration::from_secs(5), "{said:?}");
    let said = stage.run(&["get", "text", "#log", "--timeout", "2s"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.took < Duration::from_secs(4), "{said:?}");
    assert_eq!(
        stage.ok(&["--session", "other", "get", "text", "h1"]),
        "Landed\n"
    );
    stage.ok(&["open", &stage.server.page("/js/loop"), "--timeout", "20s"]);
    stage.click("button", "Still there");
    assert_eq!(stage.log(), "still");
    stage.end_clean();
}

#[test]
fn a_script_that_takes_a_second_is_waited_for() {
    let stage = Stage::at("/js/loop");
    stage.click("button", "Loop for a second");
    assert_eq!(stage.log(), "second");
}

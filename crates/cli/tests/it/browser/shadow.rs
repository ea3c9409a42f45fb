//! Shadow roots: open, closed, nested, declared.

use super::stage::Stage;

#[test]
fn every_shadow_root_is_seen_and_can_be_used() {
    let stage = Stage::at("/js/shadow");
    for name in [
        "In the open root",
        "Slotted button",
        "In the closed root",
        "In the inner root",
        "Named in its own root",
    ] {
        stage.click("button", name);
    }
    assert!(!stage.shows("button", "Not slotted"));
    stage.fill("textbox", "Open field", "o");
    stage.fill("textbox", "Closed field", "c");
    stage.fill("textbox", "Declared field", "d");
    assert_eq!(
        stage.log(),
        "In the open root; Slotted button; In the closed root; In the inner root; x; Open field=o; Closed field=c;"
    );
}

#[test]
fn a_closed_root_that_was_replaced_is_found_again() {
    let stage = Stage::at("/js/shadow");
    let before = stage.find("button", "In the closed root");
    stage.click("button", "Replace the closed box");
    // The only one of its name: it may be found again, but never another.
    let said = stage.run(&["click", &before]);
    let log = stage.log();
    assert!(
        (said.code == Some(0) && log == "In the closed root;")
            || (said.code == Some(1) && log.is_empty()),
        "{said:?}: {log}"
    );
    stage.click("button", "In the closed root");
}

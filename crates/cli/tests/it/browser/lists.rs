//! Lists that change under the agent's hands: rendered anew, recycled, growing, virtual.

use super::stage::Stage;

#[test]
fn a_todo_list_is_kept() {
    let stage = Stage::at("/js/todo");
    for task in ["Buy milk", "Call <b>Ada</b> & \"Bob\"", "Sleep"] {
        stage.fill("textbox", "New task", task);
        stage.click("button", "Add");
    }
    assert_eq!(stage.text("#left"), "3 left");
    stage.ok(&["check", &stage.find("checkbox", "Buy milk")]);
    assert_eq!(stage.text("#left"), "2 left");
    // Every row was written anew: checking again must find the one that is checked now.
    stage.ok(&["check", &stage.find("checkbox", "Buy milk")]);
    assert_eq!(stage.text("#left"), "2 left");
    stage.click("button", "Delete Call <b>Ada</b> & \"Bob\"");
    assert_eq!(stage.text("#left"), "1 left");
    stage.click("link", "Done");
    assert!(stage.shows("checkbox", "Buy milk") && !stage.shows("checkbox", "Sleep"));
    stage.click("button", "Clear done");
    stage.click("link", "All");
    stage.ok(&["reload"]);
    assert!(stage.shows("checkbox", "Sleep") && !stage.shows("checkbox", "Buy milk"));
    stage.end_clean();
}

#[test]
fn a_ref_of_a_list_that_was_written_anew_still_means_the_same() {
    let stage = Stage::at("/js/recycled");
    let gamma = stage.find("button", "Delete Gamma");
    stage.ok(&["click", "#anew"]);
    let said = stage.ok(&["click", &gamma]);
    assert_eq!(stage.log(), "deleted Gamma;", "{said}");
}

/// Has the page change itself without anybody being told.
fn change_unseen(stage: &Stage, change: &str) {
    stage.ok(&["eval", &format!("changes.{change}(), true")]);
}

#[test]
fn a_recycled_row_is_never_taken_for_another() {
    let stage = Stage::at("/js/recycled");
    let alpha = stage.find("button", "Delete Alpha");
    change_unseen(&stage, "turn");
    // The node of the ref means Delta now. Alpha is elsewhere, and the only one of its name.
    let said = stage.run(&["click", &alpha]);
    let log = stage.log();
    if said.code == Some(0) {
        assert_eq!(log, "deleted Alpha;", "{said:?}");
    } else {
        assert_eq!(log, "", "{said:?}");
        assert!(said.stderr.contains("stale_ref"), "{said:?}");
    }
}

#[test]
fn a_row_whose_change_was_told_is_what_was_told() {
    let stage = Stage::at("/js/recycled");
    let alpha = stage.find("button", "Delete Alpha");
    let told = stage.ok(&["click", "#turn"]);
    assert!(
        told.contains(&format!("~ @e{alpha} button \"Delete Delta\"")),
        "{told}"
    );
    let said = stage.ok(&["click", &alpha]);
    assert!(said.contains("button \"Delete Delta\""), "{said}");
    assert_eq!(stage.log(), "deleted Delta;");
}

#[test]
fn rows_that_are_gone_are_stale() {
    let stage = Stage::at("/js/recycled");
    let alpha = stage.find("button", "Delete Alpha");
    stage.ok(&["click", "#drop"]);
    stage.refused(&["click", &alpha], "stale_ref");
    let beta = stage.find("button", "Delete Beta");
    change_unseen(&stage, "same");
    // Now all are named alike: none of them can be told to be it.
    stage.refused(&["click", &beta], "stale_ref");
    assert_eq!(stage.log(), "");
}

#[test]
fn disabled_buttons_are_refused_at_once() {
    let stage = Stage::at("/js/recycled");
    let alpha = stage.find("button", "Delete Alpha");
    stage.ok(&["click", "#lock"]);
    let said = stage.run(&["click", &alpha]);
    said.refused(1, "(disabled)");
    assert!(said.took.as_millis() < 2_000, "{said:?}");
    assert_eq!(stage.log(), "");
}

#[test]
fn an_endless_list_grows_when_it_is_scrolled() {
    let stage = Stage::at("/js/infinite?total=100");
    stage.wait_text("Item 19");
    for last in [39, 59, 79, 99] {
        stage.ok(&["scroll", "bottom"]);
        stage.ok(&["wait", "--text", &format!("Save item {last}")]);
    }
    stage.wait_text("That is all");
    stage.click("button", "Save item 57");
    assert!(stage.shows("button", "Saved item 57"));
}

#[test]
fn a_virtual_list_is_scrolled_and_its_rows_keep_their_meaning() {
    let stage = Stage::at("/js/virtual?rows=40");
    let last = stage.find("button", "Delete Order 40");
    let told = stage.ok(&["scroll", "down", "3000", "--in", "#box"]);
    stage.wait_text("Order 105");
    // More changed than an answer has room for: what it does not show, it has not told.
    assert!(!told.contains(&format!("@e{last} ")), "{told}");
    assert!(
        !stage
            .ok(&["get", "text", "#rows"])
            .contains("Delete Order 40")
    );
    let said = stage.run(&["click", &last]);
    said.refused(1, "stale_ref");
    assert_eq!(stage.log(), "");
    stage.click("button", "Delete Order 105");
    assert_eq!(stage.log(), "deleted Order 105;");
}

//! Nothing of surefoot is to be seen by the page, and a page that clobbers the DOM cannot lead it astray.

use super::stage::Stage;

#[test]
fn a_page_that_looks_for_us_finds_nothing() {
    let stage = Stage::at("/js/watched");
    for words in [
        &["snapshot"][..],
        &["snapshot", "-i", "--format", "json"],
        &["click", "#press"],
        &["fill", "#field", "text"],
        &["get", "box", "#press"],
        &["get", "styles", "#press"],
        &["is", "visible", "#press"],
        &["hover", "#press"],
        &["focus", "#field"],
        &["scrollintoview", "#tell"],
        &["snapshot"],
        &["click", "#press"],
    ] {
        stage.ok(words);
    }
    stage.ok(&["click", "#tell"]);
    let report = stage.text("#report");
    // Whether a browser is driven it says itself, to every page.
    let report = report.replace("webdriver true", "webdriver false");
    assert_eq!(report, "pressed 2; webdriver false; globals ; found .");
}

#[test]
fn clobbered_names_are_no_hindrance() {
    let stage = Stage::at("/js/watched");
    let shown = stage.ok(&["snapshot"]);
    assert!(
        shown.contains("clobbered") && shown.contains("Clobbered"),
        "{shown}"
    );
    stage.ok(&["fill", "[name=attributes]", "filled"]);
    assert_eq!(stage.value("[name=attributes]"), "filled");
    assert_eq!(stage.value("[name=tagName]"), "clobbered");
    stage.click("button", "Press");
    stage.ok(&["get", "box", "#clobber"]);
}

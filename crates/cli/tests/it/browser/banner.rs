//! Things that lie over others.

use super::stage::Stage;

#[test]
fn a_cookie_banner_is_named_and_so_is_what_closes_it() {
    let stage = Stage::at("/js/banner");
    let buy = stage.find("button", "Buy");
    let said = stage.run(&["click", &buy, "--json"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.took.as_secs_f64() < 2.0, "{said:?}");
    let error = stage.refused(&["click", &buy], "obscured");
    let text = error.to_string();
    assert!(text.contains("We use cookies"), "{error}");
    assert!(
        text.contains("Accept all") || text.contains("Reject all"),
        "{error}"
    );
    assert_eq!(stage.log(), "", "nothing was clicked");
    stage.click("button", "Reject all");
    stage.ok(&["click", &buy]);
    assert_eq!(stage.log(), "reject buy");
}

#[test]
fn a_bar_on_top_hides_nothing_that_can_be_scrolled_out() {
    let stage = Stage::at("/js/banner");
    stage.click("button", "Accept all");
    stage.click("button", "Far below");
    // Scrolled to the far end, this one would come to lie under the bar.
    stage.ok(&["click", "#buy"]);
    stage.ok(&["check", "#gift"]);
    assert_eq!(stage.log(), "accept low buy");
    assert_eq!(stage.ok(&["is", "checked", "#gift"]), "true\n");
}

#[test]
fn force_clicks_what_is_there() {
    let stage = Stage::at("/js/banner");
    stage.run(&["click", "#buy", "--force"]);
    // What lies on top gets it, and nothing claims that the button was pressed.
    assert_eq!(stage.log(), "backdrop");
}

#[test]
fn modal_dialogs_and_popovers() {
    let stage = Stage::at("/js/modal");
    stage.click("button", "Edit in a dialog");
    let error = stage.refused(&["click", "#behind"], "obscured");
    assert!(error.to_string().contains("Edit name"), "{error}");
    stage.fill("textbox", "Name", "Grace");
    stage.click("button", "Save");
    assert_eq!(stage.log(), "dialog:save:Grace");
    stage.click("button", "Edit in a sheet");
    stage.refused(&["click", "#behind"], "obscured");
    stage.fill("textbox", "Colour", "blue");
    stage.click("button", "Done");
    stage.click("button", "Show the popover");
    stage.click("button", "In the popover");
    stage.click("button", "Behind");
    assert_eq!(stage.log(), "dialog:save:Grace sheet:blue popover behind");
}

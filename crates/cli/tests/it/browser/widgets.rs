//! Widgets that pages make themselves, after the patterns of ARIA.

use super::stage::Stage;

#[test]
fn options_are_selected_in_lists_that_are_none_of_html() {
    let stage = Stage::at("/js/widgets");
    let size = stage.find("combobox", "Size");
    stage.ok(&["select", &size, "Large"]);
    assert_eq!(stage.text("#size"), "Large");
    stage.ok(&["select", "#toppings", "Cheese", "Onions"]);
    let log = stage.log();
    assert!(log.contains("size=Large;"), "{log}");
    assert!(log.ends_with("toppings=Cheese,Onions;"), "{log}");
    let error = stage.refused(&["select", "#size", "Giant"], "disabled");
    let text = error.to_string();
    assert!(
        text.contains("Giant") && text.contains("Small") && text.contains("Size"),
        "it is the option that is disabled, and not the list: {text}"
    );
    let said = stage.run(&["select", "#size", "Tiny"]);
    assert!(
        said.code == Some(1) && said.stderr.contains("Tiny"),
        "{said:?}"
    );
}

#[test]
fn a_combobox_whose_options_come_from_a_server() {
    let stage = Stage::at("/js/widgets");
    stage.fill("combobox", "Fruit", "bl");
    stage.ok(&["wait", "--text", "Blackberry"]);
    stage.click("option", "Blackberry");
    assert_eq!(stage.value("#fruit"), "Blackberry");
    assert_eq!(stage.log(), "fruit=Blackberry;");
}

#[test]
fn switches_checkboxes_and_menus() {
    let stage = Stage::at("/js/widgets");
    for _ in 0..2 {
        // Twice the same: the second changes nothing.
        let dark = stage.find("switch", "Dark mode");
        stage.ok(&["check", &dark]);
    }
    assert_eq!(stage.log(), "dark=true;");
    stage.ok(&["check", "#terms"]);
    stage.ok(&["uncheck", "#dark"]);
    assert_eq!(stage.log(), "dark=true; terms=true; dark=false;");
    stage.refused(&["check", "h1"], "wrong_kind");
    stage.refused(&["check", "#menubutton"], "wrong_kind");

    stage.click("button", "File");
    stage.ok(&["check", &stage.find("menuitemcheckbox", "Word wrap")]);
    stage.click("menuitemradio", "Right");
    stage.refused(&["click", &stage.find("menuitem", "Print")], "disabled");
    stage.click("menuitem", "New");
    let log = stage.log();
    assert!(
        log.ends_with("menu:Word wrap; menu:Right; menu:New;"),
        "{log}"
    );
}

#[test]
fn tabs_sliders_and_things_that_only_look_clickable() {
    let stage = Stage::at("/js/widgets");
    assert!(!stage.shows("button", "In the details"));
    stage.click("tab", "Details");
    assert!(stage.shows("button", "In the details") && !stage.shows("button", "In the overview"));
    stage.ok(&["press", "#slider", "PageUp"]);
    stage.ok(&["press", "ArrowRight"]);
    assert_eq!(
        stage.ok(&["get", "attr", "#slider", "aria-valuenow"]),
        "61\n"
    );
    let shown = stage.ok(&["snapshot"]);
    let line = shown
        .lines()
        .find(|line| line.contains("A div that can be clicked"))
        .unwrap_or_else(|| panic!("{shown}"));
    let reference = line.trim().split(':').next().unwrap();
    stage.ok(&["click", reference]);
    assert_eq!(stage.log(), "clickable;");
}

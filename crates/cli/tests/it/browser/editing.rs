//! Fields of every kind, and keys.

use super::stage::Stage;

#[test]
fn editing_hosts_are_replaced_and_not_added_to() {
    let stage = Stage::at("/js/editable");
    for (name, id) in [("Plain note", "#plain"), ("Rich note", "#rich")] {
        stage.fill("textbox", name, "new words");
        assert_eq!(stage.text(id), "new words");
    }
    stage.ok(&["fill", "#bare", "bare words"]);
    assert_eq!(stage.text("#bare"), "bare words");
    let log = stage.log();
    assert!(
        log.contains("insertText:true") && !log.contains(":false"),
        "{log}"
    );
    // The page shouts back what it is told: what is there then is told, not what was asked for.
    let said = stage.fill("textbox", "Shouting", "quiet");
    assert_eq!(stage.text("#shouting"), "QUIET");
    assert!(said.contains("QUIET"), "{said}");
    stage.ok(&["fill", "#rich", ""]);
    assert_eq!(stage.text("#rich"), "");
}

#[test]
fn every_kind_of_input_takes_its_value() {
    let stage = Stage::at("/js/editable");
    for (id, value) in [
        ("#comment", "two\nlines"),
        ("#date", "2026-03-14"),
        ("#time", "15:09"),
        ("#local", "2026-03-14T15:09"),
        ("#month", "2026-03"),
        ("#week", "2026-W11"),
        ("#colour", "#ff8800"),
        ("#volume", "8"),
        ("#number", "7"),
    ] {
        stage.ok(&["fill", id, value]);
        assert_eq!(stage.value(id), value, "{id}");
    }
}

#[test]
fn what_a_field_makes_of_it_is_told() {
    let stage = Stage::at("/js/editable");
    let said = stage.data(&["fill", "#digits", "a1b2c3"]);
    assert_eq!(said["effects"]["value"], "123", "{said}");
    let said = stage.data(&["fill", "#five", "far too long"]);
    assert_eq!(said["effects"]["value"], "far t", "{said}");
    stage.refused(&["fill", "#fixed", "other"], "not_editable");
    stage.refused(&["fill", "[disabled]", "other"], "disabled");
    stage.refused(&["fill", "h1", "other"], "wrong_kind");
    assert_eq!(stage.value("#fixed"), "fixed");
}

#[test]
fn keys_are_trusted_and_chords_work() {
    let stage = Stage::at("/js/keys");
    stage.ok(&["fill", "#field", "hello"]);
    stage.ok(&["press", "Control+a"]);
    stage.ok(&["press", "x"]);
    assert_eq!(stage.value("#field"), "x");
    stage.ok(&["type", "#field", "Yz\u{e9}"]);
    assert_eq!(stage.value("#field"), "xYz\u{e9}");
    stage.ok(&["press", "Tab"]);
    stage.ok(&["press", "Enter"]);
    stage.ok(&["press", "Tab"]);
    stage.ok(&["press", "Space"]);
    let log = stage.log();
    assert!(!log.contains("untrusted"), "{log}");
    for wanted in [
        "down ctrl+a KeyA",
        "down shift+Y KeyY",
        "down Tab Tab",
        "first",
        "second",
    ] {
        assert!(log.contains(wanted), "{wanted} is not in {log}");
    }
    stage.refused(&["press", "Controll+a"], "invalid_argument");
}

#[test]
fn clicks_of_every_kind_arrive_as_such() {
    let stage = Stage::at("/js/keys");
    stage.ok(&["click", "#pad", "--position", "20,30"]);
    stage.ok(&["dblclick", "#pad"]);
    stage.ok(&["click", "#pad", "--button", "right"]);
    stage.ok(&["click", "#pad", "--button", "middle"]);
    stage.ok(&["click", "#pad", "--modifiers", "Shift"]);
    let log = stage.log();
    for wanted in [
        "click button 0 count 1 at 20,30;",
        "dblclick button 0 count 2",
        "contextmenu button 2",
        "auxclick button 1",
        "shift+click button 0",
    ] {
        assert!(log.contains(wanted), "{wanted} is not in {log}");
    }
    assert!(!log.contains("untrusted"), "{log}");
}

#[test]
fn what_shows_on_hover_is_shown() {
    let stage = Stage::at("/js/keys");
    assert!(!stage.shows("link", "Only on hover"));
    stage.ok(&["hover", "#hover"]);
    stage.click("link", "Only on hover");
    stage.ok(&["wait", "--url", "**/landed"]);
}

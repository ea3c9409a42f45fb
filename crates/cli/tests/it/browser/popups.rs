//! Windows and tabs that pages open.

use super::stage::Stage;

/// How many tabs there are.
fn tabs(stage: &Stage) -> usize {
    stage.data(&["tab", "list"])["tabs"]
        .as_array()
        .map_or(0, Vec::len)
}

#[test]
fn popups_are_told_in_the_answer_and_are_tabs() {
    let stage = Stage::at("/js/popups");
    for (role, name, by) in [
        ("button", "Open a window", "script"),
        ("button", "Open a small window", "size"),
        ("link", "Link to a new tab", "link"),
        ("link", "Link to a named tab", "name"),
    ] {
        let before = tabs(&stage);
        let said = stage.click(role, name);
        assert!(
            said.contains(&format!("/js/popup?by={by}")),
            "{name}: {said}"
        );
        assert_eq!(tabs(&stage), before + 1, "{name}");
        stage.ok(&["tab", "1"]);
        assert_eq!(stage.ok(&["get", "title"]), "Popups\n");
    }
    stage.ok(&["tab", "2"]);
    assert_eq!(stage.text("#by"), "script");
    stage.ok(&["tab", "close", "2"]);
    assert_eq!(tabs(&stage), 4);
}

#[test]
fn a_popup_speaks_with_its_opener_and_closes_itself() {
    let stage = Stage::at("/js/popups");
    stage.click("button", "Open a window");
    stage.ok(&["tab", "2"]);
    stage.click("button", "Tell the opener");
    stage.ok(&["tab", "1"]);
    stage.wait_text("said:hello");
    stage.ok(&["tab", "2"]);
    stage.run(&["click", "#shut"]);
    let list = stage.ok(&["tab", "list"]);
    assert!(!list.contains("/js/popup?by=script"), "{list}");
    // Whatever is asked next is asked of a page that is there, or refused with a word about it.
    let said = stage.run(&["get", "title"]);
    assert!(
        said.code == Some(0) || said.stderr.contains("closed"),
        "{said:?}"
    );
}

#[test]
fn windows_written_by_script_and_those_that_are_gone_at_once() {
    let stage = Stage::at("/js/popups");
    stage.click("button", "Open an empty window and write into it");
    stage.ok(&["tab", "2"]);
    assert!(stage.shows("button", "Inside"));
    stage.ok(&["tab", "1"]);
    stage.click("button", "Open a window that closes itself");
    stage.wait_text("Popups");
    assert_eq!(stage.ok(&["get", "title"]), "Popups\n");
}

#[test]
fn a_form_sent_to_a_new_tab() {
    let stage = Stage::at("/js/popups");
    let said = stage.click("button", "Send to a new tab");
    assert!(said.contains("/echo?from=popups"), "{said}");
    stage.ok(&["tab", "2"]);
    stage.wait_text("from");
}

#[test]
fn a_link_clicked_with_control_opens_a_tab() {
    let stage = Stage::at("/js/spa");
    let link = stage.find("link", "About");
    let said = stage.ok(&["click", &link, "--modifiers", "Control"]);
    assert!(said.contains("page=about"), "{said}");
    assert!(said.contains("behind"), "{said}");
    assert_eq!(tabs(&stage), 2);
    // Browsers open it behind, and so the session stays where it is.
    assert_eq!(stage.text("h1"), "Home");
    let said = stage.ok(&["click", &link, "--button", "middle"]);
    assert!(
        said.contains("new tab: 3") && said.contains("behind"),
        "{said}"
    );
    assert_eq!(stage.text("h1"), "Home");
    stage.ok(&["focus", &link]);
    let said = stage.ok(&["press", "Control+Enter"]);
    assert!(
        said.contains("new tab: 4") && said.contains("behind"),
        "{said}"
    );
    assert_eq!(stage.text("h1"), "Home");
    let said = stage.ok(&["click", &link, "--modifiers", "Control,Shift"]);
    assert!(
        said.contains("new tab: 5") && !said.contains("behind"),
        "{said}"
    );
    assert!(stage.ok(&["get", "url"]).contains("page=about"));
    stage.ok(&["tab", "2"]);
    stage.wait_text("Message");
}

#[test]
fn fifty_tabs() {
    let stage = Stage::at("/landed");
    for number in 2..=50 {
        let url = stage.server.page(&format!("/bench?n=20&tab={number}"));
        stage.ok(&["tab", "new", &url]);
    }
    assert_eq!(tabs(&stage), 50);
    for number in [50, 2, 25, 37] {
        stage.ok(&["tab", &number.to_string()]);
        let url = stage.ok(&["get", "url"]);
        assert!(url.trim().ends_with(&format!("tab={number}")), "{url}");
        stage.click("button", "Hit");
        assert_eq!(stage.text("#count"), "1");
    }
    stage.end_clean();
}

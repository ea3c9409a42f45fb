//! The automatic choice of the engine.

use super::stage::Stage;

#[test]
fn a_page_that_needs_scripts_is_moved_to_a_browser() {
    let stage = Stage::new();
    // The cookie is given by a page that the native engine shows.
    stage.ok(&["open", &stage.server.page("/landed")]);
    let status = stage.data(&["session", "list"]).to_string();
    assert!(status.contains("native"), "{status}");
    let said = stage.run(&["open", &stage.server.page("/js/shell")]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let told = format!("{}{}", said.stdout, said.stderr).to_lowercase();
    assert!(told.contains("chromium"), "{said:?}");
    stage.click("button", "Open message 2");
    assert_eq!(stage.log(), "Open message 2;");
    let status = stage.data(&["session", "list"]).to_string();
    assert!(status.contains("chromium"), "{status}");
}

#[test]
fn cookies_come_along() {
    let stage = Stage::new();
    let given = "/cookies/one?set=kept=yes;%20path=/";
    stage.ok(&["open", &stage.server.page(given)]);
    stage.ok(&["open", &stage.server.page("/js/shell")]);
    stage.wait_text("cookie: kept=yes");
}

#[test]
fn a_pinned_engine_stays() {
    let stage = Stage::new();
    let said = stage.run(&[
        "--engine",
        "native",
        "open",
        &stage.server.page("/js/shell"),
    ]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(!stage.shows("button", "Open message 2"));
    assert_eq!(stage.browser(), Vec::<u32>::new());
}

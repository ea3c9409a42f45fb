//! One page with many addresses, service workers, console.

use super::stage::Stage;

#[test]
fn pages_that_write_their_own_history() {
    let stage = Stage::at("/js/spa");
    stage.click("link", "List");
    stage.ok(&["wait", "--text", "Item 3"]);
    stage.click("link", "Item 2");
    stage.wait_text("Buy");
    assert_eq!(stage.ok(&["get", "title"]), "Item 2 - Shop\n");
    assert!(stage.ok(&["get", "url"]).contains("page=item&n=2"));
    stage.ok(&["back"]);
    stage.ok(&["wait", "--text", "Item 3"]);
    stage.ok(&["back"]);
    stage.wait_text("Welcome.");
    stage.ok(&["forward"]);
    stage.ok(&["wait", "--text", "Item 3"]);
    // The document was loaded once.
    assert_eq!(stage.server.hits("/js/spa"), 1);
    stage.ok(&["reload"]);
    stage.ok(&["wait", "--text", "Item 3"]);
    assert_eq!(stage.server.hits("/js/spa"), 2);
}

#[test]
fn a_service_worker_answers() {
    let stage = Stage::at("/js/service-worker");
    stage.wait_text("in control");
    stage.click("button", "Ask the worker");
    stage.wait_text("hello from the worker");
    stage.click("link", "A page that only the worker has");
    stage.ok(&["wait", "--text", "From the worker"]);
    assert_eq!(stage.server.hits("/js/from-worker"), 0);
    stage.ok(&["back"]);
    stage.wait_text("in control");
}

#[test]
fn the_console_is_kept_and_cannot_write_lines_of_its_own() {
    let stage = Stage::at("/js/console");
    let console = stage.ok(&["console"]);
    for wanted in [
        "on load 1 true null",
        "an info",
        "a warning",
        "an error",
        "styled text",
    ] {
        assert!(console.contains(wanted), "{wanted} is not in {console}");
    }
    let errors = stage.ok(&["errors"]);
    assert!(errors.contains("undefinedFunction"), "{errors}");
    stage.click("button", "Throw");
    stage.click("button", "Reject");
    stage.click("button", "Say something");
    let errors = stage.ok(&["errors"]);
    assert!(
        errors.contains("thrown on purpose") && errors.contains("rejected on purpose"),
        "{errors}"
    );
    let console = stage.ok(&["console"]);
    assert!(!console.contains('\u{1b}'), "{console:?}");
    assert!(
        !console
            .lines()
            .any(|line| line.trim_start().starts_with("line two")),
        "{console}"
    );
    stage.click("button", "Say ten thousand things");
    let console = stage.ok(&["console"]);
    assert!(
        console.contains("number 9999") && console.len() < 500_000,
        "{}",
        console.len()
    );
    stage.ok(&["console", "--clear"]);
    assert!(!stage.ok(&["console"]).contains("number 9999"));
}

#[test]
fn requests_are_listed() {
    let stage = Stage::at("/js/spa");
    let requests = stage.ok(&["requests", "--filter", "/js/api/items"]);
    assert!(requests.contains("/js/api/items?from=0&n=1"), "{requests}");
}

#[test]
fn scripts_are_run_in_the_page() {
    let stage = Stage::at("/js/todo");
    assert_eq!(stage.ok(&["eval", "document.title"]), "\"Todo\"\n");
    assert_eq!(
        stage.ok(&["eval", "await Promise.resolve([1, {a: 2}])"]),
        "[1,{\"a\":2}]\n"
    );
    assert_eq!(
        stage.ok(&["eval", "e => e.tagName", "--on", "h1"]),
        "\"H1\"\n"
    );
    stage.refused(&["eval", "nothing.at.all"], "invalid_argument");
    stage.refused(&["eval", "while (true);", "--timeout", "1s"], "timeout");
    assert_eq!(stage.ok(&["eval", "1 + 1"]), "2\n");
}

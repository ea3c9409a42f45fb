//! Waiting for what only a script can tell.

use super::stage::Stage;

#[test]
fn a_script_is_asked_until_it_answers_true() {
    let stage = Stage::at("/js/waiting");
    stage.ok(&["click", "#go"]);
    // A variable that a timer sets: nothing else tells of it. Each form a script can have.
    for script in [
        "window.ready",
        "() => window.ready",
        "async () => window.ready === true",
        "await Promise.resolve(window.ready)",
        "const r = window.ready; return r",
        "var r = window.ready; r",
        "window.ready // as it is",
        "document.querySelector('#result button')",
    ] {
        stage.ok(&["wait", "--fn", script]);
        stage.ok(&["eval", "window.ready = false, true"]);
        stage.ok(&["eval", "setTimeout(() => window.ready = true, 30), true"]);
    }
    let error = stage.refused(&["wait", "--fn", "nothing.here"], "invalid_argument");
    assert!(
        error.to_string().contains("nothing is not defined"),
        "{error}"
    );
    let error = stage.refused(&["wait", "--fn", "1 +"], "invalid_argument");
    assert!(error.to_string().contains("no JavaScript"), "{error}");
    stage.refused(&["wait", "--fn", "false", "--timeout", "300ms"], "timeout");
    stage.end_clean();
}

#[test]
fn the_next_document_is_asked_anew() {
    let stage = Stage::at("/js/waiting");
    let to = stage.server.page("/js/widgets");
    stage.ok(&[
        "eval",
        &format!("setTimeout(() => location.href = '{to}', 100), true"),
    ]);
    let said = stage.ok(&["wait", "--fn", "document.title === 'Widgets'"]);
    assert!(said.contains("/js/widgets"), "{said}");
    assert_eq!(stage.ok(&["get", "title"]), "Widgets\n");
}

#[test]
fn it_is_asked_about_as_often_as_frames_are_drawn() {
    let stage = Stage::at("/js/waiting");
    stage.ok(&[
        "eval",
        "window.drawn = 0; const count = () => { drawn++; requestAnimationFrame(count); }; count(), true",
    ]);
    stage.ok(&[
        "wait",
        "--fn",
        "(window.asks = (window.asks ?? 0) + 1) > 30",
    ]);
    let drawn: u32 = stage.ok(&["eval", "window.drawn"]).trim().parse().unwrap();
    // Some are drawn before and after.
    assert!(drawn < 90, "asked 31 times in {drawn} frames");
}

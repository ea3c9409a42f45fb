//! `--json`, over every command there is: one document, of one shape.

use std::collections::BTreeSet;

use serde_json::Value;
use surefoot_fixtures::Server;

use crate::support::Home;

/// Lines that make each command succeed, in an order that works, with `{url}` for the server.
const GOOD: &[&str] = &[
    "open {url}/forms/profile",
    "snapshot",
    "snapshot -i -c -d 3 -s main",
    "snapshot --delta",
    "snapshot --if-changed",
    "diff saved.txt",
    "diff saved.txt saved.txt",
    "click #name --snapshot delta",
    "dblclick #name",
    "focus #name",
    "scrollintoview #name",
    "fill #name Grace",
    "type #name x",
    "select #country Germany",
    "check [value=music]",
    "uncheck [value=music]",
    "upload #avatar page.html",
    "find text Email",
    "find label Email fill a@b.example",
    "read",
    "read main --budget 200",
    "get text h1",
    "get html h1",
    "get value #name",
    "get attr #name id",
    "get title",
    "get url",
    "get count input",
    "is visible #name",
    "is enabled #name",
    "is checked [value=music]",
    "wait h1",
    "wait 1",
    "wait --load",
    "tab",
    "tab new {url}/landed",
    "tab list",
    "tab switch 1",
    "tab close 2",
    "fill #email a@b.example",
    "press #email Enter",
    "click button[value=save]",
    "back",
    "forward",
    "back",
    "reload",
    "open {url}/shop",
    "submit",
    "record start flow.json",
    "reload",
    "record stop",
    "replay flow.json",
    "skill",
    "mcp install --client claude --print",
    "session list",
    "daemon status",
    "session close",
    "open {url}/landed",
    "close",
    "daemon stop",
];

/// Lines that succeed only in a browser; [`chromium`](crate::chromium) runs them.
pub(crate) const IN_A_BROWSER: &[&str] = &[
    "open {url}/js/keys --engine chromium",
    "hover #first",
    "get box #first",
    "get styles #first color",
    "drag #first #second",
    "scroll down 10",
    "mouse move 5 5",
    "mouse wheel 10",
    "keydown Shift",
    "keyup Shift",
    "clipboard write x",
    "clipboard read",
    "eval 1+1",
    "console",
    "errors",
    "requests",
    "cookies set a b",
    "cookies",
    "cookies clear",
    "storage local set a b",
    "storage local",
    "storage local get a",
    "storage local clear",
    "set viewport 800 600",
    "dialog",
    "pdf page.pdf",
    "screenshot page.png",
    "screenshot h1 heading.webp --annotate",
    "screenshot --if-changed --force page.png",
    "click --at 1,1",
    "diff screenshot page.png",
    "diff screenshot page.png page.png",
    "open {url}/js/downloads",
    "download #blob saved/",
];

/// Lines that fail, each in its own way.
const BAD: &[(&str, &str)] = &[
    ("click 1", "not_found"),
    ("open {url}/redirect-loop/a", "navigation_failed"),
    ("open {url}/landed", ""),
    ("hover h1", "unsupported"),
    ("click 99", "unknown_ref"),
    ("click .nothing", "not_found"),
    ("click a", "ambiguous"),
    ("click a[", "invalid_argument"),
    ("click role=knob", "invalid_argument"),
    ("click //a", "unsupported"),
    ("fill h1 x", "wrong_kind"),
    ("is checked h1", "wrong_kind"),
    ("get value h1", "wrong_kind"),
    ("forward", "navigation_failed"),
    ("tab 9", "not_found"),
    ("wait 60000 --timeout 100ms", "timeout"),
    ("open {url}/big/mib?n=2 --max-size 1M", "too_large"),
    ("open {url}/forms/profile", ""),
    ("fill [name=disabled] x", "disabled"),
    ("fill [name=readonly] x", "not_editable"),
    ("fill [name=version] x", "not_visible"),
    ("diff page.html", "invalid_argument"),
    ("diff nothing.txt", "invalid_argument"),
    ("get title --snapshot full", "invalid_argument"),
    ("snapshto", "invalid_argument"),
    ("get", "invalid_argument"),
];

#[test]
fn every_command_answers_in_the_same_shape() {
    let server = Server::start().unwrap();
    let home = Home::new();
    std::fs::write(home.folder().join("saved.txt"), "1: button \"Go\"\n").unwrap();
    let mut used = BTreeSet::new();
    for line in GOOD {
        used.insert(line.split(' ').next().unwrap().to_owned());
        let data = answer(&home, &server, line, 0)["data"].take();
        assert!(data.is_object(), "{line}: {data}");
        if data.get("effects").is_some() {
            assert!(data["action"].is_string(), "{line}: {data}");
            assert!(data["effects"]["observed"].is_boolean(), "{line}: {data}");
        }
        if line.starts_with("get ") || line.starts_with("is ") {
            assert_eq!(data.as_object().unwrap().len(), 1, "{line}: {data}");
            assert!(data.get("value").is_some(), "{line}: {data}");
        }
    }
    for line in IN_A_BROWSER {
        used.insert(line.split(' ').next().unwrap().to_owned());
    }
    // These print no answer, or one that depends on the machine.
    for other in ["install", "completions", "help"] {
        used.insert(other.to_owned());
    }
    assert_eq!(used, commands(&home), "a command has no line here");
}

#[test]
fn every_error_answers_in_the_same_shape() {
    let server = Server::start().unwrap();
    let home = Home::new();
    for (line, code) in BAD {
        if code.is_empty() {
            answer(&home, &server, line, 0);
            continue;
        }
        let exit = if matches!(*line, "snapshto" | "get") {
            2
        } else {
            1
        };
        let error = answer(&home, &server, line, exit)["error"].take();
        assert_eq!(error["code"], *code, "{line}: {error}");
        assert!(!error["message"].as_str().unwrap().is_empty(), "{line}");
        assert!(
            error["hint"].is_null() || error["hint"].is_string(),
            "{line}: {error}"
        );
        for candidate in error["candidates"].as_array().unwrap() {
            assert!(candidate["role"].is_string() && candidate["name"].is_string());
        }
    }
}

/// The one document that a line answers with.
#[track_caller]
pub(crate) fn answer(home: &Home, server: &Server, line: &str, exit: i32) -> Value {
    let line = line.replace("{url}", &server.url());
    let mut words: Vec<&str> = line.split(' ').collect();
    words.push("--json");
    let said = home.run(&words);
    assert_eq!(said.code, Some(exit), "{line}: {said:?}");
    assert_eq!(said.stderr, "", "{line}");
    assert_eq!(said.stdout.lines().count(), 1, "{line}: {said:?}");
    let document: Value = serde_json::from_str(&said.stdout).expect(&line);
    let members: Vec<&String> = document.as_object().unwrap().keys().collect();
    let expected = if exit == 0 { "data" } else { "error" };
    assert_eq!(document["success"], exit == 0, "{line}");
    assert_eq!(members.len(), 2, "{line}: {document}");
    assert!(document.get(expected).is_some(), "{line}: {document}");
    document
}

/// The commands that `--help` lists.
fn commands(home: &Home) -> BTreeSet<String> {
    let help = home.ok(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").unwrap();
    let (list, _) = rest.split_once("\n\n").unwrap();
    list.lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(' ').next())
        .map(ToOwned::to_owned)
        .collect()
}

//! What the server offers, and how its tools are called.

use serde_json::{Value, json};
use surefoot_fixtures::Server;

use super::client::{Client, reference};
use crate::support::Home;

fn names(client: &mut Client) -> Vec<String> {
    let list = client.request("tools/list", json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    let names = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned());
    names.collect()
}

#[test]
fn it_says_what_it_is_and_has() {
    let home = Home::new();
    let mut client = Client::start(&home, &[]);
    let greeting = client.greet(json!({}));
    assert_eq!(greeting["protocolVersion"], "2025-11-25");
    assert_eq!(greeting["serverInfo"]["name"], "surefoot");
    assert!(
        greeting["instructions"]
            .as_str()
            .unwrap()
            .contains("browse_navigate")
    );
    let core = names(&mut client);
    assert!(core.contains(&"browse_click".to_owned()));
    assert!(!core.contains(&"browse_eval".to_owned()));
    let prompts = client.request("prompts/list", json!({}));
    assert_eq!(prompts["result"]["prompts"][0]["name"], "browse");
    let prompt = client.request(
        "prompts/get",
        json!({"name": "browse", "arguments": {"task": "Buy milk"}}),
    );
    let text = prompt["result"]["messages"][0]["content"]["text"]
        .as_str()
        .unwrap();
    assert!(
        text.contains("browse_navigate") && text.ends_with("Buy milk"),
        "{text}"
    );
    let none = client.request("prompts/get", json!({"name": "other"}));
    assert_eq!(none["error"]["code"], -32602);
    client.leave();
}

#[test]
fn tools_are_offered_by_profile() {
    let home = Home::new();
    let mut all = Client::greeted(&home, &["--tools", "all"]);
    let all = names(&mut all);
    for name in [
        "navigate",
        "snapshot",
        "click",
        "fill",
        "type",
        "press",
        "select",
        "check",
        "hover",
        "drag",
        "scroll",
        "scroll_to",
        "upload",
        "submit",
        "form",
        "find",
        "read",
        "get",
        "wait",
        "back",
        "forward",
        "reload",
        "tabs",
        "dialog",
        "screenshot",
        "eval",
        "console",
        "network",
        "cookies",
        "session",
        "batch",
    ] {
        assert!(all.contains(&format!("browse_{name}")), "{name}");
    }
    let mut few = Client::greeted(&home, &["--tools", "navigate,browse_click"]);
    assert_eq!(names(&mut few), ["browse_navigate", "browse_click"]);
    let hidden = few.request(
        "tools/call",
        json!({"name": "browse_eval", "arguments": {}}),
    );
    assert_eq!(hidden["error"]["code"], -32602);
    assert!(
        hidden["error"]["message"]
            .as_str()
            .unwrap()
            .contains("--tools"),
        "{hidden}"
    );
    home.run(&["mcp", "--tools", "nonsense"])
        .refused(2, "nonsense");
}

#[test]
fn annotations_say_what_a_tool_may_do() {
    let home = Home::new();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    let list = client.request("tools/list", json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    let of = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        tool["annotations"].clone()
    };
    for name in [
        "browse_snapshot",
        "browse_read",
        "browse_find",
        "browse_get",
        "browse_console",
    ] {
        assert_eq!(of(name)["readOnlyHint"], true, "{name}");
    }
    for name in [
        "browse_click",
        "browse_eval",
        "browse_submit",
        "browse_batch",
    ] {
        assert_ne!(of(name)["readOnlyHint"], true, "{name}");
        assert_ne!(of(name)["destructiveHint"], false, "{name}");
    }
    assert_eq!(of("browse_navigate")["destructiveHint"], false);
    assert_eq!(of("browse_fill")["idempotentHint"], true);
}

#[test]
fn errors_say_what_to_do_next() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    let text = client.refused("browse_snapshot", json!({}), "not_found");
    assert!(text.contains("browse_navigate"), "{text}");
    client.ok("browse_navigate", json!({"url": server.page("/shop")}));
    let text = client.refused("browse_click", json!({"ref": 9999}), "unknown_ref");
    assert!(text.contains("hint: take a `browse_snapshot`"), "{text}");
    let text = client.refused("browse_click", json!({"ref": "css=h3 a"}), "ambiguous");
    assert!(text.contains("  @e"), "no candidates: {text}");
    let text = client.refused("browse_click", json!({}), "invalid_argument");
    assert!(text.contains("\"ref\""), "{text}");
    let text = client.refused(
        "browse_click",
        json!({"ref": 1, "nonsense": 2}),
        "invalid_argument",
    );
    assert!(text.contains("\"nonsense\""), "{text}");
    let text = client.refused("browse_tabs", json!({"action": "fly"}), "invalid_argument");
    assert!(text.contains("list, new, switch, close"), "{text}");
    let unknown = client.request("tools/call", json!({"name": "browse_fly", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602);
    client.leave();
}

#[test]
fn a_form_is_filled_in_one_call() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    let shown = client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let user = reference(&shown, "\"User name\"");
    let password = reference(&shown, "\"Password\"");
    let remember = reference(&shown, "\"Remember me\"");
    let said = client.ok(
        "browse_form",
        json!({"fields": [
            {"ref": user, "value": "ada"},
            {"ref_id": password.to_string(), "text": "correct horse"},
            {"ref": remember, "value": true},
        ], "submit": true}),
    );
    assert!(said.contains("/dashboard"), "{said}");
    assert!(!said.contains("correct horse"), "{said}");
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let text = client.refused(
        "browse_form",
        json!({"fields": [{"ref": "User name", "value": "x"}, {"ref": 9999, "value": "y"}, {"ref": "Password", "value": "z"}]}),
        "unknown_ref",
    );
    assert!(text.contains("step 2 of 3"), "{text}");
}

#[test]
fn a_batch_stops_at_the_first_that_fails() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let said = client.tool(
        "browse_batch",
        json!({"steps": [
            {"tool": "browse_fill", "arguments": {"ref": "User name", "value": "ada"}},
            {"tool": "click", "ref": "No such thing at all", "timeout": 0.2},
            {"tool": "browse_fill", "arguments": {"ref": "Password", "value": "z"}},
        ], "timeout": 3}),
    );
    assert!(said.failed, "{}", said.text);
    assert!(
        said.text.contains("filled") && said.text.contains("step 2 of 3"),
        "{}",
        said.text
    );
    let value = client.ok("browse_get", json!({"what": "value", "ref": "User name"}));
    assert_eq!(value.trim(), "ada");
    let none = client.refused(
        "browse_batch",
        json!({"steps": [{"tool": "browse_session", "arguments": {}}]}),
        "invalid_argument",
    );
    assert!(none.contains("step 1"), "{none}");
}

#[test]
fn sessions_are_apart() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    client.ok(
        "browse_navigate",
        json!({"url": server.page("/login"), "session": "a"}),
    );
    client.refused("browse_snapshot", json!({}), "not_found");
    client.ok(
        "browse_session",
        json!({"action": "open", "session": "b", "engine": "native"}),
    );
    let list = client.ok("browse_session", json!({"action": "list"}));
    assert!(
        list.contains("a: native") && list.contains("b: native"),
        "{list}"
    );
    let resources = client.request("resources/list", json!({}));
    assert_eq!(
        resources["result"]["resources"][0]["uri"],
        "surefoot://page/a"
    );
    let page = client.request("resources/read", json!({"uri": "surefoot://page/a"}));
    let text = page["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"Log in\""), "{text}");
    let said = client.ok("browse_session", json!({"action": "close", "session": "a"}));
    assert_eq!(said, "closed session \"a\"\n");
    client.refused("browse_snapshot", json!({"session": "a"}), "not_found");
    client.refused(
        "browse_snapshot",
        json!({"session": "no/such name"}),
        "invalid_argument",
    );
}

#[test]
fn what_is_too_long_is_a_resource_and_its_head() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    let fits = client.tool(
        "browse_navigate",
        json!({"url": server.page("/bench?n=3000")}),
    );
    assert_eq!(fits.result["content"].as_array().unwrap().len(), 1);
    let said = client.tool("browse_snapshot", json!({"budget": 0}));
    let content = said.result["content"].as_array().unwrap();
    assert_eq!(content[1]["type"], "resource_link", "{content:?}");
    let uri = content[1]["uri"].as_str().unwrap();
    assert!(said.text.len() < 10_000 && said.text.contains(uri));
    let all = client.request("resources/read", json!({"uri": uri}));
    let all = all["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(all.len() > 50_000);
    let gone = client.request("resources/read", json!({"uri": "surefoot://result/999"}));
    assert_eq!(gone["error"]["code"], -32002, "{gone}");
}

#[test]
fn each_text_is_said_once() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    let said = client.tool("browse_navigate", json!({"url": server.page("/login")}));
    assert_eq!(said.result["structuredContent"], Value::Null);
    assert_eq!(
        said.text.matches("\"Remember me\"").count(),
        1,
        "{}",
        said.text
    );
}

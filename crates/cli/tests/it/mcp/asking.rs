//! The protocol without a greeting, and asking the user in either.

use serde_json::{Value, json};

use super::client::{Client, told};
use crate::browser::stage::Stage;
use crate::support::Home;

#[test]
fn the_protocol_without_a_greeting_is_spoken() {
    let home = Home::new();
    let mut client = Client::modern(&home, &[], json!({}));
    let found = client.request("server/discover", json!({}));
    let versions = found["result"]["supportedVersions"]
        .as_array()
        .unwrap_or_else(|| panic!("{found}"));
    assert!(versions.contains(&json!("2025-11-25")) && versions.contains(&json!("2026-07-28")));
    assert!(
        found["result"]["instructions"]
            .as_str()
            .unwrap()
            .contains("browse_navigate")
    );
    let list = client.request("tools/list", json!({}));
    assert!(list["result"]["tools"].is_array(), "{list}");
    let page = home.page();
    let shown = client.ok("browse_navigate", json!({"url": format!("file://{page}")}));
    assert!(shown.contains("button \"Go\""), "{shown}");
    let gone = client.request("resources/read", json!({"uri": "surefoot://result/9"}));
    assert_eq!(gone["error"]["code"], -32602, "{gone}");
}

/// A page with a dialog that waits, in a browser.
fn with_a_dialog(stage: &Stage, client: &mut Client) {
    let url = stage.server.page("/js/dialogs");
    client.ok(
        "browse_session",
        json!({"action": "open", "engine": "chromium"}),
    );
    client.ok("browse_navigate", json!({"url": url}));
    let said = client.ok(
        "browse_click",
        json!({"ref": "role=button[name=\"Confirm\"]"}),
    );
    assert!(said.contains("browse_dialog with action accept"), "{said}");
    let refused = client.refused("browse_snapshot", json!({}), "dialog_open");
    assert!(refused.contains("browse_dialog"), "{refused}");
}

fn log(client: &mut Client) -> String {
    let text = client.ok("browse_get", json!({"what": "text", "ref": "#log"}));
    text.trim().to_owned()
}

fn accepts() -> Value {
    json!({"action": "accept", "content": {"answer": "accept"}})
}

#[test]
fn a_client_of_2025_is_asked_by_a_request_of_its_own() {
    let stage = Stage::new();
    let mut client = Client::of(stage.command(&["mcp", "--tools", "all"]));
    client.greet(json!({"elicitation": {}}));
    with_a_dialog(&stage, &mut client);
    let id = client.ask(
        "tools/call",
        json!({"name": "browse_dialog", "arguments": {"action": "ask"}}),
    );
    let question = loop {
        let message = client.next();
        if message["method"] == "elicitation/create" {
            break message;
        }
    };
    let words = question["params"]["message"].as_str().unwrap();
    assert!(words.contains("Delete everything?"), "{words}");
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": accepts()}));
    let said = told(&client.answer(id));
    assert!(!said.failed, "{}", said.text);
    assert_eq!(log(&mut client), "confirm:true");
    client.leave();
}

#[test]
fn a_client_of_2026_calls_again_with_the_answer() {
    let stage = Stage::new();
    let mut client = Client::modern_of(
        stage.command(&["mcp", "--tools", "all"]),
        json!({"elicitation": {"form": {}}}),
    );
    with_a_dialog(&stage, &mut client);
    let call = json!({"name": "browse_dialog", "arguments": {"action": "ask"}});
    let first = client.request("tools/call", call.clone());
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required", "{first}");
    let words = result["inputRequests"]["answer"]["params"]["message"]
        .as_str()
        .unwrap();
    assert!(words.contains("Delete everything?"), "{words}");
    // An answer to another question does not count.
    let mut again = call.clone();
    again["inputResponses"] = json!({"answer": accepts()});
    again["requestState"] = json!("0000");
    let second = client.request("tools/call", again.clone());
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");
    again["requestState"] = result["requestState"].clone();
    let third = told(&client.request("tools/call", again));
    assert!(!third.failed, "{}", third.text);
    assert_eq!(log(&mut client), "confirm:true");
    client.leave();
}

#[test]
fn a_client_that_cannot_ask_is_told_to_decide() {
    let stage = Stage::new();
    let mut client = Client::of(stage.command(&["mcp", "--tools", "all"]));
    client.greet(json!({}));
    with_a_dialog(&stage, &mut client);
    let said = client.refused("browse_dialog", json!({"action": "ask"}), "unsupported");
    assert!(said.contains("accept or dismiss"), "{said}");
    client.ok("browse_dialog", json!({"action": "dismiss"}));
    assert_eq!(log(&mut client), "confirm:false");
    client.leave();
}

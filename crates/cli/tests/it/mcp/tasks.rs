//! What agents do: log in, search, read a table, download; with either engine.

use serde_json::json;
use surefoot_fixtures::Server;

use super::client::{Client, reference};
use crate::browser::processes;
use crate::browser::stage::Stage;
use crate::support::{Home, LONG};

/// The session is open, with the engine that is to be tested.
fn tasks(client: &mut Client, server: &Server) {
    // A login.
    let shown = client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let user = reference(&shown, "\"User name\"");
    let password = reference(&shown, "\"Password\"");
    let button = reference(&shown, "button \"Log in\"");
    client.ok("browse_fill", json!({"ref": user, "value": "ada"}));
    client.ok("browse_fill", json!({"ref": password, "value": "wrong"}));
    let said = client.ok("browse_click", json!({"ref": button}));
    assert!(said.contains("Wrong user name or password"), "{said}");
    let password = reference(&said, "\"Password\"");
    client.ok(
        "browse_fill",
        json!({"ref": password, "value": "correct horse"}),
    );
    let said = client.ok("browse_press", json!({"key": "Enter"}));
    assert!(said.contains("/dashboard"), "{said}");

    // A table.
    let read = client.ok("browse_read", json!({}));
    assert!(
        read.contains("| ") && read.contains("Notes on the Bernoulli numbers"),
        "{read}"
    );
    let found = client.ok("browse_find", json!({"query": "Delete in Mary"}));
    let delete = reference(&found, "button");
    client.ok("browse_click", json!({"ref": delete}));
    let read = client.ok("browse_read", json!({}));
    assert!(!read.contains("Bernoulli"), "{read}");
    client.refused("browse_click", json!({"ref": delete}), "stale_ref");

    // A search.
    client.ok("browse_navigate", json!({"url": server.page("/shop")}));
    let said = client.ok(
        "browse_type",
        json!({"ref": "Search products", "text": "lamp", "submit": true}),
    );
    assert!(said.contains("q=lamp"), "{said}");
    client.ok("browse_back", json!({}));

    // A download.
    let said = client.ok("browse_navigate", json!({"url": server.page("/download")}));
    assert!(
        said.contains("download: ") && said.contains("report.csv"),
        "{said}"
    );
    assert!(
        !said.contains("Page:"),
        "the page that stayed is shown: {said}"
    );
}

#[test]
fn without_a_browser() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    tasks(&mut client, &server);
    client.leave();
}

#[test]
fn with_a_browser_of_which_nothing_is_left() {
    let stage = Stage::new();
    let mut client = Client::of(stage.command(&["mcp", "--engine", "chromium"]));
    client.greet(json!({}));
    tasks(&mut client, &stage.server);
    // A picture, with a ref on it; and a click on a point of it.
    client.ok(
        "browse_navigate",
        json!({"url": stage.server.page("/login")}),
    );
    let shot = client.tool("browse_screenshot", json!({"annotate": true}));
    let content = shot.result["content"].as_array().unwrap();
    assert!(shot.text.contains("button \"Log in\""), "{}", shot.text);
    assert_eq!(
        (&content[1]["type"], &content[1]["mimeType"]),
        (&json!("image"), &json!("image/jpeg"))
    );
    assert!(
        content[1]["data"].as_str().unwrap().starts_with("/9j/"),
        "no JPEG"
    );
    client.ok("browse_click", json!({"x": 3, "y": 3}));
    let below = processes::below(client.pid());
    assert!(!below.is_empty());
    client.leave();
    processes::await_ends(&below, LONG);
}

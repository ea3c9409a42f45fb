//! Messages that are wrong, clients that vanish, calls that are taken back.

use std::time::Instant;

use serde_json::json;
use surefoot_fixtures::Server;

use super::client::Client;
use crate::support::{Home, LONG};

#[test]
fn what_is_no_message_is_answered_and_passed_over() {
    let home = Home::new();
    let mut client = Client::greeted(&home, &[]);
    for (line, code) in [
        (&b"{\"jsonrpc\": \"2.0\", \"id\": 7, "[..], -32700),
        (b"nonsense", -32700),
        (b"\xff\xfe", -32700),
        (b"[1, 2", -32700),
        (b"{\"hello\": 1}", -32600),
        (b"17", -32600),
    ] {
        client.write(line);
        let answer = client.next();
        assert_eq!(answer["error"]["code"], code, "{answer} for {line:?}");
    }
    client.write(b"");
    let huge = vec![b'x'; 17 << 20];
    client.write(&huge);
    let answer = client.next();
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("16 MB"),
        "{answer}"
    );
    let unknown = client.request("no/such/method", json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    let list = client.request("tools/list", json!({}));
    assert!(list["result"]["tools"].is_array());
    client.leave();
}

#[test]
fn a_huge_argument_is_only_large() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let text = "x".repeat(4 << 20);
    client.ok(
        "browse_fill",
        json!({"ref": "User name", "value": text, "snapshot": "none"}),
    );
    let said = client.tool("browse_click", json!({"ref": text}));
    assert!(
        said.failed && said.text.len() < 100_000,
        "{} bytes",
        said.text.len()
    );
}

#[test]
fn a_call_that_is_cancelled_stops() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let begun = Instant::now();
    let id = client.ask(
        "tools/call",
        json!({"name": "browse_navigate", "arguments": {"url": server.page("/gate/never"), "timeout": 120}}),
    );
    assert!(server.wait_for("/gate/never", LONG).is_some());
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    // The session has been freed: it answers, and still has the page that it had.
    let title = client.ok("browse_find", json!({"query": "User name"}));
    assert!(title.contains("User name"), "{title}");
    assert!(begun.elapsed() < LONG);
    client.leave();
}

#[test]
fn long_calls_tell_how_far_they_are() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &["--tools", "all"]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    let steps: Vec<_> = (0..3)
        .map(|n| json!({"tool": "browse_fill", "arguments": {"ref": "User name", "value": n}}))
        .collect();
    let id = client.ask(
        "tools/call",
        json!({"name": "browse_batch", "arguments": {"steps": steps}, "_meta": {"progressToken": "p"}}),
    );
    client.answer(id);
    let told: Vec<_> = client
        .heard
        .iter()
        .filter(|message| message["method"] == "notifications/progress")
        .map(|message| message["params"].clone())
        .collect();
    assert!(!told.is_empty());
    for pair in told.windows(2) {
        assert!(
            pair[0]["progress"].as_f64() < pair[1]["progress"].as_f64(),
            "{pair:?}"
        );
    }
    assert!(told.iter().all(|told| told["progressToken"] == "p"));
}

#[test]
fn a_client_that_vanishes_takes_the_server_along() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    client.ask(
        "tools/call",
        json!({"name": "browse_navigate", "arguments": {"url": server.page("/gate/never"), "timeout": 120}}),
    );
    assert!(server.wait_for("/gate/never", LONG).is_some());
    client.leave();
}

#[test]
fn a_thousand_calls_leave_nothing_behind() {
    let home = Home::new();
    let server = Server::start().unwrap();
    let mut client = Client::greeted(&home, &[]);
    client.ok("browse_navigate", json!({"url": server.page("/login")}));
    // What counting tokens needs is loaded once.
    client.ok("browse_read", json!({}));
    let measure = |client: &mut Client, calls: usize| {
        for _ in 0..calls {
            client.ok("browse_fill", json!({"ref": "User name", "value": "ada"}));
            client.ok("browse_snapshot", json!({}));
        }
        resident(client.pid())
    };
    let before = measure(&mut client, 100);
    let after = measure(&mut client, 400);
    assert!(after < before + (32 << 20), "{before} bytes became {after}");
    client.leave();
}

/// How much memory a process takes.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    let kilobytes: u64 = line
        .trim()
        .strip_suffix("kB")
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    kilobytes * 1024
}

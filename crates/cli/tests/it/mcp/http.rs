//! The server over HTTP: who may come, and many clients.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Value, json};
use surefoot_fixtures::Server;

use super::client::modern_meta;
use crate::support::{Home, LONG};

/// A server that listens at a port of its own.
struct Listening {
    process: Child,
    port: u16,
}

impl Listening {
    fn start(home: &Home, arguments: &[&str]) -> Listening {
        let mut words = vec!["mcp", "--http", "127.0.0.1:0"];
        words.extend(arguments);
        let mut process = home.command(&words).spawn().unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let port = line
            .rsplit_once(':')
            .and_then(|(_, rest)| rest.split('/').next()?.parse().ok())
            .unwrap_or_else(|| panic!("it says {line:?}"));
        // What it says later must not stop it.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Listening { process, port }
    }

    fn send(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let length = body.len();
        write!(
            stream,
            "{head}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    /// Posts a message with these headers besides.
    fn post(&self, headers: &str, message: &Value) -> (u16, String) {
        let port = self.port;
        let head = format!("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}{headers}");
        self.send(&head, &message.to_string())
    }

    /// A request as 2026-07-28 has it, and the result or error.
    #[track_caller]
    fn request(
        &self,
        id: u64,
        method: &str,
        name: &str,
        mut params: Value,
        headers: &str,
    ) -> Value {
        params["_meta"] = modern_meta(json!({}));
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let headers = format!(
            "\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nMcp-Name: {name}{headers}"
        );
        let (_, answer) = self.post(&headers, &message);
        message_in(&answer)
    }

    #[track_caller]
    fn tool(&self, name: &str, arguments: Value, headers: &str) -> Value {
        self.request(
            1,
            "tools/call",
            name,
            json!({"name": name, "arguments": arguments}),
            headers,
        )
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The JSON in an answer, whether it is the body or an event of it.
#[track_caller]
fn message_in(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let mut lines = body
        .lines()
        .map(|line| line.trim_start_matches("data:").trim());
    let found = lines.find_map(|line| {
        serde_json::from_str::<Value>(line)
            .ok()
            .filter(Value::is_object)
    });
    found.unwrap_or_else(|| panic!("no message in {answer}"))
}

fn greeting() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    }})
}

#[test]
fn pages_of_elsewhere_are_kept_out() {
    let home = Home::new();
    let server = Listening::start(&home, &[]);
    let port = server.port;
    let (status, answer) = server.post("", &greeting());
    assert_eq!(status, 200, "{answer}");
    assert!(
        answer.to_ascii_lowercase().contains("mcp-session-id:"),
        "{answer}"
    );
    let (status, _) = server.post("\r\nOrigin: http://localhost:3000", &greeting());
    assert_eq!(status, 200);
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
    ] {
        let (status, answer) = server.post(&format!("\r\nOrigin: {origin}"), &greeting());
        assert_eq!(status, 403, "{origin}: {answer}");
    }
    let head = format!("POST /mcp HTTP/1.1\r\nHost: evil.example:{port}");
    let (status, answer) = server.send(&head, &greeting().to_string());
    assert_eq!(status, 403, "{answer}");
    let head = format!("POST /other HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    assert_eq!(server.send(&head, "").0, 404);
    let head = format!("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    assert_eq!(server.send(&head, "nonsense").0, 400);
}

#[test]
fn a_token_is_asked_for() {
    let home = Home::new();
    let server = Listening::start(&home, &["--token", "secret"]);
    for (headers, expected) in [
        ("", 401),
        ("\r\nAuthorization: Bearer wrong", 401),
        ("\r\nAuthorization: Basic secret", 401),
        ("\r\nAuthorization: Bearer secret", 200),
    ] {
        let (status, answer) = server.post(headers, &greeting());
        assert_eq!(status, expected, "{headers:?}: {answer}");
        assert_eq!(
            status == 401,
            answer
                .to_ascii_lowercase()
                .contains("www-authenticate: bearer")
        );
    }
    let said = home.run(&["mcp", "--http", "0.0.0.0:0"]);
    said.refused(1, "needs a token");
    let said = home.run(&["mcp", "--http", &server.port.to_string()]);
    said.refused(1, "in use");
}

#[test]
fn a_session_has_to_be_named_and_a_proxy_can_see_it() {
    let home = Home::new();
    let pages = Server::start().unwrap();
    let server = Listening::start(&home, &[]);
    let url = pages.page("/login");
    let unnamed = server.tool("browse_navigate", json!({"url": url}), "");
    let text = unnamed["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{unnamed}"));
    assert!(
        text.contains("\"session\"") && unnamed["result"]["isError"] == true,
        "{text}"
    );
    let header = "\r\nMcp-Param-Session: one";
    let named = server.tool(
        "browse_navigate",
        json!({"url": url, "session": "one"}),
        header,
    );
    assert_ne!(named["result"]["isError"], true, "{named}");
    let other = server.tool(
        "browse_snapshot",
        json!({"session": "one"}),
        "\r\nMcp-Param-Session: two",
    );
    assert_eq!(other["error"]["code"], -32020, "{other}");
    let missing = server.tool("browse_snapshot", json!({"session": "one"}), "");
    assert_eq!(missing["error"]["code"], -32020, "{missing}");
    // Another client, the same session.
    let shown = server.tool("browse_snapshot", json!({"session": "one"}), header);
    let text = shown["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"Log in\""), "{text}");
}

#[test]
fn two_clients_on_one_session_take_turns() {
    let home = Home::new();
    let pages = Server::start().unwrap();
    let server = Listening::start(&home, &[]);
    let header = "\r\nMcp-Param-Session: one";
    let url = pages.page("/login");
    server.tool(
        "browse_navigate",
        json!({"url": url, "session": "one"}),
        header,
    );
    std::thread::scope(|scope| {
        let client = |value: &'static str| {
            let server = &server;
            move || {
                for _ in 0..20 {
                    let given = json!({"ref": "User name", "value": value, "session": "one", "snapshot": "none"});
                    let said = server.tool("browse_fill", given, header);
                    assert_ne!(said["result"]["isError"], true, "{said}");
                    let text = said["result"]["content"][0]["text"].as_str().unwrap();
                    assert!(
                        text.contains(value) || text.contains("no observable effect"),
                        "{text}"
                    );
                }
            }
        };
        scope.spawn(client("ada"));
        scope.spawn(client("grace"));
    });
}

#[test]
fn a_client_that_vanishes_frees_the_session() {
    let home = Home::new();
    let pages = Server::start().unwrap();
    let server = Listening::start(&home, &[]);
    let header = "\r\nMcp-Param-Session: one";
    let url = pages.page("/login");
    server.tool(
        "browse_navigate",
        json!({"url": url, "session": "one"}),
        header,
    );
    let port = server.port;
    let given = json!({"url": pages.page("/gate/never"), "session": "one", "timeout": 120});
    let body = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {
        "name": "browse_navigate", "arguments": given, "_meta": modern_meta(json!({})),
    }})
    .to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
         Mcp-Name: browse_navigate{header}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    assert!(pages.wait_for("/gate/never", LONG).is_some());
    drop(stream);
    let shown = server.tool(
        "browse_snapshot",
        json!({"session": "one", "timeout": 20}),
        header,
    );
    let text = shown["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("\"Log in\""), "{text}");
}

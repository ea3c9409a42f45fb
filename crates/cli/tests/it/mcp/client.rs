//! A client that writes messages as they are, so that it can be wrong on purpose.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use serde_json::{Value, json};

use crate::support::{Home, LONG};

/// A server that was started, and what it says. It ends with this.
#[derive(Debug)]
pub(crate) struct Client {
    process: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    last: u64,
    /// What came and was not waited for: notifications, and requests of the server.
    pub(crate) heard: Vec<Value>,
    /// What every request carries, for protocols that do not greet.
    meta: Option<Value>,
}

/// What a tool said.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) failed: bool,
    pub(crate) result: Value,
}

impl Client {
    /// Starts a server in that home with these arguments after `mcp`.
    pub(crate) fn start(home: &Home, arguments: &[&str]) -> Client {
        let mut words = vec!["mcp"];
        words.extend(arguments);
        Client::of(home.command(&words))
    }

    pub(crate) fn of(mut command: Command) -> Client {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let to = process.stdin.take();
        let out = process.stdout.take().unwrap();
        let (sender, from) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Ok(line) = line else { break };
                let message = serde_json::from_str(&line)
                    .unwrap_or_else(|_| json!({ "not a message": line }));
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Client {
            process,
            to,
            from,
            last: 0,
            heard: Vec::new(),
            meta: None,
        }
    }

    /// Starts a server and greets it as 2025-11-25 has it.
    pub(crate) fn greeted(home: &Home, arguments: &[&str]) -> Client {
        let mut client = Client::start(home, arguments);
        client.greet(json!({}));
        client
    }

    /// Starts a server and speaks to it as 2026-07-28 has it: without a greeting.
    pub(crate) fn modern(home: &Home, arguments: &[&str], capabilities: Value) -> Client {
        let mut words = vec!["mcp"];
        words.extend(arguments);
        Client::modern_of(home.command(&words), capabilities)
    }

    pub(crate) fn modern_of(command: Command, capabilities: Value) -> Client {
        let mut client = Client::of(command);
        client.meta = Some(modern_meta(capabilities));
        client
    }

    /// Greets, and answers what the server says of itself.
    pub(crate) fn greet(&mut self, capabilities: Value) -> Value {
        let result = self.request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities,
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        result["result"].clone()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Writes a line.
    pub(crate) fn write(&mut self, line: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(line).unwrap();
        to.write_all(b"\n").unwrap();
        to.flush().unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.write(message.to_string().as_bytes());
    }

    /// Sends a request and answers its number.
    pub(crate) fn ask(&mut self, method: &str, mut params: Value) -> u64 {
        self.last += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let message =
            json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params});
        self.send(&message);
        self.last
    }

    /// The next message, whatever it is.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Value {
        match self.from.recv_timeout(LONG) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has ended"),
        }
    }

    /// The answer to a request; what comes before it is kept.
    #[track_caller]
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.heard.iter().position(|message| is_answer(message, id)) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.next();
            if is_answer(&message, id) {
                return message;
            }
            self.heard.push(message);
        }
    }

    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Calls a tool.
    #[track_caller]
    pub(crate) fn tool(&mut self, name: &str, arguments: Value) -> Told {
        let answer = self.request("tools/call", json!({"name": name, "arguments": arguments}));
        told(&answer)
    }

    /// Calls a tool, which must not fail.
    #[track_caller]
    pub(crate) fn ok(&mut self, name: &str, arguments: Value) -> String {
        let said = self.tool(name, arguments);
        assert!(!said.failed, "{name}: {}", said.text);
        said.text
    }

    /// Calls a tool, which must fail with that code.
    #[track_caller]
    pub(crate) fn refused(&mut self, name: &str, arguments: Value, code: &str) -> String {
        let said = self.tool(name, arguments);
        assert!(said.failed, "{name}: {}", said.text);
        assert!(
            said.text.contains(&format!("({code})")),
            "{name}: {}",
            said.text
        );
        said.text
    }

    /// Goes away, and comes back when the server has ended too.
    #[track_caller]
    pub(crate) fn leave(mut self) {
        drop(self.to.take());
        loop {
            match self.from.recv_timeout(LONG) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server stays"),
            }
        }
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.to.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a request of 2026-07-28 says of its client.
pub(crate) fn modern_meta(capabilities: Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

fn is_answer(message: &Value, id: u64) -> bool {
    message["id"] == id && message.get("method").is_none()
}

/// What a tool said, from the answer to its call.
#[track_caller]
pub(crate) fn told(answer: &Value) -> Told {
    let result = &answer["result"];
    assert!(result.is_object(), "{answer}");
    let content = result["content"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    let texts = content.iter().filter_map(|block| block["text"].as_str());
    Told {
        text: texts.collect::<Vec<_>>().join("\n"),
        failed: result["isError"] == true,
        result: result.clone(),
    }
}

/// The ref of the first line that has these words: `5: button "Save"`.
#[track_caller]
pub(crate) fn reference(text: &str, words: &str) -> u64 {
    let line = text
        .lines()
        .find(|line| line.contains(words))
        .unwrap_or_else(|| panic!("no {words:?} in {text}"));
    let digits: String = line
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no ref in {line:?}"))
}

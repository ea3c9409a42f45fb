//! Playwright MCP, over its standard input and output.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use surefoot_fixtures::mutations::Hand;
use tempfile::TempDir;

use super::{MARK, Processes};

/// How long an answer may take: far more than its own limits.
const LONG: Duration = Duration::from_mins(1);

/// A server with a browser of its own.
#[derive(Debug)]
pub struct Playwright {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
    last: u64,
    mark: String,
    browser: String,
    /// Where it puts what it writes.
    _folder: TempDir,
}

impl Playwright {
    /// Starts it on a browser.
    pub fn start(program: &Path, browser: &Path) -> Result<Playwright, String> {
        let folder = tempfile::tempdir().map_err(|_| "cannot make a folder for it")?;
        let mark = format!("playwright-{}", folder.path().display());
        let mut child = Command::new("node")
            .arg(program)
            .args(["--headless", "--isolated", "--no-sandbox"])
            .arg("--executable-path")
            .arg(browser)
            .current_dir(folder.path())
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| "node cannot be started")?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no standard input and output".to_owned());
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let answer = serde_json::from_str(&line).unwrap_or(Value::Null);
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        let name = browser.file_name().unwrap_or_default();
        let mut server = Playwright {
            child,
            input,
            answers,
            last: 0,
            mark,
            browser: name.to_string_lossy().into_owned(),
            _folder: folder,
        };
        server.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "wrong", "version": "1"}
            }),
        )?;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(server)
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.input, "{message}").map_err(|_| "it has ended".to_owned())
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut answer = self
                .answers
                .recv_timeout(LONG)
                .map_err(|_| format!("`{method}` was not answered"))?;
            if answer["id"] == id {
                return match answer.get("error") {
                    Some(error) => Err(error.to_string()),
                    None => Ok(answer["result"].take()),
                };
            }
        }
    }

    /// Calls a tool and answers its text.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Result<String, String> {
        let params = json!({"name": name, "arguments": arguments});
        let result = self.ask("tools/call", &params)?;
        let texts = result["content"].as_array().into_iter().flatten();
        let texts: Vec<&str> = texts.filter_map(|part| part["text"].as_str()).collect();
        let text = texts.join("\n");
        if result["isError"] == true {
            Err(text)
        } else {
            Ok(text)
        }
    }
}

impl Hand for Playwright {
    fn run(&mut self, words: &[&str]) -> Result<String, String> {
        let (name, arguments) =
            tool(words).ok_or_else(|| format!("it has no tool for {words:?}"))?;
        let text = self.call(name, &arguments)?;
        // A script's result is one line below its heading.
        Ok(match text.split_once("### Result\n") {
            Some((_, rest)) if words.first() == Some(&"eval") => {
                rest.lines().next().unwrap_or_default().to_owned()
            }
            _ => text,
        })
    }

    fn kill(&mut self) -> Result<(), String> {
        match Processes::marked(&self.mark).named(&self.browser).end() {
            0 => Err("it has no browser".to_owned()),
            _ => Ok(()),
        }
    }

    fn has_scripts(&self) -> bool {
        true
    }

    fn is_surefoot(&self) -> bool {
        false
    }
}

impl Drop for Playwright {
    fn drop(&mut self) {
        let left = Processes::marked(&self.mark);
        let _ = self.child.kill();
        let _ = self.child.wait();
        left.end();
    }
}

/// The tool for a command, and its arguments.
fn tool(words: &[&str]) -> Option<(&'static str, Value)> {
    let code = |code: &str| json!({"code": format!("async (page) => {{ await {code}; }}")});
    Some(match *words {
        ["open", url] => ("browser_navigate", json!({"url": url})),
        ["snapshot", "-s", target] => ("browser_snapshot", json!({"target": target})),
        ["snapshot", ..] => ("browser_snapshot", json!({})),
        ["eval", script] => {
            let script = format!("() => (0, eval)({})", Value::from(script));
            ("browser_evaluate", json!({"function": script}))
        }
        ["click", target] => ("browser_click", json!({"element": "it", "target": target})),
        ["fill", target, text] => (
            "browser_type",
            json!({"element": "it", "target": target, "text": text}),
        ),
        ["check", target] => {
            let field = json!({"name": "it", "element": "it", "type": "checkbox", "target": target, "value": "true"});
            ("browser_fill_form", json!({"fields": [field]}))
        }
        ["select", target, choice] => (
            "browser_select_option",
            json!({"element": "it", "target": target, "values": [choice]}),
        ),
        ["back"] => ("browser_navigate_back", json!({})),
        ["forward"] => ("browser_run_code_unsafe", code("page.goForward()")),
        ["reload"] => ("browser_run_code_unsafe", code("page.reload()")),
        ["wait", "--text", text] => ("browser_wait_for", json!({"text": text})),
        ["tab", "new", url] => ("browser_tabs", json!({"action": "new", "url": url})),
        ["tab", "switch", number] => {
            let index = number.parse::<u32>().ok()?.checked_sub(1)?;
            ("browser_tabs", json!({"action": "select", "index": index}))
        }
        ["tab", "close"] => ("browser_tabs", json!({"action": "close"})),
        _ => return None,
    })
}

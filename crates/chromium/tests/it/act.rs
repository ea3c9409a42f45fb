//! What acting does: a folder of cases, no code per case.
//!
//! `tests/act-cases/NAME.html` is a page that begins with a comment of steps, one a line; `NAME.txt` is what came of
//! each: the outcome or the error, and what the page has added to its element `log`. `UPDATE_EXPECT=1` writes the
//! expectations anew. `{other}` in a page is the same server by another host, so another site.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use surefoot_engine::{
    Action, Checks, Choice, Clipboard, Destination, DialogAnswer, Distance, Error, Limits,
    Modifiers, Mouse, MouseButton, Outcome, Point, Query, Result, Tab,
};
use surefoot_page::{NodeId, NodeKey, Page, name};

use crate::support::{limits, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/act-cases")
}

/// Serves the folder of cases, on two hosts, for as long as the test runs.
fn serve() -> u16 {
    let first = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = first.local_addr().unwrap().port();
    let second = TcpListener::bind(SocketAddr::from(([127, 0, 0, 2], port))).unwrap();
    for listener in [first, second] {
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || answer(stream, port));
            }
        });
    }
    port
}

fn answer(mut stream: TcpStream, port: u16) {
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let mut request = Vec::new();
    let mut buffer = [0; 2048];
    while !request.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut buffer) {
            Ok(n) if n > 0 => request.extend_from_slice(&buffer[..n]),
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request);
    let path = request.split(' ').nth(1).unwrap_or("/");
    let file = path.split(['?', '#']).next().unwrap_or("/");
    // A server that takes its time: `slow?MILLISECONDS`.
    if let Some(time) = path.strip_prefix("/slow?") {
        std::thread::sleep(Duration::from_millis(time.parse().unwrap()));
    }
    let host = if request.contains("Host: 127.0.0.2") {
        "127.0.0.1"
    } else {
        "127.0.0.2"
    };
    let body = std::fs::read_to_string(folder().join(file.trim_start_matches('/')))
        .map(|text| text.replace("{other}", &format!("http://{host}:{port}")));
    let (status, body) = match body {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", "none".to_owned()),
    };
    // A peer that has gone away wants no answer.
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

/// The element with an id, whichever frame it is in.
fn by_id(page: &Page, id: &str) -> Option<NodeId> {
    page.ids().find(|&n| page.attr(n, name::ID) == Some(id))
}

pub(crate) fn key_of(page: &Page, id: &str) -> NodeKey {
    by_id(page, id)
        .and_then(|node| page.key(node))
        .unwrap_or_else(|| panic!("the page has no #{id}"))
}

/// What to call a node in an expectation.
fn name_of(page: &Page, key: NodeKey) -> String {
    match page.find(key) {
        None => "(unknown)".to_owned(),
        Some(node) => match page.attr(node, name::ID) {
            Some(id) => format!("#{id}"),
            None => page.name_str(page.tag(node)).to_owned(),
        },
    }
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        if let Some((selector, after)) = rest.strip_prefix('{').and_then(|r| r.split_once('}')) {
            words.push(format!("{{{selector}}}"));
            rest = after.trim_start();
            continue;
        }
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap(),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.replace("\\n", "\n"));
        rest = after.trim_start();
    }
    words
}

/// The element that a word names: `#id`, or `{selector}`, the first of what it selects.
fn key_arg(page: &Page, found: &Found, word: &str) -> Option<NodeKey> {
    if word.starts_with('{') {
        return Some(
            *found
                .get(word)
                .unwrap_or_else(|| panic!("the page has no {word}")),
        );
    }
    word.strip_prefix('#').map(|id| key_of(page, id))
}

/// What the selectors among the words of a step select.
type Found = HashMap<String, NodeKey>;

async fn find(tab: &mut dyn Tab, words: &[String]) -> Found {
    let mut found = Found::new();
    for word in words.iter().filter(|w| w.starts_with('{')) {
        let css = word.trim_matches(['{', '}']).to_owned();
        let keys = tab.query(&[Query::Css(css)], limits()).await.unwrap();
        found.extend(keys[0].first().map(|&key| (word.clone(), key)));
    }
    found
}

/// A step as an action: `click #id`, `fill #id "text"`, `press #id Enter`, `press Enter` …
fn action(page: &Page, found: &Found, words: &[String]) -> Action {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let node =
        || key_arg(page, found, word(1)).unwrap_or_else(|| panic!("{words:?} names no element"));
    let maybe = key_arg(page, found, word(1));
    let last = || words.last().unwrap().clone();
    let number = |at: usize| word(at).parse::<f64>().unwrap();
    let click = |count, modifiers, button| Action::Click {
        node: node(),
        button,
        count,
        modifiers,
        position: (words.len() == 4).then(|| Point {
            x: number(2),
            y: number(3),
        }),
    };
    match word(0) {
        "click" => click(1, Modifiers::empty(), MouseButton::Left),
        "dblclick" => click(2, Modifiers::empty(), MouseButton::Left),
        "rightclick" => click(1, Modifiers::empty(), MouseButton::Right),
        "middleclick" => click(1, Modifiers::empty(), MouseButton::Middle),
        "ctrlclick" => click(1, Modifiers::CONTROL, MouseButton::Left),
        "hover" => Action::Hover(node()),
        "focus" => Action::Focus(node()),
        "fill" => Action::Fill {
            node: node(),
            text: last(),
        },
        "type" => Action::Type {
            node: maybe,
            text: last(),
        },
        "press" => Action::Press {
            node: maybe,
            chord: last(),
        },
        "keydown" | "keyup" => Action::Key {
            key: last(),
            down: word(0) == "keydown",
        },
        "select" => Action::Select {
            node: node(),
            choices: words[2..]
                .iter()
                .map(|w| match w.strip_prefix("index=") {
                    Some(index) => Choice::Index(index.parse().unwrap()),
                    None => Choice::ValueOrLabel(w.clone()),
                })
                .collect(),
        },
        "check" | "uncheck" => Action::SetChecked {
            node: node(),
            checked: word(0) == "check",
        },
        "submit" => Action::Submit(node()),
        "upload" => Action::Upload {
            node: node(),
            files: words[2..].iter().map(|w| folder().join(w)).collect(),
        },
        "choose" => Action::Choose(words[1..].iter().map(|w| folder().join(w)).collect()),
        "scrollto" => Action::ScrollTo(node()),
        "scroll" => Action::Scroll {
            node: maybe,
            by: match last().as_str() {
                "start" => Distance::Start,
                "end" => Distance::End,
                "view" => Distance::Views(0.0, 1.0),
                y => Distance::By(0.0, y.parse().unwrap()),
            },
        },
        "drag" => Action::Drag {
            from: node(),
            to: key_arg(page, found, word(2)).unwrap(),
        },
        "mouse" => Action::Mouse(match word(1) {
            "move" => Mouse::Move(Point {
                x: number(2),
                y: number(3),
            }),
            "down" => Mouse::Down(MouseButton::Left),
            "up" => Mouse::Up(MouseButton::Left),
            _ => Mouse::Wheel(0.0, number(2)),
        }),
        "clipboard" => Action::Clipboard(match word(1) {
            "read" => Clipboard::Read,
            "copy" => Clipboard::Copy,
            "cut" => Clipboard::Cut,
            "paste" => Clipboard::Paste,
            _ => Clipboard::Write(last()),
        }),
        other => panic!("there is no step {other}"),
    }
}

/// What came of a step, in a line or two.
fn told(page: &Page, outcome: Result<Outcome>) -> String {
    let mut out = String::new();
    match outcome {
        Ok(outcome) => {
            out.push_str("  ok");
            if let Some(navigation) = &outcome.navigation {
                let path = navigation.url.rsplit('/').next().unwrap_or_default();
                write!(out, " went to {path}").unwrap();
            }
            if let Some(value) = &outcome.value {
                write!(out, " value={value:?}").unwrap();
            }
            if let Some(focus) = outcome.focus {
                write!(out, " focus={}", name_of(page, focus)).unwrap();
            }
            for invalid in &outcome.validation {
                write!(out, " invalid={}", name_of(page, invalid.node)).unwrap();
                write!(out, " {:?}", invalid.message).unwrap();
            }
            if let Some(scrolled) = outcome.scrolled {
                write!(out, " scrolled={} left={}", scrolled.y, scrolled.below).unwrap();
            }
            if !outcome.opened.is_empty() {
                write!(out, " opened={}", outcome.opened.len()).unwrap();
            }
            for dialog in &outcome.dialogs {
                write!(out, " dialog={:?}", dialog.message).unwrap();
            }
            if let Some(chooser) = outcome.chooser {
                write!(out, " chooser multiple={}", chooser.multiple).unwrap();
            }
            for note in &outcome.notes {
                let text = note.text.replace(&folder().display().to_string(), "FOLDER");
                write!(out, " note={text:?}").unwrap();
            }
        }
        Err(error) => {
            let folder = folder().display().to_string();
            let message = error.to_string().replace(&folder, "FOLDER");
            write!(out, "  {message}").unwrap();
            if let Some(culprit) = error.culprit() {
                write!(out, " by={}", name_of(page, culprit)).unwrap();
            }
            if let Some(hint) = error.hint() {
                write!(out, " hint={hint:?}").unwrap();
            }
        }
    }
    out.push('\n');
    out
}

/// What each frame has logged.
fn logs_of(page: &Page) -> Vec<Vec<String>> {
    page.ids()
        .filter(|&n| matches!(page.attr(n, name::ID), Some("log" | "todo-list")))
        .map(|log| page.text_content(log))
        .map(|text| {
            let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
            lines.map(ToOwned::to_owned).collect()
        })
        .collect()
}

/// Waits until an element has a text in it.
async fn until(tab: &mut dyn Tab, id: &str, text: &str) {
    loop {
        let page = tab.capture(limits()).await.unwrap();
        let node = by_id(&page, id.trim_start_matches('#'));
        if node.is_some_and(|node| page.text_content(node).contains(text)) {
            return;
        }
        drop(page);
        tab.next_change(limits()).await.unwrap();
    }
}

/// Adds what was logged since.
fn tell_logs(page: &Page, logged: &mut Vec<Vec<String>>, out: &mut String) {
    let logs = logs_of(page);
    for (at, log) in logs.iter().enumerate() {
        // A new document has a new log.
        let known = logged.get(at).filter(|l| log.starts_with(l.as_slice()));
        for line in &log[known.map_or(0, Vec::len)..] {
            writeln!(out, "  | {line}").unwrap();
        }
    }
    *logged = logs;
}

async fn play(tab: &mut dyn Tab, url: String, source: &str) -> String {
    tab.navigate(Destination::Url(url), limits()).await.unwrap();
    let steps = source
        .split_once("<!--")
        .and_then(|(_, rest)| rest.split_once("-->"))
        .unwrap()
        .0;
    let mut out = String::new();
    let mut logged: Vec<Vec<String>> = Vec::new();
    for step in steps.lines().map(str::trim).filter(|l| !l.is_empty()) {
        writeln!(out, "{step}").unwrap();
        if let "accept" | "dismiss" = step {
            let answer = match step {
                "accept" => DialogAnswer::Accept(None),
                _ => DialogAnswer::Dismiss,
            };
            let outcome = tab.answer_dialog(answer, limits()).await;
            let page = tab.capture(limits()).await.unwrap();
            out.push_str(&told(&page, outcome));
            tell_logs(&page, &mut logged, &mut out);
            continue;
        }
        let (step, force) = match step.strip_prefix("force ") {
            Some(rest) => (rest, Checks::Forced),
            None => (step, Checks::All),
        };
        let page = tab.capture(limits()).await.unwrap();
        let limits = Limits {
            checks: force,
            ..limits()
        };
        let words = words(step);
        if words[0] == "until" {
            until(tab, &words[1], &words[2]).await;
            let page = tab.capture(limits).await.unwrap();
            tell_logs(&page, &mut logged, &mut out);
            continue;
        }
        let mut page = page;
        let mut outcome;
        let mut looks = 0;
        // What has changed since it was captured is looked at again, as sessions do.
        loop {
            let found = find(tab, &words).await;
            outcome = tab.perform(action(&page, &found, &words), limits).await;
            looks += 1;
            if looks == 8 || !outcome.as_ref().is_err_and(Error::is_outdated) {
                break;
            }
            page = tab.capture(limits).await.unwrap();
        }
        let Ok(page) = tab.capture(limits).await else {
            // A dialog is open.
            out.push_str(&told(&Page::new(), outcome));
            continue;
        };
        // Where a page takes its time, what it logs is told where it is waited for, and what it
        // does with its focus and with what was typed is not told.
        if steps.contains("until ") {
            let typed = matches!(words[0].as_str(), "type" | "press");
            let outcome = outcome.map(|outcome| Outcome {
                focus: None,
                value: outcome.value.filter(|_| !typed),
                ..outcome
            });
            out.push_str(&told(&page, outcome));
        } else {
            out.push_str(&told(&page, outcome));
            tell_logs(&page, &mut logged, &mut out);
        }
    }
    out
}

#[test]
fn cases() {
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "html"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .filter(|path| std::fs::read_to_string(path).unwrap().starts_with("<!--"))
        .collect();
    cases.sort();
    assert!(!cases.is_empty());
    let port = serve();
    run(async |site| {
        let mut wrong = Vec::new();
        for path in &cases {
            let name = path.file_name().unwrap().to_string_lossy();
            let source = std::fs::read_to_string(path).unwrap();
            // A case without a page of its own plays on one of the fixtures.
            let url = match source.lines().find_map(|l| l.strip_prefix("<!-- on ")) {
                Some(path) => site.server.page(path.trim_end_matches("-->").trim()),
                None => format!("http://127.0.0.1:{port}/{name}"),
            };
            let source = source
                .rsplit_once("<!-- on ")
                .map_or(source.as_str(), |(s, _)| s);
            let mut tab = site.engine_tab().await;
            let got = play(tab.as_mut(), url, source).await;
            let expected = path.with_extension("txt");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&expected, &got).unwrap();
            } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
                wrong.push(format!("{name}:\n{got}"));
            }
        }
        assert!(
            wrong.is_empty(),
            "what acting does has changed in\n{}",
            wrong.join("\n")
        );
    });
}

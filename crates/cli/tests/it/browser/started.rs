//! How a session comes by its browser: one that was there, one with a profile, one of its own, one behind a proxy, one
//! with a window.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::endings::main_processes;
use super::processes;
use super::stage::Stage;
use crate::support::LONG;

/// How soon a loss must be told.
const SOON: Duration = Duration::from_secs(1);

/// A browser of the user's own, which listens for those who want to connect. It is ended with this.
struct Users {
    process: Child,
    port: String,
    _profile: tempfile::TempDir,
}

impl Users {
    /// Starts the same program that a session of this stage runs in.
    fn start(stage: &Stage) -> Users {
        let ours = main_processes(stage)[0];
        let program = std::fs::read_link(format!("/proc/{ours}/exe")).unwrap();
        let profile = tempfile::tempdir().unwrap();
        let process = Command::new(program)
            .args(["--headless", "--no-sandbox", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(stage.server.page("/landed"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let told = profile.path().join("DevToolsActivePort");
        let deadline = Instant::now() + LONG;
        let port = loop {
            // It tells of its port in a file alone.
            let text = std::fs::read_to_string(&told).unwrap_or_default();
            if let [port, _, ..] = text.lines().collect::<Vec<_>>()[..] {
                break port.to_owned();
            }
            assert!(Instant::now() < deadline, "it does not listen");
            std::thread::sleep(Duration::from_millis(10));
        };
        Users {
            process,
            port,
            _profile: profile,
        }
    }
}

impl Drop for Users {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_browser_that_was_there_is_used_and_left_alone() {
    let stage = Stage::at("/landed");
    let mut users = Users::start(&stage);
    let port = users.port.clone();
    let there = ["--session", "there", "--cdp", &port];
    let with = |words: &[&str]| {
        let all: Vec<&str> = there.iter().copied().chain(words.iter().copied()).collect();
        stage.ok(&all)
    };
    with(&["open", &stage.server.page("/js/todo")]);
    with(&["fill", "[name=task]", "in the user's browser"]);
    with(&["press", "Enter"]);
    assert!(with(&["snapshot"]).contains("in the user's browser"));
    // Once connected, the session alone says which browser it is.
    stage.ok(&["--session", "there", "get", "text", "#left"]);
    stage.ok(&["--session", "there", "close"]);
    assert!(users.process.try_wait().unwrap().is_none(), "it was ended");

    // Its data are the user's: they are still there, by a URL, too.
    let url = format!("http://127.0.0.1:{port}");
    let again = ["--session", "again", "--cdp", &url];
    let page = stage.server.page("/js/todo");
    stage.ok(&[&again[..], &["open", &page]].concat());
    let shown = stage.ok(&["--session", "again", "snapshot"]);
    assert!(shown.contains("in the user's browser"), "{shown}");

    // It goes in the middle of a command.
    let client = stage.spawn(&["--session", "again", "wait", "--text", "never there"]);
    crate::daemon::await_busy(&stage.home, "again");
    let begun = Instant::now();
    users.process.kill().unwrap();
    let output = client.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("engine_crashed"), "{said}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    let said = stage.run(&["--session", "none", "--cdp", &port, "open", &page]);
    said.refused(1, "no connection to a browser");
    assert!(said.stderr.contains("--remote-debugging-port"), "{said:?}");
    stage
        .run(&["--cdp", &port, "--headed", "open", &page])
        .refused(2, "--headed");
    // The session that was there all the time never knew.
    assert_eq!(stage.text("h1"), "Landed");
    stage.end_clean();
}

#[test]
fn a_profile_keeps_what_pages_store() {
    let stage = Stage::new();
    let folder = stage.home.folder().join("profile");
    let profile = folder.display().to_string();
    let page = stage.server.page("/js/todo");
    let open = ["--engine", "chromium", "--profile", &profile, "open", &page];
    stage.ok(&open);
    stage.fill("textbox", "New task", "kept");
    stage.ok(&["press", "Enter"]);
    stage.ok(&[
        "cookies",
        "set",
        "lasting",
        "yes",
        "--expires",
        "4102444800",
    ]);
    assert_eq!(stage.text("#left"), "1 left");
    let all = stage.browser();
    stage.ok(&["close"]);
    processes::await_ends(&all, LONG);
    // After its session is closed, and after the daemon has ended.
    for round in 0..2 {
        stage.ok(&open);
        assert_eq!(stage.text("#left"), "1 left", "{round}");
        let cookies = stage.ok(&["cookies"]);
        assert!(cookies.contains("lasting"), "{round}: {cookies}");
        let all = stage.browser();
        stage.ok(&["daemon", "stop"]);
        processes::await_ends(&all, LONG);
    }
    // Who names no profile sees nothing of it.
    stage.open("/js/todo");
    assert_eq!(stage.text("#left"), "0 left");
    assert!(folder.is_dir());
    stage.end_clean();
}

#[test]
fn sessions_can_have_a_browser_of_their_own() {
    let stage = Stage::at("/landed");
    let page = stage.server.page("/landed");
    let shared = main_processes(&stage);
    assert_eq!(shared.len(), 1);
    stage.ok(&["--session", "second", "--engine", "chromium", "open", &page]);
    assert_eq!(main_processes(&stage), shared);
    let apart = ["--session", "apart", "--engine", "chromium", "--isolate"];
    stage.ok(&[&apart[..], &["open", &page]].concat());
    let own: Vec<u32> = main_processes(&stage)
        .into_iter()
        .filter(|pid| !shared.contains(pid))
        .collect();
    let [own] = own[..] else {
        panic!("{own:?} besides {shared:?}");
    };
    // Its end is the end of that session alone.
    let below = processes::below(own);
    processes::kill(own);
    processes::await_ends(&below, LONG);
    let begun = Instant::now();
    let said = stage.run(&["--session", "apart", "snapshot"]);
    said.refused(1, "engine_crashed");
    assert!(begun.elapsed() < SOON);
    assert_eq!(stage.text("h1"), "Landed");
    stage.ok(&["--session", "second", "get", "text", "h1"]);
    stage.ok(&["--session", "apart", "close"]);
    assert_eq!(main_processes(&stage), shared);
    stage.end_clean();
}

/// A proxy that answers everything itself. Answers its port, and what it was asked.
fn proxy() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let noted = Arc::clone(&noted);
            std::thread::spawn(move || answer(stream, &noted));
        }
    });
    (port, asked)
}

fn answer(mut stream: TcpStream, noted: &Mutex<Vec<String>>) {
    let mut request = Vec::new();
    let mut byte = [0; 1];
    while !request.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => request.push(byte[0]),
            _ => return,
        }
    }
    let line = String::from_utf8_lossy(&request);
    let line = line.lines().next().unwrap_or_default().to_owned();
    noted.lock().unwrap().push(line);
    let page = "<title>By proxy</title><h1>By proxy</h1>";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
    let _ = write!(stream, "{head} {}\r\n\r\n{page}", page.len());
}

#[test]
fn pages_come_through_a_proxy() {
    let stage = Stage::at("/landed");
    let (port, asked) = proxy();
    let proxy = format!("http://127.0.0.1:{port}");
    let folder = stage.home.folder().join("profile").display().to_string();
    for (session, more) in [("plain", &[] as &[&str]), ("kept", &["--profile", &folder])] {
        let begin = [
            "--session",
            session,
            "--engine",
            "chromium",
            "--proxy",
            &proxy,
        ];
        stage.ok(&[&begin[..], more, &["open", "http://somewhere.test/page"]].concat());
        let h1 = ["--session", session, "get", "text", "h1"];
        assert_eq!(stage.ok(&h1), "By proxy\n");
        // This machine's own servers, too: that is what was asked for.
        let local = stage.server.page("/landed");
        stage.ok(&["--session", session, "open", &local]);
        assert_eq!(stage.ok(&h1), "By proxy\n");
        let seen = std::mem::take(&mut *asked.lock().unwrap());
        for target in ["http://somewhere.test/page", local.as_str()] {
            let line = format!("GET {target} HTTP/1.1");
            assert!(seen.contains(&line), "{session}: {seen:?}");
        }
    }
    // The session without one goes there itself.
    stage.open("/landed");
    assert_eq!(stage.text("h1"), "Landed");
    assert_eq!(*asked.lock().unwrap(), [] as [String; 0]);

    let gone = [
        "--session",
        "gone",
        "--engine",
        "chromium",
        "--proxy",
        "http://127.0.0.1:1",
    ];
    let said = stage.run(&[&gone[..], &["open", "http://somewhere.test/"]].concat());
    said.refused(1, "the proxy could not be used");
    stage.end_clean();
}

#[test]
fn a_window_without_a_display_is_refused_in_plain_words() {
    let stage = Stage::new();
    let page = stage.server.page("/landed");
    // Nothing of the surroundings comes in: there is no display.
    let said = stage.run(&["--engine", "chromium", "--headed", "open", &page]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let expected = [
        "there is no display to show its window on",
        // Where only a headless shell is installed.
        "no Chromium is installed",
    ];
    assert!(expected.iter().any(|e| said.stderr.contains(e)), "{said:?}");
    assert!(said.stderr.contains("hint: "), "{said:?}");
    assert_eq!(stage.browser(), Vec::<u32>::new());
    // One that has none even with a display: its name tells.
    let shell = stage.home.folder().join("chrome-headless-shell");
    std::fs::write(&shell, "").unwrap();
    let shell = shell.display().to_string();
    let with = ["--engine", "chromium", "--browser", &shell];
    let said = stage.run(&[&with[..], &["--headed", "open", &page]].concat());
    said.refused(1, "has no windows to show");
    stage.open("/landed");
    stage.end_clean();
}

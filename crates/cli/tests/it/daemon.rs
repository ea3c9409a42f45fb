//! The life of the daemon: that there is one, that it ends, and what its end costs.

use std::fs::{File, Permissions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Home, LONG, Said};

#[test]
fn it_starts_by_itself_and_stops_when_told() {
    let home = Home::new();
    assert_eq!(home.ok(&["daemon", "status"]), "no daemon is running\n");
    assert_eq!(home.ok(&["daemon", "stop"]), "no daemon is running\n");
    assert!(!home.socket().exists());
    home.ok(&["open", &home.page()]);
    assert!(home.socket().exists());
    assert_eq!(
        std::fs::metadata(home.path()).unwrap().permissions().mode() & 0o777,
        0o700
    );
    let pid = home.pid();
    assert_eq!(
        home.ok(&["daemon", "stop"]),
        format!("daemon {pid} ended\n")
    );
    assert!(!home.socket().exists());
    assert_eq!(home.ok(&["daemon", "stop"]), "no daemon is running\n");
    assert_eq!(home.log(), "");
}

#[test]
fn commands_that_need_no_session_start_none() {
    let home = Home::new();
    assert_eq!(home.ok(&["session", "list"]), "no sessions\n");
    assert_eq!(home.ok(&["close"]), "session \"default\" was not open\n");
    assert_eq!(home.ok(&["close", "--all"]), "no sessions were open\n");
    home.run(&["click", "5"]).refused(1, "nothing was opened");
    assert_eq!(home.ok(&["daemon", "status"]), "no daemon is running\n");
}

#[test]
fn clients_that_start_together_share_one() {
    let home = Home::new();
    let page = home.page();
    let clients: Vec<_> = (0..8)
        .map(|i| home.spawn(&["open", &page, "--session", &format!("s{i}")]))
        .collect();
    let begun = Instant::now();
    for client in clients {
        let said = Said::of(&client.wait_with_output().unwrap(), begun);
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""), "{said:?}");
    }
    // With two daemons, each would know only some of them.
    assert_eq!(home.ok(&["session", "list"]).lines().count(), 8);
    assert_eq!(home.ok(&["close", "--all"]).lines().count(), 8);
    assert_eq!(home.ok(&["session", "list"]), "no sessions\n");
}

#[test]
fn the_socket_of_a_dead_daemon_is_replaced() {
    let home = Home::new();
    private_folder(&home.path());
    drop(UnixListener::bind(home.socket()).unwrap());
    let said = home.run(&["open", &home.page()]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(
        said.stderr,
        "note: the daemon ended unexpectedly; its sessions and their pages are lost\n"
    );
    assert_eq!(home.run(&["get", "title"]).stderr, "");
}

#[test]
fn a_killed_daemon_costs_one_message() {
    let home = Home::new();
    home.ok(&["open", &home.page()]);
    let client = home.spawn(&["wait", "60000", "--timeout", "2m"]);
    await_busy(&home, "default");
    let begun = Instant::now();
    home.signal("-KILL");
    let said = Said::of(&client.wait_with_output().unwrap(), begun);
    said.refused(1, "the daemon ended during `wait` in session \"default\"; all sessions and their pages are lost");
    assert!(said.took < LONG);
    // The next one starts a new daemon.
    home.ok(&["open", &home.page()]);
    home.ok(&["get", "url"]);
}

#[test]
fn signals_end_it_in_good_order() {
    for signal in ["-TERM", "-INT"] {
        let home = Home::new();
        home.ok(&["open", &home.page()]);
        home.signal(signal);
        home.await_end();
        assert!(!home.socket().exists());
        assert_eq!(home.log(), "");
    }
}

#[test]
fn it_ends_when_nobody_asks_for_anything() {
    let home = Home::idle("300ms");
    home.ok(&["open", &home.page()]);
    let begun = Instant::now();
    home.await_end();
    assert!(begun.elapsed() < LONG);
    assert!(!home.socket().exists());
    assert_eq!(home.ok(&["daemon", "status"]), "no daemon is running\n");
}

#[test]
fn a_command_that_runs_is_no_idle_time() {
    let home = Home::idle("100ms");
    home.ok(&["open", &home.page(), "--session", "other"]);
    let said = home.run(&["open", &home.page()]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let said = home.run(&["wait", "600"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn a_folder_that_others_can_enter_is_refused() {
    let home = Home::new();
    std::fs::create_dir(home.path()).unwrap();
    std::fs::set_permissions(home.path(), Permissions::from_mode(0o755)).unwrap();
    home.run(&["open", &home.page()])
        .refused(1, "is open to other users (mode 755)");
    std::fs::remove_dir(home.path()).unwrap();

    let elsewhere = home.folder().join("elsewhere");
    private_folder(&elsewhere);
    symlink(&elsewhere, home.path()).unwrap();
    home.run(&["open", &home.page()])
        .refused(1, "is a symbolic link");
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    std::fs::remove_file(home.path()).unwrap();
}

#[test]
fn an_older_daemon_without_sessions_is_replaced() {
    let home = Home::new();
    let old = OldDaemon::start(&home, 0);
    let said = home.run(&["open", &home.page()]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(
        said.stderr
            .starts_with("note: replaced the daemon of surefoot 0.0.1 by one of "),
        "{said:?}"
    );
    assert_eq!(old.told(), r#"{"call":"stop"}"#);
    home.ok(&["get", "url"]);
}

#[test]
fn an_older_daemon_with_sessions_is_left_alone() {
    let home = Home::new();
    let old = OldDaemon::start(&home, 2);
    let said = home.run(&["get", "url"]);
    said.refused(
        1,
        "the daemon that runs is of surefoot 0.0.1, this command is of ",
    );
    assert!(
        said.stderr.contains("it holds 2 sessions")
            && said.stderr.contains("`surefoot daemon stop`"),
        "{said:?}"
    );
    assert_eq!(old.told(), "");

    let old = OldDaemon::start(&home, 2);
    assert!(home.ok(&["daemon", "stop"]).ends_with("ended\n"));
    assert_eq!(old.told(), r#"{"call":"stop"}"#);
}

#[test]
fn what_is_no_daemon_is_named() {
    let home = Home::new();
    private_folder(&home.path());
    let listener = UnixListener::bind(home.socket()).unwrap();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .unwrap();
        // Until the client is gone.
        let _ = stream.read_to_end(&mut Vec::new());
    });
    home.run(&["get", "url"])
        .refused(1, "is not a surefoot daemon");
    other.join().unwrap();
    std::fs::remove_file(home.socket()).unwrap();
}

#[test]
fn a_client_that_goes_away_takes_its_command_back() {
    let home = Home::new();
    home.ok(&["open", &home.page()]);
    let mut client = home.spawn(&["wait", "60000", "--timeout", "2m"]);
    await_busy(&home, "default");
    client.kill().unwrap();
    client.wait().unwrap();
    let said = home.run(&["get", "url", "--timeout", "20s"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn a_busy_session_delays_no_other_and_says_what_it_does() {
    let home = Home::new();
    home.ok(&["open", &home.page(), "--session", "busy"]);
    home.ok(&["open", &home.page(), "--session", "free"]);
    let mut client = home.spawn(&["wait", "60000", "--timeout", "2m", "--session", "busy"]);
    await_busy(&home, "busy");
    home.ok(&["get", "title", "--session", "free", "--timeout", "10s"]);
    let said = home.run(&["get", "title", "--session", "busy", "--timeout", "300ms"]);
    said.refused(
        1,
        "`get` waited in vain for session \"busy\", which still does `wait` (timeout)",
    );
    assert!(said.took < Duration::from_millis(1300), "{said:?}");
    // To close it, nobody has to wait for it.
    let begun = Instant::now();
    assert_eq!(
        home.ok(&["close", "--session", "busy"]),
        "closed session \"busy\"\n"
    );
    assert!(begun.elapsed() < LONG);
    assert_eq!(client.wait().unwrap().code(), Some(1));
}

#[test]
fn a_command_ends_when_its_time_is_over() {
    let home = Home::new();
    home.ok(&["open", &home.page()]);
    let said = home.run(&["wait", "60000", "--timeout", "500ms"]);
    said.refused(1, "(timeout)");
    assert!(said.took < Duration::from_millis(1500), "{said:?}");
}

#[test]
fn a_daemon_that_hangs_costs_no_more_than_the_time_given() {
    let home = Home::new();
    private_folder(&home.path());
    // It accepts, in the queue of the socket, and never says a word.
    let hanging = UnixListener::bind(home.socket()).unwrap();
    let said = home.run(&["get", "url", "--timeout", "300ms"]);
    said.refused(1, "the daemon does not answer (timeout)");
    assert!(said.took < Duration::from_millis(1300), "{said:?}");
    drop(hanging);
    std::fs::remove_file(home.socket()).unwrap();
}

#[test]
fn standard_input_that_does_not_end_is_given_up() {
    let home = Home::new();
    let begun = Instant::now();
    let mut command = home.command(&["snapshot", "-", "--timeout", "300ms"]);
    let mut client = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let never_closed = client.stdin.take().unwrap();
    let said = Said::of(&client.wait_with_output().unwrap(), begun);
    said.refused(1, "standard input did not end within 300ms (timeout)");
    assert!(said.took < Duration::from_millis(1300), "{said:?}");
    drop(never_closed);
}

#[test]
fn a_session_keeps_what_it_was_started_with() {
    let home = Home::new();
    home.ok(&[
        "open",
        &home.page(),
        "--engine",
        "native",
        "--header",
        "X-A: b",
    ]);
    home.ok(&["get", "url", "--engine", "native"]);
    home.run(&["get", "url", "--engine", "auto"])
        .refused(1, "was started with another --engine");
    home.run(&["get", "url", "--header", "X-A: c"])
        .refused(1, "was started with another --header");
    home.run(&[
        "open",
        &home.page(),
        "--engine",
        "native",
        "--credentials",
        "ada:secret",
        "--session",
        "b",
    ])
    .refused(1, "(unsupported)");
}

/// Comes back when the session works on something: until then a short command would get through at once.
pub(crate) fn await_busy(home: &Home, session: &str) {
    let deadline = Instant::now() + LONG;
    while Instant::now() < deadline {
        let said = home.run(&["get", "url", "--session", session, "--timeout", "50ms"]);
        if said.code != Some(0) {
            assert!(said.stderr.contains("which still does `wait`"), "{said:?}");
            return;
        }
    }
    panic!("session {session} never began to work");
}

fn private_folder(path: &Path) {
    std::fs::DirBuilder::new().mode(0o700).create(path).unwrap();
}

/// What a daemon of another version is, seen from a client: a greeting, and an ear for `stop`. It is written out here
/// byte by byte, because these bytes must stay what they are for as long as there are versions.
struct OldDaemon {
    thread: std::thread::JoinHandle<String>,
}

impl OldDaemon {
    fn start(home: &Home, sessions: usize) -> OldDaemon {
        if !home.path().exists() {
            private_folder(&home.path());
        }
        let socket = home.socket();
        let listener = UnixListener::bind(&socket).unwrap();
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(home.path().join("daemon.lock"))
            .unwrap();
        lock.lock().unwrap();
        let thread = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let hello = format!(r#"{{"surefoot":"0.0.1","pid":1,"sessions":{sessions},"old":[]}}"#);
            stream
                .write_all(&u32::try_from(hello.len()).unwrap().to_be_bytes())
                .unwrap();
            stream.write_all(hello.as_bytes()).unwrap();
            let theirs = frame(&mut stream);
            assert!(theirs.contains("\"surefoot\":\""), "{theirs}");
            let told = frame(&mut stream);
            std::fs::remove_file(&socket).unwrap();
            drop(lock);
            told
        });
        OldDaemon { thread }
    }

    /// What it was told: the call, or nothing.
    fn told(self) -> String {
        self.thread.join().unwrap()
    }
}

fn frame(stream: &mut impl std::io::Read) -> String {
    let mut length = [0; 4];
    if stream.read_exact(&mut length).is_err() {
        return String::new();
    }
    let mut bytes = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

//! Many sessions at once: none waits for another.

use std::time::{Duration, Instant};

use surefoot_fixtures::Server;

use crate::support::{Home, LONG, Said};

#[test]
fn a_session_that_waits_delays_no_other() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/landed"), "--session", "quick"]);
    let stuck = home.spawn(&["open", &server.page("/gate/stuck"), "--session", "stuck"]);
    server.wait_for("/gate/stuck", LONG).expect("it was asked");
    for _ in 0..3 {
        assert_eq!(
            home.ok(&["get", "text", "main", "--session", "quick"]),
            "Landed\nYou have arrived.\n"
        );
    }
    home.ok(&["open", &server.page("/shop"), "--session", "another"]);
    // The stuck one itself ends a second command by its own deadline, and says what it waits for.
    home.run(&["get", "url", "--session", "stuck", "--timeout", "200ms"])
        .refused(1, "(timeout)");
    server.open_gate("stuck");
    let said = Said::of(&stuck.wait_with_output().unwrap(), Instant::now());
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(
        home.ok(&["get", "text", "main p", "--session", "stuck"]),
        "The gate is open.\n"
    );
}

#[test]
fn eight_sessions_log_in_at_once() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let login = server.page("/login");
    std::thread::scope(|scope| {
        for i in 0..8 {
            let (home, login) = (&home, &login);
            scope.spawn(move || {
                let session = format!("s{i}");
                let (user, password, shown) = if i % 2 == 0 {
                    ("ada", "correct horse", "Ada Lovelace")
                } else {
                    ("grace", "battery staple", "Grace Hopper")
                };
                let run = |line: &[&str]| home.ok(&[line, &["--session", &session]].concat());
                run(&["open", login]);
                run(&["fill", "#username", user]);
                run(&["fill", "#password", password]);
                run(&["click", "main button"]);
                // Each deletes another message of its own visit.
                let row = format!("tr:nth-child({}) button", i % 5 + 1);
                run(&["click", &row]);
                assert_eq!(run(&["get", "text", "main strong"]), format!("{shown}\n"));
                assert_eq!(run(&["get", "count", "tbody tr"]), "4\n");
            });
        }
    });
    assert_eq!(home.ok(&["session", "list"]).lines().count(), 8);
}

#[test]
fn a_command_ends_by_its_deadline() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/landed")]);
    let said = home.run(&[
        "open",
        &server.page("/slow/headers?seconds=30"),
        "--timeout",
        "1s",
    ]);
    said.refused(1, "no answer within the time limit (timeout)");
    assert!(said.took >= Duration::from_secs(1), "{said:?}");
    assert!(said.took < Duration::from_secs(10), "{said:?}");
}

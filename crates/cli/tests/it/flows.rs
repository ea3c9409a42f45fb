//! A flow with a password: it is in no file, and comes from the environment of whoever replays.

use std::time::Instant;

use surefoot_fixtures::Server;

use crate::support::{Home, Said};

#[test]
fn a_password_is_asked_of_the_environment() {
    let home = Home::new();
    let server = Server::start().unwrap();
    home.ok(&["open", &format!("{}/login", server.url())]);
    home.ok(&["record", "start", "login.json"]);
    home.ok(&["fill", "#username", "ada"]);
    home.ok(&["fill", "#password", "correct horse"]);
    let said = home.ok(&["click", "main button"]);
    assert!(said.contains("/dashboard"), "{said}");
    home.ok(&["record", "stop"]);
    let flow = std::fs::read_to_string(home.folder().join("login.json")).unwrap();
    assert!(
        flow.contains("${env:SECRET_PASSWORD}") && !flow.contains("horse"),
        "{flow}"
    );

    home.ok(&["close"]);
    home.run(&["replay", "login.json"])
        .refused(1, "SECRET_PASSWORD");
    let replayed = replay(&home, "correct horse");
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.stdout.contains("replayed 4 steps"), "{replayed:?}");

    // Another one leads elsewhere, and that is told.
    home.ok(&["close"]);
    let replayed = replay(&home, "wrong");
    assert_eq!(replayed.code, Some(1), "{replayed:?}");
    assert!(
        replayed
            .stderr
            .contains("did something else: url: expected"),
        "{replayed:?}"
    );
    assert!(!replayed.stdout.contains("wrong"), "{replayed:?}");
}

fn replay(home: &Home, password: &str) -> Said {
    let begun = Instant::now();
    let mut command = home.command(&["replay", "login.json"]);
    command.env("SECRET_PASSWORD", password);
    Said::of(&command.output().unwrap(), begun)
}

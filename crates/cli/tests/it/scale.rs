//! Pages of a size that no person would read.

use std::time::Duration;

use serde_json::Value;
use surefoot_fixtures::Server;

use crate::support::Home;

/// Far more than it takes (some ten seconds without optimisation): only growth that is not linear would need more.
const BOUND: Duration = Duration::from_mins(1);

#[test]
fn two_hundred_thousand_elements() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let opened = home.run(&["open", &server.page("/big/buttons?n=200000")]);
    assert_eq!(opened.code, Some(0), "{opened:?}");
    let shown = home.run(&["snapshot", "-i", "--format", "json"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(
        opened.took + shown.took < BOUND,
        "{:?} {:?}",
        opened.took,
        shown.took
    );
    let snapshot: Value = serde_json::from_str(&shown.stdout).unwrap();
    let elements = snapshot["elements"].as_array().unwrap();
    assert_eq!(elements.len(), 200_000);
    let refs = elements.iter().map(|e| e["ref"].as_u64().unwrap());
    assert!(refs.eq(1..=200_000));
    assert_eq!(home.ok(&["get", "count", "button"]), "200000\n");
    let clicked = home.ok(&["click", "123456"]);
    assert!(clicked.starts_with("clicked @e123456 button "), "{clicked}");
}

#[test]
fn real_pages() {
    let server = Server::start().unwrap();
    let home = Home::new();
    let pages = surefoot_corpus::selection().unwrap_or_else(|missing| panic!("{missing}"));
    // A few from everywhere in the list, which is ordered by package.
    for page in pages.iter().step_by(pages.len() / 6) {
        home.ok(&["open", &server.page(&format!("/corpus/{}", page.name))]);
        let json = home.ok(&["snapshot", "-i", "--json"]);
        let answer: Value = serde_json::from_str(&json).unwrap();
        let elements = answer["data"]["elements"].as_array().unwrap();
        let refs: Vec<u64> = elements.iter().filter_map(|e| e["ref"].as_u64()).collect();
        for reference in refs.iter().take(3) {
            // What was shown can be asked for, by the ref it was shown with.
            home.ok(&["get", "text", &reference.to_string()]);
        }
        for format in ["compact", "tree"] {
            let text = home.ok(&["snapshot", "--format", format]);
            assert!(!text.trim().is_empty(), "{} as {format}", page.name);
        }
    }
}

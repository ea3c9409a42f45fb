//! The command line itself: what is refused, how, and where it is printed.

use crate::support::Home;

#[test]
fn what_is_unknown_is_a_usage_error_with_a_suggestion() {
    let home = Home::new();
    for (line, words) in [
        (&["snapshto"][..], "'snapshot'"),
        (&["snapshot", "--interactiv"], "'--interactive'"),
        (&["snapshot", "--format", "compcat"], "'compact'"),
        (&["snapshot", "-d", "0"], "'0'"),
        (&["--session", "a/b", "back"], "1 to 64 letters"),
        (&["--timeout", "soon", "back"], "500ms"),
        (&["tab", "lst"], "`surefoot tab list` shows them"),
    ] {
        home.run(line).refused(2, words);
    }
}

#[test]
fn with_json_everything_is_one_document() {
    let home = Home::new();
    for (line, code, success) in [
        (&["--json", "snapshto"][..], 2, false),
        (&["snapshto", "--json"], 2, false),
        (&["--json"], 2, false),
        (&["click", "5", "--json"], 1, false),
        (&["open", "./missing.html", "--json"], 1, false),
        (&["daemon", "status", "--json"], 0, true),
        (&["daemon", "stop", "--json"], 0, true),
        (&["session", "list", "--json"], 0, true),
        (&["close", "--json"], 0, true),
    ] {
        let said = home.run(line);
        assert_eq!(
            (said.code, said.stderr.as_str()),
            (Some(code), ""),
            "{line:?}: {said:?}"
        );
        let document: serde_json::Value = serde_json::from_str(&said.stdout).expect(&said.stdout);
        assert_eq!(document["success"], success, "{said:?}");
        assert_eq!(document.get("error").is_some(), !success, "{said:?}");
        assert_eq!(document.get("data").is_some(), success, "{said:?}");
    }
}

#[test]
fn help_and_completions_go_to_standard_output() {
    let home = Home::new();
    for line in [
        &["--help"][..],
        &["help", "snapshot"],
        &["click", "--help"],
        &["--version"],
    ] {
        assert!(!home.ok(line).is_empty(), "{line:?}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            home.ok(&["completions", shell]).contains("snapshot"),
            "{shell}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = home
        .command(&["completions", "zsh"])
        .stdout(writer)
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn files_are_named_by_the_folder_of_the_client() {
    let home = Home::new();
    home.ok(&["open", "page.html"]);
    let url = home.ok(&["get", "url"]);
    assert!(
        url.starts_with("file:///") && url.ends_with("/page.html\n"),
        "{url}"
    );
    home.run(&["open", "./missing.html"])
        .refused(1, "it does not exist");
    home.run(&["upload", "3", "missing.txt"])
        .refused(1, "cannot upload missing.txt");
}

//! What README.md shows is what happens.

use std::path::Path;

use crate::support::Home;

/// The folder that README.md writes for the clone.
const CLONE: &str = "/home/you/surefoot";

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).unwrap()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap()
}

#[test]
fn the_session_of_the_readme_is_true() {
    let home = Home::new();
    let readme = readme();
    let (_, rest) = readme.split_once("```console\n").unwrap();
    let (shown, _) = rest.split_once("```").unwrap();
    let commands: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("$ surefoot "))
        .collect();
    assert!(commands.len() > 5, "README.md shows {commands:?}");
    let mut printed = String::new();
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let output = home.command(&words).current_dir(root()).output().unwrap();
        let out = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let out = out.replace(&root().display().to_string(), CLONE);
        printed.extend(["$ surefoot ", command, "\n", &out]);
    }
    assert_eq!(shown, printed);
}

#[test]
fn every_command_is_in_the_readme() {
    let home = Home::new();
    let help = home.ok(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").unwrap();
    let (list, _) = rest.split_once("\n\n").unwrap();
    let readme = readme();
    let table: String = readme
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    for line in list.lines().filter_map(|line| line.strip_prefix("  ")) {
        let name = line.split(' ').next().unwrap();
        if !name.is_empty() && name != "help" {
            let cell = [format!("`{name}`"), format!("`{name} ")];
            assert!(
                cell.iter().any(|cell| table.contains(cell)),
                "README.md does not list `{name}`"
            );
        }
    }
}

#[test]
fn the_files_for_mcp_clients_are_true() {
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(root().join(name)).unwrap()).unwrap()
    };
    let server = read("server.json");
    assert_eq!(server["version"], env!("CARGO_PKG_VERSION"));
    assert!(server["description"].as_str().unwrap().len() <= 100);
    let start = &read(".mcp.json")["mcpServers"]["surefoot"];
    assert_eq!(start["command"], "surefoot");
    assert_eq!(start["args"], serde_json::json!(["mcp"]));
}

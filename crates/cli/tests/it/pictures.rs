//! Pictures over the command line: their files, and that what is drawn on them can be acted on.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use surefoot_fixtures::Server;

use crate::support::{Home, Said};

fn json(home: &Home, line: &[&str]) -> Value {
    let text = home.ok(&[line, &["--json"]].concat());
    let mut answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["success"], true, "{line:?}: {answer}");
    answer["data"].take()
}

/// The size of a PNG file.
fn size(path: &Path) -> (u64, u64) {
    let bytes = std::fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"), "{}", path.display());
    let number = |at: usize| u64::from(u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()));
    (number(16), number(20))
}

#[test]
fn a_picture_has_a_file_of_its_own_that_nobody_else_can_read() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/login"), "--engine", "chromium"]);
    let temp = home.folder().join("temp");
    std::fs::create_dir(&temp).unwrap();
    let mut paths = Vec::new();
    for _ in 0..2 {
        let mut command = home.command(&["screenshot"]);
        command.env("TMPDIR", &temp);
        let said = Said::of(&command.output().unwrap(), Instant::now());
        assert_eq!(said.code, Some(0), "{said:?}");
        let path = said
            .stdout
            .trim()
            .strip_prefix("Screenshot saved to ")
            .unwrap()
            .to_owned();
        paths.push(path);
    }
    assert_ne!(paths[0], paths[1]);
    for path in &paths {
        let path = Path::new(path);
        assert!(path.starts_with(&temp), "{path:?}");
        let name = path.file_name().unwrap().to_str().unwrap();
        let shape: String = name
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert!(
            shape.starts_with("screenshot-0000-00-00T00-00-00-"),
            "{name}"
        );
        assert_eq!(
            name.len(),
            "screenshot-2026-03-02T10-30-00-abc123.png".len()
        );
        assert_eq!(size(path), (1280, 720));
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(path), 0o600);
        assert_eq!(mode(path.parent().unwrap()), 0o700);
    }
}

#[test]
fn what_is_drawn_is_what_refs_name() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/login"), "--engine", "chromium"]);
    for how in [
        &["--annotate"][..],
        &["-i"],
        &["--annotate", "--full"],
        &["--annotate", "--stitch"],
    ] {
        let line = [&["screenshot", "a.png", "--force"], how].concat();
        let shot = json(&home, &line);
        let marks = shot["annotations"].as_array().unwrap();
        assert!(marks.len() >= 3, "{how:?}: {marks:?}");
        for mark in marks {
            let reference = mark["ref"].as_u64().unwrap().to_string();
            let at = json(&home, &["get", "box", &reference])["value"].take();
            for side in ["x", "y", "width", "height"] {
                let (is, should) = (
                    mark["box"][side].as_f64().unwrap(),
                    at[side].as_f64().unwrap(),
                );
                assert!((is - should).abs() <= 1.0, "{how:?}: {mark} is at {at}");
            }
        }
    }
    // A snapshot numbers as the picture does.
    let shown = home.ok(&["snapshot", "-i"]);
    let shot = json(&home, &["screenshot", "a.png", "--force", "-i"]);
    for mark in shot["annotations"].as_array().unwrap() {
        let (reference, role) = (
            mark["ref"].as_u64().unwrap(),
            mark["role"].as_str().unwrap(),
        );
        assert!(
            shown.contains(&format!("{reference}: {role}")),
            "{mark} in {shown}"
        );
    }
}

#[test]
fn a_point_of_a_picture_is_clicked() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/login"), "--engine", "chromium"]);
    let refused = home.run(&["click", "--at", "1,1"]);
    refused.refused(1, "there is no picture of this tab yet");
    for (how, factor) in [
        (&["-i"][..], 1.0),
        (&["-i", "--max-width", "640"], 0.5),
        (&["-i", "--scale", "2"], 2.0),
        (&["-i", "--stitch"], 1.0),
        (&["-i", "--full"], 1.0),
    ] {
        let line = [&["screenshot", "a.png", "--force"], how].concat();
        let shot = json(&home, &line);
        assert_eq!(shot["scale"], factor, "{how:?}");
        let field = shot["annotations"]
            .as_array()
            .unwrap()
            .iter()
            .find(|mark| mark["role"] == "textbox")
            .unwrap();
        let middle = |start: &str, length: &str| {
            let at = &field["box"];
            at[start].as_f64().unwrap() + at[length].as_f64().unwrap() / 2.0
        };
        let point = format!("{},{}", middle("x", "width"), middle("y", "height"));
        let clicked = json(&home, &["click", "--at", &point]);
        assert_eq!(clicked["target"]["ref"], field["ref"], "{how:?}: {clicked}");
        let focused = json(&home, &["eval", "document.activeElement.tagName"]);
        assert_eq!(focused["value"], "INPUT", "{how:?}");
        home.ok(&["eval", "document.activeElement.blur()"]);
    }
    // What is elsewhere by now is not clicked.
    home.ok(&["open", &server.page("/landed")]);
    let refused = home.run(&["click", "--at", "10,10"]);
    refused.refused(1, "the last picture is of another page");
}

#[test]
fn a_picture_is_only_made_if_it_looks_otherwise() {
    let server = Server::start().unwrap();
    let home = Home::new();
    home.ok(&["open", &server.page("/login"), "--engine", "chromium"]);
    let first = json(&home, &["screenshot", "a.png", "--if-changed"]);
    assert!(first["unchanged"].is_null(), "{first}");
    let second = json(&home, &["screenshot", "b.png", "--if-changed"]);
    assert_eq!(second["unchanged"]["difference"], 0.0, "{second}");
    assert!(!home.folder().join("b.png").exists());
    home.ok(&["eval", "document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;left:0;top:0;width:128px;height:72px;background:#000\">')"]);
    let little = json(
        &home,
        &["screenshot", "b.png", "--if-changed", "--threshold", "2"],
    );
    let differs = little["unchanged"]["difference"].as_f64().unwrap();
    assert!((0.005..0.0101).contains(&differs), "{little}");
    let third = json(&home, &["screenshot", "b.png", "--if-changed"]);
    assert!(third["unchanged"].is_null(), "{third}");
    assert_eq!(size(&home.folder().join("b.png")), (1280, 720));
    let found = json(
        &home,
        &["diff", "screenshot", "a.png", "b.png", "-o", "d.png"],
    );
    assert_eq!(found["box"]["width"], 128, "{found}");
    assert_eq!(size(&home.folder().join("d.png")), (1280, 720));
    let now = json(&home, &["diff", "screenshot", "b.png"]);
    assert_eq!(now["pixels"], 0, "{now}");
}

#[test]
fn what_is_behind_something_else_is_not_drawn() {
    let home = Home::new();
    let page = home.folder().join("covered.html");
    std::fs::write(
        &page,
        "<!doctype html><title>Covered</title><h2 style='position:absolute;left:100px;top:100px;width:300px'>
         <a href=/a>Behind</a></h2><button style='position:absolute;left:600px;top:100px'>Free</button>
         <div role=dialog aria-label=Note style='position:fixed;left:80px;top:80px;width:400px;height:120px;background:#fff'>
         <button style='position:absolute;left:300px;top:90px'>Close</button></div>",
    )
    .unwrap();
    home.ok(&["open", page.to_str().unwrap(), "--engine", "chromium"]);
    let shot = json(&home, &["screenshot", "a.png", "--annotate"]);
    let names = |list: &str| -> Vec<String> {
        let all = shot[list].as_array().unwrap().iter();
        all.map(|one| {
            format!(
                "{} {}",
                one["role"].as_str().unwrap(),
                one["name"].as_str().unwrap()
            )
        })
        .collect()
    };
    assert_eq!(
        names("covered"),
        ["heading Behind", "link Behind"],
        "{shot}"
    );
    assert_eq!(
        names("annotations"),
        ["button Free", "button Close"],
        "{shot}"
    );
}

//! Files that come, and files that go.

use std::path::Path;

use super::stage::Stage;

#[test]
fn downloads_by_script_link_and_header() {
    let stage = Stage::at("/js/downloads");
    let folder = stage.home.folder().to_owned();
    for (target, name, content) in [
        ("#blob", "export.txt", "exported\n"),
        ("#late", "late.txt", "late\n"),
        (
            "[download='renamed.csv']",
            "renamed.csv",
            "id,name\n1,lamp\n2,rope\n",
        ),
        (
            "[href='/download']",
            "report.csv",
            "id,total\n1,19.95\n2,7.50\n",
        ),
        ("[download='data.csv']", "data.csv", "a,b\n1,2"),
    ] {
        let to = folder.join(format!("got-{name}"));
        let selector = format!("{target}:first-of-type");
        let target = if target.starts_with('#') {
            target
        } else {
            selector.as_str()
        };
        if target.starts_with("[href") {
            // Two links have this address: the first one.
            let reference = stage.find("link", "Attachment");
            stage.ok(&["download", &reference, &to.display().to_string()]);
        } else {
            stage.ok(&["download", target, &to.display().to_string()]);
        }
        assert_eq!(std::fs::read_to_string(&to).unwrap(), content, "{name}");
    }
    assert_eq!(stage.ok(&["get", "title"]), "Downloads\n");
    stage.end_clean();
}

#[test]
fn a_click_that_downloads_says_so() {
    let stage = Stage::at("/js/downloads");
    let said = stage.data(&["click", "#two"]);
    let downloads = said["effects"]["downloads"].as_array().unwrap().clone();
    let mut names: Vec<String> = downloads
        .iter()
        .map(|one| {
            let path = Path::new(one["path"].as_str().unwrap());
            assert!(path.is_file(), "{one}");
            path.file_name().unwrap().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["one.txt", "two.txt"]);
}

#[test]
fn a_download_that_does_not_end_costs_the_time_given() {
    let stage = Stage::at("/js/downloads");
    let said = stage.run(&["download", "[download='never.html']", "--timeout", "2s"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.took.as_secs() < 5, "{said:?}");
    stage
        .run(&["download", "#forever-none"])
        .refused(1, "not_found");
}

#[test]
fn files_are_given_to_inputs_and_choosers() {
    let stage = Stage::at("/js/chooser");
    let file = |name: &str, text: &str| {
        let path = stage.home.folder().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (one, two) = (file("one.txt", "first file"), file("two.txt", "second"));
    stage.ok(&["upload", "#plain", &one]);
    stage.wait_text("plain: one.txt, 10 bytes, first file");
    // A hidden input behind a button: the click opens a chooser, which waits for files.
    let said = stage.click("button", "Choose a picture");
    assert!(
        said.contains("upload --chooser") || said.contains("chooser"),
        "{said}"
    );
    stage.ok(&["upload", "--chooser", &two]);
    stage.wait_text("hidden: two.txt, 6 bytes, second");
    stage.ok(&["upload", "#many", &one, &two]);
    stage.wait_text("many: two.txt, 6 bytes, second");
    let missing = stage.home.folder().join("none.txt").display().to_string();
    stage.refused(&["upload", "#plain", &missing], "invalid_argument");
}

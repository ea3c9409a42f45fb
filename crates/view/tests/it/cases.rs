//! Recorded cases: `tests/cases/NAME.json` and what it is in each of the other formats. `UPDATE_EXPECT=1` writes the
//! expectations anew. Those whose names begin with `s1_` or `s4_` are the examples of the specifications, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use surefoot_view::{Format, parse, render_parsed};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn inputs() -> Vec<PathBuf> {
    let mut inputs: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder of cases")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    inputs.sort();
    inputs
}

#[test]
fn cases() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let inputs = inputs();
    assert!(inputs.len() >= 20, "only {} cases were found", inputs.len());
    let mut wrong = Vec::new();
    for input in inputs {
        let text = fs::read_to_string(&input).expect("a readable case");
        let parsed =
            parse(Format::Json, &text).unwrap_or_else(|e| panic!("{}: {e}", input.display()));
        for &format in Format::ALL {
            let path = input.with_extension(format.name());
            let rendered = render_parsed(format, &parsed);
            let again = parse(format, &rendered)
                .unwrap_or_else(|e| panic!("{}: {e}\n{rendered}", path.display()));
            assert_eq!(
                render_parsed(format, &again),
                rendered,
                "{} read back and rendered",
                path.display()
            );
            if update {
                fs::write(&path, &rendered).expect("writing an expectation");
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            if rendered != expected {
                let path = path.display();
                wrong.push(format!(
                    "---- {path}\nexpected:\n{expected}\nfound:\n{rendered}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

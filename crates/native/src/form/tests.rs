//! The cases of `tests/form_cases`: an HTML file with a form, and beside it the request that submitting it makes. The
//! submitter is the element with `data-submitter`; `data-encoding` on the form is the document's encoding.
//! `UPDATE_EXPECT=1` writes the expectations anew.

use std::fs;
use std::path::Path;

use encoding_rs::Encoding;
use rustc_hash::FxHashMap;
use surefoot_page::name;

use super::*;

fn request_of(html: &str) -> String {
    let mut page = crate::dom::parse_html(html, "http://h.test/dir/form?old=1#frag");
    let root = page.root().unwrap();
    for (control, value) in initial_values(&page, root) {
        page.set_value(control, value);
    }
    let find = |key: &str| {
        let key = page.lookup(key)?;
        page.descendants(root).find(|&n| page.has_attr(n, key))
    };
    let form = page
        .descendants(root)
        .find(|&n| page.html_tag(n) == name::FORM)
        .unwrap();
    let encoding = page
        .lookup("data-encoding")
        .and_then(|key| page.attr(form, key))
        .and_then(|label| Encoding::for_label(label.as_bytes()))
        .unwrap_or(encoding_rs::UTF_8);
    let controls = Controls {
        owners: Owners::new(&page, root, &FxHashMap::default()),
        ..Controls::default()
    };
    let submitter = find("data-submitter").map(|node| Submitter { node, at: (3, 4) });
    match plan(&page, &controls, form, submitter, encoding) {
        Err(error) => format!("{error}\n"),
        Ok(Plan::CloseDialog(dialog)) => format!("close dialog: {}\n", dialog.is_some()),
        Ok(Plan::Request {
            url,
            transport: Transport::Url,
            target,
            ..
        }) => format!("GET {url}\ntarget: {target}\n"),
        Ok(Plan::Request {
            url,
            transport:
                Transport::Body {
                    entries,
                    enctype,
                    encoding,
                },
            target,
            ..
        }) => {
            let (kind, body) = encode_body(&entries, enctype, encoding).unwrap();
            let (kind, boundary) = match kind.split_once("boundary=") {
                Some((_, boundary)) => (kind.replace(boundary, "BOUNDARY"), boundary.to_owned()),
                None => (kind, "\0".to_owned()),
            };
            let body = String::from_utf8_lossy(&body).replace(&boundary, "BOUNDARY");
            format!(
                "POST {url}\ntarget: {target}\ncontent-type: {kind}\n\n{}",
                body.replace('\r', "\\r")
            )
        }
    }
}

#[test]
fn the_cases_of_form_submission() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/form_cases");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let case = file.unwrap().path();
        if case.extension().is_none_or(|e| e != "html") {
            continue;
        }
        seen += 1;
        let got = request_of(&fs::read_to_string(&case).unwrap());
        let expectation = case.with_extension("txt");
        if update {
            fs::write(&expectation, &got).unwrap();
        }
        let expected = fs::read_to_string(&expectation).unwrap_or_default();
        assert_eq!(got, expected, "{}", case.display());
    }
    assert!(seen > 5, "the cases were not found");
}

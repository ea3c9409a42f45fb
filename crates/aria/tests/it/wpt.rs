//! The Web Platform Tests, on pages as the native engine captures them.

use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_wpt::{Engine, Tally, answer, files};

#[test]
fn web_platform_tests() {
    let mut tally = Tally::new();
    for file in files().expect("the suites") {
        let page = parse_html(&file.prepared(), &format!("https://wpt.test/{}", file.path));
        let semantics = Semantics::new(&page);
        let document = page.root().expect("a document");
        for case in file.cases(&page, document) {
            let node = case.locator.find(&page, document);
            let answer = node.map(|node| answer(&semantics, node, &case.question));
            tally.count(Engine::Native, &file, &case, answer.as_deref());
        }
    }
    println!("{tally}\n{}", tally.failures());
    let surprises = tally.surprises(&[Engine::Native]);
    assert!(surprises.is_empty(), "otherwise than listed:\n{surprises}");
}

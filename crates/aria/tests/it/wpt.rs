//! The Web Platform Tests, on pages as the native engine captures them.

use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::{Facts, NodeId, Page};
use surefoot_wpt::{Action, Engine, Locator, Tally, answer, files};

/// Does what the file asks its reader to do.
fn perform(page: &mut Page, document: NodeId, action: Action) {
    let element = |id: String| {
        let found = Locator::Id(id).find(page, document);
        found.expect("the element that is acted on")
    };
    match action {
        Action::Focus(id) => {
            let element = element(id);
            page.add_facts(element, Facts::FOCUSED);
        }
        Action::Attribute(id, name, value) => {
            let element = element(id);
            let name = page.intern(&name);
            page.set_attr(element, name, &value);
        }
    }
    page.finish();
}

#[test]
fn web_platform_tests() {
    let mut tally = Tally::new();
    for file in files().expect("the suites") {
        let url = format!("https://wpt.test/{}", file.path);
        let mut page = parse_html(&file.prepared(), &url);
        let document = page.root().expect("a document");
        for action in file.actions() {
            perform(&mut page, document, action);
        }
        let semantics = Semantics::new(&page);
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

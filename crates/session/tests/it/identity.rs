//! A ref acts on what was shown, or on nothing (design, promise 1).

use surefoot_engine::{Error, ErrorKind};
use surefoot_page::{Facts, NodeId, Page, Selector, name};
use surefoot_session::{Answer, Session};

use crate::puppet::Puppet;
use crate::{click, run, shown};

const TABLE: &str = "<table>\
    <tr><td>Alice<td><button id=a>Delete Alice</button>\
    <tr><td>Bob<td><button id=b>Delete Bob</button>\
    <tr><td>Carol<td><button id=c>Delete Carol</button></table><button id=s>Save</button>";

async fn session(puppet: &Puppet) -> Session {
    Session::with_engine("test", Box::new(puppet.clone()))
        .await
        .unwrap()
}

fn find(page: &Page, css: &str) -> NodeId {
    page.select_everywhere(&Selector::parse(css).unwrap())
        .unwrap()[0]
}

/// The ref of the button with that name in what was shown.
fn reference(text: &str, name: &str) -> String {
    let line = text
        .lines()
        .find(|l| l.contains(&format!("button \"{name}\"")))
        .unwrap();
    line.trim().split(':').next().unwrap().to_owned()
}

fn refused(answer: Result<Answer, Error>) -> Error {
    match answer {
        Err(error) => error,
        Ok(answer) => panic!("it was done: {answer:?}"),
    }
}

#[tokio::test]
async fn what_stays_is_acted_on() {
    let puppet = Puppet::new(TABLE);
    let mut session = session(&puppet).await;
    let bob = reference(&shown(&mut session).await, "Delete Bob");
    puppet.change(|page| {
        let first = find(page, "tr");
        page.detach(first);
    });
    let Answer::Action(answer) = run(&mut session, click(&bob)).await.unwrap() else {
        unreachable!()
    };
    assert_eq!(puppet.done(), ["b"]);
    assert!(!answer.reattached);
    assert_eq!(answer.target.unwrap().name, "Delete Bob");
}

#[tokio::test]
async fn a_recycled_row_is_refused() {
    let puppet = Puppet::new(TABLE);
    let mut session = session(&puppet).await;
    let alice = reference(&shown(&mut session).await, "Delete Alice");
    puppet.change(|page| {
        let button = find(page, "#a");
        let text = page.children(button).next().unwrap();
        page.detach(text);
        page.append_text(button, "Delete Bob");
    });
    let error = refused(run(&mut session, click(&alice)).await);
    assert_eq!(error.kind(), ErrorKind::StaleRef);
    assert!(
        error.message().contains("Delete Alice") && error.message().contains("Delete Bob"),
        "{error}"
    );
    assert_eq!(puppet.done(), [""; 0]);
}

#[tokio::test]
async fn a_rerendered_row_is_found_again() {
    let puppet = Puppet::new(TABLE);
    let mut session = session(&puppet).await;
    let carol = reference(&shown(&mut session).await, "Delete Carol");
    puppet.rerender(&TABLE.replace("id=c", "id=new"));
    let Answer::Action(answer) = run(&mut session, click(&carol)).await.unwrap() else {
        unreachable!()
    };
    assert_eq!(puppet.done(), ["new"]);
    assert!(answer.reattached);
    // From then on it is that element.
    let Answer::Action(answer) = run(&mut session, click(&carol)).await.unwrap() else {
        unreachable!()
    };
    assert!(!answer.reattached);
    assert_eq!(reference(&shown(&mut session).await, "Delete Carol"), carol);
}

#[tokio::test]
async fn a_rerender_that_leaves_two_equals_is_refused() {
    let puppet = Puppet::new("<button id=a>Save</button>");
    let mut session = session(&puppet).await;
    let save = reference(&shown(&mut session).await, "Save");
    puppet.rerender("<button id=x>Save</button><button id=y>Save</button>");
    let error = refused(run(&mut session, click(&save)).await);
    assert_eq!(error.kind(), ErrorKind::StaleRef);
    assert_eq!(error.candidates().len(), 2);
    assert_eq!(puppet.done(), [""; 0]);
    // The candidates can be named right away.
    let candidate = error.candidates()[1].reference.unwrap().to_string();
    run(&mut session, click(&candidate)).await.unwrap();
    assert_eq!(puppet.done(), ["y"]);
}

#[tokio::test]
async fn a_rerender_in_another_context_is_refused() {
    let puppet = Puppet::new(
        "<ul><li>Alice <button id=a>Delete</button><li>Bob <button id=b>Delete</button></ul>",
    );
    let mut session = session(&puppet).await;
    let alice = reference(&shown(&mut session).await, "Delete");
    puppet.rerender("<ul><li>Bob <button id=b2>Delete</button></ul>");
    assert_eq!(
        refused(run(&mut session, click(&alice)).await).kind(),
        ErrorKind::StaleRef
    );
    assert_eq!(puppet.done(), [""; 0]);
}

#[tokio::test]
async fn another_document_is_another_page() {
    let puppet = Puppet::new("<button id=a>Save</button>");
    let mut session = session(&puppet).await;
    let save = reference(&shown(&mut session).await, "Save");
    puppet.navigate("<button id=b>Save</button>");
    let error = refused(run(&mut session, click(&save)).await);
    assert_eq!(error.kind(), ErrorKind::StaleRef);
    assert_eq!(error.candidates().len(), 1);
    assert_ne!(error.candidates()[0].reference.unwrap().to_string(), save);
    assert_eq!(puppet.done(), [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_used_is_refused() {
    let puppet = Puppet::new(TABLE);
    let mut session = session(&puppet).await;
    let save = reference(&shown(&mut session).await, "Save");
    puppet.change(|page| page.add_facts(find(page, "#s"), Facts::DISABLED));
    let refusal = |answer| refused(answer).kind();
    assert_eq!(
        refusal(run(&mut session, click(&save)).await),
        ErrorKind::Disabled
    );
    puppet.change(|page| {
        let button = find(page, "#s");
        page.remove_facts(button, Facts::DISABLED);
        page.add_facts(button, Facts::NOT_RENDERED);
    });
    assert_eq!(
        refusal(run(&mut session, click(&save)).await),
        ErrorKind::NotVisible
    );
    assert_eq!(
        refusal(run(&mut session, click("99")).await),
        ErrorKind::UnknownRef
    );
    assert_eq!(
        refusal(run(&mut session, click("button")).await),
        ErrorKind::Ambiguous
    );
    assert_eq!(
        refusal(run(&mut session, click("#none")).await),
        ErrorKind::NotFound
    );
    assert_eq!(
        refusal(run(&mut session, click("@foo")).await),
        ErrorKind::InvalidArgument
    );
    assert_eq!(puppet.done(), [""; 0]);
    // None of that cost a ref.
    puppet.change(|page| page.remove_facts(find(page, "#s"), Facts::NOT_RENDERED));
    run(&mut session, click(&save)).await.unwrap();
    assert_eq!(puppet.done(), ["s"]);
}

#[tokio::test]
async fn a_changed_value_is_no_change_of_identity() {
    let puppet = Puppet::new("<label>Name <input id=i value=a></label>");
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.change(|page| {
        let input = find(page, "#i");
        page.set_value(input, "b");
        page.set_attr(input, name::CLASS, "other");
    });
    run(&mut session, click("1")).await.unwrap();
    assert_eq!(puppet.done(), ["i"]);
}

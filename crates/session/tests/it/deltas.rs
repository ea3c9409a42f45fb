//! What is different since the last snapshot, and the refs of what is not shown because it reads the same.

use surefoot_engine::ErrorKind;
use surefoot_session::{Answer, Command, Session, Show, SnapshotAnswer, SnapshotRequest};
use surefoot_snapshot::Mark;
use surefoot_view::{Format, parse, render_delta};

use crate::puppet::Puppet;
use crate::{click, run, shown};

const LIST: &str = "<ul aria-label=Tasks><li>Milk <button id=milk>Delete</button>\
                    <li>Eggs <button id=eggs>Delete</button><li>Soap <button id=soap>Delete</button></ul>\
                    <button id=more>More</button><p>One<p>Two<p>Three<p>Four<p>Five";

async fn session(puppet: &Puppet) -> Session {
    Session::with_engine("test", Box::new(puppet.clone()))
        .await
        .unwrap()
}

async fn ask(session: &mut Session, show: Show) -> SnapshotAnswer {
    let request = SnapshotRequest {
        show,
        ..SnapshotRequest::new(Format::Compact)
    };
    match run(session, Command::Snapshot(request)).await.unwrap() {
        Answer::Snapshot(shot) => shot,
        other => panic!("no snapshot: {other:?}"),
    }
}

fn lines(shot: &SnapshotAnswer) -> String {
    let since = shot.since.as_ref().unwrap();
    render_delta(
        Format::Compact,
        &since.before,
        &shot.snapshot,
        &since.delta,
        surefoot_view::Style::default(),
    )
}

#[tokio::test]
async fn what_is_rendered_anew_keeps_its_refs_and_is_not_shown() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    let before = shown(&mut session).await;
    assert!(
        before.contains("7: button \"Delete\" in \"Eggs\""),
        "{before}"
    );
    puppet.rerender(&LIST.replace("</ul>", "<li>Bread <button id=bread>Delete</button></ul>"));
    let shot = ask(&mut session, Show::Delta).await;
    let said = lines(&shot);
    assert!(
        said.contains(": listitem") && said.contains("button \"Delete\" in \"Bread\""),
        "{said}"
    );
    assert!(
        !said.contains("Milk") && !said.contains('-') && !said.contains('~'),
        "{said}"
    );
    assert!(
        !shot.notes.is_empty(),
        "that elements were replaced is told"
    );
    run(&mut session, click("7")).await.unwrap();
    assert_eq!(puppet.done(), ["eggs"]);
    // All refs are in the next snapshot, and are the same.
    let after = shown(&mut session).await;
    assert!(
        after.contains("7: button \"Delete\" in \"Eggs\""),
        "{after}"
    );
}

#[tokio::test]
async fn of_two_alike_nothing_is_carried_over() {
    let page = "<ul><li>Milk <button id=a>Delete</button><li>Milk <button id=b>Delete</button></ul><p>Text";
    let puppet = Puppet::new(page);
    let mut session = session(&puppet).await;
    let before = shown(&mut session).await;
    let first = before.lines().find(|line| line.contains("Delete")).unwrap();
    let first = first.trim().split(':').next().unwrap().to_owned();
    // One of the two is left, and nobody can tell which.
    puppet.rerender("<ul><li>Milk <button id=b>Delete</button></ul><p>Text");
    ask(&mut session, Show::Delta).await;
    let error = run(&mut session, click(&first)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StaleRef);
    assert!(puppet.done().is_empty());
}

#[tokio::test]
async fn every_ref_of_a_delta_can_be_acted_on() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.rerender(&LIST.replace("Eggs", "Bread").replace("id=eggs", "id=bread"));
    let shot = ask(&mut session, Show::Delta).await;
    let since = shot.since.as_ref().unwrap();
    let buttons: Vec<u32> = since
        .delta
        .lines
        .iter()
        .filter(|line| line.mark != Mark::Removed)
        .map(|line| &shot.snapshot.items[line.at])
        .filter(|item| item.tag == "button")
        .map(|item| item.reference.unwrap())
        .collect();
    assert_eq!(buttons.len(), 1, "{}", lines(&shot));
    run(&mut session, click(&buttons[0].to_string()))
        .await
        .unwrap();
    assert_eq!(puppet.done(), ["bread"]);
}

#[tokio::test]
async fn a_long_delta_gives_way_to_the_page() {
    let puppet = Puppet::new("<p>One<p>Two");
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.rerender("<h1>Other</h1><button>Go</button>");
    let shot = ask(&mut session, Show::Delta).await;
    assert!(shot.since.is_none(), "{shot:?}");
    assert!(!shot.is_unchanged());
}

#[tokio::test]
async fn an_unchanged_page_is_told_in_a_word() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    let first = ask(&mut session, Show::IfChanged).await;
    assert!(first.since.is_none() && !first.is_unchanged());
    let second = ask(&mut session, Show::IfChanged).await;
    assert!(second.is_unchanged());
    assert_eq!(second.refs(), first.refs());
    assert!(ask(&mut session, Show::Delta).await.is_unchanged());
    puppet.change(|page| page.append_text(page.root().unwrap(), "More text"));
    let third = ask(&mut session, Show::IfChanged).await;
    assert!(third.since.is_none() && !third.is_unchanged());
}

#[tokio::test]
async fn a_title_alone_is_a_change() {
    let puppet = Puppet::new("<title>One</title><p>Text");
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.rerender("<title>Two</title><p>Text");
    assert!(ask(&mut session, Show::IfChanged).await.since.is_none());
}

#[tokio::test]
async fn a_new_document_is_shown_whole() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.navigate(LIST);
    let shot = ask(&mut session, Show::Delta).await;
    assert!(shot.since.is_none());
    // The refs of the old one name nothing of it.
    let error = run(&mut session, click("7")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StaleRef);
}

#[tokio::test]
async fn an_action_shows_the_page_if_that_is_asked_for() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    let bounds = || {
        surefoot_session::Bounds::until(
            std::time::Instant::now() + std::time::Duration::from_secs(30),
        )
    };
    for (request, is_delta) in [
        (SnapshotRequest::delta(Format::Compact), true),
        (SnapshotRequest::new(Format::Compact), false),
    ] {
        let answer = session
            .run_and_show(click("#more"), request, bounds())
            .await;
        let Ok(Answer::Action(action)) = answer else {
            panic!("{answer:?}")
        };
        let shot = action.snapshot.unwrap();
        assert_eq!(shot.since.is_some(), is_delta);
    }
}

#[tokio::test]
async fn things_that_change_places_are_told() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.rerender(
        &LIST
            .replacen("<li>Milk <button id=milk>Delete</button>", "", 1)
            .replace("</ul>", "<li>Milk <button id=milk>Delete</button></ul>"),
    );
    let shot = ask(&mut session, Show::Delta).await;
    assert_eq!(
        lines(&shot),
        "  1: list \"Tasks\"\n~   2: listitem (moved)\n"
    );
}

#[tokio::test]
async fn a_saved_snapshot_is_compared_with_the_page() {
    let puppet = Puppet::new(LIST);
    let mut session = session(&puppet).await;
    let text = shown(&mut session).await;
    puppet.rerender(&LIST.replace("Soap", "Bread"));
    let diff = Command::Diff {
        saved: Box::new(parse(Format::Compact, &text).unwrap()),
        with: SnapshotRequest::new(Format::Compact),
    };
    let Ok(Answer::Diff(diff)) = run(&mut session, diff).await else {
        panic!("no difference")
    };
    let said =
        surefoot_view::render_parsed_delta(diff.format, &diff.before, &diff.after, &diff.delta);
    assert!(said.contains("Bread") && said.contains("Soap"), "{said}");
    assert!(!said.contains("Eggs") && !said.contains("Milk"), "{said}");
    // What was shown last is still what is compared with.
    let shot = ask(&mut session, Show::Delta).await;
    assert!(lines(&shot).contains("Bread"));
}

#[tokio::test]
async fn what_a_page_says_is_invalid_is_told_with_its_text() {
    let page = |state: &str, text: &str| {
        format!(
            "<input id=i aria-label=Mail {state} aria-errormessage=e><p id=e>{text}</p>\
             <input aria-label=Name aria-invalid=true aria-describedby=d><p id=d>Too short</p><button id=b>Send</button>"
        )
    };
    let puppet = Puppet::new(&page("", ""));
    let mut session = session(&puppet).await;
    shown(&mut session).await;
    puppet.becomes_when_acted_on(&page("aria-invalid=true", "Not a mail address"));
    let Ok(Answer::Action(action)) = run(&mut session, click("#b")).await else {
        panic!("it is done")
    };
    let told: Vec<(&str, &str)> = action
        .effects
        .validation
        .iter()
        .map(|(control, text)| (control.name.as_str(), text.as_str()))
        .collect();
    assert_eq!(told, [("Mail", "Not a mail address")]);
}

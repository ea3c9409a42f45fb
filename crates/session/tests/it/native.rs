//! What answers say of the native engine's pages.

use std::time::{Duration, Instant};

use surefoot_engine::ErrorKind;
use surefoot_session::{
    ActionAnswer, Answer, Bounds, Command, Get, IsState, Session, Settings, Shared, TabCommand,
    WaitFor,
};

use crate::{click, run, shown};

async fn open(html: &str) -> Session {
    let mut session = Session::new("test", Settings::default(), &Shared::new().unwrap())
        .await
        .unwrap();
    let source = Command::OpenSource {
        bytes: html.as_bytes().to_vec(),
        url: "https://example.com/".to_owned(),
    };
    run(&mut session, source).await.unwrap();
    session
}

async fn act(session: &mut Session, command: Command) -> ActionAnswer {
    match run(session, command).await.unwrap() {
        Answer::Action(answer) => answer,
        other => panic!("no action: {other:?}"),
    }
}

fn fill(target: &str, text: &str) -> Command {
    Command::Fill {
        target: target.to_owned(),
        text: text.to_owned(),
    }
}

#[tokio::test]
async fn a_password_is_never_told() {
    let mut session = open("<label>Secret <input type=password></label>").await;
    shown(&mut session).await;
    let answer = act(&mut session, fill("1", "hunter2")).await;
    assert!(!format!("{answer:?}").contains("hunter2"));
    assert!(!shown(&mut session).await.contains("hunter2"));
    for get in [
        Get::Value("1".to_owned()),
        Get::Text(None),
        Get::Html(None),
        Get::Attr("1".to_owned(), "type".to_owned()),
    ] {
        let answer = run(&mut session, Command::Get(get)).await;
        assert!(!format!("{answer:?}").contains("hunter2"));
    }
}

#[tokio::test]
async fn a_value_that_came_out_different_is_told() {
    let mut session = open("<input maxlength=3 aria-label=Code>").await;
    shown(&mut session).await;
    let effects = act(&mut session, fill("1", "12345")).await.effects;
    assert_eq!(effects.value.as_deref(), Some("123"));
    assert_eq!(effects.value_asked.as_deref(), Some("12345"));
}

#[tokio::test]
async fn what_appears_is_told_with_refs() {
    let mut session =
        open("<details><summary>More</summary><button>Inside</button></details>").await;
    let before = shown(&mut session).await;
    assert!(before.contains("collapsed") && !before.contains("Inside"));
    let effects = act(&mut session, click("summary")).await.effects;
    let changes = effects.changes.unwrap();
    assert_eq!((changes.added, changes.removed), (1, 0));
    let inside = changes.lines.iter().find(|l| l.sign == '+').unwrap();
    assert_eq!(inside.item.label(), "Inside");
    assert!(inside.item.reference.is_some());
}

#[tokio::test]
async fn a_click_that_does_nothing_says_so() {
    let mut session = open("<p>Just text</p>").await;
    let answer = act(&mut session, click("p")).await;
    assert!(answer.effects.is_empty(), "{answer:?}");
}

#[tokio::test]
async fn a_wait_for_what_cannot_come_fails_at_once() {
    let mut session = open("<p>Here</p>").await;
    run(
        &mut session,
        Command::Wait(WaitFor::Text("here".to_owned())),
    )
    .await
    .unwrap();
    let started = Instant::now();
    let error = run(
        &mut session,
        Command::Wait(WaitFor::Text("there".to_owned())),
    )
    .await
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(
        started.elapsed() < Duration::from_secs(10),
        "long before the deadline"
    );
}

#[tokio::test]
async fn a_command_ends_by_its_deadline() {
    let mut session = open("<p>Here</p>").await;
    let bounds = Bounds::until(Instant::now() + Duration::from_millis(50));
    let error = session
        .run(
            Command::Wait(WaitFor::Time(Duration::from_hours(1))),
            bounds,
        )
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    // The session goes on.
    assert!(shown(&mut session).await.contains("Here"));
}

#[tokio::test]
async fn states_are_tested() {
    let mut session =
        open("<input type=checkbox checked><button disabled>B</button><p hidden>H</p>").await;
    for (state, target, expected) in [
        (IsState::Checked, "input", true),
        (IsState::Enabled, "input", true),
        (IsState::Enabled, "button", false),
        (IsState::Visible, "button", true),
        (IsState::Visible, "p", false),
        (IsState::Visible, "#none", false),
    ] {
        let answer = run(
            &mut session,
            Command::Is {
                state,
                target: target.to_owned(),
            },
        )
        .await
        .unwrap();
        assert_eq!(answer, Answer::Truth(expected), "{state:?} {target}");
    }
    let error = run(
        &mut session,
        Command::Is {
            state: IsState::Checked,
            target: "button".to_owned(),
        },
    )
    .await
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongKind);
}

#[tokio::test]
async fn tabs_are_opened_switched_and_closed() {
    let mut session = open("<title>One</title>").await;
    let two = Command::Tab(TabCommand::New(Some(
        "data:text/html,<title>Two</title>".to_owned(),
    )));
    assert_eq!(act(&mut session, two).await.effects.opened.len(), 1);
    let title = |answer| matches!(answer, Ok(Answer::Value(title)) if title == "Two");
    assert!(title(run(&mut session, Command::Get(Get::Title)).await));
    run(&mut session, Command::Tab(TabCommand::Switch(1)))
        .await
        .unwrap();
    assert!(!title(run(&mut session, Command::Get(Get::Title)).await));
    let Answer::Tabs(tabs) = run(&mut session, Command::Tab(TabCommand::Close(Some(1))))
        .await
        .unwrap()
    else {
        unreachable!()
    };
    assert_eq!(
        tabs.iter()
            .map(|t| (t.number, t.current))
            .collect::<Vec<_>>(),
        [(2, true)]
    );
    assert!(
        run(&mut session, Command::Tab(TabCommand::Close(None)))
            .await
            .is_err()
    );
    assert!(
        run(&mut session, Command::Tab(TabCommand::Switch(7)))
            .await
            .is_err()
    );
}

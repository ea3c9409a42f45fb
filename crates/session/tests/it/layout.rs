//! The act loop over an engine that checks by itself: what covers is named, what is not there yet is waited for, a
//! dialog comes before all else.

use surefoot_engine::{Dialog, DialogAnswer, DialogKind, Error, ErrorKind};
use surefoot_session::{
    Answer, Command, DialogCommand, Session, SnapshotRequest, TabCommand, WaitFor,
};
use surefoot_view::Format;

use crate::puppet::Puppet;
use crate::{click, run};

const COVERED: &str = "<button id=buy>Buy</button>
    <div id=layer role=dialog aria-label='We use cookies'>
      <p>Closest friends</p><button id=more>More</button><button id=reject>Reject all</button>
    </div>";

async fn session(puppet: &Puppet) -> Session {
    Session::with_engine("default", Box::new(puppet.clone()))
        .await
        .unwrap()
}

async fn refused(session: &mut Session, command: Command) -> Error {
    run(session, command).await.unwrap_err()
}

#[tokio::test]
async fn what_covers_is_named_with_the_control_that_closes_it() {
    let puppet = Puppet::browser(COVERED);
    puppet.refuse(ErrorKind::Obscured, "layer");
    let mut session = session(&puppet).await;
    run(
        &mut session,
        Command::Snapshot(SnapshotRequest::new(Format::Compact)),
    )
    .await
    .unwrap();
    let error = refused(&mut session, click("1")).await;
    assert_eq!(error.kind(), ErrorKind::Obscured);
    assert_eq!(
        error.message(),
        "@e1 button \"Buy\" is obscured by @e2 dialog \"We use cookies\""
    );
    let hint = error.hint().unwrap();
    assert!(hint.contains("`click 5` (button \"Reject all\")"), "{hint}");
    let candidates: Vec<&str> = error.candidates().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(candidates, ["Reject all", "We use cookies"]);
}

#[tokio::test]
async fn something_without_a_name_is_named_by_the_dialog_around_it() {
    let puppet = Puppet::browser(
        "<a id=a href=/>Next</a><dialog open aria-label=News><div id=inner><b>x</b></div></dialog>",
    );
    puppet.refuse(ErrorKind::Obscured, "inner");
    let mut session = session(&puppet).await;
    let error = refused(&mut session, click("#a")).await;
    assert!(
        error.message().contains("is obscured by @e"),
        "{}",
        error.message()
    );
    assert!(
        error.message().ends_with("dialog \"News\""),
        "{}",
        error.message()
    );
}

#[tokio::test]
async fn what_is_not_there_yet_is_waited_for_while_the_page_moves() {
    let puppet = Puppet::browser("<p>Loading</p>");
    puppet.will_become(&["<p>Soon</p>", "<button id=go>Go</button>"]);
    let mut session = session(&puppet).await;
    run(&mut session, click("#go")).await.unwrap();
    assert_eq!(puppet.done(), ["go"]);
    // It stands still now.
    let error = refused(&mut session, click("#other")).await;
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn an_engine_that_checks_by_itself_is_left_to_it() {
    let puppet = Puppet::browser("<button id=b disabled>Go</button>");
    let mut session = session(&puppet).await;
    run(&mut session, click("#b")).await.unwrap();
    assert_eq!(puppet.done(), ["b"]);
}

#[tokio::test]
async fn a_dialog_comes_before_all_else() {
    let puppet = Puppet::browser("<button id=b>Go</button>");
    let mut session = session(&puppet).await;
    puppet.ask(Dialog {
        kind: DialogKind::Confirm,
        message: "Really?".to_owned(),
        proposal: None,
        url: String::new(),
        waits: true,
    });
    for command in [
        click("#b"),
        Command::Snapshot(SnapshotRequest::new(Format::Compact)),
        Command::Open {
            url: "https://example.com/".to_owned(),
        },
        Command::Wait(WaitFor::Text("x".to_owned())),
        Command::Tab(TabCommand::New(None)),
    ] {
        let error = refused(&mut session, command.clone()).await;
        assert_eq!(error.kind(), ErrorKind::DialogOpen, "{command:?}");
        assert!(error.message().contains("\"Really?\""), "{error}");
    }
    run(&mut session, Command::Tab(TabCommand::List))
        .await
        .unwrap();
    let Answer::Dialog(Some(dialog)) = run(&mut session, Command::Dialog(DialogCommand::Status))
        .await
        .unwrap()
    else {
        panic!("a dialog waits");
    };
    assert_eq!(dialog.message, "Really?");
    // It asks for no text.
    let text = DialogAnswer::Accept(Some("x".to_owned()));
    let error = refused(&mut session, Command::Dialog(DialogCommand::Answer(text))).await;
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let dismiss = Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss));
    run(&mut session, dismiss.clone()).await.unwrap();
    assert_eq!(puppet.answers(), [DialogAnswer::Dismiss]);
    let error = refused(&mut session, dismiss).await;
    assert_eq!(error.kind(), ErrorKind::NotFound);
    run(&mut session, click("#b")).await.unwrap();
}

#[tokio::test]
async fn what_shall_be_gone_is_waited_for() {
    let puppet = Puppet::browser("<p class=spinner>Loading</p>");
    puppet.will_become(&["<p class=spinner>Still</p>", "<p>Done</p>"]);
    let mut session = session(&puppet).await;
    let gone = |target: &str| Command::Wait(WaitFor::Gone(target.to_owned()));
    run(&mut session, gone(".spinner")).await.unwrap();
    run(&mut session, gone(".never")).await.unwrap();
    let error = refused(&mut session, gone("p")).await;
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn a_tab_that_closes_itself_is_left() {
    let puppet = Puppet::browser("<p>Bye</p>");
    let mut session = session(&puppet).await;
    puppet.close_itself();
    // It was the only one: an empty one takes its place.
    let answer = run(&mut session, Command::Tab(TabCommand::List))
        .await
        .unwrap();
    let Answer::Noted(_, notes) = answer else {
        panic!("{answer:?}");
    };
    assert!(notes[0].text.contains("tab 1 closed itself"), "{notes:?}");
}

#[tokio::test]
async fn a_layer_without_meaning_is_called_by_what_is_in_it() {
    let puppet = Puppet::browser(
        "<main><a id=a href=/>Next</a><div id=layer><div><h2>Our newsletter</h2><input><span>\
         <button>No thanks</button><button>Sign up</button></span></div></div></main>",
    );
    puppet.refuse(ErrorKind::Obscured, "layer");
    let mut session = session(&puppet).await;
    let error = refused(&mut session, click("#a")).await;
    assert!(
        error.message().ends_with("heading \"Our newsletter\""),
        "{}",
        error.message()
    );
    assert!(error.hint().unwrap().contains("\"No thanks\""), "{error:?}");
}

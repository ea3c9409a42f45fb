//! Moving from one engine to another, and starting one again that has died.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use surefoot_engine::{Cookie, Destination, EngineOptions, Error, ErrorKind, Result, async_trait};
use surefoot_session::{
    Answer, Around, Command, Cookies, EngineChoice, EngineKind, Engines, Session, Settings,
    SnapshotRequest, Started,
};
use surefoot_view::Format;

use crate::puppet::Puppet;
use crate::{click, run};

/// Two puppets: one stands for the engine without a browser, the other for the browser.
#[derive(Clone, Debug)]
struct Two {
    native: Puppet,
    browser: Option<Puppet>,
    started: Arc<AtomicUsize>,
}

impl Two {
    fn new() -> Two {
        Two {
            native: Puppet::new("<p>Please enable scripts</p><button id=b>Menu</button>"),
            browser: Some(Puppet::browser("<h1>App</h1><button id=b>Menu</button>")),
            started: Arc::default(),
        }
    }

    async fn session(&self, engine: EngineChoice) -> Session {
        let settings = Settings {
            engine,
            ..Settings::default()
        };
        Session::with_engines("s", &settings, Box::new(self.clone()))
            .await
            .unwrap()
    }
}

#[async_trait]
impl Engines for Two {
    async fn start(&self, kind: EngineKind, _: &EngineOptions) -> Result<Started> {
        match kind {
            EngineKind::Native => Ok(Started::new(self.native.clone())),
            EngineKind::Chromium => {
                self.browser()?;
                self.started.fetch_add(1, Ordering::Relaxed);
                Ok(Started {
                    warnings: vec!["it runs without a sandbox".to_owned()],
                    ..Started::new(self.browser.clone().unwrap())
                })
            }
        }
    }

    fn browser(&self) -> Result<()> {
        match &self.browser {
            Some(_) => Ok(()),
            None => Err(Error::new(ErrorKind::NotFound, "no Chromium is installed")
                .with_hint("`surefoot install` installs one")),
        }
    }
}

fn open() -> Command {
    Command::Open {
        url: "https://example.com/".to_owned(),
    }
}

fn eval(script: &str) -> Command {
    Command::Around(Around::Evaluate {
        script: script.to_owned(),
        target: None,
    })
}

fn cookie(name: &str) -> Cookie {
    Cookie {
        name: name.to_owned(),
        value: "v".to_owned(),
        domain: "example.com".to_owned(),
        path: "/".to_owned(),
        expires: None,
        http_only: false,
        secure: false,
        same_site: None,
    }
}

/// The notes of an answer, joined.
fn notes(answer: &Answer) -> String {
    let notes = match answer {
        Answer::Action(action) => &action.effects.notes,
        Answer::Snapshot(shot) => &shot.notes,
        Answer::Noted(_, notes) => notes,
        _ => return String::new(),
    };
    let texts: Vec<&str> = notes.iter().map(|n| n.text.as_str()).collect();
    texts.join("\n")
}

#[tokio::test]
async fn a_page_that_needs_scripts_moves_the_session_with_its_cookies() {
    let two = Two::new();
    two.native.need_scripts();
    two.native.give_cookie(cookie("login"));
    let mut session = two.session(EngineChoice::Auto).await;
    let answer = run(&mut session, open()).await.unwrap();
    let said = notes(&answer);
    assert!(
        said.contains("moved to chromium: the page needs scripts"),
        "{said}"
    );
    assert!(said.contains("it runs without a sandbox"), "{said}");
    let Answer::Action(action) = &answer else {
        panic!("{answer:?}");
    };
    // What is told is what is there now.
    assert!(action.effects.navigation.as_ref().unwrap().notes.is_empty());
    let browser = two.browser.as_ref().unwrap();
    assert_eq!(browser.cookies(), [cookie("login")]);
    assert_eq!(
        browser.went(),
        [Destination::Url("https://example.com/".to_owned())]
    );
    // From now on it is there, and says no more of it.
    let answer = run(&mut session, eval("1")).await.unwrap();
    assert_eq!(answer, Answer::Json("\"1\"".to_owned()));
    assert_eq!(two.started.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_engine_that_was_named_is_kept() {
    let two = Two::new();
    two.native.need_scripts();
    let mut session = two.session(EngineChoice::Native).await;
    run(&mut session, open()).await.unwrap();
    let error = run(&mut session, eval("1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(two.started.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn without_a_browser_the_answer_says_how_to_get_one() {
    let mut two = Two::new();
    two.browser = None;
    two.native.need_scripts();
    let mut session = two.session(EngineChoice::Auto).await;
    let said = notes(&run(&mut session, open()).await.unwrap());
    assert!(
        said.contains("no Chromium is installed (`surefoot install` installs one)"),
        "{said}"
    );
    let error = run(&mut session, eval("1")).await.unwrap_err();
    assert!(
        error.hint().unwrap().contains("surefoot install"),
        "{error:?}"
    );
}

#[tokio::test]
async fn what_was_sent_is_not_sent_again() {
    let two = Two::new();
    two.native.need_scripts();
    two.native.sent();
    let mut session = two.session(EngineChoice::Auto).await;
    let said = notes(&run(&mut session, open()).await.unwrap());
    assert!(said.contains("stays with the native engine"), "{said}");
    assert!(said.contains("not asked for again"), "{said}");
    assert_eq!(two.started.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn what_only_a_browser_can_do_moves_the_session_and_is_done() {
    let two = Two::new();
    let mut session = two.session(EngineChoice::Auto).await;
    run(&mut session, open()).await.unwrap();
    let answer = run(&mut session, eval("document.title")).await.unwrap();
    assert!(
        notes(&answer).contains("moved to chromium: `eval` needs a browser"),
        "{answer:?}"
    );
    let Answer::Noted(inner, _) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(*inner, Answer::Json("\"document.title\"".to_owned()));
}

#[tokio::test]
async fn a_ref_of_the_old_document_is_not_acted_on_elsewhere() {
    let two = Two::new();
    two.native.refuse(ErrorKind::Unsupported, "none");
    let mut session = two.session(EngineChoice::Auto).await;
    run(
        &mut session,
        Command::Snapshot(SnapshotRequest::new(Format::Compact)),
    )
    .await
    .unwrap();
    let error = run(&mut session, click("2")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(
        error.hint().unwrap().contains("--engine chromium"),
        "{error:?}"
    );
    assert_eq!(two.started.load(Ordering::Relaxed), 0);
    // A selector means the same there.
    let answer = run(&mut session, click("#b")).await.unwrap();
    assert!(
        notes(&answer).contains("`click` needs a browser"),
        "{answer:?}"
    );
    assert_eq!(two.browser.unwrap().done(), ["b"]);
}

#[tokio::test]
async fn a_browser_that_died_is_started_again_by_what_opens_a_page() {
    let two = Two::new();
    let mut session = two.session(EngineChoice::Chromium).await;
    run(&mut session, open()).await.unwrap();
    let browser = two.browser.as_ref().unwrap();
    browser.die();
    for command in [
        click("#b"),
        eval("1"),
        Command::Around(Around::Cookies(Cookies::List)),
    ] {
        let error = run(&mut session, command).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EngineCrashed);
        assert!(
            error.message().contains("cookies and storage are lost"),
            "{error}"
        );
        assert!(
            error.hint().unwrap().contains("https://example.com/"),
            "{error:?}"
        );
    }
    assert_eq!(two.started.load(Ordering::Relaxed), 1);
    let answer = run(&mut session, Command::Reload).await.unwrap();
    assert!(notes(&answer).contains("was started again"), "{answer:?}");
    assert_eq!(two.started.load(Ordering::Relaxed), 2);
}

//! The Web Platform Tests of roles, names and descriptions: on pages as captured from the browser, and beside it what the
//! browser's own accessibility tree says.

use std::process::{Command, Stdio};
use std::time::Instant;

use surefoot_aria::Semantics;
use surefoot_cdp::protocol::accessibility::{AxNode, AxValue, GetPartialAxTree};
use surefoot_cdp::protocol::browser::Close;
use surefoot_cdp::protocol::page::{Enable, LoadEventFired, Navigate};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::protocol::target::CreateTarget;
use surefoot_cdp::{Client, Config, Event, Framing, Interest, Session, launch};
use surefoot_chromium::find_browser;
use surefoot_engine::Destination;
use surefoot_page::{NodeId, Page, name};
use surefoot_wpt::{Action, Case, Engine, File, Question, Server, Tally, answer, files};

use crate::support::{limits, run};

/// A file with its cases.
type Judged<'f> = (&'f File, Vec<Case>);

/// What is in the frames of a page, in order.
fn frames(page: &Page) -> Vec<NodeId> {
    let frames = page
        .in_tree_order()
        .filter(|&n| page.html_tag(n) == name::IFRAME);
    let frames = frames.filter(|&n| page.document_of(n).and_then(|d| d.root) == page.root());
    frames
        .filter_map(|frame| page.content_document(frame))
        .collect()
}

/// How many files are in frames of one page.
const BATCH: usize = 40;

/// Waits until all frames are loaded.
const LOADED: &str = "new Promise((done) => document.readyState === 'complete' ? done(0) : addEventListener('load', () => done(0)))";

/// The files in batches; those of which something has to be done first are alone.
fn batches(files: &[File]) -> Vec<&[File]> {
    let alike = files.chunk_by(|a, b| a.actions().is_empty() && b.actions().is_empty());
    alike.flat_map(|files| files.chunks(BATCH)).collect()
}

/// What does something in the only frame.
fn script(action: &Action) -> String {
    let find = |id: &str| {
        format!("document.querySelector('iframe').contentDocument.querySelector('[id={id}]')")
    };
    match action {
        Action::Focus(id) => format!("{}.focus()", find(id)),
        Action::Attribute(id, name, value) => {
            format!("{}.setAttribute('{name}', '{value}')", find(id))
        }
    }
}

/// Judges the captures of files, which are in frames of one page.
fn capture<'f>(tally: &mut Tally, page: &Page, files: &'f [File]) -> Vec<Judged<'f>> {
    let semantics = Semantics::new(page);
    let documents = frames(page);
    assert_eq!(documents.len(), files.len());
    let judge = |(file, document): (&'f File, NodeId)| {
        let cases = file.cases(page, document);
        for case in &cases {
            let node = case.locator.find(page, document);
            let answer = node.map(|node| answer(&semantics, node, &case.question));
            tally.count(Engine::Chromium, file, case, answer.as_deref());
        }
        (file, cases)
    };
    files.iter().zip(documents).map(judge).collect()
}

/// What the browser itself says to a case.
fn own_answer(node: Option<&AxNode>, question: &Question) -> Option<String> {
    let node = node?;
    let text = |value: &Option<AxValue>| {
        let value = value.as_ref().and_then(|v| v.value.as_ref()?.as_str());
        value.unwrap_or_default().to_owned()
    };
    Some(match question {
        Question::Role if node.ignored => "none".to_owned(),
        Question::Role => text(&node.role),
        Question::Name => text(&node.name),
        Question::Description => text(&node.description),
        Question::State(_) | Question::Platform => return None,
    })
}

/// Whether the browser itself is asked, too: of roles, names and descriptions.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as filters call it")]
fn is_asked(case: &&Case) -> bool {
    !matches!(case.question, Question::State(_) | Question::Platform)
}

/// Asks the browser itself about all cases of some files.
async fn ask(tally: &mut Tally, session: &Session, url: String, judged: &[Judged<'_>]) {
    let mut loaded = session.events(Interest::Methods(&[LoadEventFired::METHOD]));
    session.call(&Navigate::new(url)).await.unwrap();
    loaded.next_of::<LoadEventFired>().await.unwrap().unwrap();
    let mut objects = Vec::new();
    for (at, (_, cases)) in judged.iter().enumerate() {
        for case in cases.iter().filter(is_asked) {
            let (css, nth) = case.locator.css();
            objects.push(session.call(&Evaluate::new(format!(
                "document.querySelectorAll('iframe')[{at}].contentDocument.querySelectorAll('{css}')[{nth}]"
            ))));
        }
    }
    let mut trees = Vec::new();
    for object in objects {
        let object_id = object.await.unwrap().result.object_id;
        trees.push(session.call(&GetPartialAxTree {
            object_id,
            fetch_relatives: Some(false),
            ..GetPartialAxTree::default()
        }));
    }
    let mut trees = trees.into_iter();
    for (file, cases) in judged {
        for case in cases.iter().filter(is_asked) {
            let tree = trees.next().unwrap().await.unwrap();
            let answer = own_answer(tree.nodes.first(), &case.question);
            tally.count(Engine::Browser, file, case, answer.as_deref());
        }
    }
}

#[test]
fn web_platform_tests() {
    run(async |site| {
        let server = Server::start().unwrap();
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new(find_browser(None, false).unwrap().path);
        command
            .args([
                "--headless",
                "--no-sandbox",
                "--no-first-run",
                "--disable-gpu",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let (mut child, transport) = launch(command, Framing::Json).unwrap();
        let client = Client::start(transport, Config::new());
        let target = client
            .root()
            .call(&CreateTarget::new("about:blank"))
            .await
            .unwrap();
        let session = client.attach(&target.target_id).await.unwrap();
        session.call(&Enable::default()).await.unwrap();

        let begin = Instant::now();
        let mut tally = Tally::new();
        for files in batches(&files().unwrap()) {
            let url = server.batch(files);
            let to = Destination::Url(url.clone());
            site.tab.navigate(to, limits()).await.unwrap();
            site.eval(LOADED).await;
            for action in files.iter().flat_map(File::actions) {
                site.eval(&script(&action)).await;
            }
            let page = site.tab.capture(limits()).await.unwrap();
            let judged = capture(&mut tally, &page, files);
            ask(&mut tally, &session, url, &judged).await;
        }
        println!("{tally}\n{}\nin {:?}", tally.failures(), begin.elapsed());
        client.root().call(&Close {}).await.unwrap();
        child.wait().await.unwrap();
        let surprises = tally.surprises(&[Engine::Chromium, Engine::Browser]);
        assert!(surprises.is_empty(), "otherwise than listed:\n{surprises}");
    });
}

//! Never once another element: random pages that change at random, and random clicks on whatever was ever shown.
//!
//! The model knows each thing by a *soul*: what it is to the page. A node may get another soul (a row that is used
//! again for somebody else), a soul may get another node (a page that is written anew). The session sees neither: it has
//! what it showed, and the page. Each click must reach the soul that was shown with its ref, or nothing.

mod model;
mod world;

use std::sync::Mutex;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use surefoot_engine::Error;
use surefoot_session::{Answer, Command, Session, SnapshotRequest};
use surefoot_view::Format;

use crate::puppet::Puppet;
use crate::{click, run};
use model::SERIALS;
use world::{Event, Flaw, Memory, World, events, pick};

/// How many random histories are played. `PROPTEST_CASES` sets another number.
const RUNS: u32 = 2_000;

/// What is known to go wrong. One that does not go wrong any more in all runs fails the test, so that it is struck out.
const KNOWN: &[Flaw] = &[];

async fn play(events: &[Event]) -> Result<Vec<Flaw>, String> {
    let mut world = World::new();
    let puppet = Puppet::new("");
    puppet.show(world.document().page());
    let mut session = Session::with_engine("souls", Box::new(puppet.clone()))
        .await
        .map_err(|error| error.to_string())?;
    for event in events {
        match event {
            Event::Snapshot { interactive } => {
                let request = SnapshotRequest {
                    interactive: *interactive,
                    ..SnapshotRequest::new(Format::Compact)
                };
                match run(&mut session, Command::Snapshot(request)).await {
                    Ok(Answer::Snapshot(answer)) => world.showed(&answer.snapshot),
                    other => return Err(format!("a snapshot answered {other:?}")),
                }
            }
            Event::Click(which) => {
                let mut refs: Vec<u32> = world.memory.keys().copied().collect();
                refs.sort_unstable();
                let Some(at) = pick(*which, refs.len()) else {
                    continue;
                };
                clicked(&mut world, &puppet, &mut session, refs[at]).await?;
            }
            Event::ClickUnknown => {
                let done = puppet.done().len();
                if run(&mut session, click("4000000")).await.is_ok() || puppet.done().len() > done {
                    return Err("a ref that was never given was clicked".to_owned());
                }
            }
            change => {
                if world.change(change).is_some() {
                    puppet.show(world.document().page());
                }
            }
        }
    }
    Ok(world.flaws)
}

async fn clicked(
    world: &mut World,
    puppet: &Puppet,
    session: &mut Session,
    reference: u32,
) -> Result<(), String> {
    let memory = world.memory[&reference].clone();
    let before = puppet.done().len();
    let answer = run(session, click(&reference.to_string())).await;
    let done = puppet.done();
    let done = &done[before..];
    match answer {
        Ok(Answer::Action(action)) => {
            let [soul] = done else {
                return Err(format!("@e{reference}: it was said to be done: {done:?}"));
            };
            let soul: u32 = soul
                .parse()
                .map_err(|_| format!("@e{reference} met {soul:?}"))?;
            if let Some(flaw) = world.flaw(&memory, soul, action.reattached) {
                if !KNOWN.contains(&flaw) {
                    return Err(format!(
                        "{flaw:?}: @e{reference}, shown as {memory:?}, was clicked as {soul} ({action:?}) in {:?}",
                        world.document()
                    ));
                }
                world.flaws.push(flaw);
            }
            let node = world
                .document()
                .things()
                .find(|(_, t)| t.soul == soul)
                .map(|(_, t)| t.node);
            if let (true, Some(node)) = (action.reattached, node) {
                world.shown(reference, node);
            }
            for line in action
                .effects
                .changes
                .iter()
                .flat_map(|changes| &changes.lines)
            {
                if let (Some(reference), '+' | '~') = (line.item.reference, line.sign)
                    && line.item.key.serial % SERIALS == 0
                {
                    world.shown(reference, line.item.key.serial / SERIALS);
                }
            }
            Ok(())
        }
        Ok(other) => Err(format!("a click answered {other:?}")),
        Err(error) => refused(world, reference, &memory, done, &error),
    }
}

fn refused(
    world: &mut World,
    reference: u32,
    memory: &Memory,
    done: &[String],
    error: &Error,
) -> Result<(), String> {
    if !done.is_empty() {
        return Err(format!(
            "@e{reference} was refused ({error}), but {done:?} was clicked"
        ));
    }
    if world.is_untouched(memory) {
        return Err(format!(
            "@e{reference}, to which nothing has happened, was refused: {error}: {memory:?} in {:?}",
            world.document()
        ));
    }
    if world.is_rewritten(memory) {
        return Err(format!(
            "@e{reference}, which was only written anew, was refused: {error}: {memory:?} in {:?}",
            world.document()
        ));
    }
    // Candidates are shown: what their refs mean from now on is what they were shown as. Which node a new ref means the
    // model is told with the next snapshot.
    for candidate in error.candidates() {
        let Some(shown) = candidate.reference else {
            continue;
        };
        if !world.memory.contains_key(&shown) {
            world.offered.push(candidate.name.clone());
        }
        if let Some(node) = world.memory.get(&shown).map(|memory| memory.node)
            && world.memory[&shown].document == world.document().id
        {
            world.shown(shown, node);
        }
    }
    Ok(())
}

#[test]
fn never_once_another_element() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let seen: Mutex<Vec<Flaw>> = Mutex::default();
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = RUNS;
    }
    let result = TestRunner::new(config).run(&events(), |events| {
        let flaws = runtime
            .block_on(play(&events))
            .map_err(TestCaseError::fail)?;
        seen.lock().unwrap().extend(flaws);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}\nkeep the shortest history of it in `KEPT`");
    }
    let seen = seen.into_inner().unwrap();
    let mended: Vec<&Flaw> = KNOWN.iter().filter(|flaw| !seen.contains(flaw)).collect();
    assert!(
        mended.is_empty(),
        "known, but never seen in all runs: {mended:?}"
    );
}

/// Histories that once ended in a wrong click or a wrong refusal.
const KEPT: &[fn() -> Vec<Event>] = &[
    // A row is used again for somebody else.
    || {
        let at = (0, 0);
        vec![
            Event::Snapshot { interactive: false },
            Event::Recycle { at, title: 2 },
            Event::Click(0),
            Event::Click(1),
            Event::Click(2),
        ]
    },
    // Of two equal rows one goes.
    || {
        vec![
            Event::Duplicate((0, 0)),
            Event::Snapshot { interactive: true },
            Event::Remove((0, 0)),
            Event::Click(0),
            Event::Click(1),
        ]
    },
    // Another address, written anew.
    || {
        vec![
            Event::Snapshot { interactive: true },
            Event::Route(1),
            Event::Click(0),
        ]
    },
];

#[tokio::test]
async fn what_went_wrong_once_goes_right() {
    for history in KEPT {
        let events = history();
        if let Err(what) = play(&events).await {
            panic!("{what}\nin {events:#?}");
        }
    }
}

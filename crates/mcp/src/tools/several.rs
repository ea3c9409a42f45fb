//! Sessions, and several calls in one.

use serde_json::Value;
use surefoot_engine::Result;
use surefoot_session::EngineChoice;

use crate::arguments::{Arguments, invalid};
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool, find};
use crate::task::{Manage, Step, Task};

/// The most steps of a batch.
const MOST: usize = 100;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_session",
        about: "List sessions, open one (with its own cookies and tabs), or close it",
        profile: Profile::All,
        effect: Effect::Manages,
        args: &[
            Arg::new("action", Kind::Word(&["list", "open", "close", "restart"])),
            Arg::new("engine", Kind::Word(&["auto", "native", "chromium"])),
        ],
        make: session,
    },
    Tool {
        name: "browse_batch",
        about: "Several actions in one call; stops at the first that fails",
        profile: Profile::All,
        effect: Effect::Acts,
        args: &[Arg::new("steps", Kind::Steps).also(&["actions"]).required()],
        make: batch,
    },
];

fn session(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let engine = arguments.word("engine")?.and_then(|word| {
        let names = EngineChoice::NAMES.iter();
        names
            .clone()
            .find(|(name, _)| *name == word)
            .map(|(_, choice)| *choice)
    });
    let meant = match (arguments.word("action")?, engine) {
        (Some(word), _) => word,
        (None, Some(_)) => "open".to_owned(),
        (None, None) => "list".to_owned(),
    };
    Ok(match meant.as_str() {
        "list" => Task::Manage(Manage::List),
        "open" => Task::Manage(Manage::Open(engine)),
        "close" => Task::Manage(Manage::Close),
        _ => {
            let after = super::after(arguments, manner, surefoot_session::Show::Full)?;
            Task::one(Step::of(surefoot_session::Command::Restart).then(after))
        }
    })
}

/// `[{"tool": "browse_fill", "arguments": {"ref": 3, "value": "Ada"}}, …]`.
fn batch(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let calls = arguments.list("steps")?;
    if calls.is_empty() {
        return Err(arguments
            .need_one_of("steps, as [{\"tool\": \"browse_click\", \"arguments\": {\"ref\": 3}}]"));
    }
    if calls.len() > MOST {
        return Err(invalid(format!("a batch has at most {MOST} steps"))
            .with_hint("make several batches of it"));
    }
    let mut steps: Vec<Step> = Vec::new();
    for (number, call) in (1..).zip(&calls) {
        let more = step(call, manner).map_err(|error| {
            let named = invalid(format!("step {number}: {}", error.message()));
            match error.hint() {
                Some(hint) => named.with_hint(hint),
                None => named,
            }
        })?;
        steps.extend(more);
    }
    // What an action changed is shown once, after the last.
    let last = steps.len().saturating_sub(1);
    for step in steps.iter_mut().take(last) {
        step.after = None;
    }
    Ok(Task::Steps(steps))
}

fn step(call: &Value, manner: Manner) -> Result<Vec<Step>> {
    let shape = || {
        invalid("it is not understood")
            .with_hint("write steps as {\"tool\": \"browse_click\", \"arguments\": {\"ref\": 3}}")
    };
    let object = call.as_object().ok_or_else(shape)?;
    let name = object.get("tool").or_else(|| object.get("name"));
    let name = name.and_then(Value::as_str).ok_or_else(shape)?;
    let full = format!("browse_{name}");
    let tool = find(name).or_else(|| find(&full)).ok_or_else(|| {
        invalid(format!("there is no tool {name:?}")).with_hint("name one that tools/list shows")
    })?;
    let given = match object.get("arguments").or_else(|| object.get("args")) {
        Some(Value::Object(given)) => given.clone(),
        // Arguments beside the name are understood, too.
        None => {
            let mut rest = object.clone();
            rest.remove("tool");
            rest.remove("name");
            rest
        }
        Some(_) => return Err(shape()),
    };
    if given.contains_key("session") {
        return Err(invalid("a step has no session of its own")
            .with_hint("give \"session\" once, to browse_batch"));
    }
    let arguments = Arguments::new(tool, Some(given))?;
    match (tool.make)(&arguments, manner)? {
        Task::Steps(steps) if tool.name != "browse_batch" => Ok(steps),
        _ => Err(invalid(format!("{} cannot be part of a batch", tool.name))
            .with_hint("call it by itself")),
    }
}

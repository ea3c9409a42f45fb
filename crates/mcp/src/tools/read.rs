//! Finding and reading.

use std::time::Duration;

use surefoot_engine::{LoadState, Result};
use surefoot_session::{
    Annotate, Command, Extent, Get, IsState, PictureFormat, ReadRequest, ScreenshotRequest, WaitFor,
};

use super::{MAYBE_REF, after, reading};
use crate::arguments::{Arguments, invalid};
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool};
use crate::task::{Step, Task};

const WHAT: &[&str] = &[
    "text", "html", "value", "attr", "title", "url", "count", "box", "selector", "styles",
    "visible", "enabled", "checked",
];

const LOAD: &[&str] = &["commit", "domcontentloaded", "load", "networkidle"];

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_find",
        about: "List elements that match a label, text=, role=button[name=\"Save\"] or CSS selector, with refs",
        profile: Profile::Core,
        effect: Effect::Reads,
        args: &[Arg::new("query", Kind::Text)
            .also(&["target", "text", "selector", "ref"])
            .required()],
        make: |arguments, _| {
            let target = arguments.the_text("query")?;
            Ok(reading(Command::Find { target }))
        },
    },
    Tool {
        name: "browse_read",
        about: "Read the main content, or an element, as Markdown",
        profile: Profile::Core,
        effect: Effect::Reads,
        args: &[
            MAYBE_REF,
            Arg::new("page", Kind::Whole),
            Arg::new("budget", Kind::Whole)
                .also(&["max_tokens"])
                .about("tokens a page"),
        ],
        make: read,
    },
    Tool {
        name: "browse_screenshot",
        about: "A picture of what is in view, of the full page or of an element; annotate draws refs on it",
        profile: Profile::Core,
        effect: Effect::Reads,
        args: &[
            MAYBE_REF,
            Arg::new("full", Kind::Flag).also(&["full_page", "fullPage"]),
            Arg::new("annotate", Kind::Flag),
            Arg::new("format", Kind::Word(&["jpeg", "png", "webp"])).quiet(),
            Arg::new("quality", Kind::Whole).quiet(),
            Arg::new("max_width", Kind::Whole).quiet(),
            Arg::new("if_changed", Kind::Flag).quiet(),
        ],
        make: screenshot,
    },
    Tool {
        name: "browse_get",
        about: "Read one thing: of the page, or of an element",
        profile: Profile::All,
        effect: Effect::Reads,
        args: &[
            Arg::new("what", Kind::Word(WHAT)).required(),
            MAYBE_REF,
            Arg::new("name", Kind::Text)
                .also(&["attribute", "names"])
                .about("of the attribute or styles"),
        ],
        make: get,
    },
    Tool {
        name: "browse_wait",
        about: "Wait for an element, a text, a URL pattern, an element to be gone, a load state, a script to be true, or milliseconds",
        profile: Profile::Core,
        effect: Effect::Reads,
        args: &[
            MAYBE_REF,
            Arg::new("text", Kind::Text),
            Arg::new("url", Kind::Text),
            Arg::new("gone", Kind::Target).also(&["hidden"]),
            Arg::new("load", Kind::Word(LOAD)).also(&["state"]),
            Arg::new("script", Kind::Text).also(&["function", "fn"]),
            Arg::new("ms", Kind::Whole).also(&["time_ms", "milliseconds"]),
        ],
        make: wait,
    },
];

fn read(arguments: &Arguments, _: Manner) -> Result<Task> {
    let usual = ReadRequest::default();
    let request = ReadRequest {
        target: arguments.target("ref")?,
        page: arguments.count("page")?.unwrap_or(usual.page),
        budget: arguments.count("budget")?.unwrap_or(usual.budget),
    };
    Ok(reading(Command::Read(request)))
}

/// A picture for the model to look at: it is saved nowhere.
fn screenshot(arguments: &Arguments, _: Manner) -> Result<Task> {
    let format = arguments.word("format")?;
    let quality = arguments
        .whole("quality")?
        .map(|quality| {
            u8::try_from(quality)
                .ok()
                .filter(|quality| (1..=100).contains(quality))
                .ok_or_else(|| {
                    invalid(format!("there is no quality {quality}")).with_hint("give 1 to 100")
                })
        })
        .transpose()?;
    let request = ScreenshotRequest {
        target: arguments.target("ref")?,
        extent: if arguments.flag("full")? {
            Extent::Full
        } else {
            Extent::View
        },
        // Models see no difference, and it is made and sent in half the time.
        format: format
            .and_then(|name| PictureFormat::named(&name))
            .unwrap_or(PictureFormat::Jpeg),
        quality,
        max_width: arguments.count("max_width")?,
        annotate: if arguments.flag("annotate")? {
            Annotate::Interactive
        } else {
            Annotate::None
        },
        unless_like: arguments.flag("if_changed")?.then_some(0.0),
        ..ScreenshotRequest::default()
    };
    Ok(reading(Command::Screenshot(Box::new(request))))
}

fn get(arguments: &Arguments, _: Manner) -> Result<Task> {
    let what = arguments.word("what")?.unwrap_or_default();
    let maybe = || arguments.target("ref");
    let the = || arguments.the_target("ref");
    let is = |state| the().map(|target| Command::Is { state, target });
    let command = match what.as_str() {
        "text" => Command::Get(Get::Text(maybe()?)),
        "html" => Command::Get(Get::Html(maybe()?)),
        "value" => Command::Get(Get::Value(the()?)),
        "attr" => Command::Get(Get::Attr(the()?, arguments.the_text("name")?)),
        "title" => Command::Get(Get::Title),
        "url" => Command::Get(Get::Url),
        "count" => Command::Get(Get::Count(the()?)),
        "box" => Command::Get(Get::Box(the()?)),
        "selector" => Command::Get(Get::Selector(the()?)),
        "styles" => {
            let names = arguments.text("name")?.unwrap_or_default();
            let names = names.split([',', ' ']).filter(|name| !name.is_empty());
            Command::Get(Get::Styles(the()?, names.map(str::to_owned).collect()))
        }
        "visible" => is(IsState::Visible)?,
        "enabled" => is(IsState::Enabled)?,
        "checked" => is(IsState::Checked)?,
        _ => return Err(arguments.need_one_of(&format!("what: {}", WHAT.join(", ")))),
    };
    Ok(reading(command))
}

fn wait(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let wanted = [
        arguments.target("ref")?.map(WaitFor::Target),
        arguments.text("text")?.map(WaitFor::Text),
        arguments.text("url")?.map(WaitFor::Url),
        arguments.target("gone")?.map(WaitFor::Gone),
        arguments
            .word("load")?
            .map(|word| WaitFor::Load(load(&word))),
        arguments.text("script")?.map(WaitFor::Function),
        arguments
            .whole("ms")?
            .map(|ms| WaitFor::Time(Duration::from_millis(ms.into()))),
    ];
    let steps: Vec<Step> = wanted
        .into_iter()
        .flatten()
        .map(|what| Step::of(Command::Wait(what)))
        .collect();
    let Some(last) = steps.len().checked_sub(1) else {
        return Err(arguments.need_one_of("ref, text, url, gone, load, script, ms"));
    };
    let mut steps = steps;
    steps[last].after = after(arguments, manner, surefoot_session::Show::Delta)?;
    Ok(Task::Steps(steps))
}

fn load(word: &str) -> LoadState {
    match word {
        "commit" => LoadState::Commit,
        "domcontentloaded" => LoadState::DomContentLoaded,
        "networkidle" => LoadState::NetworkIdle,
        _ => LoadState::Load,
    }
}

//! Going to pages and showing them.

use std::num::NonZeroU32;

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_session::{Command, LEAST_BUDGET, Show, SnapshotRequest, TabCommand, default_budget};
use surefoot_snapshot::{Region, Role};
use surefoot_view::Format;

use super::after;
use crate::arguments::Arguments;
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool};
use crate::task::{Step, Task};

const FORMATS: &[&str] = &[
    "compact",
    "list",
    "tree",
    "numbered",
    "page",
    "page-json",
    "json",
];

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_navigate",
        about: "Open a URL and show the page as text with refs",
        profile: Profile::Core,
        effect: Effect::Moves,
        args: &[
            Arg::new("url", Kind::Text).required(),
            Arg::new("new_tab", Kind::Flag).quiet(),
        ],
        make: navigate,
    },
    Tool {
        name: "browse_snapshot",
        about: "Show the page, or a part of it. Actions already return what changed",
        profile: Profile::Core,
        effect: Effect::Reads,
        args: &[
            Arg::new("interactive", Kind::Flag).about("only what can be acted on"),
            Arg::new("scope", Kind::Target).about("only inside this ref or CSS selector"),
            Arg::new("expand", Kind::Target).about("the ref of a fold: show what it stands for"),
            Arg::new("page", Kind::Whole).about("of what does not fit"),
            Arg::new("budget", Kind::Whole)
                .about("tokens, 0 for no limit")
                .also(&["max_tokens"]),
            Arg::new("format", Kind::Word(FORMATS)),
            Arg::new("text", Kind::Text).quiet(),
            Arg::new("role", Kind::Texts).quiet(),
            Arg::new("region", Kind::Texts).quiet(),
            Arg::new("around", Kind::Target).quiet(),
            Arg::new("in_view", Kind::Flag).quiet(),
            Arg::new("hidden", Kind::Flag).quiet(),
            Arg::new("depth", Kind::Whole).quiet(),
            Arg::new("lines", Kind::Whole).quiet(),
            Arg::new("compact", Kind::Flag).quiet(),
            Arg::new("urls", Kind::Flag).quiet(),
            Arg::new("show", Kind::Word(&["full", "delta"])).quiet(),
        ],
        make: snapshot,
    },
    Tool {
        name: "browse_back",
        about: "Go back in the history",
        profile: Profile::Core,
        effect: Effect::Moves,
        args: &[],
        make: |arguments, manner| history(Command::Back, arguments, manner),
    },
    Tool {
        name: "browse_forward",
        about: "Go forward in the history",
        profile: Profile::All,
        effect: Effect::Moves,
        args: &[],
        make: |arguments, manner| history(Command::Forward, arguments, manner),
    },
    Tool {
        name: "browse_reload",
        about: "Load the page again; what was typed is lost",
        profile: Profile::All,
        effect: Effect::Sets,
        args: &[],
        make: |arguments, manner| history(Command::Reload, arguments, manner),
    },
    Tool {
        name: "browse_tabs",
        about: "List tabs, open, switch to or close one",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg::new("action", Kind::Word(&["list", "new", "switch", "close"])),
            Arg::new("tab", Kind::Whole).also(&["index", "number", "id"]),
            Arg::new("url", Kind::Text),
        ],
        make: tabs,
    },
];

/// What a page that was gone to is shown as: all of it.
fn history(command: Command, arguments: &Arguments, manner: Manner) -> Result<Task> {
    let after = after(arguments, manner, Show::Full)?;
    Ok(Task::one(Step::of(command).then(after)))
}

fn navigate(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let url = arguments.the_text("url")?;
    let command = if arguments.flag("new_tab")? {
        Command::Tab(TabCommand::New(Some(url)))
    } else {
        Command::Open { url }
    };
    let after = after(arguments, manner, Show::Full)?;
    Ok(Task::one(Step::of(command).then(after).begins()))
}

fn tabs(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let word = arguments.word("action")?;
    let url = arguments.text("url")?;
    let tab = arguments.whole("tab")?;
    let numbered = || tab.ok_or_else(|| arguments.need_one_of("tab, the number of one"));
    // What else is given says what is meant, if nothing does.
    let meant = match (word.as_deref(), &url, tab) {
        (Some(word), ..) => word,
        (None, Some(_), _) => "new",
        (None, None, Some(_)) => "switch",
        (None, None, None) => "list",
    };
    let command = match meant {
        "list" => return Ok(super::reading(Command::Tab(TabCommand::List))),
        "new" => TabCommand::New(url),
        "close" => TabCommand::Close(tab),
        _ => TabCommand::Switch(numbered()?),
    };
    let begins = matches!(command, TabCommand::New(_));
    let after = after(arguments, manner, Show::Full)?;
    let step = Step::of(Command::Tab(command)).then(after);
    Ok(Task::one(if begins { step.begins() } else { step }))
}

fn snapshot(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let format = match arguments.word("format")? {
        Some(name) => Format::from_name(&name).unwrap_or(manner.format),
        None => manner.format,
    };
    let show = match arguments.word("show")?.as_deref() {
        Some("delta") => Show::Delta,
        _ => Show::Full,
    };
    let addresses = if arguments.flag("urls")? {
        surefoot_view::Addresses::Shown
    } else {
        surefoot_view::Addresses::Left
    };
    let request = SnapshotRequest {
        interactive: arguments.flag("interactive")?,
        compact: arguments.flag("compact")?,
        depth: arguments.count("depth")?,
        scope: arguments.target("scope")?,
        regions: known(&arguments.texts("region")?, "region", Region::named)?,
        around: arguments.target("around")?,
        in_view: arguments.flag("in_view")?,
        roles: known(&arguments.texts("role")?, "role", role)?,
        text: arguments.text("text")?,
        hidden: arguments.flag("hidden")?,
        lines: arguments.count("lines")?,
        show,
        style: surefoot_view::Style {
            addresses,
            ..surefoot_view::Style::default()
        },
        budget: budget(arguments, format)?,
        expand: arguments.target("expand")?,
        page: arguments.count("page")?,
        ..SnapshotRequest::new(format)
    };
    Ok(super::reading(Command::Snapshot(request)))
}

fn budget(arguments: &Arguments, format: Format) -> Result<Option<NonZeroU32>> {
    match arguments.whole("budget")? {
        None => Ok(default_budget(format)),
        Some(0) => Ok(None),
        Some(tokens) if tokens < LEAST_BUDGET => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("a page does not fit into {tokens} tokens"),
        )
        .with_hint(format!(
            "give \"budget\" at least {LEAST_BUDGET}, or 0 for no limit"
        ))),
        Some(tokens) => Ok(NonZeroU32::new(tokens)),
    }
}

fn role(word: &str) -> Option<&'static str> {
    let mut words = Role::all()
        .map(Role::as_str)
        .chain(["clickable", "focusable"]);
    words.find(|known| *known == word)
}

/// What these words mean.
fn known<T>(words: &[String], what: &str, meaning: impl Fn(&str) -> Option<T>) -> Result<Vec<T>> {
    let one = |word: &String| {
        meaning(word).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no {what} {word:?}"),
            )
        })
    };
    words.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formats_of_the_schema_are_those_there_are() {
        for name in FORMATS {
            assert!(Format::from_name(name).is_some(), "{name}");
        }
        assert_eq!(FORMATS.len(), Format::ALL.len());
    }
}

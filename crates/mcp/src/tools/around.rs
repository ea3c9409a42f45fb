//! What is around the page.

use surefoot_engine::{Cookie, DialogAnswer, Result, SameSite};
use surefoot_session::{Around, Command, Cookies, DialogCommand};

use super::{MAYBE_REF, only, reading};
use crate::arguments::{Arguments, invalid};
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool};
use crate::task::{Step, Task};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_dialog",
        about: "Answer the dialog that waits (ask: let the user decide), or say whether one does",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg::new(
                "action",
                Kind::Word(&["accept", "dismiss", "status", "ask"]),
            )
            .required(),
            Arg::new("text", Kind::Text)
                .also(&["value", "promptText"])
                .about("for a prompt"),
        ],
        make: dialog,
    },
    Tool {
        name: "browse_eval",
        about: "Run JavaScript in the page; with a ref a function that gets the element",
        profile: Profile::All,
        effect: Effect::Acts,
        args: &[
            Arg::new("script", Kind::Text)
                .also(&["function", "expression", "code"])
                .required(),
            MAYBE_REF,
        ],
        make: |arguments, _| {
            let what = Around::Evaluate {
                script: arguments.the_text("script")?,
                target: arguments.target("ref")?,
            };
            Ok(reading(Command::Around(what)))
        },
    },
    Tool {
        name: "browse_console",
        about: "Messages of the console",
        profile: Profile::All,
        effect: Effect::Reads,
        args: &[Arg::new("errors", Kind::Flag).about("only errors")],
        make: |arguments, _| {
            let what = Around::Console {
                errors: arguments.flag("errors")?,
                clear: false,
            };
            Ok(reading(Command::Around(what)))
        },
    },
    Tool {
        name: "browse_network",
        about: "Requests of the page",
        profile: Profile::All,
        effect: Effect::Reads,
        args: &[Arg::new("filter", Kind::Text).about("part of the URL")],
        make: |arguments, _| {
            let what = Around::Requests {
                filter: arguments.text("filter")?,
                clear: false,
            };
            Ok(reading(Command::Around(what)))
        },
    },
    Tool {
        name: "browse_cookies",
        about: "List, set or clear cookies",
        profile: Profile::All,
        effect: Effect::Acts,
        args: &[
            Arg::new("action", Kind::Word(&["list", "set", "clear"])),
            Arg::new("name", Kind::Text),
            Arg::new("value", Kind::Text),
            Arg::new("domain", Kind::Text).about("[the page's host]"),
            Arg::new("path", Kind::Text).quiet(),
            Arg::new("expires", Kind::Number).quiet(),
            Arg::new("http_only", Kind::Flag).quiet(),
            Arg::new("secure", Kind::Flag).quiet(),
            Arg::new("same_site", Kind::Word(&["strict", "lax", "none"])).quiet(),
        ],
        make: cookies,
    },
];

fn dialog(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let text = arguments.text("text")?;
    let answer = match arguments.word("action")?.as_deref() {
        Some("accept") => DialogAnswer::Accept(text),
        Some("dismiss") => DialogAnswer::Dismiss,
        Some("ask") => return Ok(Task::AskAboutDialog),
        Some(_) => return Ok(reading(Command::Dialog(DialogCommand::Status))),
        None => {
            return arguments
                .the_text("action")
                .map(|_| Task::Steps(Vec::new()));
        }
    };
    only(
        Command::Dialog(DialogCommand::Answer(answer)),
        arguments,
        manner,
    )
}

fn cookies(arguments: &Arguments, _: Manner) -> Result<Task> {
    let name = arguments.text("name")?;
    let meant = match (arguments.word("action")?, &name) {
        (Some(word), _) => word,
        (None, Some(_)) => "set".to_owned(),
        (None, None) => "list".to_owned(),
    };
    let what = match meant.as_str() {
        "list" => Cookies::List,
        "clear" => Cookies::Clear,
        _ => Cookies::Set(cookie(arguments)?),
    };
    let begins = matches!(what, Cookies::Set(_));
    let step = Step::of(Command::Around(Around::Cookies(what)));
    Ok(Task::one(if begins { step.begins() } else { step }))
}

fn cookie(arguments: &Arguments) -> Result<Cookie> {
    let name = arguments.the_text("name")?;
    if name.is_empty() {
        return Err(invalid("a cookie without a name cannot be set").with_hint("give \"name\""));
    }
    Ok(Cookie {
        name,
        value: arguments.the_text("value")?,
        domain: arguments.text("domain")?.unwrap_or_default(),
        path: arguments.text("path")?.unwrap_or_else(|| "/".to_owned()),
        expires: arguments.number("expires")?,
        http_only: arguments.flag("http_only")?,
        secure: arguments.flag("secure")?,
        same_site: arguments
            .word("same_site")?
            .map(|word| match word.as_str() {
                "strict" => SameSite::Strict,
                "lax" => SameSite::Lax,
                _ => SameSite::None,
            }),
    })
}

//! Filling controls and forms.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use surefoot_engine::Result;
use surefoot_session::Command;

use super::{FORCE, MAYBE_REF, REF, action, only};
use crate::arguments::{Arguments, invalid, plain};
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool};
use crate::task::{Step, Task};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_fill",
        about: "Replace what a field holds",
        profile: Profile::Core,
        effect: Effect::Sets,
        args: &[
            REF,
            Arg::new("value", Kind::Text).also(&["text"]).required(),
            Arg {
                need: crate::catalog::Need::Quiet,
                ..FORCE
            },
        ],
        make: |arguments, manner| {
            let command = Command::Fill {
                target: arguments.the_target("ref")?,
                text: arguments.the_text("value")?,
            };
            only(command, arguments, manner)
        },
    },
    Tool {
        name: "browse_type",
        about: "Type text at the end of a field, or where the focus is",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg::new("text", Kind::Text).also(&["value"]).required(),
            MAYBE_REF,
            Arg::new("submit", Kind::Flag).about("press Enter afterwards"),
        ],
        make: type_text,
    },
    Tool {
        name: "browse_press",
        about: "Press a key: Enter, Escape, Control+a",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg::new("key", Kind::Text).also(&["chord"]).required(),
            MAYBE_REF,
        ],
        make: |arguments, manner| {
            let command = Command::Press {
                target: arguments.target("ref")?,
                chord: arguments.the_text("key")?,
            };
            only(command, arguments, manner)
        },
    },
    Tool {
        name: "browse_select",
        about: "Select options of a list by label or value",
        profile: Profile::Core,
        effect: Effect::Sets,
        args: &[
            REF,
            Arg::new("value", Kind::Texts)
                .also(&["values", "text"])
                .required(),
        ],
        make: select,
    },
    Tool {
        name: "browse_check",
        about: "Check a checkbox, radio button or switch, or uncheck it",
        profile: Profile::All,
        effect: Effect::Sets,
        args: &[REF, Arg::new("checked", Kind::Flag).about("[true]")],
        make: |arguments, manner| {
            let command = Command::SetChecked {
                target: arguments.the_target("ref")?,
                checked: arguments.truth("checked")?.unwrap_or(true),
            };
            only(command, arguments, manner)
        },
    },
    Tool {
        name: "browse_upload",
        about: "Choose files for a file field, or for the chooser the page opened",
        profile: Profile::All,
        effect: Effect::Sets,
        args: &[
            MAYBE_REF,
            Arg::new("files", Kind::List)
                .also(&["paths", "file", "path"])
                .about("absolute paths")
                .required(),
        ],
        make: upload,
    },
    Tool {
        name: "browse_submit",
        about: "Submit the form that a ref is or is in, or the page's only form",
        profile: Profile::All,
        effect: Effect::Acts,
        args: &[MAYBE_REF],
        make: |arguments, manner| {
            let target = arguments.target("ref")?;
            only(Command::Submit { target }, arguments, manner)
        },
    },
    Tool {
        name: "browse_form",
        about: "Fill many fields at once, then submit if wanted. A value is text, an option, or true/false for a checkbox",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg::new("fields", Kind::Fields).required(),
            Arg::new("submit", Kind::Flag),
        ],
        make: form,
    },
];

fn type_text(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let target = arguments.target("ref")?;
    let text = arguments.the_text("text")?;
    let typed = Command::Type { target, text };
    if !arguments.flag("submit")? {
        return only(typed, arguments, manner);
    }
    // What was typed into has the focus.
    let enter = Command::Press {
        target: None,
        chord: "Enter".to_owned(),
    };
    let typed = Step {
        after: None,
        ..action(typed, arguments, manner)?
    };
    Ok(Task::Steps(vec![typed, action(enter, arguments, manner)?]))
}

fn select(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let choices = arguments.texts("value")?;
    if choices.is_empty() {
        return arguments.the_text("value").map(|_| Task::Steps(Vec::new()));
    }
    let target = arguments.the_target("ref")?;
    only(Command::Select { target, choices }, arguments, manner)
}

fn upload(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let files = arguments.texts("files")?;
    if files.is_empty() {
        return Err(arguments.need_one_of("files, a list of absolute paths"));
    }
    if let Some(relative) = files.iter().find(|file| !Path::new(file).is_absolute()) {
        return Err(invalid(format!("{relative:?} is not an absolute path"))
            .with_hint("give the whole path, as in /home/me/report.pdf"));
    }
    let files = files.into_iter().map(PathBuf::from).collect();
    let command = match arguments.target("ref")? {
        Some(target) => Command::Upload { target, files },
        None => Command::Choose { files },
    };
    only(command, arguments, manner)
}

/// A field of a form, and what it shall hold.
struct Field {
    target: String,
    value: Value,
}

fn form(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let fields = arguments.list("fields")?;
    let fields = fields.iter().map(field).collect::<Result<Vec<Field>>>()?;
    let Some(first) = fields.first() else {
        return Err(arguments.need_one_of("fields, as [{\"ref\": 3, \"value\": \"Ada\"}]"));
    };
    let submit = Command::Submit {
        target: Some(first.target.clone()),
    };
    let mut steps = Vec::with_capacity(fields.len() + 1);
    for field in fields {
        let (command, instead) = filling(field)?;
        steps.push(Step {
            instead,
            ..action(command, arguments, manner)?
        });
    }
    if arguments.flag("submit")? {
        steps.push(action(submit, arguments, manner)?);
    }
    // Only the last one shows the page.
    let last = steps.len() - 1;
    for step in &mut steps[..last] {
        step.after = None;
    }
    Ok(Task::Steps(steps))
}

/// `{"ref": 3, "value": "Ada"}`, with the spellings that single tools accept.
fn field(value: &Value) -> Result<Field> {
    let shape = || {
        invalid("a field of \"fields\" is not understood")
            .with_hint("write fields as [{\"ref\": 3, \"value\": \"Ada\"}]")
    };
    let object = value.as_object().ok_or_else(shape)?;
    let of = |object: &Map<String, Value>, arg: &Arg| {
        let mut names = std::iter::once(&arg.name).chain(arg.also);
        names.find_map(|name| object.get(*name)).cloned()
    };
    const VALUE: Arg = Arg::new("value", Kind::Text).also(&["text", "values", "checked"]);
    let target = of(object, &REF)
        .and_then(|value| plain(&value))
        .ok_or_else(shape)?;
    let value = of(object, &VALUE).ok_or_else(shape)?;
    if object.len() > 2 {
        let more = object.keys().find(|key| {
            !REF.is_called(key) && !VALUE.is_called(key) && *key != "name" && *key != "type"
        });
        if let Some(more) = more {
            return Err(invalid(format!("a field has no {more:?}"))
                .with_hint("write fields as [{\"ref\": 3, \"value\": \"Ada\"}]"));
        }
    }
    Ok(Field { target, value })
}

/// What fills a field, and what does if it is a list of options.
fn filling(field: Field) -> Result<(Command, Option<Command>)> {
    let Field { target, value } = field;
    match value {
        Value::Bool(checked) => Ok((Command::SetChecked { target, checked }, None)),
        Value::Array(values) => {
            let choices = values.iter().map(plain).collect::<Option<Vec<String>>>();
            let choices = choices.ok_or_else(|| {
                invalid("a list of values holds something else than strings")
                    .with_hint("give the labels or values of options")
            })?;
            Ok((Command::Select { target, choices }, None))
        }
        value => {
            let text = plain(&value).ok_or_else(|| {
                invalid("a value is neither text, a number, true, false nor a list")
                    .with_hint("give what a person would type or choose")
            })?;
            let fill = Command::Fill {
                target: target.clone(),
                text: text.clone(),
            };
            let instead = match text.as_str() {
                "true" | "on" => Command::SetChecked {
                    target,
                    checked: true,
                },
                "false" | "off" => Command::SetChecked {
                    target,
                    checked: false,
                },
                _ => Command::Select {
                    target,
                    choices: vec![text],
                },
            };
            Ok((fill, Some(instead)))
        }
    }
}

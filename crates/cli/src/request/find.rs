//! `find`, from what was typed to a target, and to the command that is done to it.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{By, How, Locator, Sought};

use super::act;
use crate::args::find::{Action, Find, Then};
use crate::wire::{self, Command};

/// What is done, and to which target.
pub(super) fn find(find: Find, here: &Path) -> Result<Command, Error> {
    let by = |by: By, found: crate::args::find::By| {
        let locator = Locator::new(by, found.value, how(found.exact));
        (locator.to_string(), found.then)
    };
    let (target, then) = match find {
        Find::Role(role) => {
            let mut locator = Locator::new(By::Role, role.value.to_ascii_lowercase(), How::Exact);
            locator.name = role.name.map(|text| Sought {
                text,
                how: how(role.exact),
            });
            (locator.to_string(), role.then)
        }
        Find::Text(found) => by(By::Text, found),
        Find::Label(found) => by(By::Label, found),
        Find::Placeholder(found) => by(By::Placeholder, found),
        Find::Alt(found) => by(By::Alt, found),
        Find::Title(found) => by(By::Title, found),
        Find::Testid(found) => by(By::TestId, found),
        Find::First(of) => (format!("{} >> nth=0", of.target), of.then),
        Find::Last(of) => (format!("{} >> nth=-1", of.target), of.then),
        Find::Nth(of) => (format!("{} >> nth={}", of.target, of.number), of.then),
    };
    then_do(target, then, here)
}

fn how(exact: bool) -> How {
    if exact { How::Exact } else { How::Part }
}

/// The command of an action.
fn then_do(target: String, then: Then, here: &Path) -> Result<Command, Error> {
    let Then {
        action,
        argument,
        more,
    } = then;
    let Some(action) = action else {
        return Ok(Command::Find { target });
    };
    let takes = takes(action);
    let surplus = match takes {
        Takes::Nothing => argument.as_ref(),
        Takes::One(_) => more.first(),
        Takes::Several(_) => None,
    };
    if let Some(surplus) = surplus {
        return Err(usage(
            format!("`{}` does not take {surplus:?} besides", word(action)),
            "put a text with blanks into quotes",
        ));
    }
    let missing = |what: &str| {
        usage(
            format!("`{}` needs {what}", word(action)),
            &format!("write `find … {} {}`", word(action), what.to_uppercase()),
        )
    };
    let argument = match (takes, argument) {
        (Takes::Nothing, _) => String::new(),
        (Takes::One(what) | Takes::Several(what), None) => return Err(missing(what)),
        (_, Some(argument)) => argument,
    };
    let get = |get: fn(String) -> wire::Get, target| Command::Get(get(target));
    let is = |state, target| Command::Is { state, target };
    Ok(match action {
        Action::Click => Command::Click {
            target,
            button: wire::Button::Left,
            modifiers: Vec::new(),
            count: 1,
            position: None,
        },
        Action::Dblclick => act::double_click(target),
        Action::Hover => Command::Hover { target },
        Action::Focus => Command::Focus { target },
        Action::Scrollintoview => Command::ScrollTo { target },
        Action::Fill => Command::Fill {
            target,
            text: argument,
        },
        Action::Type => Command::Type {
            target: Some(target),
            text: argument,
        },
        Action::Press => Command::Press {
            target: Some(target),
            chord: argument,
        },
        Action::Check => Command::SetChecked {
            target,
            checked: true,
        },
        Action::Uncheck => Command::SetChecked {
            target,
            checked: false,
        },
        Action::Select => Command::Select {
            target,
            choices: std::iter::once(argument).chain(more).collect(),
        },
        Action::Upload => {
            let files = std::iter::once(argument).chain(more).map(PathBuf::from);
            return act::upload(
                crate::args::act::Upload {
                    target: target.into(),
                    files: files.collect(),
                    chooser: false,
                },
                here,
            );
        }
        Action::Text => get(|target| wire::Get::Text(Some(target)), target),
        Action::Html => get(|target| wire::Get::Html(Some(target)), target),
        Action::Value => get(wire::Get::Value, target),
        Action::Attr => Command::Get(wire::Get::Attr {
            target,
            name: argument,
        }),
        Action::Visible => is(wire::State::Visible, target),
        Action::Enabled => is(wire::State::Enabled, target),
        Action::Checked => is(wire::State::Checked, target),
    })
}

/// How many words an action takes, and what the first of them is.
#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    One(&'static str),
    Several(&'static str),
}

fn takes(action: Action) -> Takes {
    match action {
        Action::Fill | Action::Type => Takes::One("text"),
        Action::Press => Takes::One("key"),
        Action::Attr => Takes::One("name"),
        Action::Select => Takes::Several("option"),
        Action::Upload => Takes::Several("file"),
        _ => Takes::Nothing,
    }
}

/// The word that an action is typed as.
fn word(action: Action) -> String {
    action
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

fn usage(message: String, hint: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, message).with_hint(hint)
}

//! Acting on elements.

use surefoot_engine::{Distance, Modifiers, MouseButton, Point, Result};
use surefoot_session::Command;

use super::{FORCE, MAYBE_REF, REF, only};
use crate::arguments::{Arguments, invalid};
use crate::catalog::{Arg, Effect, Kind, Manner, Profile, Tool};
use crate::task::Task;

const MODIFIERS: &[(&str, Modifiers)] = &[
    ("Alt", Modifiers::ALT),
    ("Control", Modifiers::CONTROL),
    ("Meta", Modifiers::META),
    ("Shift", Modifiers::SHIFT),
];

const DIRECTIONS: &[&str] = &["down", "up", "right", "left", "bottom", "top"];

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "browse_click",
        about: "Click an element",
        profile: Profile::Core,
        effect: Effect::Acts,
        args: &[
            Arg {
                about: "number from the snapshot, or a label or CSS selector",
                ..MAYBE_REF
            },
            Arg::new("double", Kind::Flag)
                .quiet()
                .also(&["double_click", "doubleClick"]),
            Arg::new("x", Kind::Number).about("without ref: pixel of the last screenshot"),
            Arg::new("y", Kind::Number),
            Arg::new("button", Kind::Word(&["left", "middle", "right"])).quiet(),
            Arg::new("modifiers", Kind::Texts).quiet(),
            Arg {
                about: "skip visibility checks",
                ..FORCE
            },
        ],
        make: click,
    },
    Tool {
        name: "browse_hover",
        about: "Move the pointer over an element",
        profile: Profile::All,
        effect: Effect::MovesOnce,
        args: &[REF],
        make: |arguments, manner| {
            let target = arguments.the_target("ref")?;
            only(Command::Hover { target }, arguments, manner)
        },
    },
    Tool {
        name: "browse_drag",
        about: "Drag an element onto another",
        profile: Profile::All,
        effect: Effect::Acts,
        args: &[
            Arg::new("from", Kind::Target).required().also(&[
                "ref",
                "start_ref",
                "startRef",
                "source",
            ]),
            Arg::new("to", Kind::Target)
                .required()
                .also(&["end_ref", "endRef", "target"]),
        ],
        make: |arguments, manner| {
            let command = Command::Drag {
                from: arguments.the_target("from")?,
                to: arguments.the_target("to")?,
            };
            only(command, arguments, manner)
        },
    },
    Tool {
        name: "browse_scroll",
        about: "Scroll the page, or what the ref is in",
        profile: Profile::Core,
        effect: Effect::Moves,
        args: &[
            Arg::new("direction", Kind::Word(DIRECTIONS)),
            Arg::new("amount", Kind::Number).about("pages [1]"),
            Arg::new("pixels", Kind::Number).quiet(),
            MAYBE_REF,
        ],
        make: scroll,
    },
    Tool {
        name: "browse_scroll_to",
        about: "Bring an element into view",
        profile: Profile::All,
        effect: Effect::MovesOnce,
        args: &[REF],
        make: |arguments, manner| {
            let target = arguments.the_target("ref")?;
            only(Command::ScrollTo { target }, arguments, manner)
        },
    },
];

fn click(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let button = match arguments.word("button")?.as_deref() {
        Some("middle") => MouseButton::Middle,
        Some("right") => MouseButton::Right,
        _ => MouseButton::Left,
    };
    let modifiers = arguments.texts("modifiers")?;
    let modifiers = modifiers
        .iter()
        .map(|word| {
            let known = MODIFIERS.iter().find(|(known, _)| known == word);
            known.map(|(_, key)| *key).ok_or_else(|| {
                invalid(format!("there is no key {word:?} to hold down"))
                    .with_hint("Alt, Control, Meta and Shift can be held down")
            })
        })
        .collect::<Result<Modifiers>>()?;
    let count = if arguments.flag("double")? { 2 } else { 1 };
    let point = (arguments.number("x")?, arguments.number("y")?);
    let command = match (arguments.target("ref")?, point) {
        // A point of the last picture.
        (None, (Some(x), Some(y))) => Command::ClickAt {
            at: Point { x, y },
            button,
            modifiers,
            count,
        },
        (target, at) => Command::Click {
            target: match target {
                Some(target) => target,
                None => arguments.the_target("ref")?,
            },
            button,
            modifiers,
            count,
            position: match at {
                (Some(x), Some(y)) => Some(Point { x, y }),
                _ => None,
            },
        },
    };
    only(command, arguments, manner)
}

fn scroll(arguments: &Arguments, manner: Manner) -> Result<Task> {
    let direction = arguments.word("direction")?;
    let amount = arguments.number("amount")?.unwrap_or(1.0);
    let pixels = arguments.number("pixels")?;
    let along = |right: f64, down: f64| match pixels {
        Some(pixels) => Distance::By(right * pixels, down * pixels),
        None => Distance::Views(right * amount, down * amount),
    };
    let by = match direction.as_deref().unwrap_or("down") {
        "up" => along(0.0, -1.0),
        "right" => along(1.0, 0.0),
        "left" => along(-1.0, 0.0),
        "bottom" => Distance::End,
        "top" => Distance::Start,
        _ => along(0.0, 1.0),
    };
    let target = arguments.target("ref")?;
    only(Command::Scroll { target, by }, arguments, manner)
}

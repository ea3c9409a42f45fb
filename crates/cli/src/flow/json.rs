//! The JSON of a flow.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use surefoot_engine::{
    DialogAnswer, Distance, Error, ErrorKind, LoadState, Modifiers, MouseButton, Point,
};
use surefoot_session::{
    Command, DialogCommand, Expected, Flow, FlowElement, FlowStep, FlowTree, TabCommand, WaitFor,
};

use super::VERSION;

/// What a step does: the words of the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Do {
    Open {
        url: String,
    },
    Back,
    Forward,
    Reload,
    Click {
        #[serde(default, skip_serializing_if = "Button::is_left")]
        button: Button,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<Modifier>,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<(f64, f64)>,
    },
    Hover,
    Focus,
    Scrollintoview,
    Scroll {
        by: By,
    },
    Drag,
    Fill {
        text: String,
    },
    Type {
        text: String,
    },
    Press {
        key: String,
    },
    Keydown {
        key: String,
    },
    Keyup {
        key: String,
    },
    Select {
        choices: Vec<String>,
    },
    Check,
    Uncheck,
    Submit,
    Upload {
        files: Vec<PathBuf>,
    },
    UploadToChooser {
        files: Vec<PathBuf>,
    },
    DialogAccept {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    DialogDismiss,
    TabNew {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
    TabSwitch {
        number: u32,
    },
    TabClose {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    WaitTarget {
        selector: String,
    },
    WaitGone {
        selector: String,
    },
    WaitText {
        text: String,
    },
    WaitUrl {
        url: String,
    },
    WaitLoad {
        state: Load,
    },
    WaitFn {
        script: String,
    },
    WaitTime {
        ms: u64,
    },
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(count: &u8) -> bool {
    *count == 1
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Button {
    #[default]
    Left,
    Middle,
    Right,
}

impl Button {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_left(&self) -> bool {
        *self == Button::Left
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

const MODIFIERS: [(Modifier, Modifiers); 4] = [
    (Modifier::Alt, Modifiers::ALT),
    (Modifier::Control, Modifiers::CONTROL),
    (Modifier::Meta, Modifiers::META),
    (Modifier::Shift, Modifiers::SHIFT),
];

/// How far: to the right and down.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Pixels(f64, f64),
    Views(f64, f64),
    Start,
    End,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::enum_variant_names, reason = "as the field calls them")]
pub(super) enum Load {
    Commit,
    DomContentLoaded,
    Load,
    NetworkIdle,
}

const LOADS: [(Load, LoadState); 4] = [
    (Load::Commit, LoadState::Commit),
    (Load::DomContentLoaded, LoadState::DomContentLoaded),
    (Load::Load, LoadState::Load),
    (Load::NetworkIdle, LoadState::NetworkIdle),
];

#[derive(Serialize, Deserialize)]
struct StepBody {
    #[serde(flatten)]
    what: Do,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<ElementBody>,
    #[serde(default)]
    expect: ExpectBody,
}

#[derive(Serialize, Deserialize)]
struct ElementBody {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selector: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    within: Vec<Within>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    tag: String,
    role: String,
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Within {
    Frame,
    Shadow,
}

#[derive(Default, Serialize, Deserialize)]
struct ExpectBody {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dialogs: Vec<DialogBody>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    downloads: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    tabs: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    validation: Vec<ValidationBody>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    alerts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesBody>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize, Deserialize)]
struct DialogBody {
    kind: String,
    message: String,
}

#[derive(Serialize, Deserialize)]
struct ValidationBody {
    control: String,
    message: String,
}

#[derive(Serialize, Deserialize)]
struct ChangesBody {
    added: usize,
    removed: usize,
    changed: usize,
    moved: usize,
}

#[derive(Serialize)]
struct FileBody<'a> {
    surefoot_flow: u64,
    engine: &'a str,
    steps: Vec<StepBody>,
}

pub(super) fn write(flow: &Flow) -> Result<String, Error> {
    let steps = flow.steps.iter().map(step).collect::<Option<Vec<_>>>();
    let body = steps.map(|steps| FileBody {
        surefoot_flow: VERSION,
        engine: &flow.engine,
        steps,
    });
    let text = body.and_then(|body| serde_json::to_string_pretty(&body).ok());
    text.map(|text| text + "\n").ok_or_else(|| {
        Error::new(
            ErrorKind::Unsupported,
            "the flow has a step that this version cannot write",
        )
    })
}

pub(super) fn read(text: &str, called: &str) -> Result<Flow, Error> {
    let wrong = |why: String| {
        Error::new(ErrorKind::InvalidArgument, format!("{called} {why}"))
            .with_hint("`record start FILE` and `record stop` make a flow")
    };
    let value: Value = serde_json::from_str(text).map_err(|error| {
        wrong(format!(
            "is no flow: its JSON is broken at line {}, column {}",
            error.line(),
            error.column()
        ))
    })?;
    match value.get("surefoot_flow").map(Value::as_u64) {
        Some(Some(VERSION)) => {}
        Some(_) => {
            let version = &value["surefoot_flow"];
            return Err(wrong(format!(
                "is a flow of version {version}, and this surefoot reads version {VERSION}"
            ))
            .with_hint("record it anew, or replay it with the surefoot that made it"));
        }
        None => return Err(wrong("is no flow: it has no \"surefoot_flow\"".to_owned())),
    }
    let engine = value
        .get("engine")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let Some(steps) = value.get("steps").and_then(Value::as_array) else {
        return Err(wrong("is no flow: it has no list of \"steps\"".to_owned()));
    };
    let mut flow = Flow {
        engine: engine.to_owned(),
        steps: Vec::new(),
    };
    for (at, step) in steps.iter().enumerate() {
        let read = StepBody::deserialize(step).map_err(|_| {
            wrong(format!("cannot be read: its step {} makes no sense", at + 1)).with_hint(
                "a step is like {\"do\":\"click\",\"elements\":[{\"selector\":\"#save\",\"role\":\"button\",\"name\":\"Save\"}],\"expect\":{}}",
            )
        })?;
        flow.steps.push(unstep(read));
    }
    Ok(flow)
}

fn step(step: &FlowStep) -> Option<StepBody> {
    let expected = &step.expected;
    Some(StepBody {
        what: said(&step.command)?,
        elements: step.elements.iter().map(element).collect(),
        expect: ExpectBody {
            url: expected.url.clone(),
            value: expected.value.clone(),
            checked: expected.checked,
            dialogs: expected
                .dialogs
                .iter()
                .map(|(kind, message)| DialogBody {
                    kind: kind.clone(),
                    message: message.clone(),
                })
                .collect(),
            downloads: expected.downloads.clone(),
            tabs: expected.tabs,
            validation: expected
                .validation
                .iter()
                .map(|(control, message)| ValidationBody {
                    control: control.clone(),
                    message: message.clone(),
                })
                .collect(),
            alerts: expected.alerts.clone(),
            changes: expected
                .changes
                .map(|[added, removed, changed, moved]| ChangesBody {
                    added,
                    removed,
                    changed,
                    moved,
                }),
        },
    })
}

fn unstep(body: StepBody) -> FlowStep {
    let expect = body.expect;
    let elements: Vec<FlowElement> = body.elements.into_iter().map(unelement).collect();
    FlowStep {
        command: meant(body.what, elements.len()),
        elements,
        expected: Expected {
            url: expect.url,
            value: expect.value,
            checked: expect.checked,
            dialogs: expect
                .dialogs
                .into_iter()
                .map(|d| (d.kind, d.message))
                .collect(),
            downloads: expect.downloads,
            tabs: expect.tabs,
            validation: expect
                .validation
                .into_iter()
                .map(|v| (v.control, v.message))
                .collect(),
            alerts: expect.alerts,
            changes: expect
                .changes
                .map(|c| [c.added, c.removed, c.changed, c.moved]),
        },
    }
}

fn element(element: &FlowElement) -> ElementBody {
    let within = |tree: &FlowTree| match tree {
        FlowTree::Frame => Within::Frame,
        FlowTree::Shadow => Within::Shadow,
    };
    ElementBody {
        selector: element.selector.clone(),
        within: element.trees.iter().map(within).collect(),
        tag: element.tag.clone(),
        role: element.role.clone(),
        name: element.name.clone(),
        context: element.context.clone(),
        secret: element.secret,
    }
}

fn unelement(body: ElementBody) -> FlowElement {
    let tree = |within: Within| match within {
        Within::Frame => FlowTree::Frame,
        Within::Shadow => FlowTree::Shadow,
    };
    FlowElement {
        selector: body.selector,
        trees: body.within.into_iter().map(tree).collect(),
        tag: body.tag,
        role: body.role,
        name: body.name,
        context: body.context,
        secret: body.secret,
    }
}

/// A command in the words of the file. `None`: there are none.
fn said(command: &Command) -> Option<Do> {
    Some(match command {
        Command::Open { url } => Do::Open { url: url.clone() },
        Command::Back => Do::Back,
        Command::Forward => Do::Forward,
        Command::Reload => Do::Reload,
        Command::Click {
            button,
            modifiers,
            count,
            position,
            ..
        } => Do::Click {
            button: match button {
                MouseButton::Left => Button::Left,
                MouseButton::Middle => Button::Middle,
                MouseButton::Right => Button::Right,
            },
            modifiers: MODIFIERS
                .iter()
                .filter(|(_, held)| modifiers.contains(*held))
                .map(|(word, _)| *word)
                .collect(),
            count: *count,
            position: position.map(|at| (at.x, at.y)),
        },
        Command::Hover { .. } => Do::Hover,
        Command::Focus { .. } => Do::Focus,
        Command::ScrollTo { .. } => Do::Scrollintoview,
        Command::Scroll { by, .. } => Do::Scroll {
            by: match by {
                Distance::By(right, down) => By::Pixels(*right, *down),
                Distance::Views(right, down) => By::Views(*right, *down),
                Distance::Start => By::Start,
                Distance::End => By::End,
            },
        },
        Command::Drag { .. } => Do::Drag,
        Command::Fill { text, .. } => Do::Fill { text: text.clone() },
        Command::Type { text, .. } => Do::Type { text: text.clone() },
        Command::Press { chord, .. } => Do::Press { key: chord.clone() },
        Command::Key { key, down: true } => Do::Keydown { key: key.clone() },
        Command::Key { key, .. } => Do::Keyup { key: key.clone() },
        Command::Select { choices, .. } => Do::Select {
            choices: choices.clone(),
        },
        Command::SetChecked { checked: true, .. } => Do::Check,
        Command::SetChecked { .. } => Do::Uncheck,
        Command::Submit { .. } => Do::Submit,
        Command::Upload { files, .. } => Do::Upload {
            files: files.clone(),
        },
        Command::Choose { files } => Do::UploadToChooser {
            files: files.clone(),
        },
        Command::Dialog(DialogCommand::Answer(DialogAnswer::Accept(text))) => {
            Do::DialogAccept { text: text.clone() }
        }
        Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss)) => Do::DialogDismiss,
        Command::Tab(TabCommand::New(url)) => Do::TabNew { url: url.clone() },
        Command::Tab(TabCommand::Switch(number)) => Do::TabSwitch { number: *number },
        Command::Tab(TabCommand::Close(number)) => Do::TabClose { number: *number },
        Command::Wait(what) => waited(what)?,
        _ => return None,
    })
}

fn waited(what: &WaitFor) -> Option<Do> {
    Some(match what {
        WaitFor::Target(selector) => Do::WaitTarget {
            selector: selector.clone(),
        },
        WaitFor::Gone(selector) => Do::WaitGone {
            selector: selector.clone(),
        },
        WaitFor::Text(text) => Do::WaitText { text: text.clone() },
        WaitFor::Url(url) => Do::WaitUrl { url: url.clone() },
        WaitFor::Load(state) => Do::WaitLoad {
            state: LOADS
                .iter()
                .find(|(_, s)| s == state)
                .map(|(word, _)| *word)?,
        },
        WaitFor::Function(script) => Do::WaitFn {
            script: script.clone(),
        },
        WaitFor::Time(time) => Do::WaitTime {
            ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        },
        _ => return None,
    })
}

/// What words of the file mean, done to so many elements.
fn meant(what: Do, elements: usize) -> Command {
    let target = String::new;
    let some = || (elements > 0).then(String::new);
    match what {
        Do::Open { url } => Command::Open { url },
        Do::Back => Command::Back,
        Do::Forward => Command::Forward,
        Do::Reload => Command::Reload,
        Do::Click {
            button,
            modifiers,
            count,
            position,
        } => Command::Click {
            target: target(),
            button: match button {
                Button::Left => MouseButton::Left,
                Button::Middle => MouseButton::Middle,
                Button::Right => MouseButton::Right,
            },
            modifiers: modifiers
                .into_iter()
                .map(|word| MODIFIERS[word as usize].1)
                .collect(),
            count,
            position: position.map(|(x, y)| Point { x, y }),
        },
        Do::Hover => Command::Hover { target: target() },
        Do::Focus => Command::Focus { target: target() },
        Do::Scrollintoview => Command::ScrollTo { target: target() },
        Do::Scroll { by } => Command::Scroll {
            target: some(),
            by: match by {
                By::Pixels(right, down) => Distance::By(right, down),
                By::Views(right, down) => Distance::Views(right, down),
                By::Start => Distance::Start,
                By::End => Distance::End,
            },
        },
        Do::Drag => Command::Drag {
            from: target(),
            to: target(),
        },
        Do::Fill { text } => Command::Fill {
            target: target(),
            text,
        },
        Do::Type { text } => Command::Type {
            target: some(),
            text,
        },
        Do::Press { key } => Command::Press {
            target: some(),
            chord: key,
        },
        Do::Keydown { key } => Command::Key { key, down: true },
        Do::Keyup { key } => Command::Key { key, down: false },
        Do::Select { choices } => Command::Select {
            target: target(),
            choices,
        },
        Do::Check => Command::SetChecked {
            target: target(),
            checked: true,
        },
        Do::Uncheck => Command::SetChecked {
            target: target(),
            checked: false,
        },
        Do::Submit => Command::Submit { target: some() },
        Do::Upload { files } => Command::Upload {
            target: target(),
            files,
        },
        Do::UploadToChooser { files } => Command::Choose { files },
        Do::DialogAccept { text } => {
            Command::Dialog(DialogCommand::Answer(DialogAnswer::Accept(text)))
        }
        Do::DialogDismiss => Command::Dialog(DialogCommand::Answer(DialogAnswer::Dismiss)),
        Do::TabNew { url } => Command::Tab(TabCommand::New(url)),
        Do::TabSwitch { number } => Command::Tab(TabCommand::Switch(number)),
        Do::TabClose { number } => Command::Tab(TabCommand::Close(number)),
        Do::WaitTarget { selector } => Command::Wait(WaitFor::Target(selector)),
        Do::WaitGone { selector } => Command::Wait(WaitFor::Gone(selector)),
        Do::WaitText { text } => Command::Wait(WaitFor::Text(text)),
        Do::WaitUrl { url } => Command::Wait(WaitFor::Url(url)),
        Do::WaitLoad { state } => Command::Wait(WaitFor::Load(LOADS[state as usize].1)),
        Do::WaitFn { script } => Command::Wait(WaitFor::Function(script)),
        Do::WaitTime { ms } => Command::Wait(WaitFor::Time(Duration::from_millis(ms))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One step of each kind that files have words for.
    const EACH: &str = r#"{"surefoot_flow":1,"engine":"native","steps":[
        {"do":"open","url":"http://a/","expect":{"url":"http://a/"}},
        {"do":"back"},{"do":"forward"},{"do":"reload"},
        {"do":"click","elements":[{"selector":"a >>> b","within":["frame"],"role":"button","name":"x","context":"row"}],
         "button":"right","modifiers":["shift"],"count":2,"position":[1.0,2.5],
         "expect":{"dialogs":[{"kind":"confirm","message":"Sure?"}],"tabs":1,"changes":{"added":1,"removed":0,"changed":0,"moved":0}}},
        {"do":"hover","elements":[{"role":"link","name":"x"}]},
        {"do":"focus","elements":[{"role":"link","name":"x"}]},
        {"do":"scrollintoview","elements":[{"role":"link","name":"x"}]},
        {"do":"scroll","by":{"pixels":[0.0,10.0]}},{"do":"scroll","by":"end"},
        {"do":"drag","elements":[{"role":"link","name":"x"},{"role":"link","name":"y"}]},
        {"do":"fill","text":"${env:SECRET_PASSWORD}","elements":[{"role":"textbox","name":"x","secret":true}]},
        {"do":"type","text":"abc"},{"do":"press","key":"Enter"},{"do":"keydown","key":"Shift"},{"do":"keyup","key":"Shift"},
        {"do":"select","choices":["a","b"],"elements":[{"role":"combobox","name":"x"}],"expect":{"value":"a"}},
        {"do":"check","elements":[{"role":"checkbox","name":"x"}],"expect":{"checked":true}},
        {"do":"uncheck","elements":[{"role":"checkbox","name":"x"}]},
        {"do":"submit","expect":{"validation":[{"control":"textbox \"x\"","message":"Fill it"}],"alerts":["no"],"downloads":["a.csv"]}},
        {"do":"upload","files":["/a"],"elements":[{"role":"button","name":"x"}]},
        {"do":"upload_to_chooser","files":["/a"]},
        {"do":"dialog_accept","text":"x"},{"do":"dialog_accept"},{"do":"dialog_dismiss"},
        {"do":"tab_new","url":"http://b/"},{"do":"tab_switch","number":2},{"do":"tab_close"},
        {"do":"wait_target","selector":"a"},{"do":"wait_gone","selector":"a"},{"do":"wait_text","text":"a"},
        {"do":"wait_url","url":"a"},{"do":"wait_load","state":"networkidle"},{"do":"wait_fn","script":"1"},
        {"do":"wait_time","ms":5}]}"#;

    #[test]
    fn what_is_read_is_written_again() {
        let flow = read(EACH, "x.json").unwrap();
        assert_eq!(flow.steps.len(), 35);
        let text = write(&flow).unwrap();
        assert_eq!(read(&text, "x.json").unwrap(), flow);
        assert_eq!(write(&read(&text, "x.json").unwrap()).unwrap(), text);
    }

    #[test]
    fn what_is_no_flow_says_why() {
        for (text, part) in [
            ("{", "broken at line 1"),
            ("[]", "no \"surefoot_flow\""),
            ("{\"surefoot_flow\":2}", "version 2"),
            ("{\"surefoot_flow\":\"x\"}", "version \"x\""),
            ("{\"surefoot_flow\":1}", "no list of \"steps\""),
            (
                "{\"surefoot_flow\":1,\"steps\":[{\"do\":\"dance\"}]}",
                "step 1",
            ),
        ] {
            let error = read(text, "x.json").unwrap_err();
            assert!(
                error.message().contains(part),
                "{text}: {}",
                error.message()
            );
        }
    }
}

//! The JSON of a flow.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{Expected, Flow, FlowElement, FlowStep, FlowTree};

use super::VERSION;
use super::words::{Do, meant, said};

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

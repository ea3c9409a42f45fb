//! Files for people with an inspector: what they should do and see stands in a script, as JSON, once for each platform's
//! interface. What is said of ATK (Linux) is read; what is said of the others means the same.

use serde_json::Value;

use crate::{Case, Locator, Question, Want, atk};

/// Something to be done to the page before it is judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The element with this id takes the focus.
    Focus(String),
    /// The element with this id gets an attribute: its name and value.
    Attribute(String, String, String),
}

/// The steps that the script of a file lists.
fn steps(source: &str) -> Vec<Value> {
    let Some((_, rest)) = source.split_once("new ATTAcomm(") else {
        return Vec::new();
    };
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let test = values.next().and_then(Result::ok).unwrap_or_default();
    test["steps"].as_array().cloned().unwrap_or_default()
}

/// What is to be done first, in order.
pub(crate) fn actions(source: &str) -> Vec<Action> {
    let action = |step: &Value| {
        let element = step["element"].as_str()?.to_owned();
        match step["type"].as_str()? {
            "event" if step["event"] == "focus" => Some(Action::Focus(element)),
            "attribute" => {
                let value = step["value"].as_str()?.trim().trim_matches('"');
                let attribute = step["attribute"].as_str()?.to_owned();
                Some(Action::Attribute(element, attribute, value.to_owned()))
            }
            _ => None,
        }
    };
    steps(source).iter().filter_map(action).collect()
}

/// The cases of a file: what is to be seen once all is done.
pub(crate) fn cases(source: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let steps = steps(source);
    let last_action = steps.iter().rposition(|step| step["type"] != "test");
    for step in &steps[last_action.map_or(0, |at| at + 1)..] {
        let clauses = step["test"]["ATK"].as_array().into_iter().flatten();
        if let Some(element) = step["element"].as_str() {
            cases.extend(clauses.filter_map(|clause| case(element, clause)));
        }
    }
    cases
}

fn case(element: &str, clause: &Value) -> Option<Case> {
    let part = |at: usize| clause[at].as_str();
    let clause = [part(0)?, part(1)?, part(2)?, part(3)?];
    let [kind, what, how, value] = clause;
    let (title, question, want) = match (kind, what) {
        ("property", "name") => ("name".to_owned(), Question::Name, any(value)),
        ("property", "description") => {
            ("description".to_owned(), Question::Description, any(value))
        }
        _ => {
            let meaning = atk::meaning(clause);
            let (question, want) = meaning.unwrap_or((Question::Platform, any(value)));
            (format!("{element} {what} {how} {value}"), question, want)
        }
    };
    Some(Case {
        title,
        locator: Locator::Id(element.to_owned()),
        question,
        want,
    })
}

fn any(value: &str) -> Want {
    Want::Any(vec![value.to_owned()])
}

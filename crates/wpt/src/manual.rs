//! Files for people with an inspector: what they should see stands in a script, as JSON, once for each platform's
//! interface. The names of ATK (Linux) are read; those of the others say the same.

use serde_json::Value;

use crate::{Case, Locator, Question, Want};

/// The cases of a file; none if it holds no such script.
pub(crate) fn cases(source: &str) -> Vec<Case> {
    let Some(test) = test(source) else {
        return Vec::new();
    };
    let steps = test["steps"].as_array().into_iter().flatten();
    steps.filter_map(case).collect()
}

/// What the script says.
fn test(source: &str) -> Option<Value> {
    let (_, rest) = source.split_once("new ATTAcomm(")?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter();
    values.next()?.ok()
}

/// The name or description that a step expects.
fn case(step: &Value) -> Option<Case> {
    let element = step["element"].as_str()?;
    let clauses = step["test"]["ATK"].as_array()?;
    clauses.iter().find_map(|clause| {
        let part = |at: usize| clause[at].as_str();
        let question = match part(1)? {
            "name" => Question::Name,
            "description" => Question::Description,
            _ => return None,
        };
        (part(0)? == "property" && part(2)? == "is").then_some(())?;
        Some(Case {
            title: question.as_str().to_owned(),
            locator: Locator::Id(element.to_owned()),
            question,
            want: Want(vec![part(3)?.to_owned()]),
        })
    })
}

//! [`Arguments`]: what a call brings along, read by the names of the table.
//!
//! Agents know several spellings from other tools (A9): each argument has those that are accepted besides its own name.
//! What a tool does not know is refused, not left out: whoever wrote it meant something by it.

use std::num::NonZeroU32;
use std::time::Duration;

use serde_json::{Map, Value};
use surefoot_engine::{Error, ErrorKind, Result};

use crate::catalog::{Arg, COMMON, Tool};

/// The longest time a call may ask for.
const LONGEST: Duration = Duration::from_mins(10);

/// The arguments of one call.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    tool: &'static Tool,
    given: Map<String, Value>,
}

impl Arguments {
    /// Those of a call of that tool. Unknown names are refused; `null` is as good as nothing.
    pub(crate) fn new(tool: &'static Tool, given: Option<Map<String, Value>>) -> Result<Arguments> {
        let mut given = given.unwrap_or_default();
        given.retain(|_, value| !value.is_null());
        let known = |name: &str| {
            let of_tool = tool.args.iter().chain(COMMON);
            of_tool.clone().any(|arg| arg.is_called(name))
        };
        if let Some(name) = given.keys().find(|name| !known(name)) {
            let names: Vec<&str> = tool.args.iter().map(|arg| arg.name).collect();
            let takes = if names.is_empty() {
                "nothing but session".to_owned()
            } else {
                names.join(", ")
            };
            return Err(invalid(format!("{} has no argument {name:?}", tool.name))
                .with_hint(format!("it takes {takes}")));
        }
        Ok(Arguments { tool, given })
    }

    fn find(&self, name: &str) -> Option<&Value> {
        self.given.get(name).or_else(|| {
            let arg = self.arg(name)?;
            arg.also.iter().find_map(|also| self.given.get(*also))
        })
    }

    fn arg(&self, name: &str) -> Option<&'static Arg> {
        let mut all = self.tool.args.iter().chain(COMMON);
        all.find(|arg| arg.name == name)
    }

    fn wrong(&self, name: &str, expected: &str) -> Error {
        let tool = self.tool.name;
        invalid(format!("{name:?} of {tool} is not {expected}"))
    }

    fn missing(&self, name: &str) -> Error {
        let about = match self.arg(name).map_or("", |arg| arg.about) {
            "" => String::new(),
            about => format!(": {about}"),
        };
        invalid(format!("{} needs {name:?}", self.tool.name))
            .with_hint(format!("give {name:?}{about}"))
    }

    /// An element: a number or a text.
    pub(crate) fn target(&self, name: &str) -> Result<Option<String>> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Number(number)) if number.is_u64() => Ok(Some(number.to_string())),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self
                .wrong(name, "a ref")
                .with_hint("give the number that a snapshot shows, as in 5, or a label or CSS selector as a string")),
        }
    }

    /// An element that has to be named.
    pub(crate) fn the_target(&self, name: &str) -> Result<String> {
        self.target(name)?.ok_or_else(|| {
            self.missing(name).with_hint(
                "give the ref of an element, as in 5, or a label or CSS selector as a string",
            )
        })
    }

    /// A text; a number or truth value is taken as it is written.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>> {
        self.find(name)
            .map(|value| plain(value).ok_or_else(|| self.wrong(name, "a string")))
            .transpose()
    }

    /// A text that has to be given.
    pub(crate) fn the_text(&self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// One text or several; none if nothing is given.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>> {
        match self.find(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) => values
                .iter()
                .map(|value| plain(value).ok_or_else(|| self.wrong(name, "a list of strings")))
                .collect(),
            Some(value) => plain(value)
                .map(|text| vec![text])
                .ok_or_else(|| self.wrong(name, "a string or a list of strings")),
        }
    }

    /// Several values of any kind; none if nothing is given. A list that was written as a text is read.
    pub(crate) fn list(&self, name: &str) -> Result<Vec<Value>> {
        match self.find(name) {
            None => Err(self.missing(name)),
            Some(Value::Array(values)) => Ok(values.clone()),
            Some(Value::String(text)) => {
                serde_json::from_str(text).map_err(|_| self.wrong(name, "a list"))
            }
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    /// Whether it is so; `None` if nothing is said.
    pub(crate) fn truth(&self, name: &str) -> Result<Option<bool>> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(*truth)),
            Some(Value::String(text)) if text == "true" => Ok(Some(true)),
            Some(Value::String(text)) if text == "false" => Ok(Some(false)),
            Some(_) => Err(self.wrong(name, "true or false")),
        }
    }

    /// Whether it is so; if nothing is said it is not.
    pub(crate) fn flag(&self, name: &str) -> Result<bool> {
        Ok(self.truth(name)?.unwrap_or(false))
    }

    /// A number.
    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>> {
        let number = |value: &Value| match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        self.find(name)
            .map(|value| {
                number(value)
                    .filter(|number| number.is_finite())
                    .ok_or_else(|| self.wrong(name, "a number"))
            })
            .transpose()
    }

    /// A whole number from 0.
    pub(crate) fn whole(&self, name: &str) -> Result<Option<u32>> {
        self.number(name)?
            .map(|number| {
                if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) {
                    Ok(number as u32)
                } else {
                    Err(self.wrong(name, "a whole number"))
                }
            })
            .transpose()
    }

    /// A whole number from 1.
    pub(crate) fn count(&self, name: &str) -> Result<Option<NonZeroU32>> {
        self.whole(name)?
            .map(|number| {
                NonZeroU32::new(number).ok_or_else(|| self.wrong(name, "a number from 1"))
            })
            .transpose()
    }

    /// One of some words, which are those of the table.
    pub(crate) fn word(&self, name: &str) -> Result<Option<String>> {
        let Some(word) = self.text(name)? else {
            return Ok(None);
        };
        let words = self.arg(name).map_or(&[][..], |arg| arg.kind.words());
        if words.contains(&word.as_str()) {
            return Ok(Some(word));
        }
        Err(self
            .wrong(name, "one of its words")
            .with_hint(format!("one of: {}", words.join(", "))))
    }

    /// How long the call may take, in seconds.
    pub(crate) fn timeout(&self) -> Result<Option<Duration>> {
        self.number("timeout")?
            .map(|seconds| {
                Duration::try_from_secs_f64(seconds)
                    .ok()
                    .filter(|time| !time.is_zero() && *time <= LONGEST)
                    .ok_or_else(|| {
                        self.wrong("timeout", "a time")
                            .with_hint("give seconds, at most 600")
                    })
            })
            .transpose()
    }

    /// That something was given under one of these names, and what.
    pub(crate) fn need_one_of(&self, names: &str) -> Error {
        invalid(format!("{} needs something to go by", self.tool.name))
            .with_hint(format!("give one of: {names}"))
    }
}

/// A single value as text.
pub(crate) fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// An error about what was asked for.
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog::find;

    fn arguments(tool: &str, given: &Value) -> Result<Arguments> {
        let given = given.as_object().cloned();
        Arguments::new(find(tool).expect("a tool of the table"), given)
    }

    #[test]
    fn refs_have_many_spellings() {
        for given in [
            json!({"ref": 4}),
            json!({"ref": "4"}),
            json!({"ref_id": 4}),
            json!({"ref_id": "4", "force": null}),
            json!({"element": "4"}),
        ] {
            let given = arguments("browse_click", &given).unwrap();
            assert_eq!(given.the_target("ref").unwrap(), "4");
        }
        let wrong = arguments("browse_click", &json!({"ref": 4.5})).unwrap();
        assert_eq!(
            wrong.the_target("ref").unwrap_err().kind(),
            ErrorKind::InvalidArgument
        );
    }

    #[test]
    fn value_and_text_mean_the_same() {
        for (tool, name) in [("browse_fill", "value"), ("browse_type", "text")] {
            for given in [
                json!({"ref": 1, "value": "x"}),
                json!({"ref": 1, "text": "x"}),
            ] {
                let given = arguments(tool, &given).unwrap();
                assert_eq!(given.the_text(name).unwrap(), "x", "{tool}");
            }
        }
    }

    #[test]
    fn what_a_tool_does_not_know_is_refused_by_name() {
        let error = arguments("browse_click", &json!({"ref": 1, "speed": 3})).unwrap_err();
        assert!(error.message().contains("\"speed\""), "{error}");
        assert!(error.hint().unwrap_or_default().contains("ref"), "{error}");
    }

    #[test]
    fn a_time_is_bounded() {
        for (seconds, fits) in [
            (json!(5), true),
            (json!(0.5), true),
            (json!(0), false),
            (json!(-1), false),
            (json!(1e9), false),
        ] {
            let given = arguments("browse_click", &json!({"ref": 1, "timeout": seconds})).unwrap();
            assert_eq!(given.timeout().is_ok(), fits, "{seconds}");
        }
    }
}

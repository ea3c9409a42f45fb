//! Values of a page, as the console shows them.

use serde::Deserialize;
use serde_json::Value;

use crate::around::console::LONGEST;
use crate::around::text::within;

/// How deep objects inside of objects are shown.
const DEPTH: usize = 3;

/// A value of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Remote {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    preview: Option<Preview>,
}

/// What is shown of an object.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    description: Option<String>,
    #[serde(default)]
    overflow: bool,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    entries: Vec<PreviewEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<String>,
    value_preview: Option<Preview>,
}

/// An entry of a map or a set.
#[derive(Debug, Deserialize)]
struct PreviewEntry {
    key: Option<Preview>,
    value: Preview,
}

/// The arguments of a call, as they are shown (Console Standard, "Formatter").
pub(crate) fn formatted(args: &[Remote]) -> String {
    let mut out = String::new();
    let mut rest = args.iter();
    if let Some(Remote {
        value: Some(Value::String(format)),
        ..
    }) = args.first()
        && args.len() > 1
    {
        rest.next();
        fill_in(format, &mut rest, &mut out);
    }
    for arg in rest {
        // What is cut away later need not be made.
        if out.len() > LONGEST {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&shown(arg));
    }
    out
}

/// Fills in what a format asks for, as far as there are arguments.
fn fill_in<'a>(format: &str, args: &mut impl Iterator<Item = &'a Remote>, out: &mut String) {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let kind = found.as_bytes().get(1).copied().unwrap_or(b' ');
        if !b"%sdifoOc".contains(&kind) {
            out.push('%');
            rest = found.get(1..).unwrap_or_default();
            continue;
        }
        rest = found.get(2..).unwrap_or_default();
        if kind == b'%' {
            out.push('%');
            continue;
        }
        let Some(arg) = args.next() else {
            out.push('%');
            out.push(char::from(kind));
            continue;
        };
        match kind {
            // How it looks.
            b'c' => {}
            b'd' | b'i' => out.push_str(&numeric(arg, true)),
            b'f' => out.push_str(&numeric(arg, false)),
            _ => out.push_str(&shown(arg)),
        }
    }
    out.push_str(rest);
}

/// A value as the number it stands for.
fn numeric(arg: &Remote, whole: bool) -> String {
    let number = match &arg.value {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    match (number, &arg.unserializable_value) {
        (Some(number), _) if whole => number.trunc().to_string(),
        (Some(number), _) => number.to_string(),
        (None, Some(text)) if arg.kind == "bigint" => text.clone(),
        _ => "NaN".to_owned(),
    }
}

/// A value, as it is shown.
pub(crate) fn shown(arg: &Remote) -> String {
    if let Some(text) = &arg.unserializable_value {
        return text.clone();
    }
    match (&arg.value, arg.kind.as_str(), arg.subtype.as_deref()) {
        (Some(Value::String(text)), ..) => text.clone(),
        (_, "undefined", _) => "undefined".to_owned(),
        (_, _, Some("null")) => "null".to_owned(),
        (_, "function", _) => function(arg.description.as_deref()),
        (_, _, Some("error" | "node" | "regexp" | "date")) => {
            arg.description.clone().unwrap_or_default()
        }
        (Some(value), ..) => value.to_string(),
        (None, ..) => match &arg.preview {
            Some(preview) => {
                let mut out = String::new();
                show(preview, 0, &mut out);
                out
            }
            None => arg.description.clone().unwrap_or_else(|| arg.kind.clone()),
        },
    }
}

/// A function, by its first line.
fn function(source: Option<&str>) -> String {
    let line = source
        .and_then(|source| source.lines().next())
        .unwrap_or("function");
    within(line, 80)
}

/// An object by its preview.
fn show(preview: &Preview, depth: usize, out: &mut String) {
    let name = preview.description.as_deref().unwrap_or_default();
    match preview.subtype.as_deref() {
        Some("error" | "node" | "regexp" | "date" | "null") => return out.push_str(name),
        _ if preview.kind != "object" => return out.push_str(name),
        _ => {}
    }
    if depth == DEPTH {
        return out.push_str(name);
    }
    let is_list = matches!(preview.subtype.as_deref(), Some("array" | "typedarray"));
    // What it is called is worth a word unless it is what its brackets say.
    if name != "Object" && !(is_list && name.starts_with("Array(")) {
        out.push_str(name);
        out.push(' ');
    }
    out.push(if is_list { '[' } else { '{' });
    let mut between = "";
    for property in &preview.properties {
        out.push_str(between);
        between = ", ";
        let is_place = is_list && property.name.bytes().all(|b| b.is_ascii_digit());
        if !is_place {
            out.push_str(&property.name);
            out.push_str(": ");
        }
        property.show(depth, out);
    }
    for entry in &preview.entries {
        out.push_str(between);
        between = ", ";
        if let Some(key) = &entry.key {
            quoted(key, depth, out);
            out.push_str(" => ");
        }
        quoted(&entry.value, depth, out);
    }
    if preview.overflow {
        out.push_str(between);
        out.push('…');
    }
    out.push(if is_list { ']' } else { '}' });
}

/// A key or value of an entry: texts in quotes.
fn quoted(preview: &Preview, depth: usize, out: &mut String) {
    if preview.kind == "string" {
        out.push_str(&quote(preview.description.as_deref().unwrap_or_default()));
    } else {
        show(preview, depth + 1, out);
    }
}

fn quote(text: &str) -> String {
    format!("'{text}'")
}

impl Property {
    fn show(&self, depth: usize, out: &mut String) {
        let value = self.value.as_deref().unwrap_or_default();
        match (self.kind.as_str(), &self.value_preview) {
            (_, Some(preview)) => show(preview, depth + 1, out),
            ("string", None) => out.push_str(&quote(value)),
            ("function", None) => out.push_str("function"),
            ("accessor", None) => out.push_str("(…)"),
            ("object", None) if self.subtype.is_none() && value == "Object" => out.push_str("{…}"),
            _ => out.push_str(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(value: &str) -> Value {
        json!({"type": "string", "value": value})
    }

    #[track_caller]
    fn check(args: &[Value], expected: &str) {
        let args: Vec<Remote> = serde_json::from_value(args.into()).unwrap();
        assert_eq!(formatted(&args), expected);
    }

    #[test]
    fn formats_are_filled_in() {
        let three = json!({"type": "number", "value": 3.7, "description": "3.7"});
        check(&[text("100%")], "100%");
        check(&[text("a %s b"), text("x")], "a x b");
        check(
            &[
                text("%d of %f, %i"),
                three.clone(),
                three.clone(),
                text("9"),
            ],
            "3 of 3.7, 9",
        );
        check(
            &[
                text("%cred %cblue"),
                text("color: red"),
                text("color: blue"),
            ],
            "red blue",
        );
        check(&[text("%s"), text("a"), text("b")], "a b");
        check(&[text("50%% %s %x %"), text("a")], "50% a %x %");
        check(&[text("%s %s"), text("a")], "a %s");
        check(&[text("%d"), text("no number")], "NaN");
        check(&[three, text("%s")], "3.7 %s");
        check(&[], "");
    }

    #[test]
    fn values_are_shown_as_the_console_shows_them() {
        check(&[json!({"type": "undefined"})], "undefined");
        check(
            &[json!({"type": "object", "subtype": "null", "value": null})],
            "null",
        );
        check(
            &[json!({"type": "number", "unserializableValue": "-0", "description": "-0"})],
            "-0",
        );
        check(
            &[json!({"type": "bigint", "unserializableValue": "12n"})],
            "12n",
        );
        check(&[json!({"type": "boolean", "value": true})], "true");
        let object = json!({"type": "object", "className": "Object", "description": "Object", "preview": {
        "type": "object", "description": "Object", "overflow": true, "properties": [
            {"name": "a", "type": "number", "value": "1"},
            {"name": "b", "type": "string", "value": "x"},
            {"name": "c", "type": "object", "subtype": "array", "value": "Array(2)"},
            {"name": "d", "type": "object", "value": "Object"},
            {"name": "e", "type": "function", "value": ""},
        ]}});
        check(
            &[object],
            "{a: 1, b: 'x', c: Array(2), d: {…}, e: function, …}",
        );
        let list = json!({"type": "object", "subtype": "array", "description": "Array(2)", "preview": {
        "type": "object", "subtype": "array", "description": "Array(2)", "overflow": false, "properties": [
            {"name": "0", "type": "string", "value": "x"},
            {"name": "1", "type": "object", "subtype": "null", "value": "null"},
        ]}});
        check(&[text("list"), list], "list ['x', null]");
        let map = json!({"type": "object", "subtype": "map", "description": "Map(1)", "preview": {
            "type": "object", "subtype": "map", "description": "Map(1)", "overflow": false, "properties": [],
            "entries": [{"key": {"type": "string", "description": "k", "overflow": false, "properties": []},
                         "value": {"type": "number", "description": "1", "overflow": false, "properties": []}}]}});
        check(&[map], "Map(1) {'k' => 1}");
    }
}

//! Schemas and descriptions of tools, made of the table: short, since every conversation pays for them.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Described, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::catalog::{Arg, COMMON, Effect, Kind, Need, Tool};

/// A tool as `tools/list` has it.
pub(crate) fn described(tool: &Tool) -> Described {
    Described::new(tool.name, tool.about, schema(tool)).with_annotations(annotations(tool.effect))
}

/// The arguments of a tool as JSON Schema. Other spellings and quiet arguments are accepted without being told.
fn schema(tool: &Tool) -> Arc<JsonObject> {
    let shown = |arg: &&Arg| arg.need != Need::Quiet;
    let all = tool.args.iter().chain(COMMON);
    let properties: Map<String, Value> = all
        .filter(shown)
        .map(|arg| (arg.name.to_owned(), property(arg)))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    let required = tool.args.iter().filter(|arg| arg.need == Need::Required);
    let required: Vec<&str> = required.map(|arg| arg.name).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    Arc::new(schema)
}

fn property(arg: &Arg) -> Value {
    let mut property = match arg.kind {
        Kind::Target => target(),
        Kind::Text => json!({"type": "string"}),
        Kind::Texts => json!({"anyOf": [{"type": "string"}, list()]}),
        Kind::List => list(),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Whole => json!({"type": "integer"}),
        Kind::Number => json!({"type": "number"}),
        Kind::Word(words) => json!({"enum": words}),
        Kind::Fields => json!({"type": "array", "items": {"type": "object", "properties": {
            "ref": target(),
            "value": {"anyOf": [{"type": "string"}, {"type": "boolean"}, list()]},
        }}}),
        Kind::Steps => json!({"type": "array", "items": {"type": "object", "properties": {
            "tool": {"type": "string"},
            "arguments": {"type": "object"},
        }}}),
        Kind::Session => json!({"type": "string", "x-mcp-header": "Session"}),
    };
    if let Value::Object(property) = &mut property
        && !arg.about.is_empty()
    {
        property.insert("description".to_owned(), json!(arg.about));
    }
    property
}

/// A number or a text. A list of types would be shorter, but some clients know only one type at a place.
fn target() -> Value {
    json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})
}

fn list() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

/// What is not said is what the protocol takes for granted: a tool writes, may destroy, and reaches the world.
fn annotations(effect: Effect) -> ToolAnnotations {
    let plain = ToolAnnotations::new();
    match effect {
        Effect::Reads => plain.read_only(true),
        Effect::Moves => plain.destructive(false),
        Effect::MovesOnce => plain.destructive(false).idempotent(true),
        Effect::Sets => plain.idempotent(true),
        Effect::Acts => plain,
        Effect::Manages => plain.open_world(false),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use crate::{Profile, ToolSet};

    fn tokens(profile: Profile) -> usize {
        let tools: Vec<Described> = ToolSet::of(profile).tools().map(described).collect();
        let list = serde_json::to_string(&json!({ "tools": tools })).unwrap();
        surefoot_view::tokens::count(&list)
    }

    #[test]
    fn the_list_of_tools_is_short() {
        let (core, all) = (tokens(Profile::Core), tokens(Profile::All));
        assert!(core <= 2_000, "core costs {core} tokens");
        assert!(all <= 6_000, "all cost {all} tokens");
    }

    #[test]
    fn every_tool_takes_a_session_that_a_proxy_can_see() {
        for tool in ToolSet::of(Profile::All).tools() {
            let schema = serde_json::to_value(described(tool).input_schema).unwrap();
            let session = &schema["properties"]["session"];
            assert_eq!(session["x-mcp-header"], "Session", "{tool:?}");
        }
    }
}

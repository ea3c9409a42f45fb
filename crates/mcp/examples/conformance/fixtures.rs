//! What the scenarios of the suite expect, as data.

use rmcp::model::{JsonObject, Tool};
use serde_json::{Value, json};

/// A picture of one pixel, and a sound of nothing.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/// Tools without arguments that matter to their schema.
const PLAIN: &[&str] = &[
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_tool_with_logging",
    "test_logging_tool",
    "test_sampling",
    "test_elicitation",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
];

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

pub(crate) fn tools() -> Vec<Tool> {
    let plain = |name: &&'static str| {
        Tool::new(
            *name,
            "A fixture",
            object(json!({"type": "object", "properties": {}})),
        )
    };
    let mut tools: Vec<Tool> = PLAIN.iter().map(plain).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {
            "street": {"type": "string"}, "city": {"type": "string"},
        }}},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    });
    let headed = json!({"type": "object", "properties": {
        "session": {"type": "string", "x-mcp-header": "Session"},
    }});
    tools.push(Tool::new(
        "test_custom_headers",
        "A fixture",
        object(headed),
    ));
    let name = "json_schema_2020_12_tool";
    tools.push(Tool::new(
        name,
        "Tool with JSON Schema 2020-12 features",
        object(schema),
    ));
    tools
}

/// What tools say that only say something.
pub(crate) fn content(tool: &str) -> Option<Value> {
    let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
    Some(match tool {
        "test_simple_text" => {
            json!([{"type": "text", "text": "This is a simple text response for testing."}])
        }
        "test_image_content" => json!([image]),
        "test_audio_content" => json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]),
        "test_embedded_resource" => json!([{"type": "resource", "resource": {
            "uri": "test://embedded-resource", "mimeType": "text/plain",
            "text": "This is an embedded resource content.",
        }}]),
        "test_multiple_content_types" => json!([
            {"type": "text", "text": "Multiple content types test:"},
            image,
            {"type": "resource", "resource": {
                "uri": "test://mixed-content-resource", "mimeType": "application/json",
                "text": "{\"test\":\"data\",\"value\":123}",
            }},
        ]),
        "json_schema_2020_12_tool" | "test_custom_headers" => {
            json!([{"type": "text", "text": "done"}])
        }
        _ => return None,
    })
}

/// What users are asked by protocols with a greeting.
pub(crate) fn questions(tool: &str) -> Option<Value> {
    let choices = |prefix: &str| {
        json!([
            {"const": "value1", "title": format!("First {prefix}")},
            {"const": "value2", "title": format!("Second {prefix}")},
            {"const": "value3", "title": format!("Third {prefix}")},
        ])
    };
    let plain = json!(["option1", "option2", "option3"]);
    Some(match tool {
        "test_elicitation" => json!({
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        }),
        "test_elicitation_sep1034_defaults" => json!({
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true},
        }),
        "test_elicitation_sep1330_enums" => json!({
            "untitledSingle": {"type": "string", "enum": plain},
            "titledSingle": {"type": "string", "oneOf": choices("Option")},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                           "enumNames": ["Option One", "Option Two", "Option Three"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
            "titledMulti": {"type": "array", "items": {"anyOf": choices("Choice")}},
        }),
        _ => return None,
    })
}

fn form(message: &str, field: &str, kind: &str) -> Value {
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": {
        "type": "object", "properties": {field: {"type": kind}}, "required": [field],
    }}})
}

fn sampling(text: &str) -> Value {
    json!({"method": "sampling/createMessage", "params": {
        "messages": [{"role": "user", "content": {"type": "text", "text": text}}], "maxTokens": 100,
    }})
}

fn roots() -> Value {
    json!({"method": "roots/list", "params": {}})
}

/// What a client is to find out, by the tool or round that asks.
pub(crate) fn asked(what: &str) -> Value {
    match what {
        "elicitation" => json!({"user_name": form("What is your name?", "name", "string")}),
        "sampling" => json!({"capital_question": sampling("What is the capital of France?")}),
        "list_roots" => json!({"client_roots": roots()}),
        "request_state" | "tampered_state" => {
            json!({"confirm": form("Please confirm", "ok", "boolean")})
        }
        "multiple_inputs" => json!({
            "user_name": form("What is your name?", "name", "string"),
            "greeting": sampling("Generate a greeting"),
            "client_roots": roots(),
        }),
        "multi_round" => json!({"step1": form("Step 1: What is your name?", "name", "string")}),
        "step2" => {
            json!({"step2": form("Step 2: What is your favorite color?", "color", "string")})
        }
        "prompt" => {
            json!({"user_context": form("What context should the prompt use?", "context", "string")})
        }
        _ => json!({}),
    }
}

/// The first round of a tool: what is asked, and the state that the client gives back.
pub(crate) fn first_round(tool: &str) -> Option<(Value, Option<&'static str>)> {
    let state = match tool {
        "elicitation" | "sampling" | "list_roots" => None,
        "request_state" | "tampered_state" | "multiple_inputs" => Some("sealed"),
        "multi_round" => Some("1"),
        _ => return None,
    };
    Some((asked(tool), state))
}

pub(crate) fn prompts() -> Value {
    let argument = |name: &str| json!({"name": name, "description": "A word", "required": true});
    json!([
        {"name": "test_simple_prompt", "description": "A fixture"},
        {"name": "test_prompt_with_arguments", "description": "A fixture", "arguments": [argument("arg1"), argument("arg2")]},
        {"name": "test_prompt_with_embedded_resource", "description": "A fixture", "arguments": [argument("resourceUri")]},
        {"name": "test_prompt_with_image", "description": "A fixture"},
        {"name": "test_input_required_result_prompt", "description": "A fixture"},
    ])
}

/// The messages of a prompt.
pub(crate) fn prompt(name: &str, given: &Value) -> Option<Value> {
    let said = |text: String| json!({"role": "user", "content": {"type": "text", "text": text}});
    let of = |name: &str| given[name].as_str().unwrap_or_default().to_owned();
    Some(match name {
        "test_simple_prompt" => json!([said("This is a simple prompt for testing.".to_owned())]),
        "test_prompt_with_arguments" => json!([said(format!(
            "Prompt with arguments: arg1='{}', arg2='{}'",
            of("arg1"),
            of("arg2")
        ))]),
        "test_prompt_with_embedded_resource" => json!([
            {"role": "user", "content": {"type": "resource", "resource": {
                "uri": of("resourceUri"), "mimeType": "text/plain", "text": "Embedded resource content for testing.",
            }}},
            said("Please process the embedded resource above.".to_owned()),
        ]),
        "test_prompt_with_image" => json!([
            {"role": "user", "content": {"type": "image", "data": PNG, "mimeType": "image/png"}},
            said("Please analyze the image above.".to_owned()),
        ]),
        "test_input_required_result_prompt" => json!([said("The context is known.".to_owned())]),
        _ => return None,
    })
}

pub(crate) fn resource(uri: &str) -> Option<Value> {
    if let Some(id) = uri
        .strip_prefix("test://template/")
        .and_then(|rest| rest.strip_suffix("/data"))
    {
        let text = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
        return Some(json!({"uri": uri, "mimeType": "application/json", "text": text.to_string()}));
    }
    Some(match uri {
        "test://static-text" => json!({
            "uri": uri, "mimeType": "text/plain", "text": "This is the content of the static text resource.",
        }),
        "test://static-binary" => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
        "test://watched-resource" => {
            json!({"uri": uri, "mimeType": "text/plain", "text": "watched"})
        }
        _ => return None,
    })
}

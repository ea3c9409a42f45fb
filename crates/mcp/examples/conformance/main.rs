//! A server of fixtures for the official conformance suite: what its scenarios call by name, on the same way in as the real
//! server. `docs/mcp.md` says how it is run.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "what is wrong here shall be seen at once"
)]
#![expect(
    deprecated,
    reason = "the suite still asks for what 2026-07-28 took away"
)]

mod fixtures;

use std::time::Duration;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock,
    CreateMessageRequestParams, ElicitRequestParams, ElicitationSchema, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    LoggingLevel, LoggingMessageNotificationParam, PaginatedRequestParams,
    ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceTemplate, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use surefoot_mcp::{Http, serve_handler};

type Answer<T> = Result<T, ErrorData>;
type Context = RequestContext<RoleServer>;

#[derive(Clone)]
struct Fixtures;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let http = Http {
        address: "127.0.0.1:0".parse().unwrap(),
        token: None,
        hosts: Vec::new(),
        origins: Vec::new(),
        idle: Duration::from_mins(5),
    };
    let served = runtime.block_on(serve_handler(&Fixtures, http, |at| {
        println!("fixtures listen at http://{at}/mcp");
    }));
    served.unwrap();
}

/// Reads what a fixture says as what the protocol has for it.
fn of<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("fixtures are sound")
}

fn text(text: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn wrong(why: &str) -> ErrorData {
    ErrorData::invalid_params(why.to_owned(), None)
}

fn is_legacy(context: &Context) -> bool {
    context
        .protocol_version()
        .is_none_or(|version| version.has_initialize())
}

/// Asks the client's user, as protocols with a greeting do.
async fn elicited(message: &str, properties: Value, context: &Context) -> Answer<CallToolResponse> {
    let schema = json!({"type": "object", "properties": properties});
    let schema = schema.as_object().cloned().unwrap();
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema: ElicitationSchema::from_json_schema(schema).unwrap(),
    };
    let answer = context.peer.create_elicitation(params).await;
    let answer = answer.map_err(|error| wrong(&error.to_string()))?;
    let action = serde_json::to_value(&answer.action).unwrap();
    Ok(text(format!(
        "Elicitation completed: action={}, content={}",
        action.as_str().unwrap(),
        answer.content.unwrap_or_default()
    )))
}

/// Tools that need rounds: what is asked for in each, and whether the client's state is looked at.
fn rounds(call: &CallToolRequestParams, context: &Context) -> Option<Answer<CallToolResponse>> {
    let name = call.name.strip_prefix("test_input_required_result_")?;
    let can = context.client_capabilities().unwrap_or_default();
    let given = call.input_responses.clone().unwrap_or_default();
    let state = call.request_state.as_deref();
    let again = |requests: Value, state: Option<&str>| {
        let mut result = json!({"resultType": "input_required", "inputRequests": requests});
        if let Some(state) = state {
            result["requestState"] = json!(state);
        }
        Ok(CallToolResponse::InputRequired(of::<InputRequiredResult>(
            result,
        )))
    };
    let answers = |key: &str| given.get(key).is_some_and(Value::is_object);
    Some(match name {
        "elicitation" if answers("user_name") => {
            let name = &given["user_name"]["content"]["name"];
            Ok(text(format!("Hello, {}!", name.as_str().unwrap_or("you"))))
        }
        "sampling" if answers("capital_question") => {
            Ok(text(given["capital_question"].to_string()))
        }
        "list_roots" if answers("client_roots") => Ok(text(given["client_roots"].to_string())),
        "request_state" | "tampered_state" if answers("confirm") => match state {
            Some("sealed") => Ok(text("state-ok")),
            _ => Err(wrong("the state is not the one that was given out")),
        },
        "multiple_inputs"
            if answers("user_name") && answers("greeting") && answers("client_roots") =>
        {
            Ok(text("all is there"))
        }
        "multi_round" if state == Some("2") && answers("step2") => Ok(text("done")),
        "multi_round" if state == Some("1") && answers("step1") => {
            again(fixtures::asked("step2"), Some("2"))
        }
        "capabilities" => again(allowed(&can), None),
        name => {
            let (asked, state) = fixtures::first_round(name)?;
            again(asked, state)
        }
    })
}

/// What a client can be asked for.
fn allowed(can: &ClientCapabilities) -> Value {
    let mut requests = json!({});
    if can.sampling.is_some() {
        requests["capital_question"] = fixtures::asked("sampling")["capital_question"].clone();
    }
    if can.elicitation.is_some() {
        requests["user_name"] = fixtures::asked("elicitation")["user_name"].clone();
    }
    requests
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_prompts()
                .enable_resources()
                .enable_resources_subscribe()
                .enable_logging()
                .enable_completions()
                .build(),
        )
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        fixtures::tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListToolsResult> {
        Ok(ListToolsResult::with_all_items(fixtures::tools()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Answer<CallToolResponse> {
        if let Some(answer) = rounds(&call, &context) {
            return answer;
        }
        if let Some(content) = fixtures::content(&call.name) {
            return Ok(CallToolResult::success(of(content)).into());
        }
        let argument = |name: &str| {
            let given = call.arguments.as_ref();
            given
                .and_then(|given| given.get(name)?.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        match call.name.as_ref() {
            "test_error_handling" => {
                let words = "This tool intentionally returns an error for testing";
                Ok(CallToolResult::error(vec![ContentBlock::text(words)]).into())
            }
            "test_tool_with_progress" => {
                let token = context.meta.get_progress_token();
                for done in [0.0, 50.0, 100.0] {
                    if let Some(token) = token.clone() {
                        let told = ProgressNotificationParam::new(token, done).with_total(100.0);
                        let _ = context.peer.notify_progress(told).await;
                    }
                }
                Ok(text("done"))
            }
            "test_tool_with_logging" | "test_logging_tool" => {
                // From 2026-07-28 on only a request that asks for it is told.
                if is_legacy(&context) {
                    for words in [
                        "Tool execution started",
                        "Tool processing data",
                        "Tool execution completed",
                    ] {
                        let told =
                            LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(words));
                        let _ = context.peer.notify_logging_message(told).await;
                    }
                }
                Ok(text("done"))
            }
            "test_sampling" => {
                let params: CreateMessageRequestParams = of(json!({
                    "messages": [{"role": "user", "content": {"type": "text", "text": argument("prompt")}}],
                    "maxTokens": 100,
                }));
                let answer = context.peer.create_message(params).await;
                let answer = answer.map_err(|error| wrong(&error.to_string()))?;
                Ok(text(format!(
                    "LLM response: {}",
                    serde_json::to_value(answer).unwrap()
                )))
            }
            "test_missing_capability" => {
                let can = context.client_capabilities().unwrap_or_default();
                if can.sampling.is_some() {
                    return Ok(text("done"));
                }
                let wanted = ClientCapabilities::builder().enable_sampling().build();
                Err(ErrorData::missing_required_client_capability(wanted))
            }
            "test_streaming_elicitation" => Ok(CallToolResponse::InputRequired(of(json!({
                "resultType": "input_required",
                "inputRequests": fixtures::asked("elicitation"),
            })))),
            name => match fixtures::questions(name) {
                Some(properties) => {
                    let words = argument("message");
                    let words = if words.is_empty() {
                        "Please answer"
                    } else {
                        &words
                    };
                    elicited(words, properties, &context).await
                }
                None => Err(wrong(&format!("Unknown tool: {name}"))),
            },
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListPromptsResult> {
        Ok(ListPromptsResult::with_all_items(of(fixtures::prompts())))
    }

    async fn get_prompt(
        &self,
        asked: GetPromptRequestParams,
        _: Context,
    ) -> Answer<GetPromptResponse> {
        let given = Value::Object(asked.arguments.clone().unwrap_or_default());
        if asked.name == "test_input_required_result_prompt" && asked.input_responses.is_none() {
            return Ok(GetPromptResponse::InputRequired(of(json!({
                "resultType": "input_required",
                "inputRequests": fixtures::asked("prompt"),
            }))));
        }
        let messages = fixtures::prompt(&asked.name, &given)
            .ok_or_else(|| wrong(&format!("there is no prompt {}", asked.name)))?;
        Ok(GetPromptResponse::Complete(GetPromptResult::new(of(
            messages,
        ))))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourcesResult> {
        let uris = [
            "test://static-text",
            "test://static-binary",
            "test://watched-resource",
        ];
        let all = uris.map(|uri| Resource::new(uri, uri).with_mime_type("text/plain"));
        Ok(ListResourcesResult::with_all_items(all.into()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        let one = ResourceTemplate::new("test://template/{id}/data", "data");
        Ok(ListResourceTemplatesResult::with_all_items(vec![one]))
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        _: Context,
    ) -> Answer<ReadResourceResponse> {
        let contents = fixtures::resource(&asked.uri).ok_or_else(|| {
            ErrorData::resource_not_found("there is none", Some(json!({"uri": asked.uri})))
        })?;
        Ok(ReadResourceResponse::Complete(ReadResourceResult::new(
            vec![of(contents)],
        )))
    }

    fn accepted_subscription_filter(
        &self,
        asked: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(asked.clone())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }
}

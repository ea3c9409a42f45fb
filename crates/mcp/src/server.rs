//! [`Server`]: the protocol. What a tool does is in the table; here calls come in and answers go out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitationSchema,
    ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ResourceContents, ServerCapabilities, ServerConfig, Tool as Described,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;
use surefoot_engine::{Dialog, DialogAnswer, DialogKind, Error, ErrorKind, Result};
use surefoot_session::{Answer, Command, DialogCommand, SnapshotRequest};
use tokio::sync::mpsc::unbounded_channel;

use crate::arguments::{Arguments, invalid};
use crate::ask::{Asked, Question, ask};
use crate::catalog::{Manner, Tool, find};
use crate::host::{Absent, Host, Idle};
use crate::large::Large;
use crate::progress::with_progress;
use crate::run::{Reply, perform};
use crate::task::{Manage, Step, Task};
use crate::{Http, INSTRUCTIONS, Options, Piece, http, prompts, resources, schema, stdio};

/// The protocols that are spoken.
const PROTOCOLS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// After its deadline a call is given up that does not end by itself: its own error says more.
const GRACE: Duration = Duration::from_millis(500);

/// Whether a call has to say which session it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Handles {
    /// One client: what says nothing means this one.
    Usual(&'static str),
    /// Many: it has to.
    Explicit,
}

/// A server: one for all its clients.
#[derive(Clone, Debug)]
pub(crate) struct Server(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: Options,
    host: Host,
    large: Large,
    handles: Handles,
}

/// Serves one client over standard input and output, until it goes away.
pub async fn serve_stdio(options: Options) -> Result<()> {
    let server = Server::new(options, Handles::Usual("default"), Idle::Kept)?;
    stdio::serve(&server).await;
    server.end().await;
    Ok(())
}

/// Serves clients over HTTP until the process is told to end. `ready` is called with the address once it listens.
pub async fn serve_http(
    options: Options,
    http: Http,
    ready: impl FnOnce(std::net::SocketAddr),
) -> Result<()> {
    let server = Server::new(options, Handles::Explicit, Idle::EndsAfter(http.idle))?;
    let served = http::serve(&server, http, ready).await;
    server.end().await;
    served
}

impl Server {
    fn new(options: Options, handles: Handles, idle: Idle) -> Result<Server> {
        let runtime = tokio::runtime::Handle::current();
        let host = Host::new(options.settings.clone(), idle, runtime)?;
        Ok(Server(Arc::new(Inner {
            options,
            host,
            large: Large::default(),
            handles,
        })))
    }

    /// Ends all sessions.
    pub(crate) async fn end(&self) {
        self.0.host.end().await;
    }

    /// The session that a call means.
    fn session(&self, arguments: &Arguments) -> Result<String> {
        let hint = "a session is named by 1 to 64 letters, digits, hyphens, dots or underscores";
        match (arguments.text("session")?, self.0.handles) {
            (Some(name), _) => {
                let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
                if (1..=64).contains(&name.len()) && name.chars().all(plain) {
                    Ok(name)
                } else {
                    Err(invalid(format!("{name:?} is no name of a session")).with_hint(hint))
                }
            }
            (None, Handles::Usual(name)) => Ok(name.to_owned()),
            (None, Handles::Explicit) => Err(invalid(
                "say which \"session\" is meant: this server has many clients",
            )
            .with_hint("choose a name, as in \"session\": \"shopping\", and keep to it")),
        }
    }

    async fn call(
        &self,
        tool: &'static Tool,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse> {
        let manner = Manner {
            format: self.0.options.format,
        };
        let arguments = Arguments::new(tool, params.arguments.clone())?;
        let task = (tool.make)(&arguments, manner)?;
        if let Task::Manage(Manage::List) = task {
            return Ok(self.result(Reply::text(self.sessions())).into());
        }
        let session = self.session(&arguments)?;
        let patience = arguments.timeout()?.unwrap_or(self.0.options.timeout);
        let reply = match task {
            Task::Steps(steps) => self.steps(session, steps, patience, context).await?,
            Task::Manage(what) => self.manage(&session, what).await?,
            Task::AskAboutDialog => {
                return self
                    .ask_about_dialog(session, patience, params, context)
                    .await;
            }
        };
        Ok(self.result(reply).into())
    }

    /// Does the steps in the session, and tells who wants to know how far they are.
    async fn steps(
        &self,
        session: String,
        steps: Vec<Step>,
        patience: Duration,
        context: &RequestContext<RoleServer>,
    ) -> Result<Reply> {
        let absent = match steps.first() {
            Some(first) if first.begins => Absent::Start(None),
            _ => Absent::Refuse,
        };
        let token = context.meta.get_progress_token();
        let (watcher, watched) = unbounded_channel();
        let voice = Arc::clone(&self.0.options.voice);
        let watcher = token.is_some().then_some(watcher);
        let work = self.0.host.work(&session, absent, move |session| {
            Box::pin(async move { perform(session, steps, patience, &*voice, watcher).await })
        });
        let work = tokio::time::timeout(patience + GRACE, work);
        let done = with_progress(work, token, watched, context).await?;
        done.unwrap_or_else(|_| {
            Err(Error::new(
                ErrorKind::Timeout,
                format!("session \"{session}\" did not come to it in the time given: it is busy"),
            )
            .with_hint("give \"timeout\" more seconds, or use another session"))
        })
    }

    fn sessions(&self) -> String {
        let list = self.0.host.summaries();
        if list.is_empty() {
            return "no sessions\n".to_owned();
        }
        let line = |session: &surefoot_session::SessionSummary| {
            let tabs = if session.tabs == 1 { "tab" } else { "tabs" };
            let url = surefoot_view::escape::line_safe(&session.url);
            format!(
                "{}: {}, {} {tabs}, {url}\n",
                session.name, session.engine, session.tabs
            )
        };
        list.iter().map(line).collect()
    }

    async fn manage(&self, name: &str, what: Manage) -> Result<Reply> {
        match what {
            Manage::List => Ok(Reply::text(self.sessions())),
            Manage::Close => Ok(Reply::text(if self.0.host.close(name).await {
                format!("closed session \"{name}\"\n")
            } else {
                format!("session \"{name}\" was not open\n")
            })),
            Manage::Open(engine) => {
                if self.0.host.has(name) {
                    return Err(invalid(format!("session \"{name}\" is open already"))
                        .with_hint("use it, close it first, or choose another name"));
                }
                let work = self.0.host.work(name, Absent::Start(engine), |session| {
                    let summary = session.summary();
                    Box::pin(std::future::ready(summary))
                });
                let summary = work.await?;
                Ok(Reply::text(format!(
                    "opened session \"{name}\" with engine {}\n",
                    summary.engine
                )))
            }
        }
    }

    /// Lets the user say how the dialog that waits is answered.
    async fn ask_about_dialog(
        &self,
        session: String,
        patience: Duration,
        params: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse> {
        let Some(dialog) = self.waiting(&session, patience).await? else {
            return Ok(self.result(Reply::text("no dialog waits\n")).into());
        };
        let question = question(&dialog)?;
        let answer = match ask(question, params, context).await {
            Asked::CallAgain(result) => return Ok(CallToolResponse::InputRequired(*result)),
            Asked::Cannot(why) => {
                return Err(Error::new(ErrorKind::Unsupported, why)
                    .with_hint("decide yourself: browse_dialog with action accept or dismiss"));
            }
            Asked::Declined => DialogAnswer::Dismiss,
            Asked::Answered(content) => match content["answer"].as_str() {
                Some(ACCEPT) => DialogAnswer::Accept(content["text"].as_str().map(str::to_owned)),
                _ => DialogAnswer::Dismiss,
            },
        };
        let command = Command::Dialog(DialogCommand::Answer(answer));
        let after = SnapshotRequest::delta(self.0.options.format);
        let steps = vec![Step::of(command).then(Some(after))];
        let reply = self.steps(session, steps, patience, context).await?;
        Ok(self.result(reply).into())
    }

    async fn waiting(&self, session: &str, patience: Duration) -> Result<Option<Dialog>> {
        let bounds = surefoot_session::Bounds::until(Instant::now() + patience);
        let work = self.0.host.work(session, Absent::Refuse, move |session| {
            Box::pin(session.run(Command::Dialog(DialogCommand::Status), bounds))
        });
        match work.await?? {
            Answer::Dialog(dialog) => Ok(dialog),
            _ => Ok(None),
        }
    }

    /// What the client gets: the text once, pictures, and what is too long as a link with its head.
    fn result(&self, reply: Reply) -> CallToolResult {
        let mut content = Vec::with_capacity(reply.pieces.len());
        for piece in reply.pieces {
            match piece {
                Piece::Text(text) => match self.0.large.keep(&text) {
                    Some(head) => {
                        content.push(ContentBlock::text(head.text));
                        content.push(ContentBlock::resource_link(head.resource));
                    }
                    None => content.push(ContentBlock::text(text)),
                },
                Piece::Image { bytes, mime } => {
                    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
                    content.push(ContentBlock::image(data, mime));
                }
            }
        }
        if reply.failed {
            CallToolResult::error(content)
        } else {
            CallToolResult::success(content)
        }
    }

    /// The page of a session, as text.
    async fn page(&self, session: &str) -> Result<String> {
        let patience = self.0.options.timeout;
        let request = SnapshotRequest::new(self.0.options.format);
        let steps = vec![Step::of(Command::Snapshot(request))];
        let voice = Arc::clone(&self.0.options.voice);
        let work = self.0.host.work(session, Absent::Refuse, move |session| {
            Box::pin(async move { perform(session, steps, patience, &*voice, None).await })
        });
        let reply = work.await?;
        let texts = reply.pieces.into_iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Image { .. } => None,
        });
        let text: String = texts.collect();
        if reply.failed {
            return Err(Error::new(ErrorKind::NotFound, text));
        }
        Ok(text)
    }
}

const ACCEPT: &str = "accept";
const DISMISS: &str = "dismiss";

/// What the user is asked about a dialog.
fn question(dialog: &Dialog) -> Result<Question> {
    let kind = match dialog.kind {
        DialogKind::Alert => "alert",
        DialogKind::Confirm => "confirm",
        DialogKind::Prompt => "prompt",
        DialogKind::BeforeUnload => "leave the page",
    };
    let page = surefoot_view::escape::line_safe(&dialog.url);
    let words = surefoot_view::escape::quoted(&dialog.message);
    let schema = json!({
        "type": "object",
        "properties": {
            "answer": {"type": "string", "title": "Answer", "enum": [ACCEPT, DISMISS]},
            "text": {"type": "string", "title": "Text, for a prompt"},
        },
        "required": ["answer"],
    });
    let schema = schema.as_object().cloned().unwrap_or_default();
    let answers = ElicitationSchema::from_json_schema(schema)
        .map_err(|_| invalid("the question about the dialog cannot be put"))?;
    Ok(Question {
        message: format!("The page {page} asks ({kind}): {words}"),
        answers,
    })
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let name = Implementation::new("surefoot", self.0.options.version.clone())
            .with_title("surefoot: the web as text with refs");
        ServerConfig::new(can)
            .with_server_info(name)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> std::borrow::Cow<'static, [ProtocolVersion]> {
        PROTOCOLS.into()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListToolsResult, ErrorData> {
        let tools = self.0.options.tools.tools().map(schema::described);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Described> {
        let tool = find(name).filter(|tool| self.0.options.tools.has(tool))?;
        Some(schema::described(tool))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> std::result::Result<CallToolResponse, ErrorData> {
        let tool = match find(&params.name) {
            Some(tool) if self.0.options.tools.has(tool) => tool,
            Some(tool) => {
                let how = format!(
                    "{} is not offered: start the server with --tools all, or with --tools core,{}",
                    tool.name, tool.name
                );
                return Err(ErrorData::invalid_params(how, None));
            }
            None => {
                let words = format!("Unknown tool: {}", params.name);
                return Err(ErrorData::invalid_params(words, None));
            }
        };
        match self.call(tool, &params, &context).await {
            Ok(response) => Ok(response),
            Err(error) => {
                let text = self.0.options.voice.error(&error);
                Ok(self.result(Reply::failure(text)).into())
            }
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<GetPromptResponse, ErrorData> {
        let given = params.arguments.as_ref();
        let task = given.and_then(|given| given.get("task")?.as_str());
        prompts::get(&params.name, task)
            .map(GetPromptResponse::Complete)
            .ok_or_else(|| {
                ErrorData::invalid_params(format!("there is no prompt {:?}", params.name), None)
            })
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListResourcesResult, ErrorData> {
        let list = resources::list(&self.0.host, &self.0.large);
        Ok(ListResourcesResult::with_all_items(list))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(
            resources::templates(),
        ))
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ReadResourceResponse, ErrorData> {
        let uri = params.uri;
        let gone = || {
            let words = format!("there is no resource {uri}, or it is not kept any more");
            ErrorData::resource_not_found(words, Some(json!({ "uri": uri })))
        };
        let text = match resources::session_of(&uri) {
            Some(session) if self.0.host.has(session) => self
                .page(session)
                .await
                .map_err(|error| ErrorData::internal_error(error.message().to_owned(), None))?,
            Some(_) => return Err(gone()),
            None => self.0.large.read(&uri).ok_or_else(gone)?,
        };
        let contents = ResourceContents::text(text, uri);
        Ok(ReadResourceResponse::Complete(ReadResourceResult::new(
            vec![contents],
        )))
    }
}

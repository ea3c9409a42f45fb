//! `surefoot mcp`: the MCP server in this process, with sessions of its own.

pub(crate) mod install;
pub(crate) mod skill;
mod voice;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use surefoot_engine::{Error, ErrorKind};
use surefoot_mcp::{Http, Options, ToolSet, serve_http, serve_stdio};
use surefoot_view::Format;

use crate::output::{FAILED, Printed, Rendering};
use crate::wire::VERSION;
use crate::words::environment;

/// How the server is to be run.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The tools that are offered.
    pub(crate) tools: ToolSet,
    /// What new sessions are started with.
    pub(crate) settings: surefoot_session::Settings,
    /// The format pages are shown in.
    pub(crate) format: Option<String>,
    /// The longest a call may take, if it does not say so itself.
    pub(crate) timeout: std::time::Duration,
    /// Over HTTP; `None`: over standard input and output.
    pub(crate) http: Option<Http>,
}

/// Serves until the end. Without HTTP standard output is the client's: what else is to be said goes to standard error.
pub(crate) fn run(asked: Asked) -> ExitCode {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("SUREFOOT_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error")),
        )
        .init();
    match serve(asked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Printed::error(&error, Rendering::Text, FAILED).deliver(),
    }
}

fn serve(asked: Asked) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()
        .map_err(|_| environment("the server's threads cannot be started"))?;
    warm_up();
    let format = match asked.format.as_deref() {
        None => Format::default(),
        Some(name) => Format::from_name(name).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no format `{name}`"),
            )
        })?,
    };
    let options = Options {
        tools: asked.tools,
        settings: asked.settings,
        format,
        timeout: asked.timeout,
        voice: Arc::new(voice::Words),
        version: VERSION.to_owned(),
    };
    let served = runtime.block_on(async {
        match asked.http {
            None => serve_stdio(options).await,
            Some(http) => {
                serve_http(options, http, |at| {
                    // Whoever started it waits for this line.
                    line(&format!("surefoot mcp listens at http://{at}/mcp"));
                })
                .await
            }
        }
    });
    // Reading standard input cannot be interrupted; it must not keep the process.
    runtime.shutdown_background();
    served
}

fn line(line: &str) {
    // Nobody may read it.
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Loads what counting tokens needs where nobody waits for it.
fn warm_up() {
    let _ = std::thread::Builder::new()
        .name("tokens".to_owned())
        .spawn(|| {
            // On Linux that is of this thread alone.
            let _ = rustix::process::nice(19);
            surefoot_view::tokens::warm_up();
        });
}

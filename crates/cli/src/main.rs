//! The `surefoot` command: a thin client, and the daemon it talks to.
//!
//! The nouns:
//! - [`args`]: what was typed. [`request`] makes of it what it means: a [`wire::Call`].
//! - [`client`]: finds the daemon of this user (or starts it), hands it the call and prints the [`wire::Reply`].
//! - [`daemon`]: keeps the sessions. [`commands`] turns the words of the wire into a session's command, [`output`]
//!   turns a session's answer into the text or the JSON document that the client prints as it comes.
//! - [`home`]: the folder both meet in.
//! - [`mcp`]: the MCP server, which keeps sessions of its own in its own process.
//!
//! The client does no work of its own beyond that, so that a command costs little more than starting a process.

mod args;
mod client;
mod commands;
mod daemon;
mod flow;
mod home;
mod install;
mod mcp;
mod output;
mod request;
mod wire;
mod words;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, usage};
use output::{Printed, Rendering};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error).deliver(),
    };
    let rendering = if cli.global.json {
        Rendering::Json
    } else {
        Rendering::Text
    };
    let printed = match request::plan(cli) {
        Ok(request::Plan::Print(printed)) => printed,
        Ok(request::Plan::RunDaemon(options)) => return daemon::run(&options),
        Ok(request::Plan::ServeMcp(asked)) => return mcp::run(*asked),
        Ok(request::Plan::Call(call)) => client::perform(*call, rendering),
        Err(error) => Printed::error(&error, rendering, output::FAILED),
    };
    printed.deliver()
}

//! Arguments of `mcp` and `skill`.

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use surefoot_mcp::{Address, ToolSet};

use super::values;

pub(crate) const MCP_EXAMPLES: &str = "\
Examples:
  surefoot mcp                           serve a client that started this process
  surefoot mcp --tools all               with all tools instead of the core
  surefoot mcp --http 8931               serve over HTTP at http://127.0.0.1:8931/mcp
  surefoot mcp install --client claude   tell a client about it
  surefoot mcp install --client cursor --print";

/// `mcp`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Mcp {
    /// What else
    #[command(subcommand)]
    pub(crate) what: Option<McpCommand>,

    /// The tools that are offered: core, all, or names with commas between them
    #[arg(long, value_name = "core|all|LIST", default_value = "core")]
    pub(crate) tools: ToolSet,

    /// Serve over HTTP at this address; a port alone is of this machine
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<Address>,

    /// With --http: what clients have to send as `Authorization: Bearer TOKEN`
    #[arg(
        long,
        value_name = "TOKEN",
        env = "SUREFOOT_MCP_TOKEN",
        hide_env_values = true
    )]
    pub(crate) token: Option<String>,

    /// With --http: another name of this server, as `Host` gives it; can be given several times
    #[arg(long = "allow-host", value_name = "NAME", requires = "http")]
    pub(crate) hosts: Vec<String>,

    /// With --http: an origin whose pages may use it; can be given several times
    #[arg(long = "allow-origin", value_name = "ORIGIN", requires = "http")]
    pub(crate) origins: Vec<String>,

    /// With --http: after so long a session ends that nobody uses
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = values::timeout)]
    pub(crate) idle: Duration,
}

/// What else `mcp` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Tell a client about the server
    Install(InstallMcp),
}

/// `mcp install`.
#[derive(Debug, Args)]
pub(crate) struct InstallMcp {
    /// The client
    #[arg(long, value_enum)]
    pub(crate) client: Client,

    /// Only show what would be written, and where
    #[arg(long)]
    pub(crate) print: bool,

    /// The tools that are offered: core, all, or names with commas between them
    #[arg(long, value_name = "core|all|LIST")]
    pub(crate) tools: Option<String>,
}

/// A client of MCP servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code: .mcp.json of this folder
    Claude,
    /// Cursor: .cursor/mcp.json of this folder
    Cursor,
    /// Visual Studio Code: .vscode/mcp.json of this folder
    Vscode,
    /// Codex: config.toml in its folder
    Codex,
    /// Gemini CLI: .gemini/settings.json of this folder
    Gemini,
}

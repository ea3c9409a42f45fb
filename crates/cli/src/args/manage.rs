//! Arguments of the commands about tabs, sessions and the daemon.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::values;

/// `tab`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Tab {
    /// The number of the tab to switch to [default: list the tabs]
    #[arg(value_name = "N", value_parser = values::tab_number)]
    pub(crate) number: Option<u32>,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<TabCommand>,
}

/// What to do with tabs.
#[derive(Debug, Subcommand)]
pub(crate) enum TabCommand {
    /// List the tabs
    List,
    /// Open a tab and go to it
    New {
        /// What to open in it: a URL, a host or a file
        #[arg(value_name = "URL|FILE")]
        location: Option<String>,
    },
    /// Go to a tab
    Switch {
        /// Its number
        #[arg(value_name = "N", value_parser = values::tab_number)]
        number: u32,
    },
    /// Close a tab
    Close {
        /// Its number [default: the current one]
        #[arg(value_name = "N", value_parser = values::tab_number)]
        number: Option<u32>,
    },
}

/// `session`.
#[derive(Debug, Subcommand)]
pub(crate) enum Session {
    /// List the sessions
    List,
    /// End a session
    Close(CloseSession),
    /// Start the engine of a session anew, as after its browser has died, and open its pages again
    Restart,
}

/// `session close`.
#[derive(Debug, Args)]
pub(crate) struct CloseSession {
    /// Its name [default: that of --session]
    #[arg(conflicts_with = "all", value_parser = values::session_name)]
    pub(crate) name: Option<String>,
    /// End every session
    #[arg(long)]
    pub(crate) all: bool,
}

/// `close`.
#[derive(Debug, Args)]
pub(crate) struct Close {
    /// End every session
    #[arg(long)]
    pub(crate) all: bool,
}

/// `daemon`.
#[derive(Debug, Subcommand)]
pub(crate) enum Daemon {
    /// Say whether it runs, and what it holds
    Status,
    /// End it with all its sessions
    Stop,
    /// Run it in the foreground; commands start it by themselves
    #[command(hide = true)]
    Run(RunDaemon),
}

/// `daemon run`.
#[derive(Debug, Args)]
pub(crate) struct RunDaemon {
    /// The folder of its socket
    #[arg(long, value_name = "FOLDER")]
    pub(crate) home: Option<PathBuf>,
    /// It ends after so long without a command
    #[arg(long, value_name = "TIME", env = "SUREFOOT_IDLE", default_value = "30m", value_parser = values::timeout)]
    pub(crate) idle: Duration,
    /// Leave the terminal and its process group
    #[arg(long)]
    pub(crate) detach: bool,
}

/// `completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

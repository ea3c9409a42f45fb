//! Arguments of the commands that record and replay.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) const RECORD_EXAMPLES: &str = "\
Examples:
  surefoot record start login.json       record what is done from now on
  surefoot record stop                   write it into login.json
  surefoot replay login.json             do it again, and say what is different
  surefoot record export login.json login.spec.ts

What is typed into password fields is not recorded: the flow asks the environment for it, as in
  SECRET_PASSWORD=... surefoot replay login.json";

/// `record`.
#[derive(Debug, Subcommand)]
pub(crate) enum Record {
    /// Record what is done from now on
    Start(Start),
    /// End the recording and write the flow; without a file, print it
    Stop(Stop),
    /// Write a flow as a test for Playwright
    Export(Export),
}

/// `record start`.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The file for the flow; --force overwrites one that is there [default: said at the end]
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}

/// `record stop`.
#[derive(Debug, Args)]
pub(crate) struct Stop {
    /// The file for the flow; --force overwrites one that is there [default: as said at the start]
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
}

/// `record export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The flow
    #[arg(value_name = "FILE")]
    pub(crate) from: PathBuf,
    /// The test, as in login.spec.ts; --force overwrites one that is there
    #[arg(value_name = "TEST")]
    pub(crate) to: PathBuf,
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The flow
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// Go on after a step that fails
    #[arg(long)]
    pub(crate) keep_going: bool,
}

//! The daemon: one process per user that keeps the sessions.
//!
//! The nouns:
//! - [`registry`]: which sessions there are. Each has a [`worker`]: a thread of its own, so that a page that takes long
//!   to work on delays no other session. The network is shared: a small runtime drives all connections.
//! - [`connection`]: one client, one call. A client that goes away takes its call back.
//! - [`serve`]: who comes, when to end. The daemon ends when it is told to, when it gets a signal, or when nobody has
//!   asked for anything for some time.

mod connection;
mod registry;
mod serve;
mod status;
mod worker;

use std::fs::File;
use std::io::Write as _;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use surefoot_engine::Error;

use crate::home::{Home, Surroundings};
use crate::output::{FAILED, Printed, Rendering};
use crate::words::{environment, io_reason};

/// How the daemon is to be run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The folder of its socket, if not the usual one.
    pub(crate) home: Option<PathBuf>,
    /// How long without a call until it ends.
    pub(crate) idle: Duration,
    /// Whether to leave the terminal; only a client that starts it wants that.
    pub(crate) detach: bool,
}

/// What the daemon tells the client that started it, on the pipe that is its standard output.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ready {
    /// It can be connected to.
    Listening,
    /// It cannot run.
    Failed {
        /// Why.
        message: String,
        /// What to do.
        hint: Option<String>,
    },
}

/// How long a daemon waits for the one before it to let go of the folder.
const HANDOVER: Duration = Duration::from_secs(5);

/// Runs the daemon until its end.
pub(crate) fn run(options: &Options) -> ExitCode {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("SUREFOOT_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .init();
    if options.detach {
        // Fails only for the leader of a group, which is one that nobody's Ctrl-C reaches.
        let _ = rustix::process::setsid();
    }
    match listen(options)
        .and_then(|(home, lock, listener)| serve::run(options, &home, lock, listener))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if options.detach => {
            tracing::error!("{error}");
            say(&Ready::Failed {
                message: error.message().to_owned(),
                hint: error.hint().map(str::to_owned),
            });
            ExitCode::from(FAILED)
        }
        Err(error) => Printed::error(&error, Rendering::Text, FAILED).deliver(),
    }
}

/// Takes the folder over and listens in it.
fn listen(options: &Options) -> Result<(Home, File, UnixListener), Error> {
    let mut surroundings = Surroundings::of_process();
    if let Some(home) = &options.home {
        surroundings.home = Some(home.clone());
    }
    let home = Home::find(&surroundings)?;
    let lock = take_over(&home)?;
    let socket = home.socket();
    // The lock is ours, so whoever made this socket is gone.
    if let Err(error) = std::fs::remove_file(&socket)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        let reason = io_reason(&error);
        return Err(environment(format!(
            "cannot remove the old socket {}: {reason}",
            socket.display()
        )));
    }
    let listener = UnixListener::bind(&socket)
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| {
            environment(format!(
                "cannot listen at {}: {}",
                socket.display(),
                io_reason(&error)
            ))
        })?;
    Ok((home, lock, listener))
}

/// Waits until no other daemon has the folder, and takes it. The lock ends with this process, however it ends.
fn take_over(home: &Home) -> Result<File, Error> {
    let lock = home.daemon_lock()?;
    let (sender, taken) = mpsc::channel();
    // A lock has no timeout of its own; a thread that waits too long is left behind, as the process then ends.
    let waiting = std::thread::Builder::new()
        .name("lock".to_owned())
        .spawn(move || {
            let result = lock.lock().map(|()| lock);
            let _ = sender.send(result);
        });
    let cannot =
        |reason: &str| environment(format!("cannot lock {}: {reason}", home.folder().display()));
    waiting.map_err(|error| cannot(io_reason(&error)))?;
    match taken.recv_timeout(HANDOVER) {
        Ok(Ok(lock)) => Ok(lock),
        Ok(Err(error)) => Err(cannot(io_reason(&error))),
        Err(_) => Err(environment(format!(
            "another daemon runs already in {}",
            home.folder().display()
        ))
        .with_hint("`surefoot daemon status` shows it, `surefoot daemon stop` ends it")),
    }
}

/// Tells whoever started the daemon, and lets go of the pipe.
fn say(ready: &Ready) {
    let mut line = serde_json::to_string(ready).unwrap_or_default();
    line.push('\n');
    let mut out = std::io::stdout();
    // A client that is gone needs no telling.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    match File::options().write(true).open("/dev/null") {
        Ok(null) => {
            if let Err(error) = rustix::stdio::dup2_stdout(&null) {
                tracing::warn!("standard output stays open: {error}");
            }
        }
        Err(error) => tracing::warn!("standard output stays open: {error}"),
    }
}

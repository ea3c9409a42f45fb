//! Starting the daemon: one client does, the others wait for it at a lock.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use surefoot_engine::Error;

use super::connection::{Connection, Found, find};
use crate::daemon::Ready;
use crate::home::Home;
use crate::words::{environment, io_reason};

/// Starts the daemon, or finds the one that another client started meanwhile. The caller bounds its time.
pub(super) fn daemon(home: &Home) -> Result<Connection, Error> {
    let lock = home.start_lock()?;
    lock.lock().map_err(|error| {
        environment(format!(
            "cannot lock {}: {}",
            home.folder().display(),
            io_reason(&error)
        ))
    })?;
    if let Found::Running(connection) = find(home, soon())? {
        return Ok(connection);
    }
    spawn(home)?;
    match find(home, soon())? {
        Found::Running(connection) => Ok(connection),
        Found::Absent | Found::Dead => Err(ended_at_once(home)),
    }
}

/// How much freed memory the daemon's allocator (glibc's; others do not look at it) keeps, in bytes. A page is worked on
/// in large blocks that are free again afterwards; left alone, the allocator learns to keep all of them for ever.
const KEPT_MEMORY: (&str, &str) = ("MALLOC_TRIM_THRESHOLD_", "524288");

/// Starts the process and waits until it says that it listens.
fn spawn(home: &Home) -> Result<(), Error> {
    let cannot = |error: &std::io::Error| {
        environment(format!("cannot start the daemon: {}", io_reason(error)))
            .with_hint("check that the surefoot program is still where it was and can be run")
    };
    let program = std::env::current_exe().map_err(|error| cannot(&error))?;
    let (from_daemon, to_client) = std::io::pipe().map_err(|error| cannot(&error))?;
    let mut command = Command::new(program);
    command
        .args(["daemon", "run", "--detach", "--home"])
        .arg(home.folder())
        .current_dir("/")
        // Each client says which browser it wants; that of the first one is not everybody's.
        .env_remove("SUREFOOT_BROWSER")
        .stdin(Stdio::null())
        .stdout(to_client)
        .stderr(home.open_log()?);
    if std::env::var_os(KEPT_MEMORY.0).is_none() {
        command.env(KEPT_MEMORY.0, KEPT_MEMORY.1);
    }
    command.spawn().map_err(|error| cannot(&error))?;
    // The command holds the writing end: once it is gone, only the daemon does, and its death ends the line below.
    drop(command);
    let mut line = String::new();
    let said = BufReader::new(from_daemon)
        .read_line(&mut line)
        .ok()
        .and_then(|_| serde_json::from_str(&line).ok());
    match said {
        Some(Ready::Listening) => Ok(()),
        Some(Ready::Failed { message, hint }) => {
            let error = environment(message);
            Err(match hint {
                Some(hint) => error.with_hint(hint),
                None => error,
            })
        }
        None => Err(ended_at_once(home)),
    }
}

fn ended_at_once(home: &Home) -> Error {
    environment("the daemon ended as soon as it was started")
        .with_hint(format!("its log says why: {}", home.log().display()))
}

/// The daemon greets at once; what does not within this time hangs.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

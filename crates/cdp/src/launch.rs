//! Starting a browser with a pipe. Which browser, with which switches, is the caller's business.

use std::io::{self, pipe};
use std::os::fd::OwnedFd;
use std::process::Command;

use command_fds::{CommandFdExt, FdMapping};
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::process::Child;

use crate::error::{Error, ErrorKind};
use crate::transport::{Framing, Transport};

/// The descriptors the browser reads and writes.
const BROWSER_READS: i32 = 3;
const BROWSER_WRITES: i32 = 4;

/// Starts the browser that a command names, with the switch for the pipe added and the pipe on its descriptors 3 and 4.
///
/// When this process ends, however it ends, the pipe closes, and the browser ends with it. The child is killed when it
/// is dropped. Must be called within a tokio runtime with I/O enabled.
///
/// The command is made with the program itself, not with a script that could put something else on the descriptors.
pub fn launch(mut command: Command, framing: Framing) -> Result<(Child, Transport), Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |error: &io::Error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such program; install a browser or name another".to_owned()
            }
            io::ErrorKind::PermissionDenied => "it may not be executed".to_owned(),
            kind => kind.to_string(),
        };
        Error::new(ErrorKind::Launch, format!("cannot start {program}: {why}"))
    };
    let (browser_reads, ours_to_write) = pipe().map_err(|error| failed(&error))?;
    let (ours_to_read, browser_writes) = pipe().map_err(|error| failed(&error))?;
    command.arg(match framing {
        Framing::Json => "--remote-debugging-pipe",
        Framing::Cbor => "--remote-debugging-pipe=cbor",
    });
    let ends = vec![
        FdMapping {
            parent_fd: browser_reads.into(),
            child_fd: BROWSER_READS,
        },
        FdMapping {
            parent_fd: browser_writes.into(),
            child_fd: BROWSER_WRITES,
        },
    ];
    command
        .fd_mappings(ends)
        .map_err(|_| failed(&io::ErrorKind::InvalidInput.into()))?;
    let mut command = tokio::process::Command::from(command);
    let child = command
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| failed(&error))?;
    // The command holds the browser's ends: as long as they are open here, their closing there is not seen.
    drop(command);
    let reader =
        Receiver::from_owned_fd(OwnedFd::from(ours_to_read)).map_err(|error| failed(&error))?;
    let writer =
        Sender::from_owned_fd(OwnedFd::from(ours_to_write)).map_err(|error| failed(&error))?;
    Ok((child, Transport::pipe(reader, writer, framing)))
}

//! A connection to the daemon, greeted.

use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use surefoot_engine::{Error, ErrorKind};

use super::guard;
use crate::home::Home;
use crate::output::Rendering;
use crate::wire::{Call, Hello, frame};
use crate::words::{environment, io_reason};

/// A connection on which both sides have greeted.
#[derive(Debug)]
pub(super) struct Connection {
    /// The stream, with its timeouts set.
    pub(super) stream: UnixStream,
    /// What the daemon said.
    pub(super) hello: Hello,
}

/// What there is at the socket.
#[derive(Debug)]
pub(super) enum Found {
    /// A daemon.
    Running(Connection),
    /// None.
    Absent,
    /// The socket of a daemon that ended without cleaning up.
    Dead,
}

/// Looks for the daemon. Reads and writes on the connection give up at `until`.
pub(super) fn find(home: &Home, until: Instant) -> Result<Found, Error> {
    let stream = match UnixStream::connect(home.socket()) {
        Ok(stream) => stream,
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => return Ok(Found::Absent),
            io::ErrorKind::ConnectionRefused => return Ok(Found::Dead),
            _ => {
                return Err(environment(format!(
                    "cannot reach the daemon at {}: {}",
                    home.socket().display(),
                    io_reason(&error)
                ))
                .with_hint("`surefoot daemon stop`, or another SUREFOOT_HOME"));
            }
        },
    };
    match greet(stream, until) {
        Ok(connection) => Ok(Found::Running(connection)),
        Err(error) => match error.kind() {
            // It is just ending: it closed the connection before it greeted.
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::BrokenPipe => Ok(Found::Absent),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                Err(Error::new(ErrorKind::Timeout, "the daemon does not answer")
                    .with_hint("`surefoot daemon stop` ends it"))
            }
            _ => Err(environment(format!(
                "what listens at {} is not a surefoot daemon",
                home.socket().display()
            ))
            .with_hint("remove the file, or set SUREFOOT_HOME to another folder")),
        },
    }
}

fn greet(mut stream: UnixStream, until: Instant) -> io::Result<Connection> {
    give_up_at(&stream, until)?;
    stream.write_all(&frame::json(&Hello::new(0))?)?;
    let hello = frame::parse(&frame::read(&mut stream, frame::HELLO)?)?;
    Ok(Connection { stream, hello })
}

/// Lets reads and writes give up at that time.
fn give_up_at(stream: &UnixStream, until: Instant) -> io::Result<()> {
    // A timeout of nothing would mean none.
    let left = until
        .saturating_duration_since(Instant::now())
        .max(Duration::from_millis(1));
    stream.set_read_timeout(Some(left))?;
    stream.set_write_timeout(Some(left))
}

impl Connection {
    /// Lets reads and writes give up at that time.
    pub(super) fn give_up_at(&self, until: Instant) -> io::Result<()> {
        give_up_at(&self.stream, until)
    }

    /// Ends the daemon, and comes back when its process has let go of its folder; by the deadline the command ends.
    pub(super) fn end(
        mut self,
        home: &Home,
        deadline: Instant,
        rendering: Rendering,
    ) -> Result<(), Error> {
        let pid = self.hello.pid;
        let by_hand = format!("end its process: `kill {pid}`");
        let left = deadline.saturating_duration_since(Instant::now());
        let _guard = guard::start(
            left,
            rendering,
            "the daemon was told to end, but did not",
            &by_hand,
        );
        let failed = |error: &io::Error| {
            environment(format!("cannot end the daemon {pid}: {}", io_reason(error)))
                .with_hint(by_hand.as_str())
        };
        frame::write_message(&mut self.stream, &Call::Stop, &[]).map_err(|error| failed(&error))?;
        // Whatever it answers: it has ended when it holds its lock no longer.
        let _ = frame::read(&mut self.stream, frame::HEADER);
        home.daemon_lock()?.lock().map_err(|error| failed(&error))
    }
}

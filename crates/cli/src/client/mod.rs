//! The client: hands a call to the daemon of this user and prints what it answers.
//!
//! It blocks and has no runtime: most of what a command costs is starting this process.

mod connection;
pub(crate) mod guard;
mod start;

use std::time::{Duration, Instant};

use surefoot_engine::{Error, ErrorKind};
use surefoot_view::escape::line_safe;

use crate::home::{Home, Surroundings};
use crate::output::{self, Printed, Rendering};
use crate::request::millis_left;
use crate::wire::{Call, Reply, VERSION, frame};
use crate::words;

use connection::{Connection, Found};

/// How much longer than the daemon's deadline the client waits: the daemon's own answer says more.
const GRACE: Duration = Duration::from_millis(700);

/// A call, and how to make it.
#[derive(Debug)]
pub(crate) struct Planned {
    /// The call.
    pub(crate) call: Call,
    /// What goes with it.
    pub(crate) body: Vec<u8>,
    /// How long all of it may take.
    pub(crate) timeout: Duration,
    /// When that is over.
    pub(crate) deadline: Instant,
    /// What to do where no daemon runs.
    pub(crate) when_absent: WhenAbsent,
}

/// What to do where no daemon runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhenAbsent {
    /// Start one.
    Start,
    /// Refuse: without a daemon no page is open.
    NothingOpen,
    /// Answer what is true then, without starting one.
    NothingRuns,
}

/// Makes the call and says what to print.
pub(crate) fn perform(planned: Planned, rendering: Rendering) -> Printed {
    let mut notes = Vec::new();
    let mut printed = match attempt(planned, rendering, &mut notes) {
        Ok(printed) => printed,
        Err(error) => Printed::error(&error, rendering, output::FAILED),
    };
    printed.stderr.insert_str(0, &output::lines(notes));
    printed
}

fn attempt(
    mut planned: Planned,
    rendering: Rendering,
    notes: &mut Vec<String>,
) -> Result<Printed, Error> {
    let home = Home::find(&Surroundings::of_process())?;
    let connection = match find(&home, &planned, rendering, notes)? {
        Some(connection) => connection,
        None => match planned.when_absent {
            WhenAbsent::NothingRuns => return Ok(nothing_runs(&planned.call, rendering)),
            WhenAbsent::NothingOpen => return Err(nothing_open(&planned.call)),
            WhenAbsent::Start => {
                let _guard = guard::start(
                    planned.deadline.saturating_duration_since(Instant::now()),
                    rendering,
                    "the daemon did not start",
                    &format!("its log is {}", home.log().display()),
                );
                let connection = start::daemon(&home)?;
                // Another client may have been quicker, and of another version.
                if connection.hello.surefoot != VERSION {
                    return Err(other_version(&connection));
                }
                connection
            }
        },
    };
    connection
        .give_up_at(planned.deadline + GRACE)
        .map_err(|error| unanswered(&error, &planned))?;
    if let Call::Run(run) = &mut planned.call {
        run.timeout_ms = millis_left(planned.deadline);
    }
    if planned.call == Call::Stop {
        return stop(connection, &home, &planned, rendering);
    }
    exchange(connection, &planned)
}

/// The daemon that runs, if one does that this client can talk to. An older one without sessions is ended.
fn find(
    home: &Home,
    planned: &Planned,
    rendering: Rendering,
    notes: &mut Vec<String>,
) -> Result<Option<Connection>, Error> {
    let connection = match connection::find(home, planned.deadline + GRACE)? {
        Found::Running(connection) => connection,
        Found::Absent => return Ok(None),
        Found::Dead => {
            if planned.when_absent != WhenAbsent::NothingRuns {
                notes.push(
                    "note: the daemon ended unexpectedly; its sessions and their pages are lost"
                        .to_owned(),
                );
            }
            return Ok(None);
        }
    };
    if connection.hello.surefoot == VERSION || planned.call == Call::Stop {
        return Ok(Some(connection));
    }
    if connection.hello.sessions > 0 {
        return Err(other_version(&connection));
    }
    notes.push(format!(
        "note: replaced the daemon of surefoot {} by one of {VERSION}",
        line_safe(&connection.hello.surefoot)
    ));
    connection.end(home, planned.deadline, rendering)?;
    Ok(None)
}

/// That the daemon cannot be talked to, and holds what must not be thrown away unasked.
fn other_version(connection: &Connection) -> Error {
    let theirs = line_safe(&connection.hello.surefoot);
    let sessions = words::counted(connection.hello.sessions, "session");
    Error::new(
        ErrorKind::InvalidArgument,
        format!("the daemon that runs is of surefoot {theirs}, this command is of {VERSION}; it holds {sessions}"),
    )
    .with_hint("`surefoot daemon stop` ends it with its sessions; the next command starts a new one")
}

/// Sends the call and waits for the answer.
fn exchange(mut connection: Connection, planned: &Planned) -> Result<Printed, Error> {
    let answer = (|| {
        frame::write_message(&mut connection.stream, &planned.call, &planned.body)?;
        let reply: Reply = frame::parse(&frame::read(&mut connection.stream, frame::HEADER)?)?;
        Ok((reply, frame::read(&mut connection.stream, frame::BODY)?))
    })();
    match answer {
        Ok((reply, stdout)) => Ok(Printed {
            stdout,
            stderr: reply.stderr,
            exit: reply.exit,
        }),
        Err(error) => Err(unanswered(&error, planned)),
    }
}

/// Why there is no answer.
fn unanswered(error: &std::io::Error, planned: &Planned) -> Error {
    use std::io::ErrorKind as Kind;
    let doing = match &planned.call {
        Call::Run(run) => format!("`{}` in session \"{}\"", run.name(), run.session),
        Call::Stop => "`daemon stop`".to_owned(),
        Call::Status { .. } => "`daemon status`".to_owned(),
        Call::Sessions { .. } => "`session list`".to_owned(),
        Call::Close { .. } => "`close`".to_owned(),
    };
    match error.kind() {
        Kind::WouldBlock | Kind::TimedOut => Error::new(
            ErrorKind::Timeout,
            format!(
                "{doing} got no answer from the daemon within {}",
                words::duration(planned.timeout)
            ),
        )
        .with_hint("give --timeout more, or end the daemon with `surefoot daemon stop`"),
        Kind::InvalidData => Error::new(
            ErrorKind::TooLarge,
            format!("{doing} was given or gave more than fits into a message"),
        )
        .with_hint("ask for less: an element instead of the page, or a snapshot with -d"),
        _ => Error::new(
            ErrorKind::EngineCrashed,
            format!("the daemon ended during {doing}; all sessions and their pages are lost"),
        )
        .with_hint("open the page again: `surefoot open URL` starts a new daemon"),
    }
}

fn stop(
    connection: Connection,
    home: &Home,
    planned: &Planned,
    rendering: Rendering,
) -> Result<Printed, Error> {
    let pid = connection.hello.pid;
    connection.end(home, planned.deadline, rendering)?;
    Ok(match rendering {
        Rendering::Text => Printed::data(format!("daemon {pid} ended\n")),
        Rendering::Json => Printed::json(&serde_json::json!({ "stopped": true, "pid": pid })),
    })
}

/// What is true where no daemon runs.
fn nothing_runs(call: &Call, rendering: Rendering) -> Printed {
    let (text, data) = match call {
        Call::Stop => (
            "no daemon is running\n".to_owned(),
            serde_json::json!({ "stopped": false }),
        ),
        Call::Sessions { .. } => (
            "no sessions\n".to_owned(),
            serde_json::json!({ "sessions": [] }),
        ),
        Call::Close { session, .. } => (
            output::closed_text(session.as_deref(), &[]),
            serde_json::json!({ "closed": [] }),
        ),
        Call::Status { .. } | Call::Run(_) => (
            "no daemon is running\n".to_owned(),
            serde_json::json!({ "running": false }),
        ),
    };
    match rendering {
        Rendering::Text => Printed::data(text),
        Rendering::Json => Printed::json(&data),
    }
}

fn nothing_open(call: &Call) -> Error {
    let session = if let Call::Run(run) = call {
        run.session.as_str()
    } else {
        "default"
    };
    output::no_such_session(session)
}

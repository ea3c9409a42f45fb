//! One client: its greeting, its call, the answer.

use std::io;
use std::time::{Duration, Instant};

use surefoot_engine::{Error, ErrorKind};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::net::unix::OwnedReadHalf;
use tokio::sync::oneshot;

use super::serve::State;
use super::status;
use super::worker::Job;
use crate::home;
use crate::output::{self, FAILED, Printed, Rendering};
use crate::wire::{Call, Hello, Reply, Run, VERSION, frame};

/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long after its deadline a command is answered for by the connection: the session's own answer says more.
const GRACE: Duration = Duration::from_millis(300);

/// Serves one client to its end. What goes wrong with the connection concerns only that client.
pub(super) async fn serve(stream: UnixStream, state: &State) {
    match stream.peer_cred() {
        Ok(peer) if peer.uid() == home::user() => {}
        Ok(peer) => {
            tracing::warn!("refused a client of user {}", peer.uid());
            return;
        }
        Err(error) => {
            tracing::warn!("refused a client whose user is not known: {error}");
            return;
        }
    }
    if let Err(error) = converse(stream, state).await {
        tracing::debug!("a client went away: {error}");
    }
}

async fn converse(stream: UnixStream, state: &State) -> io::Result<()> {
    let (mut from, mut to) = stream.into_split();
    to.write_all(&frame::json(&Hello::new(state.registry.len()))?)
        .await?;
    let heard = tokio::time::timeout(PATIENCE, hear(&mut from)).await;
    let Some((call, body)) = heard.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?? else {
        return Ok(());
    };
    let stop = call == Call::Stop;
    let printed = tokio::select! {
        printed = answer(call, body, state) => printed,
        // It has nothing more to say: what can be read now is its end. Dropping the answer takes the call back.
        _ = from.read_u8() => return Ok(()),
    };
    let sent = send(&mut to, printed).await;
    if stop {
        state.stop.notify_one();
    }
    sent
}

/// The client's greeting and call. `None`: it only looked, or it is of another version and wants something else than
/// the end.
async fn hear(from: &mut OwnedReadHalf) -> io::Result<Option<(Call, Vec<u8>)>> {
    let hello: Hello = frame::parse(&frame::read_async(from, frame::HELLO).await?)?;
    let header = match frame::read_async(from, frame::HEADER).await {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        header => header?,
    };
    let call: Call = frame::parse(&header)?;
    if hello.surefoot != VERSION && call != Call::Stop {
        return Ok(None);
    }
    let body = frame::read_async(from, frame::BODY).await?;
    Ok(Some((call, body)))
}

async fn send(to: &mut tokio::net::unix::OwnedWriteHalf, printed: Printed) -> io::Result<()> {
    let Ok(length) = frame::body_length(&printed.stdout) else {
        let error = Error::new(ErrorKind::TooLarge, "the answer is larger than 1 GB")
            .with_hint("ask for a part of the page");
        return Box::pin(send(to, Printed::error(&error, Rendering::Text, FAILED))).await;
    };
    let mut start = frame::json(&Reply {
        stderr: printed.stderr,
        exit: printed.exit,
    })?;
    start.extend_from_slice(&length);
    to.write_all(&start).await?;
    to.write_all(&printed.stdout).await?;
    to.flush().await
}

async fn answer(call: Call, body: Vec<u8>, state: &State) -> Printed {
    match call {
        Call::Stop => Printed::data(""),
        Call::Status { rendering } => status::print(state, rendering),
        Call::Sessions { rendering } => output::sessions(&state.registry.summaries(), rendering),
        Call::Close {
            rendering,
            session: None,
        } => output::closed(None, &state.registry.close_all().await, rendering),
        Call::Close {
            rendering,
            session: Some(name),
        } => {
            let closed = state.registry.close(&name).await;
            output::closed(Some(&name), &closed, rendering)
        }
        Call::Run(run) => {
            let rendering = run.rendering;
            match command(*run, body, state).await {
                Ok(printed) => printed,
                Err(error) => Printed::error(&error, rendering, FAILED),
            }
        }
    }
}

/// Gives the command to its session and waits for the answer.
async fn command(run: Run, body: Vec<u8>, state: &State) -> Result<Printed, Error> {
    let deadline = Instant::now() + Duration::from_millis(run.timeout_ms);
    let (name, session) = (run.name(), run.session.clone());
    let worker = state.registry.worker(&run)?;
    let (reply, answered) = oneshot::channel();
    worker.give(Job {
        run,
        body,
        deadline,
        reply,
    })?;
    match tokio::time::timeout_at((deadline + GRACE).into(), answered).await {
        Ok(Ok(printed)) => Ok(printed),
        Ok(Err(_)) => Err(Error::new(
            ErrorKind::EngineCrashed,
            format!("session \"{session}\" was closed during `{name}`"),
        )
        .with_hint("open the page again: `surefoot open URL`")),
        Err(_) => {
            let message = match worker.busy() {
                Some(other) if other != name => {
                    format!(
                        "`{name}` waited in vain for session \"{session}\", which still does `{other}`"
                    )
                }
                _ => format!("`{name}` in session \"{session}\" did not end in the time given"),
            };
            Err(Error::new(ErrorKind::Timeout, message).with_hint(format!(
                "give --timeout more, use another --session, or end this one: `surefoot --session {session} close`"
            )))
        }
    }
}

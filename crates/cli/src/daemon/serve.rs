//! Who comes, and when to end.

use std::fs::File;
use std::os::unix::net::UnixListener as StdListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_engine::Error;
use surefoot_session::Shared;
use tokio::net::UnixListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::registry::Registry;
use super::{Options, Ready, connection, say};
use crate::home::Home;
use crate::words::{environment, io_reason};

/// How long the end may take: what still runs then is cut off.
const FAREWELL: Duration = Duration::from_secs(2);

/// What all connections share.
#[derive(Debug)]
pub(super) struct State {
    /// The sessions.
    pub(super) registry: Registry,
    /// Told when the daemon shall end.
    pub(super) stop: Notify,
    /// When it was started.
    pub(super) started: Instant,
    /// Where it listens.
    pub(super) home: Home,
}

/// Serves until the end. The lock is held until then.
pub(super) fn run(
    options: &Options,
    home: &Home,
    lock: File,
    listener: StdListener,
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .thread_keep_alive(Duration::from_secs(5))
        .enable_all()
        .build()
        .map_err(|error| {
            environment(format!(
                "the daemon's threads cannot be started: {}",
                io_reason(&error)
            ))
        })?;
    let served = runtime.block_on(serve(options, home, listener));
    // Threads that hang in the middle of something must not keep the process.
    runtime.shutdown_background();
    drop(lock);
    served
}

async fn serve(options: &Options, home: &Home, listener: StdListener) -> Result<(), Error> {
    let cannot = |error: std::io::Error| {
        environment(format!("the daemon cannot listen: {}", io_reason(&error)))
    };
    let listener = UnixListener::from_std(listener).map_err(cannot)?;
    let mut signals = Signals::new().map_err(cannot)?;
    let state = Arc::new(State {
        registry: Registry::new(
            Shared::new()?,
            tokio::runtime::Handle::current(),
            home.downloads(),
        ),
        stop: Notify::new(),
        started: Instant::now(),
        home: home.clone(),
    });
    say(&Ready::Listening);
    // A page that may not fit has to be counted; nobody shall wait for what that needs, nor be slowed down by it. Without
    // this it is done then.
    let _ = std::thread::Builder::new()
        .name("tokens".to_owned())
        .spawn(|| {
            // On Linux that is of this thread alone.
            let _ = rustix::process::nice(19);
            surefoot_view::tokens::warm_up();
        });

    let mut connections = JoinSet::new();
    let mut last_call = tokio::time::Instant::now();
    loop {
        let idle = tokio::time::sleep_until(last_call + options.idle);
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let state = Arc::clone(&state);
                    connections.spawn(async move { connection::serve(stream, &state).await });
                }
                Err(error) => {
                    // Out of file handles, mostly: one that ends gives its handle back.
                    tracing::warn!("a connection could not be accepted: {error}");
                    if connections.join_next().await.is_none() {
                        return Err(cannot(error));
                    }
                }
            },
            Some(ended) = connections.join_next() => {
                last_call = tokio::time::Instant::now();
                if let Err(error) = ended {
                    tracing::error!("a connection failed: {error}");
                }
            }
            () = state.stop.notified() => break,
            () = signals.any() => break,
            () = idle, if connections.is_empty() => break,
        }
    }
    // From here on clients find no daemon; the next one waits for the lock.
    drop(listener);
    let _ = std::fs::remove_file(home.socket());
    let farewell = async {
        state.registry.end().await;
        while connections.join_next().await.is_some() {}
    };
    if tokio::time::timeout(FAREWELL, farewell).await.is_err() {
        tracing::warn!("some sessions did not end in time and were cut off");
    }
    Ok(())
}

/// The signals that end the daemon.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Comes back with the first of them.
    async fn any(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

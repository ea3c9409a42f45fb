//! The last guard of `--timeout`: where the client waits for something that has no timeout of its own (standard input, a
//! lock, a process that starts), it ends the command when its time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use surefoot_engine::{Error, ErrorKind};

use crate::output::{self, Printed, Rendering};
use crate::words;

/// While it lives, the command is ended once the time is over.
#[derive(Debug)]
pub(crate) struct Guard {
    /// Whoever sets it first goes on: the guard to end the process, or its owner.
    decided: Arc<AtomicBool>,
    _alive: Sender<()>,
}

/// Starts a guard: after `time` it prints that `what` and ends the process.
pub(crate) fn start(time: Duration, rendering: Rendering, what: &str, hint: &str) -> Guard {
    let (alive, ended) = channel::<()>();
    let decided = Arc::new(AtomicBool::new(false));
    let message = format!("{what} within {}", words::duration(time));
    let error = Error::new(ErrorKind::Timeout, message).with_hint(hint);
    let mine = Arc::clone(&decided);
    let watch = move || {
        let over = ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        if over && !mine.swap(true, Ordering::SeqCst) {
            let printed = Printed::error(&error, rendering, output::FAILED);
            let code = printed.exit;
            let _ = printed.deliver();
            std::process::exit(i32::from(code));
        }
    };
    // Without the thread the command still works; only its bound is lost.
    if let Err(error) = std::thread::Builder::new()
        .name("guard".to_owned())
        .spawn(watch)
    {
        tracing::warn!("no thread for the guard: {error}");
    }
    Guard {
        decided,
        _alive: alive,
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.decided.swap(true, Ordering::SeqCst) {
            // The guard is printing and will end the process: nothing may be printed besides.
            loop {
                std::thread::park();
            }
        }
    }
}

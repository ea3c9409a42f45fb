//! Telling a client how far a call is, if it wants to know, and stopping when it does not want it any more.

use std::time::{Duration, Instant};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{RequestContext, RoleServer};
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::run::Progress;

/// How often a client is told that a call still runs.
const PULSE: Duration = Duration::from_secs(5);

/// Waits for the work and tells of it; drops it when the call is cancelled.
pub(crate) async fn with_progress<T>(
    work: impl Future<Output = T>,
    token: Option<ProgressToken>,
    mut watched: UnboundedReceiver<Progress>,
    context: &RequestContext<RoleServer>,
) -> Result<T> {
    tokio::pin!(work);
    let mut teller = Teller {
        token,
        context,
        began: Instant::now(),
        done: 0.0,
    };
    let mut pulse = tokio::time::interval(PULSE);
    // Its first tick is at once.
    pulse.tick().await;
    loop {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => {
                return Err(Error::new(ErrorKind::Timeout, "the call was cancelled"));
            }
            Some(progress) = watched.recv() => teller.step(&progress).await,
            done = &mut work => {
                // What was done last is told before the answer.
                while let Ok(progress) = watched.try_recv() {
                    teller.step(&progress).await;
                }
                return Ok(done);
            }
            _ = pulse.tick() => teller.pulse().await,
        }
    }
}

/// Tells one client about one call.
struct Teller<'c> {
    token: Option<ProgressToken>,
    context: &'c RequestContext<RoleServer>,
    began: Instant,
    /// So many steps are done.
    done: f64,
}

impl Teller<'_> {
    async fn step(&mut self, progress: &Progress) {
        self.done = progress.done as f64;
        let Progress { done, of, what } = progress;
        let message = format!("{done} of {of}: {what}");
        self.tell(self.done, Some(*of as f64), message).await;
    }

    /// Says that it still runs. The number has to grow, and what is not done must not count as done.
    async fn pulse(&self) {
        let seconds = self.began.elapsed().as_secs();
        let part = 1.0 - 1.0 / (2.0 + seconds as f64);
        let message = format!("still at it after {seconds} s");
        self.tell(self.done + part, None, message).await;
    }

    async fn tell(&self, progress: f64, total: Option<f64>, message: String) {
        let Some(token) = &self.token else { return };
        let mut told =
            ProgressNotificationParam::new(token.clone(), progress).with_message(message);
        told.total = total;
        // A client that does not listen is no reason to stop.
        let _ = self.context.peer.notify_progress(told).await;
    }
}

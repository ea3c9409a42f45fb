//! A command under way.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep};

use crate::error::{Error, Method};
use crate::router::{Answer, Router};

/// Makes the reply of the answer's bytes.
pub(crate) type Decode<T> = fn(&Method, &Bytes) -> Result<T, Error>;

pub(crate) type Receiver = oneshot::Receiver<Answer>;

/// A command that was sent; await it for the reply. Its time runs from the sending. Dropping it gives up the reply, not
/// the command, which the browser carries out all the same.
#[must_use = "the command is sent; await its reply, or say `forget`"]
pub struct Call<T> {
    method: Method,
    decode: Decode<T>,
    state: State,
}

enum State {
    /// It could not be sent.
    Failed(Error),
    Waiting {
        ticket: Ticket,
        answer: Receiver,
        timeout: Duration,
        deadline: Instant,
        // Made when first waited for: most answers to pipelined calls are there by then.
        alarm: Option<Pin<Box<Sleep>>>,
    },
}

/// The place of a call in the router's book, given up when the call is dropped.
struct Ticket {
    router: Arc<Router>,
    id: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.router.forget(self.id);
    }
}

impl<T> Call<T> {
    pub(crate) fn failed(error: Error, method: Method, decode: Decode<T>) -> Self {
        Self {
            method,
            decode,
            state: State::Failed(error),
        }
    }

    pub(crate) fn waiting(
        router: Arc<Router>,
        id: u64,
        method: Method,
        answer: Receiver,
        decode: Decode<T>,
        timeout: Duration,
    ) -> Self {
        let ticket = Ticket { router, id };
        let deadline = Instant::now() + timeout;
        Self {
            method,
            decode,
            state: State::Waiting {
                ticket,
                answer,
                timeout,
                deadline,
                alarm: None,
            },
        }
    }

    /// Gives the reply this much time from now, instead of the client's [`timeout`](crate::Config::timeout).
    pub fn within(self, time: Duration) -> Self {
        self.until(Instant::now() + time, time)
    }

    /// Gives the reply until this moment, which several calls may share.
    pub fn by(self, moment: Instant) -> Self {
        self.until(moment, moment.saturating_duration_since(Instant::now()))
    }

    fn until(mut self, moment: Instant, time: Duration) -> Self {
        if let State::Waiting {
            timeout,
            deadline,
            alarm,
            ..
        } = &mut self.state
        {
            (*timeout, *deadline, *alarm) = (time, moment, None);
        }
        self
    }

    /// Does not wait for the reply.
    pub fn forget(self) {}
}

impl<T> Future for Call<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let (answer, alarm, deadline, timeout) = match &mut this.state {
            State::Failed(error) => return Poll::Ready(Err(error.clone())),
            State::Waiting {
                answer,
                alarm,
                deadline,
                timeout,
                ..
            } => (answer, alarm, *deadline, *timeout),
        };
        if let Poll::Ready(answer) = Pin::new(answer).poll(context) {
            let answer = answer.unwrap_or_else(|_| {
                Err(Error::closed("the connection is closed").with_method(&this.method))
            });
            let reply = answer.and_then(|bytes| (this.decode)(&this.method, &bytes));
            this.state = State::Failed(Error::closed("the reply was taken already"));
            return Poll::Ready(reply);
        }
        let alarm = alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        match alarm.as_mut().poll(context) {
            Poll::Ready(()) => {
                let error = Error::timeout(&this.method, timeout);
                // Out of the book: a late answer finds nobody.
                this.state = State::Failed(error.clone());
                Poll::Ready(Err(error))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<T> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Call");
        out.field("method", &self.method);
        match &self.state {
            State::Failed(error) => out.field("failed", error),
            State::Waiting { ticket, .. } => out.field("id", &ticket.id),
        };
        out.finish_non_exhaustive()
    }
}

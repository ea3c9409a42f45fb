//! Transports: how messages get to the browser and back.
//!
//! A browser that is launched is spoken to through a *pipe*: two file descriptors that nobody else can reach and that
//! close with this process. One that runs already is spoken to through a WebSocket. Above this module every message is
//! JSON.

mod pipe;
mod socket;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::error::Error;

/// How messages are told apart, and written, on a pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// JSON, each message ended by a NUL byte. Every browser has it.
    Json,
    /// The browser's own binary form, which saves it the writing of JSON: a reply of 25 KB takes 0.4 ms instead of 0.6,
    /// one of 470 KB 6 instead of 10, one with 660 KB of Cyrillic 13 to 17 instead of 29 (Chromium 156, measured here
    /// from call to bytes). A browser that does not have it reads nothing and ends.
    Cbor,
}

/// A way to a browser. [`launch`](crate::launch) and [`connect`](crate::connect) make one;
/// [`Client::start`](crate::Client::start) takes it.
#[derive(Debug)]
pub struct Transport {
    pub(crate) source: Source,
    pub(crate) sink: Sink,
}

impl Transport {
    /// A pipe over any two streams: what the browser writes, and what it reads.
    pub fn pipe(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        framing: Framing,
    ) -> Self {
        Self {
            source: Source::Pipe(pipe::Source::new(Box::new(reader), framing)),
            sink: Sink::Pipe(pipe::Sink::new(Box::new(writer), framing)),
        }
    }
}

/// What comes in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// A message, as JSON.
    Message(Bytes),
    /// A message that was too large and has been skipped: how it began.
    TooLarge {
        /// Its first bytes, as JSON.
        head: Bytes,
    },
}

/// The reading half.
#[derive(Debug)]
pub(crate) enum Source {
    Pipe(pipe::Source),
    Socket(Box<socket::Source>),
}

impl Source {
    /// The next message; `None` when the browser has closed the connection.
    pub(crate) async fn next(&mut self, limit: usize) -> Result<Option<Incoming>, Error> {
        match self {
            Self::Pipe(source) => source.next(limit).await,
            Self::Socket(source) => source.next().await,
        }
    }
}

/// The writing half.
#[derive(Debug)]
pub(crate) enum Sink {
    Pipe(pipe::Sink),
    Socket(Box<socket::Sink>),
}

impl Sink {
    /// Writes messages, and does not return before they are on their way.
    pub(crate) async fn write(&mut self, frames: &[Vec<u8>]) -> Result<(), Error> {
        match self {
            Self::Pipe(sink) => sink.write(frames).await,
            Self::Socket(sink) => sink.write(frames).await,
        }
    }

    /// Says goodbye.
    pub(crate) async fn close(&mut self) -> Result<(), Error> {
        match self {
            Self::Pipe(sink) => sink.close().await,
            Self::Socket(sink) => sink.close().await,
        }
    }
}

pub(crate) use socket::open as open_socket;

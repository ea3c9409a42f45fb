//! The WebSocket: text messages of JSON. Pings are answered by the library.

use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Incoming;
use crate::error::{Error, ErrorKind};

type Stream = WebSocketStream<TcpStream>;

/// The reading half.
#[derive(Debug)]
pub(crate) struct Source(SplitStream<Stream>);

/// The writing half.
#[derive(Debug)]
pub(crate) struct Sink(SplitSink<Stream, Message>);

/// Upgrades a connection to a WebSocket.
pub(crate) async fn open(
    request: Request,
    stream: TcpStream,
    limit: usize,
) -> Result<super::Transport, Error> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(limit))
        .max_frame_size(Some(limit));
    let (stream, _) = client_async_with_config(request, stream, Some(config))
        .await
        .map_err(|error| {
            let why = match &error {
                tungstenite::Error::Http(response) => match response.status().as_u16() {
                    401 | 403 => "it wants other credentials (pass them as headers)".to_owned(),
                    404 => "it knows no such page or browser (it may have been closed)".to_owned(),
                    status => format!("it answered {status}"),
                },
                _ => "it does not speak WebSocket here".to_owned(),
            };
            Error::new(
                ErrorKind::Connect,
                format!("the browser did not accept the connection: {why}"),
            )
        })?;
    let (sink, source) = stream.split();
    Ok(super::Transport {
        source: super::Source::Socket(Box::new(Source(source))),
        sink: super::Sink::Socket(Box::new(Sink(sink))),
    })
}

impl Source {
    pub(crate) async fn next(&mut self) -> Result<Option<Incoming>, Error> {
        loop {
            return match self.0.next().await {
                Some(Ok(Message::Text(text))) => Ok(Some(Incoming::Message(text.into()))),
                Some(Ok(Message::Binary(bytes))) => Ok(Some(Incoming::Message(bytes))),
                Some(Ok(Message::Close(_))) | None => Ok(None),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                Some(Err(error)) => over(&error).map_or(Ok(None), Err),
            };
        }
    }
}

impl Sink {
    pub(crate) async fn write(&mut self, frames: &[Vec<u8>]) -> Result<(), Error> {
        for frame in frames {
            // JSON made here is UTF-8; a text that is not would end the connection.
            let text = tungstenite::Utf8Bytes::try_from(Bytes::copy_from_slice(frame))
                .map_err(|_| Error::closed("a message that is no text was to be sent"))?;
            self.0
                .feed(Message::Text(text))
                .await
                .or_else(|error| over(&error).map_or(Ok(()), Err))?;
        }
        self.0
            .flush()
            .await
            .or_else(|error| over(&error).map_or(Ok(()), Err))
    }

    pub(crate) async fn close(&mut self) -> Result<(), Error> {
        self.0
            .close()
            .await
            .or_else(|error| over(&error).map_or(Ok(()), Err))
    }
}

/// What an error of the library means; `None` for a connection that ended as it should.
fn over(error: &tungstenite::Error) -> Option<Error> {
    Some(match error {
        tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => return None,
        tungstenite::Error::Capacity(_) => {
            Error::closed("the browser sent a message that is too large")
        }
        tungstenite::Error::Protocol(
            tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
        ) => Error::closed("the browser has closed the connection: it has ended or crashed"),
        tungstenite::Error::Io(error) => Error::closed(format!(
            "the connection to the browser is broken ({})",
            error.kind()
        )),
        _ => Error::closed("the browser sent something that is no WebSocket message"),
    })
}

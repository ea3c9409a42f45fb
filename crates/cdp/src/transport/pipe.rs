//! The pipe: messages ended by NUL, or CBOR envelopes that begin with their length.

use std::fmt;
use std::io;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{Framing, Incoming};
use crate::cbor;
use crate::error::Error;

/// How much is read at once, at least: what a pipe holds.
const CHUNK: usize = 64 << 10;

/// Above this the buffer is given back after the message it was needed for.
const KEPT: usize = 1 << 20;

/// How much of a message that is skipped is remembered.
const HEAD: usize = 64;

/// The reading half.
pub(crate) struct Source {
    reader: Box<dyn AsyncRead + Send + Unpin>,
    framing: Framing,
    buffer: BytesMut,
    /// How much of `buffer` is known to hold no end of a message.
    searched: usize,
}

/// The writing half.
pub(crate) struct Sink {
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    framing: Framing,
    buffer: Vec<u8>,
}

impl Source {
    pub(crate) fn new(reader: Box<dyn AsyncRead + Send + Unpin>, framing: Framing) -> Self {
        Self {
            reader,
            framing,
            buffer: BytesMut::new(),
            searched: 0,
        }
    }

    pub(crate) async fn next(&mut self, limit: usize) -> Result<Option<Incoming>, Error> {
        match self.framing {
            Framing::Json => self.next_json(limit).await,
            Framing::Cbor => self.next_cbor(limit).await,
        }
    }

    async fn next_json(&mut self, limit: usize) -> Result<Option<Incoming>, Error> {
        loop {
            if let Some(offset) = memchr::memchr(0, self.buffer.get(self.searched..).unwrap_or(&[]))
            {
                let length = self.searched + offset;
                if length > limit {
                    return self.skip_json().await;
                }
                let message = self.take(length);
                self.buffer.advance(1);
                self.searched = 0;
                self.give_back(message.len());
                return Ok(Some(Incoming::Message(message)));
            }
            self.searched = self.buffer.len();
            if self.buffer.len() > limit {
                return self.skip_json().await;
            }
            if !self.read().await? {
                return Ok(None);
            }
        }
    }

    /// Drops everything up to the end of the message at the front.
    async fn skip_json(&mut self) -> Result<Option<Incoming>, Error> {
        let head = self.head(HEAD);
        loop {
            if let Some(end) = memchr::memchr(0, &self.buffer) {
                self.buffer.advance(end + 1);
                self.searched = 0;
                self.give_back(usize::MAX);
                return Ok(Some(Incoming::TooLarge { head }));
            }
            self.buffer.clear();
            if !self.read().await? {
                return Ok(None);
            }
        }
    }

    async fn next_cbor(&mut self, limit: usize) -> Result<Option<Incoming>, Error> {
        let length = loop {
            match cbor::envelope_length(&self.buffer) {
                Ok(Some(length)) => break length,
                Ok(None) => {
                    if !self.read().await? {
                        return Ok(None);
                    }
                }
                Err(cbor::NoEnvelope) => {
                    return Err(Error::closed(
                        "the browser wrote something that is no message",
                    ));
                }
            }
        };
        if length > limit {
            return self.skip_cbor(length).await;
        }
        self.buffer
            .reserve(length.saturating_sub(self.buffer.len()));
        while self.buffer.len() < length {
            if !self.read().await? {
                return Ok(None);
            }
        }
        let message = self.take(length);
        self.give_back(message.len());
        let json = cbor::to_json(&message).map_err(|cbor::Malformed| {
            // The length may be as wrong as the rest.
            Error::closed("the browser wrote a message that cannot be read")
        })?;
        Ok(Some(Incoming::Message(json.into())))
    }

    async fn skip_cbor(&mut self, length: usize) -> Result<Option<Incoming>, Error> {
        while self.buffer.len() < HEAD {
            if !self.read().await? {
                return Ok(None);
            }
        }
        let head = cbor::json_head(&self.head(HEAD));
        let mut left = length;
        loop {
            let here = left.min(self.buffer.len());
            self.buffer.advance(here);
            left -= here;
            if left == 0 {
                self.give_back(usize::MAX);
                return Ok(Some(Incoming::TooLarge { head: head.into() }));
            }
            if !self.read().await? {
                return Ok(None);
            }
        }
    }

    fn head(&self, length: usize) -> Bytes {
        Bytes::copy_from_slice(self.buffer.get(..length).unwrap_or(&self.buffer))
    }

    fn take(&mut self, length: usize) -> Bytes {
        self.buffer.split_to(length).freeze()
    }

    /// After a large message what follows moves to a buffer of its own, so that the memory goes with the message.
    fn give_back(&mut self, length: usize) {
        if length > KEPT {
            self.buffer = BytesMut::from(&self.buffer[..]);
        }
    }

    /// Reads some more; false at the end.
    async fn read(&mut self) -> Result<bool, Error> {
        if self.buffer.capacity() - self.buffer.len() < CHUNK / 4 {
            self.buffer.reserve(CHUNK);
        }
        match self.reader.read_buf(&mut self.buffer).await {
            Ok(read) => Ok(read > 0),
            Err(error) => Err(broken(&error)),
        }
    }
}

impl Sink {
    pub(crate) fn new(writer: Box<dyn AsyncWrite + Send + Unpin>, framing: Framing) -> Self {
        Self {
            writer,
            framing,
            buffer: Vec::new(),
        }
    }

    /// One write for all: messages that go out together arrive together.
    pub(crate) async fn write(&mut self, frames: &[Vec<u8>]) -> Result<(), Error> {
        self.buffer.clear();
        for frame in frames {
            match self.framing {
                Framing::Json => {
                    self.buffer.extend_from_slice(frame);
                    self.buffer.push(0);
                }
                Framing::Cbor => cbor::from_json(frame, &mut self.buffer),
            }
        }
        self.writer
            .write_all(&self.buffer)
            .await
            .map_err(|error| broken(&error))?;
        self.buffer.shrink_to(KEPT);
        self.writer.flush().await.map_err(|error| broken(&error))
    }

    pub(crate) async fn close(&mut self) -> Result<(), Error> {
        self.writer.shutdown().await.map_err(|error| broken(&error))
    }
}

fn broken(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => {
            Error::closed("the browser has closed its end of the pipe: it has ended or crashed")
        }
        kind => Error::closed(format!("the pipe to the browser is broken ({kind})")),
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("framing", &self.framing)
            .field("buffered", &self.buffer.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink")
            .field("framing", &self.framing)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Framing, Incoming, Source};
    use crate::cbor;
    use tokio::io::AsyncWriteExt;

    const MESSAGES: [&str; 4] = [
        r#"{"id":1,"result":{"a":["text",1,-70000,true,null]}}"#,
        r#"{"method":"A.b","params":{}}"#,
        r#"{"id":70000,"result":{"much":"----------------------------------------------------------------------"}}"#,
        r#"{"id":2,"result":{}}"#,
    ];
    /// The third message is longer.
    const LIMIT: usize = 90;

    fn framed(framing: Framing) -> Vec<u8> {
        let mut bytes = Vec::new();
        for message in MESSAGES {
            match framing {
                Framing::Json => bytes.extend_from_slice(&[message.as_bytes(), &[0]].concat()),
                Framing::Cbor => cbor::from_json(message.as_bytes(), &mut bytes),
            }
        }
        bytes
    }

    /// What comes out when the bytes come in so many at a time.
    async fn read(bytes: &[u8], step: usize, framing: Framing) -> Vec<String> {
        let (mut writer, reader) = tokio::io::duplex(step);
        let mut source = Source::new(Box::new(reader), framing);
        let write = async {
            // Fails when the source has given up.
            let _ = writer.write_all(bytes).await;
            drop(writer);
        };
        // Owns the source, so that the writer is not kept waiting when it is given up.
        let read = async move {
            let mut out = Vec::new();
            loop {
                out.push(match source.next(LIMIT).await {
                    Ok(Some(Incoming::Message(message))) => {
                        String::from_utf8(message.to_vec()).unwrap()
                    }
                    Ok(Some(Incoming::TooLarge { head })) => {
                        format!("too large: {:?}", crate::message::id_of_head(&head))
                    }
                    Ok(None) => return out,
                    Err(error) => {
                        out.push(error.to_string());
                        return out;
                    }
                });
            }
        };
        let ((), out) = tokio::join!(write, read);
        out
    }

    #[tokio::test]
    async fn messages_are_whole_however_they_arrive() {
        let expected = [
            MESSAGES[0],
            MESSAGES[1],
            "too large: Some(70000)",
            MESSAGES[3],
        ];
        for framing in [Framing::Json, Framing::Cbor] {
            let bytes = framed(framing);
            for step in [1, 2, 3, 7, 50, 100, 10_000] {
                assert_eq!(
                    read(&bytes, step, framing).await,
                    expected,
                    "{framing:?} {step}"
                );
            }
            // Cut off at every place: what is whole is read, the rest is nothing.
            for end in 0..bytes.len() {
                let out = read(&bytes[..end], 64, framing).await;
                assert!(
                    expected.starts_with(&out.iter().map(String::as_str).collect::<Vec<_>>()),
                    "{framing:?} {end}: {out:?}"
                );
            }
        }
    }

    #[tokio::test]
    async fn a_cbor_stream_out_of_step_is_given_up() {
        let out = read(b"garbage", 64, Framing::Cbor).await;
        assert_eq!(out, ["the browser wrote something that is no message"]);
        let out = read(b"\xd8\x18\x5a\0\0\0\x02\xbf\xbf", 64, Framing::Cbor).await;
        assert_eq!(out, ["the browser wrote a message that cannot be read"]);
    }
}

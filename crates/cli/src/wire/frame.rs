//! Frames: how messages are cut out of a stream. A frame is a length in four bytes, big end first, and that many bytes.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// The most bytes of a greeting.
pub(crate) const HELLO: u32 = 4 << 10;
/// The most bytes of a call or a reply without its body: text to fill in is part of it.
pub(crate) const HEADER: u32 = 64 << 20;
/// The most bytes of a body: HTML of a user or the text of a page.
pub(crate) const BODY: u32 = 1 << 30;

/// A frame around the JSON of `value`.
pub(crate) fn json<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; 4];
    serde_json::to_writer(&mut frame, value).map_err(|_| invalid())?;
    let length = u32::try_from(frame.len() - 4).map_err(|_| too_long())?;
    frame[..4].copy_from_slice(&length.to_be_bytes());
    Ok(frame)
}

/// The length that stands before `body`.
pub(crate) fn body_length(body: &[u8]) -> io::Result<[u8; 4]> {
    match u32::try_from(body.len()) {
        Ok(length) if length <= BODY => Ok(length.to_be_bytes()),
        _ => Err(too_long()),
    }
}

/// Writes a message: the JSON of `header`, then `body`.
pub(crate) fn write_message<T: Serialize>(
    to: &mut impl Write,
    header: &T,
    body: &[u8],
) -> io::Result<()> {
    let mut start = json(header)?;
    start.extend_from_slice(&body_length(body)?);
    to.write_all(&start)?;
    to.write_all(body)?;
    to.flush()
}

/// Reads a frame of at most `limit` bytes.
pub(crate) fn read(from: &mut impl Read, limit: u32) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = checked(length, limit)?;
    // Grows as bytes come: a length alone must not take memory.
    let mut bytes = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut bytes)?;
    complete(bytes, length)
}

/// Reads a frame of at most `limit` bytes without blocking.
pub(crate) async fn read_async(
    from: &mut (impl AsyncRead + Unpin),
    limit: u32,
) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let length = checked(length, limit)?;
    let mut bytes = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut bytes).await?;
    complete(bytes, length)
}

/// What the JSON of a frame says.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    serde_json::from_slice(bytes).map_err(|_| invalid())
}

fn checked(length: [u8; 4], limit: u32) -> io::Result<u32> {
    let length = u32::from_be_bytes(length);
    if length <= limit {
        Ok(length)
    } else {
        Err(too_long())
    }
}

fn complete(bytes: Vec<u8>, length: u32) -> io::Result<Vec<u8>> {
    if bytes.len() == length as usize {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "message too long")
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "message not understood")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Hello;

    #[test]
    fn a_message_comes_back_as_it_was() {
        let mut stream = Vec::new();
        write_message(&mut stream, &Hello::new(3), b"body").unwrap();
        let mut from = &stream[..];
        assert_eq!(
            parse::<Hello>(&read(&mut from, HELLO).unwrap()).unwrap(),
            Hello::new(3)
        );
        assert_eq!(read(&mut from, BODY).unwrap(), b"body");
        assert!(from.is_empty());
    }

    #[test]
    fn short_long_and_senseless_frames_are_refused() {
        let kind = |bytes: &[u8], limit| read(&mut &bytes[..], limit).unwrap_err().kind();
        assert_eq!(kind(&[0, 0], HELLO), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(&[0, 0, 0, 9, 1], HELLO), io::ErrorKind::UnexpectedEof);
        assert_eq!(
            kind(&[255, 255, 255, 255, 1], BODY),
            io::ErrorKind::InvalidData
        );
        assert_eq!(
            parse::<Hello>(b"{]").unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }

    #[test]
    fn the_greeting_and_the_stop_of_every_version_read_the_same() {
        let hello: Hello = parse(br#"{"surefoot":"9.9.9","pid":7,"new":true}"#).unwrap();
        assert_eq!(
            (hello.surefoot.as_str(), hello.pid, hello.sessions),
            ("9.9.9", 7, 0)
        );
        assert_eq!(
            serde_json::to_string(&crate::wire::Call::Stop).unwrap(),
            r#"{"call":"stop"}"#
        );
    }
}

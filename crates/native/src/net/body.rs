//! Reading a body: from the connection through the content decoder into a [`Sink`], within time and size.

use std::future::Future;

use reqwest::header::HeaderMap;
use tokio::time::timeout_at;
use url::Url;

use super::classify;
use super::decode::{Decoder, Sink, Stop, UnknownCoding};
use super::error::{NetError, NetErrorKind};
use super::request::{Limits, OnTimeout};
use super::response::Response;

/// How a body ended.
#[derive(Debug, Default)]
pub(super) struct BodyEnd {
    /// Why it is not complete, if it is not.
    pub(super) broken: Option<String>,
    /// Other things to tell.
    pub(super) notes: Vec<String>,
}

/// Collects a body in memory, up to a limit.
pub(super) struct MemorySink {
    pub(super) bytes: Vec<u8>,
    limit: u64,
}

impl MemorySink {
    pub(super) fn new(limit: u64) -> MemorySink {
        MemorySink {
            bytes: Vec::new(),
            limit,
        }
    }
}

impl Sink for MemorySink {
    fn take(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.len() as u64 > self.limit - self.bytes.len() as u64 {
            return Err(Stop::TooLarge);
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

/// Reads the body of the answer with this `head` into `sink`.
pub(super) async fn read(
    mut response: reqwest::Response,
    head: &Response,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<BodyEnd, NetError> {
    let url = &head.url;
    let mut end = BodyEnd::default();
    let mut decoder = decoder(&head.headers, &mut end.notes);
    if decoder.is_identity()
        && response
            .content_length()
            .is_some_and(|length| length > limits.max_body)
    {
        return Err(too_large(url, limits.max_body));
    }
    loop {
        let stop = match timeout_at(limits.deadline, response.chunk()).await {
            Ok(Ok(Some(chunk))) => match decoder.push(&chunk, sink) {
                Ok(()) => continue,
                Err(stop) => stop,
            },
            Ok(Ok(None)) => match decoder.finish() {
                Ok(()) => return Ok(end),
                Err(stop) => stop,
            },
            Ok(Err(error)) => {
                end.broken = Some(classify::broken_body(&error));
                return Ok(end);
            }
            Err(_elapsed) if limits.on_timeout == OnTimeout::KeepPartial => {
                end.broken =
                    Some("the time limit was reached before the whole page had arrived".to_owned());
                return Ok(end);
            }
            Err(_elapsed) => {
                return Err(timed_out(
                    url,
                    "the server sent only part of its answer in time",
                ));
            }
        };
        match stop {
            Stop::TooLarge => return Err(too_large(url, limits.max_body)),
            Stop::Write(error) => {
                return Err(classify::file_error(
                    url,
                    "the download cannot be written",
                    &error,
                ));
            }
            Stop::Damaged(coding) => {
                end.broken = Some(format!("the {coding} data of the answer is damaged"));
            }
            Stop::Truncated(coding) => {
                end.broken = Some(format!("the {coding} data of the answer ends too early"));
            }
        }
        return Ok(end);
    }
}

/// The decoder the headers ask for; an unknown coding is noted and the bytes are left as they are.
fn decoder(headers: &HeaderMap, notes: &mut Vec<String>) -> Decoder {
    let values: Vec<_> = headers
        .get_all(reqwest::header::CONTENT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    match Decoder::new(&values.join(",")) {
        Ok(decoder) => decoder,
        Err(UnknownCoding(name)) => {
            notes.push(format!(
                "the answer is in a content coding that is not understood: {name}"
            ));
            Decoder::identity()
        }
    }
}

/// Waits for `work` until the deadline.
pub(super) async fn within<T>(
    limits: &Limits,
    url: &Url,
    waiting_for: &str,
    work: impl Future<Output = T>,
) -> Result<T, NetError> {
    timeout_at(limits.deadline, work)
        .await
        .map_err(|_elapsed| timed_out(url, waiting_for))
}

fn timed_out(url: &Url, what: &str) -> NetError {
    NetError::about(NetErrorKind::Timeout, url, format_args!("{what}"))
        .with_hint("try again, or allow more time with --timeout")
}

pub(super) fn too_large(url: &Url, limit: u64) -> NetError {
    NetError::about(
        NetErrorKind::TooLarge,
        url,
        format_args!("the answer is larger than {}", display_size(limit)),
    )
    .with_hint("allow more with --max-size")
}

/// A size for a message: `32 MiB`, `1000 bytes`.
pub(super) fn display_size(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    for (shift, unit) in UNITS {
        if bytes >> shift > 0 && bytes.trailing_zeros() >= shift {
            return format!("{} {unit}", bytes >> shift);
        }
    }
    format!("{bytes} bytes")
}

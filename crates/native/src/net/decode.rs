//! Content codings: [`Decoder`] undoes `Content-Encoding` as the bytes come in.
//!
//! The coding libraries are driven step by step rather than through their stream wrappers, so that whatever was decoded before a
//! body breaks is kept, and a few bytes that stand for gigabytes stop at the limit of the [`Sink`].

use std::io;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Crc, Decompress, FlushDecompress, Status};
use zstd::stream::raw::{DParameter, Operation};

/// Where decoded bytes go.
pub(super) trait Sink: Send {
    /// Takes some bytes, or says why no more are wanted.
    fn take(&mut self, bytes: &[u8]) -> Result<(), Stop>;
}

/// Why decoding ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The limit on decoded bytes is reached.
    TooLarge,
    /// The bytes cannot be stored.
    Write(io::Error),
    /// The data does not follow its coding, which is named.
    Damaged(&'static str),
    /// The data ends in the middle of its coding, which is named.
    Truncated(&'static str),
}

/// A coding this client cannot undo.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownCoding(pub(super) String);

/// What to send as `Accept-Encoding`: what [`Decoder::new`] understands.
pub(super) const ACCEPT_ENCODING: &str = "gzip, deflate, br, zstd";

/// More codings than this on one body serve no purpose but to multiply work.
const MAX_CODINGS: usize = 3;

/// Undoes the codings of one body.
pub(super) struct Decoder {
    stages: Vec<Stage>,
    received: bool,
}

struct Stage {
    name: &'static str,
    codec: Codec,
    /// Nothing is missing if the data ends here.
    at_end: bool,
    /// The coding is over: what follows is not part of it.
    closed: bool,
}

enum Codec {
    Flate(Box<Flate>),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
    Zstd(Box<zstd::stream::raw::Decoder<'static>>),
}

/// What one step of a codec did.
struct Step {
    read: usize,
    written: usize,
    progress: Progress,
}

#[derive(PartialEq)]
enum Progress {
    /// In the middle.
    Within,
    /// Nothing is missing, but more of the same may follow.
    Boundary,
    /// Over.
    Closed,
}

impl Decoder {
    /// A decoder for the value of `Content-Encoding`.
    pub(super) fn new(content_encoding: &str) -> Result<Decoder, UnknownCoding> {
        let mut stages = Vec::new();
        // Codings are listed in the order they were applied, so the last is undone first.
        for name in content_encoding
            .rsplit(',')
            .map(str::trim)
            .filter(|n| !n.is_empty())
        {
            let (name, codec) = match name.to_ascii_lowercase().as_str() {
                "identity" => continue,
                "gzip" | "x-gzip" => ("gzip", Codec::Flate(Box::new(Flate::gzip()))),
                "deflate" => ("deflate", Codec::Flate(Box::new(Flate::deflate()))),
                "br" => ("brotli", Codec::Brotli(brotli_state())),
                "zstd" => (
                    "zstd",
                    Codec::Zstd(zstd_decoder().ok_or_else(|| UnknownCoding(name.to_owned()))?),
                ),
                _ => return Err(UnknownCoding(name.chars().take(40).collect())),
            };
            stages.push(Stage {
                name,
                codec,
                at_end: false,
                closed: false,
            });
        }
        if stages.len() > MAX_CODINGS {
            return Err(UnknownCoding(content_encoding.chars().take(40).collect()));
        }
        Ok(Decoder {
            stages,
            received: false,
        })
    }

    /// A decoder that passes bytes through.
    pub(super) fn identity() -> Decoder {
        Decoder {
            stages: Vec::new(),
            received: false,
        }
    }

    /// Whether bytes pass through unchanged.
    pub(super) fn is_identity(&self) -> bool {
        self.stages.is_empty()
    }

    /// Decodes some more bytes into the sink.
    pub(super) fn push(&mut self, input: &[u8], sink: &mut dyn Sink) -> Result<(), Stop> {
        self.received |= !input.is_empty();
        feed(&mut self.stages, input, sink)
    }

    /// Checks that nothing is missing after the last byte.
    pub(super) fn finish(&self) -> Result<(), Stop> {
        if !self.received {
            // No body at all: an answer to HEAD, or a server that compresses nothing into nothing.
            return Ok(());
        }
        match self.stages.iter().find(|s| !s.at_end) {
            Some(stage) => Err(Stop::Truncated(stage.name)),
            None => Ok(()),
        }
    }
}

/// Feeds the first stage and what it gives to the rest; at most [`MAX_CODINGS`] deep.
fn feed(stages: &mut [Stage], mut input: &[u8], sink: &mut dyn Sink) -> Result<(), Stop> {
    let Some((stage, rest)) = stages.split_first_mut() else {
        return sink.take(input);
    };
    let mut output = [0_u8; 16 * 1024];
    while !stage.closed {
        let step = stage.codec.step(input, &mut output);
        let Ok(step) = step else {
            // Bytes behind a finished member that do not start another are padding.
            return if stage.at_end {
                Ok(())
            } else {
                Err(Stop::Damaged(stage.name))
            };
        };
        input = input.get(step.read..).unwrap_or_default();
        if step.read > 0 || step.written > 0 {
            stage.at_end = step.progress != Progress::Within;
        }
        stage.closed = step.progress == Progress::Closed;
        feed(rest, &output[..step.written], sink)?;
        let output_has_room = step.written < output.len();
        if step.read == 0 && step.written == 0 || (input.is_empty() && output_has_room) {
            break;
        }
    }
    Ok(())
}

impl Codec {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, ()> {
        match self {
            Codec::Flate(flate) => flate.step(input, output),
            Codec::Brotli(state) => brotli_step(state, input, output),
            Codec::Zstd(decoder) => {
                let status = decoder.run_on_buffers(input, output).map_err(|_| ())?;
                let progress = if status.remaining == 0 {
                    Progress::Boundary
                } else {
                    Progress::Within
                };
                Ok(Step {
                    read: status.bytes_read,
                    written: status.bytes_written,
                    progress,
                })
            }
        }
    }
}

fn brotli_state() -> Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>> {
    // Strict: without the large windows that HTTP does not allow.
    Box::new(BrotliState::new_strict(
        StandardAlloc::default(),
        StandardAlloc::default(),
        StandardAlloc::default(),
    ))
}

fn brotli_step(
    state: &mut BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    input: &[u8],
    output: &mut [u8],
) -> Result<Step, ()> {
    let (mut available_in, mut read) = (input.len(), 0);
    let (mut available_out, mut written, mut total) = (output.len(), 0, 0);
    let result = BrotliDecompressStream(
        &mut available_in,
        &mut read,
        input,
        &mut available_out,
        &mut written,
        output,
        &mut total,
        state,
    );
    let progress = match result {
        BrotliResult::ResultSuccess => Progress::Closed,
        BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => Progress::Within,
        BrotliResult::ResultFailure => return Err(()),
    };
    Ok(Step {
        read,
        written,
        progress,
    })
}

/// The largest window a browser accepts: 8 MiB (RFC 9659).
const ZSTD_WINDOW_LOG: u32 = 23;

fn zstd_decoder() -> Option<Box<zstd::stream::raw::Decoder<'static>>> {
    let mut decoder = zstd::stream::raw::Decoder::new().ok()?;
    decoder
        .set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW_LOG))
        .ok()?;
    Some(Box::new(decoder))
}

/// gzip (RFC 1952) and deflate. What servers call deflate is zlib (RFC 1950) or, against the standard, bare deflate (RFC 1951);
/// browsers take both.
struct Flate {
    state: FlateState,
    inflate: Decompress,
    /// Present for gzip, whose trailer is checked here; zlib checks its own.
    gzip: Option<GzipCheck>,
    /// Bytes of a header or trailer that came in parts.
    held: Vec<u8>,
}

#[derive(Default)]
struct GzipCheck(Crc);

#[derive(Clone, Copy, PartialEq)]
enum FlateState {
    GzipHeader,
    DeflateHeader,
    Data,
    Trailer,
}

/// Length of the gzip trailer: a checksum and the length, each four bytes.
const GZIP_TRAILER: usize = 8;
/// No honest gzip header (it may hold a file name and a comment) is longer.
const MAX_GZIP_HEADER: usize = 64 * 1024;

impl Flate {
    fn gzip() -> Flate {
        Flate {
            state: FlateState::GzipHeader,
            inflate: Decompress::new(false),
            gzip: Some(GzipCheck::default()),
            held: Vec::new(),
        }
    }

    fn deflate() -> Flate {
        Flate {
            state: FlateState::DeflateHeader,
            inflate: Decompress::new(true),
            gzip: None,
            held: Vec::new(),
        }
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, ()> {
        match self.state {
            FlateState::GzipHeader => self.gzip_header(input),
            FlateState::DeflateHeader => self.deflate_header(input, output),
            FlateState::Data => self.data(input, output),
            FlateState::Trailer => self.trailer(input),
        }
    }

    /// Collects the header until it is whole, then gives back what it took too much.
    fn gzip_header(&mut self, input: &[u8]) -> Result<Step, ()> {
        let before = self.held.len();
        let room = MAX_GZIP_HEADER.saturating_sub(before);
        if room == 0 {
            return Err(());
        }
        let taken = &input[..input.len().min(room)];
        self.held.extend_from_slice(taken);
        let read = match gzip_header_length(&self.held)? {
            None => taken.len(),
            Some(length) => {
                self.held.clear();
                self.state = FlateState::Data;
                length - before
            }
        };
        Ok(Step {
            read,
            written: 0,
            progress: Progress::Within,
        })
    }

    /// Two bytes tell zlib from bare deflate.
    fn deflate_header(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, ()> {
        let needed = 2 - self.held.len();
        let read = needed.min(input.len());
        self.held.extend_from_slice(&input[..read]);
        if let [first, second] = self.held[..] {
            let is_zlib =
                first & 0x0F == 8 && (u16::from(first) << 8 | u16::from(second)).is_multiple_of(31);
            if !is_zlib {
                self.inflate = Decompress::new(false);
            }
            self.state = FlateState::Data;
            // The two bytes are data too; of bare deflate they can even be all of it.
            let held = std::mem::take(&mut self.held);
            let step = self.data(&held, output)?;
            return Ok(Step { read, ..step });
        }
        Ok(Step {
            read,
            written: 0,
            progress: Progress::Within,
        })
    }

    fn data(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, ()> {
        let (in_before, out_before) = (self.inflate.total_in(), self.inflate.total_out());
        let status = self
            .inflate
            .decompress(input, output, FlushDecompress::None)
            .map_err(|_| ())?;
        let read = (self.inflate.total_in() - in_before) as usize;
        let written = (self.inflate.total_out() - out_before) as usize;
        if let Some(GzipCheck(crc)) = &mut self.gzip {
            crc.update(&output[..written]);
        }
        let progress = match (status, &self.gzip) {
            (Status::StreamEnd, None) => Progress::Closed,
            (Status::StreamEnd, Some(_)) => {
                self.state = FlateState::Trailer;
                Progress::Within
            }
            _ => Progress::Within,
        };
        Ok(Step {
            read,
            written,
            progress,
        })
    }

    /// Checks the trailer and gets ready for another member.
    fn trailer(&mut self, input: &[u8]) -> Result<Step, ()> {
        let read = (GZIP_TRAILER - self.held.len()).min(input.len());
        self.held.extend_from_slice(&input[..read]);
        let mut progress = Progress::Within;
        if let [a, b, c, d, e, f, g, h] = self.held[..] {
            let crc = self.gzip.take().map_or(0, |check| check.0.sum());
            let length = self.inflate.total_out() as u32;
            if crc != u32::from_le_bytes([a, b, c, d]) || length != u32::from_le_bytes([e, f, g, h])
            {
                return Err(());
            }
            *self = Flate::gzip();
            progress = Progress::Boundary;
        }
        Ok(Step {
            read,
            written: 0,
            progress,
        })
    }
}

/// The length of a gzip header; `None` if more bytes are needed, an error if it is none.
fn gzip_header_length(bytes: &[u8]) -> Result<Option<usize>, ()> {
    const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
    const HCRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    if bytes.iter().zip(MAGIC).any(|(&byte, magic)| byte != magic) {
        return Err(());
    }
    let Some(&flags) = bytes.get(3) else {
        return Ok(None);
    };
    let mut at = 10;
    if flags & EXTRA != 0 {
        let (Some(&low), Some(&high)) = (bytes.get(at), bytes.get(at + 1)) else {
            return Ok(None);
        };
        at += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            let Some(rest) = bytes.get(at..) else {
                return Ok(None);
            };
            let Some(end) = memchr::memchr(0, rest) else {
                return Ok(None);
            };
            at += end + 1;
        }
    }
    if flags & HCRC != 0 {
        at += 2;
    }
    Ok((bytes.len() >= at).then_some(at))
}

#[cfg(test)]
mod tests;

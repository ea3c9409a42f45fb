//! The content codings: whole, in single bytes, cut at every place, damaged, and far too large.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use proptest::prelude::*;

use super::*;
use crate::net::body::MemorySink;

const TEXT: &str = "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.\n";

fn text() -> Vec<u8> {
    TEXT.repeat(50).into_bytes()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn bare_deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zstd(data: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(data, 3).unwrap()
}

/// `TEXT` fifty times, made by the reference implementation (`brotli -q 9`): there is no encoder among our dependencies.
const BROTLI: &[u8] = include_bytes!("text.br");

/// Decodes pieces of `step` bytes and says how it ended.
fn decode(coding: &str, data: &[u8], step: usize, limit: u64) -> (Vec<u8>, Result<(), String>) {
    let mut decoder = Decoder::new(coding).unwrap();
    let mut sink = MemorySink::new(limit);
    let mut result = Ok(());
    for piece in data.chunks(step.max(1)) {
        result = decoder.push(piece, &mut sink);
        if result.is_err() {
            break;
        }
    }
    let result = result.and_then(|()| decoder.finish());
    (sink.bytes, result.map_err(|stop| format!("{stop:?}")))
}

fn all() -> Vec<(&'static str, Vec<u8>)> {
    let text = text();
    vec![
        ("gzip", gzip(&text)),
        ("x-gzip", gzip(&text)),
        ("deflate", zlib(&text)),
        ("Deflate", bare_deflate(&text)),
        ("br", BROTLI.to_vec()),
        ("zstd", zstd(&text)),
        ("gzip, zstd", zstd(&gzip(&text))),
        ("identity", text),
    ]
}

#[test]
fn whole_bodies() {
    for (coding, data) in all() {
        for step in [1, 7, data.len()] {
            let (decoded, result) = decode(coding, &data, step, u64::MAX);
            assert_eq!(result, Ok(()), "{coding} in pieces of {step}");
            assert!(decoded == text(), "{coding} in pieces of {step}");
        }
    }
}

#[test]
fn cut_anywhere_keeps_what_was_there() {
    for (coding, data) in all()
        .into_iter()
        .filter(|(coding, _)| *coding != "identity")
    {
        for end in 1..data.len() {
            let (decoded, result) = decode(coding, &data[..end], 16, u64::MAX);
            assert!(
                result.as_ref().is_err_and(|e| e.starts_with("Truncated")),
                "{coding} cut at {end}: {result:?}"
            );
            assert!(text().starts_with(&decoded), "{coding} cut at {end}");
        }
    }
    // These decode in blocks, so only a longer text shows it.
    let long = (0..60_000_u32)
        .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect::<Vec<_>>();
    for (coding, data) in [
        ("gzip", gzip(&long)),
        ("deflate", zlib(&long)),
        ("zstd", zstd(&long)),
    ] {
        let (decoded, _) = decode(coding, &data[..data.len() - 20], 4096, u64::MAX);
        assert!(
            decoded.len() > long.len() / 4 && long.starts_with(&decoded),
            "{coding} keeps what was decoded"
        );
    }
}

#[test]
fn damage_is_noticed() {
    let mut data = gzip(&text());
    let at = data.len() - 5;
    data[at] ^= 0xFF;
    let (decoded, result) = decode("gzip", &data, 64, u64::MAX);
    assert_eq!(
        result,
        Err("Damaged(\"gzip\")".to_owned()),
        "the checksum is verified"
    );
    assert!(decoded == text());
    for coding in ["gzip", "deflate", "br", "zstd"] {
        let (_, result) = decode(
            coding,
            b"\xFF\xFFthis is not compressed at all, whatever the header says",
            64,
            u64::MAX,
        );
        assert!(result.is_err(), "{coding}");
    }
}

#[test]
fn bombs_stop_at_the_limit() {
    let zeros = vec![0; 8 << 20];
    for (coding, data) in [
        ("gzip", gzip(&zeros)),
        ("deflate", zlib(&zeros)),
        ("zstd", zstd(&zeros)),
    ] {
        let (decoded, result) = decode(coding, &data, data.len(), 1 << 20);
        assert_eq!(result, Err("TooLarge".to_owned()), "{coding}");
        assert!(decoded.len() <= 1 << 20, "{coding}");
    }
}

#[test]
fn members_padding_and_nothing() {
    let mut two = gzip(b"one ");
    two.extend(gzip(b"two"));
    assert_eq!(decode("gzip", &two, 5, 99), (b"one two".to_vec(), Ok(())));
    let mut padded = gzip(b"one");
    padded.extend([0; 100]);
    assert_eq!(decode("gzip", &padded, 9, 99), (b"one".to_vec(), Ok(())));
    assert_eq!(decode("gzip", b"", 9, 99), (Vec::new(), Ok(())));
    for data in [bare_deflate(b""), bare_deflate(b"a"), zlib(b"")] {
        assert_eq!(decode("deflate", &data, 1, 99).1, Ok(()));
    }
    let named = b"\x1F\x8B\x08\x1E\0\0\0\0\0\x03\x02\0xyname\0comment\0\0\0";
    let body = &gzip(b"text")[10..];
    assert_eq!(
        decode("gzip", &[named, body].concat(), 3, 99),
        (b"text".to_vec(), Ok(()))
    );
}

#[test]
fn unknown_codings() {
    for name in ["lzma", "gzip, rot13", "gzip,gzip,gzip,gzip"] {
        assert!(Decoder::new(name).is_err(), "{name}");
    }
    assert!(Decoder::new("").unwrap().is_identity());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn any_bytes(data in proptest::collection::vec(any::<u8>(), 0..600), step in 1_usize..64, at in 0_usize..64) {
        for coding in ["gzip", "deflate", "br", "zstd"] {
            let (decoded, _) = decode(coding, &data, step, 1 << 20);
            prop_assert!(decoded.len() <= 1 << 20);
        }
        // Damage inside real data gets deeper into the decoders than noise.
        for (coding, mut good) in all() {
            let end = (at + data.len()).min(good.len());
            if at < end {
                good[at..end].copy_from_slice(&data[..end - at]);
            }
            let (decoded, _) = decode(coding, &good, step * 8, 1 << 20);
            prop_assert!(decoded.len() <= 1 << 20);
        }
    }
}

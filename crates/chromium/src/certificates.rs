//! Trusting certificates that the user names.
//!
//! Chromium has no switch for a file of certificates, but one for the SHA-256 hashes of public keys: a server is trusted
//! if any certificate it sends has one of them. So a file works if it holds the server's own certificate, or that of an
//! authority which the server sends along, as servers with a full chain do.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use ring::digest::{SHA256, digest};
use surefoot_engine::{Error, ErrorKind, Result};

/// The tags of DER that are met here.
const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;

/// The hashes of the public keys of all certificates in a PEM file, in base64.
pub(crate) fn key_hashes(path: &Path) -> Result<Vec<String>> {
    let refused = |why: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("{} is no file of certificates: {why}", path.display()),
        )
        .with_hint("--ca-cert wants certificates as PEM: -----BEGIN CERTIFICATE----- …")
    };
    let text = std::fs::read_to_string(path)
        .map_err(|e| refused(&format!("it cannot be read ({})", e.kind())))?;
    let hashes: Option<Vec<String>> = certificates(&text)
        .map(|der| Some(BASE64.encode(digest(&SHA256, public_key(&der?)?))))
        .collect();
    match hashes {
        Some(hashes) if hashes.is_empty() => Err(refused("there is none in it")),
        Some(hashes) => Ok(hashes),
        None => Err(refused("one in it is broken")),
    }
}

/// The certificates in a PEM text, as DER.
fn certificates(text: &str) -> impl Iterator<Item = Option<Vec<u8>>> {
    text.split("-----BEGIN CERTIFICATE-----")
        .skip(1)
        .map(|part| {
            let (body, _) = part.split_once("-----END CERTIFICATE-----")?;
            let body: String = body.split_ascii_whitespace().collect();
            BASE64.decode(body).ok()
        })
}

/// The public key of a certificate with its description (RFC 5280, 4.1: `subjectPublicKeyInfo`), as it stands there.
fn public_key(certificate: &[u8]) -> Option<&[u8]> {
    let (whole, _) = element(certificate)?;
    let (inner, _) = element(whole.content(SEQUENCE)?)?;
    let mut rest = inner.content(SEQUENCE)?;
    let (first, after) = element(rest)?;
    if first.tag == VERSION {
        rest = after;
    }
    // The serial number, the algorithm, the issuer, the validity, the subject.
    for _ in 0..5 {
        rest = element(rest)?.1;
    }
    let (key, _) = element(rest)?;
    (key.tag == SEQUENCE).then_some(key.whole)
}

/// One element of DER.
struct Element<'a> {
    tag: u8,
    whole: &'a [u8],
    content: &'a [u8],
}

impl<'a> Element<'a> {
    fn content(&self, tag: u8) -> Option<&'a [u8]> {
        (self.tag == tag).then_some(self.content)
    }
}

/// The element at the beginning, and what follows it.
fn element(bytes: &[u8]) -> Option<(Element<'_>, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&short, rest) = rest.split_first()?;
    let (length, rest) = if short < 0x80 {
        (usize::from(short), rest)
    } else {
        let (digits, rest) = rest.split_at_checked(usize::from(short & 0x7f))?;
        if digits.len() > 4 {
            return None;
        }
        let length = digits.iter().fold(0, |n, &d| n << 8 | usize::from(d));
        (length, rest)
    };
    let (content, after) = rest.split_at_checked(length)?;
    let whole = bytes.get(..bytes.len() - after.len())?;
    let found = Element {
        tag,
        whole,
        content,
    };
    Some((found, after))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn keys_are_found() {
        let signed = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cert.pem");
        let pem = signed.cert.pem();
        std::fs::write(&path, format!("# Two.\n{pem}{pem}")).unwrap();
        let expected = {
            use rcgen::PublicKeyData as _;
            BASE64.encode(digest(
                &SHA256,
                &signed.signing_key.subject_public_key_info(),
            ))
        };
        assert_eq!(key_hashes(&path).unwrap(), [expected.clone(), expected]);
    }

    #[test]
    fn what_is_no_certificate_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cert.pem");
        let begin = "-----BEGIN CERTIFICATE-----";
        let end = "-----END CERTIFICATE-----";
        for text in [
            String::new(),
            "text".to_owned(),
            begin.to_owned(),
            format!("{begin}\n!!\n{end}"),
            format!("{begin}\nMIIB\n{end}"),
            format!(
                "{begin}\n{}\n{end}",
                BASE64.encode([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])
            ),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = key_hashes(&path).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
        }
        assert!(key_hashes(&folder.path().join("none")).is_err());
    }
}

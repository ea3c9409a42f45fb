//! `cargo xtask cdp-codegen`: writes `crates/cdp/src/protocol/` from the published description of the protocol.
//!
//! The description is the npm package named in `crates/cdp/protocol.txt`, which also lists what is wanted of it. The
//! output is committed, so that building needs neither the network nor npm; each file carries the SHA-256 of the
//! manifest and of itself, and a test of the crate compares them.

mod emit;
mod manifest;
mod names;
mod schema;
mod source;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use crate::corpus::Npm;
use crate::error::Error;
use crate::unpack;
use manifest::Manifest;
use schema::Protocol;

/// Writes the types of the manifest; takes no arguments.
#[expect(clippy::print_stderr, reason = "progress of a command-line program")]
pub(crate) fn run(arguments: &[String]) -> Result<(), Error> {
    if !arguments.is_empty() {
        return Err(Error::new("cargo xtask cdp-codegen takes no arguments"));
    }
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cdp");
    let path = home.join("protocol.txt");
    let text = fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))?;
    let manifest = Manifest::parse(&text)?;
    let protocol = fetch(&manifest)?;
    let modules = emit::modules(&protocol, &manifest)?;
    let into = home.join("src/protocol");
    if into.exists() {
        fs::remove_dir_all(&into).map_err(|error| cannot("empty", &into, &error))?;
    }
    fs::create_dir_all(&into).map_err(|error| cannot("make the folder", &into, &error))?;
    for (name, body) in &modules {
        let body = format(body)?;
        let head = format!(
            "// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.\n// manifest {}\n// below {}\n\n",
            sum(text.as_bytes()),
            sum(body.as_bytes())
        );
        let file = into.join(name).with_extension("rs");
        fs::write(&file, head + &body).map_err(|error| cannot("write", &file, &error))?;
    }
    eprintln!(
        "cdp-codegen: {} files in crates/cdp/src/protocol",
        modules.len()
    );
    Ok(())
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!(
        "cannot {what} {}: {}",
        path.display(),
        error.kind()
    ))
}

fn sum(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The description, from the cache where it is there with the right sum, else from npm.
fn fetch(manifest: &Manifest) -> Result<Protocol, Error> {
    let cache = surefoot_corpus::dir()
        .map_err(|missing| Error::new(missing.to_string()))?
        .join(".devtools-protocol");
    fs::create_dir_all(&cache).map_err(|error| cannot("make the folder", &cache, &error))?;
    let archive = cache.join(format!("{}-{}.tgz", manifest.package, manifest.version));
    if !archive.exists() {
        Npm::find(&cache)?.pack(&manifest.package, &manifest.version, &cache)?;
    }
    let bytes = fs::read(&archive).map_err(|error| cannot("read", &archive, &error))?;
    let found = sum(&bytes);
    if found != manifest.sha256 {
        return Err(Error::new(format!(
            "{} has the SHA-256 {found}, not {} as protocol.txt says",
            archive.display(),
            manifest.sha256
        ))
        .hint("for a new version, write this sum into protocol.txt; for the old one, find out why it changed"));
    }
    let mut protocol = Protocol::default();
    for name in ["browser_protocol.json", "js_protocol.json"] {
        let path = PathBuf::from("package/json").join(name);
        let json = unpack::file_of_tar(&archive, &path)?;
        let part: Protocol = serde_json::from_slice(&json)
            .map_err(|error| Error::new(format!("{name} is not what was expected: {error}")))?;
        protocol.domains.extend(part.domains);
    }
    Ok(protocol)
}

/// Formats with the toolchain's rustfmt, so that the committed file passes `cargo fmt --check`.
fn format(source: &str) -> Result<String, Error> {
    let failed =
        || Error::new("rustfmt failed on the generated types").hint("rustup component add rustfmt");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| failed())?;
    // Written from its own thread: rustfmt may answer before it has read everything.
    let mut stdin = child.stdin.take().ok_or_else(failed)?;
    let source = source.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().map_err(|_| failed())?;
    let written = writer.join().is_ok_and(|result| result.is_ok());
    if !written || !output.status.success() {
        return Err(failed());
    }
    String::from_utf8(output.stdout).map_err(|_| failed())
}

//! The files over HTTP on loopback: they load helper scripts by absolute paths.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use crate::{File, file};

/// A stand-in for the helper of the suite, as far as it changes pages. The others are empty.
const ARIA_UTILS: &str = include_str!("aria-utils.js");

/// How long a connection may say nothing.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server of the files, for as long as the process lives.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
}

impl Server {
    /// Starts one on a free port of 127.0.0.1.
    ///
    /// Fails if there is none.
    pub fn start() -> io::Result<Server> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        std::thread::Builder::new()
            .name("wpt".to_owned())
            .spawn(move || {
                for stream in listener.incoming().flatten() {
                    // One that cannot be answered ends by itself; the browser sees that.
                    let _ = std::thread::Builder::new().spawn(move || serve(&stream));
                }
            })?;
        Ok(Server { address })
    }

    /// The address of a page that shows some files of a directory, each in a frame, in this order.
    pub fn batch(&self, files: &[File]) -> String {
        let paths: Vec<_> = files.iter().map(|f| f.path.as_str()).collect();
        format!("http://{}{BATCH}{}", self.address, paths.join(","))
    }
}

/// The path of pages that show many files, before their paths.
const BATCH: &str = "/batch/";

/// A page that shows these files.
fn batch(paths: &str) -> Vec<u8> {
    let frames = paths.split(',').fold(String::new(), |mut html, path| {
        let _ = write!(html, "<iframe src=\"/{path}\"></iframe>");
        html
    });
    format!("<!doctype html><title>Files</title>{frames}").into_bytes()
}

/// Answers the requests of one connection.
fn serve(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(request) = lines.next().transpose()? {
        // What headers say is of no interest.
        while lines
            .next()
            .transpose()?
            .is_some_and(|line| !line.is_empty())
        {}
        let path = request.split(' ').nth(1).unwrap_or("/");
        let (status, kind, body) = response(path);
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\ncache-control: max-age=600\r\n\r\n",
            body.len()
        );
        let mut stream = stream;
        stream.write_all(&[head.as_bytes(), &body].concat())?;
    }
    Ok(())
}

/// The status, type and body of the answer to a path.
fn response(path: &str) -> (&'static str, &'static str, Vec<u8>) {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let (stem, kind) = path.rsplit_once('.').unwrap_or((path, ""));
    if kind == "js" {
        let script = if stem.ends_with("/aria-utils") {
            ARIA_UTILS
        } else {
            ""
        };
        return ("200 OK", "text/javascript", script.as_bytes().to_vec());
    }
    if let Some(paths) = path.strip_prefix(BATCH) {
        return ("200 OK", "text/html; charset=utf-8", batch(paths));
    }
    let kind = match kind {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css",
        _ => "image/jpeg",
    };
    let inside = !path.contains("..");
    match std::fs::read(file::root().join(path.trim_start_matches('/'))) {
        Ok(body) if inside => ("200 OK", kind, body),
        _ => ("404 Not Found", "text/plain", Vec::new()),
    }
}

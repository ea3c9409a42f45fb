//! Connecting to a browser that runs already.
//!
//! People name one by its port (`9222`), its address (`localhost:9222`, `http://host:9222`), or the WebSocket that it
//! prints when it starts (`ws://…`). Of the first two the WebSocket is asked: one request to `/json/version`, for which
//! a whole HTTP client would be too much.

use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use url::{Host, Url};

use crate::error::{Error, ErrorKind};
use crate::transport::{Transport, open_socket};

/// The largest answer to `/json/version` that is read, in bytes.
const ANSWER: u64 = 1 << 20;

/// Where a browser can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl Endpoint {
    /// Reads a port, an address, or a URL.
    ///
    /// ```
    /// use surefoot_cdp::Endpoint;
    /// assert_eq!(Endpoint::parse("9222")?.to_string(), "http://127.0.0.1:9222/");
    /// assert_eq!(Endpoint::parse("example.test:9222")?.to_string(), "http://example.test:9222/");
    /// assert!(Endpoint::parse("wss://example.test/").is_err());
    /// # Ok::<(), surefoot_cdp::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let refused = |why: &str| {
            // Hosted browsers have their keys behind these.
            let shown = text.rsplit('@').next().unwrap_or(text);
            let shown = shown.split(['?', '#']).next().unwrap_or(shown);
            let message = format!(
                "{shown:?} names no browser: {why}; give a port (9222), http://host:port, \
                 or the ws:// address the browser printed"
            );
            Error::new(ErrorKind::Connect, message)
        };
        let spelled = if text.is_empty() {
            return Err(refused("it is empty"));
        } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("http://127.0.0.1:{text}")
        } else if text.contains("://") {
            text.to_owned()
        } else {
            format!("http://{text}")
        };
        let url = Url::parse(&spelled).map_err(|_| refused("it is no address"))?;
        match url.scheme() {
            "http" | "ws" => {}
            "https" | "wss" => {
                return Err(refused(
                    "encrypted addresses are not supported, use a tunnel to a local port",
                ));
            }
            _ => return Err(refused("only http:// and ws:// are")),
        }
        if url.host().is_none() || url.port_or_known_default() == Some(0) {
            return Err(refused("it has no host or port"));
        }
        Ok(Self(url))
    }

    fn is_socket(&self) -> bool {
        self.0.scheme() == "ws"
    }

    /// What errors say of it: paths and queries hold keys.
    fn host_and_port(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        format!("{host}:{}", self.0.port_or_known_default().unwrap_or(80))
    }
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Connects to a browser that runs already, with these headers (credentials of a hosted browser, say) in each request.
/// Messages larger than `max_message` bytes end the connection. The whole takes at most `timeout`.
pub async fn connect(
    endpoint: &Endpoint,
    headers: &[(String, String)],
    max_message: usize,
    timeout: Duration,
) -> Result<Transport, Error> {
    let headers = checked(headers)?;
    let work = async {
        let socket = if endpoint.is_socket() {
            endpoint.clone()
        } else {
            discover(endpoint, &headers).await?
        };
        let mut request = socket
            .0
            .as_str()
            .into_client_request()
            .map_err(|_| unusable(&socket))?;
        request.headers_mut().extend(headers.iter().cloned());
        open_socket(request, dial(&socket).await?, max_message).await
    };
    tokio::time::timeout(timeout, work)
        .await
        .unwrap_or_else(|_| {
            let message = format!(
                "{} did not answer within {} ms",
                endpoint.host_and_port(),
                timeout.as_millis()
            );
            Err(Error::new(ErrorKind::Connect, message))
        })
}

/// Headers that can be sent. Their values are secrets and stand in no error.
fn checked(headers: &[(String, String)]) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
    let check = |(name, value): &(String, String)| {
        let name_read = HeaderName::from_bytes(name.as_bytes()).ok();
        let value_read = HeaderValue::from_str(value).ok();
        name_read.zip(value_read).ok_or_else(|| {
            let why = "it has characters that headers may not have";
            let message = format!("the header {name:?} cannot be sent: {why}");
            Error::new(ErrorKind::Connect, message)
        })
    };
    headers.iter().map(check).collect()
}

async fn dial(endpoint: &Endpoint) -> Result<TcpStream, Error> {
    let place = endpoint.host_and_port();
    let stream = TcpStream::connect(&place).await.map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::ConnectionRefused => {
                format!(
                    "nothing listens there; start the browser with --remote-debugging-port={}",
                    endpoint.0.port_or_known_default().unwrap_or(9222)
                )
            }
            kind => kind.to_string(),
        };
        Error::new(
            ErrorKind::Connect,
            format!("cannot connect to {place}: {why}"),
        )
    })?;
    // Small messages, each waited for.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

fn unusable(endpoint: &Endpoint) -> Error {
    Error::new(
        ErrorKind::Connect,
        format!(
            "{} cannot be used as the address of a WebSocket",
            endpoint.host_and_port()
        ),
    )
}

/// Asks for the address of the browser's WebSocket.
async fn discover(
    endpoint: &Endpoint,
    headers: &[(HeaderName, HeaderValue)],
) -> Result<Endpoint, Error> {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "webSocketDebuggerUrl")]
        socket: String,
    }
    let wrong = |why: &str| {
        let message = format!(
            "{} is not the debugging port of a browser: {why}",
            endpoint.host_and_port()
        );
        Error::new(ErrorKind::Connect, message)
    };
    let body = get(endpoint, "/json/version", headers)
        .await
        .map_err(|why| match why {
            Failure::Dial(error) => error,
            Failure::Answer(why) => wrong(&why),
        })?;
    let version: Version = serde_json::from_slice(&body)
        .map_err(|_| wrong("its answer to /json/version names no webSocketDebuggerUrl"))?;
    let mut socket = Endpoint::parse(&version.socket)?;
    if !socket.is_socket() {
        return Err(wrong("its webSocketDebuggerUrl is none"));
    }
    // Behind a forwarded port the browser only knows its own, local name.
    if is_local(&socket.0) && !is_local(&endpoint.0) {
        let moved = socket.0.set_host(endpoint.0.host_str()).is_ok()
            && socket.0.set_port(endpoint.0.port()).is_ok();
        if !moved {
            return Err(unusable(endpoint));
        }
    }
    Ok(socket)
}

fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unspecified(),
        None => false,
    }
}

enum Failure {
    Dial(Error),
    Answer(String),
}

/// One GET. The answer ends with its length or with the connection, which is asked to be closed.
async fn get(
    endpoint: &Endpoint,
    path: &str,
    headers: &[(HeaderName, HeaderValue)],
) -> Result<Vec<u8>, Failure> {
    let mut stream = dial(endpoint).await.map_err(Failure::Dial)?;
    let broken = |_| Failure::Answer("it closed the connection".to_owned());
    let mut request = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
        endpoint.host_and_port()
    )
    .into_bytes();
    for (name, value) in headers {
        request.extend_from_slice(name.as_str().as_bytes());
        request.extend_from_slice(b": ");
        request.extend_from_slice(value.as_bytes());
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"\r\n");
    stream.write_all(&request).await.map_err(broken)?;
    let mut answer = Vec::new();
    let mut stream = stream.take(ANSWER);
    loop {
        if let Some(body) = whole_body(&answer) {
            return read_answer(&answer, body);
        }
        if stream.read_buf(&mut answer).await.map_err(broken)? == 0 {
            let body = body_start(&answer)
                .ok_or_else(|| Failure::Answer("its answer is no HTTP".to_owned()))?;
            return read_answer(&answer, body..answer.len());
        }
    }
}

fn body_start(answer: &[u8]) -> Option<usize> {
    memchr::memmem::find(answer, b"\r\n\r\n").map(|at| at + 4)
}

/// A header's value.
fn header<'a>(answer: &'a [u8], wanted: &str) -> Option<&'a str> {
    let head = std::str::from_utf8(answer.get(..body_start(answer)?)?).ok()?;
    head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case(wanted).then(|| value.trim())
    })
}

/// Where the body is, once all of it is here and its length was said.
fn whole_body(answer: &[u8]) -> Option<std::ops::Range<usize>> {
    let start = body_start(answer)?;
    let length: usize = header(answer, "content-length")?.parse().ok()?;
    let end = start.checked_add(length)?;
    (answer.len() >= end).then_some(start..end)
}

/// A body in chunks, as proxies send it: each its length in hexadecimal, a line end, so many bytes, a line end.
fn unchunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    loop {
        let line = memchr::memmem::find(body, b"\r\n")?;
        let size = std::str::from_utf8(body.get(..line)?)
            .ok()?
            .split(';')
            .next()?
            .trim();
        let start = line + 2;
        let end = start.checked_add(usize::from_str_radix(size, 16).ok()?)?;
        if end == start {
            return Some(out);
        }
        out.extend_from_slice(body.get(start..end)?);
        body = body.get(end..)?.strip_prefix(b"\r\n")?;
    }
}

fn read_answer(answer: &[u8], body: std::ops::Range<usize>) -> Result<Vec<u8>, Failure> {
    let line = answer
        .split(|&byte| byte == b'\r')
        .next()
        .unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let mut words = line.split(' ');
    let status = match (words.next(), words.next()) {
        (Some(version), Some(status)) if version.starts_with("HTTP/") => status,
        _ => return Err(Failure::Answer("its answer is no HTTP".to_owned())),
    };
    if status != "200" {
        let status: String = status
            .chars()
            .filter(char::is_ascii_digit)
            .take(3)
            .collect();
        return Err(Failure::Answer(format!("it answered {status}")));
    }
    let body = answer.get(body).unwrap_or_default();
    let is_chunked =
        header(answer, "transfer-encoding").is_some_and(|how| how.eq_ignore_ascii_case("chunked"));
    if is_chunked {
        unchunked(body).ok_or_else(|| Failure::Answer("its answer ends too soon".to_owned()))
    } else {
        Ok(body.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::{Endpoint, is_local, unchunked, whole_body};
    use url::Url;

    #[test]
    fn what_names_a_browser() {
        for (text, expected) in [
            ("9222", Ok("http://127.0.0.1:9222/")),
            (" localhost:9222 ", Ok("http://localhost:9222/")),
            ("http://[::1]:9222", Ok("http://[::1]:9222/")),
            (
                "ws://127.0.0.1:9222/devtools/browser/a-b",
                Ok("ws://127.0.0.1:9222/devtools/browser/a-b"),
            ),
            ("", Err("it is empty")),
            ("99999", Err("it is no address")),
            ("0", Err("no host or port")),
            (
                "wss://me:key@example.test/x?key=y",
                Err("\"example.test/x\" names no browser: encrypted"),
            ),
            ("file:///x", Err("only http:// and ws://")),
            ("a b", Err("it is no address")),
        ] {
            match (Endpoint::parse(text), expected) {
                (Ok(endpoint), Ok(expected)) => assert_eq!(endpoint.to_string(), expected),
                (Err(error), Err(part)) => {
                    assert!(error.to_string().contains(part), "{text}: {error}");
                }
                (result, _) => panic!("{text:?}: {result:?}"),
            }
        }
    }

    #[test]
    fn bodies_end_with_their_length() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-length: 3\r\n\r\nabcd";
        assert_eq!(whole_body(answer), Some(38..41));
        assert_eq!(whole_body(&answer[..40]), None);
        assert_eq!(
            whole_body(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab"),
            None
        );
    }

    #[test]
    fn bodies_in_chunks() {
        for (body, expected) in [
            (
                &b"3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"[..],
                Some(&b"abc0123456789"[..]),
            ),
            (b"0\r\n\r\n", Some(b"")),
            (b"3\r\nab", None),
            (b"3\r\nabcd\r\n0\r\n", None),
            (b"ffffffffffffffff\r\nab", None),
            (b"x\r\n", None),
            (b"", None),
        ] {
            assert_eq!(unchunked(body).as_deref(), expected);
        }
    }

    #[test]
    fn local_names() {
        for (url, local) in [
            ("ws://0.0.0.0:1/", true),
            ("ws://127.0.0.2/", true),
            ("ws://localhost/", true),
            ("ws://a.test/", false),
        ] {
            assert_eq!(is_local(&Url::parse(url).unwrap()), local, "{url}");
        }
    }
}

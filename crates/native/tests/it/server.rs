//! A web server of raw bytes: what it sends need not be HTTP, and it can break off wherever it likes.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// What the server does with a connection after a request.
pub(crate) enum Act {
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Says nothing more until the client goes away.
    Hang,
    /// Resets the connection.
    Reset,
    /// Closes it.
    Close,
}

/// A request as it was received.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// `GET /path`.
    pub(crate) line: String,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Seen {
    pub(crate) fn path(&self) -> &str {
        self.line.split(' ').nth(1).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

type Handler = dyn Fn(&Seen) -> Vec<Act> + Send + Sync;

/// A running server; ends when dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    closed: Arc<tokio::sync::Notify>,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Listens on 127.0.0.1 and lets `handler` answer each request.
    pub(crate) async fn start(
        handler: impl Fn(&Seen) -> Vec<Act> + Send + Sync + 'static,
    ) -> Server {
        Server::start_on("127.0.0.1", handler).await
    }

    pub(crate) async fn start_on(
        host: &str,
        handler: impl Fn(&Seen) -> Vec<Act> + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let closed = Arc::new(tokio::sync::Notify::new());
        let handler: Arc<Handler> = Arc::new(handler);
        let (log, gone) = (Arc::clone(&seen), Arc::clone(&closed));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(
                    stream,
                    Arc::clone(&handler),
                    Arc::clone(&log),
                    Arc::clone(&gone),
                ));
            }
        });
        Server {
            address,
            seen,
            closed,
            task,
        }
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        format!("http://{}{path}", self.address).parse().unwrap()
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until a client closes a connection that hangs.
    pub(crate) async fn client_left(&self) {
        self.closed.notified().await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    handler: Arc<Handler>,
    log: Arc<Mutex<Vec<Seen>>>,
    gone: Arc<tokio::sync::Notify>,
) {
    let mut buffer = Vec::new();
    while let Some(seen) = receive(&mut stream, &mut buffer).await {
        let acts = handler(&seen);
        log.lock().unwrap().push(seen);
        for act in acts {
            match act {
                Act::Send(bytes) => {
                    if stream.write_all(&bytes).await.is_err() {
                        return;
                    }
                }
                Act::Hang => {
                    while matches!(stream.read(&mut [0; 64]).await, Ok(n) if n > 0) {}
                    gone.notify_one();
                    return;
                }
                Act::Reset => {
                    let _ = stream.set_zero_linger();
                    return;
                }
                Act::Close => return,
            }
        }
    }
}

async fn receive(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<Seen> {
    let end = loop {
        if let Some(at) = buffer.windows(4).position(|w| w == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&buffer[..end]).into_owned();
    let mut seen = Seen {
        line: head.split(" HTTP/").next().unwrap_or_default().to_owned(),
        head,
        body: Vec::new(),
    };
    let length: usize = seen
        .header("content-length")
        .map_or(0, |v| v.parse().unwrap());
    while buffer.len() < end + length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    seen.body = buffer[end..end + length].to_vec();
    buffer.drain(..end + length);
    Some(seen)
}

/// A well-formed answer.
pub(crate) fn answer(status: &str, headers: &[&str], body: &[u8]) -> Vec<Act> {
    let mut bytes = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n", body.len());
    for header in headers {
        bytes.push_str(header);
        bytes.push_str("\r\n");
    }
    bytes.push_str("\r\n");
    let mut bytes = bytes.into_bytes();
    bytes.extend_from_slice(body);
    vec![Act::Send(bytes)]
}

/// A redirect.
pub(crate) fn redirect(status: u16, to: &str) -> Vec<Act> {
    answer(
        &format!("{status} Moved"),
        &[&format!("location: {to}")],
        b"",
    )
}

/// Bytes as they are, then the connection closes.
pub(crate) fn raw(bytes: &[u8]) -> Vec<Act> {
    vec![Act::Send(bytes.to_vec()), Act::Close]
}

//! Messages over standard input and output: one in a line.
//!
//! What is no message is answered with an error, and the next line is read: a client that errs once is not lost. Lines are
//! bounded. One task writes, so that no two messages are mixed.

use std::io;

use rmcp::RoleServer;
use rmcp::ServiceExt as _;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, oneshot};

use crate::server::Server;

/// The longest line, in bytes.
const LONGEST: usize = 16 << 20;

/// Serves the client that this process was started by, until it goes away or the process is told to end.
pub(crate) async fn serve(server: &Server) {
    let transport = Lines::new(tokio::io::stdin(), tokio::io::stdout());
    let served = async {
        match server.clone().serve(transport).await {
            Ok(running) => {
                let _ = running.waiting().await;
            }
            Err(error) => tracing::info!("no client: {error}"),
        }
    };
    tokio::select! {
        () = served => {}
        () = told_to_end() => {}
    }
}

/// Comes back when the process gets a signal to end.
pub(crate) async fn told_to_end() {
    let signals = [
        SignalKind::terminate(),
        SignalKind::interrupt(),
        SignalKind::hangup(),
    ];
    let mut waiting = tokio::task::JoinSet::new();
    for kind in signals {
        if let Ok(mut signal) = signal(kind) {
            waiting.spawn(async move { signal.recv().await });
        }
    }
    if waiting.join_next().await.is_none() {
        std::future::pending::<()>().await;
    }
}

/// A line to be written, and whom to tell that it was.
type Line = (Vec<u8>, Option<oneshot::Sender<io::Result<()>>>);

/// Messages as lines.
struct Lines<R> {
    from: BufReader<R>,
    line: Vec<u8>,
    /// Whether the rest of the line is to be passed over.
    passing_over: bool,
    /// Whether a request has come: before that nothing else makes sense.
    begun: bool,
    to: Option<mpsc::Sender<Line>>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(from: R, to: impl AsyncWrite + Unpin + Send + 'static) -> Lines<R> {
        let (sender, lines) = mpsc::channel(64);
        tokio::spawn(write(to, lines));
        Lines {
            from: BufReader::new(from),
            line: Vec::new(),
            passing_over: false,
            begun: false,
            to: Some(sender),
        }
    }

    /// Reads on until there is a line, of which `Err` says why it cannot be used. Cancelling it loses nothing.
    async fn read(&mut self) -> io::Result<Option<Result<Vec<u8>, &'static str>>> {
        loop {
            let available = self.from.fill_buf().await?;
            if available.is_empty() {
                return Ok(None);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            let is_too_long = self.line.len() + taken > LONGEST;
            if !self.passing_over && !is_too_long {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.from.consume(taken);
            let was_passing_over = self.passing_over;
            self.passing_over = end.is_none() && (was_passing_over || is_too_long);
            if is_too_long && !was_passing_over {
                self.line = Vec::new();
                return Ok(Some(Err("the message is longer than 16 MB")));
            }
            if end.is_some() && !was_passing_over {
                return Ok(Some(Ok(std::mem::take(&mut self.line))));
            }
        }
    }

    /// Answers what is no message. If the client does not read what it is told, it is told nothing more.
    fn refuse(&self, code: ErrorCode, why: impl Into<String>) {
        let error = ErrorData::new(code, why.into(), None);
        let message = ServerJsonRpcMessage::error(error, None);
        if let (Some(to), Ok(line)) = (&self.to, serde_json::to_vec(&message)) {
            let _ = to.try_send((line, None));
        }
    }

    /// The message in a line, unless it is none.
    fn message(&mut self, line: &[u8]) -> Option<ClientJsonRpcMessage> {
        let line = line.trim_ascii();
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        let value: serde_json::Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => {
                let place = format!("at column {}", error.column());
                self.refuse(ErrorCode::PARSE_ERROR, format!("this is no JSON ({place})"));
                return None;
            }
        };
        let is_request = value.get("id").is_some() && value.get("method").is_some();
        let Ok(message) = serde_json::from_value(value) else {
            self.refuse(ErrorCode::INVALID_REQUEST, "this is no message of MCP");
            return None;
        };
        self.begun |= is_request;
        self.begun.then_some(message)
    }
}

async fn write(mut to: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<Line>) {
    while let Some((mut line, written)) = lines.recv().await {
        line.push(b'\n');
        let done = match to.write_all(&line).await {
            Ok(()) => to.flush().await,
            Err(error) => Err(error),
        };
        let failed = done.is_err();
        if let Some(written) = written {
            let _ = written.send(done);
        }
        if failed {
            break;
        }
    }
}

impl<R: AsyncRead + Unpin + Send> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let to = self.to.clone();
        async move {
            let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
            let line = serde_json::to_vec(&message)?;
            let (written, done) = oneshot::channel();
            let to = to.ok_or_else(gone)?;
            to.send((line, Some(written))).await.map_err(|_| gone())?;
            done.await.map_err(|_| gone())?
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            match self.read().await {
                Ok(Some(Ok(line))) => {
                    if let Some(message) = self.message(&line) {
                        return Some(message);
                    }
                }
                Ok(Some(Err(why))) => self.refuse(ErrorCode::INVALID_REQUEST, why),
                Ok(None) => return None,
                Err(error) => {
                    tracing::info!("the client cannot be read: {error}");
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.to.take();
        Ok(())
    }
}

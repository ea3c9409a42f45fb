//! Streamable HTTP: who may come, and the way to the protocol.
//!
//! A page in a browser on the same machine can send requests here. So what has an origin must have one that is allowed,
//! the name of the host must be one that is meant for this server, and where a token is set, it must come along.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, WWW_AUTHENTICATE};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use ring::digest::{SHA256, digest};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{ErrorCode, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use subtle::ConstantTimeEq as _;
use surefoot_engine::{Error, ErrorKind, Result};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::stdio::told_to_end;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

/// The largest request, in bytes.
const LARGEST: usize = 16 << 20;

/// The most connections at a time.
const MOST: usize = 512;

/// How long a connection may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(30);

/// An address to listen at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(Vec<SocketAddr>);

/// `8931`, `:8931`, `127.0.0.1:8931`, `[::1]:8931`, `localhost:8931`. A port alone is of this machine.
impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Address, String> {
        let port = text.strip_prefix(':').unwrap_or(text);
        if let Ok(port) = port.parse::<u16>() {
            return Ok(Address(vec![SocketAddr::from(([127, 0, 0, 1], port))]));
        }
        let found: Vec<SocketAddr> = text
            .to_socket_addrs()
            .map_err(|_| format!("{text:?} is no address: write PORT or HOST:PORT"))?
            .collect();
        if found.is_empty() {
            return Err(format!("{text:?} has no address"));
        }
        Ok(Address(found))
    }
}

/// How a server is reached over HTTP.
#[derive(Clone, Debug)]
pub struct Http {
    /// Where it listens.
    pub address: Address,
    /// What has to come along as `Authorization: Bearer …`; `None`: nothing. Without one it listens only for this machine.
    pub token: Option<String>,
    /// Names of this server besides those of this machine, as `Host` gives them.
    pub hosts: Vec<String>,
    /// Origins of pages that may use it, besides pages of this machine.
    pub origins: Vec<String>,
    /// After so long a session ends that nobody uses.
    pub idle: Duration,
}

type Service<H> = StreamableHttpService<H, LocalSessionManager>;

/// Serves until the process is told to end.
pub async fn serve<H: ServerHandler + Clone>(
    handler: &H,
    http: Http,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let listener = listen(&http).await?;
    let at = listener
        .local_addr()
        .map_err(|_| cannot_listen(&http, "it has no address"))?;
    let stop = CancellationToken::new();
    let service = service(handler, &http, at.ip(), stop.clone());
    let key: Option<Key> = http.token.as_deref().map(Key::of);
    let gate = Arc::new(Gate { service, key });
    ready(at);
    let mut connections = JoinSet::new();
    let end = told_to_end();
    tokio::pin!(end);
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < MOST => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(converse(stream, Arc::clone(&gate)));
                }
                Err(error) => {
                    // Out of file handles, mostly: one that ends gives its handle back.
                    tracing::warn!("a connection could not be accepted: {error}");
                    if connections.join_next().await.is_none() {
                        return Err(cannot_listen(&http, "connections cannot be accepted"));
                    }
                }
            },
            Some(_) = connections.join_next() => {}
            () = &mut end => break,
        }
    }
    stop.cancel();
    connections.shutdown().await;
    Ok(())
}

async fn listen(http: &Http) -> Result<TcpListener> {
    let is_of_this_machine = http.address.0.iter().all(|at| at.ip().is_loopback());
    if !is_of_this_machine && http.token.is_none() {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "whoever reaches that address could drive the browser: it needs a token",
        )
        .with_hint("set SUREFOOT_MCP_TOKEN or give --token, or listen at 127.0.0.1"));
    }
    TcpListener::bind(http.address.0.as_slice())
        .await
        .map_err(|error| {
            cannot_listen(
                http,
                match error.kind() {
                    std::io::ErrorKind::AddrInUse => "the address is in use",
                    std::io::ErrorKind::PermissionDenied => "permission denied",
                    std::io::ErrorKind::AddrNotAvailable => "this machine has no such address",
                    _ => "the system refused it",
                },
            )
        })
}

fn cannot_listen(http: &Http, why: &str) -> Error {
    let at = http
        .address
        .0
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    Error::new(
        ErrorKind::InvalidArgument,
        format!("cannot listen at {at}: {why}"),
    )
    .with_hint("give another address, as in --http 127.0.0.1:8931; port 0 takes a free one")
}

fn service<H: ServerHandler + Clone>(
    handler: &H,
    http: &Http,
    at: IpAddr,
    stop: CancellationToken,
) -> Service<H> {
    let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into();
    if !at.is_unspecified() {
        hosts.push(at.to_string());
    }
    hosts.extend(http.hosts.iter().cloned());
    let mut origins: Vec<String> = [
        "http://localhost:*",
        "http://127.0.0.1:*",
        "http://[::1]:*",
        "https://localhost:*",
    ]
    .map(str::to_owned)
    .into();
    origins.extend(http.origins.iter().cloned());
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .with_max_request_body_bytes(LARGEST)
        .with_cancellation_token(stop);
    let handler = handler.clone();
    let sessions = Arc::new(LocalSessionManager::default());
    StreamableHttpService::new(move || Ok(handler.clone()), sessions, config)
}

/// What is compared of a token: of the same length for all, so that comparing takes the same time for all.
struct Key(Vec<u8>);

impl Key {
    fn of(token: &str) -> Key {
        Key(digest(&SHA256, token.as_bytes()).as_ref().to_vec())
    }

    fn opens(&self, header: Option<&HeaderValue>) -> bool {
        let given = header
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map_or("", |(_, token)| token.trim());
        bool::from(Key::of(given).0.ct_eq(&self.0))
    }
}

/// What every request comes by.
struct Gate<H> {
    service: Service<H>,
    key: Option<Key>,
}

async fn converse<H: ServerHandler + Clone>(stream: TcpStream, gate: Arc<Gate<H>>) {
    let service = service_fn(move |request| {
        let gate = Arc::clone(&gate);
        async move { Ok::<_, Infallible>(answer(request, &gate).await) }
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(hyper_util::rt::TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!("a connection ended: {error}");
    }
}

async fn answer<H: ServerHandler + Clone>(
    request: Request<Incoming>,
    gate: &Gate<H>,
) -> Response<Answered> {
    if let Some(key) = &gate.key
        && !key.opens(request.headers().get(AUTHORIZATION))
    {
        let mut refused = plain(
            StatusCode::UNAUTHORIZED,
            "this server wants a bearer token\n",
        );
        let headers = refused.headers_mut();
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return refused;
    }
    if request.uri().path().trim_end_matches('/') != PATH {
        return plain(StatusCode::NOT_FOUND, "MCP is spoken at /mcp\n");
    }
    let (head, body) = request.into_parts();
    let Ok(body) = Limited::new(body, LARGEST).collect().await else {
        return plain(
            StatusCode::PAYLOAD_TOO_LARGE,
            "a message has 16 MB at most, and all of it\n",
        );
    };
    let body = body.to_bytes();
    if head.method == Method::POST && serde_json::from_slice::<serde_json::Value>(&body).is_err() {
        return no_json();
    }
    let ends_session = head.method == Method::DELETE;
    let request = Request::from_parts(head, Full::new(body));
    let mut response = gate.service.handle(request).await;
    // There is nothing left to be done about it, and clients take 202 for a failure.
    if ends_session && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// The body of an answer.
type Answered = BoxBody<Bytes, Infallible>;

fn plain(status: StatusCode, text: &'static str) -> Response<Answered> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *response.status_mut() = status;
    response
}

/// The protocol's own error for what is no JSON.
fn no_json() -> Response<Answered> {
    let error = ErrorData::new(ErrorCode::PARSE_ERROR, "this is no JSON", None);
    let message = ServerJsonRpcMessage::error(error, None);
    let body = serde_json::to_vec(&message).unwrap_or_default();
    let mut response = Response::new(Full::new(Bytes::from(body)).boxed());
    *response.status_mut() = StatusCode::BAD_REQUEST;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_of_this_machine() {
        for text in ["8931", ":8931", "127.0.0.1:8931"] {
            let address: Address = text.parse().unwrap();
            assert_eq!(
                address.0,
                [SocketAddr::from(([127, 0, 0, 1], 8931))],
                "{text}"
            );
        }
        assert!("nonsense".parse::<Address>().is_err());
    }

    #[test]
    fn only_the_token_opens() {
        let key = Key::of("secret");
        let header = |text: &str| HeaderValue::from_str(text).unwrap();
        assert!(key.opens(Some(&header("Bearer secret"))));
        assert!(key.opens(Some(&header("bearer  secret"))));
        for wrong in [
            "Bearer secre",
            "Bearer secrets",
            "secret",
            "Basic secret",
            "Bearer",
        ] {
            assert!(!key.opens(Some(&header(wrong))), "{wrong}");
        }
        assert!(!key.opens(None));
    }
}

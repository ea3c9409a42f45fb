//! A server for what the fixture server has not: fixed answers, over plain connections and encrypted ones.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use rcgen::KeyPair;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// What a request, from its first line to its last header, is answered with.
pub(crate) type Answer = fn(&str) -> String;

/// A running server, and the requests it has seen. It ends with the runtime of the test.
pub(crate) struct Fixed {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
}

/// Whether connections are encrypted, with a certificate that nobody vouches for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tls {
    No,
    OwnCertificate,
}

impl Fixed {
    /// Starts one on all addresses of this machine.
    pub(crate) async fn start(tls: Tls, answer: Answer) -> Fixed {
        let acceptor = (tls == Tls::OwnCertificate).then(acceptor);
        Fixed::start_with(acceptor, answer).await
    }

    /// Starts one whose connections are encrypted with certificates of the test's.
    pub(crate) async fn start_with(acceptor: Option<TlsAcceptor>, answer: Answer) -> Fixed {
        let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
        let fixed = Fixed {
            address: listener.local_addr().unwrap(),
            seen: Arc::default(),
        };
        let seen = Arc::clone(&fixed.seen);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (seen, acceptor) = (Arc::clone(&seen), acceptor.clone());
                tokio::spawn(async move {
                    match acceptor {
                        None => serve(stream, answer, seen).await,
                        Some(acceptor) => {
                            // Who does not trust the certificate ends the handshake.
                            if let Ok(stream) = acceptor.accept(stream).await {
                                serve(stream, answer, seen).await;
                            }
                        }
                    }
                });
            }
        });
        fixed
    }

    /// The requests, oldest first.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn acceptor() -> TlsAcceptor {
    let names = ["127.0.0.1".to_owned(), "127.0.0.2".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).unwrap();
    acceptor_with(vec![made.cert.der().clone()], &made.signing_key)
}

/// Encrypts with this key, and sends these certificates, the server's own first.
pub(crate) fn acceptor_with(chain: Vec<CertificateDer<'static>>, key: &KeyPair) -> TlsAcceptor {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    answer: Answer,
    seen: Arc<Mutex<Vec<String>>>,
) {
    let mut request = Vec::new();
    let mut part = [0; 4096];
    while !request.ends_with(b"\r\n\r\n") {
        match stream.read(&mut part).await {
            Ok(0) | Err(_) => return,
            Ok(n) => request.extend_from_slice(&part[..n]),
        }
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let answer = answer(&request);
    seen.lock().unwrap().push(request);
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
}

/// An answer with a status, further headers (each with its line break) and HTML.
pub(crate) fn html(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
}

//! Encrypted connections: who is trusted, and what is said when one is not.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use surefoot_native::net::{Client, ClientConfig, CookieJar, NetErrorKind, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::server::TlsStream;
use url::Url;

use super::{client_with, failure, get, limits};

/// What the server speaks inside TLS.
#[derive(Clone, Copy, PartialEq)]
enum Protocol {
    Http1,
    Http2,
}

/// A server with a certificate it made itself for `name`; returns its port and the certificate.
async fn start(params: CertificateParams, protocol: Protocol) -> (SocketAddr, String) {
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let pem = certificate.pem();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    if protocol == Protocol::Http2 {
        config.alpn_protocols = vec![b"h2".to_vec()];
    }
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that does not trust the certificate ends the handshake: that is what is tested.
                let Ok(mut stream) = acceptor.accept(stream).await else {
                    return;
                };
                let _ = match protocol {
                    Protocol::Http1 => http1(&mut stream).await,
                    Protocol::Http2 => http2(&mut stream).await,
                };
                let _ = stream.shutdown().await;
            });
        }
    });
    (address, pem)
}

async fn http1(stream: &mut TlsStream<TcpStream>) -> std::io::Result<()> {
    if stream.read(&mut [0; 4096]).await? == 0 {
        return Ok(());
    }
    stream
        .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret")
        .await
}

/// Just enough HTTP/2 (RFC 9113) to answer the first request of a connection.
async fn http2(stream: &mut TlsStream<TcpStream>) -> std::io::Result<()> {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const HEADERS: u8 = 1;
    let mut preface = vec![0; PREFACE.len()];
    stream.read_exact(&mut preface).await?;
    assert_eq!(preface, PREFACE);
    let stream_id = loop {
        let mut frame = [0; 9];
        stream.read_exact(&mut frame).await?;
        let length = u32::from_be_bytes([0, frame[0], frame[1], frame[2]]) as usize;
        stream.read_exact(&mut vec![0; length]).await?;
        if frame[3] == HEADERS {
            break [frame[5], frame[6], frame[7], frame[8]];
        }
    };
    let settings: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
    // `:status: 200` is entry 8 of the static table.
    let headers = [&[0, 0, 1, HEADERS, 4][..], &stream_id, &[0x88]].concat();
    let data = [&[0, 0, 3, 0, 1][..], &stream_id, b"two"].concat();
    stream
        .write_all(&[settings, &headers, &data].concat())
        .await?;
    stream.flush().await?;
    // Closing at once could overtake the answer.
    while stream.read(&mut [0; 256]).await? > 0 {}
    Ok(())
}

fn params(name: &str) -> CertificateParams {
    CertificateParams::new(vec![name.to_owned()]).unwrap()
}

fn trusting(pem: &str) -> (Client, tempfile::NamedTempFile) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pem.as_bytes()).unwrap();
    let config = ClientConfig {
        ca_file: Some(file.path().to_owned()),
        ..ClientConfig::default()
    };
    (client_with(config), file)
}

#[tokio::test]
async fn untrusted_and_trusted() {
    let (address, pem) = start(params("localhost"), Protocol::Http1).await;
    let url: Url = format!("https://localhost:{}/", address.port())
        .parse()
        .unwrap();
    let message = "URL: the certificate of localhost is signed by no authority this machine trusts"
        .to_owned();
    assert_eq!(
        failure(get(url.clone()).await, &url),
        (NetErrorKind::Tls, message)
    );
    let (client, _file) = trusting(&pem);
    let response = client
        .fetch(&CookieJar::new(), Request::get(url), &limits())
        .await
        .unwrap();
    assert_eq!(response.body, b"secret");
}

#[tokio::test]
async fn http_2_is_spoken_where_it_is_offered() {
    let (address, pem) = start(params("localhost"), Protocol::Http2).await;
    let url: Url = format!("https://localhost:{}/", address.port())
        .parse()
        .unwrap();
    let (client, _file) = trusting(&pem);
    let response = client
        .fetch(&CookieJar::new(), Request::get(url), &limits())
        .await
        .unwrap();
    assert_eq!(
        (response.status, response.body.as_slice()),
        (Some(200), &b"two"[..])
    );
}

#[tokio::test]
async fn wrong_name_and_expired() {
    let (address, pem) = start(params("other.example"), Protocol::Http1).await;
    let url: Url = format!("https://localhost:{}/", address.port())
        .parse()
        .unwrap();
    let (client, _file) = trusting(&pem);
    let result = client
        .fetch(&CookieJar::new(), Request::get(url.clone()), &limits())
        .await;
    let message = "URL: the certificate is for another host than localhost".to_owned();
    assert_eq!(failure(result, &url), (NetErrorKind::Tls, message));

    let mut old = params("localhost");
    old.not_after = rcgen::date_time_ymd(2001, 1, 1);
    let (address, pem) = start(old, Protocol::Http1).await;
    let url: Url = format!("https://localhost:{}/", address.port())
        .parse()
        .unwrap();
    let (client, _file) = trusting(&pem);
    let result = client
        .fetch(&CookieJar::new(), Request::get(url.clone()), &limits())
        .await;
    let message = "URL: the certificate of localhost has expired".to_owned();
    assert_eq!(failure(result, &url), (NetErrorKind::Tls, message));
}

#[tokio::test]
async fn a_server_without_tls() {
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let clear: Url = format!("https://{}/", plain.local_addr().unwrap())
        .parse()
        .unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = plain.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    assert_eq!(
        failure(get(clear.clone()).await, &clear).0,
        NetErrorKind::Tls
    );
}

#[test]
fn bad_configuration_is_named() {
    let refused = |config: ClientConfig| {
        let error = Client::new(config).map(|c| format!("{c:?}")).unwrap_err();
        assert_eq!(error.kind(), NetErrorKind::Config);
        assert!(error.hint().is_some());
        error.to_string()
    };
    let config = ClientConfig {
        ca_file: Some("/no/such.pem".into()),
        ..ClientConfig::default()
    };
    assert_eq!(
        refused(config),
        "/no/such.pem: the certificate file cannot be read"
    );
    let config = ClientConfig {
        extra_headers: vec![("a b".into(), "x".into())],
        ..ClientConfig::default()
    };
    assert_eq!(refused(config), "\"a b\" is not a valid header name");
    let config = ClientConfig {
        extra_headers: vec![("A".into(), "x\ny".into())],
        ..ClientConfig::default()
    };
    assert_eq!(
        refused(config),
        "the value for the header A holds characters that cannot be sent"
    );
}

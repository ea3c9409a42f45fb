//! Servers over TLS whose certificates the system does not know.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;

use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

use super::stage::Stage;

/// A server with a certificate it made itself. Answers its port, and the certificate.
fn serve() -> (u16, String) {
    let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let config = Arc::clone(&config);
            std::thread::spawn(move || {
                let mut connection = ServerConnection::new(config).unwrap();
                let mut tls = Stream::new(&mut connection, &mut stream);
                let mut request = [0; 4096];
                // Who does not trust the certificate ends the handshake.
                if !matches!(tls.read(&mut request), Ok(1..)) {
                    return;
                }
                let page = "<title>Over TLS</title><h1>Over TLS</h1>";
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
                let _ = write!(tls, "{head} {}\r\n\r\n{page}", page.len());
                tls.conn.send_close_notify();
                let _ = tls.flush();
            });
        }
    });
    (port, made.cert.pem())
}

#[test]
fn certificates_that_nobody_knows_are_refused_named_or_ignored() {
    let stage = Stage::new();
    let (port, pem) = serve();
    let url = format!("https://127.0.0.1:{port}/");
    let file = stage.home.folder().join("mine.pem");
    std::fs::write(&file, pem).unwrap();
    let file = file.display().to_string();
    for engine in ["chromium", "native"] {
        let begin = ["--engine", engine];
        let name = |how: &str| format!("{engine}-{how}");
        let strict = name("strict");
        let said = stage.run(&[&begin[..], &["--session", &strict, "open", &url]].concat());
        said.refused(1, "navigation_failed");
        assert!(said.stderr.contains("--ca-cert"), "{said:?}");
        let open = |how: &str, option: &[&str]| {
            let session = name(how);
            let words = [&begin[..], option, &["--session", &session, "open", &url]].concat();
            (stage.run(&words), session)
        };
        let (said, session) = open("trusting", &["--ca-cert", &file]);
        assert_eq!(said.code, Some(0), "{session}: {said:?}");
        let shown = stage.ok(&["--session", &session, "get", "text", "h1"]);
        assert_eq!(shown, "Over TLS\n", "{session}");
        let (said, session) = open("ignoring", &["--ignore-https-errors"]);
        if engine == "native" {
            said.refused(1, "unsupported");
        } else {
            assert_eq!(said.code, Some(0), "{session}: {said:?}");
        }
        let missing = name("missing");
        let none = ["--ca-cert", "/no/such.pem", "--session", &missing];
        let said = stage.run(&[&begin[..], &none[..], &["open", &url]].concat());
        said.refused(1, "/no/such.pem");
    }
    stage.end_clean();
}

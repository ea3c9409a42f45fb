//! Servers over TLS whose certificates the system does not know: which are trusted, and what is said of the others.

use std::io::Write as _;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use surefoot_chromium::LaunchOptions;
use surefoot_engine::{Destination, Engine, EngineOptions, ErrorKind, Result};
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::around_server::{Fixed, acceptor_with, html};
use crate::support::{Site, limits, run};

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// What a server sends besides its own certificate.
#[derive(Clone, Copy, PartialEq)]
enum Sends {
    /// Nothing.
    Own,
    /// That of the authority.
    Chain,
}

/// A server whose certificate an authority has signed. Answers its own certificate, too.
async fn signed_by(
    authority: &CertifiedIssuer<'static, KeyPair>,
    change: impl FnOnce(&mut CertificateParams),
    sends: Sends,
) -> (Fixed, String) {
    let names = vec!["127.0.0.1".to_owned(), "127.0.0.2".to_owned()];
    let mut params = CertificateParams::new(names).unwrap();
    change(&mut params);
    let key = KeyPair::generate().unwrap();
    let own = params.signed_by(&key, authority).unwrap();
    let mut chain: Vec<CertificateDer<'static>> = vec![own.der().clone()];
    if sends == Sends::Chain {
        chain.push(authority.as_ref().der().clone());
    }
    let server = Fixed::start_with(Some(acceptor_with(chain, &key)), |_| {
        html("200 OK", "", "<title>Over TLS</title>")
    })
    .await;
    (server, own.pem())
}

/// Opens the server's page with these options.
async fn open(site: &Site, server: &Fixed, options: EngineOptions) -> Result<String> {
    let launch = LaunchOptions::default();
    let mut engine = site.browsers.engine(&launch, options).await.unwrap();
    let mut tab = engine.new_tab().await.unwrap();
    let url = format!("https://127.0.0.1:{}/", server.address.port());
    tab.navigate(Destination::Url(url), limits()).await?;
    tab.evaluate("document.title", None, limits()).await
}

/// Options that trust what is in this file.
fn trusting(pem: &str) -> (EngineOptions, tempfile::NamedTempFile) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pem.as_bytes()).unwrap();
    let options = EngineOptions {
        ca_cert: Some(file.path().to_owned()),
        ..EngineOptions::default()
    };
    (options, file)
}

#[test]
fn certificates_that_the_user_names_are_trusted_and_no_others() {
    run(async |site| {
        let (mine, theirs) = (authority(), authority());
        let (whole, _) = signed_by(&mine, |_| {}, Sends::Chain).await;
        let (alone, own) = signed_by(&mine, |_| {}, Sends::Own).await;
        let refused = "nobody vouches for the server's certificate";
        for (what, server, pem, expected) in [
            (
                "the authority of a chain",
                &whole,
                mine.as_ref().pem(),
                None,
            ),
            (
                "another authority",
                &whole,
                theirs.as_ref().pem(),
                Some(refused),
            ),
            ("the server's own", &alone, own, None),
            // Chromium can only be told of certificates that it is sent.
            (
                "an authority that is not sent",
                &alone,
                mine.as_ref().pem(),
                Some(refused),
            ),
            (
                "one of several",
                &whole,
                theirs.as_ref().pem() + &mine.as_ref().pem(),
                None,
            ),
        ] {
            let (options, _file) = trusting(&pem);
            match (open(site, server, options).await, expected) {
                (Ok(title), None) => assert_eq!(title, "\"Over TLS\"", "{what}"),
                (Err(error), Some(expected)) => {
                    assert_eq!(error.kind(), ErrorKind::NavigationFailed, "{what}: {error}");
                    assert!(error.message().contains(expected), "{what}: {error}");
                    assert!(error.hint().unwrap().contains("--ca-cert"), "{what}");
                }
                (got, _) => panic!("{what}: {got:?}"),
            }
        }
        // Without the option, nobody is trusted, and who is not gets no request.
        assert!(open(site, &whole, EngineOptions::default()).await.is_err());
        assert_eq!(whole.seen().len(), 2, "{:?}", whole.seen());
        assert_eq!(alone.seen().len(), 1, "{:?}", alone.seen());
    });
}

#[test]
fn what_is_wrong_with_a_certificate_is_said_and_can_be_ignored() {
    run(async |site| {
        let authority = authority();
        let ignoring = || EngineOptions {
            ignore_https_errors: true,
            ..EngineOptions::default()
        };
        type Change = fn(&mut CertificateParams);
        let cases: [(Change, &str); 3] = [
            (|_| {}, "nobody vouches for"),
            (
                |params| params.not_after = rcgen::date_time_ymd(2001, 1, 1),
                "certificate",
            ),
            (|params| params.subject_alt_names.clear(), "certificate"),
        ];
        for (change, said) in cases {
            let (server, _) = signed_by(&authority, change, Sends::Chain).await;
            let error = open(site, &server, EngineOptions::default())
                .await
                .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NavigationFailed, "{error}");
            assert!(error.message().contains(said), "{error}");
            assert!(
                error.hint().unwrap().contains("--ignore-https-errors"),
                "{error:?}"
            );
            assert!(server.seen().is_empty());
            let title = open(site, &server, ignoring()).await.unwrap();
            assert_eq!(title, "\"Over TLS\"");
        }
        // It is the affair of that session alone.
        let (server, _) = signed_by(&authority, |_| {}, Sends::Chain).await;
        open(site, &server, ignoring()).await.unwrap();
        assert!(open(site, &server, EngineOptions::default()).await.is_err());
    });
}

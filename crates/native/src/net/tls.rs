//! The TLS configuration: rustls with ring, and certificate authorities that are read when the first encrypted connection needs them.
//!
//! The system's authorities are used (so `SSL_CERT_FILE` and company roots work); a machine without any, such as a bare
//! container, falls back to Mozilla's list, which is compiled in.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::error::{NetError, NetErrorKind};

/// The configuration for HTTP/1.1 and 2. `ca_file` names a PEM file of further authorities.
pub(super) fn config(ca_file: Option<&Path>) -> Result<rustls::ClientConfig, NetError> {
    let extra = ca_file.map(read_ca_file).transpose()?.unwrap_or_default();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = LazyVerifier {
        provider: Arc::clone(&provider),
        extra,
        built: OnceLock::new(),
    };
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| NetError::new(NetErrorKind::Config, "TLS cannot be set up on this machine"))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

fn read_ca_file(path: &Path) -> Result<Vec<CertificateDer<'static>>, NetError> {
    let refuse = |reason: &str| {
        NetError::new(
            NetErrorKind::Config,
            format!("{}: {reason}", path.display()),
        )
        .with_hint("give a file of certificates in PEM form")
    };
    let bytes = std::fs::read(path).map_err(|_| refuse("the certificate file cannot be read"))?;
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(&bytes)
        .collect::<Result<_, _>>()
        .map_err(|_| refuse("the certificate file is damaged"))?;
    if certificates.is_empty() {
        return Err(refuse("the file holds no certificate"));
    }
    Ok(certificates)
}

/// A verifier that reads its roots when it is first asked: most sessions of tests and local files never are.
struct LazyVerifier {
    provider: Arc<CryptoProvider>,
    extra: Vec<CertificateDer<'static>>,
    built: OnceLock<Result<Arc<WebPkiServerVerifier>, Error>>,
}

impl LazyVerifier {
    fn get(&self) -> Result<&WebPkiServerVerifier, Error> {
        let built = self.built.get_or_init(|| {
            WebPkiServerVerifier::builder_with_provider(
                Arc::new(self.roots()),
                Arc::clone(&self.provider),
            )
            .build()
            .map_err(|e| Error::General(e.to_string()))
        });
        match built {
            Ok(verifier) => Ok(verifier),
            Err(error) => Err(error.clone()),
        }
    }

    fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        // Unreadable certificates among the system's are skipped: the others still serve.
        let system = rustls_native_certs::load_native_certs();
        let (added, _ignored) = roots.add_parsable_certificates(system.certs);
        if added == 0 {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
        roots.add_parsable_certificates(self.extra.iter().cloned());
        roots
    }
}

impl fmt::Debug for LazyVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LazyVerifier")
            .field("built", &self.built.get().is_some())
            .finish_non_exhaustive()
    }
}

impl ServerCertVerifier for LazyVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.get()?
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.get()?.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.get()?.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

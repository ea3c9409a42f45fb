//! From the errors of the HTTP, TLS and file libraries to [`NetError`]: no text of theirs reaches the user.

use std::error::Error as StdError;
use std::io;

use rustls::CertificateError;
use url::Url;

use super::dns::LookupFailed;
use super::error::{NetError, NetErrorKind};

/// What the causes of an error come to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cause {
    Lookup,
    Refused,
    Reset,
    Unreachable,
    ClosedEarly,
    Certificate(CertificateProblem),
    Tls,
    NotHttp,
    TimedOut,
    BodyEndsEarly,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum CertificateProblem {
    Expired,
    NotYetValid,
    UnknownIssuer,
    WrongName,
    Revoked,
    Other,
}

/// The error for a request to `url` that got no answer.
pub(super) fn request_error(url: &Url, error: &reqwest::Error) -> NetError {
    let (kind, reason, hint) = describe(cause_of(error), error.is_connect());
    let host = url.host_str().unwrap_or_default();
    let reason = reason.replace("{host}", host).replace(
        "{port}",
        &url.port_or_known_default().unwrap_or(0).to_string(),
    );
    NetError::about(kind, url, reason).with_hint(hint)
}

/// Whether a request that failed like this can be sent once more without harm if its method is safe: the server closed a kept
/// connection at the moment it was used again.
pub(super) fn is_worth_a_retry(error: &reqwest::Error) -> bool {
    !error.is_connect() && matches!(cause_of(error), Cause::ClosedEarly | Cause::Reset)
}

/// Kind, reason and hint for a cause.
fn describe(cause: Cause, connecting: bool) -> (NetErrorKind, &'static str, &'static str) {
    use CertificateProblem as C;
    use NetErrorKind as K;
    const CA_HINT: &str = "if you trust this server, name its certificate authority with --ca-cert, or add it to those of the system";
    match cause {
        Cause::Lookup => (
            K::Dns,
            "the host name {host} has no address",
            "check the spelling of the host name, and the network",
        ),
        Cause::Refused => (
            K::Connect,
            "nothing accepts connections on port {port} of {host}",
            "check the port, and that the server is running",
        ),
        Cause::Reset => (
            K::Connect,
            "the server reset the connection before it answered",
            "try again",
        ),
        Cause::Unreachable => (
            K::Connect,
            "{host} cannot be reached from here",
            "check the network",
        ),
        Cause::ClosedEarly => (
            K::Connect,
            "the server closed the connection before it answered",
            "try again",
        ),
        Cause::Certificate(problem) => match problem {
            C::Expired => (
                K::Tls,
                "the certificate of {host} has expired",
                "check the clock of this machine, or tell the site's owner",
            ),
            C::NotYetValid => (
                K::Tls,
                "the certificate of {host} is not valid yet",
                "check the clock of this machine",
            ),
            C::UnknownIssuer => (
                K::Tls,
                "the certificate of {host} is signed by no authority this machine trusts",
                CA_HINT,
            ),
            C::WrongName => (
                K::Tls,
                "the certificate is for another host than {host}",
                "check the spelling of the host name",
            ),
            C::Revoked => (
                K::Tls,
                "the certificate of {host} was revoked",
                "do not use this server",
            ),
            C::Other => (
                K::Tls,
                "the certificate of {host} cannot be verified",
                CA_HINT,
            ),
        },
        Cause::Tls => (
            K::Tls,
            "no encrypted connection could be agreed on with port {port} of {host}",
            "the server may speak plain http: there",
        ),
        Cause::NotHttp => (
            K::Protocol,
            "what the server sent is not valid HTTP",
            "check that a web server listens on port {port}",
        ),
        Cause::TimedOut => (
            K::Timeout,
            "{host} did not answer in time",
            "try again, or allow more time with --timeout",
        ),
        Cause::BodyEndsEarly => (K::Protocol, "the answer ends too early", "try again"),
        Cause::Unknown if connecting => (
            K::Connect,
            "no connection to {host} could be made",
            "check the address, the network and the proxy settings",
        ),
        Cause::Unknown => (K::Protocol, "the exchange with {host} failed", "try again"),
    }
}

/// Why a body broke off, as a note.
pub(super) fn broken_body(error: &reqwest::Error) -> String {
    match cause_of(error) {
        Cause::Reset => "the server reset the connection in the middle of the answer",
        Cause::NotHttp => "the answer breaks the rules of HTTP in its middle",
        Cause::TimedOut => "the connection timed out in the middle of the answer",
        _ => "the connection was closed in the middle of the answer",
    }
    .to_owned()
}

/// The first cause in the chain that says something.
fn cause_of(error: &reqwest::Error) -> Cause {
    let mut next: Option<&(dyn StdError + 'static)> = error.source();
    let mut found = if error.is_timeout() {
        Cause::TimedOut
    } else {
        Cause::Unknown
    };
    // The chain is as long as the libraries stack their errors; the bound is for the one that loops.
    for _ in 0..16 {
        let Some(error) = next else { break };
        let cause = one_cause(error);
        if cause != Cause::Unknown {
            found = cause;
            // An I/O error or certificate further down says more than "the exchange failed".
            if !matches!(
                cause,
                Cause::NotHttp | Cause::ClosedEarly | Cause::Tls | Cause::BodyEndsEarly
            ) {
                break;
            }
        }
        next = inner(error).or_else(|| error.source());
    }
    found
}

/// An `io::Error` shows the source of what it wraps, not what it wraps.
fn inner<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a (dyn StdError + 'static)> {
    let wrapped = error.downcast_ref::<io::Error>()?.get_ref()?;
    Some(wrapped)
}

fn one_cause(error: &(dyn StdError + 'static)) -> Cause {
    if error.is::<LookupFailed>() {
        return Cause::Lookup;
    }
    if let Some(error) = error.downcast_ref::<rustls::Error>() {
        return tls_cause(error);
    }
    if let Some(error) = error.downcast_ref::<hyper::Error>() {
        return if error.is_parse() || error.is_parse_status() {
            Cause::NotHttp
        } else if error.is_incomplete_message() {
            Cause::ClosedEarly
        } else {
            Cause::Unknown
        };
    }
    error
        .downcast_ref::<io::Error>()
        .map_or(Cause::Unknown, io_cause)
}

fn io_cause(error: &io::Error) -> Cause {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => Cause::Refused,
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe => Cause::Reset,
        io::ErrorKind::HostUnreachable
        | io::ErrorKind::NetworkUnreachable
        | io::ErrorKind::AddrNotAvailable
        | io::ErrorKind::NetworkDown
        | io::ErrorKind::PermissionDenied => Cause::Unreachable,
        io::ErrorKind::TimedOut => Cause::TimedOut,
        io::ErrorKind::UnexpectedEof => Cause::BodyEndsEarly,
        // What the chunked decoder of the HTTP library reports.
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData
            if error.get_ref().is_none_or(|e| !e.is::<rustls::Error>()) =>
        {
            Cause::NotHttp
        }
        _ => Cause::Unknown,
    }
}

fn tls_cause(error: &rustls::Error) -> Cause {
    let rustls::Error::InvalidCertificate(problem) = error else {
        return Cause::Tls;
    };
    Cause::Certificate(match problem {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            CertificateProblem::Expired
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            CertificateProblem::NotYetValid
        }
        CertificateError::UnknownIssuer => CertificateProblem::UnknownIssuer,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            CertificateProblem::WrongName
        }
        CertificateError::Revoked => CertificateProblem::Revoked,
        _ => CertificateProblem::Other,
    })
}

/// The error for a file that cannot be read or written.
pub(super) fn file_error(url: &Url, what: &str, error: &io::Error) -> NetError {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::StorageFull => "no space left on the disk",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
            "the name is not valid here"
        }
        _ => "an input/output error",
    };
    let kind = if error.kind() == io::ErrorKind::NotFound {
        NetErrorKind::FileNotFound
    } else {
        NetErrorKind::File
    };
    NetError::about(kind, url, format_args!("{what}: {reason}"))
}

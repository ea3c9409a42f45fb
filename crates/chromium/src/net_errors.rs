//! Why a page could not be had, in plain words.

use surefoot_engine::{Error, ErrorKind};

/// What Chromium says when a navigation was given up, by the page, by a download, or because there is nothing to show.
pub(crate) const ABORTED: &str = "net::ERR_ABORTED";

/// Chromium's names of errors, or how they begin, and what they mean.
const MEANINGS: &[(&str, &str)] = &[
    ("NAME_NOT_RESOLVED", "there is no host of that name"),
    (
        "NAME_RESOLUTION_FAILED",
        "the name of the host could not be looked up",
    ),
    (
        "CONNECTION_REFUSED",
        "nothing answers there: the connection was refused",
    ),
    ("CONNECTION_RESET", "the server broke off the connection"),
    ("CONNECTION_CLOSED", "the server closed the connection"),
    ("CONNECTION_ABORTED", "the connection broke off"),
    ("CONNECTION_TIMED_OUT", "the server did not answer in time"),
    ("CONNECTION_FAILED", "no connection could be made"),
    ("TIMED_OUT", "the server did not answer in time"),
    ("ADDRESS_UNREACHABLE", "there is no way to that address"),
    ("ADDRESS_INVALID", "that is no address that can be reached"),
    (
        "INTERNET_DISCONNECTED",
        "there is no network, or the session is set to be offline",
    ),
    ("NETWORK_CHANGED", "the network changed meanwhile"),
    ("NETWORK_ACCESS_DENIED", "the network may not be used"),
    (
        "EMPTY_RESPONSE",
        "the server closed the connection without an answer",
    ),
    (
        "INVALID_HTTP_RESPONSE",
        "what answers there does not speak HTTP",
    ),
    ("INVALID_RESPONSE", "the server's answer is broken"),
    (
        "RESPONSE_HEADERS",
        "the headers of the server's answer are broken",
    ),
    (
        "CONTENT_LENGTH_MISMATCH",
        "the server's answer is shorter than it said",
    ),
    (
        "INCOMPLETE_CHUNKED_ENCODING",
        "the server's answer broke off",
    ),
    (
        "CONTENT_DECODING_FAILED",
        "the server's answer is packed in a way that cannot be undone",
    ),
    ("TOO_MANY_REDIRECTS", "the server redirects without end"),
    (
        "UNSAFE_REDIRECT",
        "it redirects to what a page may not lead to",
    ),
    ("INVALID_REDIRECT", "it redirects to nowhere"),
    (
        "CERT_AUTHORITY_INVALID",
        "nobody vouches for the server's certificate",
    ),
    (
        "CERT_COMMON_NAME_INVALID",
        "the server's certificate is for another host",
    ),
    (
        "CERT_DATE_INVALID",
        "the server's certificate has expired, or is not valid yet",
    ),
    ("CERT_", "the server's certificate is not to be trusted"),
    (
        "SSL_VERSION_OR_CIPHER_MISMATCH",
        "the server speaks no version of TLS that is still used",
    ),
    (
        "SSL_PROTOCOL_ERROR",
        "no secure connection could be made: the server does not speak TLS there",
    ),
    ("SSL_", "no secure connection could be made"),
    (
        "BAD_SSL_CLIENT_AUTH_CERT",
        "the server wants a certificate of the client",
    ),
    ("PROXY_", "the proxy could not be used"),
    ("TUNNEL_CONNECTION_FAILED", "the proxy made no connection"),
    ("SOCKS_", "the proxy could not be used"),
    (
        "NO_SUPPORTED_PROXIES",
        "the proxy is of no kind that is known",
    ),
    (
        "INVALID_AUTH_CREDENTIALS",
        "the user or password was refused",
    ),
    (
        "UNSAFE_PORT",
        "browsers do not use that port, as other things than web servers listen there",
    ),
    ("FILE_NOT_FOUND", "there is no such file"),
    ("ACCESS_DENIED", "it may not be read"),
    ("INVALID_URL", "it is no URL that can be opened"),
    ("UNKNOWN_URL_SCHEME", "nothing here knows URLs of that kind"),
    (
        "DISALLOWED_URL_SCHEME",
        "URLs of that kind may not be opened",
    ),
    ("BLOCKED_BY_CLIENT", "it was blocked"),
    (
        "BLOCKED_BY_RESPONSE",
        "the server does not let it be shown here",
    ),
    (
        "BLOCKED_BY_ADMINISTRATOR",
        "a policy of this machine forbids it",
    ),
    ("HTTP2_", "the server broke off the connection (HTTP/2)"),
    ("QUIC_", "the server broke off the connection (HTTP/3)"),
    (
        "INSUFFICIENT_RESOURCES",
        "this machine has too little memory for it",
    ),
    ("TOO_BIG", "it is too large"),
    // What stands in the list of requests, where Chromium says why it blocked one.
    ("blocked: csp", "a policy of the page around it forbids it"),
    (
        "blocked: mixed-content",
        "it is not encrypted, though the page around it is",
    ),
    (
        "blocked: ",
        "its server, or a policy, does not let it be shown here",
    ),
];

/// The same, in the words of paused requests.
const REASONS: &[(&str, &str)] = &[
    ("NameNotResolved", "there is no host of that name"),
    (
        "ConnectionRefused",
        "nothing answers there: the connection was refused",
    ),
    ("ConnectionReset", "the server broke off the connection"),
    ("ConnectionClosed", "the server closed the connection"),
    ("ConnectionAborted", "the connection broke off"),
    ("ConnectionFailed", "no connection could be made"),
    ("TimedOut", "the server did not answer in time"),
    ("AddressUnreachable", "there is no way to that address"),
    (
        "InternetDisconnected",
        "there is no network, or the session is set to be offline",
    ),
    ("AccessDenied", "it may not be read"),
    ("BlockedByClient", "it was blocked"),
    (
        "BlockedByResponse",
        "the server does not let it be shown here",
    ),
];

/// A navigation that ended with one of Chromium's errors: `net::ERR_CONNECTION_REFUSED`.
pub(crate) fn failed(url: &str, text: &str) -> Error {
    let name = text.strip_prefix("net::ERR_").unwrap_or(text);
    let known = MEANINGS.iter().find(|(known, _)| name.starts_with(known));
    let meaning = match (known, name) {
        (Some((_, meaning)), _) => (*meaning).to_owned(),
        (None, "") => "the browser could not load it".to_owned(),
        (None, name) => format!("the browser could not load it ({})", plain(name)),
    };
    error(url, &meaning, name)
}

/// A navigation whose request was found to fail while it was paused.
pub(crate) fn refused(url: &str, reason: &str) -> Error {
    let known = REASONS.iter().find(|(known, _)| *known == reason);
    let meaning = match known {
        Some((_, meaning)) => meaning,
        None if url.starts_with("https:") => {
            "no secure connection could be made: the server does not speak TLS there, or its certificate is not trusted"
        }
        None if url.starts_with("file:") => "there is no such file, or it may not be read",
        None => "the server gave no answer that could be understood",
    };
    error(url, meaning, reason)
}

fn error(url: &str, meaning: &str, name: &str) -> Error {
    let error = Error::new(
        ErrorKind::NavigationFailed,
        format!("{url} could not be opened: {meaning}"),
    );
    let is_tls = name.starts_with("CERT_") || (name == "Failed" && url.starts_with("https:"));
    if is_tls {
        error.with_hint("--ca-cert names a certificate to trust; --ignore-https-errors trusts any")
    } else {
        error
    }
}

/// `SOME_ERROR` as words.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .take(60)
        .map(|c| {
            if c == '_' {
                ' '
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect()
}

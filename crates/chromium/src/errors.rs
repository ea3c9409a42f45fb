//! From the protocol's errors to those of engines.

use surefoot_cdp as cdp;
use surefoot_engine::{Error, ErrorKind};

/// The error of a call about a page, in an engine's words. `what` names what was attempted: `the page cannot be read`.
pub(crate) fn of(error: &cdp::Error, what: &str) -> Error {
    use cdp::ErrorKind as Kind;
    let (kind, why, hint) = match error.kind() {
        Kind::Closed => (
            ErrorKind::EngineCrashed,
            "the browser has ended",
            "open the page again: a new browser is started for it",
        ),
        Kind::Crashed => (
            ErrorKind::PageCrashed,
            "the page's process has crashed",
            "`reload` it, or open another page",
        ),
        Kind::Detached => (
            ErrorKind::PageCrashed,
            "the page or frame is closed",
            "take a `snapshot` to see what is there",
        ),
        Kind::Timeout => (
            ErrorKind::Timeout,
            "the page does not answer",
            "it may be busy: give it longer with --timeout, `reload` it, or close the tab",
        ),
        Kind::TooLarge => (
            ErrorKind::TooLarge,
            "the answer is larger than allowed",
            "raise the limit with --max-size",
        ),
        Kind::Launch | Kind::Connect => {
            return Error::new(ErrorKind::EngineCrashed, error.to_string());
        }
        _ => {
            return Error::new(ErrorKind::EngineCrashed, format!("{what}: {error}"))
                .with_hint("the browser refused a command; its version may be too old");
        }
    };
    Error::new(kind, format!("{what}: {why}")).with_hint(hint)
}

/// For `map_err`: [`of`] with what was attempted.
pub(crate) fn about(what: &'static str) -> impl Fn(cdp::Error) -> Error {
    move |error| of(&error, what)
}

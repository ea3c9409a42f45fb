//! Errors of this engine in the words and codes of the engine contract.

use surefoot_engine::{Error, ErrorKind};
use surefoot_page::{NodeId, Page};

use crate::form::describe;
use crate::net::{NetError, NetErrorKind};

/// What to do when only a script could do it.
pub(crate) const USE_BROWSER: &str = "look for a link or a form of the page that does the same";

/// An error of the network as one of the engine.
pub(crate) fn from_net(error: &NetError) -> Error {
    let kind = match error.kind() {
        NetErrorKind::Timeout => ErrorKind::Timeout,
        NetErrorKind::TooLarge => ErrorKind::TooLarge,
        NetErrorKind::InvalidUrl => ErrorKind::InvalidArgument,
        NetErrorKind::UnsupportedScheme => ErrorKind::Unsupported,
        NetErrorKind::FileNotAllowed => ErrorKind::BlockedByPolicy,
        _ => ErrorKind::NavigationFailed,
    };
    let made = Error::new(kind, error.to_string());
    match error.hint() {
        Some(hint) => made.with_hint(hint),
        None => made,
    }
}

/// The element is not of a kind that this can be done to.
pub(crate) fn wrong_kind(page: &Page, node: NodeId, cannot: &str, hint: &str) -> Error {
    Error::new(
        ErrorKind::WrongKind,
        format!("{} {cannot}", describe(page, node)),
    )
    .with_hint(hint)
}

/// The element is disabled.
pub(crate) fn disabled(page: &Page, node: NodeId) -> Error {
    Error::new(
        ErrorKind::Disabled,
        format!("{} is disabled", describe(page, node)),
    )
    .with_hint("do first what enables it, or choose another element")
}

/// Only a script of the page could do it.
pub(crate) fn needs_script(page: &Page, node: NodeId, why: &str) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        format!(
            "{} {why}, and this engine runs no scripts",
            describe(page, node)
        ),
    )
    .with_hint(USE_BROWSER)
}

/// The time given ran out.
pub(crate) fn timeout(what: &str) -> Error {
    Error::new(
        ErrorKind::Timeout,
        format!("{what} was not done within the time given"),
    )
    .with_hint("give more time with --timeout")
}

//! The one error of the crate: what kind of failure, of which method, and a sentence for people.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What kind of failure it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The pipe or socket is closed: the browser is gone, or the client was dropped.
    Closed,
    /// The renderer behind the session has crashed. The session lives on: navigating it starts a new renderer.
    Crashed,
    /// The session is gone: its target was closed, or it was detached.
    Detached,
    /// No answer before the call's deadline. Only this call is over; its answer, should it come, is dropped.
    Timeout,
    /// The browser answered with an error.
    Protocol {
        /// The JSON-RPC code, such as -32000.
        code: i64,
    },
    /// The parameters cannot be written as JSON.
    Encode,
    /// An answer or event does not have the expected shape.
    Decode,
    /// An answer is larger than [`Config::max_message`](crate::Config::max_message).
    TooLarge,
    /// More is waiting to be sent than is sensible: the browser does not read.
    Overloaded,
    /// Events were left out of a subscription: it was not read in time, or they were too large.
    Lagged {
        /// How many.
        missed: u64,
    },
    /// The browser could not be started.
    Launch,
    /// No connection to a running browser could be made.
    Connect,
}

/// A failure of a call, a subscription, a launch or a connection. Cheap to clone: one closed pipe ends many calls.
#[derive(Debug, Clone)]
pub struct Error(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    method: Option<Cow<'static, str>>,
    message: Cow<'static, str>,
}

/// The name of a command: static for typed ones.
pub(crate) type Method = Cow<'static, str>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Arc::new(Inner {
            kind,
            method: None,
            message: message.into(),
        }))
    }

    pub(crate) fn of(
        kind: ErrorKind,
        method: &Method,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Arc::new(Inner {
            kind,
            method: Some(method.clone()),
            message: message.into(),
        }))
    }

    /// The same failure, said of a method.
    pub(crate) fn with_method(&self, method: &Method) -> Self {
        Self::of(self.0.kind, method, self.0.message.clone())
    }

    pub(crate) fn closed(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Closed, why)
    }

    pub(crate) fn crashed(method: &Method) -> Self {
        Self::of(
            ErrorKind::Crashed,
            method,
            "the page's renderer has crashed; navigate or reload it to go on",
        )
    }

    pub(crate) fn detached(method: &Method) -> Self {
        Self::of(
            ErrorKind::Detached,
            method,
            "the session is gone: its page, frame or worker was closed",
        )
    }

    pub(crate) fn timeout(method: &Method, after: Duration) -> Self {
        let message = format!(
            "no answer within {} ms; the page may be busy",
            after.as_millis()
        );
        Self::of(ErrorKind::Timeout, method, message)
    }

    /// What a JSON error is for people. Its own text is left out: it quotes what a page may have written.
    pub(crate) fn decode(method: &Method, error: &serde_json::Error) -> Self {
        let what = match error.classify() {
            serde_json::error::Category::Data => "does not have the expected shape",
            _ => "is not valid JSON",
        };
        let message = format!("what the browser sent {what} (at byte {})", error.column());
        Self::of(ErrorKind::Decode, method, message)
    }

    /// What kind of failure it was.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The command or event it happened to, such as `Page.navigate`, if it was one.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        self.0.method.as_deref()
    }

    /// The sentence alone; for [`ErrorKind::Protocol`], what the browser said.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(method) = &self.0.method {
            write!(f, "{method}: ")?;
        }
        match self.0.kind {
            ErrorKind::Protocol { code } => {
                write!(f, "the browser refused: {} ({code})", self.0.message)
            }
            _ => f.write_str(&self.0.message),
        }
    }
}

impl std::error::Error for Error {}

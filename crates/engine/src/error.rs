//! [`Error`]: why something was refused or failed, in words a model can act on.

use std::fmt;

use surefoot_page::NodeKey;

/// The result of whatever can be refused or fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $code:literal)*) => {
        /// The stable codes of errors (design, "Actions").
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum ErrorKind { $($(#[doc = $doc])+ $kind),* }

        impl ErrorKind {
            /// Every kind, in the order of the design.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$kind),*];

            /// The code as it is printed: `stale_ref`.
            pub fn code(self) -> &'static str {
                match self { $(ErrorKind::$kind => $code),* }
            }

            /// What the code means, in a line.
            pub fn meaning(self) -> &'static str {
                match self { $(ErrorKind::$kind => concat!($($doc),+).trim_ascii()),* }
            }
        }
    };
}

kinds! {
    /// No element was ever shown with this ref.
    UnknownRef "unknown_ref"
    /// The element of this ref is gone, or is no longer what was shown.
    StaleRef "stale_ref"
    /// Nothing on the page matches.
    NotFound "not_found"
    /// Several elements match.
    Ambiguous "ambiguous"
    /// The element cannot be seen.
    NotVisible "not_visible"
    /// The element is disabled.
    Disabled "disabled"
    /// Something else covers the element.
    Obscured "obscured"
    /// The element's content cannot be changed.
    NotEditable "not_editable"
    /// The element is not of a kind that this can be done to.
    WrongKind "wrong_kind"
    /// The time given ran out.
    Timeout "timeout"
    /// The page could not be loaded.
    NavigationFailed "navigation_failed"
    /// A dialog of the page waits for an answer.
    DialogOpen "dialog_open"
    /// A policy of the user forbids it.
    BlockedByPolicy "blocked_by_policy"
    /// This engine cannot do it.
    Unsupported "unsupported"
    /// The engine ended unexpectedly.
    EngineCrashed "engine_crashed"
    /// The page's process ended unexpectedly.
    PageCrashed "page_crashed"
    /// An argument makes no sense.
    InvalidArgument "invalid_argument"
    /// More data than the limit allows.
    TooLarge "too_large"
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An element that may have been meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its ref, if it has been given one.
    pub reference: Option<u32>,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// What the row, item, form … is called that it is in.
    pub context: Option<String>,
}

/// Why something was refused or failed. Names the thing and the reason; the hint names the next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
    candidates: Vec<Candidate>,
    culprit: Option<NodeKey>,
    outdated: bool,
}

impl Error {
    /// An error of that kind. `message` names the thing and the reason, in a sentence without a final period.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            message: message.into(),
            hint: None,
            candidates: Vec::new(),
            culprit: None,
            outdated: false,
        }))
    }

    /// Says that nothing was done because the element may not be what was captured any more: who looks again finds out.
    #[must_use]
    pub fn outdated(mut self) -> Error {
        self.0.outdated = true;
        self
    }

    /// Whether nothing was done because the element may not be what was captured any more.
    pub fn is_outdated(&self) -> bool {
        self.0.outdated
    }

    /// Adds the element that is to blame: what covers the one that was meant. The message does not name it, as an
    /// engine has no names for elements.
    #[must_use]
    pub fn with_culprit(mut self, culprit: NodeKey) -> Error {
        self.0.culprit = Some(culprit);
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds what may have been meant.
    #[must_use]
    pub fn with_candidates(mut self, candidates: Vec<Candidate>) -> Error {
        self.0.candidates = candidates;
        self
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The thing and the reason.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The element that is to blame.
    pub fn culprit(&self) -> Option<NodeKey> {
        self.0.culprit
    }

    /// What may have been meant, likeliest first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.0.candidates
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind, self.0.message)
    }
}

impl std::error::Error for Error {}

//! [`ParseError`]: where a text stops being what its format says.

use std::borrow::Cow;

use crate::Format;

/// A text that is not in the format it was said to be in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "not a snapshot in the {format} format: line {line}, column {column}: expected {expected}, found {found}; pass the \
     unchanged output of `snapshot --format {format}`"
)]
pub struct ParseError {
    /// The format it was read as.
    pub format: Format,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in Unicode scalar values.
    pub column: usize,
    /// What should have been there.
    pub expected: Cow<'static, str>,
    /// What was there: at most a few characters of it, quoted.
    pub found: String,
}

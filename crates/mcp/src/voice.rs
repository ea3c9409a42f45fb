//! [`Voice`]: how answers and errors are put into words.

use std::fmt::Debug;

use surefoot_engine::Error;
use surefoot_session::Answer;

/// Makes text of what sessions answer. The program brings its own, so that its other faces say the same.
pub trait Voice: Debug + Send + Sync + 'static {
    /// What is said of an answer.
    fn answer(&self, answer: &Answer) -> Result<Vec<Piece>, Error>;

    /// What is said of an error: what went wrong, which elements may have been meant, what to do next.
    fn error(&self, error: &Error) -> String;
}

/// A piece of what is said.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Piece {
    /// Text.
    Text(String),
    /// A picture.
    Image {
        /// The bytes of the file.
        bytes: Vec<u8>,
        /// Its type, as `image/png`.
        mime: &'static str,
    },
}

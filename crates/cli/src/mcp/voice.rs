//! The words of the MCP server: those of the command line, with tools in place of commands.

use surefoot_engine::Error;
use surefoot_mcp::{Piece, Voice};
use surefoot_session::Answer;

use crate::output;

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Words;

impl Voice for Words {
    fn answer(&self, answer: &Answer) -> Result<Vec<Piece>, Error> {
        let mut pieces = vec![Piece::Text(output::told(answer))];
        pieces.extend(picture(answer));
        Ok(pieces)
    }

    fn error(&self, error: &Error) -> String {
        output::told_error(error)
    }
}

/// The picture in an answer, if there is one.
fn picture(answer: &Answer) -> Option<Piece> {
    match answer {
        Answer::Screenshot(shot) if !shot.bytes.is_empty() => Some(Piece::Image {
            bytes: shot.bytes.clone(),
            mime: shot.format.mime(),
        }),
        Answer::Noted(inner, _) => picture(inner),
        _ => None,
    }
}

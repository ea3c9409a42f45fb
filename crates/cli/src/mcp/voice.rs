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
        Ok(vec![Piece::Text(output::told(answer))])
    }

    fn error(&self, error: &Error) -> String {
        output::told_error(error)
    }
}

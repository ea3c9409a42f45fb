//! [`TextPattern`]: what a text has to have in it.

use std::str::FromStr;

use regex::{Regex, RegexBuilder};

/// What a text has to have in it: these characters, in upper or lower case, or in slashes a regular expression:
/// `/total: [0-9]+/`, with an `i` after the last slash in upper or lower case.
///
/// ```
/// use surefoot_snapshot::TextPattern;
///
/// let pattern: TextPattern = "/^sign (in|up)$/i".parse()?;
/// assert!(pattern.is_in("Sign up") && !pattern.is_in("Sign up now"));
/// assert!("SIGN".parse::<TextPattern>()?.is_in("Please sign here"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextPattern {
    written: String,
    expression: Regex,
}

impl TextPattern {
    /// Whether a text has it.
    pub fn is_in(&self, text: &str) -> bool {
        self.expression.is_match(text)
    }
}

impl FromStr for TextPattern {
    type Err = String;

    /// Reads a pattern. Fails if what is in slashes is no regular expression; the error says why.
    fn from_str(written: &str) -> Result<TextPattern, String> {
        let in_slashes = written.strip_prefix('/').and_then(|rest| {
            let (expression, flags) = rest.rsplit_once('/')?;
            matches!(flags, "" | "i").then_some((expression, flags == "i"))
        });
        let expression = match in_slashes {
            Some((expression, any_case)) => RegexBuilder::new(expression)
                .case_insensitive(any_case)
                .build(),
            None => RegexBuilder::new(&regex::escape(written))
                .case_insensitive(true)
                .build(),
        };
        match expression {
            Ok(expression) => Ok(TextPattern {
                written: written.to_owned(),
                expression,
            }),
            Err(regex::Error::CompiledTooBig(_)) => Err("it is too large".to_owned()),
            // What is wrong stands in the last line; those before show where.
            Err(error) => {
                let error = error.to_string();
                let why = error.lines().last().unwrap_or_default();
                Err(why.trim_start_matches("error: ").to_owned())
            }
        }
    }
}

impl PartialEq for TextPattern {
    fn eq(&self, other: &TextPattern) -> bool {
        self.written == other.written
    }
}

impl Eq for TextPattern {}

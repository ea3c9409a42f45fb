//! [`Cursor`]: a place in a line, for the parsers of the formats made of lines.

use std::borrow::Cow;

use crate::{Format, ParseError};

/// A place in a line of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    format: Format,
    line: usize,
    text: &'t str,
    at: usize,
}

/// The lines of a text with a cursor at the start of each. A last line without a newline counts; so does `\r\n`.
pub(crate) fn lines(format: Format, text: &str) -> impl Iterator<Item = Cursor<'_>> {
    text.lines().enumerate().map(move |(index, text)| Cursor {
        format,
        line: index + 1,
        text,
        at: 0,
    })
}

/// How many characters of what was found an error shows.
const SHOWN: usize = 20;

impl<'t> Cursor<'t> {
    /// What is left of the line.
    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Whether nothing is left.
    pub(crate) fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Steps over `prefix`, if that comes next.
    pub(crate) fn eat(&mut self, prefix: &str) -> bool {
        let next = self.rest().starts_with(prefix);
        if next {
            self.at += prefix.len();
        }
        next
    }

    /// Steps over `prefix`, which has to come next.
    pub(crate) fn need(
        &mut self,
        prefix: &'static str,
        expected: &'static str,
    ) -> Result<(), ParseError> {
        if self.eat(prefix) {
            Ok(())
        } else {
            Err(self.error(expected))
        }
    }

    /// Steps over what consists of such characters, and returns it; it may be empty.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The first place of a line that is not there.
    pub(crate) fn at(format: Format, line: usize) -> Cursor<'static> {
        Cursor {
            format,
            line,
            text: "",
            at: 0,
        }
    }

    /// Steps over so many bytes, which have to end between characters, and returns them.
    pub(crate) fn take_bytes(&mut self, bytes: usize) -> &'t str {
        let taken = self.rest().get(..bytes).unwrap_or_default();
        self.at += taken.len();
        taken
    }

    /// All that is left, with what its escapes stand for.
    pub(crate) fn escaped_rest(&mut self) -> Result<String, ParseError> {
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != '\\'));
            if self.at_end() {
                return Ok(text);
            }
            text.push(self.escape()?);
        }
    }

    /// Steps over all that is left, and returns it.
    pub(crate) fn take_rest(&mut self) -> &'t str {
        self.take_while(|_| true)
    }

    /// An indentation of two blanks a level.
    pub(crate) fn indent(&mut self) -> Result<u32, ParseError> {
        let blanks = self.take_while(|c| c == ' ').len();
        if blanks % 2 == 1 {
            return Err(self.error("an indentation of two blanks a level"));
        }
        u32::try_from(blanks / 2).map_err(|_| self.error("less indentation"))
    }

    /// A positive number without leading zeros.
    pub(crate) fn number(&mut self, expected: &'static str) -> Result<u32, ParseError> {
        let start = *self;
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(number) if !digits.starts_with('0') => Ok(number),
            _ => Err(start.error(expected)),
        }
    }

    /// The word for a role.
    pub(crate) fn role(&mut self) -> Result<&'t str, ParseError> {
        let start = *self;
        let word = self.take_while(|c| c.is_ascii_lowercase() || c == '-');
        if is_role(word) {
            Ok(word)
        } else {
            Err(start.error("a role in lower-case letters"))
        }
    }

    /// A text in double quotes. The escapes of Go and of JSON are both read.
    pub(crate) fn quoted(&mut self) -> Result<String, ParseError> {
        self.need("\"", "a text in double quotes")?;
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != '"' && c != '\\'));
            if self.eat("\"") {
                return Ok(text);
            }
            if self.at_end() {
                return Err(self.error("a closing quote"));
            }
            text.push(self.escape()?);
        }
    }

    /// The character that an escape stands for.
    fn escape(&mut self) -> Result<char, ParseError> {
        const EXPECTED: &str = "an escape such as \\n, \\\", \\x1b or \\u00a0";
        let start = *self;
        self.need("\\", EXPECTED)?;
        let Some(kind) = self.rest().chars().next() else {
            return Err(start.error(EXPECTED));
        };
        self.at += kind.len_utf8();
        let code = match kind {
            '"' | '\\' | '/' => Some(u32::from(kind)),
            'a' => Some(0x7),
            'b' => Some(0x8),
            't' => Some(0x9),
            'n' => Some(0xa),
            'v' => Some(0xb),
            'f' => Some(0xc),
            'r' => Some(0xd),
            'x' => self.hex(2).filter(|&code| code < 0x80),
            'u' => self.hex(4).and_then(|unit| self.second_half(unit)),
            'U' => self.hex(8),
            _ => None,
        };
        code.and_then(char::from_u32)
            .ok_or_else(|| start.error(EXPECTED))
    }

    /// The code of a character whose UTF-16 begins with `unit`; JSON writes both halves of a pair as escapes.
    fn second_half(&mut self, unit: u32) -> Option<u32> {
        if !(0xd800..0xdc00).contains(&unit) {
            return Some(unit);
        }
        let low = if self.eat("\\u") {
            self.hex(4)?
        } else {
            return None;
        };
        (0xdc00..0xe000)
            .contains(&low)
            .then(|| 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
    }

    /// So many hexadecimal digits.
    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self
            .rest()
            .get(..digits)
            .filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// The error that something else should be here.
    pub(crate) fn error(&self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let rest = self.rest();
        let found = if rest.is_empty() {
            "the end of the line".to_owned()
        } else {
            crate::escape::quoted(&crate::escape::cut(rest, SHOWN))
        };
        let column = self.text[..self.at].chars().count() + 1;
        ParseError {
            format: self.format,
            line: self.line,
            column,
            expected: expected.into(),
            found,
        }
    }
}

/// Whether a word can be a role in a line: lower-case letters, and hyphens inside.
pub(crate) fn is_role(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

//! From text to tokens (HTML, "Tokenization"), for html5ever's tree builder.
//!
//! html5ever's own tokenizer takes its input in pieces, character by character, which is most of the cost of parsing a
//! page. Here the whole page is at hand, so that names, values and runs of text are found as slices. What nobody asks
//! for is left out: parse errors, line numbers, and the content of comments, which the arena does not keep. The tests
//! hold both tokenizers against each other.

mod raw;
mod reference;
mod tag;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Doctype, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use memchr::{memchr, memchr3, memmem};

use self::reference::Place;

pub(super) use self::tag::MAX_ATTRIBUTES;

/// Bytes of the page that are copied at once, to be shared by the tokens made of them: few enough not to hold a second
/// copy of a large page.
const WINDOW: usize = 256 * 1024;

/// Gives the tokens of a page to `sink`, the last of them the end of file. Returns how many tags had more than
/// [`MAX_ATTRIBUTES`] attributes, and were given without the rest of them. Linear.
pub(super) fn tokenize<S: TokenSink>(html: &str, sink: &S) -> usize {
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let text = normalized(html);
    let mut tokens = Tokens {
        text: &text,
        bytes: text.as_bytes(),
        at: 0,
        sink,
        window: StrTendril::new(),
        window_start: 0,
        overloaded_tags: 0,
    };
    while tokens.at < tokens.bytes.len() {
        tokens.data();
    }
    tokens.emit(Token::EOFToken);
    sink.end();
    tokens.overloaded_tags
}

/// The text with every line break as one line feed (HTML, "Preprocessing the input stream").
fn normalized(html: &str) -> Cow<'_, str> {
    if memchr(b'\r', html.as_bytes()).is_none() {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((line, tail)) = rest.split_once('\r') {
        out.push_str(line);
        out.push('\n');
        rest = tail.strip_prefix('\n').unwrap_or(tail);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// A page that is being read. Between two calls of its methods, `at` is in the "data state".
struct Tokens<'h, S> {
    text: &'h str,
    bytes: &'h [u8],
    at: usize,
    sink: &'h S,
    /// A copy of the text from `window_start` on, shared by the tokens made of it.
    window: StrTendril,
    window_start: usize,
    overloaded_tags: usize,
}

impl<S: TokenSink> Tokens<'_, S> {
    fn emit(&self, token: Token) {
        // Only tags have an answer that changes how to go on.
        let _ = self.sink.process_token(token, 1);
    }

    /// Reads a run of text and what ends it.
    fn data(&mut self) {
        let start = self.at;
        self.at = self.find(start, |rest| memchr3(b'<', b'&', 0, rest));
        self.characters(start..self.at);
        match self.bytes.get(self.at) {
            Some(b'<') => self.markup(),
            Some(b'&') => self.reference(),
            Some(_) => {
                self.emit(Token::NullCharacterToken);
                self.at += 1;
            }
            None => {}
        }
    }

    /// Reads what a `<` begins ("tag open state").
    fn markup(&mut self) {
        let at = self.at;
        match (self.bytes.get(at + 1), self.bytes.get(at + 2)) {
            (Some(b), _) if b.is_ascii_alphabetic() => self.tag(TagKind::StartTag, at + 1),
            (Some(b'/'), Some(b)) if b.is_ascii_alphabetic() => {
                self.tag(TagKind::EndTag, at + 2);
            }
            (Some(b'/'), Some(b'>')) => self.at = at + 3,
            (Some(b'/'), Some(_)) => self.comment(at + 2),
            (Some(b'!'), _) => self.declaration(),
            (Some(b'?'), _) => self.comment(at + 1),
            (Some(b'/'), None) => {
                self.at = at + 2;
                self.characters(at..at + 2);
            }
            _ => {
                self.at = at + 1;
                self.characters(at..at + 1);
            }
        }
    }

    /// Reads a tag whose name begins at `name`, and the content of an element whose content is only text.
    fn tag(&mut self, kind: TagKind, name: usize) {
        let Some(read) = tag::read(self, kind, name) else {
            // A tag that does not end before the page does is no tag.
            self.at = self.bytes.len();
            return;
        };
        self.at = read.end;
        self.overloaded_tags += usize::from(read.overloaded);
        match self.sink.process_token(Token::TagToken(read.tag), 1) {
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => {}
            TokenSinkResult::Plaintext => self.raw_text(self.bytes.len(), RawKind::Rawtext),
            TokenSinkResult::RawData(kind) => {
                let end = match kind {
                    RawKind::Rcdata | RawKind::Rawtext => {
                        let name = self.bytes.get(read.name).unwrap_or_default();
                        raw::end(self.bytes, self.at, name)
                    }
                    RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => {
                        raw::script_end(self.bytes, self.at)
                    }
                };
                self.raw_text(end, kind);
            }
        }
    }

    /// Reads text up to `end` in which no `<` means anything.
    fn raw_text(&mut self, end: usize, kind: RawKind) {
        while self.at < end {
            let start = self.at;
            self.at = self
                .find(start, |rest| match kind {
                    RawKind::Rcdata => memchr::memchr2(b'&', 0, rest),
                    _ => memchr(0, rest),
                })
                .min(end);
            self.characters(start..self.at);
            if self.at == end {
                break;
            }
            if self.bytes.get(self.at) == Some(&b'&') {
                self.reference();
            } else {
                self.emit(Token::CharacterTokens(StrTendril::from_char('\u{fffd}')));
                self.at += 1;
            }
        }
    }

    /// Reads a character reference in text, or the `&` that is none.
    fn reference(&mut self) {
        let after = self.text.get(self.at + 1..).unwrap_or("");
        match reference::read(after, Place::Text) {
            Some(reference) => {
                let mut characters = StrTendril::new();
                reference.characters().for_each(|c| characters.push_char(c));
                self.emit(Token::CharacterTokens(characters));
                self.at += 1 + reference.len;
            }
            None => {
                self.at += 1;
                self.characters(self.at - 1..self.at);
            }
        }
    }

    /// Reads what `<!` begins ("markup declaration open state").
    fn declaration(&mut self) {
        let inside = self.at + 2;
        let rest = self.bytes.get(inside..).unwrap_or_default();
        let begins = |word: &[u8]| {
            rest.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if rest.starts_with(b"--") {
            self.at = raw::comment_end(self.bytes, inside + 2);
            self.emit(Token::CommentToken(StrTendril::new()));
        } else if begins(b"doctype") {
            let start = self.at;
            self.at = self.past(inside, b'>');
            let doctype = self.text.get(start..self.at).map(doctype);
            self.emit(Token::DoctypeToken(doctype.unwrap_or_default()));
        } else if rest.starts_with(b"[CDATA[")
            && self
                .sink
                .adjusted_current_node_present_but_not_in_html_namespace()
        {
            self.character_data(inside + "[CDATA[".len());
        } else {
            self.comment(inside);
        }
    }

    /// Reads a "bogus comment" whose content begins at `start`.
    fn comment(&mut self, start: usize) {
        self.at = self.past(start, b'>');
        self.emit(Token::CommentToken(StrTendril::new()));
    }

    /// Reads the content of a CDATA section.
    fn character_data(&mut self, start: usize) {
        let end = self.find(start, |rest| memmem::find(rest, b"]]>"));
        let mut from = start;
        while from < end {
            let null = self.find(from, |rest| memchr(0, rest)).min(end);
            self.characters(from..null);
            if null < end {
                self.emit(Token::NullCharacterToken);
            }
            from = null + 1;
        }
        self.at = (end + "]]>".len()).min(self.bytes.len());
    }

    /// Gives the sink a run of text.
    fn characters(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            let characters = self.slice(range);
            self.emit(Token::CharacterTokens(characters));
        }
    }

    /// The text of a range as tokens hold it.
    fn slice(&mut self, range: Range<usize>) -> StrTendril {
        /// What a tendril holds without a buffer.
        const INLINE: usize = 8;
        let text = self.text.get(range.clone()).unwrap_or("");
        if text.len() <= INLINE {
            return StrTendril::from_slice(text);
        }
        let window_end = self.window_start + self.window.len();
        if range.start < self.window_start || range.end > window_end {
            let end = range.end.max(range.start + WINDOW);
            let copied = range.start..self.text.floor_char_boundary(end);
            self.window_start = copied.start;
            self.window = StrTendril::from_slice(self.text.get(copied).unwrap_or(""));
        }
        let offset = (range.start - self.window_start) as u32;
        self.window
            .try_subtendril(offset, text.len() as u32)
            .unwrap_or_else(|_| StrTendril::from_slice(text))
    }

    /// Where `finder` finds something behind `from`; the end of the page if nowhere.
    fn find(&self, from: usize, finder: impl FnOnce(&[u8]) -> Option<usize>) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        finder(rest).map_or(self.bytes.len(), |found| from + found)
    }

    /// The place after the next `byte`.
    fn past(&self, from: usize, byte: u8) -> usize {
        (self.find(from, |rest| memchr(byte, rest)) + 1).min(self.bytes.len())
    }
}

/// Reads a doctype with html5ever's tokenizer: it is there once a page, and has sixteen states.
fn doctype(source: &str) -> Doctype {
    #[derive(Default)]
    struct Last(std::cell::RefCell<Doctype>);

    impl TokenSink for Last {
        type Handle = ();

        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            if let Token::DoctypeToken(doctype) = token {
                self.0.replace(doctype);
            }
            TokenSinkResult::Continue
        }
    }

    let tokenizer = Tokenizer::new(Last::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(source));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

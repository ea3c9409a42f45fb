//! The one place where text of a page is made harmless to print.
//!
//! A page can say anything: quotes, newlines, text that looks like a ref, marks that turn the reading direction round,
//! characters that nobody sees but a model reads, and the escapes that steer a terminal. Formats print such text only
//! through [`push_quoted`]; messages and bare text go through [`line_safe`] and [`terminal_safe`].

use std::borrow::Cow;

/// How a quoted text writes what it cannot show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quoting {
    /// As Go's `%q`: `\x1b`, `\u00a0`, `\U000e0041` (S4, resolution E2).
    Go,
    /// As JSON: `\u001b`, `\u00a0`, `\udb40\udc41` (S1, resolution B8).
    Json,
}

/// The text in double quotes, as `compact` and messages write it.
///
/// ```
/// use surefoot_view::escape::quoted;
/// assert_eq!(quoted("OK\" [ref=e1]\n\u{202e}"), r#""OK\" [ref=e1]\n\u202e""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text, Quoting::Go);
    out
}

/// Appends the text in double quotes.
pub fn push_quoted(out: &mut String, text: &str, quoting: Quoting) {
    out.push('"');
    push_escaped(out, text, quoting);
    out.push('"');
}

/// Appends the text without quotes, but with what nobody would see, and backslashes, as escapes.
pub(crate) fn push_bare(out: &mut String, text: &str) {
    push_with(out, text, |c| c == '\\' || is_hidden(c), Quoting::Go);
}

/// Appends the text as it stands inside of quotes.
pub(crate) fn push_escaped(out: &mut String, text: &str, quoting: Quoting) {
    push_with(
        out,
        text,
        |c| c == '"' || c == '\\' || is_hidden(c),
        quoting,
    );
}

/// Text for an output of several lines, such as that of `get text`: newlines and tabs stay, and so do the blanks and
/// joiners that writing systems need; whatever steers a terminal, turns the reading direction round or hides is
/// written as an escape. Unlike quoted text it cannot be read back: a backslash stays what it is.
///
/// ```
/// use surefoot_view::escape::terminal_safe;
/// assert_eq!(terminal_safe("a\u{1b}[31mb\nc"), "a\\x1b[31mb\nc");
/// ```
pub fn terminal_safe(text: &str) -> Cow<'_, str> {
    safe(text, |c| !matches!(c, '\n' | '\t') && steers(c))
}

/// Text for a place inside one line, such as a message: as [`terminal_safe`], and newlines and tabs are escaped too.
pub fn line_safe(text: &str) -> Cow<'_, str> {
    safe(text, steers)
}

fn safe(text: &str, escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    push_with(&mut out, text, escaped, Quoting::Go);
    Cow::Owned(out)
}

/// Appends the text, with those characters written as escapes.
fn push_with(out: &mut String, text: &str, escaped: impl Fn(char) -> bool, quoting: Quoting) {
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        if escaped(c) {
            out.push_str(&text[plain..at]);
            push_escape(out, c, quoting);
            plain = at + c.len_utf8();
        }
    }
    out.push_str(&text[plain..]);
}

fn push_escape(out: &mut String, c: char, quoting: Quoting) {
    let short = match (c, quoting) {
        ('"', _) => "\\\"",
        ('\\', _) => "\\\\",
        ('\n', _) => "\\n",
        ('\r', _) => "\\r",
        ('\t', _) => "\\t",
        ('\u{8}', _) => "\\b",
        ('\u{c}', _) => "\\f",
        ('\u{7}', Quoting::Go) => "\\a",
        ('\u{b}', Quoting::Go) => "\\v",
        _ => "",
    };
    if !short.is_empty() {
        out.push_str(short);
        return;
    }
    let code = u32::from(c);
    match quoting {
        Quoting::Go if code < 0x80 => push_hex(out, "\\x", code, 2),
        Quoting::Go if code > 0xffff => push_hex(out, "\\U", code, 8),
        Quoting::Go => push_hex(out, "\\u", code, 4),
        Quoting::Json => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                push_hex(out, "\\u", u32::from(*unit), 4);
            }
        }
    }
}

/// Appends the prefix and the lowest `digits` hexadecimal digits of `code`.
fn push_hex(out: &mut String, prefix: &str, code: u32, digits: u32) {
    out.push_str(prefix);
    for place in (0..digits).rev() {
        let digit = (code >> (4 * place)) & 0xf;
        out.push(char::from_digit(digit, 16).unwrap_or('0'));
    }
}

/// Whether a character cannot be seen, or not told from a blank, and so is written as an escape inside of quotes:
/// controls, blanks other than the common one, what turns the reading direction round, joiners, tags, private use and
/// noncharacters. The selector U+FE0F stays, for it is part of most emoji.
pub fn is_hidden(c: char) -> bool {
    if c < '\u{a0}' {
        return c.is_control();
    }
    steers(c)
        || matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' // blanks
            | '\u{200c}' | '\u{200d}' // joiners
            | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' // private use: the pictures of icon fonts
        )
}

/// Whether a character steers a terminal, turns the reading direction round, ends a line or carries text nobody sees:
/// what even bare text may not hold.
fn steers(c: char) -> bool {
    if c < '\u{a0}' {
        return c.is_control();
    }
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' // zero width, and the marks of direction
        | '\u{2028}'..='\u{202e}' // ends of lines and paragraphs, embeddings and overrides
        | '\u{2060}'..='\u{206f}' // joiner, invisible operators, isolates
        | '\u{2800}' | '\u{3164}' | '\u{ffa0}' // blank letters
        | '\u{fdd0}'..='\u{fdef}' // noncharacters
        | '\u{fe00}'..='\u{fe0e}' // variation selectors
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' // tags, and more variation selectors
    )
}

/// A text cut to at most `limit` Unicode scalar values; what was cut ends in `...`, which counts.
pub(crate) fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    cut_at(text, limit, "...")
}

/// The same, where what was cut ends in `mark`.
pub(crate) fn cut_at<'t>(text: &'t str, limit: usize, mark: &str) -> Cow<'t, str> {
    if text.len() <= limit || text.chars().nth(limit).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text
        .char_indices()
        .nth(limit.saturating_sub(mark.chars().count()))
        .map_or(text.len(), |(at, _)| at);
    let mut short = String::with_capacity(end + mark.len());
    short.push_str(&text[..end]);
    short.push_str(mark);
    Cow::Owned(short)
}

/// Appends a number, without the machinery of formatting: refs are on every line.
pub(crate) fn push_number(out: &mut String, number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

/// Appends the indentation of a depth: two blanks a level, up to [`crate::MAX_INDENT`].
pub(crate) fn push_indent(out: &mut String, depth: u32) {
    const BLANKS: &str = "                                                                                                                                ";
    const { assert!(BLANKS.len() == 2 * crate::MAX_INDENT as usize) };
    out.push_str(&BLANKS[..2 * depth.min(crate::MAX_INDENT) as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, go: &str, json: &str) {
        assert_eq!(quoted(text), go);
        let mut out = String::new();
        push_quoted(&mut out, text, Quoting::Json);
        assert_eq!(out, json);
        assert_eq!(
            serde_json::from_str::<String>(&out).expect("it is JSON"),
            text
        );
    }

    #[test]
    fn quoted_in_both_ways() {
        check("Save", r#""Save""#, r#""Save""#);
        check("a\"b\\c", r#""a\"b\\c""#, r#""a\"b\\c""#);
        check("\n\t\r", r#""\n\t\r""#, r#""\n\t\r""#);
        check(
            "\u{7}\u{b}\u{1b}\u{7f}",
            r#""\a\v\x1b\x7f""#,
            r#""\u0007\u000b\u001b\u007f""#,
        );
        check(
            "\u{9b}\u{a0}\u{202e}",
            r#""\u009b\u00a0\u202e""#,
            r#""\u009b\u00a0\u202e""#,
        );
        check("\u{e0041}", r#""\U000e0041""#, r#""\udb40\udc41""#);
        check(
            "日本語 Größe ❤\u{fe0f} नमस्ते",
            "\"日本語 Größe ❤\u{fe0f} नमस्ते\"",
            "\"日本語 Größe ❤\u{fe0f} नमस्ते\"",
        );
    }

    #[test]
    fn bare_text_keeps_what_writing_needs_and_loses_what_steers() {
        assert_eq!(
            terminal_safe("a\nb\tc\u{a0}\u{200d}d\\"),
            "a\nb\tc\u{a0}\u{200d}d\\"
        );
        assert!(matches!(terminal_safe("plain\ntext"), Cow::Borrowed(_)));
        assert_eq!(
            terminal_safe("\u{1b}]0;x\u{7}\r\u{202e}"),
            "\\x1b]0;x\\a\\r\\u202e"
        );
        assert_eq!(line_safe("a\nb"), "a\\nb");
    }

    #[test]
    fn cuts_count_scalar_values() {
        assert_eq!(cut(&"é".repeat(80), 80), "é".repeat(80));
        assert_eq!(cut(&"é".repeat(81), 80), format!("{}...", "é".repeat(77)));
        assert_eq!(cut("", 80), "");
    }

    #[test]
    fn numbers() {
        for number in [0, 7, 10, 4_294_967_295] {
            let mut out = String::new();
            push_number(&mut out, number);
            assert_eq!(out, number.to_string());
        }
    }
}

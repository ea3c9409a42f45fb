//! Texts within selectors (CSSOM, "serialize an identifier", "serialize a string").

use std::fmt::Write as _;

/// A text as a CSS identifier: of an id, a class, a tag or the name of an attribute.
pub(super) fn ident(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    let is_dash = text == "-";
    let after_dash = text.starts_with('-');
    for (at, c) in text.chars().enumerate() {
        let leads = at == 0 || (at == 1 && after_dash);
        match c {
            '\0' => out.push('\u{fffd}'),
            '0'..='9' if leads => by_number(&mut out, c),
            c if is_unseen(c) => by_number(&mut out, c),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => out.push(c),
            '-' if !is_dash => out.push(c),
            c if c >= '\u{80}' => out.push(c),
            c => {
                out.push('\\');
                out.push(c);
            }
        }
    }
    out
}

/// A text as a CSS string, quotes included.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '\0' => out.push('\u{fffd}'),
            c if is_unseen(c) => by_number(&mut out, c),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a character cannot be seen, or changes how others are: where selectors are printed it may be stripped.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn by_number(out: &mut String, c: char) {
    let _ = write!(out, "\\{:x} ", u32::from(c));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_the_standard_says() {
        for (text, expected) in [
            ("main", "main"),
            ("1st", "\\31 st"),
            ("-1", "-\\31 "),
            ("-", "\\-"),
            ("--x", "--x"),
            (":r1:", "\\:r1\\:"),
            ("a.b", "a\\.b"),
            ("a b", "a\\ b"),
            ("größe", "größe"),
            ("a\nb", "a\\a b"),
        ] {
            assert_eq!(ident(text), expected, "{text:?}");
        }
        assert_eq!(quoted("a\u{202e}b\u{200b}"), r#""a\202e b\200b ""#);
        assert_eq!(quoted("say \"hi\"\\\n"), r#""say \"hi\"\\\a ""#);
    }
}

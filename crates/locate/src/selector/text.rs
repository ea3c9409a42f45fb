//! Texts within selectors (CSSOM, "serialize an identifier", "serialize a string").

use std::fmt::Write as _;

/// A text as a CSS identifier: of an id, a class, a tag or the name of an attribute.
pub(super) fn ident(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    let mut chars = text.chars().enumerate().peekable();
    let is_dash = text == "-";
    let after_dash = text.starts_with('-');
    while let Some((at, c)) = chars.next() {
        let leads = at == 0 || (at == 1 && after_dash);
        match c {
            '\0' => out.push('\u{fffd}'),
            '0'..='9' if leads => by_number(&mut out, c),
            '\u{1}'..='\u{1f}' | '\u{7f}' => by_number(&mut out, c),
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
            '\u{1}'..='\u{1f}' | '\u{7f}' => by_number(&mut out, c),
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
        assert_eq!(quoted("say \"hi\"\\\n"), r#""say \"hi\"\\\a ""#);
    }
}

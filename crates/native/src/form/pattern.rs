//! The `pattern` attribute: JavaScript regular expressions, as far as they can be run here.

use fancy_regex::{Regex, RegexBuilder};

/// Steps a pattern may take before it is given up: enough for any sensible one on a form value.
const BACKTRACKING: usize = 200_000;
/// Longest pattern that is tried.
const MAX_LENGTH: usize = 4_096;

/// Whether `value` matches `pattern` as a whole; `None` if the pattern is no regular expression (then it means nothing) or
/// costs too much.
pub(crate) fn matches(pattern: &str, value: &str) -> Option<bool> {
    compile(pattern)?.is_match(value).ok()
}

fn compile(pattern: &str) -> Option<Regex> {
    if pattern.len() > MAX_LENGTH {
        return None;
    }
    RegexBuilder::new(&format!("^(?:{})$", translate(pattern)))
        .backtrack_limit(BACKTRACKING)
        .delegate_size_limit(1 << 20)
        .build()
        .ok()
}

/// JavaScript's syntax in that of the `regex` crate where they differ: the class escapes mean ASCII, and `$` in the
/// middle means the end alone (which it does here too).
fn translate(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut in_class = false;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('d') => out += if in_class { "0-9" } else { "[0-9]" },
                Some('D') => out += "[^0-9]",
                Some('w') => {
                    out += if in_class {
                        "A-Za-z0-9_"
                    } else {
                        "[A-Za-z0-9_]"
                    }
                }
                Some('W') => out += "[^A-Za-z0-9_]",
                Some('/') => out.push('/'),
                Some(next) => out.extend(['\\', next]),
                None => out += "\\\\",
            },
            '[' => {
                in_class = true;
                out.push('[');
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_values() {
        assert_eq!(matches("[A-Z]{3}", "ABC"), Some(true));
        assert_eq!(matches("[A-Z]{3}", "ABCD"), Some(false));
        assert_eq!(matches("a|b", "ab"), Some(false));
        assert_eq!(matches(r"\d{5}(-\d{4})?", "12345-6789"), Some(true));
        assert_eq!(matches(r"\d+", "\u{663}"), Some(false), "ASCII digits only");
        assert_eq!(matches(r"[\w.]+@[\w.]+", "a.b@c.d"), Some(true));
        assert_eq!(matches(r"(?=.*\d)(?=.*[a-z]).{8,}", "abcdefg1"), Some(true));
        assert_eq!(matches(r"https?:\/\/.+", "http://x"), Some(true));
        assert_eq!(matches(r"\u0041+", "AA"), Some(true));
    }

    #[test]
    fn broken_and_costly_patterns_mean_nothing() {
        assert_eq!(matches("(", "x"), None);
        assert_eq!(matches(&"(?=a)".repeat(2_000), "x"), None);
        let costly = r"(a|a|aa)*(?=b)c\1";
        assert_eq!(matches(costly, &"a".repeat(60)), None);
    }
}

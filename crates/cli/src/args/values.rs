//! Values of arguments: how times, sizes, names and headers are written.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use surefoot_view::Format;

/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_hours(24);

/// A time: `30` and `30s` are seconds, then `500ms`, `2m`, `1h`. From 1 ms to 24 hours.
pub(crate) fn timeout(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, factor) = UNITS
        .iter()
        .find_map(|&(unit, factor)| text.strip_suffix(unit).map(|number| (number, factor)))
        .unwrap_or((text, 1.0));
    let seconds = decimal(number)
        .ok_or("expected a number with ms, s, m or h, such as 500ms, 5s or 30")?
        * factor;
    if seconds < 0.001 {
        return Err("it must be at least 1ms".into());
    }
    if seconds > LONGEST.as_secs_f64() {
        return Err("it must be at most 24h".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A number of bytes: `1000`, `500K`, `32M`, `1G`, also as `32MB` and `32MiB`. Steps are of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let (number, shift) = match digits.as_bytes().last() {
        Some(b'K') => (&digits[..digits.len() - 1], 10),
        Some(b'M') => (&digits[..digits.len() - 1], 20),
        Some(b'G') => (&digits[..digits.len() - 1], 30),
        _ => (digits, 0),
    };
    let bytes = number
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(1 << shift));
    match bytes {
        Some(0) => Err("it must be at least 1".into()),
        Some(bytes) if bytes <= 1 << 30 => Ok(bytes),
        Some(_) => Err("it must be at most 1G".into()),
        None => Err("expected a number of bytes, such as 500K, 32M or 1G".into()),
    }
}

/// The name of a session: it stands in messages and paths, so it is kept plain.
pub(crate) fn session_name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=64).contains(&text.len()) && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("a session name has 1 to 64 letters, digits, hyphens, dots or underscores".into())
    }
}

/// A header as `Name: value`.
pub(crate) fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once(':')
        .ok_or("expected NAME: VALUE, such as \"Accept-Language: de\"")?;
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if name.is_empty() || !name.chars().all(token) {
        return Err("the name of a header has only letters, digits and hyphens".into());
    }
    let value = value.trim();
    if value.chars().any(char::is_control) {
        return Err("the value of a header cannot hold line breaks or control characters".into());
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// A number of levels.
pub(crate) fn depth(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected a number of levels, from 1".into())
}

/// The number of a tab, as `2` or `t2`.
pub(crate) fn tab_number(text: &str) -> Result<u32, String> {
    match text.strip_prefix('t').unwrap_or(text).parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("expected the number of a tab, from 1; `surefoot tab list` shows them".into()),
    }
}

/// The names of the formats, from the table of the formats.
pub(crate) fn format() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Format::ALL
            .iter()
            .map(|format| PossibleValue::new(format.name()).help(format.about())),
    )
}

/// A decimal number without sign or exponent.
fn decimal(text: &str) -> Option<f64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (text, millis) in [
            ("30", 30_000),
            ("5s", 5000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5s", 1500),
            ("1h", 3_600_000),
        ] {
            assert_eq!(timeout(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in [
            "", "s", "-1", "0", "0ms", "1e9", "25h", "5 s", "nan", "inf", "1.2.3", "5x",
        ] {
            assert!(timeout(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("1", 1),
            ("500K", 512_000),
            ("32M", 32 << 20),
            ("32MiB", 32 << 20),
            ("1g", 1 << 30),
            ("10kb", 10 << 10),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "0",
            "M",
            "-1",
            "2G",
            "1.5M",
            "99999999999999999999G",
            "x",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_headers_and_tabs() {
        assert!(session_name("work-1.a_b").is_ok());
        for text in ["", "a b", "../x", "é", &"x".repeat(65)] {
            assert!(session_name(text).is_err(), "{text}");
        }
        assert_eq!(header("X-A:  b: c "), Ok(("X-A".into(), "b: c".into())));
        for text in ["x", ": y", "a b: c", "a: b\nc: d"] {
            assert!(header(text).is_err(), "{text}");
        }
        assert_eq!((tab_number("2"), tab_number("t3")), (Ok(2), Ok(3)));
        for text in ["0", "-1", "x", "t"] {
            assert!(tab_number(text).is_err(), "{text}");
        }
    }
}

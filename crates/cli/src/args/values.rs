//! Values of arguments: how times, sizes, names and headers are written.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use surefoot_session::LEAST_BUDGET;
use surefoot_snapshot::{Region, Role};
use surefoot_view::Format;

use crate::wire::Budget;

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

/// A time as [`timeout`] has it, or none at all.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    match text.trim_end_matches(['m', 's', 'h']) {
        "0" => Ok(Duration::ZERO),
        _ => timeout(text),
    }
}

/// What is waited for after an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settle {
    /// The page, and its requests.
    Network,
    /// The page.
    Dom,
    /// Both, so long at most.
    Within(Duration),
}

/// `none`, `dom`, `network`, or a time, in milliseconds unless it says otherwise.
pub(crate) fn settle(text: &str) -> Result<Settle, String> {
    Ok(match text {
        "none" => Settle::Within(Duration::ZERO),
        "dom" => Settle::Dom,
        "network" => Settle::Network,
        _ if text.bytes().all(|b| b.is_ascii_digit()) => {
            Settle::Within(time(&format!("{text}ms"))?)
        }
        _ => Settle::Within(time(text).map_err(|_| {
            "expected none, dom, network or a time in milliseconds, such as 500 or 2s".to_owned()
        })?),
    })
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

/// A user and a password as `user:password`.
pub(crate) fn credentials(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((user, password)) if !user.is_empty() => Ok((user.to_owned(), password.to_owned())),
        _ => Err("expected USER:PASSWORD".into()),
    }
}

/// A view as `1280x720`, or `390x844@3` with its device pixels for each CSS pixel.
pub(crate) fn viewport(text: &str) -> Result<(u32, u32, f64), String> {
    const EXPECTED: &str = "expected WIDTHxHEIGHT in CSS pixels, such as 1280x720 or 390x844@3";
    let (size, scale) = match text.split_once('@') {
        Some((size, scale)) => (size, decimal(scale).ok_or(EXPECTED)?),
        None => (text, 1.0),
    };
    let (width, height) = size.split_once(['x', 'X', ',']).ok_or(EXPECTED)?;
    let side = |side: &str| {
        side.parse::<u32>()
            .ok()
            .filter(|n| (1..=20_000).contains(n))
    };
    match (side(width), side(height)) {
        (Some(width), Some(height)) if (0.1..=10.0).contains(&scale) => Ok((width, height, scale)),
        (Some(_), Some(_)) => Err("the scale must be from 0.1 to 10".into()),
        _ => Err(EXPECTED.into()),
    }
}

/// A place as `latitude,longitude`, in degrees.
pub(crate) fn place(text: &str) -> Result<(f64, f64), String> {
    let (latitude, longitude) =
        pair(text).ok_or("expected LATITUDE,LONGITUDE, such as 52.52,13.405")?;
    if latitude.abs() > 90.0 || longitude.abs() > 180.0 {
        return Err("latitudes go from -90 to 90, longitudes from -180 to 180".into());
    }
    Ok((latitude, longitude))
}

/// A point as `x,y`, in CSS pixels.
pub(crate) fn point(text: &str) -> Result<(f64, f64), String> {
    pair(text).ok_or_else(|| "expected X,Y in CSS pixels, such as 10,4".into())
}

/// A part of a page.
pub(crate) fn region_of_page(text: &str) -> Result<[f64; 4], String> {
    let expected = || "expected X,Y,WIDTH,HEIGHT in CSS pixels, such as 0,100,400,300".to_owned();
    let (start, size) = text
        .match_indices(',')
        .nth(1)
        .map(|(at, _)| (&text[..at], &text[at + 1..]))
        .ok_or_else(expected)?;
    let ((x, y), (width, height)) = pair(start).zip(pair(size)).ok_or_else(expected)?;
    if width < 1.0 || height < 1.0 {
        return Err("its width and height have to be 1 or more".into());
    }
    Ok([x, y, width, height])
}

/// The format of a picture's file.
pub(crate) fn format_of_picture(text: &str) -> Result<String, String> {
    surefoot_session::PictureFormat::named(text)
        .map(|format| format.name().to_owned())
        .ok_or_else(|| "expected png, jpeg or webp".into())
}

/// Pixels for each CSS pixel.
pub(crate) fn density(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|scale| (0.1..=8.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.1 to 8".into())
}

/// A length on paper.
pub(crate) fn inches(text: &str) -> Result<f64, String> {
    decimal(text.strip_suffix("in").unwrap_or(text))
        .ok_or_else(|| "expected a number of inches, such as 0.5".into())
}

/// So much of a hundred.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    decimal(text.strip_suffix('%').unwrap_or(text))
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "expected a number from 0 to 100".into())
}

/// A number of CSS pixels, as `300` or `300px`.
pub(crate) fn pixels(text: &str) -> Result<f64, String> {
    decimal(text.strip_suffix("px").unwrap_or(text))
        .ok_or_else(|| "expected a number of CSS pixels, such as 300".into())
}

/// How large something is drawn.
pub(crate) fn scale(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|scale| (0.1..=2.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.1 to 2".into())
}

fn pair(text: &str) -> Option<(f64, f64)> {
    let (first, second) = text.split_once(',')?;
    let number = |text: &str| {
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1.0, digits),
            None => (1.0, text),
        };
        decimal(digits).map(|n| sign * n)
    };
    number(first).zip(number(second))
}

/// A number of levels.
pub(crate) fn depth(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected a number of levels, from 1".into())
}

/// A number of things, from 1.
pub(crate) fn count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "expected a number, from 1".into())
}

/// A text to look for.
pub(crate) fn pattern(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("expected a text to look for, such as \"sign in\"".into());
    }
    Ok(text.to_owned())
}

/// The names of the regions, from their table.
pub(crate) fn region() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Region::all().map(|region| PossibleValue::new(region.name()).aliases(region.alias())),
    )
}

/// A role, by the word that snapshots print. Short words for what many look for are understood too.
pub(crate) fn role(text: &str) -> Result<&'static str, String> {
    let text = text.trim().to_ascii_lowercase();
    let word = match text.as_str() {
        "image" => "img",
        "input" => "textbox",
        "select" => "combobox",
        word => word,
    };
    ["clickable", "focusable"]
        .into_iter()
        .chain(Role::all().map(Role::as_str))
        .find(|known| *known == word)
        .ok_or_else(|| {
            let known = [
                "heading",
                "text",
                "listitem",
                "row",
                "cell",
                "img",
                "navigation",
                "dialog",
                "alert",
            ];
            let acts = Role::all()
                .filter(|role| role.is_interactive())
                .map(Role::as_str);
            let all: Vec<&str> = acts
                .chain(["clickable", "focusable"])
                .chain(known)
                .collect();
            format!(
                "there is no such role; there are {} and the other roles of ARIA",
                all.join(", ")
            )
        })
}

/// A number of tokens, or none at all.
pub(crate) fn budget(text: &str) -> Result<Budget, String> {
    if text == "none" {
        return Ok(Budget::None);
    }
    match text.parse::<NonZeroU32>() {
        Ok(tokens) if tokens.get() >= LEAST_BUDGET => Ok(Budget::Tokens(tokens)),
        Ok(_) => Err(format!("expected at least {LEAST_BUDGET} tokens, or none")),
        Err(_) => Err("expected a number of tokens such as 2000, or none".into()),
    }
}

/// The number of a page.
pub(crate) fn page(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected the number of a page, from 1".into())
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
    fn settling() {
        let ms = |ms| Ok(Settle::Within(Duration::from_millis(ms)));
        for (text, means) in [
            ("none", ms(0)),
            ("dom", Ok(Settle::Dom)),
            ("network", Ok(Settle::Network)),
            ("0", ms(0)),
            ("250", ms(250)),
            ("2s", ms(2000)),
        ] {
            assert_eq!(settle(text), means, "{text}");
        }
        for text in ["", "some", "-1", "1x", "25h"] {
            assert!(settle(text).is_err(), "{text}");
        }
    }

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
    fn views_places_and_credentials() {
        assert_eq!(viewport("1280x720"), Ok((1280, 720, 1.0)));
        assert_eq!(viewport("390x844@3"), Ok((390, 844, 3.0)));
        for text in [
            "", "1280", "0x1", "1280x", "x", "30000x1", "10x10@0", "10x10@x",
        ] {
            assert!(viewport(text).is_err(), "{text}");
        }
        assert_eq!(place("52.5, -13"), Ok((52.5, -13.0)));
        assert_eq!(point("-1,2.5"), Ok((-1.0, 2.5)));
        for text in ["", "91,0", "0,181", "1", "a,b", "--1,2"] {
            assert!(place(text).is_err(), "{text}");
        }
        assert_eq!(credentials("a:b:c"), Ok(("a".into(), "b:c".into())));
        assert!(credentials(":b").is_err() && credentials("a").is_err());
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

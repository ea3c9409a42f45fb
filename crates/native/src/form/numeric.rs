//! Values of number, range, date and time controls as numbers, and back (HTML, "microsyntaxes", "step").

/// A day in milliseconds.
const DAY: f64 = 86_400_000.0;

/// How a kind of control counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// What a step of 1 means, in the unit of [`parse`].
    pub(crate) unit: f64,
    /// The step where none is given, in `unit`s.
    pub(crate) default_step: f64,
    /// Where steps are counted from if nothing else says so, in the unit of [`parse`].
    pub(crate) default_base: f64,
    /// What a value looks like, for messages.
    pub(crate) form: &'static str,
}

/// The scale of an input type; `None` where values are not numbers.
pub(crate) fn scale(kind: &str) -> Option<Scale> {
    let (unit, default_step, default_base, form) = match kind {
        "number" | "range" => (1.0, 1.0, 0.0, "a number such as 12 or 3.5"),
        "date" => (DAY, 1.0, 0.0, "a date as YYYY-MM-DD"),
        "month" => (1.0, 1.0, 0.0, "a month as YYYY-MM"),
        // The first week of 1970 began on Monday, 29 December 1969.
        "week" => (7.0 * DAY, 1.0, -3.0 * DAY, "a week as YYYY-Www"),
        "time" => (1_000.0, 60.0, 0.0, "a time as HH:MM or HH:MM:SS"),
        "datetime-local" => (1_000.0, 60.0, 0.0, "a date and time as YYYY-MM-DDTHH:MM"),
        _ => return None,
    };
    Some(Scale {
        unit,
        default_step,
        default_base,
        form,
    })
}

/// The number a value stands for: itself, milliseconds since 1970 (or midnight), or months since 1970.
pub(crate) fn parse(kind: &str, value: &str) -> Option<f64> {
    match kind {
        "number" | "range" => parse_float(value),
        "date" => parse_date(value).map(|d| d * DAY),
        "month" => parse_month(value).map(|(year, month)| (year - 1970.0) * 12.0 + month - 1.0),
        "week" => parse_week(value).map(|d| d * DAY),
        "time" => parse_time(value),
        "datetime-local" => {
            let (date, time) = value.split_once(['T', ' '])?;
            Some(parse_date(date)? * DAY + parse_time(time)?)
        }
        _ => None,
    }
}

/// A valid floating-point number: no sign but `-`, no blanks, digits after a point, finite.
fn parse_float(value: &str) -> Option<f64> {
    let unsigned = value.strip_prefix('-').unwrap_or(value);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e)),
        None => (unsigned, None),
    };
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let mantissa_ok = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || digits(whole)) && digits(fraction),
        None => digits(mantissa),
    };
    let exponent_ok = exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)));
    if !mantissa_ok || !exponent_ok {
        return None;
    }
    value.parse().ok().filter(|n: &f64| n.is_finite())
}

/// `digits` or more ASCII digits as a number.
fn number(text: &str, digits: usize, exactly: bool) -> Option<f64> {
    let fits = if exactly {
        text.len() == digits
    } else {
        text.len() >= digits && text.len() <= 6
    };
    (fits && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

fn year(text: &str) -> Option<f64> {
    number(text, 4, false).filter(|&y| y > 0.0)
}

fn parse_month(value: &str) -> Option<(f64, f64)> {
    let (y, m) = value.split_once('-')?;
    let month = number(m, 2, true).filter(|m| (1.0..=12.0).contains(m))?;
    Some((year(y)?, month))
}

/// Days since 1970.
fn parse_date(value: &str) -> Option<f64> {
    let (month, day) = value.rsplit_once('-')?;
    let (year, month) = parse_month(month)?;
    let day = number(day, 2, true)?;
    (1.0..=days_in_month(year, month))
        .contains(&day)
        .then(|| days_before(year, month) + day - 1.0)
}

/// Days from 1970 to the Monday of a week.
fn parse_week(value: &str) -> Option<f64> {
    let (y, w) = value.split_once("-W")?;
    let (year, week) = (year(y)?, number(w, 2, true)?);
    let first = first_monday(year);
    let weeks = ((first_monday(year + 1.0) - first) / 7.0).round();
    (1.0..=weeks)
        .contains(&week)
        .then_some(first + (week - 1.0) * 7.0)
}

/// The Monday of ISO week 1 of a year, in days since 1970.
fn first_monday(year: f64) -> f64 {
    let fourth = days_before(year, 1.0) + 3.0;
    fourth - (fourth + 3.0).rem_euclid(7.0)
}

/// Milliseconds since midnight.
fn parse_time(value: &str) -> Option<f64> {
    let mut parts = value.split(':');
    let hour = number(parts.next()?, 2, true).filter(|&h| h < 24.0)?;
    let minute = number(parts.next()?, 2, true).filter(|&m| m < 60.0)?;
    let seconds = match parts.next() {
        Some(text) => parse_seconds(text)?,
        None => 0.0,
    };
    parts
        .next()
        .is_none()
        .then_some((hour * 60.0 + minute) * 60_000.0 + seconds)
}

/// `SS` or `SS.mmm`, in milliseconds.
fn parse_seconds(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = number(whole, 2, true).filter(|&s| s < 60.0)?;
    let scale = match fraction.len() {
        1 => 100.0,
        2 => 10.0,
        3 => 1.0,
        _ => return None,
    };
    Some(whole * 1_000.0 + number(fraction, fraction.len(), true)? * scale)
}

fn is_leap(year: f64) -> bool {
    (year % 4.0 == 0.0 && year % 100.0 != 0.0) || year % 400.0 == 0.0
}

fn days_in_month(year: f64, month: f64) -> f64 {
    match month as u8 {
        2 if is_leap(year) => 29.0,
        2 => 28.0,
        4 | 6 | 9 | 11 => 30.0,
        _ => 31.0,
    }
}

/// Days from 1970 to the first of a month, in the proleptic Gregorian calendar.
fn days_before(year: f64, month: f64) -> f64 {
    let before = year - 1.0;
    let leaps = |y: f64| (y / 4.0).floor() - (y / 100.0).floor() + (y / 400.0).floor();
    let years = (year - 1970.0) * 365.0 + leaps(before) - leaps(1969.0);
    years
        + (1..month as u8)
            .map(|m| days_in_month(year, f64::from(m)))
            .sum::<f64>()
}

/// The value that stands for a number; the inverse of [`parse`].
pub(crate) fn format(kind: &str, number: f64) -> String {
    match kind {
        "date" => format_date((number / DAY).floor()),
        "month" => format!(
            "{:04}-{:02}",
            1970.0 + (number / 12.0).floor(),
            number.rem_euclid(12.0) + 1.0
        ),
        "week" => format_week((number / DAY).floor()),
        "time" => format_time(number),
        "datetime-local" => format!(
            "{}T{}",
            format_date((number / DAY).floor()),
            format_time(number.rem_euclid(DAY))
        ),
        _ => format!("{number}"),
    }
}

fn format_date(days: f64) -> String {
    let mut year = (1970.0 + days / 365.2425).floor();
    while days_before(year + 1.0, 1.0) <= days {
        year += 1.0;
    }
    while days_before(year, 1.0) > days {
        year -= 1.0;
    }
    let mut month = 1.0;
    while month < 12.0 && days_before(year, month + 1.0) <= days {
        month += 1.0;
    }
    format!(
        "{year:04}-{month:02}-{:02}",
        days - days_before(year, month) + 1.0
    )
}

fn format_week(days: f64) -> String {
    let mut year = (1970.0 + days / 365.2425).floor();
    while first_monday(year + 1.0) <= days {
        year += 1.0;
    }
    while first_monday(year) > days {
        year -= 1.0;
    }
    format!(
        "{year:04}-W{:02}",
        ((days - first_monday(year)) / 7.0).floor() + 1.0
    )
}

fn format_time(ms: f64) -> String {
    let seconds = (ms / 1_000.0).floor();
    let (hour, minute) = ((seconds / 3_600.0).floor(), (seconds / 60.0).floor() % 60.0);
    let rest = ms - (hour * 3_600.0 + minute * 60.0) * 1_000.0;
    if rest == 0.0 {
        format!("{hour:02}:{minute:02}")
    } else if rest % 1_000.0 == 0.0 {
        format!("{hour:02}:{minute:02}:{:02}", rest / 1_000.0)
    } else {
        format!("{hour:02}:{minute:02}:{:06.3}", rest / 1_000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_values_come_back_as_they_were() {
        for (kind, value) in [
            ("date", "2024-02-29"),
            ("date", "1969-12-31"),
            ("date", "0001-01-01"),
            ("date", "2000-12-31"),
            ("month", "2024-12"),
            ("month", "1969-01"),
            ("week", "2020-W53"),
            ("week", "1970-W01"),
            ("week", "2026-W40"),
            ("time", "23:59"),
            ("time", "00:00:01"),
            ("time", "12:30:15.250"),
            ("datetime-local", "2024-02-29T12:30"),
            ("number", "-1.5"),
        ] {
            let number = parse(kind, value).unwrap_or_else(|| panic!("{kind} {value}"));
            assert_eq!(format(kind, number), value, "{kind}");
        }
    }

    #[test]
    fn what_is_not_valid_is_refused() {
        for (kind, value) in [
            ("date", "2023-02-29"),
            ("date", "2023-1-1"),
            ("date", "0000-01-01"),
            ("month", "2023-13"),
            ("week", "2021-W53"),
            ("time", "24:00"),
            ("time", "1:00"),
            ("time", "12:00:00.1234"),
            ("number", "+1"),
            ("number", "1."),
            ("number", "abc"),
            ("number", "1e999"),
            ("number", ""),
            ("datetime-local", "2023-01-01"),
        ] {
            assert_eq!(parse(kind, value), None, "{kind} {value}");
        }
    }
}

//! Cookie dates: the lenient algorithm of RFC 6265bis, section 5.6.1, which reads every date format servers have ever sent.

use std::time::{Duration, SystemTime};

/// Reads a cookie date; `None` if it names no valid moment. Moments before 1970 become 1970: they are past either way.
pub(super) fn parse(text: &str) -> Option<SystemTime> {
    let (mut time, mut day, mut month, mut year) = (None, None, None, None);
    for token in text.split(is_delimiter).filter(|t| !t.is_empty()) {
        if time.is_none()
            && let Some(found) = time_of_day(token)
        {
            time = Some(found);
        } else if day.is_none()
            && let Some(found) = number(token, 1, 2)
        {
            day = Some(found);
        } else if month.is_none()
            && let Some(found) = month_of(token)
        {
            month = Some(found);
        } else if year.is_none()
            && let Some(found) = number(token, 2, 4)
        {
            year = Some(found);
        }
    }
    let (hour, minute, second) = time?;
    let (day, month, year) = (day?, month?, year?);
    let year = match year {
        70..=99 => year + 1900,
        0..=69 => year + 2000,
        _ => year,
    };
    if !(1..=days_in(month, year)).contains(&day)
        || year < 1601
        || hour > 23
        || minute > 59
        || second > 59
    {
        return None;
    }
    let seconds =
        days_since_1970(year, month, day) * 86_400 + i64::from(hour * 3600 + minute * 60 + second);
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

fn is_delimiter(c: char) -> bool {
    matches!(c, '\t' | ' '..='/' | ';'..='@' | '['..='`' | '{'..='~')
}

/// The leading digits of a token, `min` to `max` of them, followed by a non-digit or nothing.
fn number(token: &str, min: usize, max: usize) -> Option<u32> {
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    if !(min..=max).contains(&digits) {
        return None;
    }
    token[..digits].parse().ok()
}

fn time_of_day(token: &str) -> Option<(u32, u32, u32)> {
    let mut fields = token.splitn(3, ':');
    let hour = whole(fields.next()?)?;
    let minute = whole(fields.next()?)?;
    let second = number(fields.next()?, 1, 2)?;
    Some((hour, minute, second))
}

fn whole(field: &str) -> Option<u32> {
    (field.bytes().all(|b| b.is_ascii_digit()))
        .then(|| number(field, 1, 2))
        .flatten()
}

fn month_of(token: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let head = token.get(..3)?;
    (1..)
        .zip(MONTHS)
        .find(|(_, name)| head.eq_ignore_ascii_case(name))
        .map(|(number, _)| number)
}

fn days_in(month: u32, year: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 in the Gregorian calendar, counting years from March so that the leap day is the last of its year.
fn days_since_1970(year: u32, month: u32, day: u32) -> i64 {
    let (year, month, day) = (i64::from(year), i64::from(month), i64::from(day));
    let (year, month) = if month <= 2 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let days_before_month = (153 * month + 2) / 5;
    // 719468 days lie between 0000-03-01 and 1970-01-01.
    year * 365 + year / 4 - year / 100 + year / 400 + days_before_month + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_the_wild() {
        let at = |seconds| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let rows = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", at(784_111_777)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", at(784_111_777)),
            ("Sun Nov  6 08:49:37 1994", at(784_111_777)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", at(0)),
            ("Thu, 01-Jan-1601 00:00:00 GMT", at(0)),
            ("29 Feb 2024 00:00:00", at(1_709_164_800)),
            ("29 Feb 2023 00:00:00", None),
            ("Fri, 31 Dec 9999 23:59:59 GMT", at(253_402_300_799)),
            ("1 jan 69 1:2:3", at(3_124_227_723)),
            ("Sun, 06 Nov 1994", None),
            ("24:00:00 1 Jan 2000", None),
            ("", None),
            ("\u{e9}\u{e9}\u{e9} 1 Jan 2000 00:00:00", at(946_684_800)),
        ];
        for (text, expected) in rows {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}

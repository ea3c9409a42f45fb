//! [`Record`]: what the collector says of one document.
//!
//! It is one string of parts, separated by U+007F, which needs no escape in JSON: the parts of the head in the order of
//! the fields here, then the strings that rows refer to by number, then the texts, in the order in which rows need them.
//! Rows are numbers in a form of their own ([`Numbers`]).

use std::borrow::Cow;

use serde::Deserialize;
use surefoot_engine::{Error, ErrorKind, Result};

const SEPARATOR: char = '\u{7f}';

/// The answer to `Runtime.evaluate`, as far as it matters here; borrowed where nothing is escaped.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply<'a> {
    #[serde(borrow)]
    result: RemoteValue<'a>,
    exception_details: Option<Exception>,
}

#[derive(Deserialize)]
struct RemoteValue<'a> {
    #[serde(borrow, default)]
    value: Option<Cow<'a, str>>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Exception {
    text: String,
    exception: Option<Thrown>,
}

#[derive(Deserialize)]
struct Thrown {
    description: Option<String>,
}

/// The string in a reply.
pub(super) fn value(bytes: &[u8]) -> Result<Cow<'_, str>> {
    let reply: Reply<'_> = serde_json::from_slice(bytes)
        .map_err(|error| failed(&format!("the answer makes no sense ({error})")))?;
    if let Some(exception) = reply.exception_details {
        let what = exception.exception.and_then(|e| e.description);
        return Err(failed(&what.unwrap_or(exception.text)));
    }
    reply
        .result
        .value
        .ok_or_else(|| failed(reply.result.description.as_deref().unwrap_or("no answer")))
}

fn failed(what: &str) -> Error {
    tracing::warn!(what, "the collector failed");
    Error::new(
        ErrorKind::EngineCrashed,
        format!("reading the page failed inside of it: {what}"),
    )
}

/// How many suspects there are, without reading all the rest.
pub(super) fn suspects(text: &str) -> u32 {
    let part = text.split(SEPARATOR).nth(SUSPECTS);
    part.and_then(|part| part.parse().ok()).unwrap_or(0)
}

/// Which part says how many suspects there are.
const SUSPECTS: usize = 7;

/// The serials of the elements that may have a role that no attribute tells, without reading all the rest.
pub(super) fn customs(text: &str) -> Vec<u32> {
    let part = text.split(SEPARATOR).nth(CUSTOMS).unwrap_or_default();
    part.split(' ')
        .filter_map(|serial| serial.parse().ok())
        .collect()
}

/// Which part tells of them.
const CUSTOMS: usize = 13;

/// What was collected of one document.
#[derive(Debug)]
pub(super) struct Record<'a> {
    /// The token of the document in our world.
    pub(super) token: &'a str,
    pub(super) url: &'a str,
    pub(super) base: &'a str,
    pub(super) quirks: bool,
    /// Whether all of it can be edited (`designMode`).
    pub(super) design: bool,
    /// How far it is scrolled, and the size of its view.
    pub(super) view: [f32; 4],
    /// The node that has the focus in it; 0: none.
    pub(super) focused: u32,
    /// Whether there are more nodes than these.
    pub(super) cut: bool,
    /// How long the walk and the tests of what is hit took, in microseconds, as exactly as the browser tells.
    pub(super) times: [u64; 2],
    pub(super) rows: &'a str,
    /// Elements that do not get the click at their middle: for each how many nodes after the one before it stands, and
    /// the serial of what gets it instead.
    pub(super) covers: &'a str,
    /// What stands in front of the page: for each place where something does which kind of place it is, the serial of what
    /// does, how many things are behind it, and their serials.
    pub(super) fronts: &'a str,
    pub(super) strings: Vec<&'a str>,
    pub(super) texts: Vec<&'a str>,
}

impl<'a> Record<'a> {
    /// Splits what was collected; `None` if it is malformed.
    pub(super) fn read(text: &'a str) -> Option<Record<'a>> {
        let mut parts = text.split(SEPARATOR);
        let (token, url, base) = (parts.next()?, parts.next()?, parts.next()?);
        let quirks = parts.next()? == "BackCompat";
        let design = parts.next()? == "on";
        let mut sizes = parts.next()?.split(' ').map(str::parse);
        let mut view = [0.0; 4];
        for slot in &mut view {
            *slot = sizes.next()?.ok()?;
        }
        let focused = parts.next()?.parse().ok()?;
        // How many suspects there are is read apart.
        parts.next()?;
        let cut = parts.next()? == "1";
        let mut times = parts.next()?.split(' ').map(str::parse);
        let times = [times.next()?.ok()?, times.next()?.ok()?];
        let (rows, covers, fronts) = (parts.next()?, parts.next()?, parts.next()?);
        // The elements with roles of their own are read apart.
        parts.next()?;
        let count: usize = parts.next()?.parse().ok()?;
        let strings: Vec<_> = parts.by_ref().take(count).collect();
        (strings.len() == count).then(|| Record {
            token,
            url,
            base,
            quirks,
            design,
            view,
            focused,
            cut,
            times,
            rows,
            covers,
            fronts,
            strings,
            texts: parts.collect(),
        })
    }
}

/// Reads numbers: digits to the base of 32, the lowest first, each a character; all but the last of a number have 32
/// added. The characters are those from `#` on, without the backslash.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'a> {
    digits: std::slice::Iter<'a, u8>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(text: &'a str) -> Numbers<'a> {
        Numbers {
            digits: text.as_bytes().iter(),
        }
    }

    /// The next number; `None` at the end, or where there is none.
    pub(super) fn next(&mut self) -> Option<u32> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = *self.digits.next()?;
            let digit = match byte {
                b'#'..=b'[' => byte - b'#',
                b']'..=b'c' => byte - b'$',
                _ => return None,
            };
            number |= u32::from(digit & 31).checked_shl(shift)?;
            if digit < 32 {
                return Some(number);
            }
            shift += 5;
        }
    }

    /// The next number, which may be negative.
    pub(super) fn signed(&mut self) -> Option<i32> {
        let number = self.next()?;
        let half = i32::try_from(number >> 1).ok()?;
        Some(if number & 1 == 0 { half } else { -1 - half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        let mut numbers = Numbers::new("#$B[$C_[]");
        let mut read = Vec::new();
        while let Some(number) = numbers.next() {
            read.push(number);
        }
        // The last one breaks off.
        assert_eq!(read, [0, 1, 31, 24 + 32]);
    }
}

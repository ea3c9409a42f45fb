//! `<meta http-equiv=refresh>` and the `Refresh` header (HTML, "shared declarative refresh steps").

use std::time::Duration;

use surefoot_page::{NodeId, Page, name};
use tokio::time::Instant;
use url::Url;

/// A refresh due no later than this is followed at once, like a redirect.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(1);

/// A refresh a page asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refresh {
    /// Where it leads.
    pub(crate) url: Url,
    /// How long after loading.
    pub(crate) delay: Duration,
    /// When it is due.
    pub(crate) due: Instant,
}

/// The refresh of a document: of its `Refresh` header, else of its first `meta` that is one.
pub(crate) fn find(page: &Page, root: NodeId, header: Option<&str>) -> Option<Refresh> {
    let info = page.document_of(root)?;
    let own = Url::parse(&info.url).ok()?;
    let base = Url::parse(&info.base_url).unwrap_or_else(|_| own.clone());
    let from_meta = || {
        page.descendants(root)
            .filter(|&n| page.html_tag(n) == name::META)
            .filter(|&n| {
                page.attr(n, name::HTTP_EQUIV)
                    .is_some_and(|v| v.trim().eq_ignore_ascii_case("refresh"))
            })
            .filter_map(|n| page.attr(n, name::CONTENT))
            .find_map(parse)
    };
    let (delay, target) = header.and_then(parse).or_else(from_meta)?;
    let url = match target {
        Some(target) => base.join(&target).ok()?,
        None => own,
    };
    let due = Instant::now().checked_add(delay)?;
    matches!(url.scheme(), "http" | "https" | "data" | "file" | "about").then_some(Refresh {
        url,
        delay,
        due,
    })
}

/// Delay and target of a refresh, as the standard reads them.
fn parse(input: &str) -> Option<(Duration, Option<String>)> {
    let input = input.trim_start();
    let digits = input.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = input.split_at(digits);
    if number.is_empty() && !rest.starts_with('.') {
        return None;
    }
    let seconds: u64 = if number.is_empty() {
        0
    } else {
        number.parse().unwrap_or(u64::MAX)
    };
    let delay = Duration::from_secs(seconds.min(u64::from(u32::MAX)));
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.is_empty() {
        return Some((delay, None));
    }
    if !rest.starts_with([';', ',']) && !rest.starts_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_start();
    if rest.is_empty() {
        return Some((delay, None));
    }
    Some((delay, Some(target_of(rest).to_owned())))
}

/// The URL behind an optional `url=` and optional quotes.
fn target_of(rest: &str) -> &str {
    let written = rest
        .get(..3)
        .filter(|p| p.eq_ignore_ascii_case("url"))
        .and_then(|_| rest[3..].trim_start().strip_prefix('='))
        .map_or(rest, str::trim_start);
    for quote in ['"', '\''] {
        if let Some(inner) = written.strip_prefix(quote) {
            return inner.split(quote).next().unwrap_or("");
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refreshes_are_read_as_the_standard_says() {
        type Read = Option<(u64, Option<&'static str>)>;
        let cases: [(&str, Read); 12] = [
            ("5", Some((5, None))),
            (" 0; url=/next", Some((0, Some("/next")))),
            ("0;URL='a b'", Some((0, Some("a b")))),
            ("3,url=\"x\"y", Some((3, Some("x")))),
            ("1.9; x", Some((1, Some("x")))),
            (".5; x", Some((0, Some("x")))),
            ("2 url = z", Some((2, Some("z")))),
            ("0; urlx", Some((0, Some("urlx")))),
            ("", None),
            ("x; url=y", None),
            ("5x", None),
            ("-1; url=y", None),
        ];
        for (input, expected) in cases {
            let expected = expected.map(|(s, t)| (Duration::from_secs(s), t.map(str::to_owned)));
            assert_eq!(parse(input), expected, "{input:?}");
        }
    }
}

//! Cutting texts that a page made, before they are kept.

/// The longest URL that is kept whole, in bytes.
const LONGEST_URL: usize = 2_000;

/// How much is kept of a `data:` URL, in bytes: it says what it is at its beginning.
const DATA_URL: usize = 80;

/// A text, cut to so many bytes at most, with a sign that it was.
pub(crate) fn within(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(most.saturating_sub('…'.len_utf8()));
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// A URL as it is kept: `data:` ones only at their beginning.
pub(crate) fn shortened_url(url: &str) -> String {
    let is_data = url
        .get(..5)
        .is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    within(url, if is_data { DATA_URL } else { LONGEST_URL })
}

#[cfg(test)]
mod tests {
    use super::{shortened_url, within};

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(within("abc", 3), "abc");
        assert_eq!(within("äöü", 5), "ä…");
        assert_eq!(within("abcdef", 5), "ab…");
        assert_eq!(within("abc", 1), "…");
    }

    #[test]
    fn data_urls_are_kept_at_their_beginning() {
        let long = format!("data:text/html,{}", "x".repeat(500));
        assert_eq!(shortened_url(&long).len(), 80);
        let page = format!("http://127.0.0.1/{}", "x".repeat(500));
        assert_eq!(shortened_url(&page), page);
    }
}

//! Words that say what something is for, as pages write them. All are lower case; texts are lowered before.

/// Whether `text`, in lower case, has one of the phrases in it, each as whole words.
pub(super) fn has_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| has(text, phrase))
}

/// Whether `text` has the phrase in it as whole words.
pub(super) fn has(text: &str, phrase: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase).any(|(at, _)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + phrase.len()..].chars().next())
    })
}

/// The words of an identifier as markup has them: `loginForm`, `btn-primary`, `user_name`.
pub(super) fn parts(identifier: &str) -> impl Iterator<Item = String> + '_ {
    let mut previous = ' ';
    let mut split = String::with_capacity(identifier.len() + 8);
    for c in identifier.chars().take(LONGEST_IDENTIFIER) {
        if c.is_uppercase() && previous.is_lowercase() {
            split.push(' ');
        }
        previous = c;
        if c.is_alphanumeric() {
            split.extend(c.to_lowercase());
        } else {
            split.push(' ');
        }
    }
    split
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

const LONGEST_IDENTIFIER: usize = 300;

/// A text cut to at most so many characters, and whether it was cut.
pub(super) fn cut(text: &str, limit: usize) -> (&str, bool) {
    match text.char_indices().nth(limit) {
        Some((end, _)) => (text[..end].trim_end(), true),
        None => (text, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        assert!(has("please log in", "log in"));
        assert!(!has("blog inside", "log in"));
        assert!(has("sign-in", "sign"));
        assert_eq!(
            parts("loginForm btn-primary").collect::<Vec<_>>(),
            ["login", "form", "btn", "primary"]
        );
        assert_eq!(cut("añb", 2), ("añ", true));
    }
}

//! [`Phrase`]: a label phrase, read in every way it can be: `the Sign In button`, `button "Save"`, `Delete in Bob`.

use crate::kinds::Kind;
use crate::words::{Accept, Wanted};

/// One way to read a phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    /// What the element is called.
    pub(crate) name: Wanted,
    /// What kind of element it is.
    pub(crate) kind: Option<Kind>,
    /// What it is in.
    pub(crate) place: Option<Place>,
}

/// What something is in, as a phrase has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// What that is called, in every way that can be read.
    pub(crate) called: Vec<Wanted>,
    /// What kind of thing it is, where nothing else is said: `in the dialog`.
    pub(crate) kind: Option<Kind>,
}

/// The readings of a phrase; those that take it more literally come first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Phrase {
    pub(crate) readings: Vec<Reading>,
}

/// The most places where a phrase is split into a thing and what it is in.
const MOST_SPLITS: usize = 3;

/// The words between a thing and what it is in.
const IN: [&str; 3] = [" in ", " inside ", " within "];

impl Phrase {
    pub(crate) fn parse(text: &str) -> Phrase {
        let text = surefoot_page::collapsed(text);
        let mut phrase = Phrase {
            readings: Vec::new(),
        };
        phrase.read(&text, None);
        for (thing, place) in splits(&text) {
            let place = Place::parse(place);
            phrase.read(thing, Some(&place));
        }
        phrase
    }

    /// A text that is all of a label or nothing.
    pub(crate) fn literal(text: &str) -> Phrase {
        Phrase {
            readings: vec![Reading {
                name: Wanted::new(text, Accept::Whole),
                kind: None,
                place: None,
            }],
        }
    }

    /// Adds the readings of what a thing is called.
    fn read(&mut self, text: &str, place: Option<&Place>) {
        self.add(text, None, place);
        let bare = without_article(text);
        if bare.len() < text.len() {
            self.add(bare, None, place);
        }
        if let Some((rest, kind)) = Kind::after(bare) {
            self.add(rest, Some(kind), place);
        }
        if let Some((rest, kind)) = Kind::before(bare) {
            self.add(rest, Some(kind), place);
        }
    }

    fn add(&mut self, name: &str, kind: Option<Kind>, place: Option<&Place>) {
        let reading = Reading {
            name: wanted(name),
            kind,
            place: place.cloned(),
        };
        if !self.readings.contains(&reading) {
            self.readings.push(reading);
        }
        // What stands in quotes may be called so with the quotes.
        if unquoted(name).is_some() && kind.is_none() && place.is_none() {
            self.readings.push(Reading {
                name: Wanted::new(name, Accept::Exact),
                kind: None,
                place: None,
            });
        }
    }
}

impl Place {
    fn parse(text: &str) -> Place {
        let bare = without_article(text);
        let mut called = vec![wanted(text)];
        let mut add = |name: &str| {
            let name = wanted(name);
            if !name.is_empty() && !called.contains(&name) {
                called.push(name);
            }
        };
        add(bare);
        if let Some((rest, _)) = Kind::after(bare) {
            add(rest);
        }
        if let Some((rest, _)) = Kind::before(bare) {
            add(rest);
        }
        Place {
            called,
            kind: Kind::called(bare),
        }
    }
}

/// What is wanted: in quotes all of it, without any words of it.
fn wanted(name: &str) -> Wanted {
    match unquoted(name) {
        Some(inner) => Wanted::new(inner, Accept::Whole),
        None => Wanted::new(name, Accept::Words),
    }
}

/// What stands in the quotes that are around all of a text.
fn unquoted(text: &str) -> Option<&str> {
    [('"', '"'), ('\'', '\''), ('\u{201c}', '\u{201d}')]
        .into_iter()
        .find_map(|(open, close)| {
            let inner = text.strip_prefix(open)?.strip_suffix(close)?;
            (!inner.trim().is_empty() && !inner.contains([open, close])).then_some(inner)
        })
}

fn without_article(text: &str) -> &str {
    ["the ", "a ", "an "]
        .iter()
        .find_map(|article| {
            let (first, rest) = text.split_at_checked(article.len())?;
            first
                .eq_ignore_ascii_case(article)
                .then(|| rest.trim_start())
        })
        .filter(|rest| !rest.is_empty())
        .unwrap_or(text)
}

/// Each way to split a phrase into a thing and what it is in, the last `in` first. What stands in quotes is not split.
fn splits(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut is_quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '\u{201c}' => is_quoted = true,
            '\u{201d}' => is_quoted = false,
            ' ' if !is_quoted => {
                let word = IN.iter().find(|word| {
                    text[at..]
                        .split_at_checked(word.len())
                        .is_some_and(|(first, _)| first.eq_ignore_ascii_case(word))
                });
                if let Some(word) = word {
                    let thing = text[..at].trim_end();
                    let place = text[at + word.len()..].trim_start();
                    // In `the Sign In button` nothing is in a button.
                    let is_control = Kind::called(without_article(place))
                        .is_some_and(|kind| !kind.holds_others());
                    if !thing.is_empty() && !place.is_empty() && !is_control {
                        found.push((thing, place));
                    }
                }
            }
            _ => {}
        }
    }
    found.reverse();
    found.truncate(MOST_SPLITS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The readings, as `name/kind/place`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let readings: Vec<String> = Phrase::parse(text)
            .readings
            .iter()
            .map(|reading| {
                let mut line = reading.name.folded().to_owned();
                if let Some(kind) = reading.kind {
                    line = format!("{line} [{kind:?}]");
                }
                if let Some(place) = &reading.place {
                    let called: Vec<&str> = place.called.iter().map(Wanted::folded).collect();
                    line = format!("{line} in {}", called.join("|"));
                    if let Some(kind) = place.kind {
                        line = format!("{line} [{kind:?}]");
                    }
                }
                line
            })
            .collect();
        assert_eq!(readings, expected, "{text}");
    }

    #[test]
    fn phrases_are_read_in_every_way() {
        check("Save", &["save"]);
        check(
            "the Sign In button",
            &["the sign in button", "sign in button", "sign in [Button]"],
        );
        check("button \"Save\"", &["button \"save\"", "save [Button]"]);
        check("\"Save\"", &["save", "\"save\""]);
        check(
            "the \"In in it\" tab",
            &["the \"in in it\" tab", "\"in in it\" tab", "in in it [Tab]"],
        );
        check("a", &["a"]);
        check("the", &["the"]);
        check("button", &["button", " [Button]"]);
    }

    #[test]
    fn what_is_in_something() {
        check("Delete in Bob", &["delete in bob", "delete in bob"]);
        check(
            "the Delete button in the row \"Bob\"",
            &[
                "the delete button in the row \"bob\"",
                "delete button in the row \"bob\"",
                "the delete button in the row \"bob\"|row \"bob\"|bob",
                "delete button in the row \"bob\"|row \"bob\"|bob",
                "delete [Button] in the row \"bob\"|row \"bob\"|bob",
            ],
        );
        check(
            "OK in the dialog",
            &[
                "ok in the dialog",
                "ok in the [Dialog]",
                "ok in the dialog|dialog [Dialog]",
            ],
        );
    }
}

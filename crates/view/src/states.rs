//! [`States`] as formats write them, and the words of the text formats for them.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use surefoot_snapshot::Tristate;

/// No, yes, or partly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tri {
    /// No; `false` in JSON.
    False,
    /// Yes; `true` in JSON.
    True,
    /// Partly; `"mixed"` in JSON.
    Mixed,
}

impl Serialize for Tri {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tri::False => serializer.serialize_bool(false),
            Tri::True => serializer.serialize_bool(true),
            Tri::Mixed => serializer.serialize_str("mixed"),
        }
    }
}

impl<'de> Deserialize<'de> for Tri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tri, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Word {
            Mixed,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Wire {
            Bool(bool),
            Word(Word),
        }
        Ok(match Wire::deserialize(deserializer)? {
            Wire::Bool(false) => Tri::False,
            Wire::Bool(true) => Tri::True,
            Wire::Word(Word::Mixed) => Tri::Mixed,
        })
    }
}

/// The states of an element. `None` is "does not apply"; flags that do not apply are `false`. Words of ARIA
/// (`spelling`, `page`, `ascending` …) are as ARIA writes them. Members are left out of `json` when absent or `false`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    missing_docs,
    reason = "the members are the states of ARIA, by their names there"
)]
pub struct States<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Tri>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<Tri>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub multiline: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub multiselectable: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub focused: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub modal: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub busy: bool,
    /// Nobody can see it. No state of ARIA: such elements are only there where hidden ones were asked for.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub haspopup: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuenow: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuemin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuemax: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<Cow<'a, str>>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl States<'_> {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        *self == States::default()
    }

    /// The same states, owned.
    pub fn into_owned(self) -> States<'static> {
        let own = |word: Option<Cow<'_, str>>| word.map(|word| Cow::Owned(word.into_owned()));
        States {
            invalid: own(self.invalid),
            current: own(self.current),
            sort: own(self.sort),
            orientation: own(self.orientation),
            haspopup: own(self.haspopup),
            live: own(self.live),
            valuetext: own(self.valuetext),
            checked: self.checked,
            pressed: self.pressed,
            selected: self.selected,
            expanded: self.expanded,
            required: self.required,
            readonly: self.readonly,
            multiline: self.multiline,
            multiselectable: self.multiselectable,
            disabled: self.disabled,
            focused: self.focused,
            modal: self.modal,
            busy: self.busy,
            hidden: self.hidden,
            valuenow: self.valuenow,
            valuemin: self.valuemin,
            valuemax: self.valuemax,
        }
    }

    /// The same states, borrowed.
    pub(crate) fn borrowed(&self) -> States<'_> {
        States {
            invalid: self.invalid.as_deref().map(Cow::Borrowed),
            current: self.current.as_deref().map(Cow::Borrowed),
            sort: self.sort.as_deref().map(Cow::Borrowed),
            orientation: self.orientation.as_deref().map(Cow::Borrowed),
            haspopup: self.haspopup.as_deref().map(Cow::Borrowed),
            live: self.live.as_deref().map(Cow::Borrowed),
            valuetext: self.valuetext.as_deref().map(Cow::Borrowed),
            ..*self
        }
    }
}

impl From<Tristate> for Tri {
    fn from(state: Tristate) -> Tri {
        match state {
            Tristate::False => Tri::False,
            Tristate::True => Tri::True,
            Tristate::Mixed => Tri::Mixed,
        }
    }
}

impl<'a> From<&'a surefoot_snapshot::States> for States<'a> {
    fn from(states: &'a surefoot_snapshot::States) -> States<'a> {
        let word = |word: &'static str| Cow::Borrowed(word);
        States {
            checked: states.checked.map(Tri::from),
            pressed: states.pressed.map(Tri::from),
            selected: states.selected,
            expanded: states.expanded,
            required: states.required,
            readonly: states.readonly,
            multiline: states.multiline,
            multiselectable: states.multiselectable,
            disabled: states.disabled,
            focused: states.focused,
            modal: states.modal,
            busy: states.busy,
            hidden: false,
            invalid: states.invalid.map(|v| word(v.as_str())),
            current: states.current.map(|v| word(v.as_str())),
            sort: states.sort.map(|v| word(v.as_str())),
            orientation: states.orientation.map(|v| word(v.as_str())),
            haspopup: states.has_popup.map(|v| word(v.as_str())),
            live: states.live.map(|v| word(v.as_str())),
            valuenow: states.range.as_ref().and_then(|r| r.now),
            valuemin: states.range.as_ref().and_then(|r| r.min),
            valuemax: states.range.as_ref().and_then(|r| r.max),
            valuetext: states
                .range
                .as_ref()
                .and_then(|r| r.text.as_deref())
                .map(Cow::Borrowed),
        }
    }
}

/// The words of a state in the text formats.
pub(crate) struct Word {
    /// In `compact`: bare words at the end of the line.
    pub(crate) compact: &'static str,
    /// In `tree`: each in brackets of its own.
    pub(crate) tree: &'static str,
    /// Whether an element is in that state.
    pub(crate) has: fn(&States<'_>) -> bool,
    /// Puts an element in that state.
    pub(crate) set: fn(&mut States<'static>),
}

impl Word {
    const fn same(
        word: &'static str,
        has: fn(&States<'_>) -> bool,
        set: fn(&mut States<'static>),
    ) -> Word {
        Word {
            compact: word,
            tree: word,
            has,
            set,
        }
    }
}

/// The words in the order they are written: the nine of S4 in the order of resolution E6, then our extensions. States
/// that have no word, and which kind of `invalid` or `current` it is, are for `json` alone.
pub(crate) const WORDS: &[Word] = &[
    Word::same(
        "checked",
        |s| s.checked == Some(Tri::True),
        |s| s.checked = Some(Tri::True),
    ),
    Word::same(
        "selected",
        |s| s.selected == Some(true),
        |s| s.selected = Some(true),
    ),
    Word::same(
        "expanded",
        |s| s.expanded == Some(true),
        |s| s.expanded = Some(true),
    ),
    Word::same(
        "collapsed",
        |s| s.expanded == Some(false),
        |s| s.expanded = Some(false),
    ),
    Word::same("required", |s| s.required, |s| s.required = true),
    Word::same("readonly", |s| s.readonly, |s| s.readonly = true),
    Word::same("multiline", |s| s.multiline, |s| s.multiline = true),
    Word::same("disabled", |s| s.disabled, |s| s.disabled = true),
    Word::same("focused", |s| s.focused, |s| s.focused = true),
    Word {
        compact: "mixed",
        tree: "checked=mixed",
        has: |s| s.checked == Some(Tri::Mixed),
        set: |s| s.checked = Some(Tri::Mixed),
    },
    Word::same(
        "pressed",
        |s| s.pressed == Some(Tri::True),
        |s| s.pressed = Some(Tri::True),
    ),
    Word {
        // No role has both, so one word does for both.
        compact: "mixed",
        tree: "pressed=mixed",
        has: |s| s.pressed == Some(Tri::Mixed) && s.checked.is_none(),
        set: |s| s.pressed = Some(Tri::Mixed),
    },
    Word::same(
        "invalid",
        |s| s.invalid.as_ref().is_some_and(|word| word != "false"),
        |s| s.invalid = Some(Cow::Borrowed("true")),
    ),
    Word::same(
        "current",
        |s| s.current.as_ref().is_some_and(|word| word != "false"),
        |s| s.current = Some(Cow::Borrowed("true")),
    ),
    Word::same("hidden", |s| s.hidden, |s| s.hidden = true),
];

#[cfg(test)]
mod tests {
    use super::{States, WORDS};

    #[test]
    fn each_word_sets_what_it_stands_for_and_nothing_else() {
        for word in WORDS {
            let mut states = States::default();
            (word.set)(&mut states);
            for other in WORDS {
                assert_eq!(
                    (other.has)(&states),
                    other.tree == word.tree,
                    "{} {}",
                    word.compact,
                    other.compact
                );
            }
        }
    }
}

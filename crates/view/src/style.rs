//! [`Style`]: what a user can choose about how a format is written, and the element as it is then.

use std::borrow::Cow;
use std::num::NonZeroU32;

use crate::Element;
use crate::escape::cut;

/// What can be chosen about how a format is written. The default is what the formats are by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// The longest name or text, in Unicode scalar values; what was cut ends in `...`. `None`: as the format has it.
    pub max_name: Option<NonZeroU32>,
    /// Whether the addresses of links are shown; `json` shows them always.
    pub addresses: Addresses,
}

/// Whether the text formats show the addresses of links.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Addresses {
    /// No.
    #[default]
    Left,
    /// As `href="…"`.
    Shown,
}

impl Style {
    /// The longest name, where the format itself has a limit.
    pub(crate) fn name_limit(self, usual: usize) -> usize {
        self.max_name.map_or(usual, |limit| limit.get() as usize)
    }

    /// The element as it is written.
    pub(crate) fn applied(self, element: Element<'_>) -> Element<'_> {
        let Some(limit) = self.max_name else {
            return element;
        };
        let limit = limit.get() as usize;
        Element {
            name: cut_to(element.name, limit),
            text: cut_to(element.text, limit),
            placeholder: element.placeholder.map(|text| cut_to(text, limit)),
            ..element
        }
    }
}

fn cut_to(text: Cow<'_, str>, limit: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => cut(text, limit),
        Cow::Owned(text) => Cow::Owned(cut(&text, limit).into_owned()),
    }
}

/// How one line is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    /// Whether the element says what it is inside of.
    pub(crate) repeated: bool,
    /// The rest.
    pub(crate) style: Style,
}

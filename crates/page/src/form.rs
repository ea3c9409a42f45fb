//! Live form state: what controls hold now, which may differ from what the markup says.

use std::borrow::Cow;

use crate::{Facts, NodeId, Page, collapsed, name};

impl Page {
    /// Says what a control holds now.
    pub fn set_value(&mut self, control: NodeId, value: impl Into<Box<str>>) {
        self.values.insert(control, value.into());
    }

    /// Forgets the live value: the control holds what its markup says, as after a form reset.
    pub fn reset_value(&mut self, control: NodeId) {
        self.values.remove(&control);
    }

    /// The live value if it was set apart from the markup.
    pub fn dirty_value(&self, control: NodeId) -> Option<&str> {
        self.values.get(&control).map(AsRef::as_ref)
    }

    /// The value of a control as script would read it: of an `input`, `textarea`, `select` (its first selected
    /// option), `option`, `button`, `output`, `progress`, `meter`; `None` for other elements.
    pub fn value(&self, control: NodeId) -> Option<Cow<'_, str>> {
        if let Some(value) = self.dirty_value(control) {
            return Some(Cow::Borrowed(value));
        }
        match self.html_tag(control) {
            name::INPUT => {
                let fallback = match self.input_type(control) {
                    "checkbox" | "radio" => "on",
                    _ => "",
                };
                Some(Cow::Borrowed(
                    self.attr(control, name::VALUE).unwrap_or(fallback),
                ))
            }
            name::BUTTON | name::PROGRESS | name::METER => {
                Some(Cow::Borrowed(self.attr(control, name::VALUE).unwrap_or("")))
            }
            name::TEXTAREA | name::OUTPUT => Some(Cow::Owned(self.text_content(control))),
            name::OPTION => Some(match self.attr(control, name::VALUE) {
                Some(value) => Cow::Borrowed(value),
                None => Cow::Owned(collapsed(&self.text_content(control))),
            }),
            name::SELECT => {
                let selected = self
                    .options(control)
                    .find(|&o| self.facts(o).contains(Facts::SELECTED));
                Some(
                    selected
                        .and_then(|o| self.value(o))
                        .unwrap_or(Cow::Borrowed("")),
                )
            }
            _ => None,
        }
    }

    /// The type of an `input`, lower case, with unknown and missing types as `text` (HTML, "the type attribute").
    /// Empty for other elements.
    pub fn input_type(&self, input: NodeId) -> &'static str {
        const TYPES: [&str; 22] = [
            "text",
            "button",
            "checkbox",
            "color",
            "date",
            "datetime-local",
            "email",
            "file",
            "hidden",
            "image",
            "month",
            "number",
            "password",
            "radio",
            "range",
            "reset",
            "search",
            "submit",
            "tel",
            "time",
            "url",
            "week",
        ];
        if self.html_tag(input) != name::INPUT {
            return "";
        }
        let written = self.attr(input, name::TYPE).unwrap_or("text");
        TYPES
            .iter()
            .find(|t| t.eq_ignore_ascii_case(written))
            .copied()
            .unwrap_or("text")
    }

    /// The options of a `select` or `datalist`, in tree order, those in groups included.
    pub fn options(&self, list: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = Some(list);
        std::iter::from_fn(move || {
            while let Some(node) = next {
                next = self.after_light(node, list);
                if self.html_tag(node) == name::OPTION {
                    return Some(node);
                }
            }
            None
        })
    }
}

//! The pseudo-classes that speak of an element's live state, as one table.

use crate::{Facts, NodeId, Page, name};

/// How a pseudo-class is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It holds for no element: needs a pointer, a history or a media player.
    Never,
    /// It holds for every element.
    Always,
    Link,
    Checked,
    Indeterminate,
    Disabled,
    Enabled,
    Required,
    Optional,
    ReadOnly,
    ReadWrite,
    PlaceholderShown,
    Valid,
    Invalid,
    UserInvalid,
    Focus,
    FocusWithin,
    Open,
    Modal,
    PopoverOpen,
}

/// Every pseudo-class without argument that `selectors` leaves to us (Selectors 4, HTML "pseudo-classes").
const STATES: &[(&str, State)] = &[
    ("active", State::Never),
    ("any-link", State::Link),
    ("autofill", State::Never),
    ("buffering", State::Never),
    ("checked", State::Checked),
    ("defined", State::Always),
    ("disabled", State::Disabled),
    ("enabled", State::Enabled),
    ("focus", State::Focus),
    ("focus-visible", State::Focus),
    ("focus-within", State::FocusWithin),
    ("fullscreen", State::Never),
    ("hover", State::Never),
    ("indeterminate", State::Indeterminate),
    ("invalid", State::Invalid),
    ("link", State::Link),
    ("modal", State::Modal),
    ("muted", State::Never),
    ("open", State::Open),
    ("optional", State::Optional),
    ("paused", State::Never),
    ("picture-in-picture", State::Never),
    ("placeholder-shown", State::PlaceholderShown),
    ("playing", State::Never),
    ("popover-open", State::PopoverOpen),
    ("read-only", State::ReadOnly),
    ("read-write", State::ReadWrite),
    ("required", State::Required),
    ("seeking", State::Never),
    ("stalled", State::Never),
    ("target", State::Never),
    ("target-within", State::Never),
    ("user-invalid", State::UserInvalid),
    ("user-valid", State::Never),
    ("valid", State::Valid),
    ("visited", State::Never),
    ("volume-locked", State::Never),
];

/// The pseudo-class of that name, in any case.
pub(super) fn state(written: &str) -> Option<(&'static str, State)> {
    STATES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(written))
        .copied()
}

impl State {
    /// Whether it holds for an element. [`State::FocusWithin`] is decided by the caller, who knows the whole page.
    pub(super) fn holds(self, page: &Page, element: NodeId) -> bool {
        let facts = page.facts(element);
        let tag = page.html_tag(element);
        match self {
            State::Never | State::FocusWithin => false,
            State::Always => true,
            State::Link => is_link(page, element),
            State::Checked => match tag {
                name::INPUT => facts.contains(Facts::CHECKED),
                name::OPTION => facts.contains(Facts::SELECTED),
                _ => false,
            },
            State::Indeterminate => match tag {
                name::INPUT => facts.contains(Facts::INDETERMINATE),
                name::PROGRESS => !page.has_attr(element, name::VALUE),
                _ => false,
            },
            State::Disabled => can_be_disabled(tag) && facts.contains(Facts::DISABLED),
            State::Enabled => can_be_disabled(tag) && !facts.contains(Facts::DISABLED),
            State::Required => can_be_required(tag) && page.has_attr(element, name::REQUIRED),
            State::Optional => can_be_required(tag) && !page.has_attr(element, name::REQUIRED),
            State::ReadWrite => is_writable(page, element),
            State::ReadOnly => !is_writable(page, element),
            State::PlaceholderShown => {
                matches!(tag, name::INPUT | name::TEXTAREA)
                    && page.has_attr(element, name::PLACEHOLDER)
                    && page.value(element).is_none_or(|value| value.is_empty())
            }
            State::Valid => can_be_required(tag) && !facts.contains(Facts::INVALID),
            State::Invalid => can_be_required(tag) && facts.contains(Facts::INVALID),
            State::UserInvalid => can_be_required(tag) && facts.contains(Facts::USER_INVALID),
            State::Focus => facts.contains(Facts::FOCUSED),
            State::Open => {
                matches!(tag, name::DETAILS | name::DIALOG) && page.has_attr(element, name::OPEN)
            }
            State::Modal => tag == name::DIALOG && facts.contains(Facts::TOP_LAYER),
            State::PopoverOpen => {
                page.has_attr(element, name::POPOVER) && facts.contains(Facts::TOP_LAYER)
            }
        }
    }
}

/// Whether an element is a hyperlink (HTML, "the a element", "the area element").
pub(super) fn is_link(page: &Page, element: NodeId) -> bool {
    matches!(page.tag(element), name::A | name::AREA) && page.has_attr(element, name::HREF)
}

fn can_be_disabled(tag: crate::Name) -> bool {
    matches!(
        tag,
        name::BUTTON
            | name::INPUT
            | name::SELECT
            | name::TEXTAREA
            | name::OPTGROUP
            | name::OPTION
            | name::FIELDSET
    )
}

fn can_be_required(tag: crate::Name) -> bool {
    matches!(tag, name::INPUT | name::SELECT | name::TEXTAREA)
}

/// HTML, ":read-write": text controls that are neither read-only nor disabled, and editable text.
fn is_writable(page: &Page, element: NodeId) -> bool {
    const WITHOUT_TEXT: [&str; 10] = [
        "button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset",
        "submit",
    ];
    let facts = page.facts(element);
    let has_text = match page.html_tag(element) {
        name::TEXTAREA => true,
        name::INPUT => !WITHOUT_TEXT.contains(&page.input_type(element)),
        _ => return facts.contains(Facts::EDITABLE),
    };
    has_text && !facts.contains(Facts::DISABLED) && !page.has_attr(element, name::READONLY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_lower_case() {
        assert!(STATES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(
            STATES
                .iter()
                .all(|(name, _)| *name == name.to_ascii_lowercase())
        );
        assert_eq!(state("HOVER"), Some(("hover", State::Never)));
        assert_eq!(state("no-such"), None);
    }
}

//! States and properties by name, as texts: `true` and `false`, tokens, numbers, ids; nothing where there is none.

use std::fmt::Display;

use surefoot_aria::{Current, HasPopup, Orientation, Role, Semantics, States, Tristate};
use surefoot_page::{NodeId, name as n};

fn text(value: Option<impl Display>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

fn tristate(value: Option<Tristate>) -> String {
    text(value.map(|v| match v {
        Tristate::True => "true",
        Tristate::False => "false",
        Tristate::Mixed => "mixed",
    }))
}

/// The ids of some elements.
fn ids(semantics: &Semantics<'_>, nodes: &[NodeId]) -> String {
    let page = semantics.page();
    let ids: Vec<_> = nodes
        .iter()
        .filter_map(|&node| page.attr(node, n::ID))
        .collect();
    ids.join(" ")
}

/// What surefoot says of a state; `None` if there is none of that name.
pub(crate) fn state(semantics: &Semantics<'_>, node: NodeId, name: &str) -> Option<String> {
    let states: States = semantics.states(node);
    let range = states.range.as_deref();
    let is_field = matches!(semantics.role(node), Role::Textbox | Role::Searchbox);
    Some(match name {
        "busy" => states.busy.to_string(),
        "checked" => tristate(states.checked),
        "controls" => ids(semantics, &semantics.references(node, n::ARIA_CONTROLS)),
        "current" => text(states.current.map(Current::as_str)),
        "current?" => states.current.is_some().to_string(),
        "details" => ids(semantics, &semantics.details(node)),
        "errormessage" => ids(semantics, &semantics.error_messages(node)),
        "expandable" => states.expanded.is_some().to_string(),
        "expanded" => text(states.expanded),
        "focusable" => semantics.is_focusable(node).to_string(),
        "focused" => states.focused.to_string(),
        "level" => text(states.level),
        "modal" => states.modal.to_string(),
        "multiline" => text(is_field.then_some(states.multiline)),
        "orientation" => text(states.orientation.map(Orientation::as_str)),
        "placeholder" => text(semantics.placeholder(node)),
        "popup" => text(states.has_popup.map(HasPopup::as_str)),
        "popup?" => states.has_popup.is_some().to_string(),
        "readonly" => states.readonly.to_string(),
        "required" => states.required.to_string(),
        "roledescription" => text(semantics.role_description(node)),
        "selectable" => states.selected.is_some().to_string(),
        "selected" => text(states.selected),
        "valuemax" => text(range.and_then(|r| r.max)),
        "valuemin" => text(range.and_then(|r| r.min)),
        "valuenow" => text(range.and_then(|r| r.now)),
        "valuetext" => text(range.and_then(|r| r.text.as_deref())),
        _ => return None,
    })
}

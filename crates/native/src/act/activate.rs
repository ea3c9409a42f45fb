//! What a click on an element activates (HTML, "activation behavior"): the nearest element around it that does something.

use surefoot_page::{NodeId, Page, name};

use crate::form;

/// What is activated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Activation {
    /// A link.
    Link(NodeId),
    /// A button of any kind.
    Button(NodeId),
    /// A checkbox or radio button.
    Checkable(NodeId),
    /// A label, with the control it stands for.
    Label(NodeId, NodeId),
    /// The summary of a `details`, which is named.
    Summary(NodeId),
    /// A control that only takes the focus.
    Control(NodeId),
    /// Nothing.
    Nothing,
}

/// What a click on `node` activates.
pub(crate) fn activation(page: &Page, node: NodeId) -> Activation {
    let mut at = Some(node);
    while let Some(node) = at {
        let found = of_element(page, node);
        if found != Activation::Nothing {
            return found;
        }
        at = page.flat_parent(node);
    }
    Activation::Nothing
}

/// What the element itself does.
fn of_element(page: &Page, node: NodeId) -> Activation {
    match page.html_tag(node) {
        name::A | name::AREA if page.has_attr(node, name::HREF) => Activation::Link(node),
        name::BUTTON => Activation::Button(node),
        name::INPUT => match page.input_type(node) {
            "checkbox" | "radio" => Activation::Checkable(node),
            "hidden" => Activation::Nothing,
            _ if form::button_kind(page, node).is_some() => Activation::Button(node),
            _ => Activation::Control(node),
        },
        name::SELECT | name::TEXTAREA | name::OPTION => Activation::Control(node),
        name::SUMMARY if form::is_details_summary(page, node) => match page.parent(node) {
            Some(details) => Activation::Summary(details),
            None => Activation::Nothing,
        },
        name::LABEL => match labeled_control(page, node) {
            Some(control) => Activation::Label(node, control),
            None => Activation::Nothing,
        },
        _ if page.tag(node) == name::A && link_of(page, node).is_some() => Activation::Link(node),
        _ => Activation::Nothing,
    }
}

/// Where a link leads, as written: `href`, or `xlink:href` in SVG.
pub(crate) fn link_of(page: &Page, link: NodeId) -> Option<&str> {
    page.attr(link, name::HREF)
        .or_else(|| page.attr(link, name::XLINK_HREF))
}

/// The control a label stands for (HTML, "labeled control").
pub(crate) fn labeled_control(page: &Page, label: NodeId) -> Option<NodeId> {
    match page.attr(label, name::FOR) {
        Some(id) => by_id(page, label, id).filter(|&n| is_labelable(page, n)),
        None => page.descendants(label).find(|&n| is_labelable(page, n)),
    }
}

/// The element with an id in the tree that `near` is in.
pub(crate) fn by_id(page: &Page, near: NodeId, id: &str) -> Option<NodeId> {
    let scope = page.scope(near)?;
    page.descendants(scope)
        .find(|&n| page.attr(n, name::ID) == Some(id))
}

fn is_labelable(page: &Page, node: NodeId) -> bool {
    match page.html_tag(node) {
        name::INPUT => page.input_type(node) != "hidden",
        name::BUTTON
        | name::METER
        | name::OUTPUT
        | name::PROGRESS
        | name::SELECT
        | name::TEXTAREA => true,
        _ => false,
    }
}

//! Which form a control belongs to (HTML, "form owner").

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Page, name};

/// The form owners that the tree does not show: the parser's, and those of `form="ID"`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owners {
    explicit: FxHashMap<NodeId, Option<NodeId>>,
}

impl Owners {
    /// `by_parser` are the controls that the parser gave to a form that is not their ancestor.
    pub(crate) fn new(page: &Page, root: NodeId, by_parser: &FxHashMap<NodeId, NodeId>) -> Owners {
        let mut explicit: FxHashMap<NodeId, Option<NodeId>> = by_parser
            .iter()
            .map(|(&control, &form)| (control, Some(form)))
            .collect();
        let mut by_id: Option<FxHashMap<(NodeId, &str), NodeId>> = None;
        for node in page.descendants(root) {
            if !is_listed(page, node) {
                continue;
            }
            let Some(id) = page.attr(node, FORM_ATTRIBUTE) else {
                continue;
            };
            let index = by_id.get_or_insert_with(|| index_ids(page, root));
            let form = page
                .scope(node)
                .and_then(|scope| index.get(&(scope, id)).copied())
                .filter(|&f| page.html_tag(f) == name::FORM);
            explicit.insert(node, form);
        }
        Owners { explicit }
    }

    /// Adds those of another document of the page.
    pub(crate) fn extend(&mut self, other: Owners) {
        self.explicit.extend(other.explicit);
    }

    /// The form that `control` is submitted with.
    pub(crate) fn of(&self, page: &Page, control: NodeId) -> Option<NodeId> {
        match self.explicit.get(&control) {
            Some(&form) => form,
            None => page
                .ancestors(control)
                .take_while(|&a| page.is_element(a))
                .find(|&a| page.html_tag(a) == name::FORM),
        }
    }

    /// [`Owners::of`] for a caller who knows the nearest form around the control.
    pub(crate) fn of_control_in(&self, control: NodeId, nearest: Option<NodeId>) -> Option<NodeId> {
        match self.explicit.get(&control) {
            Some(&form) => form,
            None => nearest,
        }
    }
}

/// The attribute `form`; the element of that name shares its spelling.
const FORM_ATTRIBUTE: surefoot_page::Name = name::FORM;

fn index_ids(page: &Page, root: NodeId) -> FxHashMap<(NodeId, &str), NodeId> {
    let mut index = FxHashMap::default();
    for node in page.descendants(root) {
        if let (Some(id), Some(scope)) = (page.attr(node, name::ID), page.scope(node)) {
            index.entry((scope, id)).or_insert(node);
        }
    }
    index
}

/// Whether an element can have a form owner through its `form` attribute (HTML, "listed elements").
pub(crate) fn is_listed(page: &Page, node: NodeId) -> bool {
    matches!(
        page.html_tag(node),
        name::BUTTON
            | name::FIELDSET
            | name::INPUT
            | name::OBJECT
            | name::OUTPUT
            | name::SELECT
            | name::TEXTAREA
    )
}

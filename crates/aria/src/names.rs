//! Names and descriptions of a page's elements, remembered once computed.

use std::rc::Rc;

use surefoot_page::{NodeId, NodeKind, collapsed, name as n};

use crate::Semantics;
use crate::compute::{self, MAX_NAME_BYTES, Named};
use crate::elements::has_no_name;

impl Semantics<'_> {
    /// The accessible name (accname 1.2, "computation steps"), white space collapsed and trimmed, at most
    /// [`MAX_NAME_BYTES`] bytes; empty if there is none. That of a text is the text, of a document its title.
    ///
    /// What a password field holds is in no name. A hidden element has the name it would have if it were shown.
    pub fn name(&self, node: NodeId) -> String {
        match self.page.kind(node) {
            NodeKind::Element => self.named(node).text.to_string(),
            NodeKind::Text => cut(&collapsed(self.page.text(node))).to_owned(),
            NodeKind::Document if self.page.root() == Some(node) => {
                cut(&self.page.title()).to_owned()
            }
            _ => String::new(),
        }
    }

    /// Whether the element has a name at all.
    pub fn has_name(&self, node: NodeId) -> bool {
        match self.page.kind(node) {
            NodeKind::Element => !self.named(node).text.is_empty(),
            _ => !self.name(node).is_empty(),
        }
    }

    /// The other elements whose text made the name: what `aria-labelledby` refers to, labels, a legend, a caption. A
    /// reader who is shown the name need not be shown these again. Empty if they turned out to say nothing.
    pub fn labelled_by(&self, node: NodeId) -> Vec<NodeId> {
        if self.page.is_element(node) {
            self.named(node).sources.clone()
        } else {
            Vec::new()
        }
    }

    /// The accessible description: what `aria-describedby` refers to, else `aria-description`, else a `title` that is
    /// not the name already.
    pub fn description(&self, node: NodeId) -> String {
        if !self.page.is_element(node) {
            return String::new();
        }
        let targets = self.references(node, n::ARIA_DESCRIBEDBY);
        if !targets.is_empty() {
            let text = compute::described_by(self, node, &targets).text;
            if !text.is_empty() {
                return text.into();
            }
        }
        if let Some(text) = self.page.attr(node, n::ARIA_DESCRIPTION)
            && !text.trim_ascii().is_empty()
        {
            return cut(&collapsed(text)).to_owned();
        }
        match self.page.attr(node, n::TITLE).map(collapsed) {
            Some(title) if !title.is_empty() => {
                let named = self.named(node);
                if named.from_title || *named.text == title {
                    String::new()
                } else {
                    cut(&title).to_owned()
                }
            }
            _ => String::new(),
        }
    }

    fn named(&self, node: NodeId) -> Rc<Named> {
        // Most elements of a page are of this kind; they need neither the machine nor a place in memory.
        let role = self.role(node);
        if !role.names_from_content() && !role.names_from_heading() && has_no_name(self.page, node)
        {
            return Rc::clone(&self.nameless);
        }
        if let Some(named) = self.names.borrow().get(&node) {
            return Rc::clone(named);
        }
        let named = Rc::new(compute::name(self, node));
        self.names.borrow_mut().insert(node, Rc::clone(&named));
        named
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_NAME_BYTES)]
}

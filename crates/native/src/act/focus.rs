//! Where the focus is.

use surefoot_engine::Result;
use surefoot_page::{Facts, NodeId, Step, name};

use super::Reaction;
use crate::document::{Caret, Document};
use crate::errors;

/// Which way the focus moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// With Tab.
    Forward,
    /// With Shift and Tab.
    Backward,
}

impl Document {
    pub(super) fn focus_on(&mut self, node: NodeId) -> Result<Reaction> {
        if self.page.facts(node).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, node));
        }
        if !self.page.facts(node).contains(Facts::FOCUSABLE) {
            return Err(errors::wrong_kind(
                &self.page,
                node,
                "cannot take the focus",
                "focus a link, a button or a field",
            ));
        }
        let mut reaction = Reaction::default();
        self.move_focus(Some(node), &mut reaction);
        Ok(reaction)
    }

    /// Gives `node` the focus if it can take it, and tells it in `reaction` if that is a change.
    pub(super) fn move_focus(&mut self, node: Option<NodeId>, reaction: &mut Reaction) {
        let node = node.filter(|&n| self.page.facts(n).contains(Facts::FOCUSABLE));
        if node.is_none() || node == self.focused {
            return;
        }
        let old = self.focused;
        let page = self.page_mut();
        if let Some(old) = old {
            page.remove_facts(old, Facts::FOCUSED);
        }
        if let Some(new) = node {
            page.add_facts(new, Facts::FOCUSED);
        }
        self.focused = node;
        self.caret = self.end_of_text();
        reaction.outcome.focus = node.and_then(|n| self.page.key(n));
    }

    /// The end of what the focused control holds.
    pub(super) fn end_of_text(&self) -> Option<Caret> {
        let value = self.page.value(self.focused?)?;
        Some(Caret::At(value.chars().count()))
    }

    /// Moves the focus to the next element in the tab order.
    pub(super) fn tab(&mut self, way: Way) -> Reaction {
        let order = self.tab_order();
        let at = self
            .focused
            .and_then(|f| order.iter().position(|&n| n == f));
        let next = match (at, way) {
            (Some(at), Way::Forward) => at + 1,
            (None, Way::Forward) => 0,
            (Some(at), Way::Backward) => at.wrapping_sub(1),
            (None, Way::Backward) => order.len().wrapping_sub(1),
        };
        // Past either end the focus goes round, as it does when a page has the window to itself.
        let wrapped = match way {
            Way::Forward => order.first(),
            Way::Backward => order.last(),
        };
        let mut reaction = Reaction::default();
        let node = order.get(next).or(wrapped).copied();
        self.move_focus(node, &mut reaction);
        reaction
    }

    /// What Tab reaches, in order: positive `tabindex` first, then the tree's order; of a radio group one button.
    fn tab_order(&self) -> Vec<NodeId> {
        let page = &self.page;
        let Some(root) = page.root() else {
            return Vec::new();
        };
        let mut found: Vec<(i32, NodeId)> = Vec::new();
        for step in page.walk(root) {
            let Step::Enter(node) = step else { continue };
            let facts = page.facts(node);
            if !facts.contains(Facts::FOCUSABLE)
                || facts.intersects(Facts::NOT_RENDERED | Facts::INVISIBLE | Facts::INERT)
            {
                continue;
            }
            let index = page
                .attr(node, name::TABINDEX)
                .and_then(|t| t.trim().parse().ok())
                .unwrap_or(0);
            if index >= 0 && self.is_tab_stop(node) {
                found.push((if index == 0 { i32::MAX } else { index }, node));
            }
        }
        found.sort_by_key(|&(index, _)| index);
        found.into_iter().map(|(_, node)| node).collect()
    }

    /// Of a radio group with a checked button only that one is a stop.
    fn is_tab_stop(&self, node: NodeId) -> bool {
        let page = &self.page;
        if page.input_type(node) != "radio" || page.facts(node).contains(Facts::CHECKED) {
            return true;
        }
        !self
            .group_members(node)
            .iter()
            .any(|&n| page.facts(n).contains(Facts::CHECKED))
    }
}

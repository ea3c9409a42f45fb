//! Runs of text: what stands together in a block, until something that has a line of its own.

use std::borrow::Cow;

use surefoot_aria::Role;
use surefoot_page::{Collapse, NodeId, collapse_into};

use super::{Outliner, blank_item};

impl Outliner<'_, '_> {
    pub(super) fn add_text(&mut self, node: NodeId) {
        if self.page.facts(node).is_hidden() {
            return;
        }
        if let Some(seen) = self.seen {
            let is_hidden = seen.is_excluded(node) || seen.page().facts(node).is_hidden();
            if is_hidden != self.run_is_hidden {
                self.end_run();
            }
            self.run_is_hidden = is_hidden;
        }
        let before = self.run.len();
        collapse_into(&mut self.run, self.page.text(node), Collapse::KeepEnds);
        if self.run_start.is_none() && self.run[before..].trim_start() != "" {
            self.run_start = Some(node);
        }
    }

    /// Adds a text that stands for an element.
    pub(super) fn add_written(&mut self, node: NodeId, text: &str) {
        if self.run_start.is_none() && !text.trim().is_empty() {
            self.run_start = Some(node);
        }
        collapse_into(&mut self.run, text, Collapse::KeepEnds);
    }

    pub(super) fn add_blank(&mut self) {
        if !self.run.is_empty() && !self.run.ends_with(' ') {
            self.run.push(' ');
        }
    }

    /// Ends the run of text as an item of what is open.
    pub(super) fn end_run(&mut self) {
        let text = self.run.trim_matches(' ');
        if let Some(node) = self.run_start.take()
            && !text.is_empty()
            && let Some(key) = self.page.key(node)
        {
            let mut item = blank_item(node, key, Role::Text);
            item.name = text.into();
            item.tag = Cow::Borrowed("#text");
            item.parent = self.holders.last().map(|h| h.item);
            item.frame = self.frame_of(node);
            self.items.push(item);
            self.count(|h| {
                h.children += 1;
                h.texts += 1;
            });
        }
        self.run.clear();
    }
}

//! What stands inside the text of something else: controls, for which their value counts, and headings that name what
//! they stand in. Finding them is a search of its own, paid for like visits.

use surefoot_page::{Facts, NodeId, name as n};

use super::{Machine, Mode, Next, PLANNED_PER_VISIT, Stage, Task, is_blank};
use crate::{Role, elements};

impl Machine<'_, '_> {
    /// A control inside the text of something else stands for its value.
    pub(super) fn control(&mut self, node: NodeId, mode: Mode) -> Next {
        let role = self.semantics.role(node);
        match role {
            Role::Textbox | Role::Searchbox => match self.page.html_tag(node) {
                n::INPUT | n::TEXTAREA => {
                    self.write_value(node);
                    Next::Done
                }
                _ => Next::Go(Stage::Content),
            },
            Role::Combobox | Role::Listbox => {
                if self.page.html_tag(node) == n::INPUT {
                    self.write_value(node);
                    return Next::Done;
                }
                let chosen = self.chosen_options(node);
                if chosen.is_empty() {
                    return match role {
                        Role::Combobox if self.page.html_tag(node) != n::SELECT => {
                            Next::Go(Stage::Content)
                        }
                        _ => Next::Done,
                    };
                }
                for &option in chosen.iter().rev() {
                    self.scratch.tasks.push(Task::Blank);
                    self.scratch.tasks.push(Task::Visit(option, mode));
                }
                Next::Done
            }
            // Neither its items nor its name say anything about the whole (github.com/w3c/accname/issues/67).
            Role::Menu => Next::Done,
            _ if role.is_range() || role == Role::Spinbutton => {
                let text = [n::ARIA_VALUETEXT, n::ARIA_VALUENOW]
                    .iter()
                    .find_map(|&a| self.page.attr(node, a).filter(|v| !is_blank(v)));
                if self.write_if_any(text) {
                    return Next::Done;
                }
                if self.write_value(node) {
                    Next::Done
                } else {
                    Next::Go(Stage::Label)
                }
            }
            _ => Next::Go(Stage::Label),
        }
    }

    /// Writes what a field holds, unless that is a secret; false if there is nothing to write.
    pub(super) fn write_value(&mut self, node: NodeId) -> bool {
        let value = elements::open_value(self.page, node);
        self.write_if_any(value.as_deref())
    }

    /// The options that are selected in a listbox or in what a combobox opens.
    fn chosen_options(&mut self, list: NodeId) -> Vec<NodeId> {
        let mut chosen = Vec::new();
        if self.page.html_tag(list) == n::SELECT {
            for option in self.page.options(list) {
                if !self.charge(1) {
                    break;
                }
                if self.page.facts(option).contains(Facts::SELECTED) {
                    chosen.push(option);
                }
            }
            return chosen;
        }
        self.search(list, |this, node| {
            let is_chosen = this.semantics.role(node) == Role::Option
                && this
                    .page
                    .attr(node, n::ARIA_SELECTED)
                    .is_some_and(|v| v.eq_ignore_ascii_case("true"));
            if is_chosen {
                chosen.push(node);
            }
            Search::Further
        });
        chosen
    }

    /// Shows `look` each node below `top` in the order of the accessibility tree, passing over what is not in it.
    fn search(&mut self, top: NodeId, mut look: impl FnMut(&Self, NodeId) -> Search) {
        let mut stack = Vec::new();
        self.push_children(top, &mut stack);
        while let Some(node) = stack.pop() {
            if !self.charge(1) {
                return;
            }
            if self.semantics.is_gone(node) {
                continue;
            }
            if !self.semantics.is_excluded(node) && matches!(look(self, node), Search::Found) {
                return;
            }
            self.push_children(node, &mut stack);
        }
    }

    /// Puts the children of a node on a stack, the first one on top; no more than could be visited.
    pub(super) fn push_children(&mut self, node: NodeId, stack: &mut Vec<NodeId>) {
        let from = stack.len();
        self.semantics
            .relations
            .children_into(self.page, node, self.allowance, stack);
        stack[from..].reverse();
        self.charge((stack.len() - from) / PLANNED_PER_VISIT);
    }

    pub(super) fn first_heading(&mut self, node: NodeId) -> Option<NodeId> {
        let mut found = None;
        self.search(node, |this, at| {
            if this.semantics.role(at) == Role::Heading {
                found = Some(at);
                Search::Found
            } else {
                Search::Further
            }
        });
        found
    }
}

/// Whether a search is over.
enum Search {
    Found,
    Further,
}

//! Checkboxes and radio buttons.

use surefoot_engine::Result;
use surefoot_page::{Facts, NodeId, name};

use super::Reaction;
use super::activate::{Activation, activation};
use crate::document::Document;
use crate::errors;
use crate::form::group_of;

impl Document {
    /// Clicks a checkbox or radio button.
    pub(super) fn toggle(&mut self, control: NodeId) -> Result<Reaction> {
        let checked = self.page.facts(control).contains(Facts::CHECKED);
        let radio = self.page.input_type(control) == "radio";
        self.bring(control, radio || !checked)
    }

    pub(super) fn set_checked(&mut self, node: NodeId, checked: bool) -> Result<Reaction> {
        let control = match activation(&self.page, node) {
            Activation::Checkable(control) => control,
            Activation::Label(_, control)
                if matches!(self.page.input_type(control), "checkbox" | "radio") =>
            {
                control
            }
            _ => return Err(self.not_checkable(node)),
        };
        if self.page.input_type(control) == "radio" && !checked {
            return Err(errors::wrong_kind(
                &self.page,
                control,
                "is a radio button, which cannot be unchecked",
                "check another button of its group instead",
            ));
        }
        self.bring(control, checked)
    }

    fn not_checkable(&self, node: NodeId) -> surefoot_engine::Error {
        let role = self.page.attr(node, name::ROLE).unwrap_or("");
        let by_script = [
            "checkbox",
            "radio",
            "switch",
            "menuitemcheckbox",
            "menuitemradio",
            "option",
        ];
        if by_script.iter().any(|r| crate::form::has_word(role, r)) {
            return errors::needs_script(&self.page, node, "is checked by a script of the page");
        }
        errors::wrong_kind(
            &self.page,
            node,
            "is neither a checkbox nor a radio button",
            "click it, or choose another element",
        )
    }

    /// Brings a control into a state, with its group.
    fn bring(&mut self, control: NodeId, checked: bool) -> Result<Reaction> {
        if self.page.facts(control).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, control));
        }
        let facts = self.page.facts(control);
        let radio = self.page.input_type(control) == "radio";
        let changes =
            facts.contains(Facts::CHECKED) != checked || facts.contains(Facts::INDETERMINATE);
        if changes {
            let others = if radio && checked {
                self.group_members(control)
            } else {
                Vec::new()
            };
            let page = self.page_mut();
            for other in others {
                page.remove_facts(other, Facts::CHECKED);
            }
            page.remove_facts(control, Facts::INDETERMINATE);
            if checked {
                page.add_facts(control, Facts::CHECKED);
            } else {
                page.remove_facts(control, Facts::CHECKED);
            }
        }
        let mut reaction = Reaction::holds(if checked { "checked" } else { "unchecked" });
        self.move_focus(Some(control), &mut reaction);
        if changes {
            self.refresh_derived();
            self.note_scripts(
                control,
                &mut reaction,
                "the control also has an onclick script, which was not run",
            );
        }
        Ok(reaction)
    }

    /// The radio buttons of a group, the given one included.
    pub(super) fn group_members(&self, radio: NodeId) -> Vec<NodeId> {
        let page = &self.page;
        let group = group_of(page, &self.controls, radio);
        let Some(scope) = page.scope(radio) else {
            return vec![radio];
        };
        page.descendants(scope)
            .filter(|&n| page.input_type(n) == "radio")
            .filter(|&n| n == radio || group_of(page, &self.controls, n) == group)
            .collect()
    }
}

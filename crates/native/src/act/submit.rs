//! Submitting and resetting forms.

use surefoot_engine::{NoteKind, Result, Validation};
use surefoot_page::{Facts, NodeId, name};

use super::{Reaction, Visit};
use crate::document::Document;
use crate::form::{self, ButtonKind, Plan, Submitter};
use crate::{errors, frames};

impl Document {
    /// Submits `form` as pressing `submitter` does: validates first unless the markup says not to.
    pub(super) fn submit_form(
        &mut self,
        form: NodeId,
        submitter: Option<Submitter>,
    ) -> Result<Reaction> {
        let page = &self.page;
        let unchecked = page.has_attr(form, name::NOVALIDATE)
            || submitter.is_some_and(|s| page.has_attr(s.node, name::FORMNOVALIDATE));
        let mut reaction = Reaction::default();
        if !unchecked {
            let failing = form::check_form(page, &self.controls, form);
            if !failing.is_empty() {
                reaction.outcome.validation = failing
                    .iter()
                    .filter_map(|(node, message)| {
                        Some(Validation {
                            node: page.key(*node)?,
                            message: message.clone(),
                        })
                    })
                    .collect();
                let first = failing.first().map(|&(node, _)| node);
                let page = self.page_mut();
                for (node, _) in failing {
                    page.add_facts(node, Facts::USER_INVALID);
                }
                self.move_focus(first, &mut reaction);
                return Ok(reaction);
            }
        }
        let page = &self.page;
        if page
            .lookup("onsubmit")
            .is_some_and(|key| page.has_attr(form, key))
        {
            reaction.note(
                NoteKind::NeedsScripts,
                "the form has an onsubmit script, which was not run",
            );
        }
        let encoding = self.encoding_of(form);
        match form::plan(page, &self.controls, form, submitter, encoding)? {
            Plan::CloseDialog(Some(dialog)) => {
                self.close_dialog(dialog);
                reaction.outcome.value = Some("closed".to_owned());
            }
            Plan::CloseDialog(None) => {}
            Plan::Request {
                url,
                transport,
                target,
                noreferrer,
            } => {
                reaction.visit = Some(Visit {
                    url,
                    transport,
                    target: frames::resolve(page, form, &target),
                    from: self.url_of(form),
                    noreferrer,
                    download: false,
                });
            }
        }
        Ok(reaction)
    }

    /// Submits a form, or the form of a control, as its default button would.
    pub(super) fn submit_node(&mut self, node: NodeId) -> Result<Reaction> {
        let page = &self.page;
        if form::button_kind(page, node) == Some(ButtonKind::Submit) {
            return self.press_button(node);
        }
        let form = if page.html_tag(node) == name::FORM {
            Some(node)
        } else {
            self.controls.owners.of(page, node)
        };
        let Some(form) = form else {
            return Err(errors::wrong_kind(
                page,
                node,
                "is neither a form nor in one",
                "submit a form or a control of it, or click the button that sends it",
            ));
        };
        match self.default_button(form) {
            Some(button) => self.press_button(button),
            None => self.submit_form(form, None),
        }
    }

    /// The first submit button of a form (HTML, "default button").
    fn default_button(&self, form: NodeId) -> Option<NodeId> {
        self.controls
            .of_form(&self.page, form)
            .into_iter()
            .find(|&n| form::button_kind(&self.page, n) == Some(ButtonKind::Submit))
    }

    /// Enter in a field (HTML, "implicit submission").
    pub(super) fn submit_implicitly(&mut self, field: NodeId) -> Result<Reaction> {
        let Some(form) = self.controls.owners.of(&self.page, field) else {
            return Ok(Reaction::default());
        };
        if let Some(button) = self.default_button(form) {
            if self.page.facts(button).contains(Facts::DISABLED) {
                return Ok(Reaction::default());
            }
            return self.press_button(button);
        }
        let blocking = self
            .controls
            .of_form(&self.page, form)
            .into_iter()
            .filter(|&n| {
                matches!(
                    self.page.input_type(n),
                    "text"
                        | "search"
                        | "tel"
                        | "url"
                        | "email"
                        | "password"
                        | "date"
                        | "month"
                        | "week"
                        | "time"
                        | "datetime-local"
                        | "number"
                )
            })
            .count();
        if blocking > 1 {
            return Ok(Reaction::default());
        }
        self.submit_form(form, None)
    }

    /// Puts all controls of a form back to what the markup says.
    pub(super) fn reset_form(&mut self, form: NodeId) -> Reaction {
        let fields = self.controls.of_form(&self.page, form);
        for &field in &fields {
            self.controls.edited.remove(&field);
            self.controls.files.remove(&field);
            self.reset_control(field);
        }
        for (control, value) in fields
            .iter()
            .flat_map(|&f| form::initial_values(&self.page, f))
            .collect::<Vec<_>>()
        {
            self.page_mut().set_value(control, value);
        }
        self.refresh_derived();
        Reaction::default()
    }

    fn reset_control(&mut self, field: NodeId) {
        let kind = self.page.input_type(field);
        let is_select = self.page.html_tag(field) == name::SELECT;
        let checked = self.page.has_attr(field, name::CHECKED);
        let others = if kind == "radio" && checked {
            self.group_members(field)
        } else {
            Vec::new()
        };
        let options: Vec<NodeId> = self.page.options(field).filter(|_| is_select).collect();
        let selected = if is_select {
            form::initial_selection(&self.page, field)
        } else {
            Vec::new()
        };
        let page = self.page_mut();
        page.reset_value(field);
        if matches!(kind, "checkbox" | "radio") {
            for other in others {
                page.remove_facts(other, Facts::CHECKED);
            }
            page.remove_facts(field, Facts::CHECKED | Facts::INDETERMINATE);
            if checked {
                page.add_facts(field, Facts::CHECKED);
            }
        }
        for option in options {
            page.remove_facts(option, Facts::SELECTED);
        }
        for option in selected {
            page.add_facts(option, Facts::SELECTED);
        }
    }
}

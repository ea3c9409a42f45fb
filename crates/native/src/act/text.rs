//! Filling and typing.

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::{Facts, NodeId, name};

use super::Reaction;
use super::activate::{Activation, activation};
use crate::document::Document;
use crate::errors;
use crate::form;

impl Document {
    pub(super) fn fill(&mut self, node: NodeId, text: &str) -> Result<Reaction> {
        let field = self.text_field(node, "filled")?;
        form::refuse_unless_editable(&self.page, field)?;
        let value = form::accept_fill(&self.page, field, text)?;
        Ok(self.enter(field, value))
    }

    pub(super) fn type_text(&mut self, node: NodeId, text: &str) -> Result<Reaction> {
        let field = self.text_field(node, "typed into")?;
        form::refuse_unless_editable(&self.page, field)?;
        let is_area = self.page.html_tag(field) == name::TEXTAREA;
        let keys = text.trim_end_matches(['\r', '\n']);
        let presses_enter = !is_area && keys.len() < text.len();
        let typed = if is_area { text } else { keys };
        let held = self.page.value(field).unwrap_or_default().into_owned();
        let value = form::accept_fill(&self.page, field, &format!("{held}{typed}"))?;
        let mut reaction = self.enter(field, value);
        if presses_enter {
            // A line break is the Enter key in a field of one line.
            let entered = reaction.outcome;
            reaction = self.submit_implicitly(field)?;
            reaction.outcome.value = reaction.outcome.value.or(entered.value);
            reaction.outcome.focus = reaction.outcome.focus.or(entered.focus);
        }
        Ok(reaction)
    }

    /// Stores what the user entered.
    pub(super) fn enter(&mut self, field: NodeId, value: String) -> Reaction {
        let mut reaction = Reaction::holds(value.clone());
        self.page_mut().set_value(field, value);
        self.controls.edited.insert(field);
        self.move_focus(Some(field), &mut reaction);
        self.caret = self.end_of_text();
        self.refresh_derived();
        reaction
    }

    /// The text field that `node` is or stands for, or why there is none.
    fn text_field(&self, node: NodeId, what: &str) -> Result<NodeId> {
        let page = &self.page;
        let field = match activation(page, node) {
            Activation::Label(_, control) if page.html_tag(node) == name::LABEL => control,
            _ => node,
        };
        if form::has_text(page, field) {
            return Ok(field);
        }
        if page.facts(field).contains(Facts::EDITABLE) {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "{} is edited through scripts (contenteditable), and this engine runs none",
                    form::describe(page, field)
                ),
            )
            .with_hint(errors::USE_BROWSER));
        }
        let hint = match (page.html_tag(field), page.input_type(field)) {
            (name::SELECT, _) => "use select",
            (name::INPUT, "checkbox" | "radio") => "use check or uncheck",
            (name::INPUT, "file") => "use upload",
            (name::INPUT | name::BUTTON | name::A, _) => "use click",
            _ => "choose a field: an input or a textarea",
        };
        Err(errors::wrong_kind(
            page,
            field,
            &format!("cannot be {what}"),
            hint,
        ))
    }
}

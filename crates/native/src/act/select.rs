//! Choosing options of a list.

use surefoot_engine::{Choice, Error, ErrorKind, Result};
use surefoot_page::{Facts, NodeId, collapsed, name};

use super::Reaction;
use super::activate::{Activation, activation};
use crate::document::Document;
use crate::errors;
use crate::form::{clip, describe};

/// Most options a message lists.
const LISTED: usize = 10;

impl Document {
    pub(super) fn select(&mut self, node: NodeId, choices: &[Choice]) -> Result<Reaction> {
        let list = self.list_of(node)?;
        if self.page.facts(list).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, list));
        }
        let multiple = self.page.has_attr(list, name::MULTIPLE);
        if choices.len() != 1 && !multiple {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "{} takes exactly one option, and {} were given",
                    describe(&self.page, list),
                    choices.len()
                ),
            )
            .with_hint("name one option"));
        }
        let options: Vec<NodeId> = self.page.options(list).collect();
        let chosen = choices
            .iter()
            .map(|choice| self.find_option(list, &options, choice))
            .collect::<Result<Vec<NodeId>>>()?;
        Ok(self.set_selection(list, &options, &chosen))
    }

    /// The `select` that `node` is, or stands for.
    fn list_of(&self, node: NodeId) -> Result<NodeId> {
        let page = &self.page;
        if page.html_tag(node) == name::SELECT {
            return Ok(node);
        }
        if let Activation::Label(_, control) = activation(page, node)
            && page.html_tag(control) == name::SELECT
        {
            return Ok(control);
        }
        let role = page.attr(node, name::ROLE).unwrap_or("");
        if ["combobox", "listbox"]
            .iter()
            .any(|r| crate::form::has_word(role, r))
        {
            return Err(errors::needs_script(
                page,
                node,
                "is a list made by a script",
            ));
        }
        Err(errors::wrong_kind(
            page,
            node,
            "is not a list of options",
            "use fill for a field, check for a checkbox, click for anything else",
        ))
    }

    fn find_option(&self, list: NodeId, options: &[NodeId], choice: &Choice) -> Result<NodeId> {
        let page = &self.page;
        let found = match choice {
            Choice::Index(index) => options.get(*index).copied(),
            Choice::ValueOrLabel(wanted) => {
                let wanted_label = collapsed(wanted);
                options
                    .iter()
                    .find(|&&o| page.value(o).is_some_and(|v| v == wanted.as_str()))
                    .or_else(|| options.iter().find(|&&o| self.label_of(o) == wanted_label))
                    .or_else(|| {
                        let mut close = options
                            .iter()
                            .filter(|&&o| self.label_of(o).eq_ignore_ascii_case(&wanted_label));
                        close.next().filter(|_| close.next().is_none())
                    })
                    .copied()
            }
        };
        let Some(option) = found else {
            let what = match choice {
                Choice::Index(index) => format!("number {index}, counted from 0"),
                Choice::ValueOrLabel(text) => format!("{:?}", clip(text)),
            };
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("{} has no option {what}", describe(page, list)),
            )
            .with_hint(self.list_options(options)));
        };
        if page.facts(option).contains(Facts::DISABLED) {
            return Err(Error::new(
                ErrorKind::Disabled,
                format!("the option {:?} is disabled", clip(&self.label_of(option))),
            )
            .with_hint(self.list_options(options)));
        }
        Ok(option)
    }

    /// The label of an option (HTML, "concept-option-label").
    fn label_of(&self, option: NodeId) -> String {
        let page = &self.page;
        match page
            .lookup("label")
            .and_then(|key| page.attr(option, key))
            .filter(|l| !l.is_empty())
        {
            Some(label) => collapsed(label),
            None => collapsed(&page.text_content(option)),
        }
    }

    fn list_options(&self, options: &[NodeId]) -> String {
        if options.is_empty() {
            return "the list is empty".to_owned();
        }
        let usable = options
            .iter()
            .filter(|&&o| !self.page.facts(o).contains(Facts::DISABLED));
        let names: Vec<String> = usable
            .take(LISTED)
            .map(|&o| format!("{:?}", clip(&self.label_of(o))))
            .collect();
        let more = options.len().saturating_sub(LISTED);
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!("its options: {}{rest}", names.join(", "))
    }

    fn set_selection(&mut self, list: NodeId, options: &[NodeId], chosen: &[NodeId]) -> Reaction {
        let page = self.page_mut();
        for &option in options {
            page.remove_facts(option, Facts::SELECTED);
        }
        for &option in chosen {
            page.add_facts(option, Facts::SELECTED);
        }
        self.refresh_derived();
        let labels: Vec<String> = chosen.iter().map(|&o| self.label_of(o)).collect();
        let mut reaction = Reaction::holds(labels.join(", "));
        self.move_focus(Some(list), &mut reaction);
        reaction
    }

    /// A click on an option: selects it, or toggles it where several can be selected.
    pub(super) fn click_option(&mut self, option: NodeId) -> Result<Reaction> {
        let page = &self.page;
        let list = page
            .ancestors(option)
            .find(|&a| page.html_tag(a) == name::SELECT);
        let Some(list) = list else {
            return Ok(Reaction::default());
        };
        if page.facts(option).contains(Facts::DISABLED)
            || page.facts(list).contains(Facts::DISABLED)
        {
            return Err(errors::disabled(page, option));
        }
        let options: Vec<NodeId> = page.options(list).collect();
        let mut chosen: Vec<NodeId> = vec![option];
        if page.has_attr(list, name::MULTIPLE) {
            let selected = |n: NodeId| page.facts(n).contains(Facts::SELECTED);
            chosen = options
                .iter()
                .copied()
                .filter(|&o| selected(o) != (o == option))
                .collect();
        }
        Ok(self.set_selection(list, &options, &chosen))
    }

    /// Selects the next or previous option that is not disabled, as an arrow key does.
    pub(super) fn step_selection(&mut self, list: NodeId, forward: bool) -> Reaction {
        let page = &self.page;
        let options: Vec<NodeId> = page.options(list).collect();
        let usable: Vec<NodeId> = options
            .iter()
            .copied()
            .filter(|&o| !page.facts(o).contains(Facts::DISABLED))
            .collect();
        let at = usable
            .iter()
            .position(|&o| page.facts(o).contains(Facts::SELECTED));
        let next = match at {
            Some(at) if forward => (at + 1).min(usable.len() - 1),
            Some(at) => at.saturating_sub(1),
            None => 0,
        };
        match usable.get(next) {
            Some(&option) => self.set_selection(list, &options, &[option]),
            None => Reaction::default(),
        }
    }
}

//! What opens and closes by markup alone: `details`, dialogs, popovers, and the buttons that command them.

use surefoot_engine::Result;
use surefoot_page::{Facts, NodeId, name};

use super::Reaction;
use super::activate::by_id;
use crate::document::Document;
use crate::errors;

/// What a button tells its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    TogglePopover,
    ShowPopover,
    HidePopover,
    ShowModal,
    Close,
    /// One that only a script understands.
    Custom,
}

impl Document {
    pub(super) fn toggle_details(&mut self, details: NodeId) -> Reaction {
        let open = self.page.has_attr(details, name::OPEN);
        if !open {
            self.close_group_of(details);
        }
        let page = self.page_mut();
        if open {
            page.remove_attr(details, name::OPEN);
        } else {
            page.set_attr(details, name::OPEN, "");
        }
        self.refresh_derived();
        Reaction::holds(if open { "closed" } else { "open" })
    }

    /// Of the `details` with one `name` only one is open.
    fn close_group_of(&mut self, details: NodeId) {
        let page = &self.page;
        let Some(group) = page.attr(details, name::NAME).filter(|n| !n.is_empty()) else {
            return;
        };
        let Some(scope) = page.scope(details) else {
            return;
        };
        let others: Vec<NodeId> = page
            .descendants(scope)
            .filter(|&n| {
                n != details
                    && page.html_tag(n) == name::DETAILS
                    && page.attr(n, name::NAME) == Some(group)
                    && page.has_attr(n, name::OPEN)
            })
            .collect();
        let page = self.page_mut();
        for other in others {
            page.remove_attr(other, name::OPEN);
        }
    }

    /// Does what a button's `commandfor` or `popovertarget` says; `None` if it says nothing.
    pub(super) fn invoke(&mut self, button: NodeId) -> Result<Option<Reaction>> {
        let Some((target, command)) = self.command_of(button) else {
            return Ok(None);
        };
        let page = &self.page;
        let is_open = page.facts(target).contains(Facts::TOP_LAYER);
        let is_popover = page.has_attr(target, name::POPOVER);
        let is_dialog = page.html_tag(target) == name::DIALOG;
        match command {
            Command::TogglePopover if is_popover => self.show_layer(target, !is_open),
            Command::ShowPopover if is_popover => self.show_layer(target, true),
            Command::HidePopover if is_popover => self.show_layer(target, false),
            Command::ShowModal if is_dialog => self.show_modal(target),
            Command::Close if is_dialog => self.close_dialog(target),
            Command::Custom => {
                return Err(errors::needs_script(
                    page,
                    button,
                    "gives a command that a script of the page carries out",
                ));
            }
            _ => return Ok(Some(Reaction::default())),
        }
        let open = self.page.facts(target).contains(Facts::TOP_LAYER);
        Ok(Some(Reaction::holds(if open { "open" } else { "closed" })))
    }

    fn command_of(&self, button: NodeId) -> Option<(NodeId, Command)> {
        let page = &self.page;
        let attr = |key: &str| page.lookup(key).and_then(|n| page.attr(button, n));
        if let Some(id) = attr("commandfor") {
            let target = by_id(page, button, id)?;
            let command = match attr("command").unwrap_or("").to_ascii_lowercase().as_str() {
                "toggle-popover" => Command::TogglePopover,
                "show-popover" => Command::ShowPopover,
                "hide-popover" => Command::HidePopover,
                "show-modal" => Command::ShowModal,
                "close" | "request-close" => Command::Close,
                _ => Command::Custom,
            };
            return Some((target, command));
        }
        let target = by_id(page, button, page.attr(button, name::POPOVERTARGET)?)?;
        let action = page
            .attr(button, name::POPOVERTARGETACTION)
            .unwrap_or("toggle");
        let command = if action.eq_ignore_ascii_case("show") {
            Command::ShowPopover
        } else if action.eq_ignore_ascii_case("hide") {
            Command::HidePopover
        } else {
            Command::TogglePopover
        };
        Some((target, command))
    }

    fn show_layer(&mut self, popover: NodeId, open: bool) {
        if open {
            self.hide_auto_popovers(popover);
        }
        let page = self.page_mut();
        if open {
            page.add_facts(popover, Facts::TOP_LAYER);
        } else {
            page.remove_facts(popover, Facts::TOP_LAYER);
        }
        self.refresh_derived();
    }

    /// Showing an `auto` popover hides the others that do not contain it.
    fn hide_auto_popovers(&mut self, opening: NodeId) {
        let page = &self.page;
        let is_auto = |n: NodeId| {
            page.attr(n, name::POPOVER)
                .is_some_and(|v| v.is_empty() || v.eq_ignore_ascii_case("auto"))
        };
        if !is_auto(opening) {
            return;
        }
        let hidden: Vec<NodeId> = page
            .ids()
            .filter(|&n| page.facts(n).contains(Facts::TOP_LAYER) && is_auto(n))
            .filter(|&n| !page.contains(n, opening))
            .collect();
        let page = self.page_mut();
        for node in hidden {
            page.remove_facts(node, Facts::TOP_LAYER);
        }
    }

    fn show_modal(&mut self, dialog: NodeId) {
        let page = self.page_mut();
        page.set_attr(dialog, name::OPEN, "");
        page.add_facts(dialog, Facts::TOP_LAYER);
        self.refresh_derived();
    }

    /// Closes a dialog, modal or not.
    pub(super) fn close_dialog(&mut self, dialog: NodeId) {
        let page = self.page_mut();
        page.remove_attr(dialog, name::OPEN);
        page.remove_facts(dialog, Facts::TOP_LAYER);
        self.refresh_derived();
    }

    /// Escape: closes what was opened on top last. Whether there was anything.
    pub(super) fn close_topmost(&mut self) -> bool {
        let page = &self.page;
        let top = page
            .ids()
            .filter(|&n| page.facts(n).contains(Facts::TOP_LAYER) && page.is_attached(n))
            .last();
        match top {
            Some(dialog) if page.html_tag(dialog) == name::DIALOG => self.close_dialog(dialog),
            Some(popover) => self.show_layer(popover, false),
            None => return false,
        }
        true
    }
}

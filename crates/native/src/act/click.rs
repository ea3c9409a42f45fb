//! Clicking.

use surefoot_engine::{Error, ErrorKind, Modifiers, MouseButton, NoteKind, Result};
use surefoot_page::{Facts, NodeId, name};

use super::activate::{Activation, activation, link_of};
use super::{Reaction, Visit};
use crate::document::Document;
use crate::errors;
use crate::form::{ButtonKind, Submitter, Transport, button_kind, describe};
use crate::frames::{self, Target};

impl Document {
    pub(super) fn click(
        &mut self,
        node: NodeId,
        button: MouseButton,
        count: u8,
        modifiers: Modifiers,
    ) -> Result<Reaction> {
        if button == MouseButton::Right {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "a right click opens a menu of the browser or of a script, and this engine has neither",
            )
            .with_hint(errors::USE_BROWSER));
        }
        let target = activation(&self.page, node);
        if button == MouseButton::Middle && !matches!(target, Activation::Link(_)) {
            return Err(errors::wrong_kind(
                &self.page,
                node,
                "does nothing on a middle click",
                "click it with the main button",
            ));
        }
        let new_tab = button == MouseButton::Middle
            || modifiers.intersects(Modifiers::CONTROL | Modifiers::META | Modifiers::SHIFT);
        let twice = count.is_multiple_of(2) && count > 0;
        match target {
            // Toggled back, as two clicks do.
            Activation::Checkable(n) if twice && self.page.input_type(n) == "checkbox" => {
                self.activate(target, new_tab)?;
                self.activate(target, new_tab)
            }
            Activation::Summary(_) if twice => {
                self.activate(target, new_tab)?;
                self.activate(target, new_tab)
            }
            Activation::Nothing => self.click_on_nothing(node),
            _ => self.activate(target, new_tab),
        }
    }

    /// Does what the element does when it is activated by mouse or key.
    pub(super) fn activate(&mut self, target: Activation, new_tab: bool) -> Result<Reaction> {
        match target {
            Activation::Link(link) => self.follow_link(link, new_tab),
            Activation::Button(button) => self.press_button(button),
            Activation::Checkable(control) => self.toggle(control),
            Activation::Label(_, control) => self.click_label(control),
            Activation::Summary(details) => Ok(self.toggle_details(details)),
            Activation::Control(control) => self.click_control(control),
            Activation::Nothing => Ok(Reaction::default()),
        }
    }

    fn click_on_nothing(&mut self, node: NodeId) -> Result<Reaction> {
        if self.has_handler(node) {
            return Err(errors::needs_script(
                &self.page,
                node,
                "does its work in a script (onclick)",
            ));
        }
        let mut reaction = Reaction::default();
        if self.has_scripts {
            reaction.note(
                NoteKind::NeedsScripts,
                format!(
                    "{} does nothing by itself; a script of the page might react to it, and this engine runs none",
                    describe(&self.page, node)
                ),
            );
        }
        Ok(reaction)
    }

    fn click_control(&mut self, control: NodeId) -> Result<Reaction> {
        if self.page.html_tag(control) == name::OPTION {
            return self.click_option(control);
        }
        if self.page.facts(control).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, control));
        }
        let mut reaction = Reaction::default();
        self.move_focus(Some(control), &mut reaction);
        if self.page.input_type(control) == "file" {
            reaction.note(
                NoteKind::Other,
                "this is a file input: choose files for it with upload",
            );
        }
        Ok(reaction)
    }

    fn click_label(&mut self, control: NodeId) -> Result<Reaction> {
        if self.page.facts(control).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, control));
        }
        match activation(&self.page, control) {
            Activation::Label(..) | Activation::Nothing => Ok(Reaction::default()),
            target => self.activate(target, false),
        }
    }

    fn follow_link(&mut self, link: NodeId, new_tab: bool) -> Result<Reaction> {
        let page = &self.page;
        let written = link_of(page, link).unwrap_or("").trim().to_owned();
        let Some(url) = self.resolve(link, &written) else {
            return Err(Error::new(
                ErrorKind::NavigationFailed,
                format!(
                    "{} leads to {written:?}, which is not a usable URL",
                    describe(page, link)
                ),
            ));
        };
        match url.scheme() {
            "http" | "https" | "data" | "file" | "about" => {}
            "javascript" => {
                return Err(errors::needs_script(
                    page,
                    link,
                    "is a link to a script (javascript:)",
                ));
            }
            scheme => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    format!("the link leads to {url}: {scheme}: addresses are not web pages"),
                )
                .with_hint("use the address from the link directly"));
            }
        }
        let mut reaction = Reaction::default();
        let inert = written == "#" || (written.starts_with('#') && self.has_handler(link));
        if inert && (self.has_handler(link) || self.has_scripts) {
            self.note_link_script(link, &mut reaction);
        }
        let page = &self.page;
        let named = page
            .attr(link, name::TARGET)
            .map_or_else(|| frames::base_target(page, link), str::to_owned);
        let target = if new_tab {
            Target::New
        } else {
            frames::resolve(page, link, &named)
        };
        let rel = page.attr(link, name::REL).unwrap_or("");
        let visit = Visit {
            url,
            transport: Transport::Url,
            target,
            from: self.url_of(link),
            noreferrer: crate::form::has_word(rel, "noreferrer"),
            download: page.has_attr(link, name::DOWNLOAD),
        };
        self.move_focus(Some(link), &mut reaction);
        reaction.visit = Some(visit);
        Ok(reaction)
    }

    fn note_link_script(&self, link: NodeId, reaction: &mut Reaction) {
        reaction.note(
            NoteKind::NeedsScripts,
            format!(
                "{} leads nowhere by itself; what it does is done by a script, and this engine runs none",
                describe(&self.page, link)
            ),
        );
    }

    /// Presses a button of any kind.
    pub(super) fn press_button(&mut self, button: NodeId) -> Result<Reaction> {
        if self.page.facts(button).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, button));
        }
        let form = self.controls.owners.of(&self.page, button);
        let mut reaction = match (button_kind(&self.page, button), form) {
            (Some(ButtonKind::Submit), Some(form)) => self.submit_form(
                form,
                Some(Submitter {
                    node: button,
                    at: (0, 0),
                }),
            )?,
            (Some(ButtonKind::Reset), Some(form)) => self.reset_form(form),
            _ => match self.invoke(button)? {
                Some(reaction) => reaction,
                None if self.has_handler(button) || self.has_scripts => {
                    return Err(errors::needs_script(
                        &self.page,
                        button,
                        "is a button that does its work in a script",
                    ));
                }
                None => Reaction::default(),
            },
        };
        self.note_scripts(
            button,
            &mut reaction,
            "the button also has an onclick script, which was not run",
        );
        if reaction.outcome.validation.is_empty() {
            self.move_focus(Some(button), &mut reaction);
        }
        Ok(reaction)
    }
}

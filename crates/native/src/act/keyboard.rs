//! Pressing keys: those whose effect markup defines.

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::{Facts, NodeId, name};

use super::Reaction;
use super::activate::{Activation, activation};
use super::focus::Way;
use crate::document::{Caret, Document};
use crate::{errors, form};

/// A key with what is held down.
struct Chord<'c> {
    key: &'c str,
    shift: bool,
    /// Control or Command: for shortcuts.
    command: bool,
    other: bool,
}

impl<'c> Chord<'c> {
    fn parse(chord: &'c str) -> Option<Chord<'c>> {
        let mut parsed = Chord {
            key: "",
            shift: false,
            command: false,
            other: false,
        };
        let mut rest = chord;
        // The key itself may be "+".
        while let Some((modifier, after)) = rest
            .split_once('+')
            .filter(|(m, a)| !m.is_empty() && !a.is_empty())
        {
            match modifier.to_ascii_lowercase().as_str() {
                "shift" => parsed.shift = true,
                "control" | "ctrl" | "meta" | "command" | "cmd" | "controlormeta" => {
                    parsed.command = true;
                }
                "alt" | "option" => parsed.other = true,
                _ => return None,
            }
            rest = after;
        }
        parsed.key = match rest {
            "Space" | "Spacebar" => " ",
            "Return" => "Enter",
            "Esc" => "Escape",
            key => key,
        };
        (!parsed.key.is_empty()).then_some(parsed)
    }
}

impl Document {
    pub(super) fn press(&mut self, node: Option<NodeId>, chord: &str) -> Result<Reaction> {
        let Some(keys) = Chord::parse(chord) else {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("{:?} is not a key or chord", form::clip(chord)),
            )
            .with_hint("write keys as Enter, Tab, a or Control+a"));
        };
        let mut moved = Reaction::default();
        if let Some(node) = node {
            self.move_focus(Some(node), &mut moved);
        }
        let mut reaction = self.press_focused(node.or(self.focused), &keys, chord)?;
        reaction.outcome.focus = reaction.outcome.focus.or(moved.outcome.focus);
        Ok(reaction)
    }

    fn press_focused(
        &mut self,
        at: Option<NodeId>,
        keys: &Chord<'_>,
        chord: &str,
    ) -> Result<Reaction> {
        match keys.key {
            "Tab" if !keys.command && !keys.other => {
                let way = if keys.shift {
                    Way::Backward
                } else {
                    Way::Forward
                };
                return Ok(self.tab(way));
            }
            "Escape" => {
                let closed = self.close_topmost();
                if !closed && self.has_scripts {
                    return Err(unsupported(
                        chord,
                        "only a script of the page would react to it",
                    ));
                }
                return Ok(Reaction::default());
            }
            _ => {}
        }
        let Some(node) = at else {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "nothing on the page has the focus to get {}",
                    form::clip(chord)
                ),
            )
            .with_hint("name the element, or focus it first"));
        };
        if self.page.facts(node).contains(Facts::DISABLED) {
            return Err(errors::disabled(&self.page, node));
        }
        if form::has_text(&self.page, node) {
            return self.press_in_text(node, keys, chord);
        }
        let plain = !keys.command && !keys.other;
        match (keys.key, activation(&self.page, node)) {
            (
                "Enter",
                target @ (Activation::Link(_) | Activation::Button(_) | Activation::Summary(_)),
            )
            | (
                " ",
                target
                @ (Activation::Button(_) | Activation::Summary(_) | Activation::Checkable(_)),
            ) if plain => self.activate(target, false),
            ("Enter", Activation::Link(link)) => self.activate(Activation::Link(link), true),
            ("Enter", Activation::Checkable(_)) if plain => self.submit_implicitly(node),
            ("ArrowDown" | "ArrowRight", _)
                if self.page.html_tag(node) == name::SELECT && plain =>
            {
                Ok(self.step_selection(node, true))
            }
            ("ArrowUp" | "ArrowLeft", _) if self.page.html_tag(node) == name::SELECT && plain => {
                Ok(self.step_selection(node, false))
            }
            (
                "ArrowDown" | "ArrowRight" | "ArrowUp" | "ArrowLeft",
                Activation::Checkable(radio),
            ) if plain && self.page.input_type(radio) == "radio" => {
                let forward = matches!(keys.key, "ArrowDown" | "ArrowRight");
                self.step_radio(radio, forward)
            }
            _ => Err(unsupported(
                chord,
                &format!(
                    "it means nothing on {} without scripts",
                    form::describe(&self.page, node)
                ),
            )),
        }
    }

    fn step_radio(&mut self, radio: NodeId, forward: bool) -> Result<Reaction> {
        let members: Vec<NodeId> = self
            .group_members(radio)
            .into_iter()
            .filter(|&n| !self.page.facts(n).contains(Facts::DISABLED))
            .collect();
        let count = members.len();
        let next = members.iter().position(|&n| n == radio).map(|at| {
            let step = if forward { 1 } else { count - 1 };
            (at + step) % count
        });
        match next.and_then(|at| members.get(at)) {
            Some(&other) => self.set_checked(other, true),
            None => Ok(Reaction::default()),
        }
    }

    /// A key in a text field.
    fn press_in_text(&mut self, field: NodeId, keys: &Chord<'_>, chord: &str) -> Result<Reaction> {
        let is_area = self.page.html_tag(field) == name::TEXTAREA;
        let held: Vec<char> = self.page.value(field).unwrap_or_default().chars().collect();
        let end = held.len();
        let (from, to) = match self.caret {
            Some(Caret::All) => (0, end),
            Some(Caret::At(at)) => (at.min(end), at.min(end)),
            None => (end, end),
        };
        if keys.other || (keys.command && !keys.key.eq_ignore_ascii_case("a")) {
            return Err(unsupported(
                chord,
                "it is a shortcut that this engine does not know",
            ));
        }
        let caret = match keys.key {
            "a" | "A" if keys.command => Some(Caret::All),
            "Home" => Some(Caret::At(0)),
            "End" => Some(Caret::At(end)),
            "ArrowLeft" => Some(Caret::At(from.saturating_sub(usize::from(from == to)))),
            "ArrowRight" => Some(Caret::At((to + usize::from(from == to)).min(end))),
            _ => None,
        };
        if caret.is_some() {
            self.caret = caret;
            return Ok(Reaction::holds(held.into_iter().collect::<String>()));
        }
        if keys.key == "Enter" && !is_area {
            return self.submit_implicitly(field);
        }
        let mut one = keys.key.chars();
        let (from, to, inserted) = match (keys.key, one.next(), one.next()) {
            ("Backspace", ..) => (from.saturating_sub(usize::from(from == to)), to, None),
            ("Delete", ..) => (from, (to + usize::from(from == to)).min(end), None),
            ("Enter", ..) => (from, to, Some('\n')),
            (_, Some(c), None) if !c.is_control() => {
                let c = if keys.shift {
                    c.to_uppercase().next().unwrap_or(c)
                } else {
                    c
                };
                (from, to, Some(c))
            }
            _ => return Err(unsupported(chord, "this engine does not know the key")),
        };
        form::refuse_unless_editable(&self.page, field)?;
        let text: String = held[..from]
            .iter()
            .chain(inserted.iter())
            .chain(&held[to..])
            .collect();
        let value = form::accept_fill(&self.page, field, &text)?;
        let reaction = self.enter(field, value);
        self.caret = Some(Caret::At(from + inserted.iter().count()));
        Ok(reaction)
    }
}

fn unsupported(chord: &str, why: &str) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        format!("{} cannot be pressed here: {why}", form::clip(chord)),
    )
    .with_hint(errors::USE_BROWSER)
}

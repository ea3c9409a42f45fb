//! The act loop: find the target, check it, do, observe.

use surefoot_engine::{Action, Choice, Destination, Error, ErrorKind, Limits, Result};
use surefoot_page::{Facts, MASK, NodeId, NodeKey, name};
use surefoot_view::line_of;

use crate::find::Element;
use crate::observe::Before;
use crate::read::{is_visible, states_of};
use crate::session::Look;
use crate::{ActionAnswer, Command, ElementLabel, Session, urls};

/// What a command comes down to.
enum Step {
    /// Go somewhere.
    Go(Destination),
    /// Do something to an element, or to whatever has the focus.
    Do(Action, Option<Element>),
}

impl Session {
    /// Does something and answers what was observed.
    pub(crate) async fn act(&mut self, command: Command, limits: Limits) -> Result<ActionAnswer> {
        let mut verb = command.past();
        let argument = command.argument();
        let look = self.look(limits).await?;
        let asked = command.asked_value().map(ToOwned::to_owned);
        let step = self.step(command, &look, limits).await?;
        // The engine must be the only holder of the page when it changes it, or it would have to copy it.
        let Look { page, outline, .. } = look;
        let is_password =
            matches!(&step, Step::Do(_, Some(e)) if page.input_type(e.node) == "password");
        let before = Before {
            url: self.tabs.current().tab.url().to_owned(),
            outline,
            document: main_document(&page),
        };
        drop(page);
        let (target, outcome) = match step {
            Step::Go(destination) => {
                let tab = &mut self.tabs.current_mut().tab;
                let outcome = tab.navigate(destination, limits).await?;
                if outcome.navigation.is_none() {
                    verb = "downloaded";
                }
                (None, outcome)
            }
            Step::Do(action, element) => {
                let outcome = self.tabs.current_mut().tab.perform(action, limits).await;
                let outcome = outcome.map_err(|error| naming(error, element.as_ref()))?;
                (element, outcome)
            }
        };
        let mut effects = self
            .observe(before, outcome, target.as_ref(), limits)
            .await?;
        if effects.checked.is_some() {
            // An engine may put the same into words.
            effects.value = None;
        }
        if let (Some(value), Some(asked)) = (&effects.value, asked)
            && *value != asked
        {
            effects.value_asked = Some(asked);
        }
        if is_password {
            effects.value = effects.value.map(|v| mask(&v));
            effects.value_asked = effects.value_asked.map(|v| mask(&v));
        }
        let reattached = target.as_ref().is_some_and(|t| t.reattached);
        Ok(ActionAnswer {
            verb,
            argument,
            target: target.map(|t| t.label),
            reattached,
            effects,
        })
    }

    /// What a command comes down to on the page as it is now.
    async fn step(&mut self, command: Command, look: &Look, limits: Limits) -> Result<Step> {
        let go = |destination| Ok(Step::Go(destination));
        match command {
            Command::Open { url } => go(Destination::Url(urls::typed(&url)?.into())),
            Command::OpenSource { bytes, url } => go(Destination::Source { bytes, url }),
            Command::Back => go(Destination::Back),
            Command::Forward => go(Destination::Forward),
            Command::Reload => go(Destination::Reload),
            Command::Click {
                target,
                button,
                modifiers,
                count,
            } => {
                self.on(&target, look, limits, |node| Action::Click {
                    node,
                    button,
                    count,
                    modifiers,
                    position: None,
                })
                .await
            }
            Command::Hover { target } => self.on(&target, look, limits, Action::Hover).await,
            Command::Focus { target } => self.on(&target, look, limits, Action::Focus).await,
            Command::ScrollTo { target } => self.on(&target, look, limits, Action::ScrollTo).await,
            Command::Fill { target, text } => {
                self.on(&target, look, limits, |node| Action::Fill { node, text })
                    .await
            }
            Command::Type {
                target: Some(target),
                text,
            } => {
                self.on(&target, look, limits, |node| Action::Type {
                    node: Some(node),
                    text,
                })
                .await
            }
            Command::Type { target: None, text } => {
                let action = Action::Type { node: None, text };
                Ok(Step::Do(action, self.focused(look)))
            }
            Command::Press {
                target: Some(target),
                chord,
            } => {
                self.on(&target, look, limits, |node| Action::Press {
                    node: Some(node),
                    chord,
                })
                .await
            }
            Command::Press {
                target: None,
                chord,
            } => {
                let action = Action::Press { node: None, chord };
                Ok(Step::Do(action, self.focused(look)))
            }
            Command::Select { target, choices } => {
                let choices = choices.into_iter().map(Choice::ValueOrLabel).collect();
                self.on(&target, look, limits, |node| Action::Select {
                    node,
                    choices,
                })
                .await
            }
            Command::SetChecked { target, checked } => {
                self.on(&target, look, limits, |node| Action::SetChecked {
                    node,
                    checked,
                })
                .await
            }
            Command::Upload { target, files } => {
                // File inputs are commonly hidden behind a button of the page's own design.
                let element = self.find(&target, look, limits).await?;
                let node = key(&element, look)?;
                Ok(Step::Do(Action::Upload { node, files }, Some(element)))
            }
            Command::Submit { target } => {
                let element = match target {
                    Some(target) => self.find(&target, look, limits).await?,
                    None => only_form(look)?,
                };
                let node = key(&element, look)?;
                Ok(Step::Do(Action::Submit(node), Some(element)))
            }
            other => Err(Error::new(
                ErrorKind::Unsupported,
                format!("`{}` is no action", other.verb()),
            )),
        }
    }

    /// An action on the element that a target names, once that element was found fit for it.
    async fn on(
        &mut self,
        target: &str,
        look: &Look,
        limits: Limits,
        action: impl FnOnce(NodeKey) -> Action,
    ) -> Result<Step> {
        let element = self.find(target, look, limits).await?;
        check(&element, look)?;
        let node = key(&element, look)?;
        Ok(Step::Do(action(node), Some(element)))
    }
}

/// The page's only form.
fn only_form(look: &Look) -> Result<Element> {
    let page = &look.page;
    let forms: Vec<NodeId> = page
        .ids()
        .filter(|&n| page.html_tag(n) == name::FORM && page.is_attached(n))
        .collect();
    match forms.as_slice() {
        [only] => Ok(Element {
            node: *only,
            shown: None,
            label: ElementLabel {
                reference: None,
                role: "form".to_owned(),
                name: String::new(),
            },
            reattached: false,
        }),
        [] => Err(
            Error::new(ErrorKind::NotFound, "the page has no form to submit")
                .with_hint("take a `snapshot` to see what it has"),
        ),
        several => Err(Error::new(
            ErrorKind::Ambiguous,
            format!("the page has {} forms", several.len()),
        )
        .with_hint("name a field or a button of the one that is meant, as in `submit 5`")),
    }
}

/// Whether something can be done to an element at all: it is visible and not disabled (design, "Actions").
fn check(element: &Element, look: &Look) -> Result<()> {
    let named = described(&element.label);
    if !is_visible(element.node, look) {
        return Err(Error::new(
            ErrorKind::NotVisible,
            format!("{named} cannot be seen on the page as it is now"),
        )
        .with_hint("something may have to be opened first; a `snapshot` shows what can be seen"));
    }
    if look.page.facts(element.node).contains(Facts::INERT) {
        return Err(Error::new(
            ErrorKind::Obscured,
            format!("{named} is inert: the page lets nobody use it now"),
        )
        .with_hint("close what stands in front of it, as an open dialog; a `snapshot` shows what can be used"));
    }
    if states_of(element, look).disabled {
        return Err(
            Error::new(ErrorKind::Disabled, format!("{named} is disabled")).with_hint(
                "the page enables it once something else is done; a `snapshot` shows what is there",
            ),
        );
    }
    Ok(())
}

/// An engine's error with the element as the agent knows it: the engine has only its tag.
fn naming(error: Error, element: Option<&Element>) -> Error {
    let about_it = matches!(
        error.kind(),
        ErrorKind::WrongKind
            | ErrorKind::NotEditable
            | ErrorKind::InvalidArgument
            | ErrorKind::Unsupported
            | ErrorKind::NotFound
            | ErrorKind::Disabled
    );
    match element.map(|e| &e.label) {
        Some(label) if about_it && (label.reference.is_some() || !label.name.is_empty()) => {
            let mut named = Error::new(
                error.kind(),
                format!("{}: {}", described(label), error.message()),
            )
            .with_candidates(error.candidates().to_vec());
            if let Some(hint) = error.hint() {
                named = named.with_hint(hint);
            }
            named
        }
        _ => error,
    }
}

/// An element as messages name it.
pub(crate) fn described(label: &ElementLabel) -> String {
    line_of(label.reference, &label.role, &label.name)
}

fn key(element: &Element, look: &Look) -> Result<NodeKey> {
    look.page
        .key(element.node)
        .ok_or_else(|| Error::new(ErrorKind::StaleRef, "the element is not part of the page"))
}

fn main_document(page: &surefoot_page::Page) -> Option<surefoot_page::DocumentId> {
    page.documents().first().map(|d| d.id)
}

/// A password as it is shown: that there is one, nothing else.
fn mask(value: &str) -> String {
    if value.is_empty() {
        String::new()
    } else {
        MASK.to_owned()
    }
}

impl Command {
    /// The word it is given by.
    pub(crate) fn verb(&self) -> &'static str {
        self.words().0
    }

    /// What answers say was done.
    fn past(&self) -> &'static str {
        self.words().1
    }

    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Command::Open { .. } | Command::OpenSource { .. } => ("open", "opened"),
            Command::Back => ("back", "went back"),
            Command::Forward => ("forward", "went forward"),
            Command::Reload => ("reload", "reloaded"),
            Command::Snapshot(_) => ("snapshot", "shown"),
            Command::Click { count: 2, .. } => ("dblclick", "double-clicked"),
            Command::Click { .. } => ("click", "clicked"),
            Command::Hover { .. } => ("hover", "hovered over"),
            Command::Focus { .. } => ("focus", "focused"),
            Command::ScrollTo { .. } => ("scroll", "scrolled to"),
            Command::Fill { .. } => ("fill", "filled"),
            Command::Type { .. } => ("type", "typed"),
            Command::Press { .. } => ("press", "pressed"),
            Command::Select { .. } => ("select", "selected"),
            Command::SetChecked { checked: true, .. } => ("check", "checked"),
            Command::SetChecked { .. } => ("uncheck", "unchecked"),
            Command::Submit { .. } => ("submit", "submitted"),
            Command::Upload { .. } => ("upload", "uploaded"),
            Command::Get(_) => ("get", "read"),
            Command::Is { .. } => ("is", "tested"),
            Command::Wait(_) => ("wait", "waited"),
            Command::Tab(_) => ("tab", "switched"),
        }
    }

    /// What it is done with, as far as answers repeat it. Never a text that was typed: it may be a password.
    fn argument(&self) -> Option<String> {
        match self {
            Command::Press { chord, .. } => Some(chord.clone()),
            Command::Select { choices, .. } => Some(choices.join(", ")),
            _ => None,
        }
    }

    /// The value that a control shall hold afterwards.
    fn asked_value(&self) -> Option<&str> {
        match self {
            Command::Fill { text, .. } => Some(text),
            _ => None,
        }
    }
}

//! From a command to one action on one element.

use surefoot_engine::{
    Action, Capabilities, Checks, Choice, Destination, Error, ErrorKind, Limits, Point, Result,
};
use surefoot_page::{Facts, NodeId, NodeKey, name};

use crate::act::{described, key};
use crate::find::Element;
use crate::read::{is_visible, states_of};
use crate::session::Look;
use crate::{Command, ElementLabel, Session, urls};

/// What a command comes down to.
#[derive(Debug)]
pub(crate) enum Step {
    /// Go somewhere.
    Go(Destination),
    /// Do something to an element, or to whatever has the focus.
    Do(Action, Option<Element>),
}

impl Step {
    /// What it is done to.
    pub(crate) fn element(&self) -> Option<&Element> {
        match self {
            Step::Do(_, element) => element.as_ref(),
            Step::Go(_) => None,
        }
    }

    /// Where a command goes that goes somewhere.
    pub(crate) fn going(command: Command) -> Result<Step> {
        Ok(Step::Go(match command {
            Command::Open { url } => Destination::Url(urls::typed(&url)?.into()),
            Command::OpenSource { bytes, url } => Destination::Source { bytes, url },
            Command::Back => Destination::Back,
            Command::Forward => Destination::Forward,
            Command::Reload => Destination::Reload,
            other => return Err(no_action(&other)),
        }))
    }
}

fn no_action(command: &Command) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("`{}` is no action", command.verb()),
    )
}

impl Session {
    /// What a command comes down to on the page as it is now. On an error the command comes back, as it may be tried
    /// again.
    pub(crate) async fn step(
        &mut self,
        command: Command,
        look: &Look,
        limits: Limits,
    ) -> Result<Step, (Error, Command)> {
        if command.goes() {
            // A URL that makes no sense makes none later.
            return Step::going(command).map_err(|error| (error, Command::Reload));
        }
        if let Command::ClickAt { at, .. } = &command {
            return match self.click_at(*at, &command, limits).await {
                Ok(step) => Ok(step),
                Err(error) => Err((error, command)),
            };
        }
        let targets: Vec<String> = command.targets().into_iter().map(str::to_owned).collect();
        let mut elements = Vec::new();
        for target in &targets {
            match self.fit(&command, target, look, limits).await {
                Ok(element) => elements.push(element),
                Err(error) => return Err((error, command)),
            }
        }
        self.note_elements(&elements, look, limits).await;
        let keys: Result<Vec<NodeKey>> = elements.iter().map(|e| key(e, look)).collect();
        match keys.and_then(|keys| self.action(&command, &keys, look)) {
            Ok((action, focused)) => {
                let element = elements.into_iter().next().or(focused);
                Ok(Step::Do(action, element))
            }
            Err(error) => Err((error, command)),
        }
    }

    /// A click on what is at a point of the last picture.
    async fn click_at(&mut self, at: Point, command: &Command, limits: Limits) -> Result<Step> {
        let Command::ClickAt {
            button,
            modifiers,
            count,
            ..
        } = command
        else {
            return Err(no_action(command));
        };
        let (found, look) = self.at(at, limits).await?;
        let elements = [found.element];
        self.note_elements(&elements, &look, limits).await;
        let action = Action::Click {
            node: found.node,
            button: *button,
            count: *count,
            modifiers: *modifiers,
            position: Some(found.position),
        };
        Ok(Step::Do(action, elements.into_iter().next()))
    }

    /// The element that a target of a command names, once it was found fit for it.
    async fn fit(
        &mut self,
        command: &Command,
        target: &str,
        look: &Look,
        limits: Limits,
    ) -> Result<Element> {
        let element = self.find(target, command.purpose(), look, limits).await?;
        // File inputs are commonly hidden behind a button of the page's own design; forms have no look of their own.
        let as_it_is = matches!(command, Command::Upload { .. } | Command::Submit { .. });
        // An engine that knows layout checks more, and at the moment it acts.
        let by_engine = self.has(Capabilities::LAYOUT);
        if !as_it_is && !by_engine && limits.checks == Checks::All {
            check(&element, look)?;
        }
        Ok(element)
    }

    /// The action, on the elements of its targets; and the element it concerns if it names none.
    fn action(
        &self,
        command: &Command,
        keys: &[NodeKey],
        look: &Look,
    ) -> Result<(Action, Option<Element>)> {
        let first = keys.first().copied();
        let node = || first.ok_or_else(|| no_action(command));
        let action = match command {
            Command::Click {
                button,
                modifiers,
                count,
                position,
                ..
            } => Action::Click {
                node: node()?,
                button: *button,
                count: *count,
                modifiers: *modifiers,
                position: *position,
            },
            Command::Hover { .. } => Action::Hover(node()?),
            Command::Focus { .. } => Action::Focus(node()?),
            Command::ScrollTo { .. } => Action::ScrollTo(node()?),
            Command::Scroll { by, .. } => Action::Scroll {
                node: first,
                by: *by,
            },
            Command::Drag { .. } => Action::Drag {
                from: node()?,
                to: keys.get(1).copied().ok_or_else(|| no_action(command))?,
            },
            Command::Fill { text, .. } => Action::Fill {
                node: node()?,
                text: text.clone(),
            },
            Command::Type { text, .. } => Action::Type {
                node: first,
                text: text.clone(),
            },
            Command::Press { chord, .. } => Action::Press {
                node: first,
                chord: chord.clone(),
            },
            Command::Key { key, down } => Action::Key {
                key: key.clone(),
                down: *down,
            },
            Command::Mouse(mouse) => Action::Mouse(*mouse),
            Command::Clipboard(clipboard) => Action::Clipboard(clipboard.clone()),
            Command::Select { choices, .. } => Action::Select {
                node: node()?,
                choices: choices.iter().cloned().map(Choice::ValueOrLabel).collect(),
            },
            Command::SetChecked { checked, .. } => Action::SetChecked {
                node: node()?,
                checked: *checked,
            },
            Command::Upload { files, .. } => Action::Upload {
                node: node()?,
                files: files.clone(),
            },
            Command::Choose { files } => Action::Choose(files.clone()),
            Command::Submit { .. } => {
                let form = match first {
                    Some(_) => None,
                    None => Some(only_form(look)?),
                };
                let node = match &form {
                    Some(form) => key(form, look)?,
                    None => node()?,
                };
                return Ok((Action::Submit(node), form));
            }
            other => return Err(no_action(other)),
        };
        let to_focus = matches!(
            command,
            Command::Type { target: None, .. } | Command::Press { target: None, .. }
        );
        let focused = to_focus.then(|| self.focused(look)).flatten();
        Ok((action, focused))
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
            key: page.key(*only),
            item: None,
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

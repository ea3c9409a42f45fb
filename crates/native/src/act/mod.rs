//! Actions on a live document: what a browser would do without running scripts.
//!
//! An action changes the document at once and answers with a [`Reaction`]: what was observed, and the [`Visit`] it asks
//! for if it leads somewhere. The tab makes the visit, because that takes time and can fail.

mod activate;
mod check;
mod click;
mod focus;
mod keyboard;
mod layer;
mod select;
mod submit;
mod text;
mod upload;

use std::sync::Arc;

use surefoot_engine::{Action, Error, ErrorKind, Note, NoteKind, Outcome, Result};
use surefoot_page::{NodeId, NodeKey, Page};
use url::Url;

use crate::document::Document;
use crate::form::{self, Transport};
use crate::frames::Target;
use crate::{dom, errors};

/// Somewhere an action leads.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) url: Url,
    pub(crate) transport: Transport,
    pub(crate) target: Target,
    /// The document it starts from.
    pub(crate) from: Url,
    /// Whether `from` is to be kept from the server.
    pub(crate) noreferrer: bool,
    /// Whether what is there is to be saved, not shown.
    pub(crate) download: bool,
}

/// What an action did.
#[derive(Debug, Default)]
pub(crate) struct Reaction {
    pub(crate) outcome: Outcome,
    pub(crate) visit: Option<Visit>,
}

impl Reaction {
    /// An action on a control that now holds `value`.
    fn holds(value: impl Into<String>) -> Reaction {
        let mut reaction = Reaction::default();
        reaction.outcome.value = Some(value.into());
        reaction
    }

    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.outcome.notes.push(Note {
            kind,
            text: text.into(),
        });
    }
}

impl Document {
    /// Does an action.
    pub(crate) fn act(&mut self, action: Action) -> Result<Reaction> {
        match action {
            Action::Click {
                node,
                button,
                count,
                modifiers,
                ..
            } => {
                let node = self.find(node)?;
                self.click(node, button, count, modifiers)
            }
            Action::Hover(node) => {
                let node = self.find(node)?;
                Err(Error::new(
                    ErrorKind::Unsupported,
                    format!(
                        "hovering over {} would show nothing: this engine has neither a pointer nor layout",
                        form::describe(&self.page, node)
                    ),
                )
                .with_hint("act on the element itself"))
            }
            Action::Focus(node) => {
                let node = self.find(node)?;
                self.focus_on(node)
            }
            Action::Fill { node, text } => {
                let node = self.find(node)?;
                self.fill(node, &text)
            }
            Action::Type { node, text } => {
                let node = self.find_or_focused(node)?;
                self.type_text(node, &text)
            }
            Action::Press { node, chord } => {
                let node = node.map(|key| self.find(key)).transpose()?;
                self.press(node, &chord)
            }
            Action::Select { node, choices } => {
                let node = self.find(node)?;
                self.select(node, &choices)
            }
            Action::SetChecked { node, checked } => {
                let node = self.find(node)?;
                self.set_checked(node, checked)
            }
            Action::Submit(node) => {
                let node = self.find(node)?;
                self.submit_node(node)
            }
            Action::Upload { node, files } => {
                let node = self.find(node)?;
                self.upload(node, files)
            }
            // Without layout everything is in view already.
            Action::ScrollTo(node) => self.find(node).map(|_| Reaction::default()),
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                "without a browser nothing is dragged or scrolled, and there is no mouse, no clipboard and no key that stays down",
            )
            .with_hint("a browser has all that: `--engine chromium`")),
        }
    }

    fn find(&self, key: NodeKey) -> Result<NodeId> {
        self.page.find(key).ok_or_else(|| {
            Error::new(
                ErrorKind::StaleRef,
                "the element is no longer part of the page",
            )
            .with_hint("take a new snapshot")
        })
    }

    fn find_or_focused(&self, key: Option<NodeKey>) -> Result<NodeId> {
        match key {
            Some(key) => self.find(key),
            None => self.focused.ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    "nothing on the page has the focus",
                )
                .with_hint("name the element, or focus it first")
            }),
        }
    }

    /// The page, to change it. Costs a copy if somebody still holds the last capture.
    fn page_mut(&mut self) -> &mut Page {
        Arc::make_mut(&mut self.page)
    }

    /// After control state changed: what depends on it.
    fn refresh_derived(&mut self) {
        let Some(root) = self.page.root() else { return };
        let roots: Vec<NodeId> = std::iter::once(root)
            .chain(self.frames.iter().map(|f| f.root))
            .collect();
        let page = Arc::make_mut(&mut self.page);
        for root in roots {
            form::mark_invalid(page, &self.controls, root);
        }
        dom::restyle(page);
    }

    /// Says so when a script that did not run may have been meant.
    fn note_scripts(&self, node: NodeId, reaction: &mut Reaction, what: &str) {
        if self.has_handler(node) {
            reaction.note(
                NoteKind::NeedsScripts,
                format!(
                    "{what}, and this engine runs no scripts; {}",
                    errors::USE_BROWSER
                ),
            );
        }
    }

    /// Whether the element or one around it has an `onclick`.
    fn has_handler(&self, node: NodeId) -> bool {
        std::iter::once(node)
            .chain(self.page.ancestors(node))
            .any(|n| self.page.has_attr(n, surefoot_page::name::ONCLICK))
    }
}

//! [`PageFacts`]: what kind of page it is, and what there is on it to fill in, to press, to read and to heed.
//!
//! Overlays ([`Overlay`]) are part of every [`Snapshot`]; the rest costs more than a walk over the
//! page and is computed where a format or a command asks for it. All of it is found in the captured page, its roles and
//! its outline; nothing here asks an engine.
//!
//! The nouns:
//! - [`Input`], [`Action`], [`Form`]: what can be filled in, what can be pressed, and which of that belongs together.
//! - [`Alert`]: a message that can be seen now.
//! - [`Table`], [`List`]: what the page has in rows and items.
//! - [`Content`]: the text that one would come to read.
//! - [`PageType`]: what the page is for.

mod alerts;
mod candidates;
mod captcha;
mod content;
mod controls;
mod dismiss;
mod forms;
mod head;
mod overlay;
mod pages;
mod primary;
mod scene;
mod tables;
mod words;

use surefoot_aria::Semantics;

use crate::{Slugs, Snapshot};

pub use alerts::{Alert, AlertKind};
pub use captcha::Captcha;
pub use content::{Content, ContentSource};
pub use controls::{Action, ActionKind, Constraints, Input, NavigationLink};
pub use dismiss::{From as DismissFrom, way_out};
pub use forms::{Form, FormKind};
pub(crate) use overlay::overlays;
pub use overlay::{Overlay, OverlayKind};
pub use pages::{PageType, Pagination};
pub use tables::{List, Span, Table};

use scene::Scene;

/// What is known about a page as a whole. See the [module](self).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PageFacts {
    /// What the page is for; `None` if it is none of the kinds.
    pub page_type: Option<PageType>,
    /// The language it says it is in, as written; empty if it does not say.
    pub language: Box<str>,
    /// How it describes itself: `og:description`, else `description`; empty if it does not.
    pub description: Box<str>,
    /// What one would come to read.
    pub content: Content,
    /// What can be filled in, in document order.
    pub inputs: Vec<Input>,
    /// What can be pressed, in document order; links of the navigation are not among these.
    pub actions: Vec<Action>,
    /// The links of the navigation.
    pub navigation: Vec<NavigationLink>,
    /// The forms, in document order.
    pub forms: Vec<Form>,
    /// The messages that can be seen now.
    pub alerts: Vec<Alert>,
    /// The tables of data.
    pub tables: Vec<Table>,
    /// The lists of the content.
    pub lists: Vec<List>,
    /// What tests whether a human is there; each kind once.
    pub captchas: Vec<Captcha>,
    /// The way through several pages.
    pub pagination: Option<Pagination>,
    /// How many elements can be acted on.
    pub interactive: usize,
    /// How many items of the outline can be read or acted on.
    pub items: usize,
}

impl PageFacts {
    /// The facts of a page; `outline` is the outline of the same page, unfiltered.
    pub fn new(semantics: &Semantics<'_>, outline: &Snapshot) -> PageFacts {
        let slugs = Slugs::new(semantics.page(), outline);
        PageFacts::with_slugs(semantics, outline, &slugs)
    }

    /// The same, where the ids are known already.
    pub fn with_slugs(semantics: &Semantics<'_>, outline: &Snapshot, slugs: &Slugs) -> PageFacts {
        let scene = Scene::new(semantics, outline, slugs);
        let inputs = controls::inputs(&scene);
        let mut actions = controls::actions(&scene);
        let forms = forms::forms(&scene, &inputs, &actions);
        primary::mark(&scene, &forms, &mut actions);
        let alerts = alerts::alerts(&scene, &inputs);
        let tables = tables::tables(&scene);
        let lists = tables::lists(&scene);
        let content = content::content(&scene);
        let pagination = pages::pagination(&scene);
        let mut facts = PageFacts {
            page_type: None,
            language: head::language(&scene),
            description: head::description(&scene),
            content,
            navigation: controls::navigation(&scene),
            captchas: captcha::captchas(&scene),
            inputs,
            actions,
            forms,
            alerts,
            tables,
            lists,
            pagination,
            items: outline.items.iter().filter(|i| i.says_something()).count(),
            interactive: outline.items.iter().filter(|i| i.is_interactive()).count(),
        };
        facts.page_type = pages::page_type(&scene, &facts);
        facts
    }

    /// Whether there is a form to log in with.
    pub fn has_login_form(&self) -> bool {
        self.forms
            .iter()
            .any(|form| form.kind == Some(FormKind::Login))
    }

    /// The action that the page is there for.
    pub fn primary(&self) -> Option<&Action> {
        self.actions.iter().find(|action| action.primary)
    }
}

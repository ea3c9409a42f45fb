//! [`DomSnapshot`], [`DomElement`] and [`PageMeta`]: a page as the first reference document has it (S0), for programs
//! that are written against those names.
//!
//! It is a flat list of what can be acted on and of text, as the format `list` shows it, cut down to eleven members for
//! an element. [`DomSnapshot::to_agent_text`] writes exactly what that document does; `list` itself says more.
//!
//! ```
//! use surefoot_view::dom::{DomElement, DomSnapshot};
//!
//! let snapshot = DomSnapshot {
//!     url: "https://example.com/login".to_owned(),
//!     title: "Login".to_owned(),
//!     elements: vec![
//!         DomElement {
//!             ref_id: 12,
//!             role: "textbox".to_owned(),
//!             placeholder: Some("Email address".to_owned()),
//!             value: Some("user@example.com".to_owned()),
//!             ..DomElement::default()
//!         },
//!         DomElement {
//!             ref_id: 14,
//!             role: "button".to_owned(),
//!             text: Some("Sign in".to_owned()),
//!             enabled: false,
//!             ..DomElement::default()
//!         },
//!     ],
//!     ..DomSnapshot::default()
//! };
//! let text = snapshot.to_agent_text();
//! assert_eq!(
//!     text,
//!     "Page: \"Login\" (https://example.com/login)\n\n\
//!      @e12   [textbox]    \"user@example.com\" placeholder=\"Email address\" value=\"user@example.com\"\n\
//!      @e14   [button]     \"Sign in\" [DISABLED]\n"
//! );
//! assert_eq!(snapshot.estimated_tokens(), text.len() / 4);
//! ```

use std::borrow::Cow;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};
use surefoot_snapshot::Snapshot;

use crate::format::arranged;
use crate::{Element, Format, Meta, Overlay, Parsed, States, list, render_parsed, rfc3339};

/// A page, ready for an agent (S0-11 to S0-15).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DomSnapshot {
    /// The URL of the main document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What can be acted on, and text, in the order of its refs.
    pub elements: Vec<DomElement>,
    /// What there is to say about the page as a whole.
    pub meta: PageMeta,
    /// When the page was captured; in JSON as RFC 3339 has it, in UTC.
    #[serde(serialize_with = "as_rfc3339")]
    pub timestamp: SystemTime,
}

/// Something that can be read or acted on (S0-16 to S0-26).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DomElement {
    /// Its ref, from 1; 0 if it was given none.
    pub ref_id: u32,
    /// What it is, in the words of the format `list`: `link`, `button`, `textbox`, `password`, `text` …
    pub role: String,
    /// Its visible text; `None` for fields, which have a value.
    pub text: Option<String>,
    /// Where a link leads, as written.
    pub href: Option<String>,
    /// The placeholder of a field.
    pub placeholder: Option<String>,
    /// What a field holds; `None` if it is empty. Passwords are masked.
    pub value: Option<String>,
    /// Whether it can be acted on.
    pub enabled: bool,
    /// Whether it can be seen.
    pub visible: bool,
    /// What it is called, where that is not its text.
    pub aria_label: Option<String>,
    /// A CSS selector that matches nothing else of its document; empty where none was computed.
    pub selector: String,
    /// Where it is drawn: x, y, width and height in CSS pixels of the page; `None` where the engine has no layout.
    pub bounds: Option<(f64, f64, f64, f64)>,
}

impl Default for DomElement {
    /// An element of no role that can be seen and acted on.
    fn default() -> DomElement {
        DomElement {
            ref_id: 0,
            role: String::new(),
            text: None,
            href: None,
            placeholder: None,
            value: None,
            enabled: true,
            visible: true,
            aria_label: None,
            selector: String::new(),
            bounds: None,
        }
    }
}

/// What there is to say about a page as a whole (S0-30 to S0-37).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PageMeta {
    /// What kind of page it is: `login`, `search_results`, `article` …; `None` if that cannot be told.
    pub page_type: Option<String>,
    /// The first 500 characters or so of what the page is about.
    pub main_content_preview: Option<String>,
    /// The description that the page gives of itself.
    pub description: Option<String>,
    /// How many forms it has.
    pub form_count: usize,
    /// Whether one of them is for signing in.
    pub has_login_form: bool,
    /// Whether it asks for a proof that a person is there.
    pub has_captcha: bool,
    /// How many elements can be acted on.
    pub interactive_element_count: usize,
    /// What blocks the page: ref (`e1`), type and title of each.
    pub overlays: Vec<(String, String, String)>,
}

impl Default for DomSnapshot {
    /// An empty page, captured at the beginning of time.
    fn default() -> DomSnapshot {
        DomSnapshot {
            url: String::new(),
            title: String::new(),
            elements: Vec::new(),
            meta: PageMeta::default(),
            timestamp: UNIX_EPOCH,
        }
    }
}

impl DomSnapshot {
    /// A snapshot in this form. Refs are those that it has been given. What `meta` says of its kind and its forms is there
    /// if the snapshot has facts.
    pub fn new(snapshot: &Snapshot, meta: &Meta<'_>) -> DomSnapshot {
        let shown = arranged(Format::List, snapshot);
        let elements: Vec<DomElement> = shown
            .items
            .iter()
            .map(|item| DomElement::from(&Element::from(item)))
            .collect();
        let interactive = snapshot.items.iter().filter(|item| item.is_interactive());
        let facts = crate::facts::meta(snapshot);
        let overlays = crate::facts::overlays(&shown).into_iter();
        let overlays = overlays.filter(|overlay| !overlay.passable).map(|overlay| {
            let reference = overlay.reference.map(crate::json::ref_name);
            (reference.unwrap_or_default(), overlay.kind, overlay.title)
        });
        DomSnapshot {
            url: snapshot.url.clone(),
            title: snapshot.title.clone(),
            elements,
            meta: PageMeta {
                page_type: facts.page_type,
                main_content_preview: facts.main_content_preview,
                description: facts.description,
                form_count: facts.form_count.unwrap_or(0),
                has_login_form: facts.has_login_form.unwrap_or(false),
                has_captcha: facts.has_captcha.unwrap_or(false),
                interactive_element_count: facts
                    .interactive_element_count
                    .unwrap_or_else(|| interactive.count()),
                overlays: overlays.collect(),
            },
            timestamp: meta.timestamp,
        }
    }

    /// The text for an agent (S0-40 to S0-55). Whatever the page says stays inside quotes.
    pub fn to_agent_text(&self) -> String {
        let overlays = self.meta.overlays.iter();
        let overlays = overlays.map(|(reference, kind, title)| Overlay {
            reference: reference.trim_start_matches(['@', 'e']).parse().ok(),
            kind: kind.clone(),
            title: title.clone(),
            ..Overlay::default()
        });
        let parsed = Parsed {
            url: self.url.clone(),
            title: self.title.clone(),
            meta: crate::PageMeta {
                overlays: overlays.collect(),
                ..crate::PageMeta::default()
            },
            elements: self.elements.iter().map(DomElement::shown).collect(),
            ..Parsed::default()
        };
        render_parsed(Format::List, &parsed)
    }

    /// About how many tokens the text has: a quarter of its bytes (S0-71).
    pub fn estimated_tokens(&self) -> usize {
        self.to_agent_text().len() / 4
    }
}

impl From<&Element<'_>> for DomElement {
    fn from(element: &Element<'_>) -> DomElement {
        let own = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let word = list::word(element);
        let is_field = list::is_field(word);
        let label = own(element.label());
        DomElement {
            ref_id: element.reference.unwrap_or(0),
            role: word.to_owned(),
            text: if is_field { None } else { label.clone() },
            href: element.href.as_deref().and_then(own),
            placeholder: element.placeholder.as_deref().and_then(own),
            value: element.value.as_deref().and_then(own),
            enabled: !element.states.disabled,
            visible: !element.states.hidden,
            aria_label: if is_field { label } else { None },
            selector: element.selector.as_deref().unwrap_or_default().to_owned(),
            bounds: element
                .bounds
                .map(|[x, y, width, height]| (x, y, width, height)),
        }
    }
}

impl DomElement {
    /// The element as `list` shows it.
    fn shown(&self) -> Element<'static> {
        let name = self.text.as_ref().or(self.aria_label.as_ref());
        let is_role = crate::cursor::is_role(&self.role);
        let role = if is_role { &self.role } else { "text" };
        Element {
            reference: Some(self.ref_id).filter(|&reference| reference != 0),
            role: Cow::Owned(role.to_owned()),
            name: Cow::Owned(name.cloned().unwrap_or_default()),
            value: self.value.clone().map(Cow::Owned),
            placeholder: self.placeholder.clone().map(Cow::Owned),
            states: States {
                disabled: !self.enabled,
                hidden: !self.visible,
                ..States::default()
            },
            ..Element::default()
        }
    }
}

fn as_rfc3339<S: Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*time))
}

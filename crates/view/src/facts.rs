//! [`FactsMeta`]: what `json` says about the page as a whole, in the words of S0-30 to S0-38.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use surefoot_snapshot::facts::{Form, PageFacts};
use surefoot_snapshot::{NodeKey, Snapshot};

use crate::Overlay;
use crate::page::{AlertView, InputView, made};

/// What is known about a page as a whole. Absent members are left out of `json`; if all are, nobody asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FactsMeta {
    /// What the page is for: `login`, `search_results`, `article` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// The language it says it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// How it describes itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The first 500 characters or so of what one would come to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_content_preview: Option<String>,
    /// How many forms it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_count: Option<usize>,
    /// Whether one of them is to log in with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_login_form: Option<bool>,
    /// Whether it tests if a human is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_captcha: Option<bool>,
    /// How it does: `recaptcha`, `hcaptcha`, `turnstile`, `image`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captchas: Vec<String>,
    /// How many of its elements can be acted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interactive_element_count: Option<usize>,
    /// The ref of the action that it is there for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<u32>,
    /// Its forms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<FormMeta>,
    /// The messages that can be seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alerts: Vec<AlertView>,
    /// Where it stands in a series of pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<PaginationMeta>,
}

/// A form, with the refs of what is in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FormMeta {
    /// Its slug.
    pub id: String,
    /// What it is for: `login`, `signup`, `two_factor`, `search`, `payment`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its accessible name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Where it is sent to, as written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// Its fields.
    pub fields: Vec<FieldMeta>,
    /// The ref of what sends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<u32>,
}

/// A field of a form: its ref, and what `page-json` says of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldMeta {
    /// Its ref.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// The rest.
    #[serde(flatten)]
    pub input: InputView,
}

/// Where a page stands in a series of pages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PaginationMeta {
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<u32>,
    /// The highest number that is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
    /// The ref of what leads to the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
    /// The ref of what leads to the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<u32>,
}

/// The refs of the items of a snapshot.
struct Refs(FxHashMap<NodeKey, u32>);

impl Refs {
    fn new(snapshot: &Snapshot) -> Refs {
        let items = snapshot.items.iter();
        Refs(
            items
                .filter_map(|item| Some((item.key, item.reference?)))
                .collect(),
        )
    }

    fn of(&self, key: NodeKey) -> Option<u32> {
        self.0.get(&key).copied()
    }
}

/// What stands in front of the page, as [`crate::PageMeta::overlays`] has it.
pub(crate) fn overlays(snapshot: &Snapshot) -> Vec<Overlay> {
    if snapshot.overlays.is_empty() {
        return Vec::new();
    }
    let refs = Refs::new(snapshot);
    let overlays = snapshot.overlays.iter().map(|overlay| Overlay {
        reference: overlay.dismiss.and_then(|key| refs.of(key)),
        kind: overlay.kind.as_str().to_owned(),
        title: overlay.title.to_string(),
        passable: !overlay.blocking,
        container: refs.of(overlay.node),
    });
    overlays.collect()
}

/// The facts of a snapshot; all absent if it has none.
pub(crate) fn meta(snapshot: &Snapshot) -> FactsMeta {
    let Some(facts) = &snapshot.facts else {
        return FactsMeta::default();
    };
    let refs = Refs::new(snapshot);
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    FactsMeta {
        page_type: facts.page_type.map(|kind| kind.as_str().to_owned()),
        language: text(&facts.language),
        description: text(&facts.description),
        main_content_preview: text(facts.content.preview()),
        form_count: Some(facts.forms.len()),
        has_login_form: Some(facts.has_login_form()),
        has_captcha: Some(!facts.captchas.is_empty()),
        captchas: (facts.captchas.iter())
            .map(|captcha| captcha.as_str().to_owned())
            .collect(),
        interactive_element_count: Some(facts.interactive),
        primary: facts.primary().and_then(|action| refs.of(action.node)),
        forms: forms(facts, &refs),
        alerts: (facts.alerts.iter())
            .map(|alert| AlertView {
                text: alert.text.to_string(),
                kind: alert.kind.as_str().to_owned(),
            })
            .collect(),
        pagination: facts.pagination.as_ref().map(|pages| PaginationMeta {
            current: pages.current,
            last: pages.last,
            next: pages.next.and_then(|key| refs.of(key)),
            previous: pages.previous.and_then(|key| refs.of(key)),
        }),
    }
}

fn forms(facts: &PageFacts, refs: &Refs) -> Vec<FormMeta> {
    let inputs: FxHashMap<&str, _> = facts.inputs.iter().map(|i| (&*i.id, i)).collect();
    let actions: FxHashMap<&str, _> = facts.actions.iter().map(|a| (&*a.id, a.node)).collect();
    let field = |id: &str| {
        let input = inputs.get(id)?;
        Some(FieldMeta {
            reference: refs.of(input.node),
            input: made::input_view(input),
        })
    };
    let form = |form: &Form| FormMeta {
        id: form.id.to_string(),
        kind: form.kind.map(|kind| kind.as_str().to_owned()),
        label: form.label.to_string(),
        action: form.action.to_string(),
        fields: form.fields.iter().filter_map(|id| field(id)).collect(),
        submit: (form.submit.as_deref())
            .and_then(|id| actions.get(id))
            .and_then(|key| refs.of(*key)),
    };
    facts.forms.iter().map(form).collect()
}

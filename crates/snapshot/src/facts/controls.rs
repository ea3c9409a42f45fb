//! [`Input`], [`Action`] and the links of the navigation: what can be filled in and what can be pressed (S3-13 to S3-23).

use surefoot_aria::Tristate;
use surefoot_page::{Facts, NodeId, NodeKey, name};

use super::scene::{Area, Scene};
use super::words;
use crate::{Hints, Item, Role};

/// What a field demands of what it is given, as its markup says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Constraints {
    /// It must be filled in.
    pub required: bool,
    /// A regular expression that all of it has to match.
    pub pattern: Option<Box<str>>,
    /// The least value.
    pub min: Option<Box<str>>,
    /// The greatest value.
    pub max: Option<Box<str>>,
    /// The step between values.
    pub step: Option<Box<str>>,
    /// The least number of characters.
    pub min_length: Option<u32>,
    /// The greatest number of characters.
    pub max_length: Option<u32>,
}

/// Something that can be filled in, ticked or chosen from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The element.
    pub node: NodeKey,
    /// Its slug.
    pub id: Box<str>,
    /// What it is called: its label, else its placeholder; empty if nothing says it.
    pub label: Box<str>,
    /// Its kind: `text`, `email`, `password`, `checkbox`, `radio`, `select`, `textarea`, or another type of HTML's
    /// `input` (resolution D6).
    pub kind: &'static str,
    /// What it holds; empty if that is nothing, and for what can only be ticked. Passwords are masked.
    pub value: Box<str>,
    /// Whether it is ticked, if it can be.
    pub checked: Option<bool>,
    /// What can be chosen, if there is a choice; at most 200 of them.
    pub options: Vec<Box<str>>,
    /// The placeholder, if it is not the label already; else empty.
    pub placeholder: Box<str>,
    /// What it demands.
    pub constraints: Constraints,
    /// Whether it cannot be used.
    pub disabled: bool,
    /// Whether it can be read but not changed.
    pub readonly: bool,
    /// What is wrong with it, as the page says; empty if nothing is.
    pub error: Box<str>,
    /// What browsers are told to fill in, in lower case: `username`, `one-time-code` …; mostly empty.
    pub autocomplete: Box<str>,
    /// Whether it stands in a part of the page that is on every page: its header, navigation or footer.
    pub(super) apart: bool,
    /// Its form.
    pub(super) form: Option<NodeId>,
    /// Its `name`, in lower case.
    pub(super) name: Box<str>,
}

/// What an action is (S3-21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionKind {
    /// A button, or something else that can be clicked.
    Button,
    /// A link.
    Link,
    /// A tab.
    Tab,
    /// An item of a menu, or an option of a list that the page made itself.
    MenuItem,
}

impl ActionKind {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            ActionKind::Button => "button",
            ActionKind::Link => "link",
            ActionKind::Tab => "tab",
            ActionKind::MenuItem => "menu-item",
        }
    }
}

/// Something that can be pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The element.
    pub node: NodeKey,
    /// Its slug.
    pub id: Box<str>,
    /// What it is called; empty if nothing says it.
    pub label: Box<str>,
    /// What it is.
    pub kind: ActionKind,
    /// Where it leads, if it is a link, as written.
    pub href: Option<Box<str>>,
    /// Whether it is what the page is there for.
    pub primary: bool,
    /// Whether it cannot be used.
    pub disabled: bool,
    /// Its index in the outline.
    pub(super) item: u32,
    /// Its form.
    pub(super) form: Option<NodeId>,
    /// Whether it submits that by its markup.
    pub(super) submits: bool,
}

/// A link of the navigation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NavigationLink {
    /// The element.
    pub node: NodeKey,
    /// What it is called.
    pub label: Box<str>,
    /// Where it leads, as written.
    pub href: Option<Box<str>>,
}

/// The longest label, in characters.
const LABEL: usize = 200;
/// So many options are told of.
const OPTIONS: usize = 200;

/// The kind of input that an item is, if it is one.
fn input_kind(scene: &Scene<'_, '_>, item: &Item) -> Option<&'static str> {
    let kind = match item.input_type {
        Some("button" | "submit" | "reset" | "image" | "hidden") => return None,
        Some("search" | "tel" | "url") => "text",
        Some(other) => other,
        None => match scene.page.html_tag(item.node) {
            name::SELECT => "select",
            name::TEXTAREA => "textarea",
            _ => match item.role {
                Role::Textbox if item.states.multiline => "textarea",
                Role::Textbox | Role::Searchbox => "text",
                Role::Combobox | Role::Listbox => "select",
                Role::Checkbox | Role::Switch => "checkbox",
                Role::Radio => "radio",
                Role::Spinbutton => "number",
                Role::Slider => "range",
                _ => return None,
            },
        },
    };
    let is_control = item.role.is_interactive()
        || kind == "file"
        || kind == "color"
        || item.input_type.is_some();
    is_control.then_some(kind)
}

/// What can be filled in.
pub(super) fn inputs(scene: &Scene<'_, '_>) -> Vec<Input> {
    let items = scene.outline.items.iter().enumerate();
    items
        .filter_map(|(at, item)| Some(input(scene, at, item, input_kind(scene, item)?)))
        .collect()
}

fn input(scene: &Scene<'_, '_>, at: usize, item: &Item, kind: &'static str) -> Input {
    let page = scene.page;
    let text = |attribute| {
        let value = page.attr(item.node, attribute).map(str::trim)?;
        (!value.is_empty()).then(|| Box::from(words::cut(value, LABEL).0))
    };
    let number = |attribute| page.attr(item.node, attribute)?.trim().parse().ok();
    let checked = match kind {
        "checkbox" | "radio" => {
            let checked = item.states.checked.or(item.states.pressed);
            Some(checked.is_some_and(|checked| checked != Tristate::False))
        }
        _ => None,
    };
    let value = match checked {
        Some(_) => "",
        None => item.value.as_deref().unwrap_or_default(),
    };
    let label = label(item);
    let placeholder = item.placeholder.as_deref().filter(|text| *text != label);
    Input {
        node: item.key,
        id: scene.slugs.of(at).into(),
        label: words::cut(label, LABEL).0.into(),
        kind,
        value: value.into(),
        checked,
        options: options(scene, at, item, kind),
        placeholder: placeholder.unwrap_or_default().into(),
        constraints: Constraints {
            required: item.states.required,
            pattern: text(name::PATTERN),
            min: text(name::MIN),
            max: text(name::MAX),
            step: text(name::STEP),
            min_length: number(name::MINLENGTH),
            max_length: number(name::MAXLENGTH),
        },
        disabled: item.states.disabled,
        readonly: item.states.readonly,
        error: error(item).into(),
        autocomplete: scene.lower(item.node, name::AUTOCOMPLETE).into(),
        apart: scene.area(at).intersects(Area::FRAME),
        form: scene.form_of(item.node),
        name: scene.lower(item.node, name::NAME).into(),
    }
}

/// What the page says is wrong with a field: its error message, else what describes it while it is invalid.
fn error(item: &Item) -> &str {
    if item.states.invalid.is_none() {
        return "";
    }
    let said = if item.error.is_empty() {
        &item.description
    } else {
        &item.error
    };
    words::cut(said, LABEL).0
}

/// What a control is called.
fn label(item: &Item) -> &str {
    let placeholder = item.placeholder.as_deref().unwrap_or_default();
    let said = [item.label(), placeholder, &item.clue, &item.description];
    said.into_iter()
        .find(|label| !label.is_empty())
        .unwrap_or_default()
}

fn options(scene: &Scene<'_, '_>, at: usize, item: &Item, kind: &str) -> Vec<Box<str>> {
    if kind != "select" {
        return Vec::new();
    }
    let from_outline: Vec<Box<str>> = (scene.inside(at))
        .filter(|(_, inner)| inner.role == Role::Option)
        .take(OPTIONS)
        .map(|(_, inner)| words::cut(inner.label(), LABEL).0.into())
        .collect();
    if !from_outline.is_empty() {
        return from_outline;
    }
    (scene.page.options(item.node))
        .take(OPTIONS)
        .map(|option| words::cut(&scene.semantics.name(option), LABEL).0.into())
        .collect()
}

/// The kind of action that an item is, if it is one.
fn action_kind(scene: &Scene<'_, '_>, at: usize, item: &Item) -> Option<ActionKind> {
    match item.role {
        Role::Button => Some(ActionKind::Button),
        Role::Link => Some(ActionKind::Link),
        Role::Tab => Some(ActionKind::Tab),
        Role::Menuitem | Role::Menuitemcheckbox | Role::Menuitemradio | Role::Treeitem => {
            Some(ActionKind::MenuItem)
        }
        Role::Option if scene.page.html_tag(item.node) != name::OPTION => {
            Some(ActionKind::MenuItem)
        }
        _ if item.is_cursor_interactive() => {
            // A wrapper whose clicks are those of the control in it is not told of twice.
            let is_wrapper = !item.hints.intersects(Hints::ONCLICK | Hints::LABEL)
                && scene.inside(at).any(|(_, inner)| inner.is_interactive());
            let is_clickable = item
                .hints
                .intersects(Hints::POINTER | Hints::ONCLICK | Hints::LABEL);
            (is_clickable && !is_wrapper && !item.label().is_empty()).then_some(ActionKind::Button)
        }
        _ => None,
    }
}

/// Whether a link belongs to the navigation (S3-32, resolution D8): it stands in one, or in a list of the page's header.
fn is_navigation(scene: &Scene<'_, '_>, at: usize, item: &Item) -> bool {
    let area = scene.area(at);
    let in_list = || {
        let parent = item.parent.and_then(|parent| scene.item(parent as usize));
        parent.is_some_and(|parent| matches!(parent.role, Role::Listitem | Role::List))
    };
    item.role == Role::Link
        && !area.intersects(Area::PAGER | Area::OVERLAY)
        && (area.contains(Area::NAVIGATION) || area.contains(Area::HEADER) && in_list())
        && !item.label().is_empty()
}

/// What can be pressed, but for the links of the navigation.
pub(super) fn actions(scene: &Scene<'_, '_>) -> Vec<Action> {
    let mut actions = Vec::new();
    for (at, item) in scene.outline.items.iter().enumerate() {
        if input_kind(scene, item).is_some() || is_navigation(scene, at, item) {
            continue;
        }
        let Some(kind) = action_kind(scene, at, item) else {
            continue;
        };
        actions.push(Action {
            node: item.key,
            id: scene.slugs.of(at).into(),
            label: words::cut(label(item), LABEL).0.into(),
            kind,
            href: item.href.clone().filter(|_| kind == ActionKind::Link),
            primary: false,
            disabled: item.states.disabled,
            item: at as u32,
            form: scene.form_of(item.node),
            submits: submits(scene, item.node),
        });
    }
    actions
}

/// Whether a button submits its form by its markup.
fn submits(scene: &Scene<'_, '_>, node: NodeId) -> bool {
    let page = scene.page;
    match page.html_tag(node) {
        name::BUTTON => !matches!(scene.lower(node, name::TYPE).as_str(), "button" | "reset"),
        name::INPUT => matches!(page.input_type(node), "submit" | "image"),
        _ => false,
    }
}

/// The links of the navigation.
pub(super) fn navigation(scene: &Scene<'_, '_>) -> Vec<NavigationLink> {
    (scene.outline.items.iter().enumerate())
        .filter(|(at, item)| is_navigation(scene, *at, item))
        .filter(|(_, item)| !scene.page.facts(item.node).contains(Facts::TRANSPARENT))
        .map(|(_, item)| NavigationLink {
            node: item.key,
            label: words::cut(item.label(), LABEL).0.into(),
            href: item.href.clone(),
        })
        .collect()
}

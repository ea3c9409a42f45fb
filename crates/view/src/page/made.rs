//! From the facts of a snapshot to a [`PageView`].

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_page::NodeKey;
use surefoot_snapshot::facts::{Action, Alert, Form, Input, List, PageFacts, Table};
use surefoot_snapshot::{Item, Role, Snapshot};

use super::text::BETWEEN;
use super::{
    ActionView, AlertView, FormView, InputView, ListView, MoreView, OverlayView, PageView,
    TableView,
};
use crate::Element;

/// The page of a snapshot that has its facts. If all of the page is in the snapshot, it is what the facts say; else it has
/// what is in the snapshot: the inputs and actions among its items, and what else they say as content. What was left out
/// so that it fits can be asked for.
pub(crate) fn view_of(snapshot: &Snapshot) -> Option<PageView> {
    let facts = snapshot.facts.as_ref()?;
    let part = Part::of(snapshot, facts.items);
    let is_shown = |node: NodeKey| {
        part.as_ref()
            .is_none_or(|part| part.shown.contains_key(&node))
    };
    let inputs: Vec<InputView> = (facts.inputs.iter())
        .filter(|input| is_shown(input.node))
        .map(|input| match &part {
            Some(part) => part.input(input),
            None => input_view(input),
        })
        .collect();
    let actions = facts.actions.iter().filter(|action| is_shown(action.node));
    let navigation = facts.navigation.iter().filter(|link| is_shown(link.node));
    let alerts = facts.alerts.iter().filter(|alert| is_shown(alert.node));
    let is_whole = part.is_none();
    let tables = facts.tables.iter().filter(|_| is_whole).map(table_view);
    let lists = facts.lists.iter().filter(|_| is_whole).map(list_view);
    let frames = snapshot.frames.iter().skip(1).filter(|_| is_whole);
    Some(PageView {
        url: snapshot.url.clone(),
        title: snapshot.title.clone(),
        content: match &part {
            Some(part) => part.content(facts),
            None => facts.content.text.to_string(),
        },
        content_truncated: is_whole && facts.content.truncated,
        forms: forms(facts, &inputs, is_whole),
        inputs,
        actions: actions.map(action_view).collect(),
        navigation: navigation.map(|link| link.label.to_string()).collect(),
        alerts: alerts.map(alert_view).collect(),
        tables: tables.collect(),
        lists: lists.collect(),
        overlays: overlays(snapshot, facts),
        frames: frames.map(|frame| frame.url.clone()).collect(),
        more: part.map(|part| part.more()).unwrap_or_default(),
    })
}

/// A snapshot that is not of all of the page.
struct Part<'s> {
    snapshot: &'s Snapshot,
    /// The items that are shown, by identity.
    shown: FxHashMap<NodeKey, usize>,
}

impl<'s> Part<'s> {
    /// The snapshot, if it has fewer than all things to read or to act on, or less of them.
    fn of(snapshot: &'s Snapshot, all: usize) -> Option<Part<'s>> {
        let items = &snapshot.items;
        let is_whole = |item: &Item| item.fold.is_none() && item.cut.is_none();
        if items.iter().filter(|item| item.says_something()).count() >= all
            && items.iter().all(is_whole)
        {
            return None;
        }
        let shown = (items.iter().enumerate())
            .filter(|(_, item)| item.fold.is_none())
            .map(|(at, item)| (item.key, at))
            .collect();
        Some(Part { snapshot, shown })
    }

    fn item(&self, node: NodeKey) -> Option<(usize, &'s Item)> {
        let &at = self.shown.get(&node)?;
        self.snapshot.items.get(at).map(|item| (at, item))
    }

    /// A field, with as much of its texts and as many of its options as are shown.
    fn input(&self, input: &Input) -> InputView {
        let mut view = input_view(input);
        let Some((at, item)) = self.item(input.node) else {
            return view;
        };
        if item.cut.is_some() {
            let element = Element::from(item);
            let shown = |text: &Cow<'_, str>| text.to_string();
            view.value = view.value.and(element.value.as_ref().map(shown));
            element.label().clone_into(&mut view.label);
        }
        if let Some(options) = &mut view.options {
            let inside = self.snapshot.items.get(at + 1..self.snapshot.end_of(at));
            let inside = inside.unwrap_or_default().iter();
            let shown = inside.filter(|item| item.role == Role::Option);
            *options = shown.map(|item| item.label().to_owned()).collect();
        }
        view
    }

    /// What the items say that have no section of their own, each on a line, the cells of a row on one.
    fn content(&self, facts: &PageFacts) -> String {
        let items = &self.snapshot.items;
        let fields: FxHashSet<_> = facts.inputs.iter().map(|input| input.node).collect();
        let alerts: FxHashSet<_> = facts.alerts.iter().map(|alert| alert.node).collect();
        let actions = facts.actions.iter().map(|action| action.node);
        let links = facts.navigation.iter().map(|link| link.node);
        let pressed: FxHashSet<_> = actions.chain(links).collect();
        // For each item whether what is inside it is said elsewhere.
        let mut told: Vec<bool> = Vec::with_capacity(items.len());
        let mut content = String::new();
        let mut last_row = None;
        let mut last = String::new();
        for item in items {
            let around = item.parent.and_then(|parent| told.get(parent as usize));
            let is_told = around.copied().unwrap_or_default()
                || fields.contains(&item.key)
                || alerts.contains(&item.key);
            told.push(is_told);
            let element = Element::from(item);
            if is_told || item.fold.is_some() || pressed.contains(&item.key) {
                continue;
            }
            // A row may have begun on the page before.
            let row = is_cell(item.role).then_some(item.parent);
            for said in [&element.name, &element.text] {
                // A heading is often the name of what it is in.
                if !said.is_empty() && (row.is_some() || *said != last) {
                    if !content.is_empty() {
                        let goes_on = row.is_some() && row == last_row;
                        content.push_str(if goes_on { BETWEEN } else { "\n" });
                    }
                    content.extend(said.lines());
                    last_row = row;
                    last.clear();
                    last.push_str(said);
                }
            }
        }
        content
    }

    /// What was left out, and how it is asked for: with the fold, or with what is around a text that was cut.
    fn more(&self) -> Vec<MoreView> {
        let items = &self.snapshot.items;
        let around = |item: &'s Item| item.parent.and_then(|at| items.get(at as usize));
        let more = items.iter().filter_map(|item| {
            let element = Element::from(item);
            let asked_for = |item| std::iter::successors(Some(item), |&item| around(item));
            match element.fold {
                Some(fold) => Some(MoreView {
                    count: fold.count,
                    what: fold.what.into_owned(),
                    expand: item.reference,
                    page: fold.page,
                }),
                None if element.more > 0 => Some(MoreView {
                    count: element.more,
                    what: CHARACTERS.to_owned(),
                    expand: asked_for(item).find_map(|item| item.reference),
                    page: None,
                }),
                None => None,
            }
        });
        more.collect()
    }
}

/// What a text that was cut has more of.
const CHARACTERS: &str = "characters";

fn is_cell(role: Role) -> bool {
    let cells = [
        Role::Cell,
        Role::Gridcell,
        Role::Columnheader,
        Role::Rowheader,
    ];
    cells.contains(&role)
}

fn alert_view(alert: &Alert) -> AlertView {
    AlertView {
        text: alert.text.to_string(),
        kind: alert.kind.as_str().to_owned(),
    }
}

fn overlays(snapshot: &Snapshot, facts: &PageFacts) -> Vec<OverlayView> {
    let dismissing: FxHashSet<_> = snapshot.overlays.iter().filter_map(|o| o.dismiss).collect();
    let by_node: FxHashMap<_, &str> = (facts.actions.iter())
        .filter(|action| dismissing.contains(&action.node))
        .map(|action| (action.node, &*action.id))
        .collect();
    let overlays = snapshot.overlays.iter().map(|overlay| OverlayView {
        kind: overlay.kind.as_str().to_owned(),
        title: overlay.title.to_string(),
        blocking: overlay.blocking,
        dismiss: (overlay.dismiss.and_then(|key| by_node.get(&key))).map(|&id| id.to_owned()),
    });
    overlays.collect()
}

/// The forms; of a part of the page those with a field in it, with those fields.
fn forms(facts: &PageFacts, inputs: &[InputView], is_whole: bool) -> Vec<FormView> {
    let shown: FxHashSet<&str> = inputs.iter().map(|input| input.id.as_str()).collect();
    let form = |form: &Form| {
        let fields: Vec<String> = (form.fields.iter().map(AsRef::as_ref))
            .filter(|id: &&str| is_whole || shown.contains(id))
            .map(str::to_owned)
            .collect();
        (is_whole || !fields.is_empty()).then(|| FormView {
            id: form.id.to_string(),
            fields,
            submit: form.submit.as_deref().map(str::to_owned),
        })
    };
    facts.forms.iter().filter_map(form).collect()
}

pub(crate) fn input_view(input: &Input) -> InputView {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let rule = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
    let constraints = &input.constraints;
    InputView {
        id: input.id.to_string(),
        label: input.label.to_string(),
        kind: input.kind.to_owned(),
        value: input.checked.is_none().then(|| input.value.to_string()),
        checked: input.checked,
        options: (input.kind == "select")
            .then(|| input.options.iter().map(ToString::to_string).collect()),
        required: constraints.required,
        disabled: input.disabled,
        readonly: input.readonly,
        placeholder: text(&input.placeholder),
        pattern: rule(&constraints.pattern),
        min: rule(&constraints.min),
        max: rule(&constraints.max),
        step: rule(&constraints.step),
        min_length: constraints.min_length.map(|n| n.to_string()),
        max_length: constraints.max_length.map(|n| n.to_string()),
        error: text(&input.error),
    }
}

fn action_view(action: &Action) -> ActionView {
    ActionView {
        id: action.id.to_string(),
        label: action.label.to_string(),
        kind: action.kind.as_str().to_owned(),
        href: action.href.as_deref().map(str::to_owned),
        primary: action.primary,
        disabled: action.disabled,
    }
}

fn strings(texts: &[Box<str>]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn table_view(table: &Table) -> TableView {
    TableView {
        caption: table.caption.to_string(),
        headers: strings(&table.headers),
        rows: table.rows.iter().map(|row| strings(row)).collect(),
        total_rows: u32::try_from(table.total_rows).unwrap_or(u32::MAX),
        spans: (table.spans.iter())
            .map(|span| [span.row, span.column, span.rows, span.columns])
            .collect(),
    }
}

fn list_view(list: &List) -> ListView {
    ListView {
        label: list.label.to_string(),
        items: strings(&list.items),
        total: u32::try_from(list.total).unwrap_or(u32::MAX),
    }
}

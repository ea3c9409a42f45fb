//! From the facts of a snapshot to a [`PageView`].

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_snapshot::Snapshot;
use surefoot_snapshot::facts::{Action, Form, Input, List, PageFacts, Table};

use super::{
    ActionView, AlertView, FormView, InputView, ListView, OverlayView, PageView, TableView,
};

/// How much of a page is shown: all of it, or that part which the items that were not folded are of all.
#[derive(Clone, Copy)]
struct Share(f64);

impl Share {
    const ALL: Share = Share(1.0);

    fn of(snapshot: &Snapshot, all: usize) -> Share {
        let shown = snapshot
            .items
            .iter()
            .filter(|item| item.fold.is_none())
            .count();
        if shown == snapshot.items.len() {
            return Share::ALL;
        }
        Share((shown as f64 / all.max(1) as f64).min(1.0))
    }

    fn is_all(self) -> bool {
        self.0 >= 1.0
    }

    /// So many of `count` are shown; of what matters a few in any case, if anything is.
    fn of_count(self, count: usize, least: usize) -> usize {
        if self.is_all() {
            return count;
        }
        let least = if self.0 > 0.0 { least } else { 0 };
        ((count as f64 * self.0) as usize).max(least).min(count)
    }

    fn cut(self, text: &mut String, least: usize) -> bool {
        let count = self.of_count(text.len(), least);
        let is_cut = count < text.len();
        text.truncate(text.floor_char_boundary(count));
        is_cut
    }
}

/// So much of a value is shown where not all fits, in bytes.
const VALUE: usize = 200;

/// The page of a snapshot that has its facts. Of inputs and actions it has those that are items of the snapshot. Where
/// items are folded so that it fits, everything else is cut to the same part.
pub(crate) fn view_of(snapshot: &Snapshot) -> Option<PageView> {
    let facts = snapshot.facts.as_ref()?;
    let share = Share::of(snapshot, facts.items);
    let shown: FxHashSet<_> = (snapshot.items.iter())
        .filter(|item| item.fold.is_none())
        .map(|item| item.key)
        .collect();
    let inputs: Vec<InputView> = (facts.inputs.iter())
        .filter(|input| shown.contains(&input.node))
        .map(|input| shared(input_view(input), share))
        .collect();
    let actions: Vec<ActionView> = (facts.actions.iter())
        .filter(|action| shown.contains(&action.node))
        .map(action_view)
        .collect();
    let navigation: Vec<String> = (facts.navigation.iter())
        .filter(|link| shown.contains(&link.node))
        .map(|link| link.label.to_string())
        .collect();
    let all = facts.inputs.len() + facts.actions.len() + facts.navigation.len();
    let left_out = all - inputs.len() - actions.len() - navigation.len();
    let mut content = facts.content.text.to_string();
    let is_cut = share.cut(&mut content, 0);
    Some(PageView {
        url: snapshot.url.clone(),
        title: snapshot.title.clone(),
        content,
        forms: forms(facts, &inputs, share),
        inputs,
        actions,
        navigation,
        alerts: (facts.alerts.iter())
            .take(share.of_count(facts.alerts.len(), 2))
            .map(|alert| AlertView {
                text: alert.text.to_string(),
                kind: alert.kind.as_str().to_owned(),
            })
            .collect(),
        tables: (facts.tables.iter())
            .take(share.of_count(facts.tables.len(), 0))
            .map(|table| table_view(table, share))
            .collect(),
        lists: (facts.lists.iter())
            .take(share.of_count(facts.lists.len(), 0))
            .map(|list| list_view(list, share))
            .collect(),
        content_truncated: facts.content.truncated || is_cut,
        overlays: overlays(snapshot, facts),
        frames: (snapshot.frames.iter().skip(1))
            .take(share.of_count(snapshot.frames.len().saturating_sub(1), 0))
            .map(|frame| frame.url.clone())
            .collect(),
        more: if share.is_all() {
            0
        } else {
            u32::try_from(left_out).unwrap_or(u32::MAX)
        },
    })
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

/// The forms; where not everything is shown, those with a field that is, with those fields.
fn forms(facts: &PageFacts, inputs: &[InputView], share: Share) -> Vec<FormView> {
    let shown: FxHashSet<&str> = inputs.iter().map(|input| input.id.as_str()).collect();
    let form = |form: &Form| {
        let is_shown = |id: &&str| share.is_all() || shown.contains(id);
        let fields: Vec<String> = form
            .fields
            .iter()
            .map(AsRef::as_ref)
            .filter(is_shown)
            .map(str::to_owned)
            .collect();
        let is_left_out = !share.is_all() && fields.is_empty();
        (!is_left_out).then(|| FormView {
            id: form.id.to_string(),
            fields,
            submit: form.submit.as_deref().map(str::to_owned),
        })
    };
    facts.forms.iter().filter_map(form).collect()
}

/// A field of which not all is shown.
fn shared(mut input: InputView, share: Share) -> InputView {
    if !share.is_all() {
        if let Some(value) = &mut input.value {
            value.truncate(value.floor_char_boundary(VALUE));
        }
        if let Some(options) = &mut input.options {
            options.truncate(share.of_count(options.len(), 3));
        }
    }
    input
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

fn table_view(table: &Table, share: Share) -> TableView {
    TableView {
        caption: table.caption.to_string(),
        headers: strings(&table.headers),
        rows: (table.rows.iter())
            .take(share.of_count(table.rows.len(), 1))
            .map(|row| strings(row))
            .collect(),
        total_rows: u32::try_from(table.total_rows).unwrap_or(u32::MAX),
        spans: (table.spans.iter())
            .map(|span| [span.row, span.column, span.rows, span.columns])
            .collect(),
    }
}

fn list_view(list: &List, share: Share) -> ListView {
    ListView {
        label: list.label.to_string(),
        items: strings(&list.items[..share.of_count(list.items.len(), 1)]),
        total: u32::try_from(list.total).unwrap_or(u32::MAX),
    }
}

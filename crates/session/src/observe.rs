//! Observing: what an action was seen to do, from what the engine reports and from how the page differs.

use std::sync::Arc;

use surefoot_engine::{Limits, NavigationKind, Outcome, Result};
use surefoot_page::DocumentId;
use surefoot_snapshot::{Item, Role, Snapshot, Tristate, changes};

use crate::find::Element;
use crate::session::Look;
use crate::{ChangeLine, ChangeSummary, Effects, Session};

/// The page before an action.
pub(crate) struct Before {
    pub(crate) url: String,
    pub(crate) outline: Arc<Snapshot>,
    pub(crate) document: Option<DocumentId>,
}

/// At most so many lines of changes are shown.
const LINES: usize = 12;

impl Session {
    /// Looks again and tells what is different.
    pub(crate) async fn observe(
        &mut self,
        before: Before,
        outcome: Outcome,
        target: Option<&Element>,
        limits: Limits,
    ) -> Result<Effects> {
        let Outcome {
            navigation,
            opened,
            downloads,
            validation,
            value,
            focus,
            notes,
        } = outcome;
        let mut effects = Effects {
            navigation,
            downloads,
            value,
            notes,
            ..Effects::default()
        };
        if let Some(navigation) = &effects.navigation {
            self.tabs.current_mut().remember(navigation);
        }
        let url = self.tabs.current().tab.url().to_owned();
        let look = self.look(limits).await?;
        let same_document = look.page.documents().first().map(|d| d.id) == before.document;
        if same_document {
            effects.changes = self.changed(&before.outline, &look, target);
            effects.focus = focus.map(|key| self.label_of(key, &look));
            effects.checked = target.and_then(|t| checked_now(t, &look));
            effects.alerts = new_alerts(&before.outline, &look.outline);
        } else {
            effects.alerts = new_alerts(&Snapshot::default(), &look.outline);
        }
        effects.validation = validation
            .into_iter()
            .map(|failed| {
                self.give_ref(failed.node, &look);
                (self.label_of(failed.node, &look), failed.message)
            })
            .collect();
        let new_document = effects
            .navigation
            .as_ref()
            .is_some_and(|n| n.kind != NavigationKind::Fragment);
        if new_document || look.outline.title != before.outline.title {
            effects.title = Some(look.outline.title.clone());
        }
        if url != before.url {
            effects.url = Some((before.url, url));
        }
        for tab in opened {
            let mut summary = self.tabs.add(tab);
            summary
                .title
                .clone_from(&self.look(limits).await?.outline.title);
            effects.opened.push(summary);
        }
        Ok(effects)
    }

    /// What came, went and changed. What is shown of it gets refs: the agent has then seen it.
    fn changed(
        &mut self,
        before: &Snapshot,
        look: &Look,
        target: Option<&Element>,
    ) -> Option<ChangeSummary> {
        let differences = changes(before, &look.outline);
        // That the control acted on holds another value is told as its value already.
        let acted_on = target.map(|t| t.node);
        let others = |&&(_, now): &&(usize, usize)| Some(look.outline.items[now].node) != acted_on;
        let shown_now: Vec<usize> = differences
            .changed
            .iter()
            .filter(others)
            .map(|c| c.1)
            .chain(differences.added.iter().copied())
            .take(LINES)
            .collect();
        let changed = differences.changed.iter().filter(others).count();
        if changed == 0 && differences.added.is_empty() && differences.removed.is_empty() {
            return None;
        }
        self.registry.assign_at(&look.outline, &shown_now);
        let mut lines: Vec<ChangeLine> = Vec::new();
        for (sign, at) in differences
            .changed
            .iter()
            .filter(others)
            .map(|c| ('~', c.1))
            .chain(differences.added.iter().map(|&at| ('+', at)))
            .take(LINES)
        {
            lines.push(self.line(sign, &look.outline.items[at]));
        }
        for &at in differences.removed.iter().take(LINES - lines.len()) {
            lines.push(self.line('-', &before.items[at]));
        }
        Some(ChangeSummary {
            added: differences.added.len(),
            removed: differences.removed.len(),
            changed,
            lines,
        })
    }

    fn line(&self, sign: char, item: &Item) -> ChangeLine {
        ChangeLine {
            sign,
            item: Item {
                reference: self.registry.reference(item.key),
                ..item.clone()
            },
        }
    }

    /// Makes sure that an element that an answer names can be named by the next command.
    fn give_ref(&mut self, key: surefoot_page::NodeKey, look: &Look) {
        if let Some(at) = look.outline.position(key) {
            self.registry.assign_at(&look.outline, &[at]);
        }
    }
}

fn checked_now(target: &Element, look: &Look) -> Option<bool> {
    let item = look.outline.items.iter().find(|i| i.node == target.node)?;
    item.states.checked.map(|c| c == Tristate::True)
}

/// The alerts that are shown now and were not shown before, in words.
fn new_alerts(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let old = alerts(before);
    alerts(after)
        .into_iter()
        .filter(|a| !old.contains(a))
        .collect()
}

fn alerts(snapshot: &Snapshot) -> Vec<String> {
    let positions = (0..snapshot.items.len())
        .filter(|&at| matches!(snapshot.items[at].role, Role::Alert | Role::Alertdialog));
    positions
        .map(|at| text_of(snapshot, at))
        .filter(|text| !text.is_empty())
        .collect()
}

/// All that is written in an item.
fn text_of(snapshot: &Snapshot, at: usize) -> String {
    let inside = &snapshot.items[at..snapshot.end_of(at)];
    let words: Vec<&str> = inside
        .iter()
        .map(Item::label)
        .filter(|l| !l.is_empty())
        .collect();
    words.join(" ")
}

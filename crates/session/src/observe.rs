//! Observing: what an action was seen to do, from what the engine reports and from how the page differs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_engine::{
    ErrorKind, Limits, LoadState, NavigationKind, Note, NoteKind, Outcome, Result, Tab,
};
use surefoot_page::{DocumentId, Facts, NodeId, NodeKey, Page, name};
use surefoot_snapshot::{
    DeltaLine, Item, Mark, Role, Snapshot, Tristate, delta_of, reads_the_same,
};

use crate::find::Element;
use crate::invalid::newly_invalid;
use crate::prepare::merge;
use crate::session::Look;
use crate::{ChangeLine, ChangeSummary, Effects, ElementLabel, Session, TabSummary};

/// The page before an action.
pub(crate) struct Before {
    pub(crate) url: String,
    pub(crate) outline: Arc<Snapshot>,
    pub(crate) document: Option<DocumentId>,
}

/// At most so many lines of changes are shown.
const LINES: usize = 12;

/// How long a tab that has opened is waited for, so that its title can be told.
const OPENING: Duration = Duration::from_secs(2);

impl Session {
    /// Looks again and tells what is different.
    pub(crate) async fn observe(
        &mut self,
        before: Before,
        outcome: Outcome,
        target: Option<&Element>,
        limits: Limits,
    ) -> Result<Effects> {
        let mut observed = std::mem::take(&mut self.meanwhile);
        merge(&mut observed, outcome);
        let Outcome {
            navigation,
            opened,
            downloads,
            validation,
            dialogs,
            chooser,
            scrolled,
            value,
            focus,
            notes,
        } = observed;
        let mut effects = Effects {
            navigation,
            dialogs,
            scrolled,
            downloads,
            value,
            notes,
            ..Effects::default()
        };
        if let Some(navigation) = &effects.navigation {
            self.tabs.current_mut().remember(navigation);
        }
        let url = self.tabs.current().tab.url().to_owned();
        if url != before.url {
            effects.url = Some((before.url.clone(), url));
        }
        match self.look_after(limits).await {
            Ok(Some(look)) => {
                self.compare(&before, &look, target, focus, &mut effects);
                let by_browser = validation
                    .into_iter()
                    .map(|failed| (failed.node, failed.message));
                effects.validation = by_browser
                    .chain(invalid_now(&before, &look))
                    .map(|(node, message)| (self.given(node, &look), message))
                    .collect();
                // What an alert says of a control is told there.
                let told =
                    |alert: &String| effects.validation.iter().any(|(_, told)| told == alert);
                effects.alerts.retain(|alert| !told(alert));
                effects.chooser = chooser.map(|chooser| {
                    let input = chooser.node.map(|node| self.given(node, &look));
                    (input, chooser.multiple)
                });
            }
            Ok(None) => effects.chooser = chooser.map(|chooser| (None, chooser.multiple)),
            // It was done all the same, and that is to be told.
            Err(error) => effects.notes.push(Note {
                kind: NoteKind::Other,
                text: format!("the page cannot be looked at now: {}", error.message()),
            }),
        }
        for tab in opened {
            let opened = if tab.is_behind() {
                self.opened_behind(tab, limits).await
            } else {
                self.opened(tab, limits).await
            };
            effects.opened.push(opened);
        }
        let by_themselves = self.tabs.take_opened();
        for tab in by_themselves {
            let opened = self.tabs.add_behind(tab);
            effects.opened.push(opened);
        }
        effects.closed = self.closed_meanwhile().await?;
        Ok(effects)
    }

    /// The page after something was done to it. `None`: a dialog waits, or the tab has closed itself, so that there is
    /// none to look at.
    async fn look_after(&mut self, limits: Limits) -> Result<Option<Look>> {
        let tab = &self.tabs.current().tab;
        if tab.dialog().is_some_and(|d| d.waits) || !tab.is_open() {
            return Ok(None);
        }
        match self.look(limits).await {
            Ok(look) => Ok(Some(look)),
            Err(error) if error.kind() == ErrorKind::DialogOpen => Ok(None),
            Err(_) if !self.tabs.current().tab.is_open() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How the page differs from what it was.
    fn compare(
        &mut self,
        before: &Before,
        look: &Look,
        target: Option<&Element>,
        focus: Option<NodeKey>,
        effects: &mut Effects,
    ) {
        let same_document = look.page.documents().first().map(|d| d.id) == before.document;
        if same_document {
            self.give_as_it_was(before, look, target);
            effects.changes = self.changed(&before.outline, look, target);
            effects.focus = focus
                .filter(|&key| look.outline.position(key).is_some())
                .map(|key| self.label_of(key, look));
            effects.checked = target.and_then(|t| checked_now(t, look));
            effects.alerts = new_alerts(&before.outline, &look.outline);
            // Of a `<summary>` or a label an engine may say a word; what it did is among the changes.
            let holds = target.is_none_or(|t| {
                t.key
                    .and_then(|key| look.page.find(key))
                    .is_some_and(|node| holds_value(&look.page, node))
            });
            effects.value = effects.value.take().filter(|_| holds);
        } else {
            effects.alerts = new_alerts(&Snapshot::default(), &look.outline);
        }
        let new_document = effects
            .navigation
            .as_ref()
            .is_some_and(|n| n.kind != NavigationKind::Fragment);
        if new_document || look.outline.title != before.outline.title {
            effects.title = Some(look.outline.title.clone());
        }
    }

    /// A tab that an action opened behind this one, as browsers do where Control is held down: this one stays the current
    /// one. Its title is told if it comes soon.
    async fn opened_behind(&mut self, tab: Box<dyn Tab>, limits: Limits) -> TabSummary {
        let here = self.tabs.current().number;
        let summary = self.opened(tab, limits).await;
        self.seen = None;
        self.tabs.make_current(here);
        TabSummary {
            current: false,
            ..summary
        }
    }

    /// A tab that an action opened: it becomes the current one. Its title is told if it comes soon.
    async fn opened(&mut self, tab: Box<dyn Tab>, limits: Limits) -> TabSummary {
        let mut summary = self.tabs.add(tab);
        let limits = Limits {
            deadline: limits.deadline.min(Instant::now() + OPENING),
            load: LoadState::DomContentLoaded,
            ..limits
        };
        self.seen = None;
        let look = match self.tabs.current_mut().tab.wait_loaded(limits).await {
            Ok(mut outcome) => {
                // Where the new tab went is its own matter: the answer is about the tab that opened it.
                if let Some(navigation) = outcome.navigation.take() {
                    self.tabs.current_mut().remember(&navigation);
                }
                self.keep(outcome);
                self.look(limits).await
            }
            Err(error) => Err(error),
        };
        if let Ok(look) = look {
            summary.title.clone_from(&look.outline.title);
        }
        summary.url = self.tabs.current().tab.url().to_owned();
        summary
    }

    /// Tabs that closed themselves. The one before becomes the current one.
    pub(crate) async fn closed_meanwhile(&mut self) -> Result<Vec<TabSummary>> {
        if self.tabs.all_open() || !self.engine.is_alive() {
            return Ok(Vec::new());
        }
        let spare = if self.tabs.any_open() {
            None
        } else {
            Some(self.engine.new_tab().await?)
        };
        self.seen = None;
        Ok(self.tabs.drop_closed(spare))
    }

    /// An element as answers name it, with a ref, so that the next command can name it too.
    fn given(&mut self, key: NodeKey, look: &Look) -> ElementLabel {
        self.give_ref(key, look);
        self.label_of(key, look)
    }

    /// What came, went and changed. What is shown of it gets refs: the agent has then seen it.
    fn changed(
        &mut self,
        before: &Snapshot,
        look: &Look,
        target: Option<&Element>,
    ) -> Option<ChangeSummary> {
        let acted_on = target.and_then(|t| t.key);
        let delta = delta_of(before, &look.outline, |was, now| {
            is_told_already(was, now, acted_on == Some(now.key))
        });
        if delta.is_empty() {
            return None;
        }
        // What changed says most, what went least.
        const ORDER: [Mark; 4] = [Mark::Changed, Mark::Added, Mark::Moved, Mark::Removed];
        let shown: Vec<DeltaLine> = ORDER
            .iter()
            .flat_map(|mark| delta.lines.iter().filter(move |line| line.mark == *mark))
            .take(LINES)
            .copied()
            .collect();
        let positions: Vec<usize> = shown
            .iter()
            .filter(|line| line.mark != Mark::Removed)
            .map(|line| line.at)
            .collect();
        self.registry.assign_at(&look.outline, &positions);
        let lines = shown
            .into_iter()
            .map(|line| match line.mark {
                Mark::Removed => self.line(line.mark, &before.items[line.at]),
                mark => self.line(mark, &look.outline.items[line.at]),
            })
            .collect();
        Some(ChangeSummary {
            added: delta.count(Mark::Added),
            removed: delta.count(Mark::Removed),
            changed: delta.count(Mark::Changed),
            moved: delta.count(Mark::Moved),
            lines,
        })
    }

    fn line(&self, mark: Mark, item: &Item) -> ChangeLine {
        ChangeLine {
            sign: match mark {
                Mark::Added => '+',
                Mark::Removed => '-',
                Mark::Changed | Mark::Moved | Mark::Around => '~',
            },
            moved: mark == Mark::Moved,
            item: Item {
                reference: self.registry.reference(item.key),
                ..item.clone()
            },
        }
    }

    /// Gives what was acted on a ref, if it has none and is still there: the answer names it as it was before.
    fn give_as_it_was(&mut self, before: &Before, look: &Look, target: Option<&Element>) {
        let Some(target) = target.filter(|target| target.label.reference.is_none()) else {
            return;
        };
        if let (Some(at), Some(key)) = (target.shown, target.item)
            && look.page.find(key).is_some()
        {
            self.registry.assign_at(&before.outline, &[at]);
        }
    }

    /// Makes sure that an element that an answer names can be named by the next command.
    fn give_ref(&mut self, key: NodeKey, look: &Look) {
        if let Some(at) = look.outline.position(key) {
            self.registry.assign_at(&look.outline, &[at]);
        }
    }
}

/// What the page itself says is wrong now, if it did not before.
fn invalid_now(before: &Before, look: &Look) -> Vec<(NodeKey, String)> {
    if look.page.documents().first().map(|d| d.id) == before.document {
        newly_invalid(&before.outline, look)
    } else {
        newly_invalid(&Snapshot::default(), look)
    }
}

/// Whether all that is different of an item is told elsewhere in the answer: where the focus is; and, of the control
/// acted on, what it holds and whether it is checked.
fn is_told_already(was: &Item, now: &Item, acted_on: bool) -> bool {
    let mut told = was.clone();
    told.states.focused = now.states.focused;
    if acted_on {
        told.value.clone_from(&now.value);
        told.text.clone_from(&now.text);
        told.states.checked = now.states.checked;
        told.states.range.clone_from(&now.states.range);
    }
    reads_the_same(&told, now)
}

/// Whether what an element holds is for the user to set.
fn holds_value(page: &Page, node: NodeId) -> bool {
    matches!(
        page.html_tag(node),
        name::INPUT | name::TEXTAREA | name::SELECT | name::OPTION
    ) || page.facts(node).contains(Facts::EDITABLE)
}

fn checked_now(target: &Element, look: &Look) -> Option<bool> {
    let item = look
        .outline
        .items
        .get(look.outline.position(target.key?)?)?;
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

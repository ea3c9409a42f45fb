//! Showing the page: all of it, or how it differs from what was shown before.

use std::collections::HashSet;
use std::sync::Arc;

use surefoot_engine::{Error, ErrorKind, Limits, Note, NoteKind, Result};
use surefoot_locate::route;
use surefoot_page::{DocumentId, NodeId};
use surefoot_snapshot::{Item, Mark, RefPolicy, Snapshot, delta, replaced};
use surefoot_view::{Format, Meta, arranged, parse, render_delta, render_in, tokens};

use crate::front;
use crate::session::Look;
use crate::{
    Answer, Bounds, Command, DiffAnswer, Session, Show, Since, SnapshotAnswer, SnapshotRequest,
};

/// A snapshot that was shown.
#[derive(Clone, Debug)]
pub(crate) struct LastShown {
    snapshot: Arc<Snapshot>,
    /// What was asked for.
    request: SnapshotRequest,
    /// The main document.
    document: Option<DocumentId>,
}

impl Session {
    /// Does what the command asks, and shows the page as it is then, if the command acts on it. That it cannot be shown
    /// is told in a note: what was done was done all the same. If nothing says which part of the page is wanted, it is
    /// the part that was shown last. Where a page was asked for and a file came, the page that stayed is not shown.
    pub async fn run_and_show(
        &mut self,
        command: Command,
        show: SnapshotRequest,
        bounds: Bounds,
    ) -> Result<Answer> {
        let goes = command.goes();
        let mut answer = self.run(command, bounds).await?;
        let Answer::Action(action) = &mut answer else {
            return Ok(answer);
        };
        let effects = &action.effects;
        if goes && effects.navigation.is_none() && !effects.downloads.is_empty() {
            return Ok(answer);
        }
        let request = self.of_last_part(show);
        match self.run(Command::Snapshot(request), bounds).await {
            Ok(Answer::Snapshot(shot)) => action.snapshot = Some(Box::new(shot)),
            Ok(_) => {}
            Err(error) => action.effects.notes.push(Note {
                kind: NoteKind::Other,
                text: format!("the page cannot be shown now: {}", error.message()),
            }),
        }
        Ok(answer)
    }

    /// Shows the part of the page that was asked for. A request that fails costs no ref.
    pub(crate) async fn show(
        &mut self,
        request: SnapshotRequest,
        limits: Limits,
    ) -> Result<SnapshotAnswer> {
        let policy = request.refs.unwrap_or(self.registry.policy());
        let request = match request.show {
            Show::Full if request.expand.is_none() => request,
            _ if let Some(part) = self.part_of_fold(&request) => request.of_part(&part),
            // With other refs everything would be different.
            _ if policy == RefPolicy::Renumber && request.expand.is_none() => SnapshotRequest {
                show: Show::Full,
                ..self.of_last_part(request)
            },
            _ => self.of_last_part(request),
        };
        let look = self.look(limits).await?;
        let (part, mut notes) = self.part(&request, &look, limits).await?;
        let mut all = arranged(request.format, &part).into_owned();
        let last = self.comparable(&request, &look);
        if let Some(last) = &last {
            notes.extend(self.carry_refs(last, &look));
        }
        if shows_selectors(request.format) {
            notes.extend(self.name_all(&mut all, &look, limits).await);
        }
        notes.splice(0..0, self.tabs.current().notes.iter().cloned());
        if request.format.shows_facts() {
            all.facts = Some(front::facts(&look));
        }
        self.generation += 1;
        let meta = Meta {
            timestamp: look.at,
            engine: self.engine.name(),
            generation: self.generation,
            notes: notes.iter().map(|note| note.text.clone()).collect(),
        };
        let numbering = request.format.numbering();
        let since = last.and_then(|last| self.since(last, &mut all, &request));
        let shown = match &since {
            Some(_) => None,
            None => self.fitted(&mut all, &request, policy, &meta, &look)?,
        };
        let (all, snapshot) = match shown {
            Some(mut shown) => {
                self.registry.assign_by(policy, &mut shown, numbering);
                self.remember_folds(&shown, &request);
                self.registry.recall(&mut all, numbering);
                (Arc::new(all), Arc::new(shown))
            }
            None => {
                if since.is_none() {
                    self.registry.assign_by(policy, &mut all, numbering);
                }
                let all = Arc::new(all);
                (Arc::clone(&all), all)
            }
        };
        if since.is_none() {
            notes.extend(self.note_of_front(request.format, &snapshot, &look));
        }
        let tab = self.tabs.current_mut();
        let format = request.format;
        let interactive = request.interactive;
        let style = request.style;
        if request.expand.is_none() {
            tab.shown = Some(LastShown {
                snapshot: all,
                request,
                document: look.page.documents().first().map(|d| d.id),
            });
        }
        Ok(SnapshotAnswer {
            snapshot,
            since,
            format,
            style,
            interactive,
            engine: self.engine.name(),
            generation: self.generation,
            timestamp: look.at,
            error_status: self.tabs.current().error_status,
            notes,
        })
    }

    /// Fills in the selectors of what is shown. A page that cannot be asked now is shown without them.
    async fn name_all(
        &mut self,
        snapshot: &mut Snapshot,
        look: &Look,
        limits: Limits,
    ) -> Option<Note> {
        let is_named = |item: &&mut Item| look.page.is_element(item.node);
        let named = PROOFS / look.page.len().max(1);
        let nodes: Vec<NodeId> = snapshot
            .items
            .iter_mut()
            .take(named)
            .filter(is_named)
            .map(|item| item.node)
            .collect();
        let rest = (snapshot.items.len() > named).then(|| Note {
            kind: NoteKind::Other,
            text: format!(
                "selectors are told of the first {named} elements; `get selector REF` tells that of any other"
            ),
        });
        match self.selectors_of(&nodes, look, limits).await {
            Ok(selectors) => {
                for (item, selector) in snapshot.items.iter_mut().filter(is_named).zip(selectors) {
                    item.selector = selector.map(Into::into);
                }
                rest
            }
            Err(error) => Some(Note {
                kind: NoteKind::Other,
                text: format!("selectors cannot be told now: {}", error.message()),
            }),
        }
    }

    /// How a snapshot differs from the last one, if that is what is to be shown. What it names gets refs.
    fn since(
        &mut self,
        before: Arc<Snapshot>,
        all: &mut Snapshot,
        request: &SnapshotRequest,
    ) -> Option<Since> {
        let delta = delta(&before, all);
        let is_new = before.url != all.url || before.title != all.title;
        let numbering = request.format.numbering();
        self.registry.foresee(RefPolicy::Stable, all, numbering);
        let is_shown = match request.show {
            Show::Full => false,
            Show::IfChanged => delta.is_empty() && !is_new,
            Show::Delta => delta.is_empty() || is_shorter(request, &before, all, &delta),
        };
        if !is_shown {
            return None;
        }
        // What was shown before and is not mentioned is shown by that: it is as it was.
        let mentioned: HashSet<usize> = delta
            .lines
            .iter()
            .filter(|line| line.mark != Mark::Removed)
            .map(|line| line.at)
            .collect();
        let shown: Vec<usize> = (0..)
            .zip(&all.items)
            .filter(|(at, item)| {
                item.reference.is_some()
                    && (mentioned.contains(at) || self.registry.reference(item.key).is_some())
            })
            .map(|(at, _)| at)
            .collect();
        self.registry.assign_at(all, &shown);
        self.registry.recall(all, numbering);
        Some(Since { before, delta })
    }

    /// Compares the page with a snapshot that was saved. What is shown last stays what it was.
    pub(crate) async fn diff(
        &mut self,
        saved: surefoot_view::Parsed,
        with: SnapshotRequest,
        limits: Limits,
    ) -> Result<Answer> {
        let before = self.tabs.current().shown.clone();
        if let Some(last) = &before {
            let look = self.look(limits).await?;
            if last.document == look.page.documents().first().map(|d| d.id) {
                self.carry_refs(&last.snapshot, &look);
            }
        }
        let with = SnapshotRequest {
            show: Show::Full,
            ..with
        };
        let shot = self.show(with, limits).await?;
        self.tabs.current_mut().shown = before;
        let meta = Meta {
            timestamp: shot.timestamp,
            engine: shot.engine,
            generation: shot.generation,
            notes: Vec::new(),
        };
        // Both have to be what the format shows of a page, no more.
        let text = render_in(shot.format, &shot.snapshot, &meta, shot.style);
        let after = parse(shot.format, &text)
            .map_err(|error| Error::new(ErrorKind::Unsupported, format!("the page is {error}")))?;
        let delta = surefoot_view::diff(&saved, &after);
        Ok(Answer::Diff(Box::new(DiffAnswer {
            before: saved,
            after,
            delta,
            format: shot.format,
        })))
    }

    /// The request for the part of the page that was shown last, unless it says which part it is for.
    fn of_last_part(&self, request: SnapshotRequest) -> SnapshotRequest {
        match &self.tabs.current().shown {
            Some(last) if request.is_of_no_part() => request.of_part(&last.request),
            _ => request,
        }
    }

    /// What was shown last, if a snapshot can be compared with it: it is of the same document and part.
    fn comparable(&self, request: &SnapshotRequest, look: &Look) -> Option<Arc<Snapshot>> {
        let last = self.tabs.current().shown.as_ref()?;
        let is_same = last.document == look.page.documents().first().map(|d| d.id)
            && request.is_of_part(&last.request);
        (request.show != Show::Full && is_same).then(|| Arc::clone(&last.snapshot))
    }

    /// Lets the refs of what was rendered anew name what replaced it, as acting on them would: what reads the same is
    /// not shown again, so its refs have to stay.
    fn carry_refs(&mut self, last: &Snapshot, look: &Look) -> Option<Note> {
        if route(&last.url) != route(&look.outline.url) {
            return None;
        }
        let replaced = replaced(last, &look.outline, |key| look.page.find(key).is_none());
        let carried = self.registry.reattach_all(&replaced);
        (carried > 0).then(|| Note {
            kind: NoteKind::Other,
            text: format!(
                "the page has replaced {carried} elements by equal ones, which have their refs now"
            ),
        })
    }
}

/// How many comparisons of an element with a selector proving selectors may cost: each is compared with all elements.
const PROOFS: usize = 10_000_000;

/// Whether a format says by which selectors elements are found.
fn shows_selectors(format: Format) -> bool {
    matches!(format.name(), "json" | "numbered")
}

/// Whether a delta fits, and is shorter than the whole.
fn is_shorter(
    request: &SnapshotRequest,
    before: &Snapshot,
    after: &Snapshot,
    delta: &surefoot_snapshot::Delta,
) -> bool {
    let SnapshotRequest { format, style, .. } = *request;
    let meta = Meta {
        timestamp: std::time::UNIX_EPOCH,
        engine: "",
        generation: 0,
        notes: Vec::new(),
    };
    if delta.lines.len() > after.items.len() {
        return false;
    }
    let text = render_delta(format, before, after, delta, style);
    let budget = request.budget.map(|budget| budget.get() as usize);
    text.len() < render_in(format, after, &meta, style).len()
        && budget.is_none_or(|budget| !tokens::exceeds(&text, budget))
}

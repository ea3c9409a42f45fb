//! Showing the page: all of it, or how it differs from what was shown before.

use std::sync::Arc;

use surefoot_engine::{Error, ErrorKind, Limits, Note, NoteKind, Result};
use surefoot_locate::route;
use surefoot_page::{DocumentId, NodeId};
use surefoot_snapshot::{Item, RefPolicy, Snapshot, delta, replaced};
use surefoot_view::{Format, Meta, arranged, parse, render_delta, render_in};

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
    /// the part that was shown last.
    pub async fn run_and_show(
        &mut self,
        command: Command,
        show: SnapshotRequest,
        bounds: Bounds,
    ) -> Result<Answer> {
        let mut answer = self.run(command, bounds).await?;
        let Answer::Action(action) = &mut answer else {
            return Ok(answer);
        };
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
            Show::Full => request,
            // With other refs everything would be different.
            _ if policy == RefPolicy::Renumber => SnapshotRequest {
                show: Show::Full,
                ..self.of_last_part(request)
            },
            Show::Delta | Show::IfChanged => self.of_last_part(request),
        };
        let look = self.look(limits).await?;
        let (snapshot, mut notes) = self.part(&request, &look, limits).await?;
        let mut snapshot = arranged(request.format, &snapshot).into_owned();
        if let Some(lines) = request.lines {
            cut(&mut snapshot, lines.get() as usize);
        }
        let last = self.comparable(&request, &look);
        if let Some(last) = &last {
            notes.extend(self.carry_refs(last, &look));
        }
        self.registry
            .assign_by(policy, &mut snapshot, request.format.numbering());
        if shows_selectors(request.format) {
            notes.extend(self.name_all(&mut snapshot, &look, limits).await);
        }
        let snapshot = Arc::new(snapshot);
        let since = last.and_then(|last| since(last, &snapshot, &request));
        self.generation += 1;
        let engine = self.engine.name();
        let tab = self.tabs.current_mut();
        let format = request.format;
        let interactive = request.interactive;
        let style = request.style;
        tab.shown = Some(LastShown {
            snapshot: Arc::clone(&snapshot),
            request,
            document: look.page.documents().first().map(|d| d.id),
        });
        notes.splice(0..0, tab.notes.iter().cloned());
        Ok(SnapshotAnswer {
            snapshot,
            since,
            format,
            style,
            interactive,
            engine,
            generation: self.generation,
            timestamp: look.at,
            error_status: tab.error_status,
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
        let nodes: Vec<NodeId> = snapshot
            .items
            .iter_mut()
            .filter(is_named)
            .map(|item| item.node)
            .collect();
        match self.selectors_of(&nodes, look, limits).await {
            Ok(selectors) => {
                for (item, selector) in snapshot.items.iter_mut().filter(is_named).zip(selectors) {
                    item.selector = selector.map(Into::into);
                }
                None
            }
            Err(error) => Some(Note {
                kind: NoteKind::Other,
                text: format!("selectors cannot be told now: {}", error.message()),
            }),
        }
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

/// Leaves out all but the first `lines` items.
fn cut(snapshot: &mut Snapshot, lines: usize) {
    let more = snapshot.items.len().saturating_sub(lines);
    snapshot.items.truncate(lines);
    snapshot.more = u32::try_from(more).unwrap_or(u32::MAX);
}

/// How a snapshot differs from the last one, if that is what is to be shown.
fn since(before: Arc<Snapshot>, snapshot: &Snapshot, request: &SnapshotRequest) -> Option<Since> {
    let delta = delta(&before, snapshot);
    let is_new = before.url != snapshot.url || before.title != snapshot.title;
    let is_shown = match request.show {
        Show::Full => false,
        Show::IfChanged => delta.is_empty() && !is_new,
        Show::Delta => delta.is_empty() || is_shorter(request, &before, snapshot, &delta),
    };
    is_shown.then_some(Since { before, delta })
}

/// Whether a format says by which selectors elements are found.
fn shows_selectors(format: Format) -> bool {
    matches!(format.name(), "json" | "numbered")
}

/// Whether a delta is shorter than the whole.
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
    delta.lines.len() <= after.items.len()
        && render_delta(format, before, after, delta, style).len()
            < render_in(format, after, &meta, style).len()
}

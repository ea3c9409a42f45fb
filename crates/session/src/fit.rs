//! What of a page fits: folds and pages, and what they stand for.

use std::num::NonZeroU32;
use std::sync::Arc;

use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_locate::{Purpose, Target};
use surefoot_page::NodeKey;
use surefoot_snapshot::{Lookup, RefPolicy, Scope, Snapshot, Worth};
use surefoot_view::{Fit, Folded, Meta, Paging};

use crate::session::Look;
use crate::{Session, SnapshotRequest, front};

impl Session {
    /// What a fold stands for, or what is inside an element.
    pub(crate) async fn expanded(
        &mut self,
        target: &str,
        outline: &Snapshot,
        look: &Look,
        limits: Limits,
    ) -> Result<Scope> {
        if let Ok(Target::Ref(reference)) = Target::parse(target)
            && let Lookup::Fold(fold) = self.registry.lookup(reference)
        {
            let is_there = |key: &NodeKey| look.page.find(*key).is_some();
            if fold.hidden.iter().any(is_there) {
                return Ok(Scope::of_items(&look.page, outline, &fold.hidden));
            }
            return Err(Error::new(
                ErrorKind::StaleRef,
                format!(
                    "@e{reference} stood for {} {}, and none of that is on the page any more",
                    fold.count, fold.what
                ),
            )
            .with_hint("take a `snapshot` to see what is there now"));
        }
        let node = self.find(target, Purpose::Read, look, limits).await?.node;
        Ok(Scope::new(&look.page, &[node]))
    }

    /// What was asked for when the fold was shown that is to be expanded, if that is one.
    pub(crate) fn part_of_fold(&self, request: &SnapshotRequest) -> Option<Arc<SnapshotRequest>> {
        let number = reference(request.expand.as_deref()?)?;
        let part = self.folded.get(&number)?;
        request.is_of_no_part().then(|| Arc::clone(part))
    }

    /// Remembers what was asked for, to show alike what the folds stand for.
    pub(crate) fn remember_folds(&mut self, shown: &Snapshot, request: &SnapshotRequest) {
        if self.folded.len() > REMEMBERED {
            self.folded.clear();
        }
        let part = Arc::new(request.clone());
        let folds = shown.items.iter().filter(|item| item.fold.is_some());
        for number in folds.filter_map(|fold| fold.reference) {
            self.folded.insert(number, Arc::clone(&part));
        }
    }

    /// The snapshot as it fits into the budget, or the page of it that is wanted; `None`: all of it.
    pub(crate) fn fitted(
        &self,
        all: &mut Snapshot,
        request: &SnapshotRequest,
        policy: RefPolicy,
        meta: &Meta<'_>,
        look: &Look,
    ) -> Result<Option<Snapshot>> {
        let budget = request.budget.map(|budget| budget.get() as usize);
        let fit = Fit {
            format: request.format,
            style: request.style,
            meta,
            budget: budget.unwrap_or(usize::MAX),
            lines: request.lines.map(|lines| lines.get() as usize),
            registry: &self.registry,
            policy,
        };
        if request.page.is_none() && request.expand.is_none() {
            let all_facts = all.facts.clone();
            let worth = || {
                let facts = all_facts.unwrap_or_else(|| front::facts(look));
                let primary = facts.primary().map(|action| action.node);
                let overlays = look.outline.overlays.iter();
                let ways_out = overlays.filter_map(|overlay| overlay.dismiss);
                let most: Vec<NodeKey> = primary.into_iter().chain(ways_out).collect();
                Worth::new(&look.outline, look.page.viewport(), &most)
            };
            return match fit.fold(all, worth) {
                Folded::Whole => Ok(None),
                Folded::Fits(folded) => Ok(Some(folded)),
                Folded::TooSmall(least) => Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!(
                        "nothing of this page fits into {} tokens as {}: with all of it folded it takes {least}",
                        fit.budget, request.format
                    ),
                )
                .with_hint(format!("use `--budget {}` or more, or the format compact", least * 2))),
            };
        }
        let number = request.page.map_or(1, NonZeroU32::get);
        let expand = request.expand.as_deref().and_then(reference);
        match fit.page(all, number, expand) {
            Paging::Whole => Ok(None),
            Paging::Page(page) => Ok(Some(page)),
            Paging::Pages(pages) => Err(no_page(number, pages)),
        }
    }
}

/// Of so many folds it is remembered what was asked for; of those that were forgotten it is what was asked for last.
const REMEMBERED: usize = 100_000;

/// The number of a ref, if a target is one.
fn reference(target: &str) -> Option<u32> {
    match Target::parse(target) {
        Ok(Target::Ref(reference)) => Some(reference),
        _ => None,
    }
}

fn no_page(number: u32, pages: u32) -> Error {
    let there = match pages {
        1 => "is only one page".to_owned(),
        _ => format!("are only {pages} pages"),
    };
    Error::new(
        ErrorKind::InvalidArgument,
        format!("there is no page {number}: there {there}"),
    )
    .with_hint("ask for one of those, or leave --page out")
}
